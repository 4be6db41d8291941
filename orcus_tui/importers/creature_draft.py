"""A creature while an importer reads it: its table, its text, and passages that were not understood."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from orcus_tui.importers.draft_text import Fact, entries_of
from orcus_tui.model.text import printable
from orcus_tui.rules.validators import LONGEST_NAME

LONGEST_TEXT = 100_000
"""The most characters of a passage; those of real stat blocks are shorter."""

_SIGNS = str.maketrans(
    {"’": "'", "‘": "'", "–": "-", "−": "-", "‐": "-", "‑": "-", "“": '"', "”": '"', "´": "'", "×": "x"}
)

_EMPHASIS = re.compile(r"\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)")

Table = dict[str, object]
"""A `[[creature]]` table of an encounter file, its powers under `power`."""


class Leftover(Struct, frozen=True):
    """Text that was not understood: its first line in the source, its creature, and the text.

    A creature's leftovers are also in its `text` field; `creature` is empty for text outside any creature.
    """

    line: int
    creature: str
    text: str


def one_line(text: str) -> str:
    """The text in one line, without control characters."""
    return printable(" ".join(text.split()))


def plain(text: str) -> str:
    """The text on one line as patterns expect it: plain quotes and dashes, no emphasis."""
    line = one_line(text)
    if not line.isascii():
        line = line.translate(_SIGNS)
    # Most lines have neither sign; this test is ten times as fast as the pattern.
    return _EMPHASIS.sub("", line).strip() if "*" in line or "_" in line else line


def as_name(text: str, otherwise: str) -> str:
    """The text as a short name without emphasis; `otherwise` if nothing is left."""
    name = plain(text).strip(" .:")
    return (name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…") or otherwise


class CreatureDraft:
    """A creature during its import."""

    def __init__(self, name: str, line: int) -> None:
        self.name = as_name(name, "nameless")
        self.line = line
        self.table: Table = {"name": self.name}
        self.powers: list[Table] = []
        self.leftovers: list[Leftover] = []
        self.shared_powers: dict[object, str] = {}
        """The names of powers that several others share, by what they are made from."""
        self._traits: list[Table] = []
        self._first_names: Counter[str] = Counter()
        self._text: list[str | Fact] = []
        self._numbers: dict[str, int] = {}  # a cache of the number of powers by name
        if one_line(name) and plain(name).strip(" .:") != self.name:
            self.add_unclear(name, line)

    def rename(self, name: str) -> None:
        """Renames the creature, also in its existing leftovers."""
        self.name = as_name(name, self.name)
        self.table["name"] = self.name
        self.leftovers = [Leftover(each.line, self.name, each.text) for each in self.leftovers]

    def put(self, key: str, value: object, _line: int = 0) -> None:
        """Sets a field, unless the value is empty."""
        if value not in (None, "", [], {}, ()):
            self.table[key] = value

    def entries(self, key: str) -> list[Any]:
        """The entries of a field that is a list; empty without one."""
        return entries_of(self.table, key)

    def extend(self, key: str, entries: Iterable[object]) -> None:
        """Adds entries to a field that is a list."""
        self.put(key, [*self.entries(key), *entries])

    def update(self, key: str, values: Mapping[str, object]) -> None:
        """Adds values by name to a field that is a table."""
        held = self.table.get(key)
        self.put(key, {**(held if isinstance(held, dict) else {}), **values})

    def add_text(self, text: str) -> None:
        """Adds a passage to the creature's text."""
        if one_line(text):
            self._text.append(one_line(text)[:LONGEST_TEXT])

    def add_fact(self, words: str) -> None:
        """Adds names and numbers to the creature's text."""
        if one_line(words):
            self._text.append(Fact(one_line(words)[:LONGEST_TEXT]))

    def add_unclear_fact(self, words: str, line: int) -> None:
        """Adds names and numbers to the creature's text and to the leftovers."""
        self.add_fact(words)
        self.note_unclear(words, line)

    def add_unclear(self, text: str, line: int) -> None:
        """Adds a passage to the creature's text and to the leftovers."""
        if one_line(text):
            self.add_text(text)
            self.note_unclear(text, line)

    def add_trait(self, name: str, text: str) -> Table | None:
        """Adds a passive ability as a trait, with a number if its name is taken; without a name it becomes text.

        Returns the trait.
        """
        known, words = as_name(name, ""), one_line(text)[:LONGEST_TEXT]
        if known:
            same = self._first_names[known.casefold()]
            own = f"{known[: LONGEST_NAME - 5]} {same + 1}" if same else known
            self._first_names[re.sub(r" [0-9]+$", "", own).casefold()] += 1
            self._traits.append({"name": own, "text": words} if words else {"name": own})
            return self._traits[-1]
        self.add_text(words)
        return None

    def has_trait(self, name: str) -> bool:
        """Whether a trait has this name already."""
        return self._first_names[as_name(name, "").casefold()] > 0

    def add_unclear_trait(self, name: str, text: str, line: int) -> None:
        """Adds a trait that has to be applied by hand in play, and lists it among the leftovers."""
        self.add_trait(name, text)
        if one_line(f"{name}{text}"):
            self.note_unclear(f"{name}. {text}" if text.strip() else name, line)

    def note_unclear(self, text: str, line: int) -> None:
        """Adds to the leftovers a passage whose text is already in a power."""
        self.leftovers.append(Leftover(line, self.name, one_line(text)[:LONGEST_TEXT]))

    def forget_leftover(self, text: str) -> None:
        """Removes a passage from the leftovers, because it was understood after all."""
        said = one_line(text)[:LONGEST_TEXT]
        self.leftovers = [each for each in self.leftovers if each.text != said]

    def add_all_unclear(self, passages: Iterable[tuple[int, str]]) -> None:
        """Adds passages, each with its line, to the text and to the leftovers."""
        for line, text in passages:
            self.add_unclear(text, line)

    def add_power(self, power: Table) -> None:
        """Adds a power, with a number after its name if that is taken."""
        power["name"] = name = self.free_name(str(power["name"]))
        self._numbers[name.casefold()] = 1
        self.powers.append({key: value for key, value in power.items() if value not in ("", [], None)})

    def traits(self) -> list[Table]:
        """The traits that were already read."""
        return [*self._traits]

    def remove_trait(self, trait: Table) -> None:
        """Removes a trait, which has become a power."""
        self._traits.remove(trait)

    def free_name(self, name: str) -> str:
        """A free name for a power: the name itself, or with a number after it."""
        free = name
        while free.casefold() in self._numbers:
            number = self._numbers[name.casefold()] = self._numbers.get(name.casefold(), 1) + 1
            free = f"{name[: LONGEST_NAME - 5]} {number}"
        return free

    def whole_table(self) -> Table:
        """The table, with the text, the traits and the powers last; these are still data, not yet text."""
        text: Table = {"text": self._text} if self._text else {}
        traits: Table = {"trait": self._traits} if self._traits else {}
        powers: Table = {"power": self.powers} if self.powers else {}
        return {**self.table, **text, **traits, **powers}
