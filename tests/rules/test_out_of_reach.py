"""A creature that leaves the fight is out of reach: it no longer holds others or is held, in every system."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.helpers.casts.archmage import Archmage, hob, kell
from tests.helpers.casts.srd5 import Srd5, ogre, vara
from tests.helpers.casts.true_srd import TrueSrd, guard, rin
from tests.helpers.fights.played import Played, hero, monster

HOLDS = (
    (partial(Played, hero("Ari", 20), monster("Ogre", 10)), "ari", "ogre", "do grapple ari by ogre"),
    (partial(Archmage, kell(), hob()), "kell", "hob", "grab kell by hob"),
    (partial(TrueSrd, rin(), guard()), "rin", "guard", "do grapple rin by guard"),
    (partial(Srd5, vara(), ogre()), "vara", "ogre", "do grapple vara by ogre"),
    (partial(Srd5, vara(), ogre()), "vara", "ogre", "do bind vara by ogre"),
    (partial(Srd5, vara(), ogre()), "vara", "ogre", "do shield vara by ogre"),
)


@pytest.mark.parametrize(("begin", "held", "holder", "line"), HOLDS)
@pytest.mark.parametrize("leaving", [0, 1])
@pytest.mark.parametrize("how", ["reserve", "drop"])
def test_no_hold_outlasts_either_leaving_the_stage(
    begin: Callable[[], Played], held: str, holder: str, line: str, leaving: int, how: str
) -> None:
    fight = begin().play(line)
    assert fight.names(held)
    fight.play(f"{how} {(held, holder)[leaving]}")
    assert (fight.names(held), fight.names(holder)) == ([], [])


def test_concentration_continues_off_stage_and_ends_when_the_creature_is_gone_for_good() -> None:
    fight = Srd5(vara(), ogre()).play(
        "apply vara concentrating", 'apply ogre restrained until "it concentrates" by vara'
    )
    assert fight.play("reserve vara").names("ogre") == ["restrained"]
    assert fight.play("drop vara").names("ogre") == []
