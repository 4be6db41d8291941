"""A form: rows on one pane, and its keys below."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.screen import ScreenResultType

from orcus_tui.screen.widgets.canvas import Canvas, Pane
from orcus_tui.screen.widgets.dialog import DrawnDialog
from orcus_tui.screen.widgets.styles import Palette


class Form(DrawnDialog[ScreenResultType]):
    """A form, drawn by two functions. Escape leaves it without a result."""

    CSS_PATH = "dialogs.tcss"

    def __init__(
        self, palette: Palette, fill_rows: Callable[[Pane], None], fill_footer: Callable[[Canvas], None]
    ) -> None:
        super().__init__(palette)
        self._pane = Pane(palette, fill_rows, id="form")
        self._fill_footer = fill_footer

    def compose(self) -> ComposeResult:
        """The rows and the keys."""
        yield self._pane
        yield Canvas(self._palette, self._fill_footer, id="foot")

    def on_mount(self) -> None:
        """Focuses the rows."""
        self._pane.focus()

    def action_leave(self) -> None:
        """Goes back without a result."""
        self.dismiss(None)
