"""Damage before it reaches a creature, and its result."""

from msgspec import field

from orcus_tui.model.journal_struct import JournalStruct
from orcus_tui.model.message import Message


class Harm(JournalStruct, frozen=True):
    """The result of damage to a creature: the amounts taken and rolled, and each cause that changed it, in order.

    The other fields are those of the damage.
    """

    amount: int
    rolled: int
    changes: tuple[Message, ...] = ()
    types: tuple[str, ...] = ()
    persistent: bool = False
    source: str = ""
    power: str = ""
    cause: Message | None = None


class Damage(JournalStruct, frozen=True):
    """Damage before it reaches a creature.

    `rolled` is the amount before any change. `range` is the range of the attack, if any. `halving_count` is the number
    of times that the attack itself halves it. `natural` is the attack die, for systems that use it; `face` is the die
    that was typed with `damage`, whose meaning depends on the system. `cause` is another origin, such as a grab. `coup`
    marks a coup de grace. `tags` are those of the power, or the words typed with `damage`.
    """

    target: str
    rolled: int
    types: tuple[str, ...] = ()
    range: str = ""
    source: str = ""
    halving_count: int = field(name="halves", default=0)
    missed: bool = False
    crit: bool = False
    persistent: bool = False
    natural: int | None = None
    cause: Message | None = None
    face: int | None = None
    power: str = ""
    coup: bool = False
    tags: tuple[str, ...] = ()

    def harm(self, amount: int, changes: tuple[Message, ...] = ()) -> Harm:
        """The result: the amount taken, and each cause that changed it, in order."""
        return Harm(amount, self.rolled, changes, self.types, self.persistent, self.source, self.power, self.cause)
