"""The feed follows all changes of a fight and of the files around it."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from orcus_tui.players.feed import ANNOUNCEMENT_SECONDS, WAITING, FightFeed
from orcus_tui.session.session import Session
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.disks.disks import make_newer
from tests.helpers.fights.followed import Table

SECOND = 'format = 1\nname = "Second"\n[[creature]]\nname = "Zed"\nmax_hp = 5\n'
"""Another fight."""


def test_only_a_change_makes_a_new_state(tmp_path: Path) -> None:
    table = Table(tmp_path)
    feed = table.feed()
    assert feed.state.sequence == 1
    assert not feed.poll()
    foe = next(each for each, sheet in table.session.fight.sheets.items() if sheet.side == "foes")
    for line in ("begin", f"kill {foe}", "undo", "redo", "next"):
        before = feed.state.sequence
        assert not feed.has_news()
        table.play(line)
        assert feed.has_news()
        assert feed.poll()
        assert feed.state.sequence == before + 1
    table.play(f"hide {foe}")
    feed.poll()
    for line in ("roll d20", f"note {foe} lurks"):
        table.play(line)
        assert not feed.poll(), line


def test_the_feed_continues_with_the_next_fight_and_with_a_resumed_one(tmp_path: Path) -> None:
    table = Table(tmp_path)
    feed = table.feed()
    table.play("begin")
    feed.poll()
    other = tmp_path / "other.toml"
    other.write_text(SECOND, encoding="utf-8")
    table.play(f"open {other}")
    assert feed.poll()
    assert [each.name for each in feed.state.creatures] == ["Zed"]
    first = feed.path.stem
    table.session.end(finished=False)
    feed.poll()
    assert [each.name for each in feed.state.creatures] == ["Zed"]
    table.session, _ = Session.resume(table.settings, first, table.session.dice_source)
    table.play("begin")
    assert feed.poll()
    assert feed.state.phase == "turns"
    table.play("finish")
    table.session.end(finished=True)
    assert feed.poll()
    assert feed.state.phase == "finished"
    begun = Table(tmp_path, other)
    begun.play("begin")
    make_newer(tmp_path)
    feed.poll()
    assert feed.state.phase == "turns"


@pytest.mark.parametrize("by_id", [False, True])
def test_the_feed_switches_from_an_abandoned_fight_to_a_running_one(by_id: bool, tmp_path: Path) -> None:
    left = Table(tmp_path)
    name = left.path.stem
    left.session.end(finished=False)
    feed = left.feed(name if by_id else "")
    other = tmp_path / "other.toml"
    other.write_text(SECOND, encoding="utf-8")
    played = Table(tmp_path, other)
    feed.poll()
    assert feed.path == played.path


def test_the_next_fight_is_followed_once_its_first_line_is_whole(tmp_path: Path) -> None:
    table = Table(tmp_path)
    feed = table.feed()
    table.session.end(finished=True)
    feed.poll()
    other = tmp_path / "other.toml"
    other.write_text(SECOND, encoding="utf-8")
    second = Table(tmp_path, other)
    whole = second.path.read_bytes()
    second.path.write_bytes(whole[:20])
    for _ in range(3):
        assert not feed.poll()
        assert not feed.problem
    second.path.write_bytes(whole)
    assert feed.poll()
    assert [each.name for each in feed.state.creatures] == ["Zed"]


def test_a_fight_is_found_by_id_by_its_beginning_or_as_the_newest(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="no fight is running"):
        FightFeed(tmp_path)
    left, played = Table(tmp_path), Table(tmp_path)
    left.session.end(finished=False)
    os.utime(left.feed(left.feed().path.stem).path)
    assert left.feed().path == played.path
    with pytest.raises(StorageError, match='"2026" could be 2026-01-01'):
        left.feed("2026")
    with pytest.raises(StorageError, match='no unfinished fight is called "nope"; unfinished: 2026-01-01'):
        left.feed("nope")
    with pytest.raises(StorageError):
        left.feed("../../etc/passwd")


def test_the_feed_waits_for_a_damaged_journal_and_warns_only_the_game_master(tmp_path: Path) -> None:
    table = Table(tmp_path)
    feed = table.feed()
    table.play("begin")
    whole = table.path.read_bytes()
    table.path.write_bytes(whole.replace(b'"begin"', b'"bXgin"', 1))
    assert feed.poll()
    assert feed.state.problem == WAITING
    assert feed.state.phase == "setup"
    assert "line 2 is damaged" in feed.problem
    table.path.write_bytes(whole)
    make_newer(table.path)
    assert feed.poll()
    assert not feed.state.problem
    assert feed.state.phase == "turns"


def test_the_feed_waits_for_a_missing_journal_then_gives_up(tmp_path: Path) -> None:
    table = Table(tmp_path)
    feed = table.feed()
    kept = tmp_path / "kept"
    table.path.rename(kept)
    assert feed.poll()
    assert feed.state.problem == WAITING
    shutil.copy(kept, table.path)
    assert feed.poll()
    assert not feed.state.problem
    table.path.unlink()
    feed.poll()
    table.clock.now += 1.5
    assert not feed.poll()
    table.clock.now += 0.5
    with pytest.raises(StorageError, match="is gone"):
        feed.poll()


def test_an_announcement_is_shown_for_a_while_and_again_when_repeated(tmp_path: Path) -> None:
    table = Table(tmp_path)
    feed = table.feed()
    table.play('announce "Pizza!"')
    feed.poll()
    assert feed.state.announcement == "Pizza!"
    table.clock.now += ANNOUNCEMENT_SECONDS
    assert feed.poll()
    assert not feed.state.announcement
    table.play('announce "Pizza!"')
    feed.poll()
    assert feed.state.announcement == "Pizza!"
    table.play('announce ""')
    feed.poll()
    assert not feed.state.announcement


def test_other_changes_do_not_repeat_an_announcement(tmp_path: Path) -> None:
    table = Table(tmp_path)
    feed = table.feed()
    table.play('announce "Pizza!"')
    feed.poll()
    table.clock.now += ANNOUNCEMENT_SECONDS / 2
    table.play("players timer 90")
    feed.poll()
    table.clock.now += ANNOUNCEMENT_SECONDS / 2
    assert feed.poll()
    assert not feed.state.announcement


def test_the_timer_begins_with_the_turn_that_players_see(tmp_path: Path) -> None:
    table = Table(tmp_path)
    feed = table.feed()
    table.play("players timer 90", "begin")
    feed.poll()
    began = feed.state.timer
    assert began
    assert (began.since, began.limit) == (table.clock.now, 90)
    following = table.session.fight.order[1]
    table.clock.now += 30
    table.play(f"hide {following}", "next")
    feed.poll()
    assert feed.state.timer == began
    table.play("next")
    feed.poll()
    assert feed.state.timer
    assert feed.state.timer.since == table.clock.now
    table.play("players timer off")
    feed.poll()
    assert feed.state.timer is None


def test_following_writes_nothing_and_locks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path)
    table.play("begin")
    there = {each.name: (each.read_bytes(), each.stat().st_mtime_ns) for each in tmp_path.iterdir()}
    opened = os.open

    def only_to_read(path: str, flags: int, *rest: Any, **more: Any) -> int:
        assert not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT), path
        return opened(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", only_to_read)
    feed = table.feed()
    feed.poll()
    assert {each.name: (each.read_bytes(), each.stat().st_mtime_ns) for each in tmp_path.iterdir()} == there
