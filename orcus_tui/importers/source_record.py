"""Objects of a source read key by key, keeping track of what has not been read."""

import re
from collections.abc import Iterator

from orcus_tui.importers.json_nodes import Node, node_text


class Record:
    """An object read key by key, which knows what has not been read or had an unexpected type."""

    def __init__(self, node: Node) -> None:
        self.line = node.line
        self._values: dict[str, Node] = dict(node.value) if isinstance(node.value, dict) else {}
        self._read: set[str] = set()
        self._odd = None if isinstance(node.value, dict) else node

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def line_of(self, key: str) -> int:
        """The line of a value, or of the object if it has no such key."""
        return self._values[key].line if key in self._values else self.line

    def text(self, key: str) -> str:
        """A text, or a number as text; empty if there is none."""
        node = self._values.get(key)
        if node is None or isinstance(node.value, bool) or not isinstance(node.value, str | int | float):
            return ""
        self._read.add(key)
        return node.value if isinstance(node.value, str) else f"{node.value:g}"

    def whole(self, key: str) -> int | None:
        """A whole number, also in quotes; None if there is none."""
        node = self._values.get(key)
        if node is None or isinstance(node.value, bool):
            return None
        plain = str(node.value).strip().replace("−", "-")
        if not re.fullmatch(r"[+-]?[0-9]{1,15}(?:\.0)?", plain):
            return None
        self._read.add(key)
        return int(plain.removesuffix(".0"))

    def whole_or_text(self, key: str) -> int | str:
        """A whole number, or the text that is there instead."""
        number = self.whole(key)
        return self.text(key) if number is None else number

    def record(self, key: str) -> "Record":
        """An object inside this one; empty if there is none."""
        node = self._values.get(key)
        if node is None or not isinstance(node.value, dict):
            return Record(Node({}, self.line))
        self._read.add(key)
        return Record(node)

    def nodes(self, key: str) -> list[Node]:
        """The entries of a list; none if there is no list."""
        node = self._values.get(key)
        if node is None or not isinstance(node.value, list):
            return []
        self._read.add(key)
        return list(node.value)

    def texts(self, key: str) -> list[str]:
        """The entries of a list as texts."""
        return [node_text(node) for node in self.nodes(key) if node_text(node)]

    def names_in(self, key: str) -> list[str]:
        """The names of the objects in a list; entries without a name as texts."""
        found = [node.value.get("name", node) if isinstance(node.value, dict) else node for node in self.nodes(key)]
        return [node_text(node) for node in found if node_text(node)]

    def flag(self, key: str) -> bool:
        """Whether a value is `true`."""
        node = self._values.get(key)
        if node is None or not isinstance(node.value, bool):
            return False
        self._read.add(key)
        return node.value

    def records(self, key: str) -> list["Record"]:
        """The objects of a list; other entries stay unread in a record of their own."""
        return [Record(node) for node in self.nodes(key)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def skip(self, *keys: str) -> None:
        """Ignores keys that say nothing about the creature: addresses, pictures, repetitions."""
        self._read.update(keys)

    def unread_texts(self) -> Iterator[tuple[int, str]]:
        """The line and text of each value that was not read and is not empty."""
        if self._odd is not None and node_text(self._odd):
            yield self._odd.line, node_text(self._odd)
        for key, node in self._values.items():
            if key not in self._read and node_text(node):
                yield node.line, f"{key}: {node_text(node)}"
