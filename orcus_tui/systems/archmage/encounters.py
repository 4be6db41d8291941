"""Building encounters in the Archmage Engine: the worth of creatures, and creatures at higher levels.

From the SRD: §Building Battles and §Leveling Up.
"""

import re
from collections.abc import Mapping
from typing import Any

from orcus_tui.rules.encounter_building import (
    Building,
    Day,
    Heroes,
    LevelFault,
    Measure,
    Table,
    change_attack,
    change_defenses,
    kind_of,
    level_of,
    level_to_move,
    nearest,
    party_level,
)

COUNTS_AS: Mapping[str, tuple[float | None, ...]] = {
    "standard": (0.5, 0.7, 1, 1.5, 2, 3, 4),
    "mook": (0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8),
    "double": (1, 1.5, 2, 3, 4, 6, 8),
    "triple": (1.5, 2, 3, 4, 6, 8, None),
    "weakling": (0.25, 0.35, 0.5, 0.75, 1, 1.5, 2),
}
"""The worth of a creature, from two levels below the usual level to four above it; a weakling is half a creature."""

LOWEST = -2
"""The first level of the table, relative to the usual level."""

EQUAL_MOOKS = ((2, 1 / 3), (4, 1 / 4))
"""The worth of a mook of the party's own level: pairs of the highest party level and the worth."""

TIERS = ((4, 0), (7, 1), (10, 2))
"""How many levels a usual foe is above the party: pairs of the highest party level and that number."""

FACTORS = ((1, 1), (5, 4), (8, 5), (2, 1), (5, 2), (16, 5), (4, 1))
"""The factors for damage and hit points as fractions, by the number of levels added (§Leveling Up)."""


def creature_cost(creature: Table, heroes: Heroes) -> float | None:
    """The worth of a creature against a party, if the table has it."""
    if not heroes:
        return None
    party, kind, level = party_level(heroes), kind_of(creature), level_of(creature)
    usual = _usual_above(party)
    if usual is None or level is None or kind not in COUNTS_AS:
        return None
    if kind == "mook" and level == party:
        for most, count in EQUAL_MOOKS:
            if party <= most:
                return count
    row = level - party - usual - LOWEST
    return COUNTS_AS[kind][row] if 0 <= row < len(COUNTS_AS[kind]) else None


def _usual_above(party: int) -> int | None:
    """How many levels a usual foe is above the party; None for a party beyond the table."""
    return next((above for most, above in TIERS if party <= most), None)


def fitting_levels(heroes: Heroes) -> tuple[float, float]:
    """The lowest and the highest level in the table for a party (§Building Battles)."""
    usual = party_level(heroes) + (_usual_above(party_level(heroes)) or 0)
    return usual + LOWEST, usual + LOWEST + len(COUNTS_AS["standard"]) - 1


def party_budget(heroes: Heroes) -> float | None:
    """One for each hero."""
    return len(heroes) or None


# Other levels


def change_level(creature: Table, levels: int) -> Table:
    """The creature some levels higher.

    Attacks, defenses and initiative gain 1 a level; hit points, damage, healing and ongoing damage are multiplied.
    Raises LevelFault for a lower level, for more levels than the rules have, and for a creature without a level.
    """
    if levels < 0:
        raise LevelFault("the rules say how to raise a creature's level, and not how to lower it")
    if levels >= len(FACTORS):
        raise LevelFault(f"the rules raise a creature by up to {len(FACTORS) - 1} levels")
    changed: dict[str, Any] = {**creature, "level": level_to_move(creature) + levels}
    changed["initiative"] = creature.get("initiative", 0) + levels
    for name in ("max_hp", "hp", "staggered", "regeneration"):
        if name in creature:
            changed[name] = times(creature[name], levels)
    changed.update(change_defenses(creature, levels))
    if "power" in creature:
        changed["power"] = [_power(power, levels) for power in creature["power"]]
    return changed


def times(number: int, levels: int) -> int:
    """A number multiplied by the factor for these levels, rounded."""
    above, below = FACTORS[levels]
    return nearest(number * above / below)


def _power(power: Table, levels: int) -> Table:
    changed = {**power, **change_attack(power, levels)}
    for name in ("damage", "miss", "crit"):
        if name in power:
            changed[name] = _multiply(str(power[name]), levels)
    for name in ("effects", "always"):
        if name in power:
            changed[name] = [_line(each, levels) for each in power[name]]
    return changed


def _line(line: str, levels: int) -> str:
    """A line of a power, with the amount it deals or heals multiplied."""
    found = re.fullmatch(r"((?:self: *)?(?:persist|damage|heal|temp|regen) +)([^ ]+)(.*)", line)
    return f"{found[1]}{_multiply(found[2], levels)}{found[3]}" if found else line


def _multiply(amount: str, levels: int) -> str:
    """An amount multiplied: numbers are calculated, dice get the factor, words do not change."""
    if found := re.fullmatch(r"\s*([0-9]+)((?:\s+.*)?)", amount):
        return f"{times(int(found[1]), levels)}{found[2]}"
    found = re.fullmatch(r"\s*([0-9]*d[0-9]+(?:[+-][0-9]+)?)((?:\s+.*)?)", amount)
    if not found or not levels:
        return amount
    above, below = FACTORS[levels]
    return f"({found[1]})*{above}{f'/{below}' if below > 1 else ''}{found[2]}"


BUILDING = Building(
    measure=Measure(
        unit="creatures",
        cost=creature_cost,
        budget=party_budget,
        fair_fight="a fair fight",
        means="one per hero at the party's level, one level higher from level 5, two from level 8 (§Building Battles)",
    ),
    change_level=change_level,
    fitting=fitting_levels,
    after_fight="`finish`, `rest quick`, `keep`. Recoveries have to last until the full heal-up, `rest full`, after "
    "about four fights",
    day=Day(4, "battles to a full heal-up"),
)
