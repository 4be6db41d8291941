"""The widget every screen draws on: it holds rows, and repaints those that changed."""

from collections.abc import Callable, Sequence
from typing import Any

from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from orcus_tui.screen.textual_internals import request_paint
from orcus_tui.screen.widgets.row import EMPTY, Row, text_of
from orcus_tui.screen.widgets.styles import Palette


class Canvas(Widget):
    """Draws rows from edge to edge. `fill` is called when rows are needed, and calls `draw`.

    It renders directly for the compositor, without Textual's cache of borders and backgrounds, so that the effect of a
    key is on the screen in a few milliseconds, whatever the number of rows.
    """

    ALLOW_SELECT = False

    def __init__(
        self,
        palette: Palette,
        fill: Callable[[Any], None],
        *,
        id: str,  # noqa: A002  # as Textual has it
        classes: str = "",
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._palette = palette
        self._fill = fill
        self._drawn: list[Row] = []
        self._strips: dict[int, Strip] = {}
        self._filled_size: Size | None = None

    def refill(self) -> None:
        """Fills the rows again and paints those that changed; a hidden canvas waits until it is visible."""
        if not self.size:
            self._filled_size = None
            return
        before = self._drawn
        self._fill_rows()
        self._paint_changes(before)

    def draw(self, rows: Sequence[Row]) -> None:
        """Sets the rows."""
        self._drawn = list(rows)

    def set_palette(self, palette: Palette) -> None:
        """Draws everything in the styles of another palette."""
        self._palette = palette
        self._strips.clear()
        self.refresh()

    @property
    def text(self) -> list[str]:
        """The rows as text."""
        return [text_of(each) for each in self._drawn]

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of a part of the widget."""
        if self._filled_size != self.size:
            self._fill_rows()
            self._strips.clear()
        left, right = crop.column_span
        return [self._strip(number).crop_extend(left, right, self._palette.style("", "")) for number in crop.line_range]

    def _fill_rows(self) -> None:
        self._filled_size = self.size
        self._fill(self)

    def _paint_changes(self, before: Sequence[Row]) -> None:
        rows = self._drawn
        changed = [number for number, each in enumerate(rows) if number >= len(before) or each != before[number]]
        changed += range(len(rows), len(before))
        for number in changed:
            self._strips.pop(number, None)
        width = self.size.width
        if changed:
            self.refresh(*(Region(0, first, width, count) for first, count in _runs(changed)))
            request_paint(self)

    def _strip(self, number: int) -> Strip:
        strip = self._strips.get(number)
        if strip is None:
            row = self._drawn[number] if number < len(self._drawn) else EMPTY
            strip = self._strips[number] = self._palette.strip(row)
        return strip


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Runs of ascending numbers: the first of each, and its length."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][0] + runs[-1][1] == number:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((number, 1))
    return runs
