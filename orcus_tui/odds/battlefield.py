"""The creatures to attack or help, and the order in which a habit aims at them."""

from collections.abc import Callable, Mapping, Sequence

from orcus_tui.model.fight import Fight
from orcus_tui.rules.stats import creature_standing
from orcus_tui.rules.system import System
from orcus_tui.rules.system.habits import Aim

OPPOSED = {"party": "foes", "foes": "party"}


def creatures_up(system: System, fight: Fight, side: str) -> list[str]:
    """The creatures of a side that are up, in the order of the encounter."""
    return [
        each
        for each, sheet in fight.sheets.items()
        if sheet.side == side and creature_standing(system, fight, each) == "up"
    ]


def has_creature_up(system: System, fight: Fight, side: str) -> bool:
    """Whether any creature of a side is up."""
    return any(
        sheet.side == side and creature_standing(system, fight, each) == "up" for each, sheet in fight.sheets.items()
    )


def points_left(system: System, fight: Fight, creature: str) -> int:
    """The hit points a creature has left, or boxes of its damage track."""
    return system.health.remaining(fight.sheets[creature], fight.states[creature])[0]


def share_left(system: System, fight: Fight, creature: str) -> float:
    """The share of its hit points a creature has left, from 0 to 1."""
    now, most = system.health.remaining(fight.sheets[creature], fight.states[creature])
    return now / most if most else 1.0


def aimed_at(
    system: System,
    fight: Fight,
    aim: Aim,
    opponents: Sequence[str],
    attacks_on: Mapping[str, int],
    chance: Callable[[int], int],
) -> list[str]:
    """The opponents in the order a habit attacks them; `chance` decides what the habit leaves open."""
    if aim == "random":
        waiting, found = list(opponents), list[str]()
        while waiting:
            found.append(waiting.pop(chance(len(waiting)) - 1))
        return found
    ranks: dict[Aim, Callable[[str], float]] = {
        "weakest": lambda each: points_left(system, fight, each),
        "nearest to falling": lambda each: share_left(system, fight, each),
        "spread": lambda each: attacks_on.get(each, 0),
    }
    return sorted(opponents, key=ranks[aim])
