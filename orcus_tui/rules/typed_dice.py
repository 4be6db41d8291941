"""The dice that a command has typed with its line, until rules take them in place of rolled ones."""

from msgspec import Struct

from orcus_tui.dice import Dice


class TypedDice(Struct):
    """Typed dice that are not used yet.

    `ties` are those of ties in the order, `further_attacks` those of attacks that follow others, `toughness` those of
    Toughness saves, `save` the die of a save that may come before a recovery, `recovery` the total of a recovery's
    dice. `rows` are those of `roll d6:` lines (None: they are rolled), `rows_rolled` the dice of all such lines so far.
    `joined` are the bonus dice to the next roll; None: they are rolled. They were typed after `joined_at` events.
    """

    ties: list[int] = []
    further_attacks: list[int] = []
    toughness: list[int] = []
    save: int | None = None
    recovery: int | None = None
    rows: list[int] | None = None
    rows_rolled: list[Dice] = []
    joined: list[int] | None = None
    joined_at: int = 0

    def take_recovery(self) -> int | None:
        """Takes the total of a recovery's dice; None if they are to be rolled."""
        typed, self.recovery = self.recovery, None
        return typed
