"""Sends pictures over a line that may be slow: changed cells only, first what answers a key, the rest in a pause."""

import re
from collections.abc import Callable
from typing import Protocol

from orcus_tui.screen.changed_cells import ChangedCells, Urgency
from orcus_tui.screen.line_pace import LinePace

WHERE_IS_THE_CURSOR = "\x1b[6n"
"""Terminals answer this once they have shown what came before."""
_CHANGES_NO_CELL = re.compile(r"\x1b\[\?(?!1049)\d+(\$p|[hl])|\x1b\[[<>]\d*u|\x1b\]22;[^\x07]*\x07|\x07")
"""Modes, questions about them, reports of the keyboard, the pointer's shape and the bell."""
_FRAMES_A_PICTURE = re.compile(r"\x1b\[\?2026[hl]")
"""The begin and the end of a picture that is to appear at once; one sent in pieces has neither."""


class Timer(Protocol):
    """A call that comes later."""

    def cancel(self) -> None:
        """Calls it off."""


class SlowLine:
    """What is written to a terminal, held back as its line and the keys require.

    `send` writes to the terminal, `call_later` calls after so many seconds, and `urgency` says which areas answer a
    key, and which come next.
    """

    def __init__(
        self,
        send: Callable[[str], None],
        call_later: Callable[[float, Callable[[], None]], Timer],
        urgency: Callable[[], Urgency],
        pace: LinePace,
    ) -> None:
        self._send = send
        self._call_later = call_later
        self._urgency = urgency
        self._pace = pace
        self._cells = ChangedCells()
        self._later: Timer | None = None

    def write(self, data: str) -> None:
        """Takes a picture over, to send what is not shown already; anything else is sent as it is."""
        if self._cells.draw(data):
            self._go_on()
        elif _CHANGES_NO_CELL.fullmatch(data):
            if not _FRAMES_A_PICTURE.fullmatch(data):
                self._send(data)
        else:
            self._send(self._cells.changes() + data)
            self.forget()

    def forget(self) -> None:
        """Sends no more of the last picture; the next is sent whole, for a terminal that may show anything."""
        self._call_off()
        self._cells.forget()

    def leave(self) -> None:
        """Sends no more of the last picture; what the terminal is asked while it is given back is not answered."""
        self.forget()
        self._pace.lose_answers()

    def press_key(self) -> None:
        """Takes note of a key: what answers it is sent first."""
        self._pace.press_key()

    def measure(self) -> None:
        """Goes by how fast the line was, now that the terminal says where its cursor is."""
        self._pace.answer()
        self._go_on()

    def _go_on(self) -> None:
        """Sends what the line takes now, and where that is not all, goes on when it takes more."""
        self._call_off()
        if self._cells.is_empty:
            self._send_whole()
        elif self._pace.is_fast or not self._pace.busy:
            self._send_piece()
        if self._cells.are_waiting:
            self._later = self._call_later(self._pace.busy or self._pace.pause_left, self._go_on)

    def _send_whole(self) -> None:
        """Sends a whole picture at once; the terminal's answer to it says how fast the line is."""
        if picture := self._cells.changes():
            self._pace.send(len(picture))
            self._send(picture + WHERE_IS_THE_CURSOR if self._pace.ask(len(picture)) else picture)

    def _send_piece(self) -> None:
        """Sends as much as is soon through, of what has changed by now."""
        piece = self._cells.changes() if self._pace.is_fast else self._most_urgent()
        if piece:
            self._pace.send(len(piece))
            self._send(piece)

    def _most_urgent(self) -> str:
        """A piece of what answers a key; where there is nothing of that, and the keys pause, of the rest."""
        urgency, size = self._urgency(), self._pace.piece
        if answer := self._cells.changes(urgency, size, only_first=True):
            self._pace.answer_key()
            return answer
        waits = urgency.first and self._pace.pause_left
        return "" if waits else self._cells.changes(urgency, size)

    def _call_off(self) -> None:
        if self._later:
            self._later.cancel()
            self._later = None
