import errno
import json
import os
import random
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

import orcus_tui
import orcus_tui.storage.lock as lock_module
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.journal.journal_file import (
    DamagedLine,
    Journal,
    JournalContents,
    decode_line,
    encode_line,
    list_journals,
    parse_journal,
    read_journal,
)
from orcus_tui.storage.lock import Locked, is_locked, lock_path, take_lock
from orcus_tui.storage.storage_error import StorageError

HEADER = {"format": 1, "program": "0.1.0", "when": "2026-01-01T20:15:00", "encounter": "Brücke\n"}
RECORDS: list[dict[str, object]] = [
    {"line": "init all", "faces": [[20, 17]]},
    {"line": "hit ogre 12 “fire”", "events": [{"hp": -12, "half": 0.5, "by": None}]},
    {"line": "undo"},
    {},
]
posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions and pipes")
not_root = pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may do what others may not")


def fails(*_: object) -> None:
    raise OSError(errno.EIO, "Input/output error")


def write_journal(path: Path, *, finished: bool = False) -> bytes:
    journal = Journal.create(path, HEADER, "test")
    for record in RECORDS:
        journal.append(record)
    journal.close(finished=finished)
    return path.read_bytes()


def line(seq: int, body: str) -> bytes:
    """A line with a right CRC, whatever is in it."""
    rest = f'"seq":{seq},{body}}}'.encode("utf-8", "surrogatepass")
    return b'{"crc":"%08x",%b\n' % (crc32(rest), rest)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def is_prefix(recovered: JournalContents) -> bool:
    return recovered.header == HEADER and list(recovered.records) == RECORDS[: len(recovered.records)]


# What is written is what is read.


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    data = write_journal(path)
    assert read_journal(path) == JournalContents(HEADER, tuple(RECORDS), b"", None, finished=False)
    lines = [json.loads(part) for part in data.split(b"\n")[:-1]]
    assert [part["seq"] for part in lines] == [0, 1, 2, 3, 4]
    assert data.isascii() and data.count(b"\n") == 5
    assert names(tmp_path) == ["a.jsonl"]


def test_a_finished_journal(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    write_journal(path, finished=True)
    assert read_journal(path) == JournalContents(HEADER, tuple(RECORDS), b"", None, finished=True)
    with pytest.raises(StorageError, match="is finished"):
        Journal.resume(path, "test")
    assert not is_locked(path)


def test_going_on_again_and_again(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    Journal.create(path, HEADER, "test").close(finished=False)
    for number, record in enumerate(RECORDS):
        journal, recovered = Journal.resume(path, "test")
        assert list(recovered.records) == RECORDS[:number]
        journal.append(record)
        journal.close(finished=False)
    assert list(read_journal(path).records) == RECORDS


def test_reading_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    journal = Journal.create(path, HEADER, "test")
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
def test_any_record_comes_back_as_it_was(record: dict[str, object], text: str) -> None:
    record = {**record, "lone": "\udc80" + text}
    encoded = encode_line(7, record)
    assert encoded.isascii() and encoded.index(b"\n") == len(encoded) - 1
    assert decode_line(7, encoded[:-1]) == record


# Damage.


def test_cut_at_every_byte_opens_what_comes_before(tmp_path: Path) -> None:
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
        journal, recovered = Journal.resume(path, "test")
        assert is_prefix(recovered) and recovered.damage is None and not recovered.finished
        assert len(recovered.records) == whole - 1
        assert recovered.torn == data[ends[whole - 1] : size]
        journal.append({"line": "next"})
        journal.close(finished=False)
        assert read_journal(path).records == (*RECORDS[: whole - 1], {"line": "next"})
        torn = path.with_name(path.name + ".torn")
        assert (torn.read_bytes() if torn.exists() else b"") == recovered.torn


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


def test_damage_is_named_and_never_written_behind(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    data = write_journal(path).replace(b"ogre", b"ogra")
    path.write_bytes(data)
    assert read_journal(path).damage == DamagedLine(3, "it is not what was written (wrong CRC)")
    with pytest.raises(StorageError, match=r"line 3 is damaged.*viewed up to"):
        Journal.resume(path, "test")
    assert path.read_bytes() == data
    assert names(tmp_path) == ["a.jsonl"]


def test_a_wrong_line_with_a_piece_behind_it_is_damage(tmp_path: Path) -> None:
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
def test_a_line_with_a_right_crc_that_this_program_never_wrote(tmp_path: Path, body: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(line(0, '"format":1') + line(1, '"b":1') + line(2, body))
    recovered = read_journal(path)
    assert recovered.records == ({"b": 1},)
    assert recovered.damage is not None and recovered.damage.line == 3 and not recovered.torn
    path.write_bytes(line(0, body))
    with pytest.raises(StorageError, match="not a journal of this program"):
        read_journal(path)
    assert list_journals(tmp_path)[0].fault


def test_keys_that_stand_twice_and_a_newer_format(tmp_path: Path) -> None:
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
def test_what_is_no_journal(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(data)
    with pytest.raises(StorageError, match="not a journal of this program"):
        read_journal(path)
    with pytest.raises(StorageError, match="not a journal of this program"):
        Journal.resume(path, "test")
    assert path.read_bytes() == data and names(tmp_path) == ["a.jsonl"]


def test_every_torn_line_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    data = write_journal(path)
    for torn in (b"{", data[-20:-1], b"\0\0\0", b"not right\n"):
        path.write_bytes(data + torn)
        journal, recovered = Journal.resume(path, "test")
        journal.close(finished=False)
        assert recovered.torn == torn and list(recovered.records) == RECORDS
        assert path.read_bytes() == data
    kept = [path.with_name("a.jsonl.torn" + ending) for ending in ("", ".2", ".3", ".4")]
    assert [file.read_bytes() for file in kept] == [b"{", data[-20:-1], b"\0\0\0", b"not right\n"]


@pytest.mark.parametrize("disk", [Disk(write=fails), Disk(sync=fails), Disk(sync_folder=fails)])
def test_a_torn_line_that_cannot_be_kept_is_not_cut(tmp_path: Path, disk: Disk) -> None:
    path = tmp_path / "a.jsonl"
    data = write_journal(path) + b"{"
    path.write_bytes(data)
    with pytest.raises(StorageError, match="cannot be resumed"):
        Journal.resume(path, "test", disk=disk)
    assert path.read_bytes() == data and not is_locked(path)


def test_what_is_gone_on_with_is_synced_first(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    write_journal(path)
    with pytest.raises(StorageError, match="Input/output error"):
        Journal.resume(path, "test", disk=Disk(sync=fails))
    assert not is_locked(path)


# Writing that fails.


class FailingDisk:
    """Takes `room` more bytes, and syncs while `syncs` is true."""

    def __init__(self) -> None:
        self.room = 10**9
        self.syncs = True
        self.writes = 0
        self.disk = Disk(write=self.write, sync=self.sync)

    def write(self, fd: int, data: bytes) -> int:
        self.writes += 1
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = os.write(fd, data[: self.room])
        self.room -= written
        return written

    def sync(self, fd: int) -> None:
        if not self.syncs:
            fails()
        os.fsync(fd)


def test_one_line_is_one_write_and_one_sync(tmp_path: Path) -> None:
    steps: list[str] = []

    def write(fd: int, data: bytes) -> int:
        steps.append("write")
        return os.write(fd, data)

    disk = Disk(write, lambda _fd: steps.append("sync"), sync_folder=lambda _path: steps.append("folder"))
    journal = Journal.create(tmp_path / "a.jsonl", HEADER, "test", disk=disk)
    assert steps == ["write", "sync", "folder"]
    steps.clear()
    journal.append({"text": "x" * 100_000})
    assert steps == ["write", "sync"]
    journal.close(finished=False)


def test_short_writes(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    disk = Disk(write=lambda fd, data: os.write(fd, data[:5]))
    journal = Journal.create(path, HEADER, "test", disk=disk)
    for record in RECORDS:
        journal.append(record)
    journal.close(finished=True)
    assert read_journal(path) == JournalContents(HEADER, tuple(RECORDS), b"", None, finished=True)


def test_a_disk_that_fills_up_at_any_byte_of_a_line(tmp_path: Path) -> None:
    for room in range(len(encode_line(1, RECORDS[0]))):
        path = tmp_path / f"{room}.jsonl"
        failing = FailingDisk()
        journal = Journal.create(path, HEADER, "test", disk=failing.disk)
        failing.room = room
        with pytest.raises(StorageError, match="No space left") as caught:
            journal.append(RECORDS[0])
        assert str(path) in str(caught.value) and "nothing more is written" in str(caught.value)
        assert journal.broken == "No space left on device"
        failing.room, writes = 10**9, failing.writes
        with pytest.raises(StorageError, match="an earlier write to this file failed"):
            journal.append(RECORDS[1])
        journal.close(finished=True)
        assert failing.writes == writes
        recovered = read_journal(path)
        assert recovered.records == () and recovered.damage is None and not recovered.finished
        assert recovered.torn == encode_line(1, RECORDS[0])[:room]


def test_a_failed_sync_breaks_the_journal_though_the_line_may_be_there(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    failing = FailingDisk()
    journal = Journal.create(path, HEADER, "test", disk=failing.disk)
    journal.append(RECORDS[0])
    failing.syncs = False
    with pytest.raises(StorageError, match="Input/output error"):
        journal.append(RECORDS[1])
    failing.syncs = True
    with pytest.raises(StorageError, match="an earlier write to this file failed"):
        journal.append(RECORDS[2])
    journal.close(finished=True)
    assert list(read_journal(path).records) == RECORDS[:2]
    assert not read_journal(path).finished


def test_an_interrupted_write_breaks_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    interrupt = [False]

    def write(fd: int, data: bytes) -> int:
        if interrupt[0]:
            os.write(fd, data[:5])
            raise KeyboardInterrupt
        return os.write(fd, data)

    journal = Journal.create(path, HEADER, "test", disk=Disk(write=write))
    interrupt[0] = True
    with pytest.raises(KeyboardInterrupt):
        journal.append(RECORDS[0])
    interrupt[0] = False
    with pytest.raises(StorageError, match="interrupted"):
        journal.append(RECORDS[0])
    journal.close(finished=False)
    assert read_journal(path).torn == encode_line(1, RECORDS[0])[:5]


@pytest.mark.parametrize("disk", [Disk(write=fails), Disk(sync=fails), Disk(sync_folder=fails)])
def test_a_journal_that_cannot_be_begun_leaves_nothing(tmp_path: Path, disk: Disk) -> None:
    with pytest.raises(StorageError, match="cannot be created"):
        Journal.create(tmp_path / "a.jsonl", HEADER, "test", disk=disk)
    assert names(tmp_path) == []


def test_an_end_that_cannot_be_written_lets_go_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    failing = FailingDisk()
    journal = Journal.create(path, HEADER, "test", disk=failing.disk)
    failing.room = 0
    with pytest.raises(StorageError, match="No space left"):
        journal.close(finished=True)
    assert not is_locked(path) and not read_journal(path).finished
    journal.close(finished=True)
    with pytest.raises(StorageError, match="closed"):
        journal.append({})


def deep() -> dict[str, object]:
    inner: dict[str, object] = {}
    for _ in range(200_000):
        inner = {"a": inner}
    return inner


@pytest.mark.parametrize(
    "record", [{"a": float("nan")}, {"a": {1}}, {"a": 10**5000}, {"seq": 1}, {"crc": ""}, {"end": True}]
)
def test_what_is_no_record_is_refused_before_it_is_written(tmp_path: Path, record: dict[str, object]) -> None:
    path = tmp_path / "a.jsonl"
    journal = Journal.create(path, HEADER, "test")
    with pytest.raises((ValueError, TypeError)):
        journal.append(record)
    assert journal.broken is None
    journal.append(RECORDS[0])
    journal.close(finished=True)
    assert list(read_journal(path).records) == RECORDS[:1]


def test_a_record_nested_too_deep_is_refused() -> None:
    record = deep()
    with pytest.raises(ValueError, match="nested too deep"):
        encode_line(1, record)
    while record:  # taken apart level by level, for Pythons whose own way is recursive
        record = record["a"]


@pytest.mark.parametrize("header", [{}, {"format": "1"}, {"format": True}, {"format": 1, "end": True}])
def test_a_header_that_is_none(tmp_path: Path, header: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"format|end"):
        Journal.create(tmp_path / "a.jsonl", header, "test")
    assert names(tmp_path) == []


# Places.


def test_a_journal_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    data = write_journal(path)
    with pytest.raises(StorageError, match="already exists"):
        Journal.create(path, HEADER, "test")
    assert path.read_bytes() == data and names(tmp_path) == ["a.jsonl"]


def test_places_where_no_journal_can_be(tmp_path: Path) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(StorageError, match="is a folder"):
        read_journal(tmp_path / "folder.jsonl")
    with pytest.raises(StorageError, match="is a folder"):
        Journal.resume(tmp_path / "folder.jsonl", "test")
    with pytest.raises(StorageError):
        Journal.create(tmp_path / "folder.jsonl", HEADER, "test")
    with pytest.raises(StorageError, match="its folder is missing"):
        Journal.create(tmp_path / "missing" / "a.jsonl", HEADER, "test")
    for missing in (read_journal, lambda path: Journal.resume(path, "test")):
        with pytest.raises(StorageError, match="cannot be read"):
            missing(tmp_path / "a.jsonl")
    assert names(tmp_path) == ["folder.jsonl"]


@posix
def test_a_journal_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    journal = Journal.create(path, HEADER, "test")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(lock_path(path).stat().st_mode) == 0o600
    journal.close(finished=False)


@posix
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    if sys.platform != "win32":
        os.mkfifo(tmp_path / "pipe.jsonl")
    with pytest.raises(StorageError, match="not an ordinary file"):
        read_journal(tmp_path / "pipe.jsonl")
    assert list_journals(tmp_path)[0].fault == "is not an ordinary file"


@not_root
def test_a_journal_that_may_not_be_read_or_written(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    write_journal(path)
    path.chmod(0)
    with pytest.raises(StorageError, match="Permission denied"):
        read_journal(path)
    assert list_journals(tmp_path)[0].fault == "cannot be read: Permission denied"
    path.chmod(0o400)
    with pytest.raises(StorageError, match="Permission denied"):
        Journal.resume(path, "test")
    assert not is_locked(path)


# A list of them.


def test_the_list(tmp_path: Path) -> None:
    assert list_journals(tmp_path / "missing") == []
    write_journal(tmp_path / "ended.jsonl", finished=True)
    torn = write_journal(tmp_path / "torn.jsonl") + b"{"
    (tmp_path / "torn.jsonl").write_bytes(torn)
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "headless.jsonl").write_bytes(b"\xff\n")
    (tmp_path / "notes.txt").touch()
    (tmp_path / "only-a-start.jsonl").write_bytes(torn[:20])
    journal = Journal.create(tmp_path / "running.jsonl", HEADER, "test")
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
    assert all(it.header == (HEADER if it.id in readable else None) for it in listed)
    assert all((it.fault is None) == (it.id in readable) for it in listed)
    assert all(it.path == tmp_path / f"{it.id}.jsonl" for it in listed)
    with pytest.raises(StorageError):
        list_journals(tmp_path / "notes.txt")


# Other processes.

APPEND = """
import os, sys
from pathlib import Path
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.journal.journal_file import Journal
at_once = int(sys.argv[2])
disk = Disk(write=lambda fd, data: os.write(fd, data[:at_once]))
journal = Journal.create(Path(sys.argv[1]), {"format": 1}, "the first\\x1b[2J program", disk=disk)
number = 0
print("ready", flush=True)
while number < int(sys.argv[3]):
    number += 1
    journal.append({"number": number, "text": "x" * (number * 37 % 900)})
    print(number, flush=True)
sys.stdin.read()
"""


@contextmanager
def child(path: Path, at_once: int, records: int) -> Iterator[subprocess.Popen[str]]:
    """A process that appends, printing each number when `append` has returned; then it waits."""
    command = [sys.executable, "-c", APPEND, str(path), str(at_once), str(records)]
    root = Path(orcus_tui.__file__).parents[1]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=root) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("seed", range(8))
def test_killed_at_any_moment_nothing_shown_is_lost(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "a.jsonl"
    chance = random.Random(seed)
    at_once = 7 if seed % 2 else 10**6  # written in small pieces, a kill leaves a torn line
    with child(path, at_once, 10**9) as process:
        assert process.stdout is not None
        shown = [process.stdout.readline() for _ in range(chance.randint(0, 40))]
        process.kill()
        shown += process.stdout.read().splitlines(keepends=True)
    journal, recovered = Journal.resume(path, "test")
    assert recovered.damage is None
    numbers = [record["number"] for record in recovered.records]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= sum(number.endswith("\n") for number in shown)
    journal.append({"number": len(numbers) + 1})
    journal.close(finished=True)
    assert len(read_journal(path).records) == len(numbers) + 1


def test_the_second_writer_is_told_who_is_the_first(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with child(path, 10**6, 0) as process:
        with pytest.raises(Locked) as caught:
            Journal.resume(path, "second")
        assert caught.value.holder == f"process {process.pid} (the first�[2J program)"
        assert str(path) in str(caught.value) and "close it there" in str(caught.value)
        with pytest.raises(Locked):
            Journal.create(path, HEADER, "second")
        assert list_journals(tmp_path)[0].in_use
        assert read_journal(path).header == {"format": 1}
    assert not is_locked(path)
    Journal.resume(path, "second")[0].close(finished=False)
    assert names(tmp_path) == ["a.jsonl"]


def test_a_second_writer_in_the_same_process(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    journal = Journal.create(path, HEADER, "this")
    read_journal(path)
    for _ in range(2):
        with pytest.raises(Locked, match=f"process {os.getpid()} "):
            Journal.resume(path, "that")
    journal.append({})
    journal.close(finished=False)
    take_lock(path, "that").release()


@posix
def test_a_link_to_a_journal_is_the_same_journal(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    path, link = tmp_path / "there" / "a.jsonl", tmp_path / "link.jsonl"
    journal = Journal.create(path, HEADER, "this")
    link.symlink_to(path)
    with pytest.raises(Locked):
        Journal.resume(link, "that")
    journal.close(finished=False)


def test_locks(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert not is_locked(path)
    lock = take_lock(path, "")
    assert is_locked(path)
    with pytest.raises(Locked, match=f"in use by process {os.getpid()};"):
        take_lock(path, "")
    lock.release()
    lock.release()
    assert not is_locked(path) and names(tmp_path) == []
    lock_path(path).write_text("1\nkilled long ago, with a long name\n")
    assert not is_locked(path)
    lock = take_lock(path, "new")
    with pytest.raises(Locked, match="new"):
        take_lock(path, "")
    lock.release()
    with pytest.raises(StorageError, match="cannot be locked"):
        take_lock(tmp_path / "missing" / "a.jsonl", "")
    lock_path(path).mkdir()
    with pytest.raises(StorageError, match="cannot be locked"):
        take_lock(path, "")


def test_a_lock_file_removed_by_its_last_owner_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl"
    removals = [lock_path(path)]
    seize = lock_module._lock

    def too_late(fd: int) -> None:
        if removals and sys.platform != "win32":
            removals.pop().unlink()
        seize(fd)

    monkeypatch.setattr(lock_module, "_lock", too_late)
    lock = take_lock(path, "this")
    with pytest.raises(Locked):
        take_lock(path, "that")
    lock.release()


def test_a_lock_file_without_a_name(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lock = take_lock(path, "this")
    for text in (b"", b"\xff", b"12", b"x\ny\n"):
        lock_path(path).write_bytes(text)
        with pytest.raises(Locked, match="in use by another process"):
            take_lock(path, "that")
    lock.release()
