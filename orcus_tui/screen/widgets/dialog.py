"""The base of screens over another screen."""

from typing import ClassVar

from textual import on
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen, ScreenResultType

from orcus_tui.screen.widgets.canvas import Canvas
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


class DrawnDialog(Dialog[ScreenResultType]):
    """A dialog whose parts are drawn with a palette."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette

    def set_palette(self, palette: Palette) -> None:
        """Switches to another palette."""
        self._palette = palette
