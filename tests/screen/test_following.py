"""A tracker that looks on: what another one does in the fight is seen, and nothing can be done to it."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from ford import FIGHT
from on_screen import command_line, pane_text, play, press, say, seen, sees, tracker, until, until_seen
from random_fights import done
from textual.pilot import Pilot

from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.door import execute_line
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.archive import archive_journal
from orcus_tui.storage.journal.follow import PlayedFight, follow_running
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.storage_error import StorageError


def playing(folder: Path, name: str = "ford") -> Session:
    """A fight of a file that is being played, with its journal in the folder."""
    file = folder / f"{name}.toml"
    file.write_text(FIGHT, encoding="utf-8")
    settings = JournalSettings(folder / "journals", "orcus-tui test", lambda: "2026-01-05T20:15:00+00:00")
    session = Session(read_encounter(file), RandomDice(Random(1)), journal_settings=settings, encounter=file)
    done(session, "begin")
    return session


def test_a_second_tracker_follows_the_fight_of_the_first_and_changes_nothing(tmp_path: Path) -> None:
    session = playing(tmp_path)
    follower = follow_running(tmp_path / "journals", tmp_path / "ford.toml")
    app = tracker(Session.follow(follower, RandomDice(Random(2))))
    app.follower = follower

    async def script(pilot: Pilot[Any]) -> None:
        assert sees(pilot, "Round 1")
        assert sees(pilot, "read-only")
        done(session, "d ari 5", "next")
        await until(pilot, lambda: "d ari 5" in pane_text(pilot, "log"))
        assert pilot.app.fight.view.fight == session.fight
        await press(pilot, "n")
        await until_seen(pilot, "this fight is read-only")
        await press(pilot, "v")
        await until_seen(pilot, "no players' view from here: another program plays")
        await say(pilot, "d ari 1")
        assert pilot.app.fight.view.fight == session.fight
        done(session, "undo 2")
        await until(pilot, lambda: pilot.app.fight.view.fight == session.fight)

    before = len(list((tmp_path / "journals").iterdir()))
    play(app, script, (120, 40), toasts=True)
    assert len(list((tmp_path / "journals").iterdir())) == before
    session.end(finished=True)


def test_no_other_fight_is_opened_in_a_tracker_that_follows(tmp_path: Path) -> None:
    session = playing(tmp_path)
    other = tmp_path / "fen.toml"
    other.write_text(FIGHT.replace("The ford", "The fen"), encoding="utf-8")
    follower = follow_running(tmp_path / "journals", tmp_path / "ford.toml")
    app = tracker(Session.follow(follower, RandomDice(Random(2))))
    app.follower = follower
    refusal = "this tracker only follows a fight"

    async def script(pilot: Pilot[Any]) -> None:
        assert " o open" not in seen(pilot)[-1]
        await press(pilot, "o")
        await until_seen(pilot, refusal)
        assert pilot.app.screen is pilot.app.fight
        await say(pilot, f"open {other}")
        await until_seen(pilot, refusal)
        await press(pilot, "escape")
        done(session, "next")
        await until(pilot, lambda: pilot.app.fight.view.fight == session.fight)
        assert sees(pilot, "The ford")
        assert sees(pilot, "read-only")
        assert "d damage" not in seen(pilot)[-1]
        await say(pilot, "d ari 7")
        await until_seen(pilot, "this fight is read-only")
        assert pilot.app.fight.view.fight == session.fight == follower.fight

    play(app, script, (120, 40), toasts=True)
    session.end(finished=True)


def test_the_next_fight_of_the_other_program_is_followed_too(tmp_path: Path) -> None:
    session = playing(tmp_path)
    other = tmp_path / "fen.toml"
    other.write_text(FIGHT.replace("The ford", "The fen"), encoding="utf-8")
    follower = follow_running(tmp_path / "journals", tmp_path / "ford.toml")
    app = tracker(Session.follow(follower, RandomDice(Random(2))))
    app.follower = follower

    async def script(pilot: Pilot[Any]) -> None:
        done(session, "d ari 5")
        await until(pilot, lambda: pilot.app.fight.view.fight == session.fight)
        done(session, f"open {other}")
        await until_seen(pilot, "The fen", "read-only", "the other program has gone on to The fen")
        done(session, "begin", "next")
        await until(pilot, lambda: pilot.app.fight.view.fight == session.fight)
        await press(pilot, "n")
        await until_seen(pilot, "this fight is read-only")
        assert pilot.app.fight.view.fight == session.fight

    play(app, script, (120, 40), toasts=True)
    session.end(finished=True)


def test_it_is_said_when_the_other_program_leaves_the_fight_and_the_same_fight_is_followed_when_it_goes_on(
    tmp_path: Path,
) -> None:
    session = playing(tmp_path)
    assert session.recorder and session.journal_settings
    journal = session.recorder.id
    follower = follow_running(tmp_path / "journals", None)
    app = tracker(Session.follow(follower, RandomDice(Random(2))))
    app.follower = follower
    left = "the other program has left this fight"

    async def script(pilot: Pilot[Any]) -> None:
        done(session, "d ari 5")
        await until(pilot, lambda: pilot.app.fight.view.fight == session.fight)
        assert not sees(pilot, left)
        session.end(finished=False)
        await until_seen(pilot, left, "read-only")
        again, _ = Session.resume(session.journal_settings, journal, RandomDice(Random(1)))
        done(again, "d ari 6")
        await until(pilot, lambda: pilot.app.fight.view.fight == again.fight)
        again.end(finished=True)

    play(app, script, (120, 40), toasts=True)


def test_the_next_fight_is_followed_after_the_one_before_was_archived(tmp_path: Path) -> None:
    ford = playing(tmp_path)
    assert ford.recorder and ford.journal_settings
    settings, journal = ford.journal_settings, ford.recorder.id
    follower = follow_running(tmp_path / "journals", None)
    app = tracker(Session.follow(follower, RandomDice(Random(2))))
    app.follower = follower

    async def script(pilot: Pilot[Any]) -> None:
        done(ford, "d ari 5")
        await until(pilot, lambda: pilot.app.fight.view.fight == ford.fight)
        ford.end(finished=False)
        await until_seen(pilot, "the other program has left this fight")
        archive_journal(settings, journal)
        await until_seen(pilot, "the journal is gone; what is played next is followed")
        fen = playing(tmp_path, "fen")
        done(fen, "d ari 3")
        await until(pilot, lambda: pilot.app.fight.view.fight == fen.fight)
        done(fen, "next")
        await until(pilot, lambda: pilot.app.fight.view.fight == fen.fight)
        fen.end(finished=True)

    play(app, script, (120, 40), toasts=True)


def test_a_fight_that_nobody_plays_is_left_once_its_journal_is_gone(tmp_path: Path) -> None:
    ford = playing(tmp_path)
    assert ford.recorder and ford.journal_settings
    ford_id = ford.recorder.id
    ford.end(finished=False)
    played = PlayedFight(follow_running(tmp_path / "journals", None))
    assert not played.move_on()
    archive_journal(ford.journal_settings, ford_id)
    assert not played.move_on()
    fen = playing(tmp_path, "fen")
    assert played.move_on()
    assert played.follower.replay.fight_files.encounter == tmp_path / "fen.toml"
    fen.end(finished=True)


@pytest.mark.parametrize("beginning", [b"", b'{"crc"', b"not a journal\n"])
def test_a_next_journal_that_cannot_be_read_yet_is_tried_again(beginning: bytes, tmp_path: Path) -> None:
    ford, fen = playing(tmp_path), playing(tmp_path, "fen")
    assert fen.recorder
    path = fen.recorder.path
    played = PlayedFight(follow_running(tmp_path / "journals", tmp_path / "ford.toml"))
    assert not played.move_on()
    whole = path.read_bytes()
    path.write_bytes(beginning)
    ford.end(finished=False)
    assert not played.move_on()
    assert played.is_left
    assert not played.move_on()
    played.follower.poll()
    assert played.follower.fight == ford.fight
    path.write_bytes(whole)
    assert played.move_on()
    assert played.follower.fight == fen.fight
    assert not played.is_left
    fen.end(finished=True)


def test_a_journal_that_cannot_be_read_does_not_hide_another_fight_that_is_played(tmp_path: Path) -> None:
    ford, fen, mill = playing(tmp_path), playing(tmp_path, "fen"), playing(tmp_path, "mill")
    assert fen.recorder
    played = PlayedFight(follow_running(tmp_path / "journals", tmp_path / "ford.toml"))
    assert not played.move_on()
    fen.recorder.path.write_bytes(b"not a journal\n")
    ford.end(finished=False)
    assert played.move_on()
    assert played.follower.replay.fight_files.encounter == tmp_path / "mill.toml"
    for session in (fen, mill):
        session.end(finished=True)


def test_a_dialog_about_the_fight_before_is_closed_when_the_next_one_is_shown(tmp_path: Path) -> None:
    session = playing(tmp_path)
    other = tmp_path / "fen.toml"
    other.write_text(FIGHT.replace("The ford", "The fen"), encoding="utf-8")
    follower = follow_running(tmp_path / "journals", None)
    app = tracker(Session.follow(follower, RandomDice(Random(2))))
    app.follower = follower

    async def script(pilot: Pilot[Any]) -> None:
        done(session, "d ari 5")
        await until(pilot, lambda: pilot.app.fight.view.fight == session.fight)
        await press(pilot, "m")
        assert pilot.app.screen is not pilot.app.fight
        done(session, f"open {other}")
        await until(pilot, lambda: pilot.app.fight.view.fight.name == "The fen")
        assert pilot.app.screen is pilot.app.fight
        await press(pilot, "enter", "escape")
        assert pilot.app.fight.view.fight == session.fight
        done(session, "begin")
        await until(pilot, lambda: pilot.app.fight.view.fight == session.fight)

    play(app, script, (120, 40), toasts=True)
    session.end(finished=True)


def test_the_key_that_saves_the_heroes_says_at_once_why_it_does_not_in_a_tracker_that_follows(tmp_path: Path) -> None:
    session = playing(tmp_path)
    done(session, "finish")
    follower = follow_running(tmp_path / "journals", None)
    app = tracker(Session.follow(follower, RandomDice(Random(2))))
    app.follower = follower

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "K")
        await until_seen(pilot, "this tracker only follows the fight; `keep` in the one that plays it")
        assert command_line(pilot) is None

    play(app, script, (120, 40), toasts=True)
    session.end(finished=True)


def test_a_fight_that_nobody_plays_is_not_left_for_another(tmp_path: Path) -> None:
    ford, fen = playing(tmp_path), playing(tmp_path, "fen")
    ford.end(finished=False)
    played = PlayedFight(follow_running(tmp_path / "journals", tmp_path / "ford.toml"))
    assert not played.move_on()
    assert played.follower.fight == ford.fight
    fen.end(finished=True)


def test_a_follower_writes_only_what_is_named_and_never_over_the_other_program_s_file(tmp_path: Path) -> None:
    session = playing(tmp_path)
    done(session, "write")
    own = tmp_path / "ford-fight.toml"
    saved = own.read_text(encoding="utf-8")
    follower = follow_running(tmp_path / "journals", None)
    following = Session.follow(follower, RandomDice(Random(2)))
    done(session, "d ari 5")
    assert follower.poll()

    refused = execute_line(following, "write")
    assert refused is not None
    assert refused.error == "this fight is read-only: name a file for the copy, as in `write copy.toml`"
    assert own.read_text(encoding="utf-8") == saved
    refused = execute_line(following, f"keep {tmp_path / 'party.toml'}")
    assert refused is not None
    assert "`keep` in the one that plays it" in refused.error
    assert not (tmp_path / "party.toml").exists()

    done(following, f"write {tmp_path / 'copy.toml'}")
    assert (tmp_path / "copy.toml").exists()
    (line, backup) = done(following, f"write {own}")
    assert "written to" in line
    assert backup.startswith("the previous file is now ")
    session.end(finished=True)


def test_the_fight_of_the_file_is_followed_or_else_any_that_runs(tmp_path: Path) -> None:
    ford, fen = playing(tmp_path), playing(tmp_path, "fen")
    folder = tmp_path / "journals"
    assert follow_running(folder, tmp_path / "ford.toml").fight == ford.fight
    assert follow_running(folder, tmp_path / "." / "fen.toml").replay.fight_files.encounter == tmp_path / "fen.toml"
    assert follow_running(folder, None).fight.name == "The ford"
    for session in (ford, fen):
        session.end(finished=True)
    with pytest.raises(StorageError, match="no fight is running"):
        follow_running(folder, None)
    with pytest.raises(StorageError, match=r"no fight of .*ford\.toml is running"):
        follow_running(folder, tmp_path / "ford.toml")


def test_each_journal_is_announced_before_it_is_read(tmp_path: Path) -> None:
    playing(tmp_path)
    (journal,) = (tmp_path / "journals").glob("*.jsonl")
    announced: list[Path] = []
    follow_running(tmp_path / "journals", tmp_path / "ford.toml", announced.append)
    assert announced == [journal]
