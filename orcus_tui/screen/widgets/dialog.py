"""The screen that is opened over another one, and left to go back to it."""

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType


class Dialog(Screen[ScreenResultType]):
    """A screen over another one. It is left once, however often that is asked for before it is gone."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Goes back to the screen below, with a result."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Refuses keys until its widgets are there: one may come in the moment in which the screen opens."""
        return super().check_action(action, parameters) if self.is_mounted else False
