"""Damage before and after a creature's resistances and the like."""

from orcus_tui.model.journal_struct import JournalStruct
from orcus_tui.model.message import Message


class Damage(JournalStruct, frozen=True):
    """Damage on its way to one creature.

    `rolled` is the amount before anything changes it. `range` is that of the attack, if it is one. `halves` says how
    often the attack itself is halved. `natural` is the attack die, where a system goes by it; `face` the die that was
    typed with `damage`, whatever the system takes it for. `cause` is what else dealt it, such as a grab. `coup` marks
    a coup de grace.
    """

    target: str
    rolled: int
    types: tuple[str, ...] = ()
    range: str = ""
    source: str = ""
    halves: int = 0
    missed: bool = False
    crit: bool = False
    persistent: bool = False
    natural: int | None = None
    cause: Message | None = None
    face: int | None = None
    power: str = ""
    coup: bool = False


class Harm(JournalStruct, frozen=True):
    """The outcome of damage: the amount taken, and each thing that changed it, in order."""

    damage: Damage
    amount: int
    changes: tuple[Message, ...] = ()
