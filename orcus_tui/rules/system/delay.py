"""How a system has turns delayed and actions readied; what carries them out is `rules/delay.py`."""

from collections.abc import Callable

from msgspec import Struct

from orcus_tui.model.fight import Fight
from orcus_tui.rules.resolution import AnyResolution
from orcus_tui.rules.system.hooks import CreatureRule, nothing


class DelayRules(Struct, frozen=True, kw_only=True):
    """How a turn is delayed."""

    instead: str = ""  # what a system without delaying has in its place
    into_next_round: bool = False  # a delayed turn may be taken in the next round
    begin: CreatureRule = nothing
    turn_start: tuple[CreatureRule, ...] = ()  # the phases as a delayed turn starts
    floor: Callable[[Fight, str], int | None] = nothing  # the lowest initiative a delayed turn may be taken at
    rank: Callable[[Fight, str], tuple[int, ...]] = lambda fight, creature: (fight.sheets[creature].initiative,)
    lapse: CreatureRule = nothing  # the next regular turn has come first
    run_out: CreatureRule = nothing  # the order has passed the floor


class ReadyRules(Struct, frozen=True, kw_only=True):
    """How an action is readied."""

    cost: str = ""  # the kind of action
    act: Callable[[AnyResolution, str, str], None]  # the creature, and whose turn it is
