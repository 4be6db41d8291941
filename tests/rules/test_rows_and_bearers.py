"""Lines for what dice show, lines for those who have an effect, and triggers for the damage of a turn."""

import pytest

from orcus_tui.storage.encounter.read import EncounterFaults
from tests.helpers.fights.played import Played, hero, monster, power


def table(*powers: str) -> Played:
    return Played(hero("Ari", 20), monster("Ogre", 10, 'kind = "standard"', *powers))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("roll d6: 1-6 use Gulp", "Gulp uses a power itself"),
        ("roll d6: 1-3 temp 1 | 4-6 use Nothing", 'unknown power "Nothing"'),
        ("roll d6: 1-6 attack Nothing", 'unknown power "Nothing"'),
        ("roll d6: 1-6 offer use Nothing", 'unknown power "Nothing"'),
        ("roll d6: 3-1 temp 5", "d6 never shows this"),
        ("roll d6: 7-9 temp 5", "d6 never shows this"),
        ("roll d6: 1-4 temp 5 | 4-6 temp 1", "another line is for one of these numbers"),
    ],
)
def test_the_rows_of_a_roll_are_checked_as_lines_are(line: str, fault: str) -> None:
    with pytest.raises(EncounterFaults, match=fault):
        table(power("Gulp", f'action = "free"\neffects = ["{line}"]'))


def test_a_line_for_those_who_have_an_effect_needs_no_target() -> None:
    gnaw = power("Gnaw", 'action = "free"\neffects = ["each swallowed: damage 2"]')
    played = table(gnaw).play("begin", 'apply ari "swallowed" enc by ogre', "use gnaw by ogre")
    assert not played.logs("no targets named")
    played.shows("ari", hp=38)


HURT = '[[creature.trait]]\nname = "Thick hide"\ntrigger = "hurt 10"\neffects = ["self: temp 3"]'


def hide() -> Played:
    return Played(hero("Ari", 20), monster("Ogre", 100, 'kind = "standard"', HURT))


def test_damage_outside_of_turns_is_not_of_the_first_turn() -> None:
    hide().play("damage ogre 6 by ari", "begin", "damage ogre 6 by ari", "next").shows("ogre", temp_hp=0)


def test_the_damage_of_a_turn_sets_off_what_waits_for_it() -> None:
    hide().play("begin", "damage ogre 4 by ari", "damage ogre 6 by ari", "next").shows("ogre", temp_hp=3)


def test_the_dead_do_not_wait_for_the_damage_of_a_turn() -> None:
    played = hide().play("begin", "damage ogre 200 by ari", "next")
    assert not played.logs("Thick hide")
    assert not played.logs("skipped")
