"""Rows that are drawn when they are first seen: a thousand of them cost what is in sight."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

from orcus_tui.screen.widgets.row import Row

T = TypeVar("T")


class LazyRows(Sequence[Row], Generic[T]):
    """Items, and the function that draws a row of each."""

    def __init__(self, items: Sequence[T], draw: Callable[[T], Row]) -> None:
        self.items = items
        self._draw = draw
        self._cache: dict[int, Row] = {}

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return [self[each] for each in range(len(self))[index]]
        row = self._cache.get(index)
        if row is None:
            row = self._cache[index] = self._draw(self.items[index])
        return row
