"""Which bonuses add up."""

from msgspec import Struct


class Bonuses(Struct, frozen=True, kw_only=True):
    """Which bonuses add up."""

    best_of: tuple[str, ...] | None = None  # the types of which only the best counts; None: every type
    once_per_power: bool = False  # two bonuses of one power do not add up
