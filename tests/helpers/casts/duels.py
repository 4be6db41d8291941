"""Small fights for the tests of the odds."""

from orcus_tui.model.fight import Fight
from orcus_tui.simulation.bestiary import Bestiary
from orcus_tui.storage.encounter.fight_tables import fight_from_table

CLUB = {"name": "Club", "attack": "+5 vs AC", "damage": "1d8+2"}


def fighter(name: str, side: str, **fields: object) -> dict[str, object]:
    kind = "pc" if side == "party" else "standard"
    creature = {
        "name": name,
        "kind": kind,
        "side": side,
        "level": 1,
        "max_hp": 12,
        "initiative": 0,
        "defenses": {"ac": 14},
    }
    return {**creature, "power": [CLUB], **fields}


def fight_of(*creatures: dict[str, object], system: str = "orcus") -> Fight:
    return fight_from_table({"format": 1, "system": system, "creature": list(creatures)}, name="pit")


_TITAN = fighter("Titan", "foes", max_hp=900, defenses={"ac": 40})
_CRUSH = {"name": "Crush", "attack": "+40 vs AC", "damage": "900"}
_CRUSHING = fight_of({**_TITAN, "power": [_CRUSH]}).sheets["titan"].powers
TITANS = Bestiary({"titan": {**_TITAN, "power": _CRUSHING}})
"""A library with a creature that wins every fight."""
