"""Damage, and incomplete lines: no wrong record is read, and nothing is written after damage."""

from pathlib import Path

import pytest

from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.journal.journal_file import (
    LARGEST,
    DamagedLine,
    Journal,
    encode_line,
    parse_journal,
    read_journal,
)
from orcus_tui.storage.journal.journal_list import list_journals
from orcus_tui.storage.lock import is_locked
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.disks.disks import fails, names
from tests.helpers.disks.journals import HEADER, RECORDS, is_prefix, line, write_journal


def test_a_journal_cut_at_any_byte_opens_up_to_the_cut(tmp_path: Path) -> None:
    data = write_journal(tmp_path / "whole.jsonl")
    ends = [place + 1 for place, byte in enumerate(data) if byte == ord("\n")]
    for size in range(len(data)):
        path = tmp_path / f"{size}.jsonl"
        path.write_bytes(data[:size])
        if size < ends[0]:
            with pytest.raises(StorageError, match="not a journal of this program"):
                read_journal(path)
            continue
        whole = sum(end <= size for end in ends)
        journal, recovered = Journal.resume(path)
        assert is_prefix(recovered) and recovered.damage is None and not recovered.finished
        assert len(recovered.records) == whole - 1
        assert recovered.torn == data[ends[whole - 1] : size]
        journal.append({"line": "next"})
        journal.close(finished=False)
        assert read_journal(path).records == (*RECORDS[: whole - 1], {"line": "next"})
        torn = path.with_name(path.name + ".torn")
        assert (torn.read_bytes() if torn.exists() else b"") == recovered.torn


def test_lines_of_another_journal_with_the_same_beginning_are_damage(tmp_path: Path) -> None:
    """Each line refers to the previous one, so that no line of another journal is mistaken for a line of this one."""
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    write_journal(one)
    journal = Journal.create(two, HEADER)
    for record in ({"line": "next"}, *RECORDS[1:]):
        journal.append(record)
    journal.close(finished=True)
    lines, others = (path.read_bytes().splitlines(keepends=True) for path in (one, two))
    for at in range(2, len(others)):
        one.write_bytes(b"".join([*lines[:at], *others[at:]]))
        recovered = read_journal(one)
        assert recovered.records == tuple(RECORDS[: at - 1]) and not recovered.finished
        problem = "it does not follow the line before, but belongs to another journal"
        assert recovered.damage == DamagedLine(at + 1, problem)


def test_lines_without_a_parent_are_read_as_in_earlier_versions(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(encode_line(number, each) for number, each in enumerate((HEADER, *RECORDS[:2]))))
    journal, recovered = Journal.resume(path)
    assert list(recovered.records) == RECORDS[:2]
    journal.append(RECORDS[2])
    journal.close(finished=False)
    assert read_journal(path).records == tuple(RECORDS[:3])
    path.write_bytes(path.read_bytes() + encode_line(4, RECORDS[3]))
    assert read_journal(path).damage is not None


@pytest.mark.parametrize("finished", [False, True])
def test_no_flipped_bit_gives_a_wrong_record(tmp_path: Path, finished: bool) -> None:
    path = tmp_path / "a.jsonl"
    data = write_journal(path, finished=finished)
    last = data.rindex(b"\n", 0, -1) + 1
    for place in range(len(data)):
        number = data.count(b"\n", 0, place) + 1
        for bit in range(8):
            flipped = bytearray(data)
            flipped[place] ^= 1 << bit
            if number == 1:
                with pytest.raises(StorageError, match="not a journal of this program"):
                    parse_journal(path, bytes(flipped))
                continue
            recovered = parse_journal(path, bytes(flipped))
            assert is_prefix(recovered) and not recovered.finished
            assert len(recovered.records) == number - 2
            if place >= last - 1:
                assert recovered.torn or recovered.damage
            else:
                assert recovered.damage is not None and recovered.damage.line == number


def test_damage_is_named_and_never_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    data = write_journal(path).replace(b"ogre", b"ogra")
    path.write_bytes(data)
    assert read_journal(path).damage == DamagedLine(3, "it is not what was written (wrong CRC)")
    with pytest.raises(StorageError, match=r"line 3 is damaged.*viewed up to"):
        Journal.resume(path)
    assert path.read_bytes() == data
    assert names(tmp_path) == ["a.jsonl"]


def test_a_wrong_line_followed_by_a_partial_line_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(write_journal(path).replace(b"undo", b"redo")[:-1] + b'\n{"crc":"')
    recovered = read_journal(path)
    assert recovered.damage is not None and recovered.damage.line == 4 and list(recovered.records) == RECORDS[:2]
    path.write_bytes(line(0, '"format":1') + line(1, '"a":1').replace(b'"a"', b'"b"') + b"{")
    recovered = read_journal(path)
    assert recovered.damage is not None and recovered.damage.line == 2 and not recovered.torn


def test_lines_that_are_missing_repeated_swapped_or_come_after_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = write_journal(path, finished=True).splitlines(keepends=True)
    for wrong, at in (
        ([0, 2, 3], 2),
        ([0, 1, 1, 2], 3),
        ([0, 1, 2, 2], 4),
        ([0, 2, 1], 2),
        ([0, 0, 1], 2),
        ([0, 1, 2, 3, 4, 5, 4], 7),
    ):
        path.write_bytes(b"".join(lines[number] for number in wrong))
        recovered = read_journal(path)
        assert is_prefix(recovered) and not recovered.finished and not recovered.torn
        assert recovered.damage is not None and recovered.damage.line == at
    for more in (b"\0\0", b"\n", b"x\n"):
        path.write_bytes(b"".join(lines) + more)
        assert read_journal(path).damage == DamagedLine(7, "it follows the end of the journal")
        assert not list_journals(tmp_path)[0].finished


@pytest.mark.parametrize(
    "body",
    [
        '"a":NaN',
        '"a":-Infinity',
        '"a":' + "9" * 5000,
        '"a":' + "[" * 100_000,
        '"a":' + '{"a":' * 100_000,
        '"a":1}{',
        '"a"',
        '"a":"\udcff"',
        '"a":"\0"',
        '"seq":3',
    ],
)
def test_a_valid_crc_on_a_line_that_this_program_never_writes_is_refused(tmp_path: Path, body: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(line(0, '"format":1') + line(1, '"b":1') + line(2, body))
    recovered = read_journal(path)
    assert recovered.records == ({"b": 1},)
    assert recovered.damage is not None and recovered.damage.line == 3 and not recovered.torn
    path.write_bytes(line(0, body))
    with pytest.raises(StorageError, match="not a journal of this program"):
        read_journal(path)
    assert list_journals(tmp_path)[0].fault


def test_duplicate_keys_and_a_newer_format_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(line(0, '"format":99,"new":true') + line(1, '"a":1,"a":2'))
    recovered = read_journal(path)
    assert recovered.header == {"format": 99, "new": True}
    assert recovered.records == ({"a": 2},)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\0" * 100,
        b"\xff\xfe\n",
        b"name = 'a fight'\n",
        b"[]\n",
        b"{}\n",
        line(1, '"format":1'),
        line(0, '"a":1'),
    ],
)
def test_a_file_that_is_not_a_journal(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(data)
    with pytest.raises(StorageError, match="not a journal of this program"):
        read_journal(path)
    with pytest.raises(StorageError, match="not a journal of this program"):
        Journal.resume(path)
    assert path.read_bytes() == data and names(tmp_path) == ["a.jsonl"]


def test_a_file_larger_than_any_journal_is_refused_without_reading_it(tmp_path: Path) -> None:
    with (tmp_path / "large.jsonl").open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(StorageError, match="too large: a journal has at most 256 MB"):
        read_journal(tmp_path / "large.jsonl")
    assert "its first line has more than 16 MB" in (list_journals(tmp_path)[0].fault or "")


def test_every_torn_line_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    data = write_journal(path)
    for torn in (b"{", data[-20:-1], b"\0\0\0", b"not right\n"):
        path.write_bytes(data + torn)
        journal, recovered = Journal.resume(path)
        journal.close(finished=False)
        assert recovered.torn == torn and list(recovered.records) == RECORDS
        assert path.read_bytes() == data
    kept = [path.with_name("a.jsonl.torn" + ending) for ending in ("", ".2", ".3", ".4")]
    assert [file.read_bytes() for file in kept] == [b"{", data[-20:-1], b"\0\0\0", b"not right\n"]


@pytest.mark.parametrize("disk", [Disk(write=fails), Disk(sync=fails), Disk(sync_folder=fails)])
def test_a_torn_line_that_cannot_be_saved_is_not_removed(tmp_path: Path, disk: Disk) -> None:
    path = tmp_path / "a.jsonl"
    data = write_journal(path) + b"{"
    path.write_bytes(data)
    with pytest.raises(StorageError, match="cannot be resumed"):
        Journal.resume(path, disk=disk)
    assert path.read_bytes() == data and not is_locked(path)


def test_a_journal_that_is_resumed_is_synced_first(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    write_journal(path)
    with pytest.raises(StorageError, match="Input/output error"):
        Journal.resume(path, disk=Disk(sync=fails))
    assert not is_locked(path)
