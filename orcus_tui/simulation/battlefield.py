"""The creatures that are up on each side, and their remaining health."""

from collections.abc import Iterable, Mapping, Sequence

from orcus_tui.rules.in_force import Standing, creature_standing
from orcus_tui.rules.system import FightView

OPPOSED = {"party": "foes", "foes": "party"}


class Battlefield:
    """The creatures of a simulated fight: `up` has those that are up on each side, in the encounter's order.

    `standing` has each creature as up, down, dead or out.
    """

    def __init__(self, view: FightView) -> None:
        self.view = view
        self.standing: dict[str, Standing] = {each: creature_standing(view, each) for each in view.fight.states}
        self.up = self._by_side()

    def _by_side(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = {"party": [], "foes": [], "neutral": []}
        for each, sheet in self.view.fight.sheets.items():
            if self.standing[each] == "up":
                found[sheet.side].append(each)
        return found

    def follow(self, view: FightView, changed: Iterable[str]) -> list[str]:
        """Moves on to the fight after a step that has changed these creatures; returns newly fallen creatures.

        In the same setting, only creatures whose state has changed may have fallen or got up.
        """
        before, self.view = self.view, view
        was = self.standing
        now: dict[str, Standing] = {}
        is_new = view.setting is not before.setting
        for each in view.fight.states if is_new else changed:
            standing = creature_standing(view, each)
            if standing != was.get(each):
                now[each] = standing
        if not now and view.fight.sheets is before.fight.sheets:
            return []
        self.standing = {**was, **now}
        self.up = self._by_side()
        return [each for each, standing in now.items() if was.get(each) == "up" and standing in ("down", "dead")]


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
