"""JSON values with the line each begins on.

The standard library keeps no positions, and json-source-map, which does, recurses as deep as its source is nested. So
the walk here is our own, over a source that `json` has accepted.
"""

import json
import re
from collections.abc import Iterator

from msgspec import Struct

from orcus_tui.importers.import_result import UnreadableSource

DEEPEST = 40
"""Nested brackets; stat blocks have six."""

# An unclosed string extends to the end of the text; `json` reports it.
_WORDS = r'"[^"\\]*+(?:\\(?s:.)[^"\\]*+)*+(?:"|\Z)|[\[\]{}]|[^\s"\[\]{},:]++'
_NUMBER = r"-?[0-9]{1,15}"


class Node(Struct, frozen=True):
    """A value and its line; the values inside an object or a list are nodes too."""

    value: object
    line: int


def read_json(text: str) -> Node:
    """The document. Raises UnreadableSource, with the line, for invalid JSON and for JSON nested too deeply."""
    _refuse_depth(text)
    try:
        json.loads(text, strict=False, parse_constant=_refuse, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        raise UnreadableSource(f"invalid JSON: {error.msg[:1].lower()}{error.msg[1:]}", error.lineno) from None
    return _value(_words(text))


def entry_nodes(document: Node) -> list[Node]:
    """The entries of a list, or of the list `results` in an object; otherwise the document itself."""
    held = document.value.get("results") if isinstance(document.value, dict) else document
    return list(held.value) if held is not None and isinstance(held.value, list) else [document]


def _refuse(word: str) -> None:
    raise UnreadableSource(f"invalid JSON: {word} is not a number")


def _refuse_depth(text: str) -> None:
    depth = 0
    for word, line in _words(text):
        depth += (word in ("[", "{")) - (word in ("]", "}"))
        if depth > DEEPEST:
            raise UnreadableSource(f"brackets nested more than {DEEPEST} deep", line)


def _words(text: str) -> Iterator[tuple[str, int]]:
    """Strings, numbers, words and brackets, each with its line; commas and colons are skipped."""
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
    """The values by key; a repeated key is renamed, so that nothing is lost."""
    found: dict[str, Node] = {}
    for key, value in zip(keys, values, strict=True):
        name = str(key.value)
        while name in found:
            name += " again"
        found[name] = value
    return found


def node_text(node: Node) -> str:
    """Everything in a value as one text; empty for null, false and empty values."""
    if isinstance(node.value, dict):
        return "; ".join(f"{key}: {node_text(each)}" for key, each in node.value.items() if node_text(each))
    if isinstance(node.value, list):
        return "; ".join(filter(None, map(node_text, node.value)))
    return "" if node.value is None or node.value is False else str(node.value)
