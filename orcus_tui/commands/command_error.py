"""What can be wrong with a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from orcus_tui.errors import OrcusError

if TYPE_CHECKING:
    from orcus_tui.commands.candidate import Candidate

Offer = Callable[[str], "Iterable[Candidate]"]
"""Given what is typed of a word, the words it may become."""


def nothing_offered(_: str) -> Iterable[Candidate]:
    """Nothing: what may come is not among words that could be listed."""
    return ()


class CommandError(OrcusError):
    """A line that cannot be carried out: why, and the column, from 1, where it goes wrong."""

    column: int

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message, column)


class Unfinished(CommandError):
    """A line that is right as far as it goes and ends too soon; `offer` gives the words that may come next."""

    def __init__(self, message: str, column: int, offer: Offer = nothing_offered) -> None:
        super().__init__(message, column)
        self.offer = offer
