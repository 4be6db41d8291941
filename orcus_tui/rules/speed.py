"""Speed: as printed, with bonuses, penalties and the caps of conditions counted in."""

import re

from orcus_tui.model.fight import Fight
from orcus_tui.rules.stats import bonuses, held_conditions, stack_modifiers, total
from orcus_tui.rules.system import System

# A number of a stat block's speeds: `6`, `fly 8`; teleporting has no cap (Orcus §Slowed).
_SPEED = r"(?i)(teleport\w* +)?([0-9]{1,4})"


def speed(system: System, fight: Fight, creature: str) -> str:
    """The speeds of a creature now, in the words of its stat block: `6, fly 8`, slowed `2, fly 2`."""
    printed = fight.sheets[creature].speed
    if not printed or not (fight.states[creature].effects or held_conditions(system, fight, creature)):
        return printed
    more, cap, after = _changes(system, fight, creature)

    def now(found: re.Match[str]) -> str:
        if found[1]:
            return found[0]
        return str(_now(int(found[2]), more, cap, after))

    return re.sub(_SPEED, now, printed)


def on_foot(system: System, fight: Fight, creature: str) -> int | None:
    """The first of a creature's speeds now; None where its stat block has none."""
    found = re.search(_SPEED, fight.sheets[creature].speed)
    return _now(int(found[2]), *_changes(system, fight, creature)) if found else None


def _changes(system: System, fight: Fight, creature: str) -> tuple[int, int | None, int]:
    """Bonuses and penalties together, the lowest cap, and what comes after the cap (Orcus §Slowed)."""
    added = total(stack_modifiers(system, bonuses(system, fight.states[creature], "speed")))
    held = held_conditions(system, fight, creature).values()
    caps = [each.speed_cap for each in held if each.speed_cap is not None]
    return added, min(caps, default=None), system.conditions.speed_after_caps(fight, creature)


def _now(printed: int, more: int, cap: int | None, after: int) -> int:
    changed = max(0, printed + more)
    return (changed if cap is None else min(changed, cap)) + after
