"""Powers of an Orcus stat block that make other powers' attacks: `two claw attacks`, `a bite and a claw attack`."""

import re

from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.prose import any_of

_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_MECHANICS = ("attack", "damage", "effects", "always")
MOST_CHARACTERS = 1000


def list_attacks(draft: CreatureDraft) -> None:
    """Sets `multiattack` where a power's text begins with the attacks it makes; the rest of the text stays with it."""
    names = {str(each["name"]).lower(): str(each["name"]) for each in draft.powers if "attack" in each}
    if not names:
        return
    attack = rf"(?:{any_of(tuple(_COUNTS))}) (?:{any_of(names)})(?: attacks?)?"
    listed = rf"(?:up to )?(?P<list>{attack}(?:(?:, and |, | and ){attack})*)(?<=ttack|tacks)(?=[ ,.])"
    begins = re.compile(rf"(?:[^.;]{{3,60}}[;.] )?the [\w' -]{{2,40}}? makes {listed}", re.IGNORECASE)
    for power in draft.powers:
        found = begins.match(plain(str(power.get("text", "")))[:MOST_CHARACTERS])
        if found is not None and not any(power.get(key) for key in _MECHANICS):
            power["multiattack"] = _attacks(found["list"], names)


def _attacks(listed: str, names: dict[str, str]) -> list[str]:
    """The attacks of a list such as `two claw and a bite attack`, by the names of their powers."""
    made: list[str] = []
    for each in re.finditer(rf"(?i)(?P<count>{any_of(tuple(_COUNTS))}) (?P<name>{any_of(names)})", listed):
        name, count = names[each["name"].lower()], _COUNTS[each["count"].lower()]
        made.append(name if count == 1 else f"{name} x{count}")
    return made
