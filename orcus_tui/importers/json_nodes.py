"""JSON values with the line each begins on.

The standard library keeps no positions, and json-source-map, which does, recurses as deep as its source is nested. So
the walk here is our own, over a source that `json` has accepted.
"""

import json
import re

from msgspec import Struct

from orcus_tui.importers.import_result import UnreadableSource

_LISTS = ("results", "actors", "monsters", "creatures")
"""Names that exports give to a list of stat blocks."""
DEEPEST = 40
"""Nested brackets; stat blocks have six."""
MOST_WORDS = 1_000_000
"""Keys, values and brackets of a source; a collection as large as a source may be has a third of them."""

# An unclosed string extends to the end of the text; `json` reports it.
_STRING = r'"[^"\\]*+(?:\\(?s:.)[^"\\]*+)*+(?:"|\Z)'
_BRACKETS = re.compile(rf"{_STRING}|[\[\]{{}}]")
_WORDS = re.compile(rf'{_STRING}|[\[\]{{}}]|[^\s"\[\]{{}},:]++')
_NUMBER = re.compile(r"-?[0-9]{1,15}")
_NAMES = {"true": True, "false": False, "null": None}
_DECODER = json.JSONDecoder(strict=False)


class Node(Struct, frozen=True):
    """A value and its line; the values inside an object or a list are nodes too."""

    value: object
    line: int


def read_json(text: str) -> Node:
    """The document. Raises UnreadableSource, with the line, for JSON that is invalid, too deep, or too large."""
    _refuse_depth(text)
    try:
        json.loads(text, strict=False, parse_constant=_refuse, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        raise UnreadableSource(f"invalid JSON: {error.msg[:1].lower()}{error.msg[1:]}", error.lineno) from None
    return _build(text)


def entry_nodes(document: Node) -> list[Node]:
    """The entries of a list, or of a list in an object, such as `results`; otherwise the document itself."""
    named = [document.value.get(each) for each in _LISTS] if isinstance(document.value, dict) else [document]
    held = next((each.value for each in named if each is not None and isinstance(each.value, list)), [document])
    return list(held)


def _refuse(word: str) -> None:
    raise UnreadableSource(f"invalid JSON: {word} is not a number")


def _refuse_depth(text: str) -> None:
    depth = 0
    for found in _BRACKETS.finditer(text):
        bracket = found.group()
        if bracket in ("[", "{"):
            depth += 1
            if depth > DEEPEST:
                line = text.count("\n", 0, found.start()) + 1
                raise UnreadableSource(f"brackets nested more than {DEEPEST} deep", line)
        elif bracket in ("]", "}"):
            depth -= 1


def _build(text: str) -> Node:
    """The nodes of a text that is valid JSON."""
    line, counted = 1, 0
    held: list[Node] = []  # the values, or keys and values in turn, of what is open
    opened: list[tuple[list[Node], int, bool]] = []  # what that is in, its line, and whether it is a list
    for number, found in enumerate(_WORDS.finditer(text)):
        if number == MOST_WORDS:
            raise UnreadableSource(f"more than {MOST_WORDS:,} keys and values; import it in parts", line)
        word, start = found.group(), found.start()
        line += text.count("\n", counted, start)
        counted = start
        first = word[0]
        if first in "[{":
            opened.append((held, line, first == "["))
            held = []
        elif first in "]}":
            values = held
            held, begun, is_list = opened.pop()
            held.append(Node(values if is_list else _by_key(values), begun))
        else:
            held.append(Node(_plain_value(word, first), line))
    return held[0]


def _plain_value(word: str, first: str) -> object:
    """The value of a word: a text, a number, true, false or null."""
    if first == '"':
        return word[1:-1] if "\\" not in word else _DECODER.decode(word)
    if word in _NAMES:
        return _NAMES[word]
    return int(word) if _NUMBER.fullmatch(word) else float(word)


def _by_key(values: list[Node]) -> dict[str, Node]:
    """The values by key, from keys and values in turn; a repeated key is renamed, so that nothing is lost."""
    found: dict[str, Node] = {}
    for key, value in zip(values[::2], values[1::2], strict=True):
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
