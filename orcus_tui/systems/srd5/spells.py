"""Casting in SRD 5.1 with open and move actions: one spell a turn, and readied spells (§MageCraft)."""

from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import message
from orcus_tui.model.power import Power
from orcus_tui.rules import effects, turn
from orcus_tui.rules.actions import in_this_turn, use_until_next_turn
from orcus_tui.rules.system.actions import ActionUse
from orcus_tui.rules.system.attacks import PowerUse
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.srd5.concentration import CASTING
from orcus_tui.systems.srd5.conditions import CONCENTRATING
from orcus_tui.systems.srd5.counterspell import SPELL

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
