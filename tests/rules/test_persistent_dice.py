"""Persistent damage whose dice are rolled each time it is dealt."""

import pytest

from orcus_tui.storage.encounter.fight_tables import fight_text
from tests.helpers.casts.ford import fight_of
from tests.helpers.fights.played import Played, hero, monster


def burning(duration: str = "until removed") -> Played:
    return Played(hero("Ari", 20), monster("Ogre", 10)).play(f"persist ogre 2d6 fire each {duration}")


def test_each_turn_has_its_own_roll() -> None:
    fight = burning().play("begin")
    fight.play("next", dice="3 4").shows("ogre", hp=53)
    assert fight.log[-2:] == ["damage: 2d6 (3, 4) = 7", "Ogre takes 7 persistent fire: 60 → 53"]
    fight.play("next").play("next", dice="1 1").shows("ogre", hp=51)


def test_persistent_damage_is_named_by_its_dice_and_its_amount_is_their_average() -> None:
    fight = burning()
    assert fight.logs("Ogre: persistent 2d6 fire, until removed")
    assert fight["ogre"]["effects"][0]["amount"] == 7
    assert fight.play('remove ogre "persistent 2d6 fire"')["ogre"]["effects"] == []


def test_a_plain_number_stays_a_number() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10)).play("persist ogre 5 fire each")
    assert fight.logs("Ogre: persistent 5 fire")


def test_the_preview_shows_the_lowest_and_the_highest_damage() -> None:
    fight = burning().play("begin", "preview")
    assert fight.logs("takes 2..12 persistent fire: 60 → 58..48"), fight.log


def test_the_dice_of_persistent_damage_are_in_the_file() -> None:
    again = fight_of(fight_text(burning().play("begin").session.fight))
    assert again.states["ogre"].effects[0].dice == "2d6"


@pytest.mark.parametrize(("system", "lines"), [("archmage", "begin next"), ("srd5", "begin")])
def test_persistent_damage_is_rolled_at_the_end_or_the_start_of_a_turn(system: str, lines: str) -> None:
    ogre = '[[creature]]\nname = "Ogre"\nmax_hp = 60\ninitiative_total = 9\ndefenses = { ac = 18 }'
    fight = Played(ogre, system=system).play("persist ogre 2d6 fire each until removed")
    fight.play(*lines.split(), dice="3 4").shows("ogre", hp=53)
