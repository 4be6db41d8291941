"""Time: the clock of a fight in seconds, the countdowns that it moves, and texts such as `1h`."""

import re

from orcus_tui.model.journal_struct import JournalStruct
from orcus_tui.model.text import plural

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
"""The seconds of each unit of time, as typed."""
LONGEST = 36_500 * SECONDS["d"]
"""The longest time that may be typed, in seconds."""

_UNITS = {"s": "second", "m": "minute", "h": "hour", "d": "day"}
# Patterns are texts, which `re` compiles on first use, so that they do not slow down the start.
_ROUNDS = r"([0-9]{1,9})r"
_TIME = r"([0-9]{1,9})([smhd])"


class Countdown(JournalStruct, frozen=True):
    """A countdown with a name: the seconds left, and the line that is offered when it is over."""

    left: int
    line: str = ""


def seconds_of(text: str) -> int | None:
    """The seconds of a typed time, such as `10m` or `1h`; None for any other text."""
    found = re.fullmatch(_TIME, text.strip().lower())
    return int(found[1]) * SECONDS[found[2]] if found else None


def played_seconds(text: str, round_seconds: int) -> int | None:
    """The seconds of a time in a fight, which may be rounds: `10m`, `3r`; None unless it is from 1 to LONGEST."""
    rounds = re.fullmatch(_ROUNDS, text.strip().lower())
    seconds = int(rounds[1]) * round_seconds if rounds else seconds_of(text)
    return seconds if seconds and seconds <= LONGEST else None


def typed_time(seconds: int) -> str:
    """Seconds as typed, in the largest unit without a remainder: `10m`."""
    unit = next(each for each in reversed(SECONDS) if seconds % SECONDS[each] == 0)
    return f"{seconds // SECONDS[unit]}{unit}"


def time_text(seconds: int) -> str:
    """Seconds in words, in at most two units: `59 minutes 54 seconds`."""
    parts: list[str] = []
    for unit in reversed(SECONDS):
        count, seconds = divmod(seconds, SECONDS[unit])
        if count:
            parts.append(plural(count, _UNITS[unit]))
    return " ".join(parts[:2]) or "0 seconds"


def minutes_text(seconds: int) -> str:
    """Seconds as a timer shows them: `1:05`, `−0:12` for overtime."""
    minutes, left = divmod(abs(seconds), SECONDS["m"])
    return f"{'−' if seconds < 0 else ''}{minutes}:{left:02}"
