"""The history of lines survives a restart, and damage of its file."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orcus_tui.model.text import FORBIDDEN
from orcus_tui.storage.line_history import MAX_FILE_LINES, MAX_LINE_LENGTH, MAX_LINES, LineHistory
from tests.helpers.disks.disks import not_root, posix


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history"


def lines_in(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


# Saving and reading


def test_lines_come_back_oldest_first_after_a_restart(path: Path) -> None:
    for line in ("begin", "damage ogre 2d6+4 fire", "note ogre “quelle horreur”"):
        assert LineHistory(path).add(line) == ""
    assert LineHistory(path).read() == ["begin", "damage ogre 2d6+4 fire", "note ogre “quelle horreur”"]
    assert path.read_bytes().endswith("horreur”\n".encode())


def test_a_byte_order_mark_is_not_part_of_the_first_line(path: Path) -> None:
    path.write_text("begin\n", encoding="utf-8-sig")
    assert LineHistory(path).read() == ["begin"]


def test_a_byte_order_mark_after_blanks_or_on_another_line_is_left_out_too(path: Path) -> None:
    path.write_bytes(" \ufeffbegin\n\ufeff\ufeffnext\n".encode())
    assert LineHistory(path).read() == ["begin", "next"]


def test_no_file_is_an_empty_history(path: Path) -> None:
    assert LineHistory(path).read() == []
    assert not path.exists()


def test_the_folder_is_made_with_the_first_line(tmp_path: Path) -> None:
    history = LineHistory(tmp_path / "state" / "orcus-tui" / "history")
    assert history.add("next") == ""
    assert history.read() == ["next"]


def test_a_line_repeated_at_once_is_stored_once_and_one_repeated_later_twice(path: Path) -> None:
    for line in ("next", "next", "undo", "next", "  next "):
        LineHistory(path).add(line)
    assert lines_in(path) == ["next", "undo", "next"]


@pytest.mark.parametrize("line", ["", "  ", "note ogre \x1b[2J", "next\nnext", "a\u202eb", "\ud800", "x" * 1001])
def test_lines_of_no_use_are_not_remembered(path: Path, line: str) -> None:
    assert LineHistory(path).add(line) == ""
    assert not path.exists()


@posix
def test_only_its_owner_may_read_a_history(path: Path) -> None:
    LineHistory(path).add("next")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


# Its length


def test_a_thousand_lines_are_remembered(path: Path) -> None:
    path.write_text("".join(f"damage ogre {number}\n" for number in range(1500)), encoding="utf-8")
    assert LineHistory(path).read() == [f"damage ogre {number}" for number in range(500, 1500)]


def test_a_history_beyond_two_thousand_lines_is_trimmed(path: Path) -> None:
    path.write_text("".join(f"damage ogre {number}\n" for number in range(MAX_FILE_LINES - 1)), encoding="utf-8")
    path.chmod(0o600)
    before = path.stat().st_mode
    LineHistory(path).add("next")
    assert len(lines_in(path)) == MAX_FILE_LINES
    LineHistory(path).add("undo")
    kept = lines_in(path)
    assert len(kept) == MAX_LINES
    assert (kept[0], kept[-2:]) == (f"damage ogre {MAX_FILE_LINES - MAX_LINES + 1}", ["next", "undo"])
    assert path.stat().st_mode == before


def test_only_the_end_of_an_enormous_file_is_read(path: Path) -> None:
    path.write_bytes(b"x" * 5_000_000 + b"\nbegin\nnext\n")
    assert LineHistory(path).read() == ["begin", "next"]


# Damage


def test_damaged_records_are_left_out(path: Path) -> None:
    path.write_bytes(
        b"begin\r\n\x00\x00\x00\n\xff\xfe\nnote \x1b]0;owned\x07\n" + b"x" * (MAX_LINE_LENGTH + 1) + b"\n\nnext"
    )
    assert LineHistory(path).read() == ["begin", "next"]


def test_a_line_cut_short_does_not_swallow_the_next(path: Path) -> None:
    path.write_bytes(b"begin\ndamage og\xe2\x80")
    assert LineHistory(path).add("next") == ""
    assert LineHistory(path).read() == ["begin", "next"]


@given(st.binary() | st.lists(st.sampled_from([b"next", b"\n", b"\r", b"\x1b", b"\xc2", b"\x85"])).map(b"".join))
def test_no_bytes_in_a_history_crash_the_program_or_steer_the_terminal(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any-history"
    path.write_bytes(data)
    history = LineHistory(path)
    before = history.read()
    assert not any(re.search(FORBIDDEN, line) or "\n" in line or not line for line in before)
    assert history.add("preview") == ""
    assert history.read()[: len(before)] == before
    assert history.read()[-1] == "preview"


# Faults are reported, never raised


def test_a_folder_in_place_of_the_history_gives_an_empty_history(tmp_path: Path) -> None:
    assert LineHistory(tmp_path).read() == []
    assert LineHistory(tmp_path).add("next") == f"{tmp_path}: the history cannot be saved: this is not an ordinary file"


def test_a_folder_that_cannot_be_created_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "history"
    assert LineHistory(path).read() == []
    assert LineHistory(path).add("next").startswith(f"{path}: the history cannot be saved: ")


@posix
def test_a_pipe_in_place_of_the_history_does_not_block(path: Path) -> None:
    os.mkfifo(path)
    assert LineHistory(path).read() == []
    assert "ordinary file" in LineHistory(path).add("next")


@not_root
def test_a_file_without_write_permission_is_reported(path: Path) -> None:
    path.write_text("begin\n")
    path.chmod(0o400)
    assert LineHistory(path).read() == ["begin"]
    assert LineHistory(path).add("next") == f"{path}: the history cannot be saved: Permission denied"


def test_an_impossible_path_is_a_fault() -> None:
    history = LineHistory(Path("a\0b"))
    assert history.read() == []
    assert history.add("next") == "a�b: the history cannot be saved: no file can have such a name"


# Several programs

ADDS = """
import sys
from pathlib import Path
from orcus_tui.storage.line_history import LineHistory
for number in range(100):
    assert LineHistory(Path(sys.argv[1])).add(f"damage {sys.argv[2]} {number}") == ""
"""


@posix
def test_several_programs_append_at_the_same_time(path: Path) -> None:
    names = ["ari", "bel", "cor"]
    started = [subprocess.Popen([sys.executable, "-c", ADDS, str(path), name]) for name in names]
    assert [one.wait() for one in started] == [0, 0, 0]
    kept = LineHistory(path).read()
    assert len(kept) == 300
    for name in names:
        assert [line for line in kept if name in line] == [f"damage {name} {number}" for number in range(100)]
