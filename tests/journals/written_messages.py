"""The messages in journals: a line for each with its systems, its key, and the values for its template."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from orcus_tui.rules.messages import MESSAGES, RETIRED_MESSAGES
from tests.helpers.project.message_uses import GIVEN, TABLES, Use, fields_of, systems_of, uses

LIST = Path(__file__).parent / "messages.txt"
RULES, READER = ("orcus_tui/rules/", "orcus_tui/systems/"), "orcus_tui/rules/templates.py"
"""The modules that make messages for journals; others are made when a log or a timer is shown."""
BY_VALUE = ("rest ", "asking ")
"""Prefixes of keys that end with a value: the length of a rest, or the creatures whose dice are asked for."""
ALL = "all"


class WrittenMessage(NamedTuple):
    """A message in journals: the systems whose fights have it, its key, and its values."""

    systems: tuple[str, ...]
    key: str
    values: frozenset[str]

    def line(self) -> str:
        """Its line in the list."""
        systems = ALL if set(self.systems) == TABLES.keys() else " ".join(self.systems)
        values = (" ".join(sorted(self.values)),) if self.values else ()
        return " | ".join((systems, self.key, *values))


def read_line(line: str) -> WrittenMessage:
    """The message of a line in the list."""
    systems, key, *values = line.split(" | ")
    named = tuple(TABLES) if systems == ALL else tuple(systems.split())
    return WrittenMessage(named, key, frozenset(" ".join(values).split()))


def listed() -> list[str]:
    """The lines of the list."""
    return LIST.read_text(encoding="utf-8").splitlines()


def present() -> list[str]:
    """The lines of the messages that the rules make now."""
    lines = {_written(each).line() for each in uses() if _is_written(each)}
    for key in {key for table in (MESSAGES, *TABLES.values()) for key in table if key.startswith(BY_VALUE)}:
        lines.add(WrittenMessage(_systems_with(key, TABLES), key, frozenset()).line())
    return sorted(lines)


def _is_written(use: Use) -> bool:
    _, how, _, where = use
    return where.startswith(RULES) and not where.startswith(READER) and how != "sentence"


def _written(use: Use) -> WrittenMessage:
    key, how, values, where = use
    return WrittenMessage(_systems_with(key, systems_of(where)), key, frozenset(values | GIVEN.get(how, set())))


def _systems_with(key: str, systems: Iterable[str]) -> tuple[str, ...]:
    """The systems with a template for a key."""
    return tuple(each for each in systems if key in TABLES[each] or key in MESSAGES)


def faults(lines: Iterable[str]) -> list[str]:
    """Reasons why log lines with these messages would no longer read the same."""
    return [f"{line}: {fault}" for line in lines if (fault := _fault(read_line(line)))]


def _fault(message: WrittenMessage) -> str:
    for system in message.systems:
        template = TABLES[system].get(message.key) or MESSAGES.get(message.key)
        if template is None and message.key not in RETIRED_MESSAGES:
            return f"no template in {system}"
        if lacking := sorted(fields_of(template or "").keys() - message.values):
            return f"the template in {system} needs {', '.join(lacking)}"
    return ""
