"""What comes from a game master: the keys of the config, and the lines typed before."""

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from orcus_tui.screen.fight.turn_clock import ClockMode


class UserInput(Struct):
    """`keys` are the keys of the config, by id; `history` the lines typed so far, oldest first.

    `save` writes one more line to the history's file, and answers a warning or nothing. `party` is the path of the
    config's party file, or empty. `players_address` is the host and the port of the players' view in the config,
    `turn_clock` how the clock of the turn counts.
    """

    keys: Mapping[str, str] = field(default_factory=dict)
    history: list[str] = field(default_factory=list)
    save: Callable[[str], str] = lambda _: ""
    party: str = ""
    players_address: tuple[str, int] = ("", 0)
    turn_clock: ClockMode = "off"

    def remember(self, line: str) -> None:
        """Adds a line to the history, unless it is the last one already."""
        if self.history[-1:] != [line]:
            self.history.append(line)
