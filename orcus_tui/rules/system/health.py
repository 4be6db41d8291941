"""How badly a creature is hurt: in hit points, or on a damage track."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.events import Event, Standing
from orcus_tui.model.fight import Fight
from orcus_tui.rules.fight_view import AnyView
from orcus_tui.rules.resolution import AnyResolution
from orcus_tui.rules.system.hooks import CreatureRule, never, nothing


def same_state(state: State) -> State:
    """A creature begins as it is written."""
    return state


class BoxRow(Struct, frozen=True):
    """A row of a damage track: its tally, and whether each box is marked."""

    title: str
    tally: str
    count: int
    boxes: Mapping[str, bool]


def no_boxes(_state: State) -> Sequence[BoxRow]:
    """Hit points are drawn as a bar."""
    return ()


def no_group_figure(*_: object) -> str:
    """A group is shown by the number of its members alone."""
    return ""


class HealthRules(Struct, frozen=True, kw_only=True):
    """How a system counts how badly a creature is hurt. `HIT_POINTS` is what most have.

    `instead` says what to type for verbs about hit points where there are none; `{0}` in it is the creature.
    """

    name: str
    fields: tuple[str, ...]  # of a creature, that only such a system has
    needed: tuple[str, ...]  # of those, what no creature can be without
    instead: str = ""

    begin: Callable[[State], State] = same_state  # a creature as it comes into the fight
    figure: Callable[[Sheet, State], str]  # for a list: `12/30`, `(hurt 2, wounded)`; empty: nothing to show
    in_brief: Callable[[Sheet, State], str]  # for a column: `12/30`, `wounded`; empty: nothing to show
    in_full: Callable[[Sheet, State], str]  # for a card: `hp 12/30`, `track (unharmed)`
    as_printed: Callable[[Sheet, State], str]  # for a stat block: `hp 30`; empty: nothing to show
    topics: tuple[str, ...]  # the names that `why` explains it by
    is_change: Callable[[Event], bool]  # whether an event changes it
    is_staggered: Callable[[AnyView, str], bool]
    remaining: Callable[[Sheet, State], tuple[int, int]]  # for a bar: what is left, and of how much
    boxes: Callable[[State], Sequence[BoxRow]] = no_boxes  # for a card, in place of the bar
    is_badly_hurt: Callable[[State], bool] = never  # beyond being staggered
    is_at_zero: Callable[[Fight, str], bool] = never
    can_regenerate: Callable[[Sheet, State], bool] = never
    is_missing: Callable[[State], bool] = never  # whether a creature was written without it
    standing_figure: Callable[[Standing], str]  # as the fight ends: `12/40`, `(hurt 2)`; empty: nothing to show
    group_figure: Callable[[Fight, Sequence[str], Sequence[str]], str] = no_group_figure
    """For a folded group, from all its members and those that are up; empty: nothing to show."""
    why_implied: Callable[[State, str], str]  # for a card: `at −3 hit points`, where it implies this condition

    correction: CreatureRule = nothing  # what follows from `set`
    knock_out: CreatureRule
    stabilize: CreatureRule
    revive: Callable[[AnyResolution, str, int | None], None]  # with these hit points; None: what the rules say
