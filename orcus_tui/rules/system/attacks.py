"""The attack rules of a system, from the choice of targets to the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from orcus_tui.dice import Face
from orcus_tui.model.power import Power
from orcus_tui.model.steps import Targets
from orcus_tui.rules.system.hooks import ONE_DIE, Advantage, CreatureRule, Modifier, always, never, none, nothing

if TYPE_CHECKING:
    from orcus_tui.model.typed_steps import Attack
    from orcus_tui.rules.resolution import AnyResolution


class DamageBonuses(Struct, frozen=True, kw_only=True):
    """The bonuses to damage that count against the targets of a power, once these are known."""

    damage_bonuses: tuple[Modifier, ...] | None = None


class PowerUse(DamageBonuses, frozen=True):
    """The use of a power by its owner, while it is resolved."""

    resolution: AnyResolution
    power: Power
    source: str

    @property
    def targets(self) -> Targets:
        """The targets that are named."""
        return ()


class Strike(PowerUse, frozen=True):
    """An attack with a power, while it is resolved. `typed_die` returns the typed dice in order, if all were typed."""

    step: Attack
    typed_die: Face | None = None

    @property
    def targets(self) -> Targets:
        """The targets of the attack."""
        return self.step.targets

    @property
    def die(self) -> Face:
        """Rolls a die, or returns the next one typed."""
        return self.typed_die or self.resolution.die


class AttackRoll(Struct, frozen=True):
    """The attack roll of a strike: its total, and the defense it had to reach; no face if the total was typed."""

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
        """Whether it hits if a 20 always hits and a 1 never does."""
        return self.face == 20 or (self.reached >= self.defense and self.face != 1)


class AttackResult(Struct, frozen=True):
    """The result of an attack on one target; `void`: nothing happens, not even the effects of a miss.

    `user_only`: lines for the power's user still apply.

    `bonus` was added to the die and `defense` had to be reached; both are needed for a second roll. `further` are the
    typed dice after the attack roll.
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

    @property
    def outcome(self) -> str:
        """`hit`, `miss` or `crit`."""
        return "crit" if self.crit else "hit" if self.hits else "miss"


class AttackRules(Struct, frozen=True, kw_only=True):
    """The rules of an attack, in the order in which they are called."""

    rolls_two_dice: bool = False  # for advantage or disadvantage, so that both may be typed

    check: Callable[[Strike], None] = nothing  # refuses other forbidden attacks
    before: Callable[[Strike], None] = nothing  # before the dice
    check_coup: CreatureRule = nothing  # refuses a coup de grace for reasons other than the target's condition
    resolve_counters: Callable[[PowerUse], bool] = never  # whether a counterspell stops it
    can_affect: Callable[[PowerUse, str], bool] = always  # whether a power does anything to a target
    without_roll: Callable[[Strike, str], AttackResult | None] = nothing  # on a target
    defenses_met: Callable[[Power], tuple[str, ...]] = lambda power: (power.defense,)  # the best counts
    modifiers: Callable[[Strike, str], Sequence[Modifier]] = none  # against a target
    advantage: Callable[[Strike, str], Advantage] = lambda *_: ONE_DIE  # against a target
    advantages: Callable[[Strike, str], tuple[str, ...]] = none  # which words of advantage it has against a target
    hit_and_crit: Callable[[Strike, AttackRoll], tuple[bool, bool]]  # whether it hits, and is a critical hit
    further_dice: Callable[[Strike, AttackResult], int] | None = None
    """How many of the dice in `further` a result needs after the attack roll; None in a system without such dice."""
    after_roll: Callable[[Strike, AttackResult], AttackResult] = lambda _, result: result
    is_expended: Callable[[Power, Sequence[AttackResult]], bool] = always  # whether these results spend a limited power
    before_lines: Callable[[PowerUse], None] = nothing  # of the power
    after: Callable[[Strike, list[AttackResult]], None] = nothing
