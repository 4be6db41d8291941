"""Lines of traits that depend on the attack that triggers them, and damage that ignores an immunity."""

from random import Random
from typing import Any

import pytest

from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_from_table

CLUB = {"name": "Club", "range": "melee", "attack": "+30 vs AC", "damage": "10"}
BOW = {"name": "Bow", "range": "ranged", "attack": "+30 vs AC", "damage": "10"}


def session(system: str, *traits: dict[str, Any], **fields: Any) -> Session:
    defenses = {"archmage": {"ac": 18, "pd": 16, "md": 14}, "srd5": {"ac": 18}}[system]
    ari = {"name": "Ari", "kind": "pc", "max_hp": 50, "defenses": defenses, "initiative": 9, "power": [CLUB, BOW]}
    ogre = {"name": "Ogre", "max_hp": 90, "defenses": defenses, "trait": [*traits], "power": [CLUB], **fields}
    found = Session(
        fight_from_table({"format": 1, "name": "x", "system": system, "creature": [ari, ogre]}), RandomDice(Random(1))
    )
    run(found, "init ari 20")
    run(found, "init ogre 10")
    run(found, "begin")
    return found


def run(found: Session, line: str) -> None:
    result = found.run(line)
    assert result is not None
    assert not result.error, result.error


HIDE = {"name": "Hide", "trigger": "hit", "effects": ["if melee: damage 3 fire", "if ranged: damage 4 fire"]}


@pytest.mark.parametrize(
    ("line", "hp"),
    [
        ("attack club ogre by ari face 15", 47),
        ("attack bow ogre by ari face 15", 46),
        ("damage ogre 5 melee by ari", 47),
        ("damage ogre 5 ranged by ari", 46),
        ("damage ogre 5 by ari", 50),
    ],
)
def test_a_line_of_a_trait_depends_on_the_attack_that_sets_it_off(line: str, hp: int) -> None:
    found = session("archmage", HIDE)
    run(found, line)
    assert found.fight.states["ari"].hp == hp


@pytest.mark.parametrize(("face", "hp"), [(15, 46), (20, 45)])
def test_a_line_of_a_trait_knows_the_power_and_a_critical_hit(face: int, hp: int) -> None:
    found = session(
        "archmage", {"name": "Pop", "trigger": "hit", "effects": ['if "Club": damage 4', "if crit: damage 1"]}
    )
    run(found, f"attack club ogre by ari face {face}")
    assert found.fight.states["ari"].hp == hp


@pytest.mark.parametrize(
    ("words", "hp"), [("slashing", 90), ("slashing magic", 70), ("slashing silvered", 70), ("fire", 70)]
)
def test_an_immunity_has_exceptions(words: str, hp: int) -> None:
    found = session("srd5", {"name": "Ghostly", "modifiers": ["immune slashing unless magic,silvered"]})
    run(found, f"damage ogre 20 {words}")
    assert found.fight.states["ogre"].hp == hp


def test_an_immunity_as_a_command_has_an_exception() -> None:
    found = session("srd5")
    run(found, "immune ogre fire unless magic")
    run(found, "damage ogre 20 fire")
    run(found, "damage ogre 20 fire magic")
    assert found.fight.states["ogre"].hp == 70


def test_a_creature_can_be_immune_to_persistent_damage() -> None:
    found = session("archmage", immune=["persistent"])
    run(found, "persist ogre 5 fire")
    assert not found.fight.states["ogre"].effects


def test_a_resistance_depends_on_the_tag_of_a_power() -> None:
    found = session("archmage", {"name": "Hide", "modifiers": ["resist all 16 with !spell"]})
    run(found, "attack club ogre by ari face 15")
    assert found.fight.states["ogre"].hp == 85


def test_a_trait_without_lines_is_a_reminder_once_a_turn_with_its_text_the_first_time() -> None:
    found = session("archmage", {"name": "Thorns", "trigger": "hit", "text": "Hitting it may hurt."})
    logs: list[str] = []
    for line in ("damage ogre 1 by ari", "damage ogre 1 by ari", "next", "damage ogre 1 by ari"):
        result = found.run(line)
        assert result is not None
        logs += [] if line == "next" else [" ".join(result.log)]
    assert ["Thorns" in each for each in logs] == [True, False, True]
    assert ["Hitting it" in each for each in logs] == [True, False, False]
