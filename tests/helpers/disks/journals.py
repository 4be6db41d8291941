"""A small journal: its header, its records, and functions that write them."""

import json
from pathlib import Path
from zlib import crc32

from orcus_tui.storage.journal.journal_file import Journal, JournalContents, encode_line

HEADER = {"format": 1, "program": "0.1.0", "when": "2026-01-01T20:15:00", "encounter": "Brücke\n"}
RECORDS: list[dict[str, object]] = [
    {"line": "init all", "faces": [[20, 17]]},
    {"line": "hit ogre 12 “fire”", "events": [{"hp": -12, "half": 0.5, "by": None}]},
    {"line": "undo"},
    {},
]


def write_journal(path: Path, *, finished: bool = False) -> bytes:
    journal = Journal.create(path, HEADER)
    for record in RECORDS:
        journal.append(record)
    journal.close(finished=finished)
    return path.read_bytes()


def line(seq: int, body: str) -> bytes:
    """A line with a correct CRC and any content."""
    rest = f'"seq":{seq},{body}}}'.encode("utf-8", "surrogatepass")
    return b'{"crc":"%08x",%b\n' % (crc32(rest), rest)


def first_line_after(path: Path, record: dict[str, object]) -> bytes:
    """Writes a record as the first line after the header of a journal."""
    header = path.read_bytes().splitlines()[0]
    return encode_line(1, record, json.loads(header)["crc"])


def is_prefix(recovered: JournalContents) -> bool:
    return recovered.header == HEADER and list(recovered.records) == RECORDS[: len(recovered.records)]
