"""The checks of a system, by abilities and by skills."""

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from orcus_tui.model.fight import Fight
from orcus_tui.model.steps import Check
from orcus_tui.rules.resolution import AnyResolution
from orcus_tui.rules.system.hooks import CreatureRule, by_score, nothing


def by_number(fight: Fight, creature: str, ability: str) -> int:
    """The number of an ability, which is its modifier; 0 for an unknown one."""
    return fight.sheets[creature].abilities.get(ability, 0)


class ActionRoll(Struct, frozen=True):
    """One roll that an action of `do` requires: with the best of the `own` statistics, against the best of `against`.

    `against` are statistics of the target. A defense among them is a DC; `dc` is a fixed DC. With `paired`, each of the
    `own` statistics is only compared with the statistic at the same place in `against`.
    """

    own: tuple[str, ...]
    against: tuple[str, ...] = ()
    dc: int | None = None
    paired: bool = False


class Hazard(Struct, frozen=True):
    """A check with a name, such as "cold": its statistic, its first DC, and the consequence of a failure."""

    stat: str
    number: int
    failed: CreatureRule


class CheckRules(Struct, frozen=True, kw_only=True):
    """The checks of `check`, `contest` and the rolls of `do`."""

    skills: Mapping[str, str] = field(default_factory=dict)  # the skills of the rulebook, with their abilities
    ability: Callable[[Fight, str, str], int] = by_score  # what an ability adds
    by_score: bool = True  # abilities are scores; otherwise modifiers
    after_check: Callable[[AnyResolution, str], None] = nothing
    special: Mapping[str, Callable[[AnyResolution, str, Check], None]] = field(default_factory=dict)
    """Checks with special rules, by their words."""
    derived: Mapping[str, Callable[[Fight, str], int]] = field(default_factory=dict)  # bonuses of other dice, by word
    hazards: Mapping[str, Hazard] = field(default_factory=dict)  # by the name of a check that gets harder
    rolls: Mapping[str, tuple[ActionRoll, ...]] = field(default_factory=dict)
    """The rolls that actions require, in order."""
    holds: tuple[str, ...] = ()  # the conditions from which `escape` frees, each by its holder
    tie_by_bonus: bool = False  # a tied contest goes to the better bonus; otherwise nothing changes
