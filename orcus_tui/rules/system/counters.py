"""The numbers a system counts for the fight and for creatures."""

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from orcus_tui.model.steps import SetCounter
from orcus_tui.rules.resolution import AnyResolution
from orcus_tui.rules.system.defaults import nothing


class Counters(Struct, frozen=True, kw_only=True):
    """The counters that the rules themselves know."""

    initial: Mapping[str, int] = field(default_factory=dict)  # of the fight, with their first values
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # of the fight, lowest and highest
    implicit: tuple[str, ...] = ()  # of creatures: every creature has them, at 0 at first
    after_set: Callable[[AnyResolution, SetCounter], None] = nothing
