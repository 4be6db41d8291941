"""Functions in the structs of a system: their types, and defaults for a system without such a rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import Fight, Question
from orcus_tui.model.message import Message, Term
from orcus_tui.rules.fight_view import AnyView

if TYPE_CHECKING:
    from orcus_tui.rules.resolution import AnyResolution


class OfPower(Struct, frozen=True):
    """The type that all bonuses of one power share, in systems where they do not add up."""

    power: str


Modifier = tuple[int, str | OfPower, str | Message]
"""A bonus or penalty, its type (empty: untyped), and its cause."""
CreatureRule = Callable[["AnyResolution", str], None]
"""A rule about one creature, such as a phase of the turn boundary."""
FightRule = Callable[["AnyResolution"], None]
"""A rule about the whole fight."""
AnswerRule = Callable[["AnyResolution", Question, int], None]
"""Applies the die that answers a question."""


class Advantage(Struct, frozen=True):
    """Whether a d20 is rolled twice, and why.

    With advantage (1) the better die counts, with disadvantage (-1) the worse.

    Each cause is a term of 1 or -1. `lost`: the roll fails without a die; the message says why.
    """

    side: int = 0
    causes: tuple[Term, ...] = ()
    lost: Message | None = None


ONE_DIE = Advantage()
"""Neither advantage nor disadvantage."""


# Defaults


def nothing(*_: object) -> None:
    """Does nothing."""


def never(*_: object) -> bool:
    """False for any arguments."""
    return False


def always(*_: object) -> bool:
    """True for any arguments."""
    return True


def none(*_: object) -> tuple[()]:
    """An empty tuple for any arguments."""
    return ()


def own_sheet(fight: Fight, creature: str) -> Sheet:
    """The creature's own sheet."""
    return fight.sheets[creature]


def at_zero(fight: Fight, creature: str) -> bool:
    """Whether a creature is at 0 hit points or fewer."""
    hp = fight.states[creature].hp
    return hp is not None and hp <= 0


def is_at_zero(view: AnyView, creature: str) -> bool:
    """Whether a creature is at 0 hit points or fewer."""
    hp = view.fight.states[creature].hp
    return hp is not None and hp <= 0


def by_total(fight: Fight, creature: str) -> tuple[int, ...]:
    """The rank of a creature in the initiative: its total, then its modifier."""
    return (fight.states[creature].initiative or 0, fight.sheets[creature].initiative)


def by_score(fight: Fight, creature: str, ability: str) -> int:
    """The modifier of an ability score, rounded down; 0 for an unknown score."""
    score = fight.sheets[creature].abilities.get(ability)
    return 0 if score is None else (score - 10) // 2
