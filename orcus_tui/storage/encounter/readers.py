"""Readers that need the creatures of a file or the command language, or meet the same text again and again."""

from collections.abc import Callable, Collection
from typing import Any

from orcus_tui.commands.command_error import CommandError
from orcus_tui.rules.field_shapes import Read, fault, line, mismatch, unknown
from orcus_tui.rules.system import System


def creature_among(ids: Collection[str]) -> Read:
    """A reader of the id of one of these creatures, or of nobody's (an empty text)."""

    def read(_system: System, value: object) -> str:
        if not isinstance(value, str):
            raise mismatch("the id of a creature", value)
        if value and value not in ids:
            raise unknown("creature", value, sorted(ids))
        return value

    return read


def language_reader(compile_text: Callable[[str, System], Any]) -> Read:
    """A reader of texts in the command language; `compile_text` raises CommandError where one makes no sense."""

    def read(system: System, value: object) -> Any:
        text = line(system, value)
        try:
            return compile_text(text, system)
        except CommandError as error:
            raise fault(f"column {error.column}: {error.message}") from None

    return read_each_text_once(read)


def read_each_text_once(read: Read) -> Read:
    """The same reader, which reads each text only once: a thousand creatures share a few hundred lines."""
    known: dict[str, Any] = {}

    def read_once(system: System, value: object) -> Any:
        if not isinstance(value, str):
            return read(system, value)
        if value not in known:
            known[value] = read(system, value)
        return known[value]

    return read_once
