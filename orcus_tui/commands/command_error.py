"""The errors of a line, and the words that may continue it."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from orcus_tui.errors import OrcusError


class Candidate(Struct, frozen=True):
    """A word that completion offers, with its meaning in one line.

    It is also offered when a later word of `name` is typed.
    """

    text: str
    meaning: str
    name: str = ""


Offer = Callable[[str], Iterable[Candidate]]
"""The words that a partly typed word may become."""


def offer_nothing(_: str) -> Iterable[Candidate]:
    """No words, where the possible words cannot be listed."""
    return ()


class CommandError(OrcusError):
    """A line that cannot be executed: why, and the column of the error, from 1."""

    column: int

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message, column)


class Unfinished(CommandError):
    """A line without errors that ends too soon; `offer` returns the words that may come next."""

    def __init__(self, message: str, column: int, offer: Offer = offer_nothing) -> None:
        super().__init__(message, column)
        self.offer = offer
