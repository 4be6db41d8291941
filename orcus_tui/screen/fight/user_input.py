"""What a game master brings along: keys bound otherwise, and the lines typed before."""

from collections.abc import Callable, Mapping

from msgspec import Struct, field


class UserInput(Struct):
    """`keys` are bound otherwise than by default; `history` are the lines typed so far, `keep` writes one more down.

    `keep` answers a warning, or nothing.
    """

    keys: Mapping[str, str] = field(default_factory=dict)
    history: list[str] = field(default_factory=list)
    keep: Callable[[str], str] = lambda _: ""

    def recall(self, line: str) -> None:
        """Has one more line to recall."""
        if self.history[-1:] != [line]:
            self.history.append(line)
