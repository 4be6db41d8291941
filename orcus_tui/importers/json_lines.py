"""JSON with the line each value begins on.

The standard library keeps no positions, and the library that does, json-source-map, calls itself as deep as a source
is nested; so the walk here is our own, over a source that `json` has found to be right.
"""

import json
import re
from collections.abc import Iterator

from msgspec import Struct

from orcus_tui.importers.import_result import NotReadable

DEEPEST = 40
"""Brackets within brackets; stat blocks have six."""

# A string that is never closed is taken to the end of the text, for `json` to complain of.
_WORDS = r'"[^"\\]*+(?:\\(?s:.)[^"\\]*+)*+(?:"|\Z)|[\[\]{}]|[^\s"\[\]{},:]++'
_NUMBER = r"-?[0-9]{1,15}"


class Node(Struct, frozen=True):
    """A value and its line; within it, values by key or in order are nodes too."""

    value: object
    line: int


def read_json(text: str) -> Node:
    """The document. Raises NotReadable, with the line, for what is no JSON, and for what is nested too deep."""
    _refuse_depth(text)
    try:
        json.loads(text, strict=False, parse_constant=_refuse, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        raise NotReadable(f"this is no JSON: {error.msg[:1].lower()}{error.msg[1:]}", error.lineno) from None
    return _value(_words(text))


def entries_of(document: Node) -> list[Node]:
    """The entries of a list, or of the `results` an object holds; else the document alone."""
    held = document.value.get("results") if isinstance(document.value, dict) else document
    return list(held.value) if held is not None and isinstance(held.value, list) else [document]


def _refuse(word: str) -> None:
    raise NotReadable(f"this is no JSON: {word} is no number")


def _refuse_depth(text: str) -> None:
    depth = 0
    for word, line in _words(text):
        depth += (word in ("[", "{")) - (word in ("]", "}"))
        if depth > DEEPEST:
            raise NotReadable(f"brackets are nested more than {DEEPEST} deep", line)


def _words(text: str) -> Iterator[tuple[str, int]]:
    """Strings, numbers, words and brackets, each with its line; commas and colons say nothing more."""
    line, counted = 1, 0
    for found in re.finditer(_WORDS, text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        yield found.group(), line


def _value(words: Iterator[tuple[str, int]]) -> Node:
    word, line = next(words)
    if word == "[":
        return Node(list(_until_closed(words)), line)
    if word == "{":
        parts = list(_until_closed(words))
        return Node(_by_key(parts[::2], parts[1::2]), line)
    if word in ("]", "}"):
        return _CLOSED
    if re.fullmatch(_NUMBER, word):
        return Node(int(word), line)
    if word[0] in "-0123456789":
        return Node(float(word), line)
    return Node(json.loads(word, strict=False), line)


_CLOSED = Node(None, 0)


def _until_closed(words: Iterator[tuple[str, int]]) -> Iterator[Node]:
    while (node := _value(words)) is not _CLOSED:
        yield node


def _by_key(keys: list[Node], values: list[Node]) -> dict[str, Node]:
    """The values by key; what is given a second time goes by another key, so that nothing is lost."""
    found: dict[str, Node] = {}
    for key, value in zip(keys, values, strict=True):
        name = str(key.value)
        while name in found:
            name += " again"
        found[name] = value
    return found


# Objects, key by key


class Record:
    """An object that is read key by key, and knows what has not been read, or was not what was expected."""

    def __init__(self, node: Node) -> None:
        self.line = node.line
        self._values: dict[str, Node] = dict(node.value) if isinstance(node.value, dict) else {}
        self._read: set[str] = set()
        self._odd = None if isinstance(node.value, dict) else node

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def line_of(self, key: str) -> int:
        """The line of a value, read or not; of the object, where there is none."""
        return self._values[key].line if key in self._values else self.line

    def text(self, key: str) -> str:
        """A text, or a number as text; empty where there is none."""
        node = self._values.get(key)
        if node is None or isinstance(node.value, bool) or not isinstance(node.value, str | int | float):
            return ""
        self._read.add(key)
        return node.value if isinstance(node.value, str) else f"{node.value:g}"

    def whole(self, key: str) -> int | None:
        """A whole number, also one in quotes; None where there is none."""
        node = self._values.get(key)
        if node is None or isinstance(node.value, bool):
            return None
        plain = str(node.value).strip().replace("−", "-")
        if not re.fullmatch(r"[+-]?[0-9]{1,15}(?:\.0)?", plain):
            return None
        self._read.add(key)
        return int(plain.removesuffix(".0"))

    def record(self, key: str) -> "Record":
        """An object within this one; an empty one where there is none."""
        node = self._values.get(key)
        if node is None or not isinstance(node.value, dict):
            return Record(Node({}, self.line))
        self._read.add(key)
        return Record(node)

    def nodes(self, key: str) -> list[Node]:
        """The entries of a list; none where there is no list."""
        node = self._values.get(key)
        if node is None or not isinstance(node.value, list):
            return []
        self._read.add(key)
        return list(node.value)

    def texts(self, key: str) -> list[str]:
        """The texts of a list; what else is in it is said as one."""
        return [said(node) for node in self.nodes(key) if said(node)]

    def named(self, key: str) -> list[str]:
        """The names in a list of objects that have one, or of plain texts; of anything else, all it says."""
        found = [node.value.get("name", node) if isinstance(node.value, dict) else node for node in self.nodes(key)]
        return [said(node) for node in found if said(node)]

    def flag(self, key: str) -> bool:
        """Whether a value is true."""
        node = self._values.get(key)
        if node is None or not isinstance(node.value, bool):
            return False
        self._read.add(key)
        return node.value

    def records(self, key: str) -> list["Record"]:
        """The objects of a list; what else is in it stays unread in a record of its own."""
        return [Record(node) for node in self.nodes(key)]

    def names(self) -> list[str]:
        """The keys, read or not."""
        return list(self._values)

    def skip(self, *keys: str) -> None:
        """These say nothing about the creature: addresses, pictures, the same again in another form."""
        self._read.update(keys)

    def unread(self) -> Iterator[tuple[int, str]]:
        """What has not been read and says something, as line and text."""
        if self._odd is not None and said(self._odd):
            yield self._odd.line, said(self._odd)
        for key, node in self._values.items():
            if key not in self._read and said(node):
                yield node.line, f"{key}: {said(node)}"


def said(node: Node) -> str:
    """All that a value says, in one text; nothing for null, false and what is empty."""
    if isinstance(node.value, dict):
        return "; ".join(f"{key}: {said(each)}" for key, each in node.value.items() if said(each))
    if isinstance(node.value, list):
        return "; ".join(filter(None, map(said, node.value)))
    return "" if node.value is None or node.value is False else str(node.value)
