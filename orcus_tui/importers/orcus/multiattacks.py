"""Powers of an Orcus stat block that make other powers' attacks: `two claw attacks`, `a bite and a claw attack`."""

import re

from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.prose import any_of

_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_COUNT = any_of(tuple(_COUNTS))
_MECHANICS = ("attack", "damage", "effects", "always")
_MAKES = r"(?i)(?:[^.;]{3,60}[;.] )?the [\w' -]{2,40}? makes (?:up to )?"
MOST_CHARACTERS = 1000


def list_attacks(draft: CreatureDraft) -> None:
    """Sets `multiattack` where a power's text begins with the attacks it makes; the rest of the text stays with it."""
    names = {str(each["name"]).lower(): str(each["name"]) for each in draft.powers if "attack" in each}
    if not names:
        return
    for power in draft.powers:
        text = plain(str(power.get("text", "")))[:MOST_CHARACTERS]
        makes = re.match(_MAKES, text)
        attacks = _attacks(text[makes.end() :], names) if makes else []
        if attacks and not any(power.get(key) for key in _MECHANICS):
            power["multiattack"] = attacks


def _attacks(text: str, names: dict[str, str]) -> list[str]:
    """The attacks a text begins with, such as `two claw and a bite attack`, by the names of their powers."""
    attack = rf"(?:{_COUNT}) (?:{any_of(names)})(?: attacks?)?"
    listed = re.match(rf"(?i){attack}(?:(?:, and |, | and ){attack})*(?<=ttack|tacks)(?=[ ,.])", text)
    made: list[str] = []
    for each in re.finditer(rf"(?i)(?P<count>{_COUNT}) (?P<name>{any_of(names)})", listed[0] if listed else ""):
        name, count = names[each["name"].lower()], _COUNTS[each["count"].lower()]
        made.append(name if count == 1 else f"{name} x{count}")
    return made
