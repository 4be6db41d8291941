"""A rules system's encounter-building rules: the cost of a foe, the budget of a fair fight, changes of level."""

import re
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import Any

from msgspec import Struct

from orcus_tui.errors import Impossible

Table = Mapping[str, Any]
"""A creature as a `[[creature]]` table of the encounter format."""

Heroes = tuple[int, ...]
"""The levels of the heroes, one for each."""

Levels = tuple[int | None, ...]
"""The levels of the heroes; None for a hero without one."""


class Measure(Struct, frozen=True, kw_only=True):
    """A system's measure of difficulty.

    `cost` is the cost of one foe for these heroes, `budget` the total cost of a fair fight for them, both in `unit`;
    None where the rules have no number. `fair_fight` is the rules' name for such a fight, `means` explains it, with its
    source.
    """

    unit: str
    cost: Callable[[Table, Heroes], float | None]
    budget: Callable[[Heroes], float | None]
    fair_fight: str
    means: str


class Foe(Struct, frozen=True):
    """A creature of an encounter, and its number."""

    creature: Table
    count: int = 1


def level_of(creature: Table) -> int | None:
    """A creature's level; None if its stat block has none."""
    level = creature.get("level")
    return level if isinstance(level, int) else None


def party_level(heroes: Heroes) -> int:
    """The level of a party: the heroes' average, rounded."""
    return nearest(sum(heroes) / len(heroes))


def nearest(number: float) -> int:
    """The nearest whole number, halves rounded down; no system says how they are rounded."""
    return ceil(number - 0.5)


LEVELS_APART = 4
"""The largest difference between the party's level and a suitable creature's, in a system without a rule for it.

Attacks and defenses differ by 4, which is a fifth of a d20.
"""


def levels_around(heroes: Heroes) -> tuple[float, float]:
    """The lowest and the highest level of a suitable creature."""
    level = party_level(heroes)
    return level - LEVELS_APART, level + LEVELS_APART


class Day(Struct, frozen=True):
    """The number of fights in a day, and the rules' words for it."""

    fights: int
    means: str


class Building(Struct, frozen=True, kw_only=True):
    """A system's encounter-building rules.

    `why_no_measure` is shown instead of a measure, and `remark` is the rules' advice, if any. `xp` is the XP of a
    creature by kind and level. `change_level` returns a creature with its level changed, and raises LevelFault if the
    rules cannot change it. `fitting` is the lowest and the highest `strength` of a suitable creature for these heroes;
    `strength_name` is the system's name for it. `after_fight` names the commands before the next fight of a day.
    `xp_to_reach` is the XP of a hero at each level; it is empty, and `day` is None, if the rules have neither.
    """

    measure: Measure | None = None
    why_no_measure: str = ""
    remark: Callable[[Sequence[Foe], Heroes], str] = lambda _foes, _heroes: ""
    xp: Callable[[str, int | None], float | None] = lambda _kind, _level: None
    change_level: "Callable[[Table, int], Table] | None" = None
    strength: Callable[[Table], float | None] = level_of
    strength_name: str = "level"
    fitting: Callable[[Heroes], tuple[float, float]] = levels_around
    after_fight: str = "`finish`, then `keep`"
    day: Day | None = None
    xp_to_reach: Sequence[int] = ()


class LevelFault(Impossible):
    """A creature cannot be moved to another level; the message says why."""


def level_to_move(creature: Table) -> int:
    """The level of a creature before it is changed. Raises LevelFault for a creature without one."""
    level = level_of(creature)
    if level is None:
        raise LevelFault("it has no level to start from")
    return level


def change_defenses(creature: Table, by: int) -> Table:
    """A creature's defenses, each changed by this number; empty for a creature without defenses."""
    changed = {name: value + by for name, value in creature.get("defenses", {}).items()}
    return {"defenses": changed} if changed else {}


def change_attack(power: Table, by: int) -> Table:
    """A power's attack roll, its bonus changed by this number; empty for a power without one."""
    found = re.fullmatch(r"\s*([+-]?[0-9]+)(.*)", str(power.get("attack", "")))
    return {"attack": f"{int(found[1]) + by:+d}{found[2]}"} if found else {}


def kind_of(creature: Table) -> str:
    """A creature's kind, as written in an encounter file."""
    return str(creature.get("kind", "standard")).lower()
