"""Sustaining a power: the action that it takes, or its saving throw."""

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model import steps
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DieRolled, EffectChanged, QuestionClosed
from orcus_tui.model.fight import Question
from orcus_tui.model.message import message
from orcus_tui.model.power import save_to_sustain
from orcus_tui.rules import effects, saves, trigger_words, triggers, turn
from orcus_tui.rules.actions import spend_for
from orcus_tui.rules.dice_rolls import ask_or_roll, terms
from orcus_tui.rules.resolution import default_creature
from orcus_tui.rules.stats import roll_save_modifiers, total
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.zone_ends import keep_zones

SUSTAIN = "sustain"
"""The rule for the answer to a save that sustains a power."""


def maintain(resolution: Resolution, step: steps.Maintain) -> None:
    """`maintain`: spends the action that sustains a power (Orcus §Maintain), or makes its save."""
    creature = step.source or default_creature(resolution)
    kept_up = [each for each in resolution.state(creature).effects if each.maintain]
    if not kept_up:
        raise Impossible(f"{resolution.name(creature)} sustains no power")
    chosen = [each for each in kept_up if not step.power or each.name.casefold().startswith(step.power.casefold())]
    if not chosen:
        there = ", ".join(each.name for each in kept_up)
        raise Impossible(f"{resolution.name(creature)} has no such power to sustain; it can sustain {there}")
    effect = chosen[0]
    if needed := save_to_sustain(effect.maintain):
        _save_to_sustain(resolution, creature, effect, needed, step.face)
        return
    if step.face is not None:
        raise Impossible(f"{effect.name} is sustained by an action, without a save", of="face")
    spend_for(resolution, creature, effect.maintain)
    keep_up(resolution, creature, effect)


def keep_up(resolution: Resolution, creature: str, effect: Effect) -> None:
    """Sustains a power until the end of the creature's next turn."""
    resolution.emit(EffectChanged(creature, replace(effect, sustained=True), message("sustains", power=effect.name)))
    triggers.note_sustaining(resolution, creature, trigger_words.SUSTAINS, effect.power)
    for bearer, state in resolution.fight.states.items():
        for each in state.effects:
            until = each.duration
            if (each.source, each.power, until.ending, until.anchor) == (creature, effect.power, "end", creature):
                resolution.emit(EffectChanged(bearer, replace(each, duration=replace(until, skips=True))))
    keep_zones(resolution, creature, effect.power)


def _save_to_sustain(resolution: Resolution, creature: str, effect: Effect, needs: int, face: int | None) -> None:
    open_one = next((each for each in resolution.fight.questions if each.effect == effect.id), None)
    if open_one:
        resolution.emit(QuestionClosed(open_one))
    asked = resolution.new_question(saves.SAVE, creature, effect.name)
    ask_or_roll(resolution, replace(asked, needs=needs, rule=SUSTAIN, effect=effect.id), resolve_answer, face)


def resolve_answer(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the die of a save to sustain a power: the power continues or ends."""
    creature, needed = question.creature, question.needs or resolution.system.saves.needs
    effect = saves.effect_asked_about(resolution.fight, question)
    if effect is None:
        return
    modifiers = roll_save_modifiers(resolution, creature)
    saved = face + total(modifiers) >= needed
    outcome = "saved" if saved else "failed"
    rolled = DieRolled("save to sustain", creature, face, terms(modifiers), needed, outcome, power=effect.name)
    resolution.emit(rolled)
    effects.use_up_once(resolution, creature)
    if saved:
        keep_up(resolution, creature, effect)
    else:
        turn.lapse(resolution, creature, effect)
