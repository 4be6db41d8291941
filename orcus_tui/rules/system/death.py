"""How creatures fall and die, and the saves in between."""

from collections.abc import Callable

from msgspec import Struct

from orcus_tui.rules.fight_view import AnyView
from orcus_tui.rules.resolution import AnyResolution
from orcus_tui.rules.system.hooks import CreatureRule, Modifier, is_at_zero, never, nothing


class DeathRules(Struct, frozen=True, kw_only=True):
    """How creatures fall and die."""

    is_down: Callable[[AnyView, str], bool] = is_at_zero
    needs_save: Callable[[AnyView, str], bool] = never
    save_needs: int = 0
    save_modifiers: Callable[[AnyView, str], list[Modifier]] | None = None  # None: as to any save
    save: Callable[[AnyResolution, str, int], None] = nothing
    fatal_failures: int = 0  # how many failed death saves are death; 0: they are not counted
    may_be_spared: Callable[[AnyView, str], bool] = never
    fall_messages: tuple[str, ...] = ("falls unconscious",)  # the messages that say that a creature falls
    knocked_out_later: bool = False  # directly after the command that killed it
    after: tuple[CreatureRule, ...] = ()  # for a creature that dies or leaves
