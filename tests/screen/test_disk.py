"""The screen and the disk: nothing is shown as done before it is on disk, and failures are reported."""

import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.screen.app import Tracker
from orcus_tui.screen.dialogs.chooser import Chooser
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.encounter.read import read_encounter_bytes
from orcus_tui.storage.journal.journal_list import list_unfinished
from tests.campaign.trials import PATIENCE
from tests.helpers.disks.disks import FailingDisk
from tests.helpers.fights.played import Played, hero, monster
from tests.helpers.fights.random_fights import NO_SYNC, journal_settings_at, play_lines, session_on, small_fight
from tests.helpers.screen.driver import (
    command_line,
    is_leaving,
    key_event,
    pane_text,
    play,
    press,
    row_of,
    say,
    seen,
    sees,
    set_size,
    settle,
    tracker,
    until,
    until_seen,
)

FIRST = "2026-01-01-the-ford"
FEN = 'format = 1\nname = "The fen"\n[[creature]]\nname = "Newt"\nmax_hp = 4\n'


def session_at(folder: Path, journal: str = FIRST) -> Session:
    """A session with the fight of the journal."""
    session, lost = Session.resume(journal_settings_at(folder), journal, RandomDice(Random(1)))
    assert not lost
    session.end(finished=False)
    return session


# Saving a fight


def test_every_line_is_in_the_journal_and_a_fight_is_offered_again(tmp_path: Path) -> None:
    app = tracker(session_on(small_fight()), journal_settings_at(tmp_path))

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b")
        await press(pilot, *"jd5", "enter", "n")
        assert "● saved" in seen(pilot)[0]

    play(app, script)
    again = session_at(tmp_path)
    assert [each.line for each in again.timeline.executions] == ["begin", "damage ogre 5", "next"]
    assert again.fight == app.fight.view.fight
    assert [each.id for each in list_unfinished(tmp_path)] == [FIRST]


def test_a_fight_in_which_nothing_was_done_is_not_offered_again(tmp_path: Path) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "j", "tab")

    play(tracker(session_on(small_fight()), journal_settings_at(tmp_path)), script)
    assert list_unfinished(tmp_path) == []


# A slow disk


class SlowDisk:
    """A disk whose calls end once `goes_on` is set."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()
        self.goes_on.set()
        self.disk = Disk(sync=self.sync, sync_folder=NO_SYNC.sync_folder)

    def sync(self, _fd: int) -> None:
        assert self.goes_on.wait(PATIENCE)


def test_nothing_is_shown_as_done_before_it_is_saved_and_waiting_keys_are_shown(tmp_path: Path) -> None:
    slow = SlowDisk()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b")
        slow.goes_on.clear()
        for key in (*"jd5", "enter", "n", "j"):
            pilot.app.post_message(key_event(key))
        await until_seen(pilot, "damage ogre 5 · n · j", "○ saving")
        assert "60/60" in row_of(pilot, "Ogre")
        assert sees(pilot, "▶ Ari")
        assert "damage" not in pane_text(pilot, "log")
        set_size(pilot, 100, 30)  # drawing never waits
        await until(pilot, lambda: len(seen(pilot)) == 30)
        slow.goes_on.set()
        await until_seen(pilot, "▶ Ogre")
        await settle(pilot)
        assert "55/60" in row_of(pilot, "Ogre")
        assert "● saved" in seen(pilot)[0]
        assert not sees(pilot, "damage ogre 5 · n")

    play(tracker(session_on(small_fight()), journal_settings_at(tmp_path, slow.disk)), script)


def test_a_key_after_the_end_of_a_turn_is_for_the_next_turn(tmp_path: Path) -> None:
    slow = SlowDisk()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b")
        slow.goes_on.clear()
        for key in "nd7":
            pilot.app.post_message(key_event(key))
        await until_seen(pilot, "next · d · 7")
        assert command_line(pilot) is None
        slow.goes_on.set()
        await settle(pilot)
        assert command_line(pilot) == "damage ogre 7"
        await press(pilot, "escape", "z", "z", "b")
        assert sees(pilot, "▶ Ari")

    play(tracker(session_on(small_fight()), journal_settings_at(tmp_path, slow.disk)), script)


def test_waiting_keys_go_to_the_screen_that_opens(tmp_path: Path) -> None:
    slow = SlowDisk()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b")
        slow.goes_on.clear()
        for key in "nj":
            pilot.app.post_message(key_event(key))
        await until_seen(pilot, "next · j")
        pilot.app.fight.open_text("notes", ["one", "two"])
        pilot.app.post_message(key_event("escape"))
        await until(pilot, lambda: isinstance(pilot.app.screen, FightScreen))
        slow.goes_on.set()
        await settle(pilot)

    play(tracker(session_on(small_fight()), journal_settings_at(tmp_path, slow.disk)), script)


def test_a_line_refused_after_a_wait_leaves_nothing_behind(tmp_path: Path) -> None:
    slow = SlowDisk()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b")
        slow.goes_on.clear()
        for line in ("d ogre 5", "act ogre"):
            pilot.app.fight.submit(line)
        await until_seen(pilot, "○ saving")
        slow.goes_on.set()
        await settle(pilot)
        await until_seen(pilot, "● saved")
        await press(pilot, "escape")
        assert not sees(pilot, "act ogre")

    play(tracker(session_on(small_fight()), journal_settings_at(tmp_path, slow.disk)), script)


def test_leaving_waits_until_everything_is_saved(tmp_path: Path) -> None:
    slow = SlowDisk()
    app = tracker(session_on(small_fight()), journal_settings_at(tmp_path, slow.disk))

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b")
        slow.goes_on.clear()
        for key in (*"jd5", "enter", "ctrl+c"):
            pilot.app.post_message(key_event(key))
        await until(pilot, lambda: app.fight.pending)
        threading.Timer(0.1, slow.goes_on.set).start()

    play(app, script)
    assert [each.line for each in session_at(tmp_path).timeline.executions] == ["begin", "damage ogre 5"]


# A disk that fails


def test_a_journal_that_cannot_be_written_is_reported_and_the_fight_continues_in_another(tmp_path: Path) -> None:
    failing = FailingDisk()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b")
        failing.fails, failing.only = "full", tmp_path / f"{FIRST}.jsonl"
        await press(pilot, *"jd5", "enter")
        assert "55/60" in row_of(pilot, "Ogre")
        assert sees(pilot, "No space left on device")
        assert sees(pilot, f"{FIRST}-continued")
        await press(pilot, "n")
        assert "● saved" in seen(pilot)[0]

    app = tracker(session_on(small_fight()), journal_settings_at(tmp_path, failing.disk()))
    play(app, script, toasts=True)
    failing.fails = ""
    assert session_at(tmp_path, f"{FIRST}-continued").fight == app.fight.view.fight


def test_a_line_that_cannot_be_saved_changes_nothing_and_works_later(tmp_path: Path) -> None:
    failing = FailingDisk()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b")
        failing.fails = "full"
        await say(pilot, "d ogre 5")
        assert "60/60" in row_of(pilot, "Ogre")
        assert sees(pilot, "No space left on device")
        await press(pilot, "escape")
        failing.fails = ""
        await say(pilot, "d ogre 6")
        assert "54/60" in row_of(pilot, "Ogre")

    play(tracker(session_on(small_fight()), journal_settings_at(tmp_path, failing.disk())), script, toasts=True)


def test_without_a_place_for_a_journal_a_message_says_so_and_the_fight_continues(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b", "n")
        assert sees(pilot, "▶ Ogre")
        assert sees(pilot, "no journal can be kept")
        assert "! not saved" in seen(pilot)[0]

    play(tracker(session_on(small_fight()), journal_settings_at(tmp_path / "file" / "state")), script, toasts=True)


def test_ctrl_c_warns_first_where_nothing_is_saved_and_quits_the_second_time(tmp_path: Path) -> None:
    no_folder = tmp_path / "file"
    no_folder.touch()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "n", "ctrl+c")
        assert not is_leaving(pilot)
        assert isinstance(pilot.app.screen, FightScreen)
        assert sees(pilot, "not saved: `write` saves it; quit again to discard it")
        await press(pilot, "ctrl+c")
        assert is_leaving(pilot)

    session = session_on(small_fight())
    play(tracker(session, journal_settings_at(no_folder / "state")), script, toasts=True)


# Unfinished fights


def leave_unfinished(folder: Path, *lines: str) -> None:
    """Leaves a fight after these lines, so that it is offered again."""
    session = session_on(small_fight(), journal_settings=journal_settings_at(folder))
    play_lines(session, *lines)
    session.end(finished=False)


def other_fight() -> Session:
    """A fight without a journal yet, different from the fight that was left."""
    text = 'format = 1\nname = "The mill"\n[[creature]]\nname = "Miller"\nmax_hp = 9\n'
    return Session(read_encounter_bytes(text.encode(), Path("mill.toml")), RandomDice(Random(1)))


async def resume_the_ford(pilot: Pilot[Any]) -> None:
    """Resumes the fight of `leave_unfinished` from within another."""
    await press(pilot, "o")
    await until_seen(pilot, "The ford")
    await press(pilot, *"ford", "enter")
    await until_seen(pilot, "The ford · Orcus")
    await until(pilot, lambda: not pilot.app.fight.pending)
    await settle(pilot)


def test_folds_and_the_theme_stay_in_the_resumed_fight(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    leave_unfinished(tmp_path, "begin")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "escape")
        await say(pilot, "add Imp x2 hp=5")
        pilot.app.theme = "orcus-light"
        await press(pilot, "j", "f")
        folded = pilot.app.fight.view.toggled
        assert folded
        await resume_the_ford(pilot)
        assert pilot.app.fight.view.toggled == folded
        assert pilot.app.theme == "orcus-light"

    play(tracker(other_fight(), journal_settings_at(tmp_path)), script)


@pytest.mark.parametrize(
    ("there", "asked", "message"),
    [
        ("none", "party", "this fight asks for no dice; `ask party` changes that"),
        ("all", "party", "this fight asks for all dice; `ask party` changes that"),
        ("all", "none", "this fight asks for all dice; `ask none` changes that"),
        ("party", "party", ""),
    ],
)
def test_a_resumed_fight_asks_for_the_same_dice_and_reports_a_difference_from_the_previous_fight(
    there: str, asked: str, message: str, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    leave_unfinished(tmp_path, "begin", "ask party", f"ask {there}")
    before = session_at(tmp_path).timeline
    app = tracker(other_fight(), journal_settings_at(tmp_path))

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "escape")  # the unfinished fights
        await say(pilot, "ask all")
        await say(pilot, f"ask {asked}")
        await resume_the_ford(pilot)
        assert sees(pilot, message or "The ford")
        assert message or not sees(pilot, "changes that")
        assert pilot.app.fight.view.fight.asking == there

    play(app, script, (100, 24), toasts=True)
    after = session_at(tmp_path).timeline
    assert list(after.undo_lines()) == list(before.undo_lines())
    assert after.fight == before.fight


def test_commands_undone_before_leaving_can_be_redone_after_resuming(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    leave_unfinished(tmp_path, "begin", "d ogre 5", "d ogre 6", "undo 2")
    app = tracker(other_fight(), journal_settings_at(tmp_path))

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "escape")
        await say(pilot, "ask party")
        await resume_the_ford(pilot)
        await say(pilot, "redo 2")
        assert "49/60" in row_of(pilot, "Ogre")

    play(app, script)
    assert list(session_at(tmp_path).timeline.undo_lines()) == ["d ogre 6", "d ogre 5", "begin"]


@pytest.mark.parametrize(("first", "asked"), [("l", "none"), ("escape", "all")])
def test_a_new_fight_asks_for_dice_as_the_last_one_here_did(
    first: str, asked: str, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    state = tmp_path / "state"
    leave_unfinished(state, "begin", "ask party")
    (tmp_path / "fen.toml").write_text(FEN, encoding="utf-8")
    app = tracker(other_fight(), journal_settings_at(state))

    async def script(pilot: Pilot[Any]) -> None:
        await until_seen(pilot, "Unfinished fights")
        await press(pilot, first)
        if first == "l":
            await until_seen(pilot, "The ford · Orcus", "read-only")
        else:
            await say(pilot, f"ask {asked}")
        await resume_the_ford(pilot)
        await until(pilot, lambda: not sees(pilot, "read-only"))
        assert sees(pilot, "changes that") == (first != "l")
        await say(pilot, "open fen.toml")
        await until_seen(pilot, "The fen")
        assert pilot.app.fight.view.fight.asking == asked

    play(app, script, (100, 24), toasts=True)
    resumed = session_at(state)
    assert list(resumed.timeline.undo_lines()) == ["ask party", "begin"]
    assert resumed.fight.asking == "party"


def test_the_next_fight_asks_for_the_dice_that_ask_named(tmp_path: Path) -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10))
    path = tmp_path / "next.toml"
    path.write_text('format = 1\nname = "Next"\nsystem = "orcus"\n', encoding="utf-8")

    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "ask party", f"open {path}")
        assert pilot.app.fight.view.fight.name == "Next"
        assert pilot.app.fight.view.fight.asking == "party"

    play(tracker(fight.session), script)


def test_an_ask_that_was_undone_is_not_carried_to_the_next_fight(tmp_path: Path) -> None:
    (tmp_path / "fen.toml").write_text(FEN, encoding="utf-8")
    session = other_fight()
    play_lines(session, "ask party", "undo", f"open {tmp_path / 'fen.toml'}")
    assert session.fight.asking == "none"
    play_lines(session, "ask party", "undo", "redo", f"open {tmp_path / 'fen.toml'}")
    assert session.fight.asking == "party"


def test_an_ask_that_changes_nothing_here_still_applies_to_the_next_fights(tmp_path: Path) -> None:
    (tmp_path / "fen.toml").write_text(FEN, encoding="utf-8")
    leave_unfinished(tmp_path / "state", "begin", "ask party")
    session, _ = Session.resume(journal_settings_at(tmp_path / "state"), FIRST, RandomDice(Random(1)))
    play_lines(session, "ask party", f"open {tmp_path / 'fen.toml'}")
    assert session.fight.asking == "party"
    session.end(finished=False)


def test_an_unfinished_fight_is_offered_and_resumed(tmp_path: Path) -> None:
    leave_unfinished(tmp_path, "begin", *[f"d cor {each}" for each in range(1, 7)], "d ogre 5", "undo", "d ogre 7")
    app = tracker(other_fight(), journal_settings_at(tmp_path))

    async def script(pilot: Pilot[Any]) -> None:
        await until_seen(pilot, "Unfinished fights", "› d ogre 7")
        await press(pilot, "enter")
        await until_seen(pilot, "The ford")
        assert "53/60" in row_of(pilot, "Ogre")
        assert "d ogre 7  " in pane_text(pilot, "log")  # the last commands are visible
        await press(pilot, "z", "n")
        assert "60/60" in row_of(pilot, "Ogre")
        assert sees(pilot, "▶ Ogre")
        assert [each.command for each in app.fight.log_book.entries if each.undone] == ["d ogre 7"]

    play(app, script, (100, 24))
    assert session_at(tmp_path).fight == app.fight.view.fight
    assert [each.id for each in list_unfinished(tmp_path)] == [FIRST]


def test_an_unfinished_fight_can_be_viewed_but_not_changed(tmp_path: Path) -> None:
    leave_unfinished(tmp_path, "begin", "d ogre 5")
    before = (tmp_path / f"{FIRST}.jsonl").read_bytes()

    async def script(pilot: Pilot[Any]) -> None:
        await until_seen(pilot, "Unfinished fights")
        await press(pilot, "l")
        await until_seen(pilot, "read-only")
        await press(pilot, "n")
        assert sees(pilot, "▶ Ari")
        assert sees(pilot, "this fight is read-only")
        await say(pilot, "show ogre")
        assert "show ogre  Ogre" in pane_text(pilot, "log")

    play(tracker(other_fight(), journal_settings_at(tmp_path)), script, toasts=True)
    assert (tmp_path / f"{FIRST}.jsonl").read_bytes() == before


def test_a_fight_that_can_only_be_viewed_is_left_at_once_after_a_line_it_refused(tmp_path: Path) -> None:
    leave_unfinished(tmp_path, "begin", "d ogre 5", "next")
    path = tmp_path / f"{FIRST}.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join((*lines[:2], b"garbage\n", *lines[3:])))

    async def script(pilot: Pilot[Any]) -> None:
        await until_seen(pilot, "Unfinished fights")
        await press(pilot, "enter")
        await until_seen(pilot, "read-only")
        await say(pilot, "d ogre 5")
        assert sees(pilot, "this fight is read-only")
        await press(pilot, "ctrl+c")
        assert is_leaving(pilot)

    play(tracker(other_fight(), journal_settings_at(tmp_path)), script, toasts=True)


def test_unfinished_fights_are_not_changed(tmp_path: Path) -> None:
    leave_unfinished(tmp_path, "begin")
    app = tracker(other_fight(), journal_settings_at(tmp_path), ask="party")

    async def script(pilot: Pilot[Any]) -> None:
        await until_seen(pilot, "Unfinished fights")
        assert isinstance(pilot.app.screen, Chooser)
        await press(pilot, "escape")
        assert "The mill" in seen(pilot)[0]
        await press(pilot, *":d miller 2", "enter")
        assert "7/9" in row_of(pilot, "Miller")

    play(app, script)
    assert sorted(each.id for each in list_unfinished(tmp_path)) == [FIRST, "2026-01-01-the-mill"]
    assert app.fight.view.fight.asking == "party"


def test_switching_to_an_unfinished_fight_saves_both(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    app: Tracker = tracker(other_fight(), journal_settings_at(tmp_path / "state"))

    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "d miller 2")
        leave_unfinished(tmp_path / "state", "begin", "d ogre 5")
        await press(pilot, "o")
        await until_seen(pilot, "The ford")
        await press(pilot, *"ford", "enter")
        await until_seen(pilot, "The ford · Orcus")
        assert "55/60" in row_of(pilot, "Ogre")

    play(app, script)
    assert sorted(each.id for each in list_unfinished(tmp_path / "state")) == [FIRST, "2026-01-01-the-mill"]
