"""A tracker that follows a fight: it shows the changes by another tracker, and cannot change anything."""

from pathlib import Path
from random import Random
from typing import Any

from textual.pilot import Pilot

from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.journal.archive import archive_journal
from orcus_tui.storage.journal.running_fight import follow_running
from tests.helpers.casts.ford import FIGHT
from tests.helpers.fights.followed import playing
from tests.helpers.fights.random_fights import journal_of, play_lines
from tests.helpers.screen.driver import (
    Script,
    command_line,
    pane_text,
    play,
    press,
    say,
    seen,
    sees,
    tracker,
    until,
    until_seen,
)


def look_on(folder: Path, script: Script) -> None:
    """Runs a script in a tracker that follows the fight played in this folder."""
    running = follow_running(folder / "journals")
    app = tracker(Session.follow(running.journal, RandomDice(Random(2))))
    app.running_fight = running
    play(app, script, (120, 40), toasts=True)


def fen_in(folder: Path) -> Path:
    """The file of another fight."""
    file = folder / "fen.toml"
    file.write_text(FIGHT.replace("The ford", "The fen"), encoding="utf-8")
    return file


def test_a_second_tracker_follows_the_fight_of_the_first_and_changes_nothing(tmp_path: Path) -> None:
    session = playing(tmp_path)

    async def script(pilot: Pilot[Any]) -> None:
        assert sees(pilot, "Round 1")
        assert sees(pilot, "read-only")
        assert sees(pilot, "press : to type a command ")
        assert not sees(pilot, "has not acted"), "the other program is asked"
        play_lines(session, "d ari 5", "next")
        await until(pilot, lambda: "d ari 5" in pane_text(pilot, "log"))
        assert pilot.app.fight.view.fight == session.fight
        await press(pilot, "n")
        await until_seen(pilot, "this fight is read-only")
        await press(pilot, "v")
        await until_seen(pilot, "the players' view cannot be opened here: another program plays")
        await say(pilot, "d ari 1")
        assert pilot.app.fight.view.fight == session.fight
        play_lines(session, "undo 2")
        await until(pilot, lambda: pilot.app.fight.view.fight == session.fight)

    before = len(list((tmp_path / "journals").iterdir()))
    look_on(tmp_path, script)
    assert len(list((tmp_path / "journals").iterdir())) == before
    session.end(finished=True)


def test_no_other_fight_is_opened_in_a_tracker_that_follows(tmp_path: Path) -> None:
    session = playing(tmp_path)
    other = fen_in(tmp_path)
    refusal = "this tracker only follows a fight"

    async def script(pilot: Pilot[Any]) -> None:
        assert " o open" not in seen(pilot)[-1]
        await press(pilot, "o")
        await until_seen(pilot, refusal)
        assert pilot.app.screen is pilot.app.fight
        await say(pilot, f"open {other}")
        await until_seen(pilot, refusal)
        await press(pilot, "escape")
        play_lines(session, "next")
        await until(pilot, lambda: pilot.app.fight.view.fight == session.fight)
        assert sees(pilot, "The ford")
        assert sees(pilot, "read-only")
        assert "d damage" not in seen(pilot)[-1]
        await say(pilot, "d ari 7")
        await until_seen(pilot, "this fight is read-only")
        assert pilot.app.fight.view.fight == session.fight

    look_on(tmp_path, script)
    session.end(finished=True)


def test_the_next_fight_of_the_other_program_is_followed_too(tmp_path: Path) -> None:
    session = playing(tmp_path)
    other = fen_in(tmp_path)

    async def script(pilot: Pilot[Any]) -> None:
        play_lines(session, "d ari 5")
        await until(pilot, lambda: pilot.app.fight.view.fight == session.fight)
        play_lines(session, f"open {other}")
        await until_seen(pilot, "The fen", "read-only", "the other program has moved on to The fen")
        play_lines(session, "begin", "next")
        await until(pilot, lambda: pilot.app.fight.view.fight == session.fight)
        await press(pilot, "n")
        await until_seen(pilot, "this fight is read-only")
        assert pilot.app.fight.view.fight == session.fight

    look_on(tmp_path, script)
    session.end(finished=True)


def test_a_message_says_when_the_other_program_leaves_and_the_fight_is_followed_when_it_continues(
    tmp_path: Path,
) -> None:
    session = playing(tmp_path)
    assert session.journal_settings
    journal = journal_of(session).stem
    left = "the other program has left this fight"

    async def script(pilot: Pilot[Any]) -> None:
        play_lines(session, "d ari 5")
        await until(pilot, lambda: pilot.app.fight.view.fight == session.fight)
        assert not sees(pilot, left)
        session.end(finished=False)
        await until_seen(pilot, left, "read-only")
        again, _ = Session.resume(session.journal_settings, journal, RandomDice(Random(1)))
        play_lines(again, "d ari 6")
        await until(pilot, lambda: pilot.app.fight.view.fight == again.fight)
        again.end(finished=True)

    look_on(tmp_path, script)


def test_the_next_fight_is_followed_after_the_one_before_was_archived(tmp_path: Path) -> None:
    ford = playing(tmp_path)
    assert ford.journal_settings
    settings, journal = ford.journal_settings, journal_of(ford).stem

    async def script(pilot: Pilot[Any]) -> None:
        play_lines(ford, "d ari 5")
        await until(pilot, lambda: pilot.app.fight.view.fight == ford.fight)
        ford.end(finished=False)
        await until_seen(pilot, "the other program has left this fight")
        archive_journal(settings, journal)
        await until_seen(pilot, "the journal is gone; the next fight will be followed")
        fen = playing(tmp_path, "fen")
        play_lines(fen, "d ari 3")
        await until(pilot, lambda: pilot.app.fight.view.fight == fen.fight)
        play_lines(fen, "next")
        await until(pilot, lambda: pilot.app.fight.view.fight == fen.fight)
        fen.end(finished=True)

    look_on(tmp_path, script)


def test_a_damaged_line_is_mentioned_once_and_the_fight_continues_when_it_is_repaired(tmp_path: Path) -> None:
    session = playing(tmp_path)
    path = journal_of(session)
    mentioned = "the journal's line 3 is damaged: it is not what was written (wrong CRC)"

    async def script(pilot: Pilot[Any]) -> None:
        whole = path.read_bytes()
        play_lines(session, "d ari 5")
        longer = path.read_bytes()
        path.write_bytes(whole + longer[len(whole) :].replace(b'"d ari 5"', b'"d ari 6"'))
        await until_seen(pilot, mentioned)
        path.write_bytes(longer)
        await until(pilot, lambda: pilot.app.fight.view.fight == session.fight)

    look_on(tmp_path, script)
    session.end(finished=True)


def test_a_dialog_about_the_fight_before_is_closed_when_the_next_one_is_shown(tmp_path: Path) -> None:
    session = playing(tmp_path)
    other = fen_in(tmp_path)

    async def script(pilot: Pilot[Any]) -> None:
        play_lines(session, "d ari 5")
        await until(pilot, lambda: pilot.app.fight.view.fight == session.fight)
        await press(pilot, "m")
        assert pilot.app.screen is not pilot.app.fight
        play_lines(session, f"open {other}")
        await until(pilot, lambda: pilot.app.fight.view.fight.name == "The fen")
        await until(pilot, lambda: pilot.app.screen is pilot.app.fight)
        await press(pilot, "enter", "escape")
        assert pilot.app.fight.view.fight == session.fight
        play_lines(session, "begin")
        await until(pilot, lambda: pilot.app.fight.view.fight == session.fight)

    look_on(tmp_path, script)
    session.end(finished=True)


def test_the_key_to_save_heroes_is_refused_with_a_reason_in_a_following_tracker(tmp_path: Path) -> None:
    session = playing(tmp_path)
    play_lines(session, "finish")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "K")
        await until_seen(pilot, "this tracker only follows the fight; `keep` in the one that plays it")
        assert command_line(pilot) is None

    look_on(tmp_path, script)
    session.end(finished=True)


def test_a_follower_writes_only_what_is_named_and_never_over_the_file_of_the_other_program(tmp_path: Path) -> None:
    session = playing(tmp_path)
    play_lines(session, "write")
    own = tmp_path / "ford-fight.toml"
    saved = own.read_text(encoding="utf-8")
    running = follow_running(tmp_path / "journals")
    following = Session.follow(running.journal, RandomDice(Random(2)))
    play_lines(session, "d ari 5")
    assert running.read_new_lines()

    refused = following.run("write")
    assert refused is not None
    assert refused.error == "this fight is read-only: name a file for the copy, as in `write copy.toml`"
    assert own.read_text(encoding="utf-8") == saved
    refused = following.run(f"keep {tmp_path / 'party.toml'}")
    assert refused is not None
    assert "`keep` in the one that plays it" in refused.error
    assert not (tmp_path / "party.toml").exists()

    play_lines(following, f"write {tmp_path / 'copy.toml'}")
    assert (tmp_path / "copy.toml").exists()
    (line, backup) = play_lines(following, f"write {own}")
    assert "written to" in line
    assert backup.startswith("the previous file is now ")
    session.end(finished=True)
