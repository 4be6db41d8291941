"""Effects on creatures: how they are added, found and ended; `expiry` ends those whose time is over."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model import events, steps
from orcus_tui.model.duration import ROUND, SAVE_ENDS, SOURCE, TARGET, UNTIL_REMOVED, Duration
from orcus_tui.model.effect import Effect, EffectKind, effect_name, label_of
from orcus_tui.model.fight import in_place_order
from orcus_tui.model.message import Message, message
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.rules import engagement, in_force, zone_ends
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.fight_view import NOBODY, OF_A_POWER, bearers_by_source
from orcus_tui.rules.in_force import conditions_in_force, conditions_of, of_conditions
from orcus_tui.rules.limits import refuse_more_effects
from orcus_tui.rules.modifiers import SAVE_STATS, Held, counting, is_to_ability, remember_counted, rows_of, used_by_roll
from orcus_tui.rules.system.conditions import Condition
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.templates import effect_names

EXPIRED, SOURCE_OUT = message("expired"), message("source out")
WITH_GROUP = "its turn, with its group"
"""The key that records that a creature acted before its turn, together with its group."""
AWAY = "away"
"""One of the losses that end a condition: its source or its bearer is in reserve, out of reach."""


def anchor_duration(resolution: Resolution, duration: Duration, bearer: str, source: str) -> Duration:
    """A duration with its anchor filled in, at this moment.

    "Its next turn" is never the current turn (Orcus §Duration), the turn of a readied action, or a turn that counted
    already when another of its group acted.
    """
    active = resolution.fight.active
    turn = resolution.fight.turn
    running = (active, resolution.fight.readied_actor, *(turn.companions if turn else ()))
    if duration.ending in ("start", "end"):
        anchor = {SOURCE: source, TARGET: bearer}.get(duration.anchor, duration.anchor)
        state = resolution.fight.states.get(anchor)
        is_used = state is not None and WITH_GROUP in state.used_until_next_turn
        return replace(duration, anchor=anchor, skips=is_used or (duration.ending == "end" and anchor in running))
    if duration.ending == "this turn":
        return replace(duration, anchor=active or bearer)
    if duration.is_counted:
        anchor = "" if duration.anchor == ROUND else active or ""
        return replace(duration, anchor=anchor, slot=turn.slot if turn and anchor else 1)
    return duration


def add(resolution: Resolution, creature: str, effect: Effect) -> None:
    """Puts an effect on a creature: its id, anchor, power and attack die are filled in here.

    Raises Impossible if it has too many.
    """
    lasts = effect.duration
    if effect.kind == "persistent" and lasts == SAVE_ENDS:
        lasts = resolution.system.damage.persistent_lasts
    if lasts.ending == "while" and not has(resolution, creature, lasts.words):
        resolution.say("nothing to last by", creature, effect=effect.name, condition=lasts.words)
        return
    duration = anchor_duration(resolution, lasts, creature, effect.source)
    cause = resolution.cause
    if cause.zone and duration == UNTIL_REMOVED:
        duration = Duration("words", words=f"it leaves {cause.zone}")
    effect = replace(
        effect,
        id=resolution.fight.next_effect,
        duration=duration,
        zone=effect.zone or cause.zone,
        power=effect.power or cause.power,
        natural=effect.natural if effect.natural is not None else cause.natural.get(creature),
    )
    added = resolution.system.stack_effect(resolution, creature, effect)
    if added:
        refuse_more_effects(resolution, creature)
        resolution.emit(events.EffectAdded(creature, replace(added, id=resolution.fight.next_effect)))


def has(resolution: Resolution, creature: str, name: str) -> bool:
    """Whether an effect of that name is on a creature."""
    return any(each.name == name for each in resolution.state(creature).effects)


def of_name(resolution: Resolution, creature: str, name: str) -> list[Effect]:
    """The effects of a name on a creature, oldest first."""
    return [each for each in resolution.state(creature).effects if each.name == name]


def add_together(resolution: Resolution, creature: str, added: Iterable[Effect]) -> None:
    """Puts effects on a creature, except conditions it is immune to; then ends effects that can no longer last."""
    concerned: dict[str, None] = {}
    for effect in added:
        if effect.kind == "persistent" and (
            resolution.system.conditions.spares(resolution.fight, creature, effect.kind)
            or is_immune(resolution, creature, effect.kind)
        ):
            resolution.say("immune", creature, condition="persistent damage")
            continue
        if effect.kind != "condition":
            add(resolution, creature, effect)
            concerned |= dict.fromkeys((creature,) if is_to_ability(resolution.system, effect) else ())
            continue
        add_if_not_immune(resolution, creature, effect)
        concerned |= dict.fromkeys((creature, effect.source))
    for each in concerned:
        if each in resolution.fight.states:
            review(resolution, each)


def add_if_not_immune(resolution: Resolution, creature: str, effect: Effect) -> None:
    """Puts a condition, or an effect in free text, on a creature, unless it is immune."""
    name = effect.name
    if (
        is_immune(resolution, creature, name)
        or _has_row_against(resolution, creature, effect)
        or resolution.system.conditions.spares(resolution.fight, creature, name)
    ):
        resolution.say("immune", creature, condition=name)
        return
    known = conditions_of(resolution.view).get(name)
    if known and has_for_good(resolution, creature, known, effect):
        resolution.say("has condition", creature, condition=name)
        return
    kind: EffectKind = "condition" if known else "other"
    if known and known.only_one:
        kind = "mark"
        for old in of_name(resolution, creature, name):
            end(resolution, creature, old, message("superseded"))
    add(resolution, creature, replace(effect, kind=kind))
    if known and known.begins:
        known.begins(resolution, creature)


def add_conditions(
    resolution: Resolution, creature: str, names: tuple[str, ...], pattern: Effect, bundle: int | None
) -> None:
    """Puts conditions, or effects in free text, on a creature, unless it is immune."""
    added = [replace(pattern, name=name, kind="condition", bundle=bundle) for name in names]
    add_together(resolution, creature, added)


def has_for_good(resolution: Resolution, creature: str, known: Condition, again: Effect) -> bool:
    """Whether a creature has a condition that lasts until removed, so that it is not added again."""
    if not resolution.system.conditions.once_for_good or again.duration != UNTIL_REMOVED or known.only_one:
        return False
    return any(
        each.name == again.name
        and each.duration == UNTIL_REMOVED
        and (each.source == again.source or not known.ends_with_source)
        for each in resolution.state(creature).effects
    )


def add_condition(resolution: Resolution, creature: str, condition: str, source: str, until: Duration) -> None:
    """Puts one condition on a creature, unless it is immune."""
    add_conditions(resolution, creature, (condition,), Effect(0, "", "condition", source, until), None)


def _has_row_against(resolution: Resolution, creature: str, effect: Effect) -> bool:
    """Whether a modifier, such as a trait's `immune prone`, makes a creature immune to a condition now."""
    if "immune" not in rows_of(resolution.view, creature).by_stat:
        return False
    source = effect.source if effect.source in resolution.fight.states else ""
    rows = counting(Moment(resolution.view, creature, source), "immune")
    return any(held.row.type == effect.name and not held.row.unless for held in rows)


def is_immune(resolution: Resolution, creature: str, what: str) -> bool:
    """Whether a stat block or an effect makes a creature immune to a condition or a damage type."""
    return in_force.is_immune(resolution.fight, creature, what)


def end(resolution: Resolution, creature: str, effect: Effect, why: Message | None) -> None:
    """Ends an effect, applies the conditions it leaves behind, and closes questions about it."""
    before = conditions_in_force(resolution.view, creature)
    resolution.emit(events.EffectEnded(creature, label_of(effect), why))
    if resolution.fight.questions:
        keep_bundle_question(resolution, creature, effect)
        close_questions(resolution, creature, "", effect=effect.id, why=message("effect over"))
    _end_while_effects(resolution, creature, effect)
    leave_behind(resolution, creature, before)
    if effect.is_temporary_hit_points:
        lose_temporary(resolution, creature)
    resolution.system.after.effect_end(resolution, creature, effect)


def _end_while_effects(resolution: Resolution, creature: str, over: Effect) -> None:
    """Ends the effects that last `while` their bearer has an effect that is over.

    This is so if both have the same source, or if no other effect of that name is left.
    """
    there = resolution.fight.states[creature].effects
    lasted = [each for each in there if each.duration.ending == "while" and each.duration.words == over.name]
    if not lasted:
        return
    others = {each.source for each in there if each.name == over.name}
    for each in lasted:
        if not others or (each.source == over.source and each.source not in others):
            end_if_there(resolution, creature, each, message("no longer", condition=over.name))


def regenerations(resolution: Resolution, creature: str) -> list[int]:
    """The amounts of regeneration this turn; those that damage has stopped count again in the next turn."""
    effects = resolution.fight.states[creature].effects
    held = [each for each in effects if each.kind == "regeneration"] if effects else []
    if not held:
        return []
    for each in held:
        if each.stopped:
            resolution.emit(events.EffectChanged(creature, replace(each, stopped=False)))
            resolution.say("regeneration stopped", creature, types=each.unless)
    return [each.amount or 0 for each in held if not each.stopped]


def stop_regeneration(resolution: Resolution, creature: str, types: Collection[str]) -> None:
    """Stops the regeneration that damage of one of these types stops, until after its next turn."""
    for each in resolution.state(creature).effects:
        if each.kind == "regeneration" and each.unless and not each.stopped and not {*types}.isdisjoint(each.unless):
            resolution.emit(events.EffectChanged(creature, replace(each, stopped=True)))


def lose_temporary(resolution: Resolution, creature: str) -> None:
    """Removes temporary hit points whose time is over."""
    state = resolution.state(creature)
    if state.temp_hp and state.hp is not None:
        why = message("temporary gone")
        resolution.emit(events.HitPointsChanged(creature, state.hp, state.hp, state.temp_hp, 0, why))


def end_temporary(resolution: Resolution, creature: str, why: Message) -> None:
    """Ends the effects that limit the time of temporary hit points, which have been spent or replaced."""
    for effect in resolution.state(creature).effects:
        if effect.is_temporary_hit_points:
            end(resolution, creature, effect, why)


def keep_bundle_question(resolution: Resolution, creature: str, ended: Effect) -> None:
    """Keeps a bundle's shared save open for its remaining effects."""
    left = [each for each in resolution.state(creature).effects if ended.bundle and each.bundle == ended.bundle]
    for question in resolution.fight.questions if left else ():
        if question.effect == ended.id:
            about = "+".join(effect_name(each) for each in left)
            resolution.emit(events.QuestionAsked(replace(question, effect=left[0].id, about=about)))


def end_if_there(resolution: Resolution, creature: str, effect: Effect, why: Message | None) -> None:
    """Ends an effect, if it is still there."""
    if any(each.id == effect.id for each in resolution.fight.states[creature].effects):
        end(resolution, creature, effect, why)


def use_up_once(resolution: Resolution, creature: str, moment: Moment | None = None) -> None:
    """Ends bonuses that were only for the next saving throw; `moment` has the cause of the save."""
    if not rows_of(resolution.view, creature).limited.isdisjoint(SAVE_STATS):
        use_up(resolution, moment or Moment(resolution.view, creature), *SAVE_STATS)


def use_up(resolution: Resolution, moment: Moment, *stats: str) -> None:
    """Ends bonuses for one roll of these statistics, if they have just changed it."""
    end_used(resolution, moment.bearer, used_by_roll(moment, *stats))


def end_used(resolution: Resolution, creature: str, used: Iterable[Held]) -> None:
    """Ends bonuses that were for one roll; those that count once each turn or round are remembered instead."""
    for held in used:
        if held.row.limit != "once":
            remember_counted(resolution, creature, held)
        elif held.effect is not None:
            end_if_there(resolution, creature, held.effect, message("used"))


def leave_behind(resolution: Resolution, creature: str, before: frozenset[str]) -> None:
    """Adds the conditions that another one leaves behind.

    A waking creature is still prone (Orcus §Falling Unconscious).
    """
    table = conditions_of(resolution.view)
    if not any(name in table and table[name].leaves_behind for name in before):
        return
    after = conditions_in_force(resolution.view, creature)
    for name in sorted(before - after):
        for left in table[name].leaves_behind if name in table else ():
            there = conditions_in_force(resolution.view, creature)
            if left not in there and not is_immune(resolution, creature, left):
                add(resolution, creature, Effect(0, left, "condition", creature, UNTIL_REMOVED))


def close_questions(
    resolution: Resolution, creature: str, kind: str, *, effect: int | None = None, why: Message | None = None
) -> None:
    """Closes a creature's open questions of a kind (empty: any), or about one effect."""
    for question in resolution.fight.questions:
        if question.creature != creature or (kind and question.kind != kind):
            continue
        if effect is None or question.effect == effect:
            resolution.emit(events.QuestionClosed(question, why))


def all_effects(resolution: Resolution, bearers: Collection[str] | None = None) -> Iterator[tuple[str, Effect]]:
    """Every effect in the fight, or on these creatures, with its bearer, in initiative order, oldest first."""
    fight = resolution.fight
    if bearers is None:
        bearers = in_place_order(fight)
    elif len(bearers) > 1:
        bearers = [each for each in in_place_order(fight) if each in bearers]
    for creature in bearers:
        for effect in fight.states[creature].effects:
            yield creature, effect


def end_where(
    resolution: Resolution,
    applies: Callable[[str, Effect], bool],
    why: Message,
    bearers: Collection[str] | None = None,
) -> bool:
    ending = [(who, each) for who, each in all_effects(resolution, bearers) if applies(who, each)]
    for creature, effect in ending:
        end_if_there(resolution, creature, effect, why)
    return bool(ending)


def let_go(resolution: Resolution, condition: str, source: str, targets: steps.Targets, why: Message) -> bool:
    """Ends a condition that a creature causes on these creatures, or on all; returns whether there was any."""

    def is_held(_: str, effect: Effect) -> bool:
        return effect.name == condition and effect.source == source

    return end_where(resolution, is_held, why, targets or None)


def review(resolution: Resolution, creature: str) -> None:
    """Ends marks, grapples, zones, engagements and sustained powers that require this creature to be up."""
    if resolution.fight.states[creature].engaged:
        engagement.review(resolution, creature)
    losses = _losses(resolution, creature)
    if AWAY in losses:
        end_where(
            resolution,
            lambda _, each: AWAY in _ends_with_source(resolution, each),
            message("out of reach"),
            (creature,),
        )
    bearers = _bearers_at_risk(resolution, creature, losses) if losses else NOBODY
    if bearers:
        end_where(
            resolution,
            lambda who, each: _depends(resolution, creature, losses, who, each),
            SOURCE_OUT,
            bearers,
        )
    if losses and resolution.fight.zones:
        zone_ends.end_with_source(resolution, creature, losses)
    resolution.system.after.change(resolution, creature)


def _losses(resolution: Resolution, creature: str) -> set[str]:
    """The losses of a creature that may end effects that depend on it: death, absence, conditions."""
    state = resolution.fight.states[creature]
    held = conditions_in_force(resolution.view, creature)
    losses = set(held)
    if state.life == "dead" or state.place == "gone":
        losses.update(("dead", "unconscious", "incapacitated", "helpless"))
    elif held and not of_conditions(resolution.view, _incapacitating).isdisjoint(held):
        losses.add("incapacitated")
    if state.place != "here":
        losses.add(AWAY)
    return losses


def _incapacitating(table: Mapping[str, Condition]) -> frozenset[str]:
    """The conditions that incapacitate their bearer."""
    return frozenset(name for name, known in table.items() if known.incapacitates)


def is_upheld(resolution: Resolution, creature: str, bearer: str, effect: Effect) -> bool:
    """Whether an effect continues in the present state of its source."""
    return not _depends(resolution, creature, _losses(resolution, creature), bearer, effect)


def _bearers_at_risk(resolution: Resolution, creature: str, losses: set[str]) -> frozenset[str]:
    """The bearers of effects from this creature that may end because of its death, absence or conditions."""
    dependent = of_conditions(resolution.view, _dependent_on_sources)
    names = [name for name, ending in dependent if not losses.isdisjoint(ending)]
    if not losses.isdisjoint(("dead", *resolution.system.conditions.ended_by_tag.values())):
        names.append(OF_A_POWER)
    return bearers_by_source(resolution.view, creature, names) if names else NOBODY


def _dependent_on_sources(table: Mapping[str, Condition]) -> list[tuple[str, tuple[str, ...]]]:
    """The conditions that end because of a loss of their source, each with the losses that end it."""
    return [(name, known.ends_with_source) for name, known in table.items() if known.ends_with_source]


def _depends(resolution: Resolution, creature: str, losses: set[str], bearer: str, effect: Effect) -> bool:
    if effect.source != creature:
        return False
    if bearer != creature and not losses.isdisjoint(_ends_with_source(resolution, effect)):
        return True
    power = resolution.sheet(creature).power_named(effect.power)
    if power is None or resolution.system.conditions.outlasts(power, bearer, effect):
        return False
    if power.maintain and "dead" in losses and effect.duration.ending != "save":
        return True
    ends = resolution.system.conditions.ended_by_tag
    return any(ends[tag] in losses for tag in power.tags if tag in ends)


def _ends_with_source(resolution: Resolution, effect: Effect) -> tuple[str, ...]:
    """The losses of its source that end a condition; none for other effects."""
    known = conditions_of(resolution.view).get(effect.name)
    return known.ends_with_source if known else ()


def find(resolution: Resolution, creature: str, name: str) -> Effect | None:
    """The effect with a typed name, type, amount with type, or number; the oldest if several fit."""
    return _find(resolution, creature, name, resolution.state(creature).effects)


def find_with_save(resolution: Resolution, creature: str, name: str) -> Effect | None:
    """The effect with a typed name, type, or amount with type, among those that a save ends.

    A typed number may mean any effect.
    """
    able = [each for each in resolution.state(creature).effects if each.duration.ending == "save"]
    return _find(resolution, creature, name, able)


def _find(resolution: Resolution, creature: str, name: str, able: Sequence[Effect]) -> Effect | None:
    """The effect with a typed number, or the oldest effect with that name for which `able` is true."""
    if name.startswith("#") and name[1:].isdigit():
        place = int(name[1:])
        chosen = resolution.state(creature).effects[place - 1 : place] if place > 0 else ()
        return next(iter(chosen), None)
    if not name:
        return able[0] if able else None
    wanted, formatter = name.casefold(), resolution.formatter()
    for exact in (True, False):
        for effect in able:
            words = effect_names(formatter, effect)
            if wanted in words or (not exact and any(word.startswith(wanted) for word in words)):
                return effect
    return None


def must_find(resolution: Resolution, creature: str, name: str) -> Effect:
    """The effect with a typed name. Raises Impossible, with a list of the effects, if there is no such effect."""
    effect = find(resolution, creature, name)
    if effect:
        return effect
    held = conditions_in_force(resolution.view, creature)
    if name in held:
        health = resolution.system.health.name
        raise Impossible(f"{resolution.name(creature)} is {name} because of its {health} or another condition")
    there, formatter = resolution.state(creature).effects, resolution.formatter()
    near = did_you_mean(name, (word for each in there for word in effect_names(formatter, each)))
    known = ", ".join(map(formatter.effect, there)) or "none"
    raise Impossible(f'{resolution.name(creature)} has no effect "{name}"{near}; its effects: {known}', of="name")


def require_hit_points(resolution: Resolution, creature: str) -> None:
    """Raises Impossible, with the command to type instead, in a system without hit points."""
    instead = resolution.system.health.instead
    if instead:
        raise Impossible(f"{resolution.system.display_name} has no hit points: {instead.format(creature)}")


# The verbs


def remove(resolution: Resolution, step: steps.Remove) -> None:
    """`remove`: ends an effect of that name on each target that has it, or all effects."""
    if not step.name:
        for creature in step.targets:
            for effect in resolution.state(creature).effects:
                end_if_there(resolution, creature, effect, message("removed"))
        return
    found = {creature: find(resolution, creature, step.name) for creature in step.targets}
    if not any(found.values()):
        must_find(resolution, step.targets[0], step.name)
    for creature, chosen in found.items():
        if chosen:
            end(resolution, creature, chosen, message("removed"))
