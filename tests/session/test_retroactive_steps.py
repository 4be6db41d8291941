"""A step carried out before a creature's last roll: everything since then is carried out again."""

from pathlib import Path

from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from tests.helpers.casts.archmage import Plus, dov, hob, turn
from tests.helpers.fights.random_fights import journal_of, journal_settings_at, play_lines

INSPIRED = f"{turn(20)}\ncounters = {{ inspiration = 1 }}"


def test_later_commands_follow_with_their_dice_and_one_undo_takes_it_back() -> None:
    fight = Plus(dov(INSPIRED), hob(turn(5))).play("begin", "attack knife hob hit 4", "damage hob 1d6", dice="9 3")
    before = fight.session.fight
    fight.play("inspire dov last").shows("hob", hp=25)
    assert fight.play("undo").session.fight is before
    fight.play("redo").shows("hob", hp=25).shows("dov", counters={"inspiration": 0})


def test_a_step_that_was_impossible_then_is_refused() -> None:
    fight = Plus(dov(turn(20)), hob(turn(5))).play("begin", "attack knife hob", dice="9")
    assert "no inspiration" in fight.refused("inspire dov last")


def test_a_journal_has_the_step_and_what_followed_it(tmp_path: Path) -> None:
    fight = Plus(dov(INSPIRED), hob(turn(5))).session.fight
    session = Session(fight, GivenDice([9, 2, 3]), journal_settings=journal_settings_at(tmp_path))
    play_lines(session, "begin", "attack knife hob", "inspire dov last")
    journal = journal_of(session).stem
    assert not session.end(finished=False)
    again, lost = Session.resume(journal_settings_at(tmp_path), journal, GivenDice([]))
    assert (lost, again.fight) == ("", session.fight)
