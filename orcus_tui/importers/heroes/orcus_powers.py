"""The powers of Orcus heroes as the book prints them, with placeholders for the hero's own numbers."""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.heroes.draft_power import (
    ABILITY,
    ABILITY_WORDS,
    HALF_LEVEL,
    WEAPON,
    DraftPower,
    ability,
    with_numbers,
)
from orcus_tui.importers.heroes.prose import HeroProse, effect_lines
from orcus_tui.importers.sentences import Subject
from orcus_tui.storage.encounter.casting import Casting
from orcus_tui.systems.orcus.system import ORCUS

_USES = {"At-Will": "at-will", "Encounter": "encounter", "Daily": "daily", "Consumable": "daily"}
_ACTIONS = {"no": "none", "standard and move": "standard+move", "move and standard": "standard+move"}
_ACTIONS |= {"swift and standard": "standard+swift", "immediate (counter)": "counter", "special": "free"}
_DEFENSES = (("AC", "AC"), ("Fort", "Fortitude"), ("Reflex", "Reflex"), ("Will", "Will"))
TIER = re.compile(r"\(?\s*\*{0,2}_?(?:At )?[Ll]evel (\d{1,2})[:.]?\*{0,2}_?:?\s*")
"""The beginning of the numbers of a higher level."""
PROSE = HeroProse(ORCUS)


def orcus_power(cells: Mapping[str, str]) -> DraftPower:
    """The power with these parts, by the names that they have in the book, such as `Hit`."""
    found = DraftPower(plain(cells["Name"]), (), None, {})
    power = found.power
    power["action"] = _ACTIONS.get(cells["Action"].lower(), cells["Action"].lower())
    power["use"] = _USES.get(cells["Frequency"], cells["Frequency"])
    details = re.sub(r"\s+", " ", cells.get("Range Details", ""))
    power["range"] = " ".join(filter(None, (cells.get("Range", "").lower(), details))).strip()
    power["tags"] = [each.strip().lower() for each in cells.get("Tags", "").split(",") if each.strip()]
    _read_attack(found, cells)
    _read_results(found, cells, _subject(cells, found))
    if trigger := plain(cells.get("Trigger", "")):
        found.put_trigger(trigger)
    _read_upkeep(found, cells)
    return found


def _read_attack(found: DraftPower, cells: Mapping[str, str]) -> None:
    attack, defense = cells.get("Attack", ""), defense_in(cells)
    if attack and defense and re.fullmatch(r"[+-][\d+-]+", attack):
        found.power["attack"] = f"{attack} vs {defense}"
    elif attack:
        found.unknown.append(f"attack: {attack} vs {cells.get('Defense', '')}")


def defense_in(cells: Mapping[str, str]) -> str:
    """The defense of an attack; empty if it is not known."""
    return next((each for word, each in _DEFENSES if re.match(rf"(?i){word}", cells.get("Defense", ""))), "")


def _subject(cells: Mapping[str, str], found: DraftPower) -> Subject:
    details = cells.get("Range Details", "").lower()
    if "attack" in found.power:
        return Subject("target", power=found.name, of_hit=True)
    on_self = cells.get("Range", "None") in ("Self", "None", "")
    allies = re.search(r"\bally|\ballies|self or|yourself", details) is not None
    return Subject("you" if on_self else "target", power=found.name, targets_allies=allies)


# Results


def with_placeholders(text: str) -> str:
    """The text with placeholders instead of words for the hero's own numbers."""
    text = plain(text.replace("\n", " ¶ ")).replace(" ¶ ", "\n")
    text = with_numbers(re.sub(r"(?i)\b(?:one-)?half your level", HALF_LEVEL, text), "(?:modifier|bonus|mod)", 1)
    text = re.sub(r"(?i)\b(\w+) \((?:ranged|melee)\) or \w+ \((?:ranged|melee)\)", r"\1", text)
    text = re.sub(
        rf"(?i)(\d|dW) ?\+ ({ABILITY})", lambda one: f"{one[1]} + {ability(ABILITY_WORDS[one[2].lower()])}", text
    )
    text = re.sub(r"(?i)(\d|dW) ?\+ modifier\b", lambda one: f"{one[1]} + {ability('str')}", text)
    text = re.sub(r"(?i)(\d)dW\b", rf"\1{WEAPON}", text)
    text = re.sub(r"\[?flux\]? ", "", text, flags=re.IGNORECASE)
    text = re.sub(r" plus (?=\d)", " + ", text)
    text = re.sub(r"(\d|d997) \+ (?=\d)", r"\1+", text)
    return re.sub(r"(?i)\b(\d+) points? of ", r"\1 ", text)


def _tiers(text: str) -> Iterator[tuple[int, str]]:
    """The parts of a text by tier: level 1, then 11 and 21."""
    parts = TIER.split(text)
    yield 1, parts[0]
    for level, part in zip(parts[1::2], parts[2::2], strict=True):
        yield int(level), part.strip().rstrip(")")


def _read_results(found: DraftPower, cells: Mapping[str, str], subject: Subject) -> None:
    for column in ("Hit", "Effect"):
        key = "always" if column == "Effect" and "attack" in found.power else "effects"
        about = Subject("target", power=found.name) if key == "always" else subject
        for level, text in _tiers(with_placeholders(cells.get(column, ""))):
            if text and level > 1:
                _read_tier(found, key, level, text, about)
            elif text:
                found.put(key, PROSE.read(text, about))
    if miss := with_placeholders(cells.get("Miss", "")):
        read_miss(found, miss)


def _read_tier(found: DraftPower, key: str, level: int, text: str, subject: Subject) -> None:
    """A higher tier: its damage, and its lines if it repeats them."""
    tier = found.levels.setdefault(level, {})
    bare = re.sub(r"(?i)^(?:increase(?: (?:the )?damage)? to|deals?) ", "", text).strip()
    number = re.fullmatch(r"(\d+)(?: [a-z ]{0,40})?\.?", bare)
    known = found.power.get(key)
    if number and isinstance(known, list):
        old = next(
            (re.search(r"(?<![\dd])(\d{1,2})(?!\d|d)", each) for each in known if re.search(r" (\d{1,2})\b", each)),
            None,
        )
        if old:
            tier[key] = [re.sub(rf"(?<![\dd+]){old[1]}(?![\dd])", number[1], each, count=1) for each in known]
            return
    read = PROSE.read(bare, subject)
    if read.damage.dice:
        tier["damage"] = str(read.damage)
    if not read.unknown and effect_lines(read.lines):
        tier[key] = read.texts
    if read.unknown or (text.strip(" .*") and not (tier or read.lines)):
        found.unknown += [f"Level {level}: {each}" for each in read.unknown or [text]]


def read_miss(found: DraftPower, text: str) -> None:
    """Reads the effects of a miss."""
    found.put_miss(PROSE.read(next(_tiers(text))[1], Subject("target")), text)


def _read_upkeep(found: DraftPower, cells: Mapping[str, str]) -> None:
    upkeep = cells.get("Maintain Action", "").lower()
    if upkeep and "saving throw" in cells.get("Maintain Text", "").lower():
        found.power["maintain"] = "save 10+"
    elif upkeep in ("standard", "move", "swift", "free"):
        found.power["maintain"] = upkeep


# Powers as the book prints them: a name, and below it a labelled line for each part


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
    power = orcus_power(_parts(printed))
    dice = re.match(r"\d*d\d+", weapon)
    numbers = Casting(weapon=dice[0] if dice else "1d8", level=int(str(draft.table.get("level", 1))), modifier=0)
    first, *more = power.filled(ORCUS, numbers)
    for table in ({**first, "text": "\n".join(filter(None, printed.lines))}, *more):
        draft.add_power(table)
    for passage in power.unknown:
        draft.note_unclear(f"{printed.name}: {passage}", printed.line)


def _parts(printed: PrintedPower) -> Mapping[str, str]:
    """The parts of a power by their names."""
    row = {"Name": printed.name, "Frequency": "At-Will", "Action": "Standard"}
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
