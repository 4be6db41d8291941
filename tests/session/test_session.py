"""The session and its journal: everything shown is saved, even if the disk fails; and its messages."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from orcus_tui.rules.fields import MOST_CREATURES
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.journal.journal_file import Journal, encode_line, read_journal
from orcus_tui.storage.journal.journal_list import JournalSummary, list_unfinished
from orcus_tui.storage.journal.recovery import replay_journal
from orcus_tui.storage.lock import Locked, is_locked
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.disks.disks import FailingDisk, not_root
from tests.helpers.fights.random_fights import (
    NO_SYNC,
    journal_of,
    journal_settings_at,
    play_lines,
    result_of,
    session_on,
    small_fight,
)

FIRST, SECOND = "2026-01-01-the-ford", "2026-01-01-the-ford-2"
"""The ids of the first two journals in a folder."""
CONTINUED = f"{FIRST}-continued"
"""The id of the journal that continues the first."""


def resume(folder: Path, journal: str, disk: Disk = NO_SYNC) -> tuple[Session, str]:
    return Session.resume(journal_settings_at(folder, disk), journal, RandomDice(Random(1)))


def records(folder: Path, journal: str) -> list[dict[str, object]]:
    return list(read_journal(folder / f"{journal}.jsonl").records)


# Starting


def test_modules_for_requests_are_imported_by_the_first_request() -> None:
    needed = "{'orcus_tui.session.dispatch', 'html', 'tomli_w'}"
    code = f"import sys, orcus_tui.session.session; print({needed} & {{*sys.modules}})"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "set()\n"


def test_modules_for_journals_are_imported_by_the_first_journal() -> None:
    needed = "{'json', 'orcus_tui.storage.journal.journal_file'}"
    code = f"import sys, orcus_tui.cli.tracker; print({needed} & {{*sys.modules}})"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "set()\n"


# Lines


def test_the_log_has_the_new_name_next_to_the_old_one() -> None:
    assert play_lines(session_on(small_fight()), 'rename ogre "Big Ogre"') == ["Ogre is renamed Big Ogre"]


def test_observers_are_shown_of_each_line_once() -> None:
    session = session_on(small_fight())
    observations: list[Result] = []
    session.observers.append(observations.append)
    results = [session.run(line) for line in ("begin", "", "  # nothing", "nonsense", "show")]
    assert observations == [result for result in results if result]
    assert len(observations) == 3


def test_an_alias_replaces_a_line_and_needs_no_undo() -> None:
    session = session_on(small_fight())
    play_lines(session, 'alias bash "d ogre 5"', "bash fire")
    assert session.fight.states["ogre"].hp == 55
    assert session.timeline.undo_count == 1
    assert result_of(session, 'alias next "d ogre 5"').error == '"next" is a command already'
    play_lines(session, 'alias one "two"', 'alias two "one"')
    assert "refers to itself" in result_of(session, "one").error


def test_only_quit_quits() -> None:
    session = session_on(small_fight())
    assert result_of(session, "q").quits
    assert not result_of(session, "show").quits


# Resuming


def test_everything_of_a_fight_is_resumed(tmp_path: Path) -> None:
    encounter = tmp_path / "ford.toml"
    encounter.write_text("format = 1\n")
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path), encounter=encounter)
    play_lines(session, 'alias bash "d ogre 5"', "bash", "ask party", f"write {tmp_path / 'kept.toml'}", "begin")
    session.end(finished=False)
    again, lost = resume(tmp_path, FIRST)
    assert not lost
    assert again.fight_files == session.fight_files
    assert again.fight == session.fight
    play_lines(again, "bash")
    assert result_of(again, f"write {encounter}").error.endswith("name another file")
    assert play_lines(again, "write") == [f"written to {tmp_path / 'kept.toml'}"]


def test_undo_leads_across_many_resumptions(tmp_path: Path) -> None:
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path))
    for number in range(1, 6):
        play_lines(session, f"d ogre {number}", "undo", "redo")
        session.end(finished=False)
        session, lost = resume(tmp_path, FIRST)
        assert not lost
    play_lines(session, "undo 3")
    session.end(finished=False)
    session, _ = resume(tmp_path, FIRST)
    assert (session.timeline.undo_count, session.timeline.redo_count) == (2, 3)
    play_lines(session, "redo 3", "undo 5")
    assert session.fight == small_fight()


@pytest.mark.parametrize(
    ("lines", "asking"),
    [
        ((), "party"),
        (("ask all",), "all"),
        (("ask all", "undo"), "party"),
        (("ask all", "undo", "redo"), "all"),
        (("ask all", "ask none", "undo"), "all"),
        (("undo 2", "redo 2"), "party"),
        (("undo 2", "ask all", "undo"), "party"),
        (("undo 2", "ask all"), "all"),
        (("ask none",), "none"),
        (("d ogre 5", "ask none", "undo"), "none"),
    ],
)
def test_the_next_fight_asks_for_dice_as_the_last_ask_that_is_not_undone(
    lines: tuple[str, ...], asking: str, tmp_path: Path
) -> None:
    fen = tmp_path / "fen.toml"
    fen.write_text('format = 1\nname = "The fen"\n[[creature]]\nname = "Imp"\nmax_hp = 5\n')
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path))
    play_lines(session, "ask all", "ask none")
    session.end(finished=False)
    again, _ = resume(tmp_path, FIRST)
    again.asked_before = "party"
    play_lines(again, *lines, f"open {fen}")
    assert (again.fight.name, again.fight.asking) == ("The fen", asking)


def test_a_second_program_names_the_process_that_has_the_journal(tmp_path: Path) -> None:
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path))
    play_lines(session, "d ogre 5")
    with pytest.raises(Locked, match=rf"in use by process {os.getpid()} \(orcus-tui test\)"):
        resume(tmp_path, journal_of(session).stem)
    play_lines(session, "d ogre 5")
    held = JournalSummary(FIRST, "The ford", "2026-01-01T20:15:00+00:00", in_use=True)
    assert list_unfinished(tmp_path) == [held]


def test_two_fights_of_one_name_and_day_have_a_journal_each(tmp_path: Path) -> None:
    sessions = [session_on(small_fight(), journal_settings=journal_settings_at(tmp_path)) for _ in range(3)]
    assert [journal_of(each).stem for each in sessions] == [FIRST, SECOND, "2026-01-01-the-ford-3"]


def test_another_program_may_be_quicker_to_take_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Journal.create

    def late(path: Path, *arguments: object, **more: object) -> Journal:
        if not path.name.endswith("-2.jsonl"):
            path.write_text("theirs")
        return real(path, *arguments, **more)

    monkeypatch.setattr(Journal, "create", late)
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path))
    assert journal_of(session).stem == SECOND
    assert (tmp_path / f"{FIRST}.jsonl").read_text() == "theirs"


def test_a_finished_fight_is_neither_offered_nor_resumed(tmp_path: Path) -> None:
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path))
    assert session.end(finished=True) == ""
    assert list_unfinished(tmp_path) == []
    with pytest.raises(StorageError, match="is finished"):
        resume(tmp_path, FIRST)


@pytest.mark.parametrize("journal", ["none-such", "../elsewhere", ""])
def test_missing_files_are_reported(tmp_path: Path, journal: str) -> None:
    with pytest.raises(StorageError):
        resume(tmp_path, journal)
    assert list(tmp_path.iterdir()) == []


def test_an_impossible_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(StorageError, match="no journal can be kept here"):
        session_on(small_fight(), journal_settings=journal_settings_at(tmp_path / "taken" / "state"))


@not_root
def test_a_folder_that_may_not_be_looked_at_is_reported(tmp_path: Path) -> None:
    tmp_path.chmod(0o400)
    try:
        with pytest.raises(StorageError, match="Permission denied"):
            session_on(small_fight(), journal_settings=journal_settings_at(tmp_path))
    finally:
        tmp_path.chmod(0o700)


def test_the_whole_fight_is_written_at_intervals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orcus_tui.storage.journal.records.WHOLE_EVERY", 5)
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path))
    play_lines(session, *["d ogre 1", "undo"] * 6)
    kinds = [each["record"] for each in records(tmp_path, journal_of(session).stem)]
    assert [place for place, kind in enumerate(kinds) if kind == "checkpoint"] == [5, 11]


# Another format


def in_another_format(path: Path, *, with_whole: bool) -> None:
    """Rewrites a journal as a later version might, with records that this version cannot read."""
    found = read_journal(path)
    kept = [each if "fight" in each else {"riddle": "?"} for each in found.records]
    if not with_whole:
        kept = [each for each in kept if "fight" not in each]
    lines = [{**found.header, "format": 99, "encounter": "otherwise"}, *kept]
    path.write_bytes(b"".join(encode_line(number, each) for number, each in enumerate(lines)))


def test_a_journal_of_another_format_opens_from_its_last_whole_fight(tmp_path: Path) -> None:
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path))
    play_lines(session, "d ogre 5", f"write {tmp_path / 'kept.toml'}", "d ogre 7")
    session.end(finished=False)
    path = tmp_path / f"{FIRST}.jsonl"
    in_another_format(path, with_whole=True)
    theirs = path.read_bytes()
    again, lost = resume(tmp_path, path.stem)
    assert again.state() == session.state()
    assert "cannot be undone" in lost
    assert journal_of(again).stem in lost
    assert journal_of(again).stem != path.stem
    assert result_of(again, "undo").error == "nothing to undo"
    play_lines(again, "d ogre 1")
    assert path.read_bytes() == theirs
    again.end(finished=False)
    once_more, lost = resume(tmp_path, CONTINUED)
    assert (once_more.state(), lost) == (again.state(), "")
    assert not is_locked(path)


def test_one_of_another_format_without_a_whole_fight_is_refused(tmp_path: Path) -> None:
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path))
    play_lines(session, "d ogre 5")
    session.end(finished=False)
    path = tmp_path / f"{FIRST}.jsonl"
    in_another_format(path, with_whole=False)
    with pytest.raises(StorageError, match="format 99, and no whole fight"):
        resume(tmp_path, path.stem)
    assert not is_locked(path)


# Viewing


def damage_journal(folder: Path, line: int) -> tuple[Path, list[dict[str, object]]]:
    """A journal with a flipped bit in that line, and STATE after each line."""
    session = session_on(small_fight(), journal_settings=journal_settings_at(folder))
    states = [session.state()]
    for command in ("begin", "d ogre 5", "roll 1d20", "d cor 5", "next"):
        play_lines(session, command)
        states.append(session.state())
    session.end(finished=False)
    path = folder / f"{FIRST}.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"at"', b'"At"')
    path.write_bytes(b"".join(lines))
    return path, states


def test_a_damaged_journal_opens_read_only_up_to_the_damage(tmp_path: Path) -> None:
    path, states = damage_journal(tmp_path, 5)
    before = path.read_bytes()
    session, lost = resume(tmp_path, path.stem)
    assert lost == "line 5 is damaged: it is not what was written (wrong CRC)"
    assert session.read_only == lost
    assert session.state() == states[3]
    for line in ("d ogre 1", "undo", "redo", "next", "amend 6", "ask all", 'note ari "x"'):
        result = result_of(session, line)
        assert result.error.startswith(f"this fight is read-only: {lost}")
        assert session.state() == states[3]
    play_lines(session, "show", "show ari", "why ogre", "log", "preview", "roll 1d6", f"export {tmp_path / 'log.md'}")
    session.end(finished=True)
    assert path.read_bytes() == before
    assert not is_locked(path)


def test_a_fight_with_a_damaged_journal_continues_from_a_file(tmp_path: Path) -> None:
    path, states = damage_journal(tmp_path, 4)
    session, _ = resume(tmp_path, path.stem)
    file = tmp_path / "saved.toml"
    play_lines(session, f"write {file}", f"open {file}")
    assert session.state() == states[2]
    play_lines(session, "d ogre 1")
    assert journal_of(session).stem == SECOND
    session.end(finished=False)
    again, lost = resume(tmp_path, SECOND)
    assert (again.state(), lost) == (session.state(), "")


def test_a_record_that_makes_no_sense_is_damage_too(tmp_path: Path) -> None:
    path, states = damage_journal(tmp_path, 5)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3:] = [encode_line(3, {"record": "undo", "at": "", "count": 99}, json.loads(lines[2])["crc"])]
    lines += [encode_line(4, {"record": "aside", "at": "", "execution": 1}, json.loads(lines[3])["crc"])]
    path.write_bytes(b"".join(lines))
    session, lost = resume(tmp_path, path.stem)
    assert lost.startswith("line 4 of the journal is invalid")
    assert session.state() == states[2]
    assert result_of(session, "next").error
    assert not is_locked(path)


# A disk that fails


def test_short_writes_are_continued(tmp_path: Path) -> None:
    failing = FailingDisk("short")
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path, failing.disk()))
    assert result_of(session, "d ogre 5").warning == ""
    session.end(finished=False)
    again, lost = resume(tmp_path, FIRST)
    assert (again.fight, lost) == (session.fight, "")


@pytest.mark.parametrize("what", ["full", "full in the middle", "sync"])
@pytest.mark.parametrize("line", ["d ogre 7", "undo", "redo", "roll 1d20", 'alias bash "d ogre 5"', "amend 2 30"])
def test_a_failed_write_is_reported_and_the_fight_continues_in_a_new_file(tmp_path: Path, what: str, line: str) -> None:
    failing = FailingDisk()
    journal_settings = journal_settings_at(tmp_path, failing.disk())
    session = session_on(small_fight(), 1, journal_settings=journal_settings)
    twin = session_on(small_fight(), 1)
    lines = ['alias hit "d cor 2"', "begin", "d ogre 10", "d ogre 20", "d ari 1", "undo"]
    for each in (session, twin):
        play_lines(each, *lines)
    before = session.state()
    failing.fails, failing.only = what, tmp_path / f"{FIRST}.jsonl"
    result = result_of(session, line)
    assert not result.error
    assert f"continuing in a new journal, {CONTINUED}" in result.warning
    assert "could not be written" in result.warning
    play_lines(twin, line)
    after = twin.state()
    old = (tmp_path / f"{FIRST}.jsonl").read_bytes()
    for later in ("hit", "undo 2", "roll 1d4", "redo", "undo 3", "d ari 3", "next", "amend 2 9", "undo"):
        assert (result_of(session, later).log, result_of(session, "log").log) == (
            result_of(twin, later).log,
            result_of(twin, "log").log,
        )
        assert session.state() == twin.state()
    assert (tmp_path / f"{FIRST}.jsonl").read_bytes() == old
    session.end(finished=False)
    failing.fails = ""
    again, lost = resume(tmp_path, CONTINUED)
    assert not lost
    assert again.state() == session.state()
    assert again.aliases == session.aliases
    first, lost = resume(tmp_path, FIRST)
    assert first.state() == (after if what == "sync" else before)  # unsynced lines may still be in the file


def test_commands_before_a_new_file_are_undone_and_amended_in_it(tmp_path: Path) -> None:
    failing = FailingDisk()
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path, failing.disk()))
    play_lines(session, "begin", "d ogre 1", "d ogre 2")
    failing.fails, failing.only = "full", tmp_path / f"{FIRST}.jsonl"
    play_lines(session, "d ogre 3", "d ogre 4", "amend 4 11", "d ogre 5", "undo 2", "redo", "undo 3", "d cor 1")
    failing.fails = ""
    session.end(finished=False)
    again, lost = resume(tmp_path, CONTINUED)
    assert (again.state(), lost) == (session.state(), "")


def test_a_line_that_no_file_can_hold_fails_and_changes_nothing(tmp_path: Path) -> None:
    failing = FailingDisk()
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path, failing.disk()))
    play_lines(session, "begin", "d ogre 5", "d cor 5", "undo")
    before = (
        session.fight,
        list(session.timeline.executions),
        session.timeline.undo_count,
        session.timeline.redo_count,
    )
    failing.fails = "full"
    for line in ("d ogre 7", "undo", "redo", "undo 2", "roll 1d20", 'alias bash "d ogre 5"', "amend 6"):
        result = result_of(session, line)
        assert "No space left on device" in result.error
        assert "no new journal can be begun" in result.error
        now = (
            session.fight,
            list(session.timeline.executions),
            session.timeline.undo_count,
            session.timeline.redo_count,
        )
        assert now == before
        assert not session.aliases
    play_lines(session, "show", "preview", "log")
    failing.fails = ""
    result = result_of(session, "redo")
    assert "continuing in a new journal" in result.warning
    assert result_of(session, "d ogre 1").warning == ""
    session.end(finished=False)
    again, _ = resume(tmp_path, CONTINUED)
    assert again.state() == session.state()
    assert list_unfinished(tmp_path)


def test_a_new_journal_that_fails_in_its_turn_is_followed_by_another(tmp_path: Path) -> None:
    failing = FailingDisk()
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path, failing.disk()))
    play_lines(session, "begin")
    for number in (1, 2, 3):
        failing.fails, failing.only = "sync", journal_of(session)
        tail = "continued" if number == 1 else f"continued-{number}"
        assert f"ford-{tail}" in result_of(session, f"d ogre {number}").warning
        assert result_of(session, "d cor 1").warning == ""
    session.end(finished=False)
    again, _ = resume(tmp_path, f"{CONTINUED}-3")
    assert again.state() == session.state()
    assert again.timeline.undo_count == 1


def test_an_end_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    failing = FailingDisk()
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path, failing.disk()))
    play_lines(session, "begin")
    failing.fails = "full"
    assert "No space left on device" in session.end(finished=True)
    assert session.end(finished=True) == ""
    failing.fails = ""
    again, _ = resume(tmp_path, FIRST)
    assert again.state() == session.state()


def test_a_write_is_reported_as_done_though_the_journal_fails(tmp_path: Path) -> None:
    failing = FailingDisk()
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path, failing.disk()))
    failing.fails = "full"
    result = result_of(session, f"write {tmp_path / 'kept.toml'}")
    assert (result.error, result.log) == ("", (f"written to {tmp_path / 'kept.toml'}",))
    assert "No space left on device" in result.warning


def test_a_journal_is_only_ever_added_to(tmp_path: Path) -> None:
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path))
    path = tmp_path / f"{FIRST}.jsonl"
    so_far = path.read_bytes()
    for line in (
        "begin",
        "d ogre 5",
        "undo",
        "redo",
        "nonsense",
        "amend 6",
        "roll 1d6",
        f"write {tmp_path / 'a.toml'}",
    ):
        result_of(session, line)
        now = path.read_bytes()
        assert now.startswith(so_far)
        assert all(json.loads(each) for each in now.splitlines())
        so_far = now
    assert replay_journal(read_journal(path)).timeline.fight == session.fight


def test_creatures_beyond_the_limit_of_a_file_are_refused() -> None:
    session = session_on(small_fight())
    while len(session.fight.sheets) + 200 <= MOST_CREATURES:
        play_lines(session, "add Rat x200 hp=1")
    before = session.fight
    assert "a fight takes at most 2,000 creatures" in result_of(session, "add Rat x200 hp=1").error
    assert session.fight is before
