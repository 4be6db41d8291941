"""`before`: a line is carried out before the last command, which is repeated with its own dice."""

from pathlib import Path

import pytest
from hypothesis import given, settings

from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from tests.helpers.casts.srd5 import Srd5, ilen, ogre, turn, vara
from tests.helpers.casts.true_srd import TrueSrd, rin, thug
from tests.helpers.casts.true_srd import turn as turn_of_true_srd
from tests.helpers.fights.played import Played, hero, monster, power
from tests.helpers.fights.random_fights import (
    fights,
    journal_of,
    journal_settings_at,
    play_lines,
    scripts,
    seeds,
    session_on,
    small_fight,
)
from tests.helpers.fights.readings import complete, preview_line
from tests.helpers.fights.small_fights import fight_with, hp, lines


def test_a_hit_becomes_a_miss_and_the_log_says_so() -> None:
    session = fight_with(12, 6)
    play_lines(session, "attack strike ogre")
    assert hp(session, "ogre") == 60 - (6 + 3)
    log = play_lines(session, "before bonus ogre +4 ac eot")
    assert "Ogre: 17 vs AC 15 hit → vs AC 19 missed" in log
    assert "Ogre: 9 damage → 4" in log
    assert hp(session, "ogre") == 60 - (6 + 3) // 2
    assert lines(session) == ["begin", "bonus ogre +4 ac eot", "attack strike ogre"]
    assert session.timeline.executions[-1].dice == ((20, 12), (8, 6))


def test_a_miss_becomes_a_hit() -> None:
    session = fight_with(9, 6)
    play_lines(session, "attack strike ogre")
    log = play_lines(session, "before bonus ari +2 attack eot")
    assert "Ogre: 14 vs AC 15 missed → 16 vs AC 15 hit" in log


def test_dice_no_longer_needed_are_dropped_and_new_ones_rolled() -> None:
    session = fight_with(14, 3, 4)
    play_lines(session, "attack hex ogre")  # 14 + 5 hits Will 12
    play_lines(session, "before bonus ogre +8 will eot")
    assert session.timeline.executions[-1].dice == ((20, 14),)
    session = fight_with(4, 3, 5)
    play_lines(session, "attack hex ogre")
    assert session.timeline.executions[-1].dice == ((20, 4),)
    play_lines(session, "before bonus ari +4 attack eot")
    assert session.timeline.executions[-1].dice == ((20, 4), (6, 3), (6, 5))
    assert hp(session, "ogre") == 60 - 8


def test_a_second_die_for_one_target_leaves_the_others_theirs() -> None:
    two = '[[creature.power]]\nname = "Sweep"\nattack = "+5 vs AC"\ndamage = "5"\naction = "free"'
    fight = Srd5(vara(turn(20), two), ilen(turn(15)), ogre(turn(5))).play("begin")
    fight.play("attack sweep ogre,ilen", dice="12 9")
    log = fight.play("before apply ogre prone by ilen", dice="3").log
    assert fight.session.timeline.executions[-1].dice == ((20, 12), (20, 3), (20, 9))
    assert not any("Ilen:" in line for line in log)
    fight.play("before bonus vara +1d4 attack eot", dice="2 4")
    assert fight.session.timeline.executions[-1].dice == ((20, 12), (20, 3), (4, 2), (20, 9), (4, 4))
    fight.play("before remove ogre prone")
    assert fight.session.timeline.executions[-1].dice == ((20, 12), (4, 2), (20, 9), (4, 4))


def test_each_attack_of_a_multiattack_has_its_result() -> None:
    bite = power("Bite", 'attack = "+5 vs AC"\ndamage = "4"')
    fight = Played(hero("Ari", 20), monster("Ogre", 10, "", bite, power("Two Bites", 'multiattack = ["Bite x2"]')))
    fight.play("begin", 'attack "two bites" ari face 14,15 by ogre').play("before bonus ari +4 ac eot")
    assert [each for each in fight.log if "→ vs AC" in each] == [
        "Ari: 19 vs AC 18 hit → vs AC 22 missed",
        "Ari: 20 vs AC 18 hit → vs AC 22 missed",
    ]


def test_a_toughness_save_that_fails_says_by_how_much() -> None:
    fight = TrueSrd(rin(turn_of_true_srd(20)), thug(turn_of_true_srd(10))).play("begin", "damage rin 4 lethal face 18")
    assert not fight.logs("fails by")
    assert any("unhurt → " in line for line in fight.play("before bonus rin -15 toughness eot").log)
    assert "fails by" not in [line[-8:] for line in fight.log]


def test_a_line_that_changes_no_result_says_so() -> None:
    session = fight_with(14, 3)
    play_lines(session, "attack strike ogre")
    assert "no result changes" in play_lines(session, "before heal cor 1")


def test_a_creature_that_the_command_no_longer_fells_is_named() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10)).play("begin", "damage ogre 60").shows("ogre", state="dead")
    fight.play("before temp ogre 5").shows("ogre", state="up", hp=5)
    assert "Ogre: dead → up" in fight.log
    assert not fight.logs("no result changes")
    fight.play("damage ogre 4", "before set ogre hp 3")
    assert "Ogre: up → dead" in fight.log


def test_a_creature_that_the_line_fells_is_not_a_changed_result() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10), monster("Imp", 5)).play("begin", "damage ogre 5")
    assert fight.play("before kill imp").logs("no result changes")


def test_an_actor_that_can_no_longer_act_drops_its_command() -> None:
    session = fight_with(12, 6)
    play_lines(session, "attack strike ogre")
    log = play_lines(session, "before apply ari stunned eont by ogre")
    assert "dropped: attack strike ogre – Ari is stunned and can take no standard action" in log
    assert lines(session) == ["begin", "apply ari stunned eont by ogre"]
    assert hp(session, "ogre") == 60


def test_a_command_of_a_creature_whose_turn_the_line_ends_is_dropped() -> None:
    session = fight_with(12, 6)
    play_lines(session, "attack strike ogre")
    log = play_lines(session, "before kill ari")
    assert any(line.startswith("dropped: attack strike ogre") for line in log)
    assert hp(session, "ogre") == 60


def test_a_second_line_goes_before_the_same_command() -> None:
    session = fight_with(12, 6)
    play_lines(session, "attack strike ogre", "before bonus ogre +4 ac eot", "before bonus ari +4 attack eot")
    assert lines(session) == ["begin", "bonus ogre +4 ac eot", "bonus ari +4 attack eot", "attack strike ogre"]
    assert hp(session, "ogre") == 60 - (6 + 3)


def test_it_is_one_step_of_undo_and_looking_and_rolls_do_not_count() -> None:
    session = fight_with(12, 6, 15)
    play_lines(session, "attack strike ogre", "roll 1d20", "show")
    before, before_lines = session.fight, lines(session)
    play_lines(session, "before bonus ogre +4 ac eot")
    after, after_lines = session.fight, lines(session)
    assert after_lines == ["begin", "bonus ogre +4 ac eot", "attack strike ogre", "roll 1d20"]
    assert play_lines(session, "undo")[0] == "Undid: before bonus ogre +4 ac eot"
    assert (session.fight, lines(session)) == (before, before_lines)
    play_lines(session, "redo")
    assert (session.fight, lines(session)) == (after, after_lines)


def test_the_line_and_the_command_can_be_amended_afterwards() -> None:
    session = fight_with(12, 6)
    play_lines(session, "attack strike ogre", "before bonus ogre +4 ac eot", "amend 2 +1")
    assert lines(session) == ["begin", "bonus ogre +1 ac eot", "attack strike ogre"]
    assert hp(session, "ogre") == 60 - (6 + 3)


def test_the_line_is_read_against_the_fight_of_that_time() -> None:
    session = fight_with()
    play_lines(session, "kill cor")
    play_lines(session, "before temp @party 5")
    assert session.fight.states["cor"].temp_hp == 5


@pytest.mark.parametrize(
    ("line", "column", "error"),
    [
        ("before", 7, "expected a line to carry out first"),
        ("before undo", 8, "`undo` changes nothing in the fight and cannot come before a command"),
        ("before before heal ari 1", 8, "`before` takes one line"),
        ("before bonus nobody +1 ac", 14, 'no creature is called "nobody"'),
        ("before attack hex ogre by cor; next", 30, "one command a line"),
    ],
)
def test_a_wrong_line_is_refused_at_its_column(line: str, column: int, error: str) -> None:
    session = fight_with()
    play_lines(session, "heal ari 1")
    fight = session.fight
    result = session.run(line)
    assert result
    assert result.error.startswith(error)
    assert result.column == column
    assert session.fight is fight


def test_without_a_command_it_is_refused() -> None:
    result = Session(small_fight(), GivenDice([])).run("before heal ari 1")
    assert result
    assert result.error == "no command has changed the fight yet"


def test_a_line_that_is_not_possible_changes_nothing() -> None:
    session = fight_with(12, 6)
    play_lines(session, "attack strike ogre")
    fight = session.fight
    result = session.run("before heal ari 1d4")  # no die is left
    assert result
    assert "dice given have run out" in result.error
    assert session.fight is fight


def test_no_command_is_lost_when_the_dice_run_out() -> None:
    session = fight_with(4)
    play_lines(session, "attack hex ogre")
    result = session.run("before bonus ari +4 attack eot")  # now it hits, and its damage is to be rolled
    assert result
    assert "dice given have run out" in result.error
    assert lines(session) == ["begin", "attack hex ogre"]


def test_the_preview_says_what_changes() -> None:
    session = fight_with(12, 6)
    play_lines(session, "attack strike ogre")
    assert preview_line("before bonus ogre +4 ac eot", session.context) == (
        "Ogre: 17 vs AC 15 hit → vs AC 19 missed",
        "Ogre: 9 damage → 4",
    )
    assert preview_line("before apply ari stunned eont by ogre", session.context) == (
        "dropped: attack strike ogre – Ari is stunned and can take no standard action",
    )


def test_completion_continues_the_line() -> None:
    session = fight_with(12, 6)
    play_lines(session, "attack strike ogre")

    def offered(text: str) -> list[str]:
        return [each.text for each in complete(text, session.context)]

    assert "bonus" in offered("before bo")
    assert offered("before bonus og") == ["ogre"]
    assert "heal" in offered("before ")


def test_a_death_save_is_in_the_journal(tmp_path: Path) -> None:
    session = Session(small_fight(), GivenDice([12, 6]), journal_settings=journal_settings_at(tmp_path))
    play_lines(session, "begin", "attack strike ogre", "before bonus ogre +4 ac eot")
    journal = journal_of(session).stem
    assert not session.end(finished=False)
    again, lost = Session.resume(journal_settings_at(tmp_path), journal, GivenDice([]))
    assert (lost, again.fight) == ("", session.fight)
    play_lines(again, "undo")
    assert hp(again, "ogre") == 60 - 9


@given(fights, seeds, scripts())
@settings(max_examples=40)
def test_the_last_command_is_repeated_with_its_own_dice(fight: Fight, seed: int, typed: list[str]) -> None:
    """A line for the players has no effect on the rules, so that every die and every event of the command stays the
    same.
    """
    session = session_on(fight, seed)
    for line in typed:
        session.run(line)
    last = session.timeline.last_command
    if last is None or last.execution.in_script or last.before.fallen or last.before.announcement:
        return  # only the very next command can knock out instead
    before = session.fight
    result = session.run('before announce "watch"')
    assert result
    assert not result.error
    again = session.timeline.last_command
    assert again
    assert again.execution.dice == last.execution.dice
    assert session.fight.states == before.states
    session.run("undo")
    assert session.fight == before


def test_a_roll_that_changed_nothing_is_the_last_command() -> None:
    for roll in ("save cor 9", "save cor"):
        session = fight_with(9)
        play_lines(session, "persist cor 5 fire save", roll)
        assert "Cor saves against persistent 5 fire: 9 + 1 (bonus) = 10, needs 10 – saved" in play_lines(
            session, "before bonus cor +1 saves enc"
        )
        play_lines(session, "undo")
        assert "instead of: " + roll in play_lines(session, "amend 10")
        play_lines(session, "undo", "undo")
        assert lines(session) == ["begin", "persist cor 5 fire save"]


def test_rolls_are_not_searched_again_for_the_last_command() -> None:
    session = fight_with()
    play_lines(session, "damage ogre 1", "damage ogre 2")
    last = session.timeline.last_command
    assert last is not None
    assert last.execution.line == "damage ogre 2"
    play_lines(session, "roll 1", "roll 2")
    assert session.timeline.last_command is last
    play_lines(session, "undo")
    assert session.timeline.last_command is not None
    assert session.timeline.last_command.execution.line == "damage ogre 1"
    play_lines(session, "redo")
    assert session.timeline.last_command == last


def test_a_journal_has_a_roll_that_changed_nothing(tmp_path: Path) -> None:
    session = session_on(small_fight(), 1, journal_settings=journal_settings_at(tmp_path))
    play_lines(session, "begin", "persist cor 5 fire save", "save cor 3")
    journal = journal_of(session).stem
    assert not session.end(finished=False)
    again, lost = Session.resume(journal_settings_at(tmp_path), journal, GivenDice([]))
    assert (lost, again.fight) == ("", session.fight)
    assert "instead of: save cor 3" in play_lines(again, "amend 10")
