"""The turn clock in the header: how long the turn has taken, or how much time is left.

The clock is not stored; the times of the lines in the journal say how long each turn took.
"""

import time
from collections.abc import Callable
from typing import Literal

from orcus_tui.model.fight import Fight
from orcus_tui.screen.widgets.row import Row, Span

ClockMode = Literal["off", "up"] | int
"""Off, counting up, or counting down from N seconds."""
MINUTE = 60


class TurnClock:
    """Counts the seconds of the current turn."""

    def __init__(self, mode: ClockMode, *, now: Callable[[], float] = time.monotonic) -> None:
        self.is_on = mode != "off"
        self._limit = mode if isinstance(mode, int) else None
        self._now = now
        self._turn: tuple[str, int, str] | None = None
        self._began = now()

    def set_turn(self, fight: Fight) -> None:
        """Starts again from 0 if this is another turn."""
        turn = (fight.name, fight.round, fight.active) if fight.phase == "turns" and fight.active else None
        if turn != self._turn:
            self._turn, self._began = turn, self._now()

    def switch(self) -> None:
        """Shows or hides the clock, which counts even while it is hidden."""
        self.is_on = not self.is_on

    @property
    def row(self) -> Row:
        """The clock in the header; empty while it is off or no turn has begun."""
        if not self.is_on or self._turn is None:
            return ()
        seconds = int(self._now() - self._began)
        if self._limit is None:
            return (Span(f"  {minutes(seconds)}", "muted"),)
        left = self._limit - seconds
        return (Span(f"  {minutes(left)}", "danger" if left < 0 else "muted"),)


def minutes(seconds: int) -> str:
    """Seconds as a clock shows them: `1:05`, `−0:12` for overtime."""
    sign = "−" if seconds < 0 else ""
    return f"{sign}{abs(seconds) // MINUTE}:{abs(seconds) % MINUTE:02}"
