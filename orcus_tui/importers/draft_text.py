"""Facts in the texts of creatures, reminders in the lines of powers: data until a creature is whole, text last."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

LONGEST_REMINDER = 300
"""Characters of a reminder; longer ones are cut, the card has the whole text."""
POWER_LINES = ("effects", "always")
"""The fields of a power that are lines."""


class Fact(Struct, frozen=True):
    """A passage of a creature's text that is names and numbers throughout: `Skills: Stealth +9`."""

    words: str


class Reminder(Struct, frozen=True):
    """A line about what the table does itself.

    `source_words` are those of the source, such as when it happens. `own_words` are names, numbers and commands that
    say enough without them; empty where nothing does. `prefix` begins the line: `self: `, `natural even: `.
    """

    source_words: str = ""
    own_words: str = ""
    prefix: str = ""

    @property
    def words(self) -> str:
        """All words, those of the source first."""
        return ": ".join(filter(None, (self.source_words, self.own_words)))

    def under(self, condition: str) -> "Reminder":
        """The same under a condition in the source's words."""
        return replace(self, source_words=": ".join(filter(None, (condition, self.source_words))))

    def in_own_words(self) -> "Reminder":
        """The same without the source's words."""
        return replace(self, source_words="")


Line = str | Reminder
"""A line of a power: one of the command language, or a reminder."""


def with_prefix(prefix: str, line: Line) -> Line:
    """The line after a prefix."""
    return replace(line, prefix=f"{prefix}{line.prefix}") if isinstance(line, Reminder) else f"{prefix}{line}"


def line_text(line: Line) -> str:
    """The line in the command language."""
    if isinstance(line, str):
        return line
    words = line.words.strip(" .,;").replace("#", "no. ").replace('"', "'")
    return f"{line.prefix}remind {words if len(words) <= LONGEST_REMINDER else words[: LONGEST_REMINDER - 1] + '…'}"


def lines_of_power(power: Mapping[str, object], field: str) -> list[Line]:
    """The lines in a field of a power."""
    found = power.get(field)
    return list(found) if isinstance(found, list) else []


def joined_reminders(parts: Iterable[Reminder]) -> Reminder:
    """Several reminders as one; only the source's words say how they hang together."""
    found = [*parts]
    return found[0] if len(found) == 1 else Reminder("; ".join(each.words for each in found))


def facts_in(passages: object) -> list[Fact]:
    """The facts among the passages of a creature's text."""
    return [each for each in passages if isinstance(each, Fact)] if isinstance(passages, list) else []


def with_texts(table: Mapping[str, object]) -> dict[str, object]:
    """A creature's table with its facts and reminders as text."""
    found, passages, powers = dict(table), table.get("text"), table.get("power")
    if isinstance(passages, list):
        found["text"] = "\n".join(each.words if isinstance(each, Fact) else each for each in passages)
    if isinstance(powers, list):
        found["power"] = [_power_with_texts(each) for each in powers]
    return found


def _power_with_texts(power: Mapping[str, object]) -> dict[str, object]:
    lines = {field: [*map(line_text, lines_of_power(power, field))] for field in POWER_LINES if field in power}
    return {**power, **lines}
