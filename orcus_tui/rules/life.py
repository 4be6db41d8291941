"""Hit points lost and gained: damage, temporary hit points, healing, dying, and deaths that can become knockouts."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.dice import Dice
from orcus_tui.errors import Impossible
from orcus_tui.model import steps
from orcus_tui.model.creature import State
from orcus_tui.model.damage import Harm
from orcus_tui.model.duration import UNTIL_REMOVED
from orcus_tui.model.effect import TEMPORARY, Effect, effect_name
from orcus_tui.model.events import (
    FightChanged,
    FormTaken,
    HitPointsChanged,
    QuestionAsked,
    SheetChanged,
    ZoneMembersChanged,
    ZoneRestored,
)
from orcus_tui.model.fight import Fall, Fight, changed_creatures
from orcus_tui.model.message import Message, message
from orcus_tui.model.text import plural
from orcus_tui.rules import effects, offers, trigger_words, triggers
from orcus_tui.rules.dice_rolls import refuse_wrong_faces
from orcus_tui.rules.effects import close_questions, leave_behind, require_hit_points, review
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.in_force import conditions_in_force
from orcus_tui.rules.initiative import cancel_waiting
from orcus_tui.rules.modifiers import bonuses, has_rows, roll_bonus_dice
from orcus_tui.rules.resolution import default_creature
from orcus_tui.rules.stats import stack_modifiers, staggered_value, total
from orcus_tui.rules.system.resolution import Resolution

DEATH_SAVE = "death save"
DIES = message("dies")
NOT_DYING = message("not dying")


class Healing(Struct, frozen=True):
    """Healing: the amount offered, including the part above the maximum, its source if named, and its cause."""

    amount: int
    healer: str
    why: Message


def set_hit_points(resolution: Resolution, creature: str, hp: int, temp_hp: int, why: Message | Harm | Healing) -> None:
    """Changes hit points as `put_hit_points` does, and notes the triggers that wait for hit points to fall this far."""
    was = resolution.fight.states[creature].hp or 0
    becomes_staggered = put_hit_points(resolution, creature, hp, temp_hp, why)
    if hp < was and (hp > 0 or not resolution.system.creatures.die_at_zero(resolution.sheet(creature))):
        staggered_at = staggered_value(resolution.fight, creature) if becomes_staggered else None
        triggers.note_hit_points(resolution, creature, was, hp, staggered_at)


def put_hit_points(resolution: Resolution, creature: str, hp: int, temp_hp: int, why: Message | Harm | Healing) -> bool:
    """Changes hit points, and everything that depends only on them; returns whether it makes the creature staggered.

    These are being staggered, waking, and open questions about death saves.
    """
    state = resolution.fight.states[creature]
    if state.hp is None:
        raise Impossible(f"{resolution.name(creature)} has no hit points")
    system = resolution.system
    wakes = state.hp <= 0 < hp
    before = conditions_in_force(resolution.view, creature) if wakes else frozenset()
    was_staggered = system.health.is_staggered(resolution.view, creature)
    figures = (creature, state.hp, hp, state.temp_hp, temp_hp)
    if isinstance(why, Healing):
        event = HitPointsChanged(*figures, why.why, healing=why.amount, healer=why.healer)
    else:
        event = HitPointsChanged(*figures, harm=why) if isinstance(why, Harm) else HitPointsChanged(*figures, why)
    resolution.emit(event)
    becomes_staggered = not was_staggered and system.health.is_staggered(resolution.view, creature)
    if becomes_staggered and hp > 0:
        resolution.events[-1] = replace(event, staggered=True)  # nothing else changes
    if isinstance(why, Harm) and why.types and why.amount > 0:
        effects.stop_regeneration(resolution, creature, why.types)
    if state.temp_hp and not temp_hp:
        effects.end_temporary(resolution, creature, message("used up"))
    if isinstance(why, Harm) and why.amount > 0:
        triggers.note_damage(resolution, creature, why.types, why.source, why.amount)
    if hp > 0 and (state.life != "alive" or resolution.fight.questions):
        get_up(resolution, creature)
    if wakes:
        leave_behind(resolution, creature, before)
        system.after.change(resolution, creature)
    return becomes_staggered


def get_up(resolution: Resolution, creature: str) -> None:
    """Ends being stable or knocked out, and death saves, for a creature with hit points."""
    if resolution.state(creature).life in ("stable", "knocked out"):
        resolution.change(creature, "life", "alive")
    close_questions(resolution, creature, DEATH_SAVE, why=message("no longer dying"))


class Loss(Struct, frozen=True):
    """A loss of hit points.

    `before` is the number before the loss, `through` the damage beyond temporary hit points, and `reached` the number
    that would be left if there was no lowest number.
    """

    before: int
    through: int
    reached: int

    @property
    def drops_target(self) -> bool:
        """Whether the damage went beyond temporary hit points and left 0 hit points or fewer."""
        return self.reached <= 0 and self.through > 0


def set_own_maximum(resolution: Resolution, creature: str, highest: int, note: Message) -> None:
    """Sets a creature's own hit point maximum; another form that it has taken keeps the maximum of that form."""
    sheet, state = resolution.sheet(creature), resolution.state(creature)
    if state.form is None:
        resolution.emit(SheetChanged(creature, "max_hp", highest, note))
        return
    own_hp = None if state.form.hp is None else min(state.form.hp, highest)
    form = replace(state.form, own=replace(state.form.own, max_hp=highest), hp=own_hp)
    resolution.emit(FormTaken(creature, sheet, replace(state, form=form), note))


def lose(resolution: Resolution, creature: str, amount: int, why: Message | Harm, least: int | None = None) -> Loss:
    """Subtracts damage from temporary hit points, then hit points, down to `least` (Orcus §Temporary Hit Points)."""
    state = resolution.fight.states[creature]
    hp = state.hp or 0
    through = max(0, amount - state.temp_hp)
    reached = hp - through
    if state.form and state.form.hp is not None and reached <= 0 < through:
        return _lose_form(resolution, creature, -reached, why, least)
    left = reached if least is None else max(reached, min(least, hp))
    set_hit_points(resolution, creature, left, state.temp_hp - (amount - through), why)
    return Loss(hp, through, reached)


def _lose_form(resolution: Resolution, creature: str, left: int, why: Message | Harm, least: int | None) -> Loss:
    """Ends a form with separate hit points; the damage left over goes to the creature itself."""
    set_hit_points(resolution, creature, 0, 0, why)
    resolution.carry_out(steps.Become((creature,)))
    if left:
        return lose(resolution, creature, left, message("beyond form", amount=left), least)
    hp = resolution.state(creature).hp or 0
    return Loss(hp, 0, hp)


def gain(resolution: Resolution, creature: str, amount: int, why: Message) -> None:
    """Restores a creature's hit points; their source is the power that is being resolved, else the creature.

    See `restore`.
    """
    restore(resolution, creature, Healing(amount, resolution.cause.source or creature, why))


def restore(resolution: Resolution, creature: str, healing: Healing) -> None:
    """Restores hit points, from 0 if they are below, up to the maximum; an amount of 0 changes nothing.

    Orcus §Healing. Raises Impossible for a dead creature.
    """
    refuse_the_dead(resolution, creature)
    healing = _with_bonuses(resolution, creature, healing)
    state, amount = resolution.state(creature), healing.amount
    highest = resolution.sheet(creature).max_hp or 0
    start = max(0, state.hp or 0) if amount > 0 else state.hp or 0
    reached = max(start, min(highest, start + amount))
    set_hit_points(resolution, creature, reached, state.temp_hp, healing)


def _with_bonuses(resolution: Resolution, creature: str, healing: Healing) -> Healing:
    """The healing with the creature's bonuses to it; a healing of 0 gets none."""
    if healing.amount <= 0 or not has_rows(resolution.view, creature, "healing"):
        return healing
    moment = Moment(resolution.view, creature, healing.healer if healing.healer != creature else "")
    added = stack_modifiers(resolution.system, bonuses(moment, "healing"))
    added += roll_bonus_dice(resolution, moment, "healing")
    effects.use_up(resolution, moment, "healing")
    if not added:
        return healing
    for amount, _, cause in added:
        resolution.say("more healing", creature, amount=amount, cause=cause)
    return replace(healing, amount=max(0, healing.amount + total(added)))


def refuse_the_dead(resolution: Resolution, creature: str) -> None:
    """Raises Forbidden for a dead creature, unless overruled."""
    if resolution.state(creature).life == "dead":
        resolution.forbid("revive first", who=creature)


def die(resolution: Resolution, creature: str, why: Message = DIES) -> None:
    """Kills a creature: its place in the order stays, its questions are closed, and effects that depend on it end."""
    if resolution.state(creature).life == "dead":
        return
    before = resolution.view
    resolution.change(creature, "life", "dead", why)
    triggers.note(resolution, creature, trigger_words.DIES)
    triggers.note_for_others(resolution, creature, trigger_words.DIES)
    close_questions(resolution, creature, "", why=message("is dead"))
    offers.withdraw_from_the_dead(resolution, creature)
    cancel_waiting(resolution, creature)
    review(resolution, creature)
    for rule in resolution.system.death.after:
        rule(resolution, creature)
    if resolution.system.death.knocked_out_later and resolution.system.health.is_down(before, creature):
        remember_death(resolution, creature, before.fight)


def count_death_failures(resolution: Resolution, creature: str, count: int = 1) -> bool:
    """Counts failed death saves; returns whether they kill."""
    fatal = resolution.system.health.fatal_failures
    failures = min(fatal, resolution.state(creature).death_failures + count)
    resolution.change(creature, "death_failures", failures, message("failed so far", most=fatal))
    return failures >= fatal


# The verbs


def heal(resolution: Resolution, step: steps.Heal) -> None:
    """`heal`: heals the targets by one roll for all."""
    require_hit_points(resolution, step.targets[0])
    roll = resolution.roll(step.amount)
    why = message("regains", dice=str(roll.total) if step.amount.is_constant else roll.text)
    for creature in step.targets:
        restore(resolution, creature, Healing(roll.total, resolution.cause.source, why))


def temp(resolution: Resolution, step: steps.Temp) -> None:
    """`temp`: gives temporary hit points; the larger number counts, not the sum (Orcus §Temporary Hit Points)."""
    require_hit_points(resolution, step.targets[0])
    amount = resolution.roll(step.amount).total
    for creature in step.targets:
        state = resolution.state(creature)
        refuse_the_dead(resolution, creature)
        if amount <= state.temp_hp:
            resolution.say("keeps temporary", creature, temp_hp=state.temp_hp, offered=amount)
        else:
            effects.end_temporary(resolution, creature, message("superseded"))
            set_hit_points(resolution, creature, state.hp or 0, amount, message("gains temporary", amount=amount))
            if step.duration != UNTIL_REMOVED:
                source = resolution.source(step.source, creature)
                effects.add(resolution, creature, Effect(0, TEMPORARY, "other", source, step.duration, amount))


def kill(resolution: Resolution, step: steps.Kill) -> None:
    """`kill`: kills the targets at any hit points."""
    for creature in step.targets:
        if resolution.state(creature).life == "dead":
            resolution.say("dead already", creature)
        else:
            die(resolution, creature, message("killed"))


def knock_out(resolution: Resolution, step: steps.Knockout) -> None:
    """`knockout`: makes the targets unconscious, not dying."""

    def rule(creature: str, _: int) -> None:
        if not (undo_death(resolution, creature) or resolution.system.death.may_be_spared(resolution.view, creature)):
            refuse_the_dead(resolution, creature)
        resolution.system.health_changes.knock_out(resolution, creature)

    resolution.for_each(step.targets, rule)


def revive(resolution: Resolution, step: steps.Revive) -> None:
    """`revive`: brings a creature back from death, or the system's counterpart."""

    def rule(creature: str, _: int) -> None:
        if not resolution.state(creature).is_out:
            raise Impossible(f"{resolution.name(creature)} is not dead")
        if step.hp is not None:
            require_hit_points(resolution, creature)
        resolution.system.health_changes.revive(resolution, creature, step.hp)
        resolution.change(creature, "outcome", None)

    resolution.for_each(step.targets, rule)


def stabilize(resolution: Resolution, step: steps.Stabilize) -> None:
    """`stabilize`: stabilizes a dying creature, which stays down."""

    def rule(creature: str, _: int) -> None:
        state = resolution.state(creature)
        if state.life != "alive" or not resolution.system.death.needs_save(resolution.view, creature):
            raise Impossible(f"{resolution.name(creature)} is not dying")
        resolution.system.health_changes.stabilize(resolution, creature)
        close_questions(resolution, creature, DEATH_SAVE, why=message("is stable"))
        resolution.system.after.change(resolution, creature)

    resolution.for_each(step.targets, rule)


def recover(resolution: Resolution, step: steps.Recover) -> None:
    """`recover`: spends recoveries one by one; the total of their dice is divided among them."""
    rule = resolution.system.rest.recover
    if rule is None:
        raise Impossible(f"{resolution.system.display_name} has no recoveries")

    def spend(creature: str, place: int) -> None:
        refuse_the_dead(resolution, creature)
        amount = amount_for(step.amounts, place)
        if amount and not step.is_total:
            refuse_impossible_dice(resolution, creature, amount, step.times)
        if amount is None:
            shares: list[int | None] = [None] * step.times
        else:
            added = resolution.system.rest.recovery_bonus(resolution.fight, creature) if step.is_total else 0
            each, left = divmod(resolution.roll(amount).total - added * step.times, step.times)
            shares = [each + (place < left) for place in range(step.times)]
        for share in shares:
            rule(resolution, creature, share)

    _refuse_wrong_amounts(step.amounts, resolution.for_each(step.targets, spend))


def rally(resolution: Resolution, step: steps.Rally) -> None:
    """`rally`: the targets, or the creature whose turn it is, rally by the system's rule."""
    rule = resolution.system.rest.rally
    if rule is None:
        raise Impossible(f"{resolution.system.display_name} has no rallying")
    if step.faces and not resolution.system.rest.saves_to_rally:
        raise Impossible(f"{resolution.system.display_name} has no save to rally", of="faces")

    def rally_one(creature: str, place: int) -> None:
        amount = amount_for(step.amounts, place)
        resolution.typed.recovery = resolution.roll(amount).total if amount else None
        resolution.typed.save = face_for(step.faces, place)
        if amount:
            refuse_impossible_dice(resolution, creature, amount)
        rule(resolution, creature)

    count = resolution.for_each(step.targets or (default_creature(resolution),), rally_one)
    _refuse_wrong_amounts(step.amounts, count)
    refuse_wrong_number("faces", step.faces, count)


def amount_for(amounts: Sequence[Dice], place: int) -> Dice | None:
    """The typed amount for one of several creatures; a single amount is for all. None if nothing was typed."""
    return amounts[0 if len(amounts) == 1 else place] if len(amounts) == 1 or place < len(amounts) else None


def face_for(faces: Sequence[int], place: int) -> int | None:
    """The typed face for one of several creatures, or None. Raises Impossible for a face that no d20 has."""
    face = faces[place] if place < len(faces) else None
    refuse_wrong_faces("faces", face)
    return face


def _refuse_wrong_amounts(typed: Sequence[object], count: int) -> None:
    """Raises Impossible unless there is one typed amount for all creatures, or one for each."""
    if len(typed) != 1:
        refuse_wrong_number("amounts", typed, count)


def refuse_wrong_number(what: str, typed: Sequence[object], count: int) -> None:
    """Raises Impossible unless there is one typed value for each creature."""
    if typed and len(typed) != count:
        raise Impossible(f"{what}: {len(typed)} for {plural(count, 'creature')}; give one for each", of=what)


def refuse_impossible_dice(resolution: Resolution, creature: str, typed: Dice, recoveries: int = 1) -> None:
    """Raises Impossible for a typed number that the dice of these recoveries cannot total."""
    least, most = (recoveries * end for end in resolution.system.rest.dice_range(resolution.fight, creature))
    if not typed.is_constant or most <= max(0, least):  # no dice are rolled, or they are only subtracted
        return
    rolled = resolution.roll(typed).total
    if not least <= rolled <= most:
        printed = resolution.sheet(creature).recovery
        whose = printed if recoveries == 1 else f"{recoveries} × {printed}"
        raise Impossible(f"the dice of {whose} give {least} to {most}, not {rolled}", of="amounts")


def remember_death(resolution: Resolution, creature: str, before: Fight) -> None:
    """Remembers the effects that a death has ended, until the next command; `before` is the fight before the death."""
    now = resolution.fight
    fall = Fall(
        creature,
        effects=tuple(
            (bearer, effect)
            for bearer, state in before.states.items()
            if now.states[bearer].effects is not state.effects
            for effect in state.effects
            if effect.id not in {each.id for each in now.states[bearer].effects}
        ),
        questions=tuple(each for each in before.questions if each not in now.questions),
        readied=before.readied.get(creature),
        delayed=(before.delayed[creature],) if creature in before.delayed else (),
        left=tuple(each for each in changed_creatures(before, now) if _has_left(before, each, now.states[each])),
        zones=tuple((name, zone.inside) for name, zone in before.zones.items() if now.zones.get(name) is not zone),
    )
    earlier = () if now.fallen is resolution.began.fallen else now.fallen
    resolution.emit(FightChanged("fallen", (*earlier, fall)))


def _lasting_effects(resolution: Resolution, creature: str, fall: Fall) -> list[tuple[str, Effect]]:
    """The effects that ended with the death, but would last while their source is unconscious.

    An effect that lasts `while` another does is included only together with that effect.
    """
    lasting = [each for each in fall.effects if effects.is_upheld(resolution, creature, *each)]
    there = {(bearer, effect.name) for bearer, effect in lasting}
    return [
        (bearer, effect)
        for bearer, effect in lasting
        if effect.duration.ending != "while"
        or (bearer, effect.duration.words) in there
        or effects.has(resolution, bearer, effect.duration.words)
    ]


def _has_left(before: Fight, creature: str, state: State) -> bool:
    return state.place == "gone" and before.states[creature].place == "here"


def forget_deaths(resolution: Resolution) -> None:
    """At the end of a command that changes the fight, makes the deaths of the previous command final."""
    fight, began = resolution.fight, resolution.began
    if fight is not began and fight.fallen is began.fallen:
        resolution.emit(FightChanged("fallen", ()))


def undo_death(resolution: Resolution, creature: str) -> bool:
    """Turns a death of the latest command into unconsciousness, and restores effects that this would not have ended.

    Returns whether there was such a death.
    """
    fall = next((each for each in resolution.fight.fallen if each.creature == creature), None)
    if fall is None:
        return False
    resolution.emit(FightChanged("fallen", tuple(each for each in resolution.fight.fallen if each is not fall)))
    resolution.change(creature, "life", "knocked out", message("knocked out, not dead"))
    for each in fall.left:
        resolution.change(each, "place", "here", message("goes on here"))
    _restore_zones(resolution, fall)
    upheld = _lasting_effects(resolution, creature, fall)
    for bearer in dict.fromkeys(bearer for bearer, _ in upheld):
        ended = [effect for who, effect in upheld if who == bearer]
        note = message("goes on", what=tuple(map(effect_name, ended)))
        oldest_first = sorted((*resolution.state(bearer).effects, *ended), key=lambda each: each.id)
        resolution.change(bearer, "effects", tuple(oldest_first), note)
    there = {each.id for state in resolution.fight.states.values() for each in state.effects}
    for question in fall.questions:
        if question.effect is None or question.effect in there:
            resolution.emit(QuestionAsked(question))
    if fall.readied:
        resolution.emit(FightChanged("readied", {**resolution.fight.readied, creature: fall.readied}))
    for count in fall.delayed:
        resolution.emit(FightChanged("delayed", {**resolution.fight.delayed, creature: count}))
    return True


def _restore_zones(resolution: Resolution, fall: Fall) -> None:
    """Restores the zones that the death ended, and the creatures that were inside its auras."""
    for name, inside in fall.zones:
        if name not in resolution.fight.zones and name in resolution.fight.ended_zones:
            resolution.emit(ZoneRestored(name))
        elif name in resolution.fight.zones:
            missing = tuple(each for each in inside if each not in resolution.fight.zones[name].inside)
            if missing:
                resolution.emit(ZoneMembersChanged(name, missing))
