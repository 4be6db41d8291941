"""Faults in the values of fields: a message, a place, and a suggestion."""

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec import Struct

from orcus_tui.errors import Impossible
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.rules.system import System

Value = TypeVar("Value")
Tail = tuple[str | int, ...]
"""The path to a value: keys of tables, and indexes of lists."""


class FieldFault(Struct, frozen=True):
    """A message, and the path `tail` of its value, with list indexes from 0."""

    tail: Tail
    message: str


class FieldFaults(Impossible):
    """Raised for a value that is refused; `faults` holds one or more `FieldFault`."""

    def __init__(self, *faults: FieldFault) -> None:
        super().__init__("; ".join(fault_line(fault) for fault in faults))
        self.faults = faults

    def under(self, *head: str | int) -> list[FieldFault]:
        """The faults with `head` before each path, as seen from an outer table."""
        return under(self.faults, *head)


def under(faults: Iterable[FieldFault], *head: str | int) -> list[FieldFault]:
    """Faults with `head` before each path, as seen from an outer table."""
    return [FieldFault((*head, *one.tail), one.message) for one in faults]


def read_each(read: Callable[[Any, Any], Value], entries: Iterable[tuple[str | int, Any]]) -> list[Value]:
    """The values that `read` makes of each key and its entry. Raises FieldFaults with all their faults."""
    found: list[Value] = []
    faults: list[FieldFault] = []
    for key, entry in entries:
        try:
            found.append(read(key, entry))
        except FieldFaults as wrong:
            faults += wrong.under(key)
    if faults:
        raise FieldFaults(*faults)
    return found


def fault(message: str, *tail: str | int) -> FieldFaults:
    """A single fault, as an exception to raise."""
    return FieldFaults(FieldFault(tail, message))


def fault_line(found: FieldFault) -> str:
    """A fault in one line: `defenses.ac: expected a whole number, got "18"`."""
    return f"{path_text(found.tail)}: {found.message}" if found.tail else found.message


def path_text(path: Iterable[str | int]) -> str:
    """A path in messages, where lists count from 1: `creature[2].defenses.ac`."""
    parts = [f"[{part + 1}]" if isinstance(part, int) else f".{_key(part)}" for part in path]
    return "".join(parts).removeprefix(".")


def quote(value: object) -> str:
    """A value for a message, in a few words."""
    if isinstance(value, str):
        text = value if len(value) <= 40 else f"{value[:39]}…"
        return f'"{text}"' if text.isprintable() else ascii(text)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        return "a list"
    return "a table" if isinstance(value, dict) else "a date or time"


def mismatch(what: str, value: object) -> FieldFaults:
    """The fault of a value that should be `what`, such as "a whole number"."""
    return fault(f"expected {what}, got {quote(value)}")


def unknown(what: str, word: str, known: Iterable[str], *tail: str | int, of: System | None = None) -> FieldFaults:
    """The fault of an unknown word, with the nearest known one or, if there are few, all of them.

    The word may belong to another system: with `of`, the message lists the words of that system instead.
    """
    listed = list(known)
    near = did_you_mean(word, listed)
    if of is not None and not near:
        near = f"; {of.display_name} has {', '.join(listed) or 'none'}"
    elif not near and 0 < len(listed) <= 12:
        near = f" (known: {', '.join(listed)})"
    return fault(f"unknown {what} {quote(word)}{near}", *tail)


def _key(text: str) -> str:
    if re.fullmatch(r"[A-Za-z0-9_-]+", text):
        return text if len(text) <= 40 else f"{text[:39]}…"
    return quote(text)
