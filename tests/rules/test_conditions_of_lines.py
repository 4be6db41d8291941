"""Lines of powers under several conditions: all must be true, and `else` is for all other cases."""

import pytest

from tests.helpers.fights.played import Played, hero, monster, power

HIT_BOTH = "attack sweep ogre,wolf face 15,15"


def fight(*lines: str) -> Played:
    sweep = power("Sweep", f'attack = "+5 vs AC"\ndamage = "1"\neffects = {list(lines)}'.replace("'", '"'))
    played = Played(hero("Ari", 20, "", sweep), monster("Ogre", 10), monster("Wolf", 5))
    return played.play("begin", "apply ogre prone", "damage wolf 30")


@pytest.mark.parametrize(
    ("lines", "staggered", "ogre", "wolf", "ari"),
    [
        (("if prone: if self staggered: damage 3",), False, 59, 29, 40),
        (("if prone: if self staggered: damage 3",), True, 56, 29, 20),
        (("if prone: if staggered: damage 3", "else: damage 5"), False, 54, 24, 40),
        (("if prone: damage 3", "else: if staggered: damage 5", "else: damage 7"), False, 56, 24, 40),
        (("if prone: damage 3", "else: if up+!staggered: damage 5", "else: damage 7"), False, 56, 22, 40),
        (("if prone: damage 3", "else: if self staggered: damage 5"), False, 56, 29, 40),
        (("if prone: damage 3", "else: if self staggered: damage 5"), True, 56, 24, 20),
        (("self: if staggered: heal 4",), False, 59, 29, 40),
        (("self: if staggered: heal 4",), True, 59, 29, 24),
        (("if prone: damage 3", "else: crit: damage 5"), False, 56, 29, 40),
        (("if prone: damage 3", "else: natural 15: damage 5"), False, 56, 24, 40),
    ],
)
def test_all_conditions_must_be_true(lines: tuple[str, ...], staggered: bool, ogre: int, wolf: int, ari: int) -> None:
    played = fight(*lines).play(*(["damage ari 20"] if staggered else []), HIT_BOTH)
    assert [played[each]["hp"] for each in ("ogre", "wolf", "ari")] == [ogre, wolf, ari]


def test_a_stat_block_and_a_written_fight_keep_them() -> None:
    lines = ("if prone: if self staggered: damage 3", "else: if staggered: damage 5", "self: if staggered: heal 4")
    played = fight(*lines).play("show ari")
    assert played.logs("if prone: if self staggered: 3 damage; else: if staggered: 5 damage; if self staggered: itself")
