"""Actions of `do` in every system: self actions have no target, actions on another creature have one."""

import pytest

from tests.helpers.casts.archmage import Archmage, hob, kell
from tests.helpers.casts.srd5 import Srd5, ogre, vara
from tests.helpers.casts.true_srd import TrueSrd, guard, rin, thug
from tests.helpers.fights.played import Played, hero, monster


def duels() -> dict[str, Played]:
    """A fight of each system with two opponents, before the first turn."""
    return {
        "orcus": Played(hero("Ari", 20), monster("Ogre", 10)),
        "archmage": Archmage(kell(), hob()),
        "true-srd": TrueSrd(rin(), guard()),
        "srd5": Srd5(vara(), ogre()),
    }


@pytest.mark.parametrize("system", duels())
def test_a_name_after_a_self_action_is_offered_as_its_actor(system: str) -> None:
    fight = duels()[system]
    doer, other = fight.session.fight.states
    alone = [name for name, each in fight.session.system.do_actions.items() if each.for_itself]
    assert alone
    for name in alone:
        assert f"`do {name} by {other}`" in fight.refused(f"do {name} {other} by {doer}")


@pytest.mark.parametrize("system", duels())
def test_an_action_on_another_cannot_target_its_user(system: str) -> None:
    fight = duels()[system]
    doer = next(iter(fight.session.fight.states))
    to_others = [
        name for name, each in fight.session.system.do_actions.items() if each.needs_target and not each.by_die
    ]
    assert bool(to_others) == (system != "archmage")
    for name in to_others:
        assert "cannot do that to itself" in fight.refused(f"do {name} {doer} by {doer}")


def test_the_actor_may_be_named() -> None:
    fight = duels()["orcus"].play("begin", "do dash ari")
    assert fight.names("ari") == ["dashing"]


def test_an_escape_may_name_one_of_two_grapplers() -> None:
    fight = TrueSrd(rin(), guard(), thug()).play("do grapple rin by guard", "do grapple rin by thug")
    assert "not grappled by them" in fight.refused("do escape rin by rin")
    fight.play("do escape thug by rin").shows("thug", conditions=[]).shows("guard", conditions=["grappling"])
