"""YAML documents and blocks of notes as values with their lines, read safely: no tags, no endless aliases.

Values are built from the parser's events, because its composer recurses and crashes on very deep brackets.
"""

import re
from collections.abc import Iterator

import yaml
from msgspec import Struct, field

from orcus_tui.importers.json_nodes import DEEPEST, Node, by_key, entry_nodes, read_json
from orcus_tui.importers.source_text import UnreadableSource

MOST_VALUES = 200_000
"""The most values of a source, with aliases expanded; the largest bestiaries have half as many."""

_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TOO_DEEP = f"values nested more than {DEEPEST} deep"
_TOO_DEEP_FOR_PARSER = "exceeded maximum nesting depth"
"""The problem that PyYAML 6.0.4 and later name for brackets on one line, which they read ahead of the events."""
_QUOTES = ('"', "'", "|", ">")
_NULLS = ("", "~", "null", "Null", "NULL")
_TRUE, _FALSE = ("true", "True", "TRUE"), ("false", "False", "FALSE")
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})")
_FRACTION = re.compile(r"[-+]?[0-9]{1,15}\.[0-9]{1,15}")


def read_yaml(text: str, first_line: int = 1) -> Node:
    """The document, or a list of several documents; `first_line` is the line it begins on.

    Raises UnreadableSource, with the line, for invalid YAML, for YAML nested too deeply, and for too many values.
    """
    builder = _Builder(first_line)
    try:
        for event in yaml.parse(text, _LOADER):
            builder.add(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = first_line + (mark.line if mark else 0)
        if error.problem == _TOO_DEEP_FOR_PARSER:
            raise UnreadableSource(_TOO_DEEP, line) from None
        raise UnreadableSource(f"invalid YAML: {error.problem or error.context}", line) from None
    except yaml.YAMLError as error:
        raise UnreadableSource(f"invalid YAML: {str(error).splitlines()[0]}", first_line) from None
    return builder.documents[0] if len(builder.documents) == 1 else Node(builder.documents, first_line)


def read_json_or_yaml(text: str) -> Node:
    """The document, as JSON if it begins like JSON, otherwise as YAML. Raises UnreadableSource as both do."""
    return read_json(text) if text.lstrip()[:1] in ("{", "[") else read_yaml(text)


class _Open(Struct):
    """A list or mapping that is not closed yet: its line, its anchor, and its values, or keys and values in turn."""

    line: int
    anchor: str | None
    is_mapping: bool
    values: list[Node] = field(default_factory=list)
    size: int = 1


class _Builder:
    """Builds values from the events of the parser, counting them."""

    def __init__(self, first_line: int) -> None:
        self.documents: list[Node] = []
        self._first_line = first_line
        self._left = MOST_VALUES
        self._open: list[_Open] = []
        self._anchored: dict[str, tuple[Node, int]] = {}

    def add(self, event: yaml.Event) -> None:
        """Adds an event; those of documents and streams have no value."""
        line = self._first_line + (event.start_mark.line if event.start_mark else 0)
        if isinstance(event, yaml.ScalarEvent):
            self._put(Node(_scalar(event.value, quoted=event.style in _QUOTES), line), 1, event.anchor)
        elif isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchored:
                raise UnreadableSource(f"invalid YAML: *{event.anchor} stands for nothing before it", line)
            node, size = self._anchored[event.anchor]
            self._left -= size
            self._put(node, size, None)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            if len(self._open) >= DEEPEST:
                raise UnreadableSource(_TOO_DEEP, line)
            self._open.append(_Open(line, event.anchor, isinstance(event, yaml.MappingStartEvent)))
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            ended = self._open.pop()
            value = _mapping(ended.values) if ended.is_mapping else ended.values
            self._put(Node(value, ended.line), ended.size, ended.anchor)

    def _put(self, node: Node, size: int, anchor: str | None) -> None:
        """Adds a value to the open list or object; `size` is its number of values, with aliases expanded."""
        if anchor:
            self._anchored[anchor] = (node, size)
        self._left -= 1
        if self._left < 0:
            raise UnreadableSource(f"more than {MOST_VALUES:,} values, aliases written out", node.line)
        if self._open:
            self._open[-1].values.append(node)
            self._open[-1].size += size
        else:
            self.documents.append(node)


def _mapping(values: list[Node]) -> dict[str, Node]:
    """The values by key, from keys and values in turn."""
    keys = ["?" if isinstance(key.value, dict | list) else str(key.value) for key in values[::2]]
    return by_key(keys, values[1::2])


def _scalar(word: str, *, quoted: bool) -> object:
    """A number, true, false or null if it is written without quotes; any other value is text."""
    if quoted:
        return word
    if word in _NULLS:
        return None
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    if _WHOLE.fullmatch(word):
        return int(word)
    return float(word) if _FRACTION.fullmatch(word) else word


# Notes of Obsidian: properties at their head, YAML in fenced blocks, and the text between


PROPERTIES = re.compile(r"\A\s*---[ \t]*\n(?P<block>(?s:.*?))\n---[ \t]*(?:\n|\Z)")
_QUOTED = re.compile(r"(?m)^[ \t]*> ?")


def fence(language: str) -> re.Pattern[str]:
    """The pattern of a fenced block, also in a quotation; `language` is the pattern of what follows the fence."""
    return re.compile(
        rf"(?m)^[ \t>]*(?P<fence>`{{3,}}|~{{3,}})[ \t]*{language}[ \t]*\n"
        r"(?P<block>(?s:.*?))(?:^[ \t>]*(?P=fence)|\Z)"
    )


def block_node(text: str, found: re.Match[str]) -> Node:
    """The YAML of a block, or of properties, found in a note. Raises UnreadableSource for invalid YAML."""
    block = _QUOTED.sub("", found["block"]).replace("\t", "  ")
    return read_yaml(block, text.count("\n", 0, found.start("block")) + 1)


def blocks_and_lines(text: str, block: re.Pattern[str], start: int) -> tuple[list[Node], list[tuple[int, str]]]:
    """The YAML of the blocks in a note from a place on, and the other lines there, each with its number."""
    nodes: list[Node] = []
    lines: list[tuple[int, str]] = []
    for found in block.finditer(text, start):
        lines += _numbered_lines(text, start, found.start())
        nodes.append(block_node(text, found))
        start = found.end()
    return nodes, [*lines, *_numbered_lines(text, start, len(text))]


def _numbered_lines(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """The lines of a part of a note, each with its number in the note."""
    return enumerate(text[start:end].split("\n"), text.count("\n", 0, start) + 1)


# Exports of Foundry, for any rules system


FOUNDRY_SIZES = {"tiny": "Tiny", "sm": "Small", "med": "Medium", "lg": "Large", "huge": "Huge", "grg": "Gargantuan"}


def read_foundry(text: str) -> Node:
    """The document, in JSON or YAML. Up to version 9 `system` is called `data`; here it is always `system`.

    Raises UnreadableSource as `read_json_or_yaml` does.
    """
    document = read_json_or_yaml(text)
    for actor in entry_nodes(document):
        items = actor.value.get("items") if isinstance(actor.value, dict) else None
        for each in (actor, *(items.value if items and isinstance(items.value, list) else ())):
            if isinstance(each.value, dict) and "data" in each.value and "system" not in each.value:
                each.value["system"] = each.value.pop("data")
    return document
