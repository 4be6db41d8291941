"""The widget all of the screen is made of: it draws lines, and repaints those that changed."""

from collections.abc import Callable, Sequence
from typing import Any

from textual.geometry import Region, Size
from textual.messages import Update
from textual.strip import Strip
from textual.widget import Widget

from orcus_tui.screen.widgets.row import EMPTY, Line
from orcus_tui.screen.widgets.styles import Palette


class Canvas(Widget):
    """Draws lines, edge to edge. `fill` is asked to hand them in, by `draw`, when its size is new or it is told to.

    It answers the compositor itself, past the cache that lays borders and backgrounds around a widget: a key is
    on the screen in a few milliseconds however much there is.
    """

    ALLOW_SELECT = False

    def __init__(self, palette: Palette, fill: Callable[[Any], None], *, id: str, classes: str = "") -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._palette = palette
        self._fill = fill
        self._lines: list[Line] = []
        self._strips: dict[int, Strip] = {}
        self._filled_for: Size | None = None

    def refill(self) -> None:
        """Asks for the lines anew, and paints those that are not as they were; while it is not seen, when it is."""
        if not self.size:
            self._filled_for = None
            return
        before = self._lines
        self._take_lines()
        self._paint_changes(before)

    def draw(self, lines: Sequence[Line]) -> None:
        """These are the lines now."""
        self._lines = list(lines)

    def use(self, palette: Palette) -> None:
        """Draws everything in other inks."""
        self._palette = palette
        self._strips.clear()
        self.refresh()

    @property
    def text(self) -> list[str]:
        """What is drawn, as text."""
        return ["".join(span.text for span in each) for each in self._lines]

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of a part of the widget."""
        if self._filled_for != self.size:
            self._take_lines()
            self._strips.clear()
        left, right = crop.column_span
        return [self._strip(number).crop_extend(left, right, self._palette.style("", "")) for number in crop.line_range]

    def _take_lines(self) -> None:
        self._filled_for = self.size
        self._fill(self)

    def _paint_changes(self, before: Sequence[Line]) -> None:
        lines = self._lines
        changed = [number for number, each in enumerate(lines) if number >= len(before) or each != before[number]]
        changed += range(len(lines), len(before))
        for number in changed:
            self._strips.pop(number, None)
        width = self.size.width
        if changed:
            self.refresh(*(Region(0, first, width, count) for first, count in _runs(changed)))
            # Said at once, not when this widget is next idle, so that what changes together is painted together.
            self.screen.post_message(Update(self))

    def _strip(self, number: int) -> Strip:
        strip = self._strips.get(number)
        if strip is None:
            line = self._lines[number] if number < len(self._lines) else EMPTY
            strip = self._strips[number] = self._palette.strip(line)
        return strip


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Ascending numbers as runs: the first of each, and how many."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][0] + runs[-1][1] == number:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((number, 1))
    return runs
