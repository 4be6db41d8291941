"""How fast the line to the terminal is: nothing is sent ahead that the answer to the next key would wait behind."""

import time
from collections import deque
from collections.abc import Callable

ASSUMED = 960.0
"""Bytes a second, as long as the terminal has not shown that it is faster: 9,600 baud."""
FAST = 5_000.0
"""Bytes a second from which all that has changed is sent at once."""
MOMENT = 0.05
"""Seconds that a piece takes on a slow line."""
PAUSE = 0.2
"""Seconds after a key and its answer in which the rest waits for the next."""
DRAWING = 0.08
"""Seconds after which a key has been drawn."""
MEASURABLE = 500
"""The bytes that show how fast a line is; fewer show how far it is."""


class LinePace:
    """What may be sent to a terminal now, as seconds and bytes; `now` is the clock."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._speed = ASSUMED
        self._free_at = 0.0
        self._key_at = -PAUSE
        self._is_answered = False
        self._questions: deque[tuple[float, int]] = deque()
        self._answered_at = 0.0

    @property
    def is_fast(self) -> bool:
        """Whether everything can be sent at once."""
        return self._speed >= FAST

    @property
    def piece(self) -> int:
        """The bytes to send at a time."""
        return int(self._speed * MOMENT)

    @property
    def busy(self) -> float:
        """Seconds until what was sent has arrived."""
        return max(self._free_at - self._now(), 0.0)

    @property
    def pause_left(self) -> float:
        """Seconds until the rest may be sent: after the pause, sooner where nothing else has answered the last key."""
        return max(self._key_at + (PAUSE if self._is_answered else DRAWING) - self._now(), 0.0)

    def press_key(self) -> None:
        """Takes note of a key."""
        self._key_at = self._now()
        self._is_answered = False

    def answer_key(self) -> None:
        """Takes note that the last key is answered."""
        self._is_answered = True

    def send(self, size: int) -> None:
        """Takes note of bytes that were sent."""
        self._free_at = self._now() + self.busy + size / self._speed

    def ask(self, size: int) -> bool:
        """Whether to ask the terminal to answer once it has these bytes, which are sent now."""
        if size < MEASURABLE:
            return False
        self._questions.append((self._now(), size))
        return True

    def answer(self) -> None:
        """Takes the terminal's answer to the first question: now it has all that was sent before that."""
        if self._questions:
            asked_at, size = self._questions.popleft()
            began, self._answered_at = max(asked_at, self._answered_at), self._now()
            self._speed = size / max(self._answered_at - began, 0.001)
            self._free_at = 0.0

    def lose_answers(self) -> None:
        """Waits for no answer any more."""
        self._questions.clear()
