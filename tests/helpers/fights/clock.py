"""A clock that tests set."""

from datetime import UTC, datetime

BEGAN = datetime(2026, 1, 1, 20, tzinfo=UTC).timestamp()


class Clock:
    """A clock that only moves when it is set, in seconds since 1970."""

    def __init__(self) -> None:
        self.now = BEGAN

    def __call__(self) -> float:
        return self.now

    def text(self) -> str:
        """The time as in journals."""
        return datetime.fromtimestamp(self.now, UTC).isoformat()
