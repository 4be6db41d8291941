"""Notes of Obsidian: properties at their head, YAML in fenced blocks, and the text between."""

import re
from collections.abc import Iterator

from orcus_tui.importers.json_nodes import Node
from orcus_tui.importers.yaml_nodes import read_yaml

PROPERTIES = re.compile(r"\A\s*---[ \t]*\n(?P<block>(?s:.*?))\n---[ \t]*(?:\n|\Z)")
_QUOTED = re.compile(r"(?m)^[ \t]*> ?")


def fence(language: str) -> re.Pattern[str]:
    """The pattern of a fenced block, also in a quotation; `language` is the pattern of what follows the fence."""
    return re.compile(
        rf"(?m)^[ \t>]*(?P<fence>`{{3,}}|~{{3,}})[ \t]*{language}[ \t]*\n"
        r"(?P<block>(?s:.*?))(?:^[ \t>]*(?P=fence)|\Z)"
    )


def block_node(text: str, found: re.Match[str]) -> Node:
    """The YAML of a block, or of properties, found in a note. Raises UnreadableSource for what is no YAML."""
    block = _QUOTED.sub("", found["block"]).replace("\t", "  ")
    return read_yaml(block, text.count("\n", 0, found.start("block")) + 1)


def numbered_lines(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """The lines of a part of a note, each with its number in the note."""
    return enumerate(text[start:end].split("\n"), text.count("\n", 0, start) + 1)
