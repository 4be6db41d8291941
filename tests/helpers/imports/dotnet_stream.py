"""Writes the streams of .NET objects that the tests of importers need."""

import struct
from typing import Any

from msgspec import Struct

HEADER = b"\0" + struct.pack("<iiii", 1, -1, 1, 0)
LIBRARY = 2


class Instance(Struct):
    """An object to write: its class and its fields, which are texts, integers, booleans, objects or lists."""

    kind: str
    fields: dict[str, Any]


def stream_of(root: Instance) -> bytes:
    """The stream of an object with its fields."""
    return HEADER + b"\x0c" + struct.pack("<i", LIBRARY) + _string("Program") + _Writer().value(root) + b"\x0b"


def _string(text: str) -> bytes:
    data = text.encode()
    length, prefix = len(data), b""
    while length >= 0x80:
        prefix += bytes([length & 0x7F | 0x80])
        length >>= 7
    return prefix + bytes([length]) + data


class _Writer:
    def __init__(self) -> None:
        self._last = LIBRARY

    def value(self, value: Any) -> bytes:
        """A value as a record."""
        if value is None:
            return b"\x0a"
        if isinstance(value, str):
            return b"\x06" + self._number() + _string(value)
        if isinstance(value, int):
            return b"\x08\x08" + struct.pack("<i", value)
        if isinstance(value, bytes):
            return b"\x0f" + self._number() + struct.pack("<i", len(value)) + b"\x02" + value
        if isinstance(value, list):
            entries = b"".join(self.value(each) for each in value)
            number = self._number()
            return b"\x10" + number + struct.pack("<i", len(value)) + entries
        return self._object(value)

    def _object(self, instance: Instance) -> bytes:
        number, fields = self._number(), instance.fields
        described = _string(f"Masterplan.Data.{instance.kind}") + struct.pack("<i", len(fields))
        described += b"".join(map(_string, fields))
        kinds, more, values = b"", b"", b""
        for each in fields.values():
            primitive = {bool: 1, int: 8}.get(type(each))
            kinds += b"\x02" if primitive is None else b"\x00"
            more += b"" if primitive is None else bytes([primitive])
            values += self.value(each) if primitive is None else struct.pack("<?" if primitive == 1 else "<i", each)
        return b"\x05" + number + described + kinds + more + struct.pack("<i", LIBRARY) + values

    def _number(self) -> bytes:
        self._last += 1
        return struct.pack("<i", self._last)
