"""Encounters and unfinished fights to choose from, and what of them cannot be read."""

from pathlib import Path
from random import Random

import pytest
from ford import FIGHT, fight_of
from menu_choices import texts

from orcus_tui.screen.dialogs.choices import DialogResult
from orcus_tui.screen.dialogs.file_choices import file_menu
from orcus_tui.screen.dialogs.unfinished import unfinished_menu
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.door import execute_line
from orcus_tui.session.session import Session
from orcus_tui.storage.journal.journal_settings import JournalSettings


def test_files_are_looked_for_beside_the_encounter_and_in_the_working_folder(tmp_path: Path) -> None:
    there, here = tmp_path / "campaign", tmp_path / "here"
    for folder in (there, here / "encounters", here / "folder.toml"):
        folder.mkdir(parents=True)
    (there / "ford.toml").write_text(FIGHT)
    (there / "notes.txt").write_text("")
    (here / "encounters" / "faulty.toml").write_text("name = 3\n[[creature]]\n")
    (here / "saved.toml").write_text(FIGHT + '[fight]\nphase = "turns"\nround = 2\n')
    (here / "pyproject.toml").write_text("[project]\n")
    menu = file_menu(here, there / "ford.toml", None)
    assert texts(menu.choices) == ["ford.toml", "faulty.toml", "saved.toml"]
    assert [each.about for each in menu.choices] == ["", "", "in progress"]
    assert menu.choices[0].result == DialogResult("open", str(there / "ford.toml"))
    assert list(menu.choices[0].details())[:5] == ["The ford", "Orcus", "", "Ari", "3 × Mud Goblin"]
    faults = "\n".join(menu.choices[1].details())
    assert "faulty.toml:1: name: expected" in faults
    assert "creature[1].max_hp: missing" in faults
    assert "in progress: round 2" in menu.choices[2].details()


def test_unreadable_files_are_reported_in_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "encounters").symlink_to("encounters")
    (tmp_path / "gone.toml").symlink_to("nowhere.toml")
    (tmp_path / "a\x1b[31m.toml").write_text(FIGHT)
    menu = file_menu(tmp_path, None, tmp_path / "gone.toml")
    about = {Path(each.text).name: each.about for each in menu.choices}
    assert about["gone.toml"].startswith("cannot be read: ")
    assert about["encounters"].startswith("cannot be read: ")
    assert about["a\x1b[31m.toml"] == ""

    def refuse(folder: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    menu = file_menu(tmp_path, None, tmp_path / "state")
    assert {each.about for each in menu.choices} == {"cannot be read: Permission denied"}


def session_with_journal(folder: Path, day: int, *lines: str) -> Session:
    journal_settings = JournalSettings(folder, "orcus-tui test", lambda: f"2026-01-0{day}T20:15:00+00:00")
    session = Session(fight_of(), RandomDice(Random(1)), journal_settings=journal_settings)
    for line in lines:
        result = execute_line(session, line)
        assert result
        assert not result.error
    return session


def test_unfinished_fights_are_offered_newest_first_with_their_last_commands(tmp_path: Path) -> None:
    session_with_journal(tmp_path, 1, "begin", *["next"] * 8, "undo 2", "d ari 5", "roll d20").end(finished=False)
    session_with_journal(tmp_path, 3).end(finished=True)
    held = session_with_journal(tmp_path, 2, "begin")
    (tmp_path / "bad.jsonl").write_text("junk\n")
    newest, older, bad = unfinished_menu(tmp_path).choices
    assert (newest.about, newest.result) == (
        "2026-01-02 20:15, open elsewhere",
        DialogResult("view", "2026-01-02-the-ford"),
    )
    assert (older.text, older.about) == ("The ford", "2026-01-01 20:15")
    assert older.results_by_key == {
        "g": DialogResult("resume", "2026-01-01-the-ford"),
        "l": DialogResult("view", "2026-01-01-the-ford"),
    }
    lines = list(older.details())
    assert lines[1] == "12 commands, the last 8:"
    assert lines[8:11] == ["› undo 2", "› d ari 5", "› roll d20"]
    assert not bad.result
    assert "is not a journal" in bad.about
    assert "is not a journal" in bad.details()[0]
    held.end(finished=False)
    others = file_menu(tmp_path, None, tmp_path, own_journal="2026-01-01-the-ford")
    assert texts(others.choices) == ["The ford", "bad"]


def test_of_a_large_journal_the_memory_it_takes_is_shown(tmp_path: Path) -> None:
    session_with_journal(tmp_path, 1, "begin").end(finished=False)
    (path,) = tmp_path.glob("*.jsonl")
    with path.open("r+b") as journal:
        journal.truncate(20_000_000)
    (choice,) = unfinished_menu(tmp_path).choices
    assert choice.details()[0] == "a large journal: resuming or viewing it takes up to 400 MB of memory"


def test_the_last_commands_of_a_damaged_journal_are_shown_up_to_the_damage(tmp_path: Path) -> None:
    session = session_with_journal(tmp_path, 1, "begin", "next", "next")
    session.end(finished=False)
    (path,) = tmp_path.glob("*.jsonl")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"x" + lines[2][1:], *lines[3:]]))
    (choice,) = unfinished_menu(tmp_path).choices
    shown = choice.details()
    assert "› begin" in shown
    assert any("line 3 is damaged" in each for each in shown)
    path.unlink()
    assert "cannot be read" in choice.details()[0]


def test_a_fight_killed_before_its_first_command_is_not_offered_and_only_beginnings_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session_with_journal(tmp_path, 1)
    session_with_journal(tmp_path, 2, "begin")
    session_with_journal(tmp_path, 3)
    with (tmp_path / "2026-01-03-the-ford.jsonl").open("ab") as torn:
        torn.write(b'{"crc"')

    def refuse(path: Path) -> bytes:
        raise AssertionError(f"{path} is read whole")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    menu = file_menu(tmp_path, None, tmp_path)
    assert [each.about[:10] for each in menu.choices] == ["2026-01-03", "2026-01-02"]


def test_files_and_unfinished_fights_are_read_beside_the_screen(tmp_path: Path) -> None:
    session_with_journal(tmp_path, 1, "begin").end(finished=False)
    (tmp_path / "ford.toml").write_text(FIGHT)
    menu = file_menu(tmp_path, None, tmp_path)
    assert len(menu.choices) == 2
    assert all(each.from_disk for each in menu.choices)
