"""Speed: the printed value with bonuses, penalties and the caps of conditions."""

import re

from orcus_tui.rules.facts import Moment
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.modifiers import bonuses
from orcus_tui.rules.stats import stack_modifiers, total
from orcus_tui.rules.system import FightView

SPEED_CAP = "speed cap"
"""The statistic of a row that limits speed; its amount is the limit."""
# One speed of a stat block: `6`, `fly 8`; teleporting has no cap (Orcus §Slowed).
_SPEED = r"(?i)(teleport\w* +)?([0-9]{1,4})"


def speed(view: FightView, creature: str) -> str:
    """The current speeds of a creature, in the words of its stat block: `6, fly 8`, slowed `2, fly 2`."""
    printed = view.fight.sheets[creature].speed
    if not printed or not (view.fight.states[creature].effects or held_conditions(view, creature)):
        return printed
    more, cap, after = _changes(view, creature)

    def now(found: re.Match[str]) -> str:
        if found[1]:
            return found[0]
        return str(_now(int(found[2]), more, cap, after))

    return re.sub(_SPEED, now, printed)


def on_foot(view: FightView, creature: str) -> int | None:
    """The first of a creature's current speeds; None if its stat block has none."""
    found = re.search(_SPEED, view.fight.sheets[creature].speed)
    return _now(int(found[2]), *_changes(view, creature)) if found else None


def _changes(view: FightView, creature: str) -> tuple[int, int | None, int]:
    """The sum of bonuses and penalties, the lowest cap, and the bonus after the cap (Orcus §Slowed)."""
    system, moment = view.system, Moment(view, creature)
    added = total(stack_modifiers(system, bonuses(moment, "speed")))
    caps = (most for most, _, _ in bonuses(moment, SPEED_CAP))
    return added, min(caps, default=None), system.conditions.speed_after_caps(view.fight, creature)


def _now(printed: int, more: int, cap: int | None, after: int) -> int:
    changed = max(0, printed + more)
    return (changed if cap is None else min(changed, cap)) + after
