"""The shapes of the functions that several parts of a system are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from orcus_tui.model.fight import Question

if TYPE_CHECKING:
    from orcus_tui.rules.resolution import Resolution

Modifier = tuple[int, str, str]
"""A bonus or penalty, its type (empty: untyped), and what it comes from."""
CreatureRule = Callable[["Resolution", str], None]
"""What follows for one creature; the phases of a turn's boundary are such rules."""
FightRule = Callable[["Resolution"], None]
"""What follows for the whole fight."""
AnswerRule = Callable[["Resolution", Question, int], None]
"""What follows from the die that answers a question."""
