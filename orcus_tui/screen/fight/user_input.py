"""The input of the game master that outlasts a fight: keys set in the settings file, and lines typed before."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec import Struct, field

ClockMode = Literal["off", "up"] | int
"""Off, counting up, or counting down from N seconds."""


class UserInput(Struct):
    """`keys` are the keys of the config, by id; `history` the typed lines, oldest first.

    `save` appends a line to the history file, and returns a warning or an empty string. `party` is the path of the
    config's party file, or empty. `players_address` is the host and port of the players' view in the config,
    `players_names` are its names there, `turn_clock` is the mode of the turn clock. `lines` are the lines of the user's
    own keys, by the names of the keys.
    """

    keys: Mapping[str, str] = field(default_factory=dict)
    history: list[str] = field(default_factory=list)
    save: Callable[[str], str] = lambda _: ""
    party: str = ""
    players_address: tuple[str, int] = ("", 0)
    players_names: Sequence[str] = ()
    turn_clock: ClockMode = "off"
    lines: Mapping[str, str] = field(default_factory=dict)

    def remember(self, line: str) -> None:
        """Adds a line to the history, unless it is the last one already."""
        if self.history[-1:] != [line]:
            self.history.append(line)
