"""Hit points as a system's measure of health."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import number
from orcus_tui.rules.fight_view import AnyView
from orcus_tui.rules.stats import staggered_value
from orcus_tui.rules.system.health import HealthRules
from orcus_tui.rules.system.hooks import at_zero

if TYPE_CHECKING:
    from orcus_tui.model.events import Event, Standing


def figure(sheet: Sheet, state: State) -> str:
    """The current and maximum hit points: `12/30`."""
    return "" if state.hp is None else f"{number(state.hp)}/{sheet.max_hp}"


def in_full(sheet: Sheet, state: State) -> str:
    """The hit points on a card: `hp 12/30`."""
    return "" if state.hp is None else f"hp {figure(sheet, state)}"


def remaining(sheet: Sheet, state: State) -> tuple[int, int]:
    """The current and the maximum hit points."""
    return state.hp or 0, sheet.max_hp or 0


def as_printed(sheet: Sheet, state: State) -> str:
    """The hit points in a stat block: `hp 30`, `hp 12 of 30`."""
    return f"hp {sheet.max_hp}" if state.hp == sheet.max_hp else f"hp {state.hp} of {sheet.max_hp}"


def is_change(event: Event) -> bool:
    """Whether an event changes hit points."""
    from orcus_tui.model.events import HitPointsChanged

    return isinstance(event, HitPointsChanged)


def is_staggered(view: AnyView, creature: str) -> bool:
    """Whether a creature is at its staggered value or below."""
    hp = view.fight.states[creature].hp
    return hp is not None and hp <= staggered_value(view.fight, creature)


def can_regenerate(sheet: Sheet, state: State) -> bool:
    """Whether a creature is alive with hit points to regain."""
    return state.life != "dead" and state.hp is not None and state.hp < (sheet.max_hp or 0)


def is_missing(state: State) -> bool:
    """Whether a creature's stat block has no hit points."""
    return state.hp is None


def standing_figure(standing: Standing) -> str:
    """The hit points at the end of a fight: `12/40`."""
    return "" if standing.hp is None else f"{number(standing.hp)}/{standing.max_hp}"


def group_figure(fight: Fight, members: Sequence[str], up: Sequence[str]) -> str:
    """The hit points of the members that are up, out of the maximum of all: `36/60`."""
    left = sum(max(fight.states[each].hp or 0, 0) for each in up)
    return f"{left}/{sum(fight.sheets[each].max_hp or 0 for each in members)}"


def why_implied(state: State, _condition: str) -> str:
    """The reason for an implied condition: its hit points."""
    return f"at {number(state.hp or 0)} hit points"


HIT_POINTS = HealthRules(
    name="hit points",
    fields=("max_hp", "hp", "temp_hp", "staggered"),
    needed=("max_hp", "hp"),
    figure=figure,
    in_brief=figure,
    in_full=in_full,
    remaining=remaining,
    as_printed=as_printed,
    topics=("hp", "staggered"),
    is_change=is_change,
    is_staggered=is_staggered,
    is_at_zero=at_zero,
    can_regenerate=can_regenerate,
    is_missing=is_missing,
    standing_figure=standing_figure,
    group_figure=group_figure,
    why_implied=why_implied,
)
