"""A form: rows on one pane, and its keys below."""

from textual.app import ComposeResult
from textual.screen import ScreenResultType

from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.dialog import Dialog
from orcus_tui.screen.widgets.pane import Pane
from orcus_tui.screen.widgets.styles import Palette


class Form(Dialog[ScreenResultType]):
    """A form; `fill_rows` and `fill_footer` draw it. Escape leaves it without a result."""

    CSS_PATH = "dialogs.tcss"

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette
        self._pane = Pane(palette, self.fill_rows, id="form")

    def compose(self) -> ComposeResult:
        """The rows and the keys."""
        yield self._pane
        yield Canvas(self._palette, self.fill_footer, id="foot")

    def on_mount(self) -> None:
        """Focuses the rows."""
        self._pane.focus()

    def set_palette(self, palette: Palette) -> None:
        """Switches to another palette."""
        self._palette = palette

    def fill_rows(self, pane: Pane) -> None:
        """Draws the rows."""
        raise NotImplementedError

    def fill_footer(self, canvas: Canvas) -> None:
        """Draws the keys."""
        raise NotImplementedError

    def action_leave(self) -> None:
        """Goes back without a result."""
        self.dismiss(None)
