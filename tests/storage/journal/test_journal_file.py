"""Journal files: read back unchanged, refused if invalid, never overwritten, and listed."""

import json
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orcus_tui.storage.journal.journal_file import Journal, JournalContents, decode_line, encode_line, read_journal
from orcus_tui.storage.journal.journal_list import list_journals
from orcus_tui.storage.lock import is_locked
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.disks.disks import names, not_root, posix
from tests.helpers.disks.journals import HEADER, RECORDS, write_journal


def test_written_documents_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    data = write_journal(path)
    assert read_journal(path) == JournalContents(HEADER, tuple(RECORDS), b"", None, finished=False)
    lines = [json.loads(part) for part in data.split(b"\n")[:-1]]
    assert [part["seq"] for part in lines] == [0, 1, 2, 3, 4]
    assert data.isascii() and data.count(b"\n") == 5
    assert names(tmp_path) == ["a.jsonl"]


def test_a_finished_journal_is_read_and_cannot_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    write_journal(path, finished=True)
    assert read_journal(path) == JournalContents(HEADER, tuple(RECORDS), b"", None, finished=True)
    with pytest.raises(StorageError, match="is finished"):
        Journal.resume(path)
    assert not is_locked(path)


def test_a_journal_can_be_resumed_again_and_again(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    Journal.create(path, HEADER).close(finished=False)
    for number, record in enumerate(RECORDS):
        journal, recovered = Journal.resume(path)
        assert list(recovered.records) == RECORDS[:number]
        journal.append(record)
        journal.close(finished=False)
    assert list(read_journal(path).records) == RECORDS


def test_a_journal_can_be_read_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    journal = Journal.create(path, HEADER)
    for number, record in enumerate(RECORDS, 1):
        journal.append(record)
        assert len(read_journal(path).records) == number
    journal.close(finished=True)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.text().filter(lambda key: key not in ("crc", "seq", "end")), json_values), st.text())
def test_any_record_is_read_back_unchanged(record: dict[str, object], text: str) -> None:
    record = {**record, "lone": "\udc80" + text}
    encoded = encode_line(7, record)
    assert encoded.isascii() and encoded.index(b"\n") == len(encoded) - 1
    assert decode_line(7, encoded[:-1]) == record


# What is refused


def deep() -> dict[str, object]:
    inner: dict[str, object] = {}
    for _ in range(200_000):
        inner = {"a": inner}
    return inner


@pytest.mark.parametrize(
    "record", [{"a": float("nan")}, {"a": {1}}, {"a": 10**5000}, {"seq": 1}, {"crc": ""}, {"end": True}]
)
def test_an_invalid_record_is_refused_before_it_is_written(tmp_path: Path, record: dict[str, object]) -> None:
    path = tmp_path / "a.jsonl"
    journal = Journal.create(path, HEADER)
    with pytest.raises((ValueError, TypeError)):
        journal.append(record)
    assert journal.failure is None
    journal.append(RECORDS[0])
    journal.close(finished=True)
    assert list(read_journal(path).records) == RECORDS[:1]


def test_a_record_nested_too_deep_is_refused() -> None:
    record = deep()
    with pytest.raises(ValueError, match="nested too deep"):
        encode_line(1, record)
    while record:  # destroyed level by level, since some versions of Python do this recursively
        record = record["a"]


@pytest.mark.parametrize("header", [{}, {"format": "1"}, {"format": True}, {"format": 1, "end": True}])
def test_a_header_without_a_format_or_with_an_end_is_refused(tmp_path: Path, header: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"format|end"):
        Journal.create(tmp_path / "a.jsonl", header)
    assert names(tmp_path) == []


# Places


def test_a_journal_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    data = write_journal(path)
    with pytest.raises(StorageError, match="already exists"):
        Journal.create(path, HEADER)
    assert path.read_bytes() == data and names(tmp_path) == ["a.jsonl"]


def test_impossible_journal_places_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(StorageError, match="is a folder"):
        read_journal(tmp_path / "folder.jsonl")
    with pytest.raises(StorageError, match="is a folder"):
        Journal.resume(tmp_path / "folder.jsonl")
    with pytest.raises(StorageError):
        Journal.create(tmp_path / "folder.jsonl", HEADER)
    with pytest.raises(StorageError, match="its folder is missing"):
        Journal.create(tmp_path / "missing" / "a.jsonl", HEADER)
    for missing in (read_journal, Journal.resume):
        with pytest.raises(StorageError, match="cannot be read"):
            missing(tmp_path / "a.jsonl")
    assert names(tmp_path) == ["folder.jsonl"]


@posix
def test_only_its_owner_may_read_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    journal = Journal.create(path, HEADER)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    journal.close(finished=False)


@posix
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    with pytest.raises(StorageError, match="not an ordinary file"):
        read_journal(tmp_path / "pipe.jsonl")
    assert list_journals(tmp_path)[0].fault == "is not an ordinary file"


@not_root
def test_a_journal_without_read_or_write_permission_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    write_journal(path)
    path.chmod(0)
    with pytest.raises(StorageError, match="Permission denied"):
        read_journal(path)
    assert list_journals(tmp_path)[0].fault == "cannot be read: Permission denied"
    path.chmod(0o400)
    with pytest.raises(StorageError, match="Permission denied"):
        Journal.resume(path)
    assert not is_locked(path)


# The list of journals


def test_the_list_has_every_journal_with_its_fault(tmp_path: Path) -> None:
    assert list_journals(tmp_path / "missing") == []
    write_journal(tmp_path / "ended.jsonl", finished=True)
    torn = write_journal(tmp_path / "torn.jsonl") + b"{"
    (tmp_path / "torn.jsonl").write_bytes(torn)
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "headless.jsonl").write_bytes(b"\xff\n")
    (tmp_path / "notes.txt").touch()
    (tmp_path / "only-a-start.jsonl").write_bytes(torn[:20])
    journal = Journal.create(tmp_path / "running.jsonl", HEADER)
    journal.append({"text": ',"end":true}' * 50})
    listed = list_journals(tmp_path)
    journal.close(finished=False)
    assert [(it.id, it.finished, it.in_use) for it in listed] == [
        ("empty", False, False),
        ("ended", True, False),
        ("folder", False, False),
        ("headless", False, False),
        ("only-a-start", False, False),
        ("running", False, True),
        ("torn", False, False),
    ]
    readable = {"ended", "running", "torn"}
    assert all(it.when == (HEADER["when"] if it.id in readable else "") for it in listed)
    assert all((not it.fault) == (it.id in readable) for it in listed)
    with pytest.raises(StorageError):
        list_journals(tmp_path / "notes.txt")
