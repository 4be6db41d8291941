"""Encounters and unfinished fights to choose from, and those that cannot be read."""

import shutil
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.config.paths import SAMPLE
from orcus_tui.screen.dialogs import unfinished
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Menu
from orcus_tui.screen.dialogs.file_choices import SHIPPED, file_menu
from orcus_tui.screen.dialogs.unfinished import discard, discard_menu, mention, unfinished_menu
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.journal.progress import Progress, read_progress
from tests.campaign.trials import PATIENCE
from tests.helpers.casts.ford import FIGHT, fight_of
from tests.helpers.fights.random_fights import NO_SYNC, play_lines, session_on, small_fight
from tests.helpers.project.files import ROOT
from tests.helpers.screen.driver import (
    MenuApp,
    command_line,
    key_event,
    pane_text,
    play,
    press,
    sees,
    tracker,
    type_text,
    until,
    until_seen,
)
from tests.helpers.screen.menus import texts


def files_in(menu: Menu) -> list[Choice]:
    """The files in a menu, without folders and shipped files."""
    return [each for each in menu.choices if not each.completes and SHIPPED.lower() not in each.group.lower()]


def test_the_encounters_of_the_program_are_listed_from_any_folder(tmp_path: Path) -> None:
    menu = file_menu(tmp_path, SAMPLE, None)
    shipped = [each.text for each in menu.choices if each.group == SHIPPED]
    encounters = sorted(path.name for path in (ROOT / "encounters").iterdir() if not path.stem.endswith("party"))
    assert shipped == ["sample-fight.toml", *encounters]
    parties = [each.text for each in menu.choices if each.group == f"Party files {SHIPPED[0].lower()}{SHIPPED[1:]}"]
    assert "party.toml" in parties
    assert [each.text for each in file_menu(ROOT, None, None).choices].count("the-duke-of-moths.toml") == 1


def test_a_shipped_file_is_not_listed_if_there_is_a_copy(tmp_path: Path) -> None:
    name = "the-duke-of-moths.toml"
    (tmp_path / "encounters").mkdir()
    shutil.copy(ROOT / "encounters" / name, tmp_path / "encounters")
    assert [each.group for each in file_menu(tmp_path, None, None).choices if each.text == name] == ["In encounters"]


def test_files_are_found_next_to_the_encounter_and_in_the_working_folder(tmp_path: Path) -> None:
    there, here = tmp_path / "campaign", tmp_path / "here"
    for folder in (there, here / "encounters", here / "folder.toml"):
        folder.mkdir(parents=True)
    (there / "ford.toml").write_text(FIGHT)
    (there / "notes.txt").write_text("")
    (here / "encounters" / "faulty.toml").write_text("name = 3\n[[creature]]\n")
    (here / "saved.toml").write_text(FIGHT + '[fight]\nphase = "turns"\nround = 2\n')
    (here / "pyproject.toml").write_text("[project]\n")
    menu = file_menu(here, there / "ford.toml", None)
    assert texts(files_in(menu)) == ["ford.toml", "faulty.toml", "saved.toml"]
    assert [each.about for each in files_in(menu)] == ["The ford", "", "The ford, in progress"]
    assert [each.text for each in menu.choices if each.completes] == ["../", "encounters/", "folder.toml/"]
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
    about = {Path(each.text).name: each.about for each in files_in(menu)}
    assert about["gone.toml"].startswith("cannot be read: ")
    assert about["encounters"].startswith("cannot be read: ")
    assert about["a\x1b[31m.toml"] == "The ford"

    def refuse(folder: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    menu = file_menu(tmp_path, None, tmp_path / "state")
    assert {each.about for each in menu.choices} == {"cannot be read: Permission denied"}


def settings_on(folder: Path, day: int = 5) -> JournalSettings:
    """Settings with which it is this day of January."""
    return JournalSettings(folder, "orcus-tui test", lambda: f"2026-01-0{day}T20:15:00+00:00", NO_SYNC)


def session_with_journal(folder: Path, day: int, *lines: str) -> Session:
    """The fight at the ford after these lines, with a journal of that day."""
    session = Session(fight_of(), RandomDice(Random(1)), journal_settings=settings_on(folder, day))
    play_lines(session, *lines)
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
    assert (older.text, older.about) == ("The ford", "round 2, 12 lines, 2026-01-01 20:15")
    assert older.results_by_key == {
        "g": DialogResult("resume", "2026-01-01-the-ford"),
        "l": DialogResult("view", "2026-01-01-the-ford"),
        "x": DialogResult("discard", "2026-01-01-the-ford"),
        "delete": DialogResult("discard", "2026-01-01-the-ford"),
    }
    lines = list(older.details())
    assert lines[1] == "12 commands, the last 8:"
    assert lines[8:11] == ["› undo 2", "› d ari 5", "› roll d20"]
    assert not bad.result
    assert "is not a journal" in bad.about
    assert "is not a journal" in bad.details()[0]
    held.end(finished=False)
    others = file_menu(tmp_path, None, tmp_path, own_journal="2026-01-01-the-ford")
    assert texts(files_in(others)) == ["The ford", "bad"]


def test_the_memory_that_a_large_journal_takes_is_shown(tmp_path: Path) -> None:
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
    assert [each.about for each in files_in(menu)] == [
        "2026-01-03 20:15, open elsewhere",
        "2026-01-02 20:15, open elsewhere",
    ]


def test_files_and_unfinished_fights_are_marked_as_read_from_disk(tmp_path: Path) -> None:
    session_with_journal(tmp_path, 1, "begin").end(finished=False)
    (tmp_path / "ford.toml").write_text(FIGHT)
    menu = file_menu(tmp_path, None, tmp_path)
    assert len(files_in(menu)) == 2
    assert all(each.from_disk for each in files_in(menu))


def test_the_newest_unfinished_fights_are_above_the_files_and_the_others_below(tmp_path: Path) -> None:
    (tmp_path / "ford.toml").write_text(FIGHT)
    for day in (1, 2, 3):
        session_with_journal(tmp_path / "state", day, "begin").end(finished=False)
    groups = [each.group for each in files_in(file_menu(tmp_path, None, tmp_path / "state"))]
    assert groups == ["Unfinished fights", "Unfinished fights", "In this folder", "Earlier unfinished fights"]


# Folders, and fights that are discarded


def test_a_path_is_typed_through_folders(tmp_path: Path) -> None:
    campaign = tmp_path / "campaign"
    (campaign / "old").mkdir(parents=True)
    (campaign / ".hidden").mkdir()
    (campaign / "ford.toml").write_text(FIGHT)
    (campaign / "fen.toml").write_text(FIGHT)
    (campaign / "notes.txt").write_text("")
    menu = file_menu(tmp_path, None, None)
    into = next(each for each in menu.choices if each.text == "campaign/")
    found, _ = menu.matches(into.completes)
    assert texts(found) == ["fen.toml", "ford.toml", "../", "old/"]
    assert found[1].result == DialogResult("open", str(campaign / "ford.toml"))
    assert "Mud Goblin" in "\n".join(found[1].details())
    assert texts(menu.matches("campaign/fo")[0]) == ["ford.toml"]
    assert texts(menu.matches(f"{campaign}/o")[0]) == ["old/"]
    up = next(each for each in menu.matches("campaign/old/")[0] if each.text == "../")
    assert "fen.toml" in texts(menu.matches(up.completes)[0])
    none, why = menu.matches("nowhere/")
    assert not none
    assert "nowhere" in why
    assert "No such file" in why


def test_the_files_of_a_typed_path_are_not_counted_among_the_others(tmp_path: Path) -> None:
    campaign = tmp_path / "campaign"
    campaign.mkdir()
    for number in range(5):
        (campaign / f"{number}.toml").write_text(FIGHT)

    async def script(pilot: Pilot[Any]) -> None:
        assert f" Open  {listed} of {listed} " in pane_text(pilot, "choices")
        await type_text(pilot, "campaign/")
        assert " Open  6 ─" in pane_text(pilot, "choices")
        await type_text(pilot, "3")
        assert " Open  1 ─" in pane_text(pilot, "choices")

    menu = file_menu(tmp_path, None, None)
    listed = len(menu.choices)
    play(MenuApp(menu), script)


def test_the_progress_of_a_fight_ignores_undone_commands(tmp_path: Path) -> None:
    session_with_journal(tmp_path, 1, "begin", *["next"] * 9).end(finished=False)
    path = tmp_path / "2026-01-01-the-ford.jsonl"
    assert read_progress(path) == Progress(10, 3)
    session_with_journal(tmp_path, 2, "begin", *["next"] * 9, "undo 5", "d ari 1").end(finished=False)
    assert read_progress(tmp_path / "2026-01-02-the-ford.jsonl") == Progress(12, 2)
    session_with_journal(tmp_path, 3, "d ari 1").end(finished=False)
    assert read_progress(tmp_path / "2026-01-03-the-ford.jsonl") == Progress(1, 0)
    path.write_bytes(path.read_bytes()[:-30])
    assert read_progress(path).lines == 10
    assert read_progress(tmp_path / "nowhere.jsonl") == Progress()


def test_an_unfinished_fight_goes_to_the_archive_when_that_is_chosen(tmp_path: Path) -> None:
    settings = settings_on(tmp_path)
    session_with_journal(tmp_path, 1, "begin", "next").end(finished=False)
    menu = discard_menu(tmp_path, "2026-01-01-the-ford")
    assert "round 1, 2 lines" in menu.title
    assert [each.result for each in menu.choices] == [
        DialogResult("keep", "2026-01-01-the-ford"),
        DialogResult("archive", "2026-01-01-the-ford"),
    ]
    assert mention(tmp_path) == "unfinished: The ford (round 1)"
    assert "orcus-tui recover 2026-01-01-the-ford" in discard(settings, "2026-01-01-the-ford")
    assert not unfinished_menu(tmp_path).choices
    assert (tmp_path / "archive" / "2026-01-01-the-ford.jsonl").exists()
    assert mention(tmp_path) == ""
    assert "cannot be read: No such file" in discard(settings, "2026-01-01-the-ford")


def test_discarding_asks_first_and_the_other_fights_are_offered_again(tmp_path: Path) -> None:
    session_with_journal(tmp_path, 1, "begin").end(finished=False)
    session_with_journal(tmp_path, 2, "begin", "next").end(finished=False)
    settings = settings_on(tmp_path)

    async def script(pilot: Pilot[Any]) -> None:
        await until_seen(pilot, "Unfinished fights")
        await press(pilot, "x")
        assert sees(pilot, "Discard 2026-01-02-the-ford?")
        await press(pilot, "enter")
        await until_seen(pilot, "Unfinished fights")
        assert sees(pilot, "2026-01-02 20:15")
        await press(pilot, "x")
        await press(pilot, "x")  # this answers the question, which must be shown first
        await until(pilot, lambda: sees(pilot, "Unfinished fights") and not sees(pilot, "2026-01-02 20:15"))
        await press(pilot, "escape")
        await until_seen(pilot, "Initiative")

    play(tracker(session_on(small_fight()), settings), script)
    assert (tmp_path / "archive" / "2026-01-02-the-ford.jsonl").exists()
    assert (tmp_path / "2026-01-01-the-ford.jsonl").exists()


def test_keys_typed_before_the_question_appears_answer_it_and_never_reach_the_fight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session_with_journal(tmp_path, 1, "begin").end(finished=False)
    session_with_journal(tmp_path, 2, "begin").end(finished=False)
    settings = settings_on(tmp_path)
    goes_on = Event()

    def slow_menu(*arguments: Any) -> Menu:
        assert goes_on.wait(PATIENCE)
        return discard_menu(*arguments)

    monkeypatch.setattr(unfinished, "discard_menu", slow_menu)

    async def script(pilot: Pilot[Any]) -> None:
        await until_seen(pilot, "Unfinished fights")
        pilot.app.post_message(key_event("x"))
        await until(pilot, lambda: pilot.app.screen is pilot.app.fight)
        typed = ("d", "down", "enter")
        for key in typed:
            pilot.app.post_message(key_event(key))
        await until(pilot, lambda: len(pilot.app._keys) == len(typed))  # these keys wait for the question
        assert command_line(pilot) is None
        goes_on.set()
        await until_seen(pilot, "Unfinished fights")  # the menu again, since the second answer was chosen
        await press(pilot, "escape", "b")
        await until_seen(pilot, "Round 1")

    play(tracker(session_on(small_fight()), settings), script)
    assert (tmp_path / "archive" / "2026-01-02-the-ford.jsonl").exists()
    assert (tmp_path / "2026-01-01-the-ford.jsonl").exists()


def test_a_file_that_is_asked_for_opens_and_the_others_are_mentioned(tmp_path: Path) -> None:
    session_with_journal(tmp_path, 1, "begin", "next").end(finished=False)
    settings = settings_on(tmp_path)
    session = session_on(small_fight())
    session.fight_files.encounter = tmp_path / "mine.toml"

    async def script(pilot: Pilot[Any]) -> None:
        await until_seen(pilot, "unfinished: The ford (round 1)")
        assert sees(pilot, "o resumes one")
        assert sees(pilot, "Initiative")

    play(tracker(session, settings), script, toasts=True)


def test_party_files_are_listed_separately(tmp_path: Path) -> None:
    (tmp_path / "a-party.toml").write_text('format = 1\n[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 9\n')
    (tmp_path / "ford.toml").write_text(FIGHT)
    menu = file_menu(tmp_path, None, None)
    assert texts(files_in(menu)) == ["ford.toml", "a-party.toml"]
    assert [each.group.startswith("Party files") for each in files_in(menu)] == [False, True]
