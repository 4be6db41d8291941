"""Building encounters in Orcus: XP by level and rank, a standard fight, and creatures at other levels.

From the rulebook: §Level, §Experience Points, §Rank and §Creating New Monsters.
"""

import re
from collections.abc import Mapping
from typing import Any

from orcus_tui.dice import maximise, minimise, parse
from orcus_tui.rules.encounter_building import (
    Building,
    Heroes,
    LevelFault,
    Measure,
    Table,
    change_attack,
    change_defenses,
    kind_of,
    level_of,
    level_to_move,
)

# fmt: off
STANDARD_XP = (
    100, 125, 150, 175, 200, 250, 300, 350, 400, 500,
    600, 700, 800, 1000, 1200, 1400, 1600, 2000, 2400, 2800,
    3200, 4000, 4800, 5600, 6400, 8000, 9600, 11200, 12800, 16000,
)
# fmt: on
"""The XP of a standard creature, from level 1 on (§Experience Points)."""

# fmt: off
XP_TO_REACH = (
    0, 1_000, 2_250, 3_750, 5_500, 7_500, 10_000, 13_000, 16_500, 20_500,
    25_500, 31_500, 38_500, 46_500, 56_500, 68_500, 82_500, 98_500, 118_500, 142_500,
    170_500, 202_500, 242_500, 290_500, 346_500, 410_500, 490_500, 586_500, 698_500, 826_500,
)
# fmt: on
"""The XP with which a hero reaches each level (§Levels, Tiers and Bonuses)."""

QUARTERS = {"mook": 1, "standard": 4, "elite": 8, "boss": 20}
"""The worth of each rank in quarters of a standard creature (§Rank)."""

HIT_POINTS = {"archer": 4, "blocker": 5, "skulker": 4, "spoiler": 5, "striker": 5, "wrecker": 6}
"""Hit points for each level, by role (§Creating New Monsters); an elite has twice, a boss four times as many."""

FOLD = {"mook": 0, "standard": 1, "elite": 2, "boss": 4}

HIGHEST = 35
"""The last level in the table of damage."""

# fmt: off
DAMAGE: Mapping[str, tuple[str, ...]] = {
    "mook": tuple(str(5 + level // 2) for level in range(HIGHEST)),
    "at-will": (
        "1d10+3", "1d12+3", "1d12+4", "1d12+5", "2d8+4", "2d10+3", "2d10+4", "2d10+5", "2d12+4", "2d12+5",
        "3d8+5", "3d8+6", "3d8+7", "3d10+5", "3d10+6", "3d10+7", "4d8+7", "4d8+8", "6d6+6", "6d6+7",
        "6d6+8", "4d10+8", "5d8+8", "5d8+9", "5d8+10", "7d6+9", "4d12+9", "4d12+10", "6d8+10", "5d10+10",
        "5d10+11", "5d10+12", "7d8+9", "7d8+10", "7d8+11",
    ),
    "at-will, several": (
        "1d6+3", "1d8+3", "1d8+3", "1d8+4", "1d10+4", "1d12+4", "1d12+4", "1d12+5", "1d12+6", "2d8+5",
        "2d8+5", "2d8+6", "2d10+5", "2d10+6", "2d10+6", "2d10+7", "2d12+6", "2d12+7", "2d12+7", "2d12+8",
        "3d8+8", "3d8+9", "3d8+9", "3d8+10", "3d10+8", "3d10+9", "3d10+9", "3d10+10", "4d8+10", "4d8+11",
        "4d8+11", "4d8+12", "6d6+10", "6d6+11", "6d6+11",
    ),
    "surge": (
        "2d8+3", "2d10+2", "2d10+3", "2d12+3", "2d12+4", "3d8+5", "3d10+3", "3d10+5", "4d8+5", "4d8+6",
        "6d6+4", "6d6+6", "4d10+6", "5d8+6", "5d8+7", "7d6+7", "4d12+7", "5d10+7", "5d10+8", "7d8+6",
        "7d8+7", "7d8+8", "5d12+8", "5d12+10", "8d8+8", "8d8+9", "8d8+10", "6d12+9", "6d12+10", "9d8+10",
        "9d8+11", "8d10+10", "8d10+11", "7d12+10", "7d12+11",
    ),
}
# fmt: on
"""The damage of a power by level, from 1 on; a limited power against several targets uses the column `at-will`."""

WRECKER = tuple(2 + (level + 3) // 4 for level in range(HIGHEST))
"""The extra damage of a wrecker, from level 1 on; a mook adds half of it."""


def xp(kind: str, level: int | None) -> float | None:
    """The XP of a kind of creature, if the table has it (§Experience Points)."""
    if kind not in QUARTERS or level is None or not 1 <= level <= len(STANDARD_XP):
        return None
    return (STANDARD_XP[level - 1] * QUARTERS[kind] + 2) // 4


def creature_cost(creature: Table, _heroes: Heroes) -> float | None:
    """The XP of a creature, printed or from the table: XP are the measure of a fight (§Experience Points)."""
    printed = creature.get("xp")
    return printed if isinstance(printed, int | float) and printed else xp(kind_of(creature), level_of(creature))


def party_budget(heroes: Heroes) -> float | None:
    """The XP of one standard creature for each hero, of the hero's level (§Level)."""
    each = [xp("standard", level) for level in heroes]
    known = [one for one in each if one is not None]
    return sum(known) if known and len(known) == len(each) else None


# Other levels


def change_level(creature: Table, levels: int) -> Table:
    """The creature some levels higher or lower, changed as the rules build new monsters (§Creating New Monsters).

    Defenses and attacks change by 1 a level, initiative by half, hit points by role and rank, damage by the table.
    Raises LevelFault for a level, kind or role that the rules do not have.
    """
    old = level_to_move(creature)
    new = old + levels
    if not (1 <= old <= HIGHEST and 1 <= new <= HIGHEST):
        raise LevelFault(f"the rules go from level 1 to {HIGHEST}")
    changed: dict[str, Any] = {**creature, "level": new}
    changed.update(_hit_points(creature, levels))
    changed["initiative"] = creature.get("initiative", 0) + new // 2 - old // 2
    changed.update(change_defenses(creature, levels))
    if new_xp := xp(kind_of(creature), new):
        changed["xp"] = new_xp
    if "power" in creature:
        changed["power"] = [_power(creature, power, old, new) for power in creature["power"]]
    return changed


def _hit_points(creature: Table, levels: int) -> dict[str, int]:
    kind = kind_of(creature)
    if kind not in FOLD:
        raise LevelFault(f"the rules have no hit points for the kind {kind}")
    if not FOLD[kind] or "max_hp" not in creature:
        return {}
    change = levels * FOLD[kind] * _hit_points_each_level(creature)
    known = {"max_hp": change, "hp": change, "staggered": change // 2}
    return {name: max(1, creature[name] + by) for name, by in known.items() if name in creature}


def _hit_points_each_level(creature: Table) -> int:
    words = re.findall("[a-z]+", str(creature.get("role", "")).lower())
    found = next((HIT_POINTS[word] for word in words if word in HIT_POINTS), None)
    if found is None:
        raise LevelFault(f"hit points depend on the role, and it has none of {', '.join(HIT_POINTS)}")
    return found


def _power(creature: Table, power: Table, old: int, new: int) -> Table:
    changed = {**power, **change_attack(power, new - old)}
    if "damage" in power:
        column = _column(creature, power)
        more = round(_average(DAMAGE[column][new - 1]) - _average(DAMAGE[column][old - 1]))
        if "wrecker" in str(creature.get("role", "")).lower():
            share = 2 if column == "mook" else 1
            more += WRECKER[new - 1] // share - WRECKER[old - 1] // share
        changed["damage"] = _with_more(str(power["damage"]), more)
    return changed


def _column(creature: Table, power: Table) -> str:
    """The column of the table for a power: by rank, use, and whether it has several targets."""
    if kind_of(creature) == "mook":
        return "mook"
    several = str(power.get("range", "")).lower().startswith(("near", "far"))
    if str(power.get("use", "at-will")).lower().replace(" ", "-") == "at-will":
        return "at-will, several" if several else "at-will"
    return "at-will" if several else "surge"


def _average(dice: str) -> float:
    read = parse(dice)
    return (minimise(read).total + maximise(read).total) / 2


def _with_more(damage: str, more: int) -> str:
    """The damage with `more` added to its constant part."""
    found = re.fullmatch(r"\s*([0-9]*d[0-9]+)?\s*([+-]?\s*[0-9]+)?((?:\s+[^\d\s].*)?)", damage)
    if found is None or not more:
        return damage
    number = int((found[2] or "0").replace(" ", "")) + more
    if not found[1]:
        return f"{max(number, 0)}{found[3]}"
    return f"{found[1]}{number:+d}{found[3]}" if number else f"{found[1]}{found[3]}"


BUILDING = Building(
    measure=Measure(
        unit="XP",
        cost=creature_cost,
        budget=party_budget,
        fair_fight="standard",
        means="one standard creature of each hero's level (§Level)",
    ),
    xp=xp,
    change_level=change_level,
    after_fight="`finish`, `rest short`, `keep`. Recoveries and daily powers have to last until `rest long`, and every "
    "second fight gives an action point (§Action Points)",
    xp_to_reach=XP_TO_REACH,
)
