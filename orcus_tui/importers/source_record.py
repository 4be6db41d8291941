"""Objects of a source, read by paths, that note which values are unread; and lists of stat blocks."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from orcus_tui.importers.creature_draft import CreatureDraft, Leftover, one_line
from orcus_tui.importers.import_result import ImportResult, result_for_system
from orcus_tui.importers.json_nodes import Node, entry_nodes, list_key, node_text, read_json
from orcus_tui.importers.source_text import decode_source

_NUMBER_WIDTH = 40
"""The most characters of a text that can be a number."""
_WHOLE = re.compile(r"[+−–-]?[0-9]{1,15}(?:\.0)?")


class Record:
    """An object that is read by paths; it records its unread values and values of an unexpected type.

    A path is a key, or several joined by dots: `stats.size`.
    """

    __slots__ = ("_inner", "_odd", "_read", "_values", "line")

    def __init__(self, node: Node) -> None:
        self.line = node.line
        self._values: dict[str, Node] = node.value if isinstance(node.value, dict) else {}
        self._read: set[str] = set()
        self._inner: dict[str, Record] = {}
        self._odd = None if isinstance(node.value, dict) else node

    def __contains__(self, path: str) -> bool:
        holder, key = self._holder(path)
        return key in holder._values  # a record of the same source

    def has_all(self, paths: Iterable[str]) -> bool:
        """Whether it has a value at each of the paths."""
        return all(each in self for each in paths)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def _holder(self, path: str) -> "tuple[Record, str]":
        """The record that has the value at a path, and its key there."""
        if path in self._values or "." not in path:
            return self, path
        first, _, rest = path.partition(".")
        return self.record(first)._holder(rest)

    def _take(self, path: str, *types: type) -> Node | None:
        """Takes the value at a path, which then counts as read, if it has one of the types; otherwise None."""
        holder, key = self._holder(path)
        node = holder._values.get(key)
        if node is None or not isinstance(node.value, types) or (isinstance(node.value, bool) and bool not in types):
            return None
        holder._read.add(key)
        return node

    def line_of(self, path: str) -> int:
        """The line of a value, or of the object that lacks it."""
        holder, key = self._holder(path)
        return holder._values[key].line if key in holder._values else holder.line

    def text(self, path: str) -> str:
        """A text, or a number as text; otherwise empty."""
        node = self._take(path, str, int, float)
        return "" if node is None else node.value if isinstance(node.value, str) else f"{node.value:g}"

    def whole(self, path: str) -> int | None:
        """A whole number, also in quotes; otherwise None."""
        holder, key = self._holder(path)
        node = holder._values.get(key)
        if node is None or isinstance(node.value, bool | dict | list):
            return None
        plain = "" if isinstance(node.value, str) and len(node.value) > _NUMBER_WIDTH else str(node.value).strip()
        if not _WHOLE.fullmatch(plain):
            return None
        holder._read.add(key)
        return int(plain.replace("−", "-").replace("–", "-").removesuffix(".0"))

    def inner_text(self, path: str) -> str:
        """The text of a value, or of an object with a `value`, as Foundry keeps them."""
        inner = self.record(path)
        return inner.text("value") if "value" in inner else self.text(path)

    def inner_whole(self, path: str) -> int | None:
        """The whole number of a value, or of an object with a `value`."""
        number = self.whole(f"{path}.value")
        return self.whole(path) if number is None else number

    def whole_or_text(self, path: str) -> int | str:
        """A whole number, or the text in its place."""
        number = self.whole(path)
        return self.text(path) if number is None else number

    def flag(self, path: str) -> bool:
        """Whether a value is `true`."""
        node = self._take(path, bool)
        return node is not None and node.value is True

    def record(self, path: str) -> "Record":
        """An object inside this one; empty if there is no object."""
        found = self._inner.get(path)
        if found is None:
            holder, key = self._holder(path)
            found = holder._own_record(key) if holder is self else holder.record(key)
            self._inner[path] = found
        return found

    def _own_record(self, key: str) -> "Record":
        node = self._values.get(key)
        if node is None or not isinstance(node.value, dict):
            return Record(Node({}, self.line))
        self._read.add(key)
        return Record(node)

    def nodes(self, path: str) -> list[Node]:
        """The entries of a list; empty if there is no list."""
        node = self._take(path, list)
        return list(node.value) if node is not None and isinstance(node.value, list) else []

    def records(self, path: str) -> "list[Record]":
        """The objects of a list; other entries are unread records."""
        return [Record(node) for node in self.nodes(path)]

    def inner_records(self, path: str) -> "list[tuple[str, Record]]":
        """The objects in an object, each with its key, or in a list, without."""
        inner = self.record(path)
        return [(key, inner.record(key)) for key in inner] or [("", each) for each in self.records(path)]

    def texts(self, path: str) -> list[str]:
        """The entries of a list as texts."""
        return [node_text(node) for node in self.nodes(path) if node_text(node)]

    def joined_text(self, path: str) -> str:
        """A text, or the entries of a list as one text."""
        return self.text(path) or " ".join(self.texts(path))

    def names_in(self, path: str) -> list[str]:
        """The names of the objects in a list; entries without a name as texts."""
        found = [node.value.get("name", node) if isinstance(node.value, dict) else node for node in self.nodes(path)]
        return [node_text(node) for node in found if node_text(node)]

    def skip(self, *paths: str) -> None:
        """Ignores values that are not about the creature: addresses, pictures, repetitions."""
        for path in paths:
            holder, key = self._holder(path)
            holder._read.add(key)

    def unread_texts(self) -> Iterator[tuple[int, str]]:
        """The line and text of each value that was not read and is not empty."""
        if self._odd is not None and node_text(self._odd):
            yield self._odd.line, node_text(self._odd)
        for key, node in self._values.items():
            if key not in self._read and node_text(node):
                yield node.line, f"{key}: {node_text(node)}"

    def leftovers(self, place: str = "") -> list[Leftover]:
        """The unread values of an object outside any creature, each after the words for its place."""
        return [Leftover(line, "", one_line(f"{place}{text}")) for line, text in self.unread_texts()]


# Tables of fields


ALTERNATIVE = " | "
"""The separator of alternative paths in a row; the first path with a value counts."""
Draft = TypeVar("Draft", bound="Fields")


class Fields(Protocol):
    """A creature whose fields can be set."""

    def put(self, key: str, value: Any, line: int, /) -> None:
        """Sets a field, unless the value is empty."""


def value(source: Record, path: str, _: object) -> int | str | list[str]:
    """A number, a text, or a list of texts or names."""
    found = source.whole_or_text(path)
    return found if found != "" else source.names_in(path)


def whole_number(source: Record, path: str, _: Any) -> int | None:
    """A whole number."""
    return source.whole(path)


def nonzero_number(source: Record, path: str, _: Any) -> int | None:
    """A whole number other than 0."""
    return source.whole(path) or None


class Row(Struct, Generic[Draft], frozen=True):
    """A rule for the value at a path of a source: the creature's field, and the function that reads the value.

    A function that reads several fields sets them on the creature itself and returns None.
    """

    path: str
    field: str
    read: Callable[[Record, str, Draft], object] = value


def rows(*pairs: tuple[str, str], read: Callable[[Record, str, Draft], object] = value) -> tuple[Row[Draft], ...]:
    """Rows with the same reading, from pairs of path and field."""
    return tuple(Row(path, field, read) for path, field in pairs)


def read_rows(source: Record, table: Iterable[Row[Draft]], draft: Draft) -> None:
    """Reads the values of a source into the fields of a creature."""
    for row in table:
        for path in row.path.split(ALTERNATIVE):
            found = row.read(source, path, draft)
            if found not in (None, "", []):
                draft.put(row.field, found, source.line_of(path))
                break


# Lists of stat blocks


def has(*paths: str) -> Callable[[Record], bool]:
    """The test whether an object has a value at each of these paths."""
    return lambda record: record.has_all(paths)


class EntryFormat(Struct, frozen=True):
    """The reader of a list of stat blocks: its system, a test for creatures, and the function that drafts one.

    `read_document` reads the text of the source. Values around a list of stat blocks
    are leftovers, except for the keys in `around`; None ignores all of them.
    """

    system: str
    is_creature: Callable[[Record], bool]
    draft_of: Callable[[Record], CreatureDraft]
    read_document: Callable[[str], Node] = read_json
    around: tuple[str, ...] | None = None

    def read(self, data: bytes) -> ImportResult:
        """The creatures among the entries, and the text of every other entry.

        Raises UnreadableSource for a source of another format or without creatures.
        """
        drafts: list[CreatureDraft] = []
        others: list[Leftover] = []
        document = self.read_document(decode_source(data))
        for node in entry_nodes(document):
            record = Record(node)
            if self.is_creature(record):
                drafts.append(self.draft_of(record))
            elif node_text(node):
                others.append(Leftover(node.line, "", f"no stat block: {one_line(node_text(node))}"))
        if self.around is not None and isinstance(document.value, dict) and list_key(document):
            collection = Record(document)
            collection.skip(list_key(document), *self.around)
            others += collection.leftovers()
        return result_for_system(self.system, drafts, others)
