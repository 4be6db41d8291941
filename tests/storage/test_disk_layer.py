"""All changes of files use a `Disk`, so that the campaign of power failures includes them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaign.instruments.system_calls import bypasses_in, can_trace, traced
from tests.helpers.project.exhaustive import some_of
from tests.helpers.project.files import ROOT

EVERY_WRITE = """
import sys
from tests.campaign.programs.every_write import main
sys.exit(main())
"""
PARTY_PAST_THE_DISK = """
from orcus_tui.session import party_file
party_file.write_atomically = lambda path, text, *, disk: path.write_text(text, encoding="utf-8") and None
"""
"""A fault: `keep` writes its file without the disk."""
JOURNAL_PAST_THE_DISK = """
import os
from orcus_tui.storage.journal import journal_file
journal_file.write_all = lambda fd, data, disk: os.write(fd, data) and None
"""
"""A fault: a line is written without the disk, to a journal that the disk opened."""
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def test_only_a_planted_fault_bypasses_the_disk_and_is_found_with_its_place(tmp_path: Path) -> None:
    found = _write_everything(tmp_path, PARTY_PAST_THE_DISK)
    assert len(found) == 1
    assert found[0].startswith("open heroes.toml at orcus_tui/session/party_file.py:")


@pytest.mark.parametrize("seed", some_of(range(4), one_in=4))
def test_calls_after_a_failed_call_use_the_disk_too(tmp_path: Path, seed: int) -> None:
    assert _write_everything(tmp_path, "", "--fails", str(seed)) == []


def _write_everything(folder: Path, fault: str, *options: str) -> list[str]:
    """Writes everything in a folder with a fault planted; returns what is printed."""
    words = [sys.executable, "-c", f"{fault}{EVERY_WRITE}", *options]
    ended = subprocess.run(words, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert not ended.stderr
    return ended.stdout.splitlines()


@pytest.mark.skipif(not can_trace(), reason="the trace of system calls: it needs Linux and strace")
def test_a_trace_of_system_calls_finds_only_a_planted_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, trace = tmp_path / "folder", tmp_path / "trace"
    folder.mkdir()
    monkeypatch.chdir(folder)
    ended = traced([sys.executable, "-c", f"{JOURNAL_PAST_THE_DISK}{EVERY_WRITE}", "--marks"], trace, ENVIRONMENT)
    assert (ended.stdout, ended.stderr) == ("", "")
    found = bypasses_in(trace.read_text(encoding="utf-8", errors="replace").splitlines())
    assert {(each.call, Path(each.path).parent.name) for each in found} == {("write", "state")}
