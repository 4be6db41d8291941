"""Attack rolls: from the choice of target to what follows a hit."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field

from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, Term
from orcus_tui.model.power import Power
from orcus_tui.model.steps import Attack
from orcus_tui.rules.resolution import AnyResolution
from orcus_tui.rules.system.hooks import CreatureRule, Modifier, always, none, nothing


class AttackRoll(Struct, frozen=True):
    """An attack roll: its total, and the defense it had to reach; no face where the total was called."""

    step: Attack
    power: Power
    source: str
    target: str
    face: int | None
    reached: int
    defense: int

    @property
    def reaches(self) -> bool:
        """Whether the total is as high as the defense."""
        return self.reached >= self.defense

    @property
    def hits_by_face(self) -> bool:
        """Whether it hits where a 20 always does and a 1 never."""
        return self.face == 20 or (self.reaches and self.face != 1)


class AttackResult(Struct, frozen=True):
    """What an attack comes to for one target; `void`: nothing at all, not even the effects of a miss.

    `user_only`: though void, lines for the power's user are carried out.

    `bonus` was added to the die, `defense` had to be reached; a second roll needs both. `further` are the
    dice rolled after the attack roll, where they were typed.
    """

    target: str
    hits: bool
    crit: bool
    face: int | None
    void: bool = False
    user_only: bool = False
    bonus: int = 0
    defense: int = 0
    further: tuple[int, ...] = ()


class Advantage(Struct, frozen=True):
    """Whether a d20 is rolled twice: with advantage (1) the better counts, with disadvantage (-1) the worse; and why.

    Each cause is a term of 1 or -1. `lost`: there is nothing to roll, it has failed; the message says why.
    """

    side: int = 0
    causes: tuple[Term, ...] = ()
    lost: Message | None = None


ONE_DIE = Advantage()
"""Neither advantage nor disadvantage."""


def keep_roll(
    _resolution: AnyResolution, _step: Attack, _power: Power, _source: str, result: AttackResult
) -> AttackResult:
    """An attack roll stands as it fell."""
    return result


class AttackRules(Struct, frozen=True, kw_only=True):
    """Attack rolls, in the order the rules are asked."""

    # Words of `attack`
    manners: Mapping[str, str] = field(default_factory=dict)  # for a way of attacking, as `charge`, with what it is
    advantage_words: tuple[str, ...] = ()  # for advantage, and for disadvantage
    rolls_two_dice: bool = False  # for advantage or disadvantage, so that both may be typed

    check: Callable[[AnyResolution, Attack, Power, str], None] = nothing  # refuses what else is forbidden
    check_coup: CreatureRule = nothing  # what it takes besides a target open to it
    can_affect: Callable[[AnyResolution, Power, str], bool] = always  # whether a power does anything to a target
    without_roll: Callable[[AnyResolution, Attack, Power, str, str], AttackResult | None] = nothing
    defenses_met: Callable[[Power], tuple[str, ...]] = lambda power: (power.defense,)  # the best of them counts
    defense_modifiers: Callable[[Fight, str, str, str], Sequence[Modifier]] = none
    modifiers: Callable[[AnyResolution, Attack, Power, str, str], Sequence[Modifier]] = none
    advantage: Callable[[AnyResolution, Attack, Power, str, str], Advantage] = lambda *_: ONE_DIE
    judge: Callable[[AnyResolution, AttackRoll], tuple[bool, bool]]  # whether it hits, and is a critical hit
    further_dice: Callable[[AnyResolution, Power, str, AttackResult, tuple[int, ...]], int] | None = None
    """How many dice a result needs after the attack roll, of those typed that are left; None: no result needs any."""
    after_roll: Callable[[AnyResolution, Attack, Power, str, AttackResult], AttackResult] = keep_roll
    is_expended: Callable[[Power, Sequence[AttackResult]], bool] = always  # whether a limited power is spent by these
    before_lines: Callable[[AnyResolution, Power, str], None] = nothing  # of the power, used by this creature
    after: Callable[[AnyResolution, Power, str, list[AttackResult]], None] = nothing
