"""Creatures as Markdown with all their fields, readable for people and for the importer.

Each field is a list item. Plain text is text; any other value is TOML between backticks.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from orcus_tui.storage.toml.write import NESTED, inline_value, order_creature

MARK = "<!-- creatures of orcus-tui, format 1, system {system} -->"
"""The first line of such Markdown."""
MARK_PATTERN = re.compile(r"<!-- creatures of orcus-tui, format (?P<format>\d+), system (?P<system>[\w-]+) -->")

_BULLET = re.compile(r"- \*\*(?P<key>[^*]{1,60})\*\*: (?P<value>.*)")
_CREATURE = re.compile(r"## (?P<name>.+)")
_PART = re.compile(r"### (?P<kind>[A-Z][a-z]+)(?:: (?P<name>.+))?")
_CODE = re.compile(r"`(?P<code>[^`]+)`|``+ (?P<longer>.+) ``+")
_PLAIN = re.compile(r"[^\s`*_\\<>&](?:[^`*_\\<>&]*[^\s`*_\\<>&])?")


class MarkdownCreature(Struct):
    """A creature that was read: its table, the line of its name, and lines that are not fields."""

    table: dict[str, Any]
    line: int
    others: list[tuple[int, str]]


def creatures_markdown(system: str, creatures: Sequence[Mapping[str, Any]]) -> str:
    """The Markdown of creatures of a system."""
    return "\n".join([MARK.format(system=system), *(_creature_text(each) for each in creatures)])


def _creature_text(creature: Mapping[str, Any]) -> str:
    ordered = order_creature(creature)
    own = {key: value for key, value in ordered.items() if key not in (*NESTED, "name")}
    parts = [f"\n## {_text_value(ordered['name'])}\n", *_bullets(own)]
    for key in NESTED:
        for each in ordered.get(key, ()):
            name = f": {_text_value(each['name'])}" if "name" in each else ""
            parts += [f"\n### {key.capitalize()}{name}\n", *_bullets({**each, "name": None})]
    return "\n".join(parts) + "\n"


def _bullets(table: Mapping[str, Any]) -> Iterable[str]:
    return (f"- **{key}**: {_value(value)}" for key, value in table.items() if value is not None)


def _value(value: object) -> str:
    return _text_value(value) if isinstance(value, str) else _code(inline_value(value))


def _text_value(text: object) -> str:
    """A text unchanged, or as TOML if Markdown would read part of it as markup."""
    words = str(text)
    return words if _PLAIN.fullmatch(words) and words.isprintable() else _code(inline_value(words))


def _code(value: str) -> str:
    if "`" not in value:
        return f"`{value}`"
    fence = "`" * (max(map(len, re.findall("`+", value))) + 1)
    return f"{fence} {value} {fence}"


# Reading


def markdown_creatures(lines: Iterable[str]) -> list[MarkdownCreature]:
    """The creatures in the lines of such Markdown, as far as they can be read."""
    found: list[MarkdownCreature] = []
    holder: dict[str, Any] | None = None
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if name := _CREATURE.fullmatch(text):
            holder = {"name": _read_value(name["name"])}
            found.append(MarkdownCreature(holder, number, []))
        elif not found:
            continue
        elif part := _PART.fullmatch(text):
            key = part["kind"].lower()
            if key in NESTED:
                holder = {"name": _read_value(part["name"])} if part["name"] else {}
                found[-1].table.setdefault(key, []).append(holder)
            else:
                holder = None  # bullets below it do not belong to a part
                found[-1].others.append((number, text))
        elif holder is not None and (bullet := _BULLET.fullmatch(text)):
            holder[bullet["key"]] = _read_value(bullet["value"])
        elif text:
            found[-1].others.append((number, text))
    return found


def _read_value(text: str) -> Any:
    code = _CODE.fullmatch(text)
    if code is None:
        return text
    try:
        return tomllib.loads(f"value = {code['code'] or code['longer']}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        return text
