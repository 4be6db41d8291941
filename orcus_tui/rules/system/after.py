"""What follows from changes that no one subject owns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from orcus_tui.rules.system.defaults import nothing
from orcus_tui.rules.system.hooks import CreatureRule, FightRule

if TYPE_CHECKING:
    from orcus_tui.model.effect import Effect
    from orcus_tui.rules.resolution import Resolution


class AfterRules(Struct, frozen=True, kw_only=True):
    """What follows from a change, whatever caused it."""

    change: CreatureRule = nothing  # of a creature's hit points, track or conditions
    effect_end: Callable[[Resolution, str, Effect], None] = nothing
    correction: CreatureRule = nothing  # with `set`
    failed_recharge: Callable[[Resolution, str, str], None] = nothing
    command: FightRule = nothing  # the whole of it
