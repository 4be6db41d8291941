"""A creature in the making: its table so far, its text, and what was not understood."""

import re
from collections.abc import Iterable

from orcus_tui.importers.import_result import Leftover, Table
from orcus_tui.model.text import printable
from orcus_tui.rules.field_shapes import LONGEST_NAME

LONGEST_TEXT = 100_000
"""Characters of one passage; what is longer is no stat block."""

_SIGNS = str.maketrans(
    {"’": "'", "‘": "'", "–": "-", "−": "-", "‐": "-", "‑": "-", "“": '"', "”": '"', "´": "'", "×": "x"}
)

_EMPHASIS = r"\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)"


def one_line(text: str) -> str:
    """The text in one line, without what would steer a terminal."""
    return printable(" ".join(text.split()))


def plain(text: str) -> str:
    """The text in one line, its typographic signs plain and its emphasis gone: as patterns look at it."""
    return re.sub(_EMPHASIS, "", one_line(text).translate(_SIGNS)).strip()


def as_name(text: str, otherwise: str) -> str:
    """The text as a name: short, without emphasis; `otherwise`, where nothing is left."""
    name = plain(text).strip(" .:")
    return (name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…") or otherwise


def titled(name: str, text: str) -> str:
    """A passage with its heading, as `Burrow. It digs.` has it."""
    return f"{name}. {text}" if text.strip() else name


class Draft:
    """One creature, as far as it has been read."""

    def __init__(self, name: str, line: int) -> None:
        self.name = as_name(name, "nameless")
        self.line = line
        self.table: Table = {"name": self.name}
        self.powers: list[Table] = []
        self.leftovers: list[Leftover] = []
        self._text: list[str] = []
        self._numbers: dict[str, int] = {}  # by the names of powers, how many have one: counting again takes too long
        if one_line(name) and plain(name).strip(" .:") != self.name:
            self.leave(name, line)

    def rename(self, name: str) -> None:
        """Gives it another name; what was left over so far is told of it by that."""
        self.name = as_name(name, self.name)
        self.table["name"] = self.name
        self.leftovers = [Leftover(each.line, self.name, each.text) for each in self.leftovers]

    def put(self, key: str, value: object) -> None:
        """Gives a field a value, unless it says nothing."""
        if value not in (None, "", [], {}, ()):
            self.table[key] = value

    def say(self, text: str) -> None:
        """Keeps a passage as text."""
        if one_line(text):
            self._text.append(one_line(text)[:LONGEST_TEXT])

    def leave(self, text: str, line: int) -> None:
        """Keeps a passage as text, and counts it as not understood."""
        if one_line(text):
            self.say(text)
            self.note(text, line)

    def note(self, text: str, line: int) -> None:
        """Counts a passage as not understood that is kept in a power's text already."""
        self.leftovers.append(Leftover(line, self.name, one_line(text)[:LONGEST_TEXT]))

    def leave_all(self, passages: Iterable[tuple[int, str]]) -> None:
        """Keeps passages, each with its line, as text not understood."""
        for line, text in passages:
            self.leave(text, line)

    def add_power(self, power: Table) -> None:
        """Adds a power; its name gets a number where there is one of that name already."""
        name = str(power["name"])
        while str(power["name"]).casefold() in self._numbers:
            number = self._numbers[name.casefold()] = self._numbers.get(name.casefold(), 1) + 1
            power["name"] = f"{name[: LONGEST_NAME - 5]} {number}"
        self._numbers[str(power["name"]).casefold()] = 1
        self.powers.append({key: value for key, value in power.items() if value not in ("", [], None)})

    def finished(self) -> Table:
        """The table, with the text and the powers at its end."""
        text = {"text": "\n".join(self._text)} if self._text else {}
        powers: Table = {"power": self.powers} if self.powers else {}
        return {**self.table, **text, **powers}
