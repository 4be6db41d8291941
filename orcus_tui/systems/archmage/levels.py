"""Levels in the Archmage Engine, and the modifiers that they multiply."""

from collections.abc import Callable

from orcus_tui.model.fight import Fight
from orcus_tui.rules.stats import ability_modifier
from orcus_tui.rules.system.attacks import PowerUse


def level_in(fight: Fight, creature: str) -> int:
    """A creature's level; 0 if unknown."""
    return fight.sheets[creature].level or 0


def skill_bonus(fight: Fight, creature: str, ability: str) -> int:
    """The bonus of an ability to a skill check: its modifier, and the level."""
    return ability_modifier(fight, creature, ability) + level_in(fight, creature)


def by_level(level: int, champion: int, epic: int) -> int:
    """The factor of an ability's modifier: 1 below level 5, `champion` from level 5, `epic` from level 8."""
    if level >= 8:
        return epic
    return champion if level >= 5 else 1


def ability_bonus(champion: int, epic: int) -> Callable[[PowerUse], int]:
    """Returns the function for an ability's bonus to damage.

    That is the modifier, multiplied from levels 5 and 8 on (§Damage).
    """

    def bonus(use: PowerUse) -> int:
        fight = use.resolution.fight
        times = by_level(level_in(fight, use.source), champion, epic)
        return times * ability_modifier(fight, use.source, use.power.ability)

    return bonus
