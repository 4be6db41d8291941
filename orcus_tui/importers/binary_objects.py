"""Streams of .NET objects as the BinaryFormatter writes them (MS-NRBF), read as plain values.

No class is loaded and no code in a stream is run: an object is the name of its class and its fields. The packages for
this format are unmaintained, and only a small part of it is needed.
"""

import struct
from collections.abc import Callable
from math import prod

from msgspec import Struct, field

from orcus_tui.importers.source_text import UnreadableSource

HEADER = b"\x00\x01\x00\x00\x00\xff\xff\xff\xff\x01\x00\x00\x00\x00\x00\x00\x00"
"""The beginning of every stream."""
MOST_OBJECTS = 500_000
"""The most values of a stream; a whole campaign has a tenth of them."""
DEEPEST = 60
"""The most levels of objects inside objects; other objects are referred to by number."""


class BinaryObject(Struct):
    """An object: its number, its class without the namespace, and its fields by name."""

    number: int
    kind: str
    fields: dict[str, object] = field(default_factory=dict)


class Reference(Struct, frozen=True):
    """The number of an object elsewhere in the stream."""

    number: int


class _Class(Struct, frozen=True):
    """A class as the stream describes it: its fields, and for each a primitive type or None."""

    name: str
    fields: tuple[str, ...]
    primitives: tuple[int | None, ...]


class Stream(Struct):
    """A stream that was read: all its objects in order, and every numbered value."""

    objects: list[BinaryObject]
    numbered: dict[int, object]

    def follow(self, value: object) -> object:
        """The value, or the target of a reference."""
        return self.numbered.get(value.number) if isinstance(value, Reference) else value

    def entries(self, value: object) -> list[object]:
        """The entries of a list or an array; empty for anything else."""
        known = self.follow(value)
        if isinstance(known, BinaryObject) and known.kind.startswith("List"):
            size = known.fields.get("_size")
            known = self.follow(known.fields.get("_items"))
            known = known[:size] if isinstance(known, list) and isinstance(size, int) and size >= 0 else known
        return [self.follow(each) for each in known] if isinstance(known, list) else []


def read_objects(data: bytes) -> Stream:
    """The objects of a stream. Raises UnreadableSource for one that is cut off, broken or too large."""
    if not data.startswith(HEADER[:5]):
        raise UnreadableSource("not a stream of .NET objects")
    reader = _Reader(data)
    try:
        reader.read_all()
    except (struct.error, IndexError, UnicodeDecodeError):
        raise UnreadableSource(f"the stream of .NET objects is cut off or broken at byte {reader.place:,}") from None
    return Stream(reader.objects, reader.numbered)


_STRUCTS = {
    1: "<?", 2: "<B", 6: "<d", 7: "<h", 8: "<i", 9: "<q", 10: "<b", 11: "<f", 13: "<q", 14: "<H", 15: "<I", 16: "<Q",
}  # fmt: skip
_CHARACTER, _DECIMAL, _SPAN, _STRING = 3, 5, 12, 18
_END = object()
"""Marks the end of the stream."""


class _Nulls(Struct, frozen=True):
    """A run of empty entries in an array."""

    count: int


class _Reader:
    """Reads records one after another."""

    def __init__(self, data: bytes) -> None:
        self.place = 0
        self.objects: list[BinaryObject] = []
        self.numbered: dict[int, object] = {}
        self._data = data
        self._classes: dict[int, _Class] = {}
        self._left = MOST_OBJECTS
        self._depth = 0
        self._records: dict[int, Callable[[], object]] = {
            0: lambda: self._take(16),
            1: self._object_of_known_class,
            2: lambda: self._object_of_class(typed=False, library=False),
            3: lambda: self._object_of_class(typed=False, library=True),
            4: lambda: self._object_of_class(typed=True, library=False),
            5: lambda: self._object_of_class(typed=True, library=True),
            6: self._numbered_string,
            7: self._array,
            8: lambda: self._primitive(self._byte()),
            9: lambda: Reference(self._int32()),
            10: lambda: None,
            11: lambda: _END,
            12: self._after_library,
            13: lambda: _Nulls(self._byte()),
            14: lambda: _Nulls(self._int32()),
            15: lambda: self._entries(self._int32(), self._int32(), self._byte()),
            16: lambda: self._entries(self._int32(), self._int32(), None),
            17: lambda: self._entries(self._int32(), self._int32(), None),
        }

    def read_all(self) -> None:
        """Reads all records up to the end of the stream."""
        while self._record() is not _END:
            pass

    # Parts

    def _take(self, count: int) -> bytes:
        if count < 0 or self.place + count > len(self._data):
            raise IndexError
        taken = self._data[self.place : self.place + count]
        self.place += count
        return taken

    def _byte(self) -> int:
        return self._take(1)[0]

    def _int32(self) -> int:
        return int.from_bytes(self._take(4), "little", signed=True)

    def _string(self) -> str:
        length = shift = 0
        while True:
            byte = self._byte()
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 or shift > 28:
                return self._take(length).decode("utf-8")

    def _primitive(self, kind: int) -> object:
        if kind in (_STRING, _DECIMAL):
            return self._string()
        if kind == _CHARACTER:
            return self._take(1).decode("latin-1")
        if kind == _SPAN:
            return f"{int.from_bytes(self._take(8), 'little') // 10**7} s"
        if kind not in _STRUCTS:
            raise IndexError
        pattern = _STRUCTS[kind]
        value: object = struct.unpack(pattern, self._take(struct.calcsize(pattern)))[0]
        return value

    # Records

    def _record(self) -> object:
        self._left -= 1
        self._depth += 1
        if self._left < 0 or self._depth > DEEPEST:
            raise UnreadableSource("the stream of .NET objects is too large or nested too deeply")
        kind = self._byte()
        if kind not in self._records:
            raise IndexError
        read = self._records[kind]()
        self._depth -= 1
        return read

    def _value(self) -> object:
        """The value of a field: the next record that holds a value."""
        found = self._record()
        if found is _END or isinstance(found, _Nulls):
            raise IndexError
        return found

    def _after_library(self) -> object:
        """The record after one that only names the origin of classes."""
        self._int32()
        self._string()
        return self._record()

    def _numbered_string(self) -> object:
        number, text = self._int32(), self._string()
        self.numbered[number] = text
        return text

    def _object_of_known_class(self) -> object:
        number, known = self._int32(), self._int32()
        if known not in self._classes:
            raise IndexError
        return self._object(number, self._classes[known])

    def _object_of_class(self, *, typed: bool, library: bool) -> object:
        number, name, count = self._int32(), self._string(), self._int32()
        fields = tuple(self._string() for _ in range(self._checked_count(count)))
        primitives = tuple(map(self._type_of, self._take(count))) if typed else (None,) * count
        if library:
            self._int32()
        bare = name.partition("[")[0].partition("`")[0].rpartition(".")[2]  # without namespace and types in brackets
        described = _Class(bare, fields, primitives)
        self._classes[number] = described
        return self._object(number, described)

    def _type_of(self, kind: int) -> int | None:
        """The primitive type of a field; None for a field with a separate record."""
        if kind == 0:
            return self._byte()
        if kind == 7:  # an array of primitives
            self._byte()
        elif kind == 3:
            self._string()
        elif kind == 4:
            self._string()
            self._int32()
        elif kind > 7:
            raise IndexError
        return None

    def _object(self, number: int, described: _Class) -> BinaryObject:
        found = BinaryObject(number, described.name)
        self.numbered[number] = found
        self.objects.append(found)
        for name, primitive in zip(described.fields, described.primitives, strict=True):
            found.fields[name] = self._value() if primitive is None else self._primitive(primitive)
        return found

    def _checked_count(self, count: int) -> int:
        """A count of parts that follow; there cannot be more than the bytes left."""
        if not 0 <= count <= len(self._data) - self.place:
            raise IndexError
        return count

    def _array(self) -> object:
        number, kind, rank = self._int32(), self._byte(), self._int32()
        lengths = [self._int32() for _ in range(self._checked_count(rank))]
        if kind >= 3:  # with lower bounds
            self._take(4 * rank)
        primitive = self._type_of(self._byte())
        return self._entries(number, prod(max(length, 0) for length in lengths), primitive)

    def _entries(self, number: int, count: int, primitive: int | None) -> object:
        if not 0 <= count <= MOST_OBJECTS:
            raise IndexError
        found: list[object] = []
        self.numbered[number] = found
        if primitive is not None:
            found += [self._primitive(primitive) for _ in range(self._checked_count(count))]
            return found
        while len(found) < count:
            entry = self._record()
            if entry is _END:
                raise IndexError
            if isinstance(entry, _Nulls):
                found += [None] * max(0, min(entry.count, count - len(found)))
            else:
                found.append(entry)
        return found
