"""A power of a book while it is read, and the tables that are made from it."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from orcus_tui.importers.heroes.placeholders import braces, with_levels
from orcus_tui.importers.heroes.prose import HeroReading, effect_lines
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.casting import Casting, filled_tables
from orcus_tui.storage.power_book import BookPower


class DraftPower(Struct):
    """A power of a book while it is read.

    Its table has placeholders for the hero's own numbers (`placeholders`). `levels` are the values of fields at higher
    levels, `more` the powers that its text adds, `unknown` the passages that are not understood, `source` all its text.
    """

    name: str
    lists: tuple[str, ...]
    level: int | None
    power: dict[str, Any]
    key_ability: str = ""
    times: int = 0
    more: dict[str, dict[str, Any]] = field(default_factory=dict)
    levels: dict[int, dict[str, Any]] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    source: str = ""

    def add_lines(self, key: str, lines: list[str]) -> None:
        """Adds lines, each once."""
        known = self.power.setdefault(key, [])
        known += [each for each in lines if each not in known]

    def put(self, key: str, read: HeroReading) -> None:
        """Adds what was read: its damage, the lines for the user, and those for the targets."""
        if read.damage:
            self.power["damage"] = read.damage
        rolled = "attack" in self.power
        own = [] if rolled else [each for each in read.lines if each.own]
        others = [each for each in read.lines if each not in own]
        for_targets = rolled or bool(effect_lines(others))
        self.add_lines("always", [*map(str, own)])
        self.add_lines(key if for_targets else "always", [*map(str, others)])
        self.unknown += read.unknown

    def put_trigger(self, trigger: str, known: Iterable[tuple[str, str]]) -> None:
        """Sets its trigger: the word of the first known pattern that it begins with, or its text."""
        word = next((word for pattern, word in known if re.match(rf"(?i){pattern}", trigger)), "")
        self.power["trigger"] = word or f"text: {trigger}"

    def filled(self, system: System, numbers: Casting) -> list[dict[str, Any]]:
        """The tables of the power and of those that its text adds, for the hero with these numbers."""
        book = BookPower(self.name, power=self.table(), more=self.more_tables())
        return filled_tables(book, system, numbers)

    def table(self) -> dict[str, Any]:
        """The power's table with terms in braces for the hero's numbers and for the levels."""
        grown = {key: self._by_level(key, value) for key, value in self.power.items()}
        found = {
            key: braces(value, self.key_ability) if key not in self._level_keys else value
            for key, value in grown.items()
        }
        return {key: value for key, value in found.items() if value not in ("", [], None)}

    def more_tables(self) -> dict[str, dict[str, Any]]:
        """The tables of the powers that its text adds."""
        key = self.key_ability
        return {name: {field: braces(value, key) for field, value in each.items()} for name, each in self.more.items()}

    @property
    def _level_keys(self) -> set[str]:
        return {key for each in self.levels.values() for key in each}

    def _by_level(self, key: str, value: Any) -> Any:
        later = {level: each[key] for level, each in sorted(self.levels.items()) if key in each}
        if not later:
            return value
        if isinstance(value, str):
            return self._line_by_level(value, {level: str(each) for level, each in later.items()})
        rows = list(value)
        if any(len(each) != len(rows) for each in later.values()):
            self.unknown.append(f"levels of {key}")
            return braces(rows, self.key_ability)
        return [
            self._line_by_level(row, {level: each[at] for level, each in later.items()}) for at, row in enumerate(rows)
        ]

    def _line_by_level(self, base: str, later: Mapping[int, str]) -> str:
        types = base.partition(" ")[2]
        later = {level: each if " " in each or not types else f"{each} {types}" for level, each in later.items()}
        merged = with_levels(base, later, self.key_ability)
        if merged is None:
            self.unknown.append(f"levels: {base} / {' / '.join(later.values())}")
            return str(braces(base, self.key_ability))
        return merged
