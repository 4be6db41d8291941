"""The creatures of a system: their kinds, with their defaults, and what their stat blocks can say."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from orcus_tui.model.creature import Sheet, Side
from orcus_tui.model.fight import Fight
from orcus_tui.rules.system.hooks import Modifier, none, nothing, own_sheet


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of creature: defaults for values that a stat block leaves out.

    With `dies_at_zero` it is dead at 0 hit points; others fall, and make death saves.
    """

    side: Side = "foes"
    saves: int = 0
    action_points: int = 0
    max_hp: int | None = None
    dies_at_zero: bool = True
    unhurt_by_misses: bool = False


class Creatures(Struct, frozen=True, kw_only=True):
    """The creatures of a system."""

    kinds: Mapping[str, Kind]
    summoned: str = ""  # the condition of a summoned creature
    defending_sheet: Callable[[Fight, str], Sheet] = own_sheet  # the sheet that has a creature's printed defenses
    default_xp: Callable[[str, int | None], float | None] = nothing  # by kind and level
    default_recoveries: Callable[[str, int], int | None] = nothing  # by kind and level
    defense_modifiers: Callable[[Fight, str, str, str], Sequence[Modifier]] = none  # of a creature's own defenses
    numbered_resistances: bool = True
    default_vulnerability: int | None = None
    """The number of a vulnerability without one: 0 if vulnerabilities have no number, None if they must have one."""

    def die_at_zero(self, sheet: Sheet) -> bool:
        """Whether a creature is dead at 0 hit points: by its kind, unless it dies like a hero."""
        return self.kinds[sheet.kind].dies_at_zero and not sheet.uses_death_rules
