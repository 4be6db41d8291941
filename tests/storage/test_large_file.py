"""Messages before a large file is read."""

from pathlib import Path

import pytest

from orcus_tui.storage.large_file import large_file_message, large_journal_message


@pytest.mark.parametrize(
    ("size", "message"),
    [
        (999_999, ""),
        (5_000_000, "reading bridge.jsonl: 5.0 MB"),
        (20_000_000, "reading bridge.jsonl: 20.0 MB, up to 400 MB of memory"),
    ],
)
def test_a_large_journal_is_announced_with_the_memory_it_takes(tmp_path: Path, size: int, message: str) -> None:
    path = tmp_path / "bridge.jsonl"
    with path.open("wb") as journal:
        journal.truncate(size)
    assert large_journal_message(path) == message


def test_a_path_that_is_not_a_file_is_not_announced(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere", Path("\0")):
        assert large_file_message(path) == large_journal_message(path) == ""


def test_a_small_journal_with_many_creatures_is_announced_with_its_memory(tmp_path: Path) -> None:
    path = tmp_path / "crowd.jsonl"
    path.write_bytes(b'{"id":"a"}' * 2_000 + b"\n" + b'{"event":"state"}\n' * 5_000)
    assert path.stat().st_size < 1_000_000
    assert large_journal_message(path) == "up to 1,100 MB of memory"
    path.write_bytes(b'{"id":"a"}' * 20 + b"\n" + b'{"event":"state"}\n' * 20_000)
    assert large_journal_message(path) == ""
