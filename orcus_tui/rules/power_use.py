"""Powers without an attack roll: their damage, the saving throws against them, and their lines."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from orcus_tui.model import steps
from orcus_tui.model.damage import Damage
from orcus_tui.model.events import DieRolled, FightChanged, QuestionAsked
from orcus_tui.model.fight import Question
from orcus_tui.model.power import ON_A_MISS, Line, Power
from orcus_tui.rules import effects
from orcus_tui.rules.actions import spend_for
from orcus_tui.rules.attacks import power_damage, refuse_spent, typed_damage, wrong_number
from orcus_tui.rules.dice_rolls import log_advantage, roll_d20, terms
from orcus_tui.rules.life import default_creature
from orcus_tui.rules.power_effects import carry_line, start_sustaining
from orcus_tui.rules.powers import line_with, log_power_text, mark_spent, power_of
from orcus_tui.rules.resolution import Cause, Impossible
from orcus_tui.rules.stats import total
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import Advantage
from orcus_tui.rules.typed_healing import (
    number_as_amount,
    refuse_impossible_healing,
    rolled_healing,
    with_healing,
)

SAVE = "save"
POWER_SAVE = "power save"
"""The rule that takes the answer to a save against a power."""


Saves = dict[str, bool]
"""Who saved against a power (True), and who failed."""


def resolve_use(resolution: Resolution, step: steps.UsePower) -> Saves:
    """The use of a power without an attack roll, with all that follows from it; returns who saved and who failed."""
    source = step.source or default_creature(resolution)
    power = power_of(resolution, source, step.power)
    if power.bonus is not None:
        line = line_with("attack", resolution, step, power, source)
        raise Impossible(f"{power.name} has an attack roll: `{line}`")
    if power.origin == "self" and not step.targets:
        step = replace(step, targets=(source,))
    amount_at = "faces" if step.hit is None else "hit"
    step = number_as_amount(step, power)
    check(resolution, step, power, source, amount_at)
    refuse_spent(resolution, source, power)
    spend_for(resolution, source, power.action)
    return carry_out(resolution, step, power, source)


def check(resolution: Resolution, step: steps.UsePower, power: Power, source: str, amount_at: str = "hit") -> None:
    """Refuses dice that nobody rolls, or not one for each target, healing no dice give, and saves by the dead.

    `amount_at` is the field where what was rolled is typed: it may stand alone, as a face does.
    """
    if not step.targets and needs_targets(power) and (step.faces or step.hit is not None):
        of = "faces" if step.faces else amount_at
        raise Impossible(f"{power.name} needs a target: name it before the dice", of=of)
    if step.hit is not None and power.damage is None:
        healing = len(rolled_healing(power))
        if healing > 1:
            raise Impossible(f"{power.name} heals by {healing} rolls, and one was typed", of=amount_at)
        if not healing:
            raise Impossible(f"{power.name} deals no damage, and heals nothing that is rolled", of=amount_at)
        refuse_impossible_healing(resolution, power, step, source, amount_at)
    if step.faces and power.save is None:
        raise Impossible(f"{power.name} calls for no saves", of="faces")
    if step.faces and len(step.faces) != len(step.targets):
        raise wrong_number("faces", len(step.faces), step)
    bad = next((face for face in step.faces if not 1 <= face <= 20), None)
    if bad is not None:
        raise Impossible(f"a d20 shows 1 to 20, not {bad}", of="faces")
    for target in step.targets if power.save else ():
        if resolution.state(target).life == "dead":
            resolution.forbid("dead", who=target)


def carry_out(resolution: Resolution, step: steps.UsePower, power: Power, source: str) -> Saves:
    """A power used, its action paid: damage, saves, then its lines."""
    power = with_healing(power, step.hit)
    announce(resolution, step, power, source)
    named, step = step.targets, with_affected_targets(resolution, step, power)
    if step.targets or not named:
        mark_spent(resolution, source, power)
    resolution.system.attacks.before_lines(resolution, power, source)
    cause, saves = Cause(power.name, source=source), Saves()
    dealt = shared_damage(resolution, step, power, source)
    if power.save:
        for line in power.effects:
            if line.to_self:
                carry_line(resolution, line, (source,), source, cause)
        thrown = [*saving_throws(resolution, step, power, dealt)]
        saves.update((question.creature, saved) for question, saved in thrown)
        for question, saved in thrown:
            resolve(resolution, question, power, saved=saved)
    else:
        for target in step.targets if power.damage else ():
            resolution.system.damage.deal(resolution, replace(dealt, target=target))
        for line in power.effects:
            carry_line(resolution, line, (source,) if line.to_self else step.targets, source, cause)
    for line in power.always:
        if not _is_for_saved(power, line):
            carry_line(resolution, line, (source,) if line.to_self else step.targets, source, cause)
    start_sustaining(resolution, power, source)
    log_power_text(resolution, power)
    return saves


def announce(resolution: Resolution, step: steps.UsePower, power: Power, source: str) -> None:
    """Says that a power is used; on nobody, that it does nothing to targets, and what it reminds of."""
    resolution.say("uses", source, power=power.name)
    if step.targets:
        return
    if needs_targets(power):
        resolution.say("nobody named", power=power.name)
    for line in (*power.effects, *power.always):
        if isinstance(line.step, steps.Say) and not line.to_self:
            resolution.carry_out(line.step)


def needs_targets(power: Power) -> bool:
    """Whether a power does something to targets, and not only to its user."""
    lines = (*power.effects, *power.always)
    return (
        power.damage is not None
        or power.save is not None
        or any(not (each.to_self or isinstance(each.step, steps.Say)) for each in lines)
    )


def with_affected_targets(resolution: Resolution, step: steps.UsePower, power: Power) -> steps.UsePower:
    """The use without the targets, and their typed dice, that the power can do nothing to."""
    places = [
        place
        for place, target in enumerate(step.targets)
        if resolution.system.attacks.can_affect(resolution, power, target)
    ]
    faces = tuple(step.faces[place] for place in places) if step.faces else ()
    return replace(step, targets=tuple(step.targets[place] for place in places), faces=faces)


def shared_damage(resolution: Resolution, step: steps.UsePower, power: Power, source: str) -> Damage:
    """The damage of a power, rolled once for all targets or as typed; of none where it deals none or has no target."""
    rolled = 0
    if power.damage and step.targets:
        rolled = (
            power_damage(resolution, power.damage, power, source)
            if step.hit is None
            else typed_damage(resolution, step.hit, source)
        )
    range_ = "" if power.save and not power.range else power.origin  # no attack, and so not of a melee one
    return Damage("", rolled, power.types, range_, source, power=power.name)


# Saving throws against a power


def saving_throws(
    resolution: Resolution, step: steps.UsePower, power: Power, dealt: Damage
) -> Iterator[tuple[Question, bool]]:
    """The saves that are rolled or typed, target by target, and whether each is made; the others are asked for."""
    typed: Sequence[int | None] = step.faces or (None,) * len(step.targets)
    for target, face in zip(step.targets, typed, strict=True):
        question = question_of(resolution, power, replace(dealt, target=target))
        advantage = advantage_of(resolution, question)
        if advantage.lost:
            resolution.say("save lost to power", target, ability=question.ability, power=power.name, why=advantage.lost)
            yield question, False
        elif face is None and resolution.asks(target):
            log_advantage(resolution, target, advantage)
            resolution.emit(QuestionAsked(question))
        else:
            if face is not None:
                log_advantage(resolution, target, advantage)
            yield question, is_made(resolution, question, face or roll_d20(resolution, target, advantage))


def question_of(resolution: Resolution, power: Power, dealt: Damage) -> Question:
    """A target's die against a power, with the damage it is about."""
    if power.save is None:
        raise Impossible(f"{power.name} calls for no saves")
    asked = resolution.new_question(SAVE, dealt.target, power.name)
    return replace(
        asked, needs=power.save.number, rule=POWER_SAVE, power=power.name, ability=power.save.by, damage=dealt
    )


def advantage_of(resolution: Resolution, question: Question) -> Advantage:
    """What gives a save against a power advantage."""
    return resolution.system.saves.advantage(resolution, question.creature, question.ability or "")


def is_made(resolution: Resolution, question: Question, face: int) -> bool:
    """Whether a face is enough against a power; what counted for this save alone is used up."""
    rules, creature, ability = resolution.system.saves, question.creature, question.ability or ""
    modifiers = rules.against_powers(resolution, creature, ability)
    needed = question.needs or rules.needs
    saved = face + total(modifiers) >= needed
    outcome = "saved" if saved else "failed"
    rolled = DieRolled(POWER_SAVE, creature, face, terms(modifiers), needed, outcome, ability=ability)
    resolution.emit(replace(rolled, power=question.power or ""))
    effects.use_up_once(resolution, creature)
    return saved


def resolve(resolution: Resolution, question: Question, power: Power, *, saved: bool) -> None:
    """Applies a save: all of the damage and the effects, or what a success leaves of the damage."""
    dealt = question.damage
    if dealt is None:
        raise Impossible(f"the save against {power.name} has no damage or effects")
    if power.damage and (not saved or power.saved == "half"):
        resolution.system.damage.deal(resolution, replace(dealt, halves=int(saved), missed=saved))
    for line in (each for each in power.always if _is_for_saved(power, each)) if saved else power.effects:
        if saved or not line.to_self:
            carry_line(resolution, line, (question.creature,), dealt.source, Cause(power.name, source=dealt.source))


def _is_for_saved(power: Power, line: Line) -> bool:
    """Whether a line is for those who save, as one for misses is in a power that calls for saves."""
    return power.save is not None and line.outcome == ON_A_MISS


def resolve_answer(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the face that answers a save against a power."""
    dealt = question.damage
    if dealt is None or not question.power:
        return
    power = power_of(resolution, dealt.source, question.power)
    saved = is_made(resolution, question, face)
    resolve(resolution, question, power, saved=saved)
    remember_save(resolution, question.creature, saved=saved)


def remember_save(resolution: Resolution, creature: str, *, saved: bool) -> None:
    """Keeps what an asked save came to for `@saved` and `@failed`, unless an attack has been made since."""
    last = resolution.fight.last_targets or {}
    if not last.keys() - {"saved", "failed"}:
        how = "saved" if saved else "failed"
        resolution.emit(FightChanged("last_targets", {**last, how: (*last.get(how, ()), creature)}))
