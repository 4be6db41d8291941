"""`orcus-tui report` as a shell runs it."""

from pathlib import Path

import pytest

from orcus_tui.cli import report
from orcus_tui.report.journal_report import JournalReport, report_journal
from tests.helpers.disks.shell import Shell
from tests.helpers.fights.random_fights import journal_settings_at, play_lines, session_on, small_fight


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A shell whose folder has the journal of a finished fight."""
    shell = Shell(tmp_path)
    shell("play", "ambush.toml", "-c", "begin; damage ogre 7 by ari; finish")
    return shell


def test_without_a_journal_there_is_nothing_to_report(tmp_path: Path) -> None:
    assert Shell(tmp_path)("report").returncode == 2


def test_the_last_fight_is_reported(shell: Shell) -> None:
    printed = shell("report")
    assert printed.returncode == 0, printed.stderr
    assert "Ari" in printed.stdout


def test_a_report_is_written_in_the_format_of_its_file(shell: Shell) -> None:
    assert shell("report", "-o", "fight.html").stdout == "wrote fight.html\n"
    assert (shell.folder / "fight.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    refused = shell("report", "-o", "fight.pdf")
    endings = ".html, .svg, .md, .csv, .json"
    assert (refused.returncode, refused.stderr) == (2, f"fight.pdf: name a file that ends in {endings}\n")


def test_an_existing_report_is_only_overwritten_with_force(shell: Shell) -> None:
    path = shell.write("fight.md", "# my notes\n")
    refused = shell("report", "-o", "fight.md")
    message = "fight.md exists; name another file, or overwrite it with --force\n"
    assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", message)
    assert path.read_text(encoding="utf-8") == "# my notes\n"
    assert shell("report", "-o", "fight.md", "--force").stdout == "wrote fight.md\n"
    assert "my notes" not in path.read_text(encoding="utf-8")


def test_a_journal_is_named_by_the_beginning_of_its_id(shell: Shell) -> None:
    unknown = shell("report", "nothing-so-called")
    assert unknown.returncode == 2
    assert 'no journal has an ID that begins with "nothing-so-called"' in unknown.stderr
    too_long = "x" * 5000
    assert too_long in shell("report", too_long).stderr
    shell("play", "ambush.toml", "-c", "begin")
    several = shell("report", "20")
    assert several.returncode == 2
    assert '"20" could be 20' in several.stderr


@pytest.mark.parametrize("whole_folder", [False, True], ids=["file", "folder"])
def test_large_journals_are_announced_before_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, whole_folder: bool
) -> None:
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path))
    for _ in range(60):
        play_lines(session, f"set ari notes {'x' * 19_000}", "set ari notes -")
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
