"""The messages beside the fight: a message takes the place of the one before it about the same thing."""

from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct
from textual.app import App

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel


class _Toast(Struct, frozen=True):
    text: str
    severity: "SeverityLevel"
    until: float


class Toasts:
    """The messages that are shown now, by what they are about; each is shown for the same time."""

    def __init__(self) -> None:
        self._shown: dict[str, _Toast] = {}

    def show(self, app: App[object], about: str, text: str, severity: "SeverityLevel") -> None:
        """Shows a message, and goes on showing those about other things."""
        now = monotonic()
        others = {key: each for key, each in self._shown.items() if each.until > now and key != about}
        self._shown = {**others, about: _Toast(text, severity, now + app.NOTIFICATION_TIMEOUT)}
        app.clear_notifications()
        for each in self._shown.values():
            app.notify(each.text, severity=each.severity, timeout=each.until - now, markup=False)

    def clear(self, app: App[object]) -> None:
        """Shows none any longer."""
        self._shown.clear()
        app.clear_notifications()
