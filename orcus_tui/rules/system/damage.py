"""The damage rules of a system."""

from collections.abc import Callable

from msgspec import Struct

from orcus_tui.dice import Dice
from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import SAVE_ENDS, Duration
from orcus_tui.model.power import Power
from orcus_tui.rules.resolution import AnyResolution
from orcus_tui.rules.system.attacks import AttackResult, PowerUse, Strike
from orcus_tui.rules.system.hooks import nothing


class CriticalHit(Struct, frozen=True):
    """A critical hit before its damage: its dice, and the damage roll if all hits share it."""

    damage: Dice
    source: str
    rolled: int = 0
    power: Power | None = None


class DamageRules(Struct, frozen=True, kw_only=True):
    """The rules for rolling, changing and dealing damage."""

    is_bonus: bool = False  # damage is added to a difficulty, and may be negative
    abilities: tuple[str, ...] = ()  # the abilities that a power may name to add to its damage
    ability_bonus: Callable[[PowerUse], int] = lambda *_: 0
    crits_share_roll: bool = False  # a critical hit is calculated from the shared damage roll
    multiplies_crits: bool = False  # a critical hit multiplies damage, even typed damage
    critical: Callable[[AnyResolution, CriticalHit], int]
    after_roll: Callable[[Strike, int], None] = nothing
    without: Callable[[Strike, list[AttackResult]], None] = nothing  # an attack that deals no damage
    persistent_by_name: bool = False
    persistent_lasts: Duration = SAVE_ENDS  # the duration of persistent damage, unless another is given
    deal: Callable[[AnyResolution, Damage], int]  # returns the amount taken
    after: Callable[[Strike, Damage, int], None] = nothing
