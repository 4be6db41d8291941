"""Persistent damage in the Archmage Engine, which calls it ongoing: dealt at the end of a turn (§Ongoing Damage)."""

from msgspec.structs import replace

from orcus_tui.model.damage import Damage
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import EffectChanged
from orcus_tui.model.message import message
from orcus_tui.rules import saves
from orcus_tui.rules.damage import persistent_amount, resistance
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.archmage.damage import deal, fake_roll
from orcus_tui.systems.archmage.stacking import UNNAMED, severity

FIRST_OF_TURN = "first effect of this turn"


def first_of_turn(creature: str) -> str:
    """The key under which the number of the next new effect is remembered as this creature's turn starts."""
    return f"{FIRST_OF_TURN}: {creature}"


def note_turn_start(resolution: Resolution, creature: str) -> None:
    """Remembers which effects are older than this turn: by option, newer ongoing damage is not dealt at its end."""
    if resolution.option("ongoing_first") == "next_turn":
        resolution.remember(first_of_turn(creature), resolution.fight.next_effect)


def ongoing_damage_in_force(resolution: Resolution, creature: str) -> list[Effect]:
    """The ongoing damage that counts: the largest of each name, and all damage without a name (§Stacking Rules)."""
    held = ongoing_damage_held(resolution, creature)
    stack = resolution.option("ongoing_stack")
    if stack == "all":
        return held
    largest: dict[object, Effect] = {}
    for each in held:
        key = each.type if stack == "type" else each.id if each.name == UNNAMED else each.name
        if key not in largest or severity(resolution, creature, each) > severity(resolution, creature, largest[key]):
            largest[key] = each
    return [each for each in held if each in largest.values()]


def ongoing_damage_held(resolution: Resolution, creature: str) -> list[Effect]:
    """The ongoing damage on a creature; by option without what is newer than its turn."""
    new = resolution.fight.system_memory.get(first_of_turn(creature), 0)
    return [each for each in resolution.state(creature).effects if each.kind == "persistent" and not 0 < new <= each.id]


def persistent_damage(resolution: Resolution, creature: str) -> None:
    """Deals each ongoing damage, directly followed by its saving throw; joined damage shares one (§Ongoing Damage).

    A creature that falls unconscious still rolls the save; a slain creature does not. By option there may be lesser
    ongoing damage, which is not dealt but has its saving throw.
    """
    in_force = ongoing_damage_in_force(resolution, creature)
    lesser = [each for each in ongoing_damage_held(resolution, creature) if each not in in_force]
    joined: dict[object, list[Effect]] = {}
    for effect in in_force:
        joined.setdefault(_key_of_save(effect), []).append(effect)
    for together in joined.values():
        burnt = [each for each in together if burn_if_there(resolution, creature, each)]
        if resolution.state(creature).life == "dead":
            return
        if burnt and burnt[0].duration.ending == "save":
            saves.save_against(resolution, creature, burnt[0])
    saves.save_each(resolution, creature, [each for each in lesser if _key_of_save(each) not in joined])


def _key_of_save(effect: Effect) -> object:
    """What effects with one saving throw share."""
    return ("alone", effect.id) if effect.bundle is None else effect.bundle


def burn_if_there(resolution: Resolution, creature: str, effect: Effect) -> bool:
    """Deals ongoing damage to a living creature that still has it; returns whether it did."""
    state = resolution.state(creature)
    if effect not in state.effects or state.life == "dead":
        return False
    burn(resolution, creature, effect)
    return True


def burn(resolution: Resolution, creature: str, effect: Effect) -> None:
    """Deals ongoing damage once, with its original attack roll against a resistance (§Resistance)."""
    cause = message("by creatures", creatures=(effect.source,)) if effect.source != creature else None
    amount, source, natural = persistent_amount(resolution, effect), effect.source, effect.natural
    damage_dealt = Damage(creature, amount, effect.types, source=source, persistent=True, natural=natural, cause=cause)
    if natural is None and resistance(resolution, damage_dealt):
        face = fake_roll(resolution, creature)
        resolution.emit(EffectChanged(creature, replace(effect, natural=face)))
        damage_dealt = replace(damage_dealt, natural=face)
    deal(resolution, damage_dealt)


def roll_other_saves(resolution: Resolution, creature: str) -> None:
    """Rolls saves against other effects that a save ends, except effects just caused by a save (§Make Saves Last)."""
    held = [each for each in resolution.state(creature).effects if each.id < resolution.began.next_effect]
    bundles = {each.bundle for each in held if each.kind == "persistent" and each.bundle is not None}
    if resolution.state(creature).life != "dead":
        others = [each for each in held if each.kind != "persistent" and each.bundle not in bundles]
        saves.save_each(resolution, creature, others)
