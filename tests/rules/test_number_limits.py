"""However far a number goes in play, the written fight can be read again."""

import pytest
from ford import fight_of
from playing_fights import Played, hero, monster

from orcus_tui.rules.field_shapes import FARTHEST
from orcus_tui.storage.encounter.to_tables import fight_text

TO_THE_END = "9" * 15


def fight(lines: str = "") -> Played:
    return Played(hero("Ari", 20, lines), monster("Ogre", 10))


@pytest.mark.parametrize(
    "lines",
    [
        ("set ari action_points 1000000", "begin", "finish", "rest long"),
        ("begin", "set ari actions.standard 1000000", "set ari action_points 1", "ap ari"),
        (f"set ari counters.luck {TO_THE_END}", "counter ari.luck +1"),
    ],
    ids=lambda lines: lines[-1],
)
def test_what_is_reached_is_read_again(lines: tuple[str, ...]) -> None:
    played = fight().play(*lines)
    assert fight_of(fight_text(played.session.fight)).states["ari"] == played.session.fight.states["ari"]


@pytest.mark.parametrize(
    ("reached", "line"),
    [
        (f"counters = {{ luck = {FARTHEST} }}", "counter ari.luck +1"),
        (f"hp = -{FARTHEST}", "damage! ari 1"),
    ],
)
def test_nothing_goes_beyond_what_a_file_takes(reached: str, line: str) -> None:
    played = fight(reached)
    assert played.refused(line) == f"this would take a number of Ari beyond {FARTHEST:,}"


def test_numbers_of_effects_are_read_again() -> None:
    text = fight_text(fight().play("apply ari prone").session.fight)
    late = text.replace("next_effect = 2\n", f"next_effect = {FARTHEST + 1}\n")
    assert late != text
    played = Played()
    played.session.timeline.start = fight_of(late)
    assert fight_of(fight_text(played.session.fight)) == played.session.fight
    assert played.refused("apply ogre prone") == f"this would take a number of the fight beyond {FARTHEST:,}"
