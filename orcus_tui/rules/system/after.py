"""What follows from changes that no one subject owns."""

from collections.abc import Callable

from msgspec import Struct

from orcus_tui.model.effect import Effect
from orcus_tui.model.steps import Targets
from orcus_tui.rules.resolution import AnyResolution
from orcus_tui.rules.system.defaults import nothing
from orcus_tui.rules.system.hooks import CreatureRule


class AfterRules(Struct, frozen=True, kw_only=True):
    """What follows from a change, whatever caused it."""

    change: CreatureRule = nothing  # of a creature's hit points, track or conditions
    effect_end: Callable[[AnyResolution, str, Effect], None] = nothing
    arrival: Callable[[AnyResolution, Targets], None] = nothing  # of creatures in a running fight
    correction: CreatureRule = nothing  # with `set`
    failed_recharge: Callable[[AnyResolution, str, str], None] = nothing
