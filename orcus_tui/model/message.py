"""Messages of the log as data: the key of a template, and its values.

The templates are in `rules/messages.py` and in each system's `messages.py`; a `Formatter` fills them in when a line is
shown, so that names are current.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field

from orcus_tui.model.journal_struct import JournalStruct


class Message(JournalStruct, frozen=True):
    """The key of a template and its values: numbers, words, ids of creatures, or messages within the message."""

    key: str
    values: Mapping[str, Value] = field(default_factory=dict)


Value = int | str | tuple[int | str, ...] | Message | None

PLAIN = "plain"
"""The key of a message that is only text: typed text, or a line of an older journal."""


def message(key: str, /, **values: Value) -> Message:
    """The message with this key and these values."""
    return Message(key, values)


def plain(text: str) -> Message:
    """A message that is only this text."""
    return Message(PLAIN, {"text": text})


class Term(JournalStruct, frozen=True):
    """One term of a sum: its amount, and its cause, a word such as a condition's name, or a message."""

    amount: int
    cause: str | Message = ""
