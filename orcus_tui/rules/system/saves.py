"""Saving throws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from orcus_tui.model.fight import Question
from orcus_tui.rules.system.attacks import ONE_DIE, Advantage

if TYPE_CHECKING:
    from orcus_tui.model.effect import Effect
    from orcus_tui.model.fight import Fight
    from orcus_tui.rules.resolution import Resolution


class SaveRules(Struct, frozen=True, kw_only=True):
    """Saving throws against what a save ends."""

    needs: int
    degrees: Mapping[str, int] = field(default_factory=lambda: {"easy": 6, "hard": 16})
    abilities: tuple[str, ...] = ()  # those saving throws go by; none: one bonus for all
    ability_for: Callable[[Fight, Effect], str] = lambda *_: ""
    advantage: Callable[[Resolution, str, str], Advantage] = lambda *_: ONE_DIE
    answer_advantage: Callable[[Resolution, Question], Advantage] = lambda *_: ONE_DIE
