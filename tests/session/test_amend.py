"""Amending: a command is carried out again with other words, then all later commands, each with its own dice."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from tests.helpers.fights.played import Played, hero, monster, power
from tests.helpers.fights.random_fights import (
    fights,
    journal_of,
    journal_settings_at,
    play_lines,
    result_of,
    scripts,
    seeds,
    session_on,
    small_fight,
)
from tests.helpers.fights.readings import preview_line
from tests.helpers.fights.small_fights import fight_with, hp, lines

# The amended command


def test_the_words_may_be_shortened() -> None:
    session = session_on(small_fight(), 1)
    play_lines(session, "begin", "attack strike ogre face 12 hit 9")
    assert "> attack strike ogre face 17 hit 9" in play_lines(session, "amend fa 17")
    assert play_lines(session, "amend 1 15") and "> attack strike ogre 15 hit 4" in play_lines(session, "amend hi 4")


def test_the_use_of_a_power_that_attacks_takes_the_words_of_an_attack() -> None:
    session = session_on(small_fight(), 1)
    play_lines(session, "begin", "use strike ogre total 12 9")
    assert "> use strike ogre total 25 9" in play_lines(session, "amend total 25")
    play_lines(session, "undo", "undo", "use strike ogre face 12 hit 9")
    assert "> use strike ogre face 12 hit 9 ca" in play_lines(session, "amend ca")


def test_adding_a_forgotten_bonus_turns_the_same_die_into_a_hit() -> None:
    session = fight_with(9, 6)  # 9 + 5 misses AC 15 by one; the damage is only rolled now
    play_lines(session, "attack strike ogre")
    assert hp(session, "ogre") == 60 - (6 + 3) // 2
    log = play_lines(session, "amend +1")
    assert log[0] == "instead of: attack strike ogre"
    assert hp(session, "ogre") == 60 - (6 + 3)
    assert lines(session) == ["begin", "attack strike ogre +1"]


def test_a_line_keeps_its_speaker(tmp_path: Path) -> None:
    session = session_on(small_fight(), 1, journal_settings=journal_settings_at(tmp_path))
    play_lines(session, "begin", "from Cor: attack strike ogre face 12 hit 9")
    assert "> from Cor: attack strike ogre face 17 hit 9" in play_lines(session, "amend face 17")
    assert lines(session)[-1] == "from Cor: attack strike ogre face 17 hit 9"
    assert b"from Cor: attack strike ogre face 17 hit 9" in journal_of(session).read_bytes()
    assert result_of(session, "undo 2").undone[1] == "from Cor: attack strike ogre face 12 hit 9"


def test_dice_that_are_needed_in_addition_are_new_ones() -> None:
    session = fight_with(9, 5, 8)
    play_lines(session, "attack strike ogre", "amend cor,ogre")  # only the ogre's 8 is new
    assert lines(session) == ["begin", "attack strike cor,ogre"]
    assert session.timeline.executions[-1].dice == ((20, 9), (20, 8), (8, 5))


def test_a_typed_face_replaces_the_die() -> None:
    session = fight_with(2, 4)
    play_lines(session, "attack strike ogre")
    assert hp(session, "ogre") == 60 - 3
    play_lines(session, "amend face 15")
    assert hp(session, "ogre") == 60 - 7
    assert session.timeline.executions[-1].dice == ((8, 4),)


def test_one_undo_reverts_an_amendment_and_redo_restores_it() -> None:
    session = fight_with(15, 4)
    play_lines(session, "attack strike ogre", "d cor 5", "next")
    before, after_attack = session.fight, lines(session)
    play_lines(session, "amend 3 hit 20")
    amended, amended_lines = session.fight, lines(session)
    assert hp(session, "ogre") == 40
    assert session.timeline.undo_count == 5
    assert play_lines(session, "undo")[0] == "Undid: amend 3 hit 20"
    assert session.fight is before
    assert lines(session) == after_attack
    play_lines(session, "redo")
    assert session.fight is amended
    assert lines(session) == amended_lines


def test_an_amendment_can_be_amended_and_undone_step_by_step() -> None:
    session = fight_with()
    play_lines(session, "d ogre 10", "d cor 5")
    play_lines(session, "amend 2 20", "amend 2 30", "amend 7")
    assert (hp(session, "ogre"), hp(session, "cor")) == (30, 23)
    assert lines(session) == ["begin", "d ogre 30", "d cor 7"]
    play_lines(session, "undo")
    assert (hp(session, "ogre"), hp(session, "cor")) == (30, 25)
    play_lines(session, "undo 2")
    assert (hp(session, "ogre"), hp(session, "cor")) == (50, 25)
    play_lines(session, "redo 3")
    assert (hp(session, "ogre"), hp(session, "cor")) == (30, 23)


# The commands after it


def test_later_commands_are_carried_out_again_with_their_own_dice() -> None:
    session = fight_with(3, 4, 1, 6)
    play_lines(session, "d ogre 1d6", "d cor 1d6", "h ogre 1d6", "d goblin1 1d6", "amend 4 fire")
    assert (hp(session, "ogre"), hp(session, "cor"), hp(session, "goblin1")) == (58, 26, -5)
    assert lines(session)[1:] == ["d ogre 1d6 fire", "d cor 1d6", "h ogre 1d6", "d goblin1 1d6"]


def test_an_amendment_stops_before_a_command_that_would_need_a_die_it_never_rolled() -> None:
    session = fight_with(5)
    play_lines(session, "apply ogre dazed eont", "next", "next", "roll 1d20")
    log = play_lines(session, "amend 3 save")  # at the end of the ogre's turn there is a save now
    assert log[-1] == "stopped before: next – it needs dice that were not rolled"
    assert lines(session) == ["begin", "apply ogre dazed save", "next"]
    assert session.fight.active == "ogre"
    play_lines(session, "undo")
    assert lines(session) == ["begin", "apply ogre dazed eont", "next", "next", "roll 1d20"]


def test_each_die_keeps_its_own_face() -> None:
    """Two saves were rolled; without one of the effects, the first die could be used for the second save."""
    session = fight_with(3, 15)
    play_lines(session, "next", "apply ogre dazed save", "apply ogre slowed save", "next")
    assert [effect.name for effect in session.fight.states["ogre"].effects] == ["dazed"]
    log = play_lines(session, "amend 3 eont")
    assert log[-1] == "stopped before: next – it needs dice that were not rolled"
    assert lines(session)[-1] == "apply ogre slowed save"


def test_dice_that_are_no_longer_needed_stop_nothing() -> None:
    session = fight_with(10, 4, 4)
    play_lines(session, "bonus ari +2 attack", "attack hex ogre")  # 10 + 7 hits Will 12
    log = play_lines(session, "amend 2 -9")
    assert not any("stopped" in line for line in log)
    assert hp(session, "ogre") == 60
    assert session.timeline.executions[-1].dice == ((20, 10),)


def test_an_amendment_stops_before_a_command_that_is_no_longer_possible_and_says_why() -> None:
    session = fight_with()
    play_lines(session, "d goblin1 0", "heal goblin1 1", "d cor 3")
    log = play_lines(session, "amend 3 5")
    assert log[-1].startswith("stopped before: heal goblin1 1 – Goblin 1 is dead")
    assert hp(session, "cor") == 30


def test_an_amendment_stops_before_a_command_that_names_a_missing_creature() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10)).play("begin", "add Ogre x2", "damage ogre3 2", "amend 2 x1")
    assert fight.logs('stopped before: damage ogre3 2 – no creature is called "ogre3"')
    assert "ogre2" in fight.session.fight.states and "ogre3" not in fight.session.fight.states


def test_dice_rolled_to_the_log_in_between_are_unchanged() -> None:
    session = fight_with(13, 17)
    play_lines(session, "d ogre 10", "roll 1d20", "d cor 5", "roll 1d20")
    play_lines(session, "amend 2 11")
    assert lines(session) == ["begin", "d ogre 11", "roll 1d20", "d cor 5", "roll 1d20"]
    assert [execution.dice for execution in session.timeline.executions if execution.line == "roll 1d20"] == [
        ((20, 13),),
        ((20, 17),),
    ]


def test_a_roll_between_undo_and_redo_of_an_amendment_leaves_no_duplicate() -> None:
    session = fight_with(13)
    play_lines(session, "d ogre 10", "d cor 5", "amend 2 20", "undo", "roll 1d20", "redo")
    assert lines(session) == ["begin", "d ogre 20", "d cor 5"]
    play_lines(session, "undo")
    assert lines(session) == ["begin", "d ogre 10", "d cor 5", "roll 1d20"]
    play_lines(session, "undo 3")
    assert session.fight is small_fight()
    assert lines(session) == []


# Counting back


def test_commands_that_changed_the_fight_are_counted_back_and_a_script_is_one(tmp_path: Path) -> None:
    session = fight_with(3)
    script = tmp_path / "blows.txt"
    script.write_text("d ogre 1\nd ogre 2\n")
    play_lines(session, "d cor 5", f"run {script}", "show", "roll 1d6", "d ari 1")
    play_lines(session, "amend 3 6")
    assert (hp(session, "cor"), hp(session, "ogre"), hp(session, "ari")) == (24, 57, 39)
    assert result_of(session, "amend 2 6").error.startswith("that was a script; `undo` it")
    play_lines(session, "amend 4 first cor")
    assert session.fight.active == "cor"
    assert "only 4 commands can be amended" in result_of(session, "amend 5 6").error


def test_a_redone_script_runs_completely_or_not_at_all(tmp_path: Path) -> None:
    session = fight_with()
    script = tmp_path / "help.txt"
    script.write_text("d ogre 1\nheal goblin1 1\n")
    play_lines(session, "d goblin1 0", f"run {script}", "amend 2 5")
    assert hp(session, "ogre") == 60
    assert lines(session) == ["begin", "d goblin1 5"]


# Refusals


@pytest.mark.parametrize(
    ("line", "column", "error"),
    [
        ("amend face 99", 12, "a d20 shows 1 to 20"),
        ("amend 2 xyzzy", 9, "xyzzy"),
        ("amend  +1 xyzzy", 1, "xyzzy"),
        ("amend 9 +1", 1, "only 2 commands"),
        ("amend", 6, "expected the words to add or replace"),
    ],
)
def test_an_amendment_that_is_refused_says_why_and_changes_nothing(line: str, column: int, error: str) -> None:
    session = fight_with(15, 4)
    play_lines(session, "attack strike ogre")
    before = session.fight
    result = result_of(session, line)
    assert error in result.error
    if column > 1:
        assert result.column == column
    assert session.fight is before
    assert session.timeline.undo_count == 2


def test_an_amendment_that_fails_uses_no_dice() -> None:
    session = fight_with(3, 9)
    play_lines(session, "d ogre 1")
    assert result_of(session, "amend 2d6+2d20").error
    play_lines(session, "d cor 1d6")
    assert hp(session, "cor") == 27


def test_there_is_nothing_to_amend_at_first() -> None:
    assert result_of(session_on(small_fight()), "amend 5").error == "nothing to amend"


# The journal


def test_an_amendment_is_restored_after_resuming(tmp_path: Path) -> None:
    session = session_on(small_fight(), 3, journal_settings=journal_settings_at(tmp_path))
    script = tmp_path / "blows.txt"
    script.write_text("d ogre 1\nroll 1d6\nd ogre 2\n")
    play_lines(session, "begin", "d cor 5", f"run {script}", "roll 1d20", "amend 2 6", "undo", "redo")
    journal = journal_of(session).stem
    session.end(finished=False)
    again, lost = Session.resume(journal_settings_at(tmp_path), journal, RandomDice(Random(0)))
    assert (again.fight, lost) == (session.fight, "")
    assert again.timeline.executions == session.timeline.executions
    play_lines(again, "amend 2 7")
    assert hp(again, "cor") == 23
    assert result_of(again, "amend 1 7").error.startswith("that was a script")
    play_lines(again, "undo 5")
    assert again.fight == small_fight()
    again.end(finished=True)


@settings(max_examples=100)
@given(fights, scripts(), st.sampled_from(("5", "+2", "face 12", "ca", "ogre", "save")), st.integers(1, 8), seeds)
def test_an_amendment_is_atomic_and_undone_in_one_step(
    fight: Fight, script: list[str], words: str, count: int, seed: int
) -> None:
    session = session_on(fight, seed)
    for line in script:
        result_of(session, line)
    before, executions, steps = session.fight, list(session.timeline.executions), session.timeline.undo_count
    result = result_of(session, f"amend {count} {words}")
    if not result.error:
        assert session.timeline.undo_count == steps + 1
        assert result_of(session, "undo").error == ""
    assert session.fight is before
    assert session.timeline.executions == executions
    assert session.timeline.undo_count == steps


def test_a_fault_that_the_rules_find_in_the_amended_line_has_no_column_beyond_what_was_typed() -> None:
    session = fight_with(3)
    play_lines(session, 'add "Rat" hp=5')
    result = result_of(session, "amend kind=save")
    assert result.error.startswith('kind: unknown kind "save"')
    assert (result.column, session.timeline.undo_count) == (7, 2)


def test_whose_turn_it_is_after_undo_and_redo_is_a_heading() -> None:
    session = fight_with(15, 4)
    result_of(session, "next")
    for line in ("undo", "redo"):
        answer = result_of(session, line)
        assert [answer.log[place] for place in answer.headings] == [answer.log[-1]]
    assert result_of(session, "undo 2").headings == ()  # the fight has not begun


def test_the_preview_shows_the_change_and_the_command_as_the_log_would() -> None:
    strike = power("Strike", 'attack = "+5 vs AC"\ndamage = "1d8+3"')
    fight = Played(hero("Ari", 20, "", strike), monster("Ogre", 12)).play("begin").play("attack strike ogre", dice="4")
    session = fight.session
    assert preview_line("amend +10 hit 12", session.context) == (
        "Ogre: 9 vs AC 18 missed → 19 vs AC 18 hit",
        "Ogre: 0 damage → 12",
        "Ari attacks Ogre with Strike: 4 + 5 + 10 (typed) = 19 vs AC 18 – hit",
        "Ogre takes 12: 60 → 48",
    )
    assert preview_line("amend +10", session.context)[1:3] == (
        "Ogre: 0 damage → 7",
        "new dice are rolled; here they show their middle faces",
    )
    assert session.fight.states["ogre"].hp == 60
    assert preview_line("amend zork", session.context) == ('Ari has no power "zork"; it has Strike',)
