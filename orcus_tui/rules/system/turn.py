"""The order of turns and their boundaries: initiative, surprise, phases, delaying and readying."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec import Struct, field

from orcus_tui.model.fight import Fight, OptionValue
from orcus_tui.rules.resolution import AnyResolution
from orcus_tui.rules.system.hooks import ONE_DIE, Advantage, CreatureRule, FightRule, always, by_total, never, nothing

BoundaryEffect = Literal[
    "damage", "regeneration", "refresh", "death save", "save", "lapse", "said at start", "said at end", "start", "end"
]
"""The effect of a phase, for the list of upcoming events; `start` and `end` end the durations that expire then."""

Point = Literal["start", "end", "back", "late end", "waste", "round", "fight"]
"""The start or end of a turn; the start, end or loss of a delayed turn; the start of a round or of the fight."""


class TurnRules(Struct, frozen=True, kw_only=True):
    """The phases at the boundaries of turns and rounds."""

    start: tuple[CreatureRule, ...]
    end: tuple[CreatureRule, ...]
    round_start: tuple[FightRule, ...] = ()
    after_end: CreatureRule = nothing  # of a creature's turn, before the next one starts
    boundary_effects: Mapping[object, BoundaryEffect] = field(default_factory=dict)  # of the system's own phases
    of_effects: frozenset[CreatureRule] = frozenset()  # phases that do nothing for a creature without any
    phase_options: Mapping[object, tuple[str, OptionValue]] = field(default_factory=dict)
    """The option, and the value it must have for a phase to do anything."""


class InitiativeRules(Struct, frozen=True, kw_only=True):
    """The order of turns."""

    rank: Callable[[Fight, str], tuple[int, ...]] = by_total  # the highest acts first
    rolls_off_ties: Callable[[Fight], bool] = always
    rolls_with: Callable[[Fight, str], str] = lambda fight, creature: fight.sheets[creature].group or creature
    advantage: Callable[[AnyResolution, str], Advantage] = lambda *_: ONE_DIE
    latecomers_share: bool = False  # newcomers to a running fight take the initiative of their group
    never_rolls: Callable[[Fight, str], bool] = never  # creatures that take no turns
    waits_for_round_one: Callable[[Fight, str], bool] = never  # these creatures roll no initiative before it
    is_order_fixed: Callable[[Fight], bool] = never  # a new total does not move a creature that already has a place
    before_roll: CreatureRule = nothing
    after_roll: CreatureRule = nothing
    before_move: Callable[[AnyResolution, Sequence[str]], None] = nothing  # called before creatures take other places

    # The opening of the fight
    has_surprise: bool = True
    surprise_condition: str = ""  # ends when the opening round does
    has_round_zero: Callable[[Fight], bool] = never
    acts_this_round: Callable[[Fight, str], bool] = always
    before_first_round: FightRule = nothing
    after_round_zero: FightRule = nothing


class DelayRules(Struct, frozen=True, kw_only=True):
    """The rules for delaying a turn."""

    instead: str = ""  # the alternative in a system without delaying
    into_next_round: bool = False  # a delayed turn may be taken in the next round
    begin: CreatureRule = nothing
    turn_start: tuple[CreatureRule, ...] = ()  # the phases as a delayed turn starts
    floor: Callable[[Fight, str], int | None] = nothing  # the lowest initiative a delayed turn may be taken at
    rank: Callable[[Fight, str], tuple[int, ...]] = lambda fight, creature: (fight.sheets[creature].initiative,)
    lapse: CreatureRule = nothing  # if the next regular turn comes first
    run_out: CreatureRule = nothing  # if the order has passed the lowest count


class ReadyRules(Struct, frozen=True, kw_only=True):
    """The rules for readying an action."""

    cost: str = ""  # the kind of action
    act: Callable[[AnyResolution, str, str], None]  # the creature, and the one whose turn it is
