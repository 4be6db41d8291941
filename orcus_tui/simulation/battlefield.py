"""The creatures that are up on each side, and what they have left."""

from orcus_tui.rules.in_force import creature_standing
from orcus_tui.rules.system import FightView

OPPOSED = {"party": "foes", "foes": "party"}


def creatures_up(view: FightView, side: str) -> list[str]:
    """The creatures of a side that are up, in the order of the encounter."""
    return [
        each
        for each, sheet in view.fight.sheets.items()
        if sheet.side == side and creature_standing(view, each) == "up"
    ]


def has_creature_up(view: FightView, side: str) -> bool:
    """Whether any creature of a side is up."""
    for each, sheet in view.fight.sheets.items():
        if sheet.side == side and creature_standing(view, each) == "up":
            return True
    return False


def points_left(view: FightView, creature: str) -> int:
    """The hit points a creature has left, or boxes of its damage track."""
    return view.system.health.remaining(view.fight.sheets[creature], view.fight.states[creature])[0]


def share_left(view: FightView, creature: str) -> float:
    """The share of its hit points a creature has left, from 0 to 1."""
    now, most = view.system.health.remaining(view.fight.sheets[creature], view.fight.states[creature])
    return now / most if most else 1.0
