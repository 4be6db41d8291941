"""The rows of the log: undone entries, folded entries, search."""

import sys
from functools import partial
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from orcus_tui.screen.fight.cards import card
from orcus_tui.screen.fight.keys import first_labels
from orcus_tui.screen.fight.log import RECENT, LogBook, log_of
from orcus_tui.screen.fight.log_entry import Entry, LogRow, plain_rows
from orcus_tui.screen.fight.panes import fill_log
from orcus_tui.screen.fight.view import PaneSize
from orcus_tui.screen.widgets.row import fit, text_of
from orcus_tui.screen.widgets.text_search import next_match
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from tests.helpers.fights.played import Played, hero, monster, power
from tests.helpers.fights.random_fights import (
    begin_small_fight,
    journal_settings_at,
    result_of,
    session_on,
    small_fight,
)
from tests.helpers.screen.panes import pane_data_of, texts, view_of


def carry_out(log: LogBook, session: Session, *lines: str) -> None:
    """Carries lines out, and lets the log know as the screen does."""
    for line in lines:
        result = result_of(session, line)
        assert not result.error, result.error
        entry = log.add(result.command, result.log)
        timeline = session.timeline
        if result.redone:
            log.count_redone(timeline.redo_count)
        log.count_steps(entry, timeline.undo_count, timeline.redo_count)


def undone_in(log: LogBook) -> list[str]:
    return [each.command for each in log.entries if each.undone]


def test_undone_entries_are_marked_and_redone_entries_are_not() -> None:
    log, session = LogBook(), session_on(small_fight())
    carry_out(log, session, "begin", "d ogre 1", "d ogre 2", "d ogre 3", "undo 2")
    assert undone_in(log) == ["d ogre 2", "d ogre 3"]
    carry_out(log, session, "redo")
    assert undone_in(log) == ["d ogre 3"]
    carry_out(log, session, "redo")
    assert undone_in(log) == []


def test_undone_commands_stay_marked_after_a_different_command() -> None:
    log, session = LogBook(), session_on(small_fight())
    carry_out(log, session, "begin", "d ogre 1", "undo", "d ogre 2")
    assert undone_in(log) == ["d ogre 1"]
    carry_out(log, session, "undo", "d ogre 3", "d ogre 4", "undo 2", "redo")
    assert undone_in(log) == ["d ogre 1", "d ogre 2", "d ogre 4"]


def test_commands_without_a_change_are_not_steps_and_an_amendment_is_one() -> None:
    log, session = LogBook(), session_on(small_fight())
    carry_out(log, session, "begin", "d ogre 1", "show ogre", "roll d20", "undo")
    assert undone_in(log) == ["d ogre 1"]
    carry_out(log, session, "redo", "amend 7", "undo")
    assert undone_in(log) == ["amend 7"]


@pytest.mark.parametrize("seed", range(8))
def test_undo_marks_are_right_in_a_resumed_fight_too(tmp_path: Path, seed: int) -> None:
    chance = Random(seed)
    journal_settings = journal_settings_at(tmp_path)
    session = session_on(small_fight(), journal_settings=journal_settings)
    done_now: list[int] = []
    undone: list[int] = []
    marked: set[int] = set()
    log = log_of(session.timeline)
    for turn in range(60):
        if turn == 30:  # resumed, with a log of earlier commands
            session.end(finished=False)
            session, _ = Session.resume(journal_settings, "2026-01-01-the-ford", RandomDice(Random(1)))
            log = log_of(session.timeline)
            assert [each.command for each in log.entries] == [f"note ari {each}" for each in done_now]
            marked = set()
        choice = chance.random()
        count = chance.randint(1, 3)
        if choice < 0.3 and len(done_now) >= count:
            carry_out(log, session, f"undo {count}")
            undone += (done_now.pop() for _ in range(count))
            marked |= set(undone)
        elif choice < 0.5 and len(undone) >= count:
            carry_out(log, session, f"redo {count}")
            again = [undone.pop() for _ in range(count)]
            done_now += again
            marked -= set(again)
        else:
            carry_out(log, session, f"note ari {turn + 1}")
            done_now.append(turn + 1)
            undone.clear()
        known = {each.command for each in log.entries}
        assert {*undone_in(log)} == {f"note ari {each}" for each in marked} & known
    session.end(finished=True)


def log_with(*entries: tuple[str, tuple[str, ...]], width: int = 30) -> LogBook:
    log = LogBook()
    log.set_width(width)
    for command, lines in entries:
        log.add(command, lines)
    return log


LONG = ("d ogre 5", ("Ogre takes 5: 60 → 55 · staggered", "Cor takes 5: 30 → 25"))
SHORT = ("next", ("Ari's turn",))


def test_an_entry_is_the_command_and_its_wrapped_indented_result() -> None:
    assert texts(log_with(SHORT, LONG).rows) == [
        "next  Ari's turn",
        "d ogre 5  Ogre takes 5: 60 →",
        "    55 · staggered · Cor takes",
        "    5: 30 → 25",
    ]


def test_an_entry_is_folded_to_its_first_row_and_opened_again() -> None:
    log = log_with(SHORT, LONG)
    whole = texts(log.rows)
    log.select(2)
    log.toggle_fold()
    assert len(log.rows) == 2
    assert texts(log.rows)[1].endswith("…")
    log.select(1)
    log.toggle_fold()
    assert texts(log.rows) == whole
    log.select(99)
    assert log.cursor == len(whole) - 1
    LogBook().toggle_fold()


def test_a_folded_row_shows_that_it_is_folded_even_if_it_is_full() -> None:
    log = log_with(("x" * 28, ("y",)), width=30)
    log.select(0)
    log.toggle_fold()
    assert text_of(fit(log.rows[0], 30)) == "x" * 28 + "… "


def test_a_text_is_found_from_the_last_row_up_whatever_its_case() -> None:
    log = log_with(SHORT, LONG, SHORT)
    found = log.rows_with("ARI")
    assert found == [0, 4]
    assert next_match(found, None, 0, first=-1) == 4
    assert next_match(found, 4, -1) == 0
    assert next_match(found, 0, -1) == 0
    assert next_match(found, 0, 1) == 4
    assert log.rows_with("dragon") == log.rows_with("") == []
    assert next_match([], None, -1) is None


def test_a_match_across_two_rows_is_found_in_the_first() -> None:
    log = log_with(SHORT, LONG)
    assert log.rows_with("60 → 55") == [1]
    assert log.rows_with("cor takes 5") == [2]
    assert log.rows_with("takes") == [1, 2]
    assert log.rows_with("30 → 25") == [3]


def test_a_match_in_a_folded_entry_is_found_in_its_first_row() -> None:
    log = log_with(SHORT, LONG, SHORT)
    log.select(1)
    log.toggle_fold()
    assert log.rows_with("staggered") == log.rows_with("cor takes") == [1]
    assert log.rows_with("ari") == [0, 2]


def test_at_another_width_it_is_the_same_log_in_other_rows() -> None:
    log = log_with(SHORT, LONG)
    narrow = texts(log.rows)
    log.set_width(200)
    assert texts(log.rows) == ["next  Ari's turn", "d ogre 5  Ogre takes 5: 60 → 55 · staggered · Cor takes 5: 30 → 25"]
    log.set_width(30)
    assert texts(log.rows) == narrow


def test_without_any_width_the_rows_and_the_match_stay() -> None:
    """As when a terminal shrinks to nothing in the middle of a search."""
    log, session = LogBook(), session_on(small_fight())
    log.set_width(60)
    carry_out(log, session, "begin", "d ogre 1", "d ogre 2")
    log.search("ogre", 0)
    rows = [*log.rows]
    assert log.set_width(0, 1) == 1
    assert [*log.rows] == rows
    assert log.set_width(60, 1) == 1


def test_a_log_made_from_the_timeline_has_each_command_with_its_result() -> None:
    session = begin_small_fight("d ogre 5", 'roll d20 "a search"')
    log = log_of(session.timeline)
    log.set_width(100)
    assert texts(log.rows)[-2] == "d ogre 5  Ogre takes 5: 60 → 55"
    assert "a search" in texts(log.rows)[-1]


def test_the_log_calls_a_refresh_what_the_card_calls_it() -> None:
    toad = monster("Toad", 10, "", power("Spit", 'use = "refresh 5,6"\nattack = "+8 vs AC"\ndamage = "1d8"'))
    fight = Played(hero("Ari", 20), toad).play("begin", "spend toad spit", "next", dice="6")
    log = LogBook()
    execution = fight.session.timeline.executions[-1]
    log.add_executed(execution.line, execution.events, execution.after)
    log.set_width(100)
    assert "Spit refreshed (6)" in "".join(text_of(row) for row in log.rows)
    on_the_card = texts(card(view_of(fight.session), "toad", 100, first_labels({})))
    assert any("Spit" in row and "refresh 5,6" in row for row in on_the_card), on_the_card


# A long log


LONG_AGO = RECENT * 2 + 7


def long_log() -> tuple[LogBook, list[int]]:
    """A log of many entries; each records that it is read."""
    log, read = LogBook(), []

    def rows(number: int, _: object) -> tuple[LogRow, ...]:
        read.append(number)
        return plain_rows([f"result {number}"])

    log.entries += [Entry(f"d ogre {number}", partial(rows, number)) for number in range(LONG_AGO)]
    return log, read


def commands_in(log: LogBook) -> list[str]:
    return [text_of(row).split("  ")[0] for row in log.rows]


def every_command() -> list[str]:
    return [f"d ogre {number}" for number in range(LONG_AGO)]


def test_only_the_last_entries_of_a_long_log_are_read_at_first() -> None:
    log, read = long_log()
    log.set_width(60)
    log.add("next", ["Ari's turn"])
    assert commands_in(log) == [*every_command()[-RECENT:], "next"]
    assert sorted(read) == list(range(LONG_AGO))[-RECENT:]


def test_earlier_entries_are_put_above_when_the_first_row_is_in_sight() -> None:
    log, read = long_log()
    data = replace(pane_data_of(view_of(session_on(small_fight()))), log=log)
    assert fill_log(data, PaneSize(60, 10, top=sys.maxsize)).above == 0
    assert fill_log(data, PaneSize(60, 10, top=1)).above == 0
    assert fill_log(data, PaneSize(60, 10, top=0)).above == RECENT
    assert commands_in(log) == every_command()[-2 * RECENT :]
    contents = fill_log(data, PaneSize(60, 10, top=-3))
    assert (contents.above, commands_in(log)) == (LONG_AGO - RECENT, every_command())
    assert fill_log(data, PaneSize(60, 10, top=0)).above == LONG_AGO - RECENT, "there are no more"
    assert len(read) == LONG_AGO, "each is read once"


@pytest.mark.parametrize("up", [1, RECENT, LONG_AGO - 1, LONG_AGO, LONG_AGO * 3])
def test_the_cursor_moves_up_past_the_first_loaded_row(up: int) -> None:
    log, _ = long_log()
    log.set_width(60)
    log.select(log.cursor - up)
    entry = log.entry_at_cursor
    assert entry and entry.command == every_command()[max(-1 - up, -LONG_AGO)]


def test_the_first_row_is_reached_a_part_of_the_log_at_a_time() -> None:
    log, _ = long_log()
    log.set_width(60)
    parts = 1
    while log.select_earlier():
        assert (log.cursor, commands_in(log)) == (0, every_command()[-(parts + 1) * RECENT :])
        parts += 1
    assert parts > 1
    assert (log.cursor, commands_in(log)) == (0, every_command())


def test_the_cursor_stays_on_its_command_when_rows_are_put_above() -> None:
    log, _ = long_log()
    log.set_width(60)
    log.select(3)
    before = log.entry_at_cursor
    log.read_earlier()
    assert log.entry_at_cursor is before


def test_a_search_finds_what_is_not_on_the_screen_yet() -> None:
    log, _ = long_log()
    log.set_width(60)
    ended = log.search("ogre 0", 0)
    parts = 0
    while not ended:
        assert log.highlight(focused=False) is None
        ended = log.search_earlier("ogre 0")
        parts += 1
    assert parts > 1  # keys are answered between two parts
    assert log.highlight(focused=False) == 0
    assert commands_in(log) == every_command()


def test_a_search_reads_no_more_than_it_needs() -> None:
    log, _ = long_log()
    log.set_width(60)
    assert log.search("ogre", 0)
    assert commands_in(log) == every_command()[-RECENT:]


def test_a_search_without_matches_ends_at_the_first_command() -> None:
    log, _ = long_log()
    log.set_width(60)
    ended = log.search("dragon", -1)
    while not ended:
        ended = log.search_earlier("dragon")
    assert log.highlight(focused=False) is None
    assert commands_in(log) == every_command()


def test_another_width_starts_from_the_last_entries_unless_one_is_selected() -> None:
    log, _ = long_log()
    log.set_width(60)
    log.read_earlier()
    log.set_width(40)
    assert (commands_in(log), log.rows_above) == (every_command()[-RECENT:], 0)
    log.select(-1)
    log.set_width(60)
    assert commands_in(log) == every_command()[-2 * RECENT :]


def test_at_another_width_the_same_command_is_at_the_top_and_under_the_cursor() -> None:
    log = log_with(*(LONG, SHORT) * 20, width=60)
    log.select(24)
    top, selected = log.rows.items[20][0], log.entry_at_cursor
    for width in (20, 100, 30):
        at = log.set_width(width, next(row for row, item in enumerate(log.rows.items) if item[0] is top))
        assert at is not None
        assert log.rows.items[at][0] is top
        assert log.entry_at_cursor is selected


def test_folding_only_changes_the_rows_of_its_entry() -> None:
    log = log_with(SHORT, LONG, LONG, SHORT)
    whole = texts(log.rows)
    log.select(2)
    log.toggle_fold()
    assert texts(log.rows) == [whole[0], texts(log.rows)[1], *whole[4:]]
    assert texts(log.rows)[1].endswith("…")
    log.select(1)
    log.toggle_fold()
    assert texts(log.rows) == whole
