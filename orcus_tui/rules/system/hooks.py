"""The functions that the parts of a system are made of: their types, and defaults for a system without a rule."""

from collections.abc import Callable

from msgspec import Struct

from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import Fight, Question
from orcus_tui.model.message import Message
from orcus_tui.rules.fight_view import AnyView
from orcus_tui.rules.resolution import AnyResolution


class OfPower(Struct, frozen=True):
    """What the bonuses of one power share, where those do not add up."""

    power: str


Modifier = tuple[int, str | OfPower, str | Message]
"""A bonus or penalty, its type (empty: untyped), and its cause."""
CreatureRule = Callable[[AnyResolution, str], None]
"""What follows for one creature; the phases of a turn's boundary are such rules."""
FightRule = Callable[[AnyResolution], None]
"""What follows for the whole fight."""
AnswerRule = Callable[[AnyResolution, Question, int], None]
"""Applies the die that answers a question."""


# Defaults


def nothing(*_: object) -> None:
    """Does nothing, where a system has nothing to add."""


def never(*_: object) -> bool:
    """True for no creature."""
    return False


def no_number(*_: object) -> int:
    """Nothing is added."""
    return 0


def always(*_: object) -> bool:
    """True for every creature and fight."""
    return True


def none(*_: object) -> tuple[()]:
    """Nothing to list."""
    return ()


def own_sheet(fight: Fight, creature: str) -> Sheet:
    """What is printed on a creature's own card."""
    return fight.sheets[creature]


def at_zero(fight: Fight, creature: str) -> bool:
    """Whether a creature is at 0 hit points or fewer."""
    hp = fight.states[creature].hp
    return hp is not None and hp <= 0


def is_at_zero(view: AnyView, creature: str) -> bool:
    """Whether a creature is at 0 hit points or fewer."""
    return at_zero(view.fight, creature)


def by_total(fight: Fight, creature: str) -> tuple[int, ...]:
    """The rank of a creature in the initiative: its total, then its modifier."""
    return (fight.states[creature].initiative or 0, fight.sheets[creature].initiative)
