"""Initiative in SRD 5.1 is a Dexterity check, with the disadvantage of checks."""

import pytest

from tests.helpers.casts.srd5 import Srd5, goblins, ogre, vara


@pytest.mark.parametrize(
    ("line", "dice", "initiative"),
    [
        ("apply vara exhaustion", "15 4", 6),
        ("apply vara poisoned", "4 15", 6),
        ("apply vara frightened by ogre", "9 8", 10),
        ("apply vara deafened", "15", 17),
        ("assist vara by ogre", "15", 17),
    ],
)
def test_initiative_has_disadvantage_if_checks_have_it(line: str, dice: str, initiative: int) -> None:
    fight = Srd5(vara(), ogre()).play(line.replace("assist vara", "apply vara helped"), "init vara", dice=dice)
    fight.shows("vara", initiative=initiative)


def test_poisoned_members_of_a_group_roll_separately() -> None:
    fight = Srd5(vara(), goblins()).play("apply goblin2 poisoned", "init goblin*", dice="12 15 3")
    assert [fight[each]["initiative"] for each in ("goblin1", "goblin2", "goblin3")] == [14, 5, 14]


def test_initiative_with_disadvantage_is_typed_and_asked_like_any_other() -> None:
    fight = Srd5(vara()).play("apply vara poisoned", "init vara face 9").shows("vara", initiative=11)
    assert fight.logs("disadvantage (poisoned)")
    fight = Srd5(vara()).play("apply vara poisoned", "ask all", "init vara", "answer all", dice="13 6")
    fight.shows("vara", initiative=8)
