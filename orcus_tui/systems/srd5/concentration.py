"""Concentration in SRD 5.1: one spell at a time, and a Mana save against each source of damage (§Concentration)."""

from msgspec.structs import replace

from orcus_tui.model.effect import Effect
from orcus_tui.model.events import QuestionAsked
from orcus_tui.model.fight import Question
from orcus_tui.model.message import message
from orcus_tui.rules import effects, zone_ends
from orcus_tui.rules.checks import required_roll, succeeds
from orcus_tui.rules.dice_rolls import log_advantage, roll_d20
from orcus_tui.rules.in_force import conditions_in_force
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.system.saves import SAVE
from orcus_tui.systems.srd5.advantage import full_save_advantage
from orcus_tui.systems.srd5.conditions import CONCENTRATING

STEM = "concentrat"
"""The part of a duration's text that says it lasts as long as concentration."""
RULE = "concentration"
"""The rule for the answer to a question about concentration."""
ABILITY, WITHOUT_MANA = "mana", "con"
LEAST_DC = 10
COUNTER = "concentration"
"""The resource that lets a creature concentrate on several spells at once."""
CASTING = "casting"
"""The power of concentration on a spell that is being cast or held ready."""


def concentration(resolution: Resolution, creature: str) -> Effect | None:
    """A creature's concentration, if any; the newest of several."""
    held = effects.of_name(resolution, creature, CONCENTRATING)
    return held[-1] if held else None


def check_concentration(resolution: Resolution, creature: str, damage: int) -> None:
    """Makes a Mana save for one source of damage."""
    if damage > 0:
        make_concentration_save(resolution, creature, max(LEAST_DC, damage // 2))


def make_concentration_save(resolution: Resolution, creature: str, needs: int = LEAST_DC) -> None:
    """Rolls or asks for the Mana save of a concentrating creature, after damage, a hit, a shove or a grapple."""
    effect = concentration(resolution, creature)
    if not effect or resolution.state(creature).life == "dead":
        return
    advantage = full_save_advantage(resolution, creature, ability_of(resolution, creature))
    if resolution.asks(creature):
        log_advantage(resolution, creature, advantage)
        ability = ability_of(resolution, creature)
        resolution.say("concentration at stake", creature, ability=ability, needed=needs)
        asked = resolution.new_question(SAVE, creature, CONCENTRATING)
        resolution.emit(QuestionAsked(replace(asked, effect=effect.id, needs=needs, rule=RULE, ability=ability)))
    else:
        resolve_save(resolution, creature, roll_d20(resolution, creature, advantage), needs)


def ability_of(resolution: Resolution, creature: str) -> str:
    """The ability of the save: Mana, or Constitution if the rules or the stat block have no Mana (§Concentration)."""
    sheet, has_mana = resolution.sheet(creature), ABILITY in resolution.system.saves.abilities
    printed = bool(sheet.saves) if isinstance(sheet.saves, int) else ABILITY in sheet.saves
    return ABILITY if has_mana and (printed or ABILITY in sheet.abilities) else WITHOUT_MANA


def resolve_save(resolution: Resolution, creature: str, face: int, needs: int) -> None:
    """Applies the face of the save; a failure breaks all concentration."""
    save = required_roll(resolution, creature, ability_of(resolution, creature), needs)
    if not succeeds(resolution, save, face):
        for effect in effects.of_name(resolution, creature, CONCENTRATING):
            effects.end_if_there(resolution, creature, effect, message("broken"))


def resolve_answer(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the answer to the question about a source of damage."""
    effect = concentration(resolution, question.creature)
    if effect and effect.id == question.effect:
        resolve_save(resolution, question.creature, face, question.needs or LEAST_DC)


def review(resolution: Resolution, creature: str) -> None:
    """Ends concentration beyond the creature's limit, and all of it if the creature is dead or incapacitated."""
    held = effects.of_name(resolution, creature, CONCENTRATING)
    if not held:
        return
    for older in held[: -concentration_limit(resolution, creature)]:
        effects.end_if_there(resolution, creature, older, message("new concentration"))
    dead = resolution.state(creature).life == "dead" or resolution.state(creature).place == "gone"
    if dead or "incapacitated" in conditions_in_force(resolution.view, creature):
        why = message("is dead") if dead else message("because", condition="incapacitated")
        for effect in held:
            effects.end_if_there(resolution, creature, effect, why)


def concentration_limit(resolution: Resolution, creature: str) -> int:
    """The number of spells a creature can concentrate on: one, or its counter (§Add Concentration)."""
    return max(1, resolution.state(creature).counters.get(COUNTER, 1))


def end_dependent_effects(resolution: Resolution, creature: str, ended: Effect) -> None:
    """Ends the effects that depend on an ended concentration: effects of its power, and those whose duration says so.

    If the creature now concentrates on the same power again, newer effects stay.
    """
    now = concentration(resolution, creature)
    for bearer, effect in list(effects.all_effects(resolution)):
        newer = now is not None and effect.id >= now.id
        if effect.source == creature and not newer and depends_on_concentration(effect, ended):
            effects.end_if_there(resolution, bearer, effect, message("concentration over"))
    zone_ends.end_where(
        resolution,
        lambda zone: (
            zone.source == creature
            and (STEM in zone.duration.words.casefold() or (bool(ended.power) and zone.power == ended.power))
        ),
        "concentration over",
    )


def depends_on_concentration(effect: Effect, upheld: Effect) -> bool:
    """Whether an effect lasts only as long as its source concentrates."""
    if effect.duration.ending == "words" and STEM in effect.duration.words.casefold():
        return True
    return effect.name != CONCENTRATING and bool(upheld.power) and effect.power == upheld.power
