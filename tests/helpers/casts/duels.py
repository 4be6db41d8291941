"""Small fights for the tests of the odds."""

from orcus_tui.model.fight import Fight
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
