"""The bases of screens over another screen: a dialog, a dialog with a footer, and a form."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen, ScreenResultType

from orcus_tui.screen.widgets.canvas import Canvas, Pane
from orcus_tui.screen.widgets.key_hints import Keys, footer_rows
from orcus_tui.screen.widgets.line_input import LineInput
from orcus_tui.screen.widgets.styles import Palette


class Dialog(Screen[ScreenResultType]):
    """A screen over another screen. Only the first attempt to leave it counts.

    `place` is its name in the help; `?` shows its keys, unless a text is being typed. `takes_keys` is set once it has
    the focus, because an earlier key would go to the wrong part of the screen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "help", show=False)]
    place = ""
    takes_keys = False

    class Ready(Message):
        """The dialog takes keys from now on."""

    class HelpWanted(Message):
        """A request to show the help of a place."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    def on_mount(self) -> None:
        """Takes keys once the focus is settled, after the message queues of the screen and the app."""
        self.call_later(self.app.call_later, self._take_keys)

    def _take_keys(self) -> None:
        self.takes_keys = True
        self.app.post_message(self.Ready())

    def refill_if_there(self, selector: str) -> None:
        """Redraws canvases if they still exist: background work may end after the dialog has been closed."""
        for canvas in self.query(selector).results(Canvas):
            canvas.refill()

    def action_help(self) -> None:
        """Shows what can be done here."""
        if self.place:
            self.app.post_message(self.HelpWanted(self.place))

    @on(LineInput.HelpWanted)
    def help_from_input(self, event: LineInput.HelpWanted) -> None:
        """Shows the help, if it is requested in an empty input."""
        event.stop()
        self.action_help()

    def warning_before_quit(self) -> str:
        """A warning, given only once, about unsaved input that quitting would lose, or an empty string."""
        return ""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Goes back to the screen below, with a result."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Refuses keys until its widgets exist, because a key may arrive while the screen opens."""
        return super().check_action(action, parameters) if self.is_mounted else False


MOVES = (
    Binding("down,j", "move(1)", show=False),
    Binding("up,k", "move(-1)", show=False),
    Binding("pagedown", "page(1)", show=False),
    Binding("pageup", "page(-1)", show=False),
)
"""The keys of a list: a row down or up, a page down or up."""


class DrawnDialog(Dialog[ScreenResultType]):
    """A dialog whose parts are drawn with a palette; its footer has a message, if any, and the keys."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-wide")]  # noqa: RUF012  # as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (18, "-high")]  # noqa: RUF012  # as Textual has it

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette
        self._message = ""

    def footer(self) -> Canvas:
        """The widget of the footer."""
        return Canvas(self._palette, self._fill_footer, id="foot")

    def _fill_footer(self, canvas: Canvas) -> None:
        canvas.draw(footer_rows(self._message, self._footer_keys(), canvas.size.width))

    def _footer_keys(self) -> Keys:
        return ()

    def show_message(self, text: str) -> None:
        """Shows a message in the footer until something else happens."""
        self._message = text
        self.refill_if_there("#foot")

    def set_palette(self, palette: Palette) -> None:
        """Switches to another palette."""
        self._palette = palette


class Form(DrawnDialog[ScreenResultType]):
    """Rows on one pane, with a cursor. Escape leaves it without a result."""

    CSS_PATH = "dialogs.tcss"

    def __init__(self, palette: Palette, fill_rows: Callable[[Pane], None]) -> None:
        super().__init__(palette)
        self._pane = Pane(palette, fill_rows, id="form")
        self._at = 0

    def compose(self) -> ComposeResult:
        """The rows and the keys."""
        yield self._pane
        yield self.footer()

    def on_mount(self) -> None:
        """Focuses the rows."""
        self._pane.focus()

    def action_leave(self) -> None:
        """Goes back without a result."""
        self.dismiss(None)
