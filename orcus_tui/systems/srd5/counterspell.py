"""Counterspell in SRD 5.1: a spell that is paid for does nothing (§Counterspell)."""

from orcus_tui.model.events import DieRolled
from orcus_tui.model.message import Term
from orcus_tui.model.trigger import Trigger
from orcus_tui.rules import triggers
from orcus_tui.rules.actions import counted_kind, in_this_turn
from orcus_tui.rules.dice_rolls import D20
from orcus_tui.rules.interrupts import COUNTERS
from orcus_tui.rules.resources import level_cast
from orcus_tui.rules.stats import ability_modifier
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import PowerUse

SPELL = "spell"
"""The tag of powers that are spells."""
KIND = "counterspell"
"""The kind of the ability check."""
BASE = 10
"""The number to which the level of the spell is added for the check."""
CASTS = Trigger("casts")
"""What a creature does that its foes may wait for: `foe casts`."""
MENTAL = ("int", "wis", "cha")
"""The abilities of casters; the best is taken for the one that a caster uses."""


def is_countered(use: PowerUse) -> bool:
    """Whether a counterspell stops a spell that is being cast; if none does, foes may have one ready."""
    resolution, power = use.resolution, use.power
    if SPELL not in power.tags:
        return False
    if COUNTERS in power.tags:
        _aim(use)
        return False
    for caster in resolution.fight.states:
        mark = _mark(resolution, use.source, caster)
        level = resolution.fight.system_memory.get(mark, 0)
        resolution.remember(mark, 0)
        if level and _counters(use, caster, level):
            resolution.say("spell countered", use.source, power=power.name, by=caster)
            return True
    kind = counted_kind(resolution, power.action)
    if not (kind and kind.off_turn):  # a spell that itself comes in between has done so by then
        triggers.note_for_others(resolution, use.source, CASTS, use)
    return False


def _aim(use: PowerUse) -> None:
    """Aims a counterspell at the next spell that each of its targets casts in this turn."""
    for target in use.targets:
        use.resolution.remember(_mark(use.resolution, target, use.source), level_cast(use))


def _mark(resolution: Resolution, target: str, caster: str) -> str:
    return f"{in_this_turn(resolution.fight, KIND)} of {caster} on {target}"


def _counters(use: PowerUse, caster: str, level: int) -> bool:
    """Whether a counterspell of a level stops a spell; for a spell of a higher level its caster rolls a check."""
    resolution, needed = use.resolution, BASE + level_cast(use)
    if level_cast(use) <= level:
        return True
    ability, bonus = max(((each, ability_modifier(resolution.fight, caster, each)) for each in MENTAL), key=_second)
    face = resolution.die(D20)
    succeeds = face + bonus >= needed
    outcome = "succeeds" if succeeds else "failed"
    terms = (Term(bonus, ability),) if bonus else ()
    resolution.emit(DieRolled(KIND, caster, face, terms, needed, outcome, ability=ability, power=use.power.name))
    return succeeds


def _second(pair: tuple[str, int]) -> int:
    return pair[1]
