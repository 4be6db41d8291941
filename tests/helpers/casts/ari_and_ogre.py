"""Ari and a big ogre at the ford, for the tests of `show` and `why`."""

from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from tests.helpers.fights.random_fights import play_lines, result_of, session_on

DEFENSES = {"ac": 18, "fortitude": 16, "reflex": 14, "will": 13}
ARI = {"name": "Ari", "kind": "pc", "max_hp": 44, "initiative_total": 20, "recoveries": 9, "defenses": DEFENSES}
OGRE = {
    "name": "Big Ogre",
    "id": "ogre",
    "kind": "elite",
    "level": 4,
    "role": "brute",
    "size": "Large",
    "type": "giant",
    "max_hp": 80,
    "initiative_total": 10,
    "defenses": {**DEFENSES, "ac": 20},
    "resist": {"fire": 5},
    "immune": ["charm"],
    "aura": "1: enemies that begin their turn in it take 5 fire",
    "notes": "owes Ari a sheep",
    "power": [
        {"name": "Club", "attack": "+8 vs AC", "damage": "2d6+4", "range": "melee 2", "effects": ["apply prone"]},
        {"name": "Roar", "use": "encounter", "action": "swift", "effects": ["apply dazed save"]},
    ],
}


def session(*lines: str) -> Session:
    table = {"format": 1, "name": "Ford", "system": "orcus", "creature": [ARI, OGRE]}
    fight = session_on(fight_from_table(table))
    play_lines(fight, *lines)
    return fight


def reads(fight: Session, line: str) -> list[str]:
    return list(result_of(fight, line).log)
