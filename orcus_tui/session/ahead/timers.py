"""The timers of a fight, soonest first, such as effects, delays and recharging powers; and their texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.briefing import EncounterEvent, EventOccasion
from orcus_tui.model.duration import Duration, Ending
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, message, plain
from orcus_tui.model.power import save_to_sustain
from orcus_tui.model.text import join_with_and
from orcus_tui.model.turn_places import count_at
from orcus_tui.rules.stats import save_modifiers, staggered_value, total
from orcus_tui.rules.system import FightView
from orcus_tui.rules.templates import Formatter, use_message
from orcus_tui.session.ahead.boundaries import UNPLACED, Moment, Turns

if TYPE_CHECKING:
    from orcus_tui.rules.system.turn import BoundaryEffect, Point


class AwaitedEvent(Struct, frozen=True):
    """The occasion of an event that waits for a creature.

    `number` is a number of hit points, if the occasion needs one.
    """

    creature: str
    occasion: EventOccasion
    number: int


When = Moment | AwaitedEvent | Duration
"""A moment, the occasion of an event, or a duration without a known end."""


class Timer(Struct, frozen=True):
    """A timer of a creature: effects that end together, or another thing that ends.

    `what` is its subject. `when` is the next moment at which something happens. `stages` are the things that happen,
    soonest first, with the duration last. `distance` is the number of boundaries of turns and rounds until then, or
    UNPLACED and more if that is unknown.
    """

    creature: str
    what: tuple[Effect, ...] | Message
    when: When
    stages: tuple[Message | Duration, ...]
    distance: int


ENCOUNTER, REMOVED, WORDS = 2 * UNPLACED, 3 * UNPLACED, 4 * UNPLACED
ENDS = message("timer ends")


# Timers


class Part(Struct, frozen=True):
    """Something that happens to a timer at a phase (`step`) of a moment; with `over`, the timer ends."""

    distance: int
    step: int
    when: When
    how: Message | None = None
    over: bool = False


class TimerDraft(Struct, frozen=True):
    """A timer before its moments are known: its subject and its parts (at least one)."""

    what: tuple[Effect, ...] | Message
    parts: list[Part]


def timers(view: FightView) -> tuple[Timer, ...]:
    """The timers of a fight, soonest first, then those without a moment. A fight that is over has none."""
    if view.fight.phase == "finished":
        return ()
    turns = Turns(view)
    placed: list[tuple[Part, Timer]] = []
    for creature, found in (
        *_timers_of_creatures(turns),
        *_zone_timers(turns),
        *_reminder_timers(turns),
        *_event_timers(turns),
    ):
        first = min(found.parts, key=_place)
        placed.append((first, Timer(creature, found.what, first.when, _stages(found.parts), first.distance)))
    placed.sort(key=lambda each: (each[0].distance, _sort_key(each[0].when), each[0].step))
    return tuple(timer for _, timer in placed)


def _timers_of_creatures(turns: Turns) -> Iterator[tuple[str, TimerDraft]]:
    for creature, state in turns.fight.states.items():
        if state.life != "dead" and state.place != "gone":
            for found in (*_effect_timers(turns, creature), *_creature_timers(turns, creature)):
                yield creature, found


def _place(part: Part) -> tuple[int, int]:
    return part.distance, part.step


def _sort_key(when: When) -> tuple[str, int, str, str]:
    """Keeps timers of the same moment together if their distance is unknown."""
    if isinstance(when, Moment):
        return when.point, when.round, when.creature, "again" if when.again else ""
    if isinstance(when, AwaitedEvent):
        return when.occasion, when.number, when.creature, ""
    return when.ending, when.number, when.words, when.anchor


def _stages(parts: list[Part]) -> tuple[Message | Duration, ...]:
    """Everything that happens to a timer until it ends, soonest first, and its duration."""
    if len(parts) == 1:
        return (parts[0].how,) if parts[0].how else ()
    stages: list[Message] = []
    for part in sorted(parts, key=_place):
        if part.how:
            stages.append(message("timer then ends") if stages and part.how == ENDS else part.how)
        if part.over:
            break
    lasting = [part.when for part in parts if isinstance(part.when, Duration) and part.distance != REMOVED]
    return (*stages, *lasting) if stages else ()


def _parts_at(turns: Turns, creature: str, kind: BoundaryEffect, how: Message, number: int = 1) -> list[Part]:
    """The part of a timer at the next moment of this kind; empty if there is no such moment."""
    moment = turns.of(creature, kind, number)
    return [Part(moment.distance, turns.step(kind, moment), moment, how)] if moment else []


def _part_at(moment: Moment, how: Message | None = None) -> Part:
    """The part of a timer at a moment, ahead of all phases."""
    return Part(moment.distance, -1, moment, how)


# The fight


def _reminder_timers(turns: Turns) -> Iterator[tuple[str, TimerDraft]]:
    """The reminders at the start of a round."""
    for number, text in turns.fight.reminders:
        yield "", TimerDraft(plain(text), [_part_at(turns.round_start(number), message("timer reminder"))])


def _zone_timers(turns: Turns) -> Iterator[tuple[str, TimerDraft]]:
    """The zones: when their line is next carried out on a creature inside, and when they end."""
    for name, zone in turns.fight.zones.items():
        inside = [each for each in zone.inside if turns.has_turns_to_come(each)]
        if zone.aura and not inside:
            continue
        parts = _end_parts_of_duration(turns, zone.duration)
        if zone.line and zone.at != "inside":
            at: BoundaryEffect = "said at start" if zone.at == "start" else "said at end"
            lines = [part for each in inside for part in _parts_at(turns, each, at, plain(zone.line.text))]
            parts += sorted(lines, key=_place)[:1]
        what = message("timer zone", zone=name, creatures=tuple(inside)) if inside else plain(name)
        yield "", TimerDraft(what, parts)


def _event_timers(turns: Turns) -> Iterator[tuple[str, TimerDraft]]:
    """The future events of the encounter."""
    fight = turns.fight
    for event in fight.briefing.events:
        part = _part_of_event(turns, event)
        if part:
            yield "", TimerDraft(plain(event.sentence or event.line), [part])


def _part_of_event(turns: Turns, event: EncounterEvent) -> Part | None:
    """The moment of an event; None if it can no longer happen."""
    fight = turns.fight
    if event.occasion == "round":
        return _part_at(turns.round_start(event.number), message("timer event")) if event.number > fight.round else None
    if event.occasion == "initiative":
        counts = ((each, count_at(fight, place)) for place, each in enumerate(fight.order))
        after = next((each for each, count in counts if count is not None and count < event.number), "")
        moment = turns.next_moment(after, ("start",)) if after else turns.round_start(fight.round + 1)
        return _part_at(moment, message("timer event at count", count=event.number))
    if event.creature not in fight.states or fight.states[event.creature].is_out:
        return None
    if event.occasion == "start":
        return _part_at(turns.next_moment(event.creature, ("start",)), message("timer event"))
    left = _hit_points_before(turns.fight, event)
    if left <= 0 and event.occasion != "dies":
        return None
    return Part(WORDS + max(left, 0), 0, AwaitedEvent(event.creature, event.occasion, event.number))


def _hit_points_before(fight: Fight, event: EncounterEvent) -> int:
    """The hit points that a creature must lose before its event happens; 1 for a creature without hit points."""
    hp = fight.states[event.creature].hp
    at = staggered_value(fight, event.creature) if event.occasion == "staggered" else event.number
    return 1 if hp is None else hp - at


# Effects


def _effect_timers(turns: Turns, creature: str) -> Iterator[TimerDraft]:
    """The timers of a creature's effects; joined effects have one timer."""
    joined: dict[tuple[object, ...], list[Effect]] = {}
    for effect in turns.fight.states[creature].effects:
        one = (effect.bundle, effect.duration) if effect.bundle is not None else (effect.id,)
        joined.setdefault(one, []).append(effect)
    for together in joined.values():
        parts: list[Part] = []
        for each in together:
            parts += [part for part in _parts_before_end(turns, creature, each) if part not in parts]
        parts += _end_parts(turns, creature, together[0])
        yield TimerDraft(tuple(together), parts or [Part(WORDS, 0, together[0].duration)])


def damage_of(effect: Effect) -> Message:
    """Persistent damage by its amount: `5 fire`, `5 damage`."""
    return message("timer damage", amount=effect.dice or effect.amount or 0, type=effect.type or "damage")


def _parts_before_end(turns: Turns, creature: str, effect: Effect) -> list[Part]:
    """The parts of an effect's timer before it ends."""
    if effect.kind == "persistent":
        return _parts_at(turns, creature, "damage", damage_of(effect))
    if effect.kind == "regeneration":
        return _parts_at(turns, creature, "regeneration", message("timer heals", amount=effect.amount or 0))
    if effect.point:
        at: BoundaryEffect = "said at start" if effect.point == "start" else "said at end"
        return _parts_at(turns, creature, at, message("timer reminder"))
    if effect.maintain:
        # An effect that was sustained this turn must be sustained again by the end of the next turn.
        is_save = save_to_sustain(effect.maintain) > 0
        lapses = message("timer lapses without save" if is_save else "timer lapses without", action=effect.maintain)
        return _parts_at(turns, creature, "lapse", lapses, 2 if effect.sustained else 1)
    return []


def _end_parts(turns: Turns, creature: str, effect: Effect) -> list[Part]:
    """The end of an effect, or the events that may end it."""
    if effect.maintain or _is_surprise(turns, effect):
        return [] if effect.maintain else [_part_at(turns.round_start(1), ENDS)]
    duration = effect.duration
    if duration.ending == "save":
        number = duration.number or turns.system.saves.needs
        ability = turns.system.saves.ability_for(turns.fight, effect)
        bonus = total(save_modifiers(turns.view, creature, ability))
        save = _save(number - bonus, f"{ability.capitalize()} save" if ability else "save")
        how = message("timer save or", save=save, then=effect.then) if effect.then else save
        return _parts_at(turns, creature, "save", how) + _limit_parts(turns, duration)
    return _end_parts_of_duration(turns, Formatter(turns.view).shown_duration(effect))


def _end_parts_of_duration(turns: Turns, duration: Duration) -> list[Part]:
    """The end of a duration other than a save."""
    if duration.ending in ("start", "end", "this turn"):
        at: BoundaryEffect = "start" if duration.ending == "start" else "end"
        number = 2 if duration.skips else 1
        return [replace(part, over=True) for part in _parts_at(turns, duration.anchor, at, ENDS, number)]
    if duration.ending == "rounds":
        return _round_parts(turns, duration)
    return [*_limit_parts(turns, duration), Part(LASTING[duration.ending], 0, replace(duration, at_most=0))]


LASTING: Mapping[Ending, int] = {"encounter": ENCOUNTER, "removed": REMOVED, "words": WORDS, "while": WORDS}


def _is_surprise(turns: Turns, effect: Effect) -> bool:
    """Whether an effect ends with the current surprise round."""
    fight = turns.fight
    in_round_zero = fight.phase == "turns" and fight.round == 0
    return in_round_zero and effect.name == turns.system.initiative.surprise_condition


def _limit_parts(turns: Turns, duration: Duration) -> list[Part]:
    """The end of a duration that may end sooner."""
    return _round_parts(turns, duration) if duration.at_most else []


def _round_parts(turns: Turns, duration: Duration) -> list[Part]:
    """Rounds are counted at the start of a creature's turn, or of a round if the effect began before the first turn."""
    left = max(1, duration.rounds)
    how = message("timer rounds left", left=left)
    if not duration.anchor:
        parts = [_part_at(turns.round_start(max(1, turns.fight.round) + left), how)]
    else:
        parts = _parts_at(turns, duration.anchor, "start", how, turns.starts_until(duration))
    return [replace(part, over=True) for part in parts]


def _save(face: int, save: str) -> Message:
    """A saving throw, with the face that the die needs."""
    if face > 20:
        return message("timer save never", save=save)
    return message("timer save", save=save, face=face) if face > 1 else message("timer save always", save=save)


# Timers without an effect


def _creature_timers(turns: Turns, creature: str) -> Iterator[TimerDraft]:
    """The timers of a creature apart from effects: reserve, surprise, delay and ready, recharging powers, dying."""
    sheet, state = turns.fight.sheets[creature], turns.fight.states[creature]
    if state.place == "reserve":
        yield from _reserve_timers(turns, creature)
    if state.surprised and turns.fight.phase == "setup":
        yield TimerDraft(message("timer surprised"), [_part_at(Moment(UNPLACED, "fight", "", 0))])
    yield from _delay_and_ready_timers(turns, creature)
    if (state.spent or sheet.regeneration or _is_dying(turns, creature)) and turns.has_turns_to_come(creature):
        yield from _turn_timers(turns, creature)


def _turn_timers(turns: Turns, creature: str) -> Iterator[TimerDraft]:
    """The timers of a creature's turns: recharging powers, printed regeneration, death saves."""
    from orcus_tui.session.ahead.phases import refreshed_uses  # the first frame rarely has a timer

    sheet, state = turns.fight.sheets[creature], turns.fight.states[creature]
    for power in sheet.powers if state.spent else ():
        if power.name in state.spent and power.use.kind in refreshed_uses(turns.view) and power.use.numbers:
            yield from _draft_if_any(plain(power.name), _parts_at(turns, creature, "refresh", use_message(power.use)))
    if sheet.regeneration and turns.system.health.can_regenerate(sheet, state):
        what = message("timer regeneration", amount=sheet.regeneration)
        how = message("timer heals", amount=sheet.regeneration)
        yield from _draft_if_any(what, _parts_at(turns, creature, "regeneration", how))
    if _is_dying(turns, creature):
        added = turns.system.death.save_modifiers or save_modifiers
        face = turns.system.death.save_needs - total(added(turns.view, creature))
        save = _save(face, turns.system.words.terms.get("death save", "save"))
        failed = state.death_failures
        how = message("timer death save", save=save, failed=failed) if failed else save
        yield from _draft_if_any(message("timer dying"), _parts_at(turns, creature, "death save", how))


def _draft_if_any(what: Message, parts: list[Part]) -> Iterator[TimerDraft]:
    if parts:
        yield TimerDraft(what, parts)


def _is_dying(turns: Turns, creature: str) -> bool:
    """Whether a creature makes a death save in its turn."""
    state = turns.fight.states[creature]
    may_be = turns.system.health.is_down(turns.view, creature) or any(each.name == "dying" for each in state.effects)
    return may_be and turns.system.death.needs_save(turns.view, creature)


def _delay_and_ready_timers(turns: Turns, creature: str) -> Iterator[TimerDraft]:
    """The timers of a delayed turn and a readied action."""
    fight = turns.fight
    if creature in fight.delayed:
        count = fight.delayed[creature]
        how = message("timer may act") if count is None else message("timer acts on", count=count)
        yield TimerDraft(message("timer delays"), [_part_at(turns.back(creature), how)])
    if creature in fight.readied:
        trigger, _ = fight.readied[creature]
        lapses = _part_at(turns.next_moment(creature, ("start",)), message("timer lapses"))
        yield TimerDraft(message("timer readied", trigger=trigger), [lapses])


def _reserve_timers(turns: Turns, creature: str) -> Iterator[TimerDraft]:
    """The timer of a creature in reserve."""
    sheet = turns.fight.sheets[creature]
    due = sheet.due_round
    if due is not None and due > turns.fight.round:
        yield TimerDraft(message("timer reserve"), [_part_at(turns.round_start(due), message("timer due"))])
    else:
        what = message("timer reserve") if due is None else message("timer reserve overdue", round=due)
        until = sheet.reserve_until if due is None else ""
        yield TimerDraft(what, [Part(WORDS, 0, Duration("words", words=until or "it enters"))])


# In words

POINTS: Mapping[Point, str] = {
    "start": "start of {}'s turn",
    "end": "end of {}'s turn",
    "back": "start of {}'s delayed turn",
    "late end": "end of {}'s delayed turn",
    "waste": "when {}'s delayed turn runs out",
    "round": "round {} begins",
    "fight": "when the fight begins",
}

EVENT_OCCASIONS: Mapping[EventOccasion, str] = {
    "staggered": "when {name} is {staggered}",
    "at": "when {name} has {number} hit points or fewer",
    "dies": "when {name} dies",
}
"""The times of events that depend on a creature, in words, by their occasion."""

AT_HALF = "at half its hit points"
"""The words for a staggered creature in a system without that term."""


def when_text(formatter: Formatter, when: When) -> str:
    """When a timer next matters: `end of Cor's turn in round 2`, `when Cor dies`, `until removed`."""
    if isinstance(when, Duration):
        return formatter.duration(when)
    if isinstance(when, AwaitedEvent):
        staggered = formatter.word("staggered") or AT_HALF
        return EVENT_OCCASIONS[when.occasion].format(
            name=formatter.name(when.creature), staggered=staggered, number=when.number
        )
    if when.point == "round":
        return POINTS["round"].format(when.round)
    text = POINTS[when.point].format(formatter.name(when.creature))
    return f"{text} in round {when.round}" if when.again and when.distance < UNPLACED else text


def short_texts(formatter: Formatter, timer: Timer) -> tuple[str, str]:
    """The subject of a timer and its other events, with persistent damage by its amount.

    Examples: `5 fire and dazed`, `save 10+`.
    """
    if isinstance(timer.what, Message):
        return formatter.text(timer.what), _stages_text(formatter, timer.stages)
    damages = {each.id: damage_of(each) for each in timer.what if each.kind == "persistent"}
    named = [formatter.text(damages[each.id]) if each.id in damages else formatter.effect(each) for each in timer.what]
    return join_with_and(named), _stages_text(
        formatter, (each for each in timer.stages if each not in damages.values())
    )


def _stages_text(formatter: Formatter, stages: Iterable[Message | Duration]) -> str:
    """The coming events of a timer: `5 fire, save 10+`."""
    return ", ".join(
        formatter.duration(each) if isinstance(each, Duration) else formatter.text(each) for each in stages
    )
