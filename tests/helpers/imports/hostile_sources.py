"""Broken sources: cut short, corrupted, in other encodings. Importers read them, or report why they cannot."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.source_text import UnreadableSource
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from orcus_tui.systems import SYSTEMS

Read = Callable[[bytes], ImportResult]

ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**14,
    0.5,
    "",
    "\x1b[31mred\x07 \u202e \ud800 <b>*bold*</b> [bracket]",
    "x" * 300,
    "natural 16+: self: \"quote' # -- \\",
    "(((((" * 50,
    "10 damage, " * 400,
    "if a, " * 900,
    [],
    [[[]]],
    [None, 1, "x"],
    {},
    {"": {"": 1}},
)
ODD_BYTES = (
    b"",
    b"\0",
    b"\xff\xfe\xfa",
    b"[" * 20_000,  # twenty times as deep as Python's recursion limit
    b'{"a":' * 20_000,
    b'["' + b"\\" * 100_001,
    b'["' + b'\\"' * 100_000 + b"\\",
    b"[NaN, -Infinity]",
    b'[{"name": "a", "name": "b"}]',
    b"[" + b"9" * 10_000 + b"]",
    b"null",
    b"[[[[]]]]",
)


def check_hostile(read: Read, document: Any) -> None:
    """Reads a JSON document cut off after every line, with odd bytes, and with each value replaced by an odd one."""
    check_cut(read, json.dumps(document, indent=1))
    for spoilt in _spoilt(document):
        check(read, json.dumps(spoilt).encode())


def check_cut(read: Read, text: str) -> None:
    """Reads a source cut off at and just before the end of each line, in other encodings, and odd bytes instead."""
    for data in (*_cut(text), *ODD_BYTES, *_in_other_encodings(text)):
        check(read, data)


def _cut(text: str) -> Iterator[bytes]:
    """The text up to each line's end, and up to three characters before it."""
    ends = [place for place, character in enumerate(text) if character == "\n"]
    return (text[:end].encode() for line_end in ends for end in (line_end, max(0, line_end - 3)))


def _in_other_encodings(text: str) -> Iterator[bytes]:
    return (text.encode(encoding) for encoding in ("utf-16", "utf-16-be", "utf-32", "utf-8-sig"))


def _spoilt(document: Any) -> Iterator[Any]:
    """The document with one value changed, for each value and a few odd ones at random."""
    chance = Random(5)
    text = json.dumps(document)
    for path in _paths(document):
        for odd in chance.sample(ODD_VALUES, 2):
            spoilt = json.loads(text)  # a copy; ten times as fast as `deepcopy`
            holder = spoilt
            for step in path[:-1]:
                holder = holder[step]
            holder[path[-1]] = odd
            yield spoilt


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    entries: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield (*path, key)
        yield from _paths(entry, (*path, key))


def check(read: Read, data: bytes) -> None:
    """Checks that a source either gives creatures that pass `check`, or an error with a message."""
    try:
        found = read(data)
    except UnreadableSource as wrong:
        assert str(wrong)
        return
    assert all(each.line >= 1 and each.text.isprintable() for each in found.leftovers)
    if found.system in SYSTEMS:
        fight_from_table({"format": 1, "system": found.system, "creature": list(found.creatures)})
