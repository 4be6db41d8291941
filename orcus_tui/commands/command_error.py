"""The errors of a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from orcus_tui.errors import OrcusError

if TYPE_CHECKING:
    from orcus_tui.commands.candidate import Candidate

Offer = Callable[[str], "Iterable[Candidate]"]
"""The words that a partly typed word may become."""


def offer_nothing(_: str) -> Iterable[Candidate]:
    """No words: what may come cannot be listed."""
    return ()


class CommandError(OrcusError):
    """A line that cannot be executed: why, and the column of the error, from 1."""

    column: int

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message, column)


class Unfinished(CommandError):
    """A line without errors that ends too soon; `offer` gives the words that may come next."""

    def __init__(self, message: str, column: int, offer: Offer = offer_nothing) -> None:
        super().__init__(message, column)
        self.offer = offer
