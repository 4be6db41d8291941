"""Casting in SRD 5.1 with open and move actions: one spell a turn, readied spells, and counterspells (§MageCraft).

A countered spell does nothing, but its cost is spent (§Counterspell).
"""

from functools import partial

from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DieRolled
from orcus_tui.model.message import Term, message
from orcus_tui.model.power import Power
from orcus_tui.model.trigger import Trigger
from orcus_tui.rules import effects, triggers, turn
from orcus_tui.rules.actions import counted_kind, in_this_turn, use_until_next_turn
from orcus_tui.rules.dice_rolls import D20
from orcus_tui.rules.interrupts import COUNTERS
from orcus_tui.rules.resources import level_cast
from orcus_tui.rules.stats import ability_modifier
from orcus_tui.rules.system.actions import ActionUse
from orcus_tui.rules.system.attacks import PowerUse
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.srd5.concentration import CASTING
from orcus_tui.systems.srd5.conditions import CONCENTRATING

SPELL = "spell"
"""The tag of powers that are spells."""
UNTIL_CAST = Duration("words", words="the spell is cast")


def begin_casting(use: ActionUse) -> None:
    """Concentrates on a spell that takes longer than this turn, or is readied (§Concentration, §Ready)."""
    resolution, source = use.resolution, use.source
    pattern = Effect(0, "", "condition", source, UNTIL_CAST, power=CASTING)
    effects.add_conditions(resolution, source, (CONCENTRATING,), pattern, None)


def finish_casting(resolution: Resolution, creature: str) -> None:
    """Ends the concentration on a spell that is cast or released."""
    for effect in effects.of_name(resolution, creature, CONCENTRATING):
        if effect.power == CASTING:
            effects.end(resolution, creature, effect, message("cast"))


def is_cast(power: Power) -> bool:
    """Whether a power is a spell, and not a part of one, such as a dart of Magic Missile."""
    return SPELL in power.tags and not power.part_of


def cast(use: PowerUse) -> None:
    """Ends the concentration on casting a spell, and notes a second spell in one turn (§Cast A Spell)."""
    resolution, source = use.resolution, use.source
    if not is_cast(use.power):
        return
    finish_casting(resolution, source)
    done = in_this_turn(resolution.fight, SPELL)
    if done in resolution.state(source).used_until_next_turn:
        resolution.say("second spell", source)
    elif resolution.fight.active:
        use_until_next_turn(resolution, source, done)


def lose_readied(resolution: Resolution, creature: str, ended: Effect) -> None:
    """Logs that a readied spell is lost with the concentration on it (§Ready)."""
    if ended.power == CASTING and creature in resolution.fight.readied:
        turn.drop_readied(resolution, creature, message("readied spell lost", who=creature))


# Counterspell

COUNTERSPELL = "counterspell"
"""The kind of the ability check."""
CHECK_BASE = 10
"""The check must reach this number plus the level of the spell."""
CASTS = Trigger("casts")
"""The event to which foes may react: `foe casts`."""
MENTAL = ("int", "wis", "cha")
"""The abilities of casters; a caster is assumed to use the best."""


def resolve_counters(use: PowerUse) -> bool:
    """Resolves the counterspells aimed at a spell that is being cast; returns whether one of them stops it.

    If none does, foes that have a counterspell are offered it. A counterspell is aimed at the next spell of each of its
    targets in this turn, and is never stopped itself.
    """
    resolution, power = use.resolution, use.power
    if SPELL not in power.tags:
        return False
    if COUNTERS in power.tags:
        _aim(use)
        return False
    for caster, level in _take_counterspells(use).items():
        if _resolve_counter(use, caster, level):
            resolution.say("spell countered", use.source, power=power.name, by=caster)
            return True
    kind = counted_kind(resolution, power.action)
    if not (kind and kind.off_turn):  # a reaction cannot be countered any more
        triggers.note_for_others(resolution, use.source, CASTS, use)
    return False


def _aim(use: PowerUse) -> None:
    for target in use.targets:
        use.resolution.remember(_mark(use.resolution, target, use.source), level_cast(use))


def _take_counterspells(use: PowerUse) -> dict[str, int]:
    """Uses up the counterspells aimed at a spell; returns the level of each, by its caster."""
    resolution, found = use.resolution, dict[str, int]()
    for caster in resolution.fight.states:
        mark = _mark(resolution, use.source, caster)
        if level := resolution.fight.system_memory.get(mark, 0):
            found[caster] = level
            resolution.remember(mark, 0)
    return found


def _mark(resolution: Resolution, target: str, caster: str) -> str:
    return f"{in_this_turn(resolution.fight, COUNTERSPELL)} of {caster} on {target}"


def _resolve_counter(use: PowerUse, caster: str, level: int) -> bool:
    """Returns whether a counterspell of this level stops a spell.

    Against a spell of a higher level, its caster rolls a check.
    """
    resolution, needed = use.resolution, CHECK_BASE + level_cast(use)
    if level_cast(use) <= level:
        return True
    ability = max(MENTAL, key=partial(ability_modifier, resolution.fight, caster))
    bonus = ability_modifier(resolution.fight, caster, ability)
    face = resolution.die(D20)
    succeeds = face + bonus >= needed
    outcome = "succeeds" if succeeds else "failed"
    terms = (Term(bonus, ability),) if bonus else ()
    resolution.emit(
        DieRolled(COUNTERSPELL, caster, face, terms, needed, outcome, ability=ability, power=use.power.name)
    )
    return succeeds
