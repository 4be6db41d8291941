"""The powers of Orcus heroes as the book prints them: a name, and below it a labelled line for each part."""

import re
from collections.abc import Mapping

from msgspec import Struct, field

from orcus_tui.importers.creature_draft import CreatureDraft
from orcus_tui.importers.heroes.orcus_rows import orcus_power
from orcus_tui.storage.encounter.casting import Casting
from orcus_tui.systems.orcus.system import ORCUS

_COST = (
    r"(?i)(?P<use>at-will|(?:(?:once|twice|(?:two|three|four) times) (?:per|an?) )?(?:encounter|day)|daily"
    r"|consumable)\b *"
    r"(?P<action>(?:standard|move|swift|minor|free|immediate|react|reaction|counter|interrupt|no)\b.*|)"
)
_TIMES = {"twice": 2, "two times": 2, "three times": 3, "four times": 4}
_IMMEDIATE = r"(?i)immediate \((?P<kind>counter|react(?:ion)?|interrupt)\)"
_LABEL = (
    r"(?i)(?P<label>attack|hit|miss|effect|special|trigger|requirements?|aftereffect|maintain(?: \w+)?"
    r"|sustain(?: \w+)?|secondary attack|target): *(?P<text>.*)"
)
_ROLL = r"(?i)(?P<bonus>[+-]\d{1,2}) vs\.? (?P<defense>.+)"
_RANGE = r"(?i)(?P<range>melee or ranged|melee|ranged|near|far|self|reach)\b *(?P<details>.*)"
_COLUMNS = {"requirements": "Requirement", "target": "Special"}


class PrintedPower(Struct):
    """A power as printed: its line, its name, and the lines below."""

    line: int
    name: str
    lines: list[str] = field(default_factory=list)


def add_printed_power(draft: CreatureDraft, printed: PrintedPower, weapon: str) -> None:
    """Adds a power; `weapon` are the dice of the hero's weapon, which `1dW` means."""
    row = _row(printed)
    power = orcus_power(row)
    dice = re.match(r"\d*d\d+", weapon)
    numbers = Casting(weapon=dice[0] if dice else "1d8", level=int(str(draft.table.get("level", 1))), modifier=0)
    first, *more = power.filled(ORCUS, numbers)
    for table in ({**first, "text": "\n".join(filter(None, printed.lines))}, *more):
        draft.add_power(table)
    for passage in power.unknown:
        draft.note_unclear(f"{printed.name}: {passage}", printed.line)


def _row(printed: PrintedPower) -> Mapping[str, object]:
    """The power as a row of the sheet of powers."""
    row = {"Name": printed.name, "List": "", "Frequency": "At-Will", "Action": "Standard"}
    last = ""
    for line in filter(None, printed.lines):
        cost = re.fullmatch(_COST, line) if not last else None
        labelled = re.fullmatch(_LABEL, line)
        if cost:
            row |= _cost(cost)
        elif labelled:
            last = _put_labelled(row, labelled["label"].lower(), labelled["text"])
        elif "●" in line and "Tags" not in row and not last:
            row["Tags"] = line.partition("●")[2].strip()
        elif (found := re.fullmatch(_RANGE, line)) and "Range" not in row:
            row |= {"Range": found["range"].capitalize(), "Range Details": found["details"]}
        elif last:
            row[last] = f"{row[last]}\n{line}"
    return row


def _cost(found: re.Match[str]) -> dict[str, str]:
    use, action = found["use"].lower(), found["action"].lower().replace("action", "").strip()
    kind = re.match(_IMMEDIATE, found["action"])
    number = next((count for words, count in _TIMES.items() if use.startswith(words)), 1)
    period = "day" if use.endswith(("day", "daily")) else "encounter"
    plainly = (
        {"day": "Daily", "encounter": "Encounter"}[period] if use not in ("at-will", "consumable") else use.title()
    )
    frequency = f"{number}/{period}" if number > 1 else plainly
    action = {"react": "reaction"}.get(kind["kind"].lower(), kind["kind"].lower()) if kind else action
    return {"Frequency": frequency, "Action": action.capitalize() or "Free"}


def _put_labelled(row: dict[str, str], label: str, text: str) -> str:
    """Puts a labelled line into its column, and returns that."""
    if label == "attack" and (roll := re.fullmatch(_ROLL, text.strip())):
        row |= {"Attack": roll["bonus"], "Defense": roll["defense"]}
        return "Defense"
    if label.startswith(("maintain", "sustain")):
        row["Maintain Action"] = label.partition(" ")[2] or "swift"
        column = "Maintain Text"
    elif label in ("secondary attack", "aftereffect"):
        column = "Hit" if "Hit" in row else "Effect"
        text = f"{label.capitalize()}: {text}"
    else:
        column = _COLUMNS.get(label, label.capitalize())
    row[column] = f"{row[column]}\n{text}" if column in row else text
    return column
