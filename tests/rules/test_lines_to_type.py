"""Reminders that are lines to type: a power cannot know whether they apply."""

import pytest

from tests.helpers.fights.played import Played, hero, monster, power


def fight(line: str) -> Played:
    claw = power("Claw", f'attack = "+5 vs AC"\neffects = ["remind {line}"]')
    return Played(hero("Ari", 20), monster("Ogre", 10, claw)).play("begin", "attack claw ari by ogre face 19")


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("damage TARGET 3", "damage ari 3 by ogre"),
        ("damage ITSELF 3", "damage ogre 3 by ogre"),
        ("apply TARGET 'deep in the mud' save", 'apply ari "deep in the mud" save by ogre'),
    ],
)
def test_a_suggested_line_uses_ids_and_can_be_typed_as_shown(line: str, typed: str) -> None:
    found = fight(line)
    assert f"Ari – if it applies: `{typed}`" in found.log
    before = found.state["creatures"]
    assert found.play(typed).state["creatures"] != before


def test_the_condition_of_a_reminder_stays_before_its_line() -> None:
    assert "Ari – if it is wet: damage ari 3" in fight("if it is wet: damage TARGET 3").log
