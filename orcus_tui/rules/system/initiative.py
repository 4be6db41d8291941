"""The order of turns: initiative, surprise, and the round before the first."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from orcus_tui.model.fight import Fight
from orcus_tui.rules.resolution import AnyResolution
from orcus_tui.rules.system.attacks import ONE_DIE, Advantage
from orcus_tui.rules.system.hooks import CreatureRule, FightRule, always, by_total, never, nothing


class InitiativeRules(Struct, frozen=True, kw_only=True):
    """The order of turns."""

    rank: Callable[[Fight, str], tuple[int, ...]] = by_total  # the highest acts first
    rolls_off_ties: Callable[[Fight], bool] = always
    rolls_with: Callable[[Fight, str], str] = lambda fight, creature: fight.sheets[creature].group or creature
    advantage: Callable[[AnyResolution, str], Advantage] = lambda *_: ONE_DIE
    latecomers_share: bool = False  # who joins a running fight takes the total of its group
    waits_for_round_one: Callable[[Fight, str], bool] = never  # these roll no initiative before it
    order_stands: Callable[[Fight], bool] = never  # a new total moves no creature that has a place already
    after_roll: CreatureRule = nothing
    before_move: Callable[[AnyResolution, Sequence[str]], None] = nothing  # these are about to take other places

    # The opening of the fight
    has_surprise: bool = True
    surprise_condition: str = ""  # ends when the opening round does
    has_round_zero: Callable[[Fight], bool] = never
    acts_this_round: Callable[[Fight, str], bool] = always
    before_first_round: FightRule = nothing
    after_round_zero: FightRule = nothing
