"""JSON values, each with the line on which it begins.

The standard library does not record positions; json-source-map does, but recurses as deep as its source is nested.
Therefore this module scans the source itself, after `json` has accepted it.
"""

import json
import re
from collections import Counter
from itertools import accumulate, repeat

from msgspec import Struct

from orcus_tui.importers.source_text import UnreadableSource

_LISTS = ("results", "actors", "monsters", "creatures")
"""Names that exports give to a list of stat blocks."""
DEEPEST = 40
"""The most brackets inside each other; stat blocks have six."""
MOST_WORDS = 1_000_000
"""The most keys, values, brackets and line ends of a source; a source of the largest size has about half as many."""

# An unclosed string extends to the end of the text; `json` reports it. A key is a string with its colon.
_STRING = r'"[^"\\]*+(?:\\(?s:.)[^"\\]*+)*+(?:"|\\?\Z)'
_WORDS = re.compile(rf'({_STRING}(?:\s*+:)?|[\[\]{{}}]|\n+|[^\s"\[\]{{}},:]++)[ ,]*+')
_DEEPER = {"[": 1, "{": 1, "]": -1, "}": -1}
_NUMBER = re.compile(r"-?[0-9]{1,15}")
_NAMES = {"true": True, "false": False, "null": None}
_SIGN = re.compile(r"\S")
_DECODER = json.JSONDecoder(strict=False)


class Node(Struct, frozen=True, gc=False):
    """A value and its line; the values inside an object or a list are nodes too."""

    value: object
    line: int


def read_json(text: str, first_line: int = 1) -> Node:
    """The document, or a list of several documents, as in a file with one on each line.

    `first_line` is the line it begins on.

    Raises UnreadableSource, with the line, for JSON that is invalid, too deep, or too large.
    """
    words: list[str] = _WORDS.findall(text)
    if len(words) > MOST_WORDS:
        line = _line_after(words[:MOST_WORDS])
        raise UnreadableSource(f"more than {MOST_WORDS:,} keys and values; import it in parts", line)
    _refuse_depth(words)
    try:
        _refuse_invalid(text)
    except json.JSONDecodeError as error:
        raise UnreadableSource(f"invalid JSON: {error.msg[:1].lower()}{error.msg[1:]}", error.lineno) from None
    return _build(words, first_line)


def entry_nodes(document: Node, lists: tuple[str, ...] = _LISTS) -> list[Node]:
    """The entries of a list, or of lists in objects, such as `results`; otherwise the document itself."""
    documents = document.value if isinstance(document.value, list) else [document]
    return [entry for each in documents for entry in _list_entries(each, lists)]


def list_key(node: Node, lists: tuple[str, ...] = _LISTS) -> str:
    """The key of the list of stat blocks in an object; empty if there is none."""
    keys = node.value if isinstance(node.value, dict) else {}
    return next((each for each in lists if each in keys and isinstance(keys[each].value, list)), "")


def _list_entries(node: Node, lists: tuple[str, ...]) -> list[Node]:
    """The entries of the list in an object; the node itself if it is anything else."""
    key = list_key(node, lists)
    return list(node.value[key].value) if key and isinstance(node.value, dict) else [node]


def _refuse_invalid(text: str) -> None:
    """Raises json.JSONDecodeError for anything but JSON; a document may only be followed by objects and lists."""
    decoder = json.JSONDecoder(strict=False, parse_constant=_refuse, parse_int=str, parse_float=str)
    place = 0
    while (found := _SIGN.search(text, place)) or place == 0:
        start = found.start() if found else 0
        if place and text[start] not in "{[":
            raise json.JSONDecodeError("Extra data", text, start)
        _, place = decoder.raw_decode(text, start)


def _refuse(word: str) -> None:
    raise UnreadableSource(f"invalid JSON: {word} is not a number")


def _refuse_depth(words: list[str]) -> None:
    depths = list(accumulate(map(_DEEPER.get, words, repeat(0))))
    if max(depths, default=0) > DEEPEST:
        line = _line_after(words[: depths.index(DEEPEST + 1)])
        raise UnreadableSource(f"brackets nested more than {DEEPEST} deep", line)


def _line_after(words: list[str]) -> int:
    """The line on which the next word begins."""
    return 1 + sum(word.count("\n") for word in words)


def _build(words: list[str], line: int) -> Node:
    """The nodes of the words of valid JSON, which begins on a line."""
    begun = line
    keys: list[str] = []  # of the object that is open
    values: list[Node] = []  # of the object or list that is open
    opened: list[tuple[list[str], list[Node], int]] = []  # enclosing lists, and their lines
    for word in words:
        first = word[0]
        if first == '"':
            text = word[1 : word.rindex('"')] if "\\" not in word else _DECODER.raw_decode(word)[0]
            if word[-1] == ":":
                keys.append(text)
            else:
                values.append(Node(text, line))
            if "\n" in word:
                line += word.count("\n")
        elif first == "\n":
            line += len(word)
        elif first in "[{":
            opened.append((keys, values, line))
            keys, values = [], []
        elif first in "]}":
            value = values if first == "]" else by_key(keys, values)
            keys, values, opening = opened.pop()
            values.append(Node(value, opening))
        else:
            values.append(Node(_plain_value(word), line))
    return values[0] if len(values) == 1 else Node(values, begun)


def _plain_value(word: str) -> object:
    """The value of a word without quotes: a number, true, false or null."""
    if word in _NAMES:
        return _NAMES[word]
    return int(word) if _NUMBER.fullmatch(word) else float(word)


def by_key(keys: list[str], values: list[Node]) -> dict[str, Node]:
    """The values by key; repeated keys are renamed, so that nothing is lost."""
    found = dict(zip(keys, values, strict=True))
    if len(found) == len(keys):
        return found
    found = {}
    repeats: Counter[str] = Counter()
    for key, value in zip(keys, values, strict=True):
        name = key
        while name in found:
            repeats[key] += 1
            name = f"{key} again" if repeats[key] == 1 else f"{key} again {repeats[key]}"
        found[name] = value
    return found


def node_text(node: Node) -> str:
    """Everything in a value as one text; empty for null, false and empty values."""
    if isinstance(node.value, dict):
        return "; ".join(f"{key}: {node_text(each)}" for key, each in node.value.items() if node_text(each))
    if isinstance(node.value, list):
        return "; ".join(filter(None, map(node_text, node.value)))
    return "" if node.value is None or node.value is False else str(node.value)
