"""Recovering in a fight, and resting after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from orcus_tui.rules.resolution import Resolution
    from orcus_tui.rules.system.hooks import CreatureRule


class RestRules(Struct, frozen=True, kw_only=True):
    """Recoveries and rests."""

    recover: Callable[[Resolution, str, int | None], None] | None = None  # None: refused, and so is `rally`
    rally: CreatureRule | None = None
    short: CreatureRule
    long: CreatureRule
    after_fight: tuple[CreatureRule, ...] = ()
    lasting_uses: tuple[str, ...] = ()  # how what was used begins, where it stays used in the next fight
