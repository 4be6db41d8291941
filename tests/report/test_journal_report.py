"""Reports from journals on disk: stamps become time, what is damaged is said."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from random_fights import done, small_fight
from shell import Shell

from orcus_tui.cli import report
from orcus_tui.report.journal_report import LONGEST_PAUSE, JournalReport, report_journal, total_figures
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from orcus_tui.storage.journal.recorder import JournalSettings
from orcus_tui.storage.storage_error import StorageError


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, 20, 0, 0)

    def __call__(self) -> str:
        return self.now.isoformat()


@pytest.fixture
def clock() -> Clock:
    return Clock()


def a_fight(folder: Path, clock: Clock) -> Session:
    settings = JournalSettings(folder, "test", clock)
    return Session(small_fight(), GivenDice([5] * 40), journal_settings=settings)


def waits(clock: Clock, seconds: int) -> None:
    clock.now += timedelta(seconds=seconds)


def test_the_time_between_lines_belongs_to_whoever_s_turn_it_is(tmp_path: Path, clock: Clock) -> None:
    session = a_fight(tmp_path, clock)
    done(session, "begin")
    waits(clock, 40)
    done(session, "damage ogre 3")
    waits(clock, 21)
    done(session, "next")
    waits(clock, LONGEST_PAUSE)
    done(session, "next")
    session.end(finished=True)
    (path,) = tmp_path.glob("*.jsonl")
    found = report_journal(path).figures.creatures
    assert (found["ari"].seconds, found["ogre"].seconds) == (61.0, 0.0)


@pytest.mark.parametrize(("count", "name"), [(1, "1 fight"), (2, "2 fights")])
def test_fights_are_summed_by_name(tmp_path: Path, clock: Clock, count: int, name: str) -> None:
    for _ in range(count):
        session = a_fight(tmp_path, clock)
        done(session, "begin", "damage ogre 10 by ari", "finish")
        session.end(finished=True)
    total = total_figures([report_journal(each).figures for each in sorted(tmp_path.glob("*.jsonl"))])
    assert total.name == name
    assert total.creatures["party Ari"].dealt == 10 * count
    assert total.creatures["foes Ogre"].taken == 10 * count


def test_a_damaged_journal_is_reported_as_far_as_it_goes(tmp_path: Path, clock: Clock) -> None:
    session = a_fight(tmp_path, clock)
    done(session, "begin", "damage ogre 10 by ari", "damage ogre 5 by ari")
    session.end(finished=True)
    (path,) = tmp_path.glob("*.jsonl")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], b"garbage\n", *lines[4:]]))
    found = report_journal(path)
    assert found.problem
    assert found.figures.creatures["ari"].dealt == 10


def test_what_is_no_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text("hello\n", encoding="utf-8")
    with pytest.raises(StorageError):
        report_journal(tmp_path / "x.jsonl")


@pytest.mark.parametrize("whole_folder", [False, True], ids=["file", "folder"])
def test_what_takes_long_is_said_before_it_is_read(
    tmp_path: Path,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    whole_folder: bool,
) -> None:
    session = a_fight(tmp_path, clock)
    for _ in range(60):
        done(session, f"set ari notes {'x' * 19_000}", "set ari notes -")
    session.end(finished=True)
    (path,) = tmp_path.glob("*.jsonl")
    said: list[str] = []

    def after_it_was_said(path: Path) -> JournalReport:
        said.append(capsys.readouterr().err)
        return report_journal(path)

    monkeypatch.setattr(report, "report_journal", after_it_was_said)
    report.print_report(str(tmp_path if whole_folder else path), None, ranked=False)
    name = "1 journal" if whole_folder else path.name
    assert said[0].startswith(f"reading {name}: ")


def test_from_a_shell(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    assert shell("report").returncode == 2
    shell("play", "ambush.toml", "-c", "begin; damage ogre 7 by ari; finish")
    done_ = shell("report")
    assert done_.returncode == 0, done_.stderr
    assert "Ari" in done_.stdout
    assert shell("report", "-o", "fight.html").stdout == "wrote fight.html\n"
    assert (tmp_path / "fight.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    refused = shell("report", "-o", "fight.pdf")
    assert (refused.returncode, refused.stderr) == (
        2,
        "fight.pdf: name a file that ends in .html, .svg, .md, .csv, .json\n",
    )
    nothing = shell("report", "nothing-so-called")
    assert nothing.returncode == 2
    assert 'no journal has an ID that begins with "nothing-so-called"' in nothing.stderr
    shell("play", "ambush.toml", "-c", "begin")
    several = shell("report", "20")
    assert several.returncode == 2
    assert '"20" could be 20' in several.stderr
    no_name = "x" * 5000
    assert no_name in shell("report", no_name).stderr
