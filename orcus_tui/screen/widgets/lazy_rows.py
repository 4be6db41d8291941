"""Rows of a pane, each drawn when it is first in sight: a thousand of them cost what is seen of them."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

from orcus_tui.screen.widgets.row import Line

T = TypeVar("T")


class Rows(Sequence[Line], Generic[T]):
    """Things, and how a row is drawn of each."""

    def __init__(self, things: Sequence[T], draw: Callable[[T], Line]) -> None:
        self.things = things
        self._draw = draw
        self._drawn: dict[int, Line] = {}

    def __len__(self) -> int:
        return len(self.things)

    @overload
    def __getitem__(self, index: int) -> Line: ...
    @overload
    def __getitem__(self, index: slice) -> list[Line]: ...
    def __getitem__(self, index: int | slice) -> Line | list[Line]:
        if isinstance(index, slice):
            return [self[each] for each in range(len(self))[index]]
        drawn = self._drawn.get(index)
        if drawn is None:
            drawn = self._drawn[index] = self._draw(self.things[index])
        return drawn
