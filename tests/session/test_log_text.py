"""The log leaves out events that tell a reader nothing; the journal still has them."""

import pytest

from orcus_tui.model.events import EffectEnded, MessageLogged
from orcus_tui.session.log_events import is_fall
from orcus_tui.session.session import Session
from tests.helpers.casts.archmage import Archmage, hob, kell
from tests.helpers.casts.true_srd import TrueSrd, rin
from tests.helpers.fights.random_fights import begin_small_fight, play_lines


def ended(session: Session) -> list[str]:
    """The names of the effects that the last command ended."""
    return [each.effect.name for each in session.timeline.executions[-1].events if isinstance(each, EffectEnded)]


def test_a_mark_that_replaces_another_is_the_only_one_logged() -> None:
    session = begin_small_fight("mark ogre eont by ari")
    assert play_lines(session, "mark ogre eont by cor") == ["Ogre: marked by Cor, until the end of Cor's next turn"]
    assert ended(session) == ["marked"]


def test_an_effect_that_was_removed_or_saved_against_is_still_logged() -> None:
    session = begin_small_fight("mark ogre by ari", "apply ogre dazed save")
    assert play_lines(session, "remove ogre marked") == ["Ogre: marked by Ari ends (removed)"]
    assert play_lines(session, "save ogre dazed 15")[-1] == "Ogre: dazed ends (saved)"


def test_effects_on_the_dead_end_silently_and_on_the_living_with_a_log_line() -> None:
    session = begin_small_fight("bonus ogre,cor -2 attack eot", "kill ogre")
    log = play_lines(session, "next")
    assert "Cor: −2 attack ends (expired)" in log
    assert not any("Ogre" in line and "ends" in line for line in log)
    assert ended(session) == ["attack", "attack"]


def test_an_effect_removed_from_a_dead_creature_is_logged() -> None:
    session = begin_small_fight("apply ogre dazed", "kill ogre")
    assert play_lines(session, "remove ogre dazed") == ["Ogre: dazed ends (removed)"]


def test_a_creature_that_dies_does_not_fall_first() -> None:
    fight = Archmage(kell(), hob())
    fight.play("begin", dice="10 5")
    fight.play("damage kell 200")
    assert not fight.logs("falls unconscious")
    assert fight.logs("Kell dies")
    events = fight.session.timeline.executions[-1].events
    assert any(isinstance(each, MessageLogged) and each.message.key == "falls unconscious" for each in events)


def test_healing_from_below_zero_says_where_it_starts() -> None:
    session = begin_small_fight("damage ari 43")
    assert "Ari recovers 10 from 0: −3 → 10" in play_lines(session, "recover ari")
    assert "Ari regains 3: 10 → 13" in play_lines(session, "heal ari 3")


def test_the_summary_names_equal_creatures_of_one_kind_once() -> None:
    session = begin_small_fight("kill goblin*", "damage ari 1")
    log = play_lines(session, "finish")
    assert "foes: Ogre up 60/60, Goblin 1–3 dead" in log
    assert "party: Ari up 39/40, Cor up 30/30" in log


@pytest.mark.parametrize("line", ["damage rin 30 face 1", "knockout rin"])
def test_falling_on_a_damage_track_is_in_the_log(line: str) -> None:
    played = TrueSrd(rin()).play(line)
    assert any(is_fall(each, played.session.fight) for each in played.session.timeline.executions[-1].events)


@pytest.mark.parametrize("line", ["damage rin 6 face 5", "rest minute"])
def test_a_creature_that_is_only_hurt_or_stays_down_does_not_fall_by_a_damage_track(line: str) -> None:
    played = TrueSrd(rin("track = { unconscious = true, bruised = 2 }")).play(line, dice="1" * (line == "rest minute"))
    assert not any(is_fall(each, played.session.fight) for each in played.session.timeline.executions[-1].events)
