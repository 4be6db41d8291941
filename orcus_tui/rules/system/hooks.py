"""The shapes of the functions that several parts of a system are made of."""

from collections.abc import Callable

from msgspec import Struct

from orcus_tui.model.fight import Question
from orcus_tui.model.message import Message
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
"""What follows from the die that answers a question."""
