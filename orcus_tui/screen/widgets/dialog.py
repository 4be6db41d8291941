"""The screen that is opened over another one, and left to go back to it."""

from typing import ClassVar

from textual import on
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen, ScreenResultType

from orcus_tui.screen.widgets.line_input import LineInput


class Dialog(Screen[ScreenResultType]):
    """A screen over another one. It is left once, however often that is asked for before it is gone.

    `place` is the name under which the help has its keys; `?` shows them, where it is no letter of a text. `takes_keys`
    once it has its focus: a key that comes before would go to the wrong part of it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "help", show=False)]
    place = ""
    takes_keys = False

    class Ready(Message):
        """The dialog takes keys from now on."""

    class HelpWanted(Message):
        """Show what can be done in a place."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    def on_mount(self) -> None:
        """Takes keys once what is focused is settled: that goes through the queues of the screen and of the app."""
        self.call_later(self.app.call_later, self._take_keys)

    def _take_keys(self) -> None:
        self.takes_keys = True
        self.app.post_message(self.Ready())

    def action_help(self) -> None:
        """Shows what can be done here."""
        if self.place:
            self.app.post_message(self.HelpWanted(self.place))

    @on(LineInput.HelpWanted)
    def help_from_input(self, event: LineInput.HelpWanted) -> None:
        """Shows what can be done here, when it is asked for in an empty input."""
        event.stop()
        self.action_help()

    def warning_before_quit(self) -> str:
        """What quitting the program would lose, said once; empty where that is nothing."""
        return ""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Goes back to the screen below, with a result."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Refuses keys until its widgets are there: one may come in the moment in which the screen opens."""
        return super().check_action(action, parameters) if self.is_mounted else False
