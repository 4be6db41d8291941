"""The context of a line: fight, system, aliases and library; the cursor that reads its words from left to right."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct, field

from orcus_tui.commands.command_error import Candidate, Offer, Unfinished, offer_nothing
from orcus_tui.commands.lexer import Word
from orcus_tui.errors import Impossible, OrcusError
from orcus_tui.model.fight import Fight
from orcus_tui.model.history import LastCommand
from orcus_tui.rules.system import FightView, System


class Unusable(OrcusError):
    """A creature of the library cannot be read; the message says why and where it is."""


class Library(Protocol):
    """Creatures that can be added by name to a fight."""

    def find(self, system: System, name: str) -> Mapping[str, Any] | None:
        """The checked values of the creature with this name, by field, or None. Raises Unusable."""
        ...

    def offer(self, system: System, start: str) -> Iterable[Candidate]:
        """The creatures whose folded names begin with `start`, sorted, each with a short description."""
        ...


class NoLibrary:
    """A library without creatures."""

    def find(self, system: System, name: str) -> Mapping[str, Any] | None:  # noqa: ARG002  # as every library
        """Finds nothing."""
        return None

    def offer(self, system: System, start: str) -> Iterable[Candidate]:  # noqa: ARG002  # as every library
        """Offers nothing."""
        return ()


NO_LIBRARY = NoLibrary()


def finder_in(library: Library, system: System) -> Callable[[str], Mapping[str, Any] | None]:
    """A function that finds the values of a creature of the library by name, for the lines of powers.

    It raises Impossible for a creature that cannot be read.
    """

    def find(name: str) -> Mapping[str, Any] | None:
        try:
            return library.find(system, name)
        except Unusable as error:
            raise Impossible(str(error)) from None

    return find


class Context(Struct, frozen=True):
    """The fight under its system, the aliases (lines by their short names), and the library.

    `last_command` is the last command that changed the fight, if any; the verb `before` puts a line in front of it.
    """

    view: FightView
    aliases: Mapping[str, str] = field(default_factory=dict)
    library: Library = NO_LIBRARY
    last_command: LastCommand | None = None

    @property
    def fight(self) -> Fight:
        """The fight."""
        return self.view.fight

    @property
    def system(self) -> System:
        """The rules system of the fight."""
        return self.view.system


class WordCursor:
    """The words of a line, the index of the next one, and the values read so far, by field of the step.

    `is_typing`: the line is still being typed.
    """

    __slots__ = ("at", "context", "fight", "is_typing", "system", "values", "words")

    def __init__(self, words: Sequence[Word], context: Context, at: int = 0) -> None:
        self.words = words
        self.context = context
        self.fight = context.fight
        self.system = context.system
        self.at = at
        self.values: dict[str, object] = {}
        self.is_typing = False

    @property
    def word(self) -> Word | None:
        """The next word, if there is one."""
        return self.words[self.at] if self.at < len(self.words) else None

    def peek(self) -> Word:
        """The next word, which must exist."""
        return self.words[self.at]

    @property
    def key(self) -> str:
        """The next word in lower case; empty at the end of the line, and for a quoted word."""
        try:
            return self.words[self.at].key
        except IndexError:
            return ""

    @property
    def following(self) -> str:
        """The word after the next one, in lower case; empty at the end."""
        return self.words[self.at + 1].key if self.at + 1 < len(self.words) else ""

    @property
    def column(self) -> int:
        """The column of the next word, or the end of the last one."""
        if self.at < len(self.words):
            return self.words[self.at].column
        return self.words[-1].end if self.words else 1

    def take(self, wanted: str = "more", offer: Offer = offer_nothing) -> Word:
        """Takes the next word. Raises Unfinished, with the expected argument, at the end."""
        if self.at >= len(self.words):
            raise Unfinished(f"expected {wanted}", self.column, offer)
        self.at += 1
        return self.words[self.at - 1]

    def skip(self, *keys: str) -> bool:
        """Moves past the next word if it is one of these; returns whether it was."""
        if self.key in keys and self.key:
            self.at += 1
            return True
        return False

    def replace_next(self, text: str) -> None:
        """Replaces the next word; the new one has its columns."""
        word = self.words[self.at]
        self.words = [*self.words[: self.at], Word(text, text, text, word.column, word.end), *self.words[self.at + 1 :]]

    def rest(self) -> str:
        """Takes all remaining words as typed; a single quoted word loses its quotes."""
        left = self.words[self.at :]
        self.at = len(self.words)
        return left[0].text if len(left) == 1 else " ".join(word.raw for word in left)
