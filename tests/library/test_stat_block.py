"""The stat block of a creature outside a fight: everything printed, and nothing about turns."""

import pytest

from orcus_tui.library.stat_block import stat_block
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from orcus_tui.systems import SYSTEMS, view_of

OGRE = {
    "name": "Big Ogre",
    "kind": "elite",
    "level": 0,
    "role": "brute",
    "size": "Large",
    "type": "giant",
    "tags": ["marsh"],
    "xp": 350,
    "max_hp": 80,
    "initiative": -1,
    "speed": "6",
    "senses": "darkvision",
    "defenses": {"ac": 20, "fortitude": 18, "reflex": 13, "will": 14},
    "abilities": {"str": 20},
    "resist": {"fire": 5},
    "aura": "1: enemies that begin their turn in it take 5 fire",
    "power": [{"name": "Club", "attack": "+8 vs AC", "damage": "2d6+4", "effects": ["apply prone"]}],
    "effect": [{"name": "prone"}, {"persist": 5, "type": "fire"}],
}


def read(creature: dict[str, object], system: str = "orcus") -> list[str]:
    fight = fight_from_table({"format": 1, "name": "Alone", "system": system, "creature": [creature]})
    return stat_block(view_of(fight), next(iter(fight.sheets)))


def test_a_stat_block_says_what_is_printed() -> None:
    prone = SYSTEMS["orcus"].conditions.table["prone"].means
    assert read(OGRE) == [
        "Big Ogre [big-ogre] – Large giant, marsh, elite, brute, level 0, 350 XP",
        "  initiative −1, hp 80, staggered at 40, ac 20, fortitude 18, reflex 13, will 14",
        "  saves +2, speed 6, recoveries 1, action points 1",
        "  resist 5 fire",
        "  str 20",
        f"  begins with prone, until removed: {prone}",
        "  begins with persistent 5 fire, save ends",
        "  Club (standard, at-will) +8 vs AC, 2d6+4 damage; prone",
        "  aura 1: enemies that begin their turn in it take 5 fire",
        "  senses darkvision",
    ]


def test_a_creature_with_few_fields_has_a_short_card() -> None:
    assert read({"name": "Rat", "kind": "mook"}) == ["Rat [rat] – mook", "  initiative +0, hp 1", "  recoveries 1"]


@pytest.mark.parametrize(
    ("creature", "system", "said"),
    [
        ({"max_hp": 30, "hp": 12, "temp_hp": 4}, "orcus", "hp 12 of 30, staggered at 15, 4 temporary"),
        ({"max_hp": 30, "side": "party"}, "orcus", "standard, party"),
        ({"max_hp": 30, "kind": "pc"}, "archmage", "[dog] – pc"),
        ({"max_hp": 30, "saves": {"con": 2, "dex": -1}}, "srd5", "saves con +2, dex −1"),
        ({"defenses": {"defense": 12, "dodge": 4}}, "true-srd", "defense 12, dodge 16"),
        ({"track": {"hurt": 2}}, "true-srd", "track (hurt 2)"),
        ({"counters": {"conviction": 3}}, "true-srd", "conviction ×3"),
    ],
)
def test_each_systems_own_fields_are_printed(creature: dict[str, object], system: str, said: str) -> None:
    assert said in "\n".join(read({"name": "Dog", **creature}, system))


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_stat_block_says_nothing_about_a_fight(system: str) -> None:
    text = "\n".join(
        read({"name": "Dog", "kind": "pc", **({"max_hp": 9} if "hp" in SYSTEMS[system].health.fields else {})}, system)
    )
    assert "actions" not in text
    assert "no initiative" not in text
    assert "unharmed" not in text
