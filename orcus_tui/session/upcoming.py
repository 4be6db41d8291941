"""What runs in a fight, by when it will next matter, soonest first."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct

from orcus_tui.model.duration import Duration
from orcus_tui.model.message import Message, message, plain
from orcus_tui.rules import boundary_phases, effects, powers, turn
from orcus_tui.rules.stats import save_modifiers, standing, total
from orcus_tui.rules.templates import use_message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from orcus_tui.model.duration import Ending
    from orcus_tui.model.effect import Effect
    from orcus_tui.model.fight import Fight, Turn
    from orcus_tui.rules.system import System
    from orcus_tui.rules.system.turn import BoundaryEffect

Point = Literal["start", "end", "back", "late end", "waste", "round", "fight"]
"""The start or end of a turn; a delayed turn's start, end, or end without having come; a round's or fight's start."""


class Moment(NamedTuple):
    """A boundary to come: how far away, whose, in which round; `again` where one like it comes before."""

    distance: int
    point: Point
    creature: str
    round: int
    again: bool = False


When = Moment | Duration
"""A moment, or for what has no place among them, how long it lasts."""


class Timer(Struct, frozen=True):
    """One thing that runs on a creature: effects that end together, or something of its own.

    `when` is the point at which it next matters; those of one point come one after the other. `ways` are what happens
    then and later, soonest first, and beside them how long it lasts. `distance` counts the boundaries of turns and
    rounds from now; UNPLACED and more where nobody can tell.
    """

    creature: str
    what: tuple[Effect, ...] | Message
    when: When
    ways: tuple[Message | Duration, ...]
    distance: int

    @property
    def damage(self) -> Message | None:
        """The persistent damage it deals, if it is that."""
        if isinstance(self.what, Message) or self.what[0].kind != "persistent":
            return None
        return _damage(self.what[0])


UNPLACED = 1_000_000
"""The distance of what waits for a turn without a place: no turn runs, or its owner is not in the order."""
ENCOUNTER, REMOVED, WORDS = 2 * UNPLACED, 3 * UNPLACED, 4 * UNPLACED
ENDS = message("timer ends")


# What the rules of a turn's boundary bring

SHARED: Mapping[object, BoundaryEffect] = {
    boundary_phases.regeneration: "regeneration",
    powers.refresh_dice: "refresh",
    boundary_phases.saving_throws: "save",
    turn.lapse_unmaintained: "lapse",
    boundary_phases.reminders_at_start: "said at start",
    boundary_phases.reminders_at_end: "said at end",
    effects.expire_at_start: "start",
    effects.expire_at_end: "end",
}
"""What each rule brings that any system may list at a turn's boundary; what its own bring, a system says."""


def _applies(system: System, fight: Fight, rule: object) -> bool:
    """Whether a rule comes to something, as the options are."""
    if rule not in system.turn.phase_options:
        return True
    key, value = system.turn.phase_options[rule]
    return system.option(fight, key) == value


def _points(system: System, fight: Fight) -> dict[BoundaryEffect, dict[Point, int]]:
    """At which points each matter comes up, and at which place among the phases there; of several, the first."""
    matters = {**SHARED, **system.turn.boundary_effects}
    waste = matters.get(system.delay.run_out) == "end" and _applies(system, fight, system.delay.run_out)
    ends: tuple[Point, ...] = ("end", "late end", "waste") if waste else ("end", "late end")
    found: dict[BoundaryEffect, dict[Point, int]] = {}
    for points, rules in (
        (("start",), system.turn.start),
        (("back",), system.delay.turn_start),
        (ends, system.turn.end),
    ):
        for place, rule in enumerate(rules):
            if rule in matters and _applies(system, fight, rule):
                places = found.setdefault(matters[rule], {})
                for point in points:
                    places.setdefault(point, place)
    return found


# The turns to come


class Turns:
    """The boundaries to come, numbered from now; found out once for a whole fight.

    What is left of this round is walked through, since who delayed comes back in it; from then on each round is alike.
    """

    def __init__(self, system: System, fight: Fight) -> None:
        self.system = system
        self.fight = fight
        self._points = _points(system, fight)
        self._distance = 0 if fight.turn else UNPLACED
        self._this_round: dict[str, list[Moment]] = {}
        order = list(fight.order or fight.states)
        if fight.turn:
            self._walk(fight.turn, order)
        self._next_round = Moment(self._distance, "round", "", fight.round + 1)
        self._places = {creature: place for place, creature in enumerate(order)}
        self._circle = 1 + 2 * len(order)

    def comes(self, creature: str) -> bool:
        """Whether a creature's place in the order still brings it turns."""
        return creature in self.fight.states and standing(self.system, self.fight, creature) in ("up", "down")

    def _walk(self, running: Turn, order: list[str]) -> None:
        """Goes through the rest of the round as `next` would, and leaves the order as it will be then."""
        waiting = dict(self.fight.delayed)
        if self.fight.interrupter:
            self._note(self.fight.interrupter, "end")
        self._note(running.creature, "late end" if running.delayed else "end")
        place = order.index(running.creature) if running.creature in order else -1
        while True:
            place += 1
            here = order[place] if place < len(order) else ""
            back = self._coming_back(waiting, here) if waiting else ""
            if back:
                del waiting[back]
                place -= back in order[:place]
                order.remove(back)
                order.insert(place, back)
                self._note(back, "back", "late end")
            elif not here:
                break
            elif self.fight.round or not self.comes(here) or self.system.initiative.acts_this_round(self.fight, here):
                waiting.pop(here, None)
                self._note(here, "start", "end")
        for late in () if self.system.delay.into_next_round else waiting:
            self._note(late, "waste")

    def _coming_back(self, waiting: Mapping[str, int | None], here: str) -> str:
        """Who delayed to a count that comes before this place (empty: the end of the round), highest first."""
        count_here = self.fight.states[here].initiative if here else None
        if here and count_here is None:
            return ""
        due = [
            (count, self.system.delay.rank(self.fight, each), each)
            for each, count in waiting.items()
            if count is not None and (count_here is None or count > count_here) and self.comes(each)
        ]
        return max(due)[2] if due else ""

    def _note(self, creature: str, *points: Point) -> None:
        noted = self._this_round.setdefault(creature, [])
        for point in points:
            noted.append(Moment(self._distance, point, creature, self.fight.round))
            self._distance += 1

    def of(self, creature: str, matter: BoundaryEffect, number: int = 1) -> Moment | None:
        """When a matter comes up on a creature's account: the first time from now, or a later one.

        None where the system has no such moment.
        """
        points = self._points.get(matter)
        if not points:
            return None
        if matter not in ("start", "end") and not self.comes(creature):
            return Moment(UNPLACED, next(iter(points)), creature, 0)
        return self.coming(creature, tuple(points), number)

    def coming(self, creature: str, points: tuple[Point, ...], number: int = 1) -> Moment:
        """The first, or a later one, of these points of a creature's turns."""
        sooner = [each for each in self._this_round.get(creature, ()) if each.point in points]
        if number <= len(sooner):
            return sooner[number - 1] if number == 1 else sooner[number - 1]._replace(again=True)
        place, point = self._places.get(creature), points[0]
        if place is None:
            return Moment(UNPLACED, point, creature, 0)
        rounds = number - len(sooner) - 1
        first = self._next_round.distance + 1 + 2 * place + (point == "end")
        again = rounds > 0 or any(each.point == point for each in sooner)
        return Moment(first + rounds * self._circle, point, creature, self._next_round.round + rounds, again)

    def back(self, creature: str) -> Moment:
        """When a delayed creature comes back, or its turn runs out."""
        waits = (each for each in self._this_round.get(creature, ()) if each.point in ("back", "waste"))
        last = (
            self.coming(creature, ("start",))
            if self.system.delay.into_next_round
            else Moment(UNPLACED, "back", creature, 0)
        )
        return next(waits, last)

    def round_start(self, number: int) -> Moment:
        """When a round begins."""
        distance = self._next_round.distance + (number - self._next_round.round) * self._circle
        return Moment(distance, "round", "", number)

    def step(self, matter: BoundaryEffect, moment: Moment) -> int:
        """The place of a matter among the steps at that moment."""
        return self._points[matter].get(moment.point, 0)


# What runs


class Part(NamedTuple):
    """One of the ways in which something matters: when, at which step of that moment, and how; `over`: then it is."""

    distance: int
    step: int
    when: When
    how: Message | None = None
    over: bool = False


class Found(NamedTuple):
    """Something that runs on a creature, and the ways in which it matters, of which there is at least one."""

    what: tuple[Effect, ...] | Message
    parts: list[Part]


def timers(system: System, fight: Fight) -> tuple[Timer, ...]:
    """What runs, soonest first.

    Last comes what has no place: what waits for a turn that nobody can tell, the encounter's end, being removed, words.
    """
    turns = Turns(system, fight)
    placed: list[tuple[Part, Timer]] = []
    for creature, state in fight.states.items():
        if state.life == "dead" or state.place == "gone":
            continue
        for found in (*_effects(turns, creature), *_own(turns, creature)):
            first = min(found.parts, key=_place)
            placed.append((first, Timer(creature, found.what, first.when, _ways(found.parts), first.distance)))
    placed.sort(key=lambda each: (each[0].distance, _order(each[0].when), each[0].step))
    return tuple(timer for _, timer in placed)


def _place(part: Part) -> tuple[int, int]:
    return part.distance, part.step


def _order(when: When) -> tuple[str, int, str, str]:
    """What brings together all that waits for the same, where the distance does not tell."""
    if isinstance(when, Moment):
        return when.point, when.round, when.creature, "again" if when.again else ""
    return when.ending, when.number, when.words, when.anchor


def _ways(parts: list[Part]) -> tuple[Message | Duration, ...]:
    """All the ways in which something matters until it is over, soonest first, and beside them how long it lasts."""
    if len(parts) == 1:
        return (parts[0].how,) if parts[0].how else ()
    ways: list[Message] = []
    for part in sorted(parts, key=_place):
        if part.how:
            ways.append(message("timer then ends") if ways and part.how == ENDS else part.how)
        if part.over:
            break
    lasting = [part.when for part in parts if isinstance(part.when, Duration) and part.distance != REMOVED]
    return (*ways, *lasting) if ways else ()


def _at(turns: Turns, creature: str, matter: BoundaryEffect, how: Message, number: int = 1) -> list[Part]:
    """A way in which something matters when a matter comes up; none where it never does."""
    moment = turns.of(creature, matter, number)
    return [Part(moment.distance, turns.step(matter, moment), moment, how)] if moment else []


def _on(moment: Moment, how: Message | None = None) -> Part:
    """A way in which something matters at a moment, before any step of it."""
    return Part(moment.distance, -1, moment, how)


# Effects


def _effects(turns: Turns, creature: str) -> Iterator[Found]:
    """The effects on a creature; those that share a saving throw, and come to nothing else, are one."""
    held = turns.fight.states[creature].effects
    listed: set[int] = set()
    for effect in held:
        if effect.id in listed:
            continue
        together: tuple[Effect, ...] = (effect,)
        if effect.bundle is not None and not _matters_before(effect):
            together = tuple(each for each in held if each.bundle == effect.bundle and not _matters_before(each))
            listed.update(each.id for each in together)
        parts = [*_while_it_lasts(turns, creature, effect), *_ending(turns, creature, effect)]
        yield Found(together, parts or [Part(WORDS, 0, effect.duration)])


def _damage(effect: Effect) -> Message:
    """Persistent damage by what it deals: `5 fire`, `5 damage`."""
    return message("timer damage", amount=effect.amount or 0, type=effect.type or "damage")


def _matters_before(effect: Effect) -> bool:
    """Whether an effect comes to something before its saving throw, or has none."""
    return effect.duration.ending != "save" or effect.kind in ("persistent", "regeneration") or bool(effect.point)


def _while_it_lasts(turns: Turns, creature: str, effect: Effect) -> list[Part]:
    """What an effect comes to before it ends."""
    if effect.kind == "persistent":
        return _at(turns, creature, "damage", _damage(effect))
    if effect.kind == "regeneration":
        return _at(turns, creature, "regeneration", message("timer heals", amount=effect.amount or 0))
    if effect.point:
        at: BoundaryEffect = "said at start" if effect.point == "start" else "said at end"
        return _at(turns, creature, at, message("timer reminder"))
    if effect.maintain:
        # What is paid for this turn is due again at the end of the next.
        lapses = message("timer lapses without", action=effect.maintain)
        return _at(turns, creature, "lapse", lapses, 2 if effect.kept else 1)
    return []


def _ending(turns: Turns, creature: str, effect: Effect) -> list[Part]:
    """When an effect ends, or what may end it."""
    duration = effect.duration
    if effect.maintain or _is_surprise(turns, effect):
        return [] if effect.maintain else [_on(turns.round_start(1), ENDS)]
    if duration.ending == "save":
        number = duration.number or turns.system.saves.needs
        ability = turns.system.saves.ability_for(turns.fight, effect)
        bonus = total(save_modifiers(turns.system, turns.fight, creature, ability))
        save = _save(number - bonus, f"{ability.capitalize()} save" if ability else "save")
        how = message("timer save or", save=save, then=effect.then) if effect.then else save
        return _at(turns, creature, "save", how)
    if duration.ending in ("start", "end", "this turn"):
        at: BoundaryEffect = "start" if duration.ending == "start" else "end"
        number = 2 if duration.skips and at == "end" else 1
        return [part._replace(over=True) for part in _at(turns, duration.anchor, at, ENDS, number)]
    if duration.ending == "rounds":
        return _rounds(turns, duration)
    return [Part(LASTING[duration.ending], 0, duration)]


LASTING: Mapping[Ending, int] = {"encounter": ENCOUNTER, "removed": REMOVED, "words": WORDS}


def _is_surprise(turns: Turns, effect: Effect) -> bool:
    """Whether an effect is over with the surprise round that runs."""
    fight = turns.fight
    in_round_zero = fight.phase == "turns" and fight.round == 0
    return in_round_zero and effect.name == turns.system.initiative.surprise_condition


def _rounds(turns: Turns, duration: Duration) -> list[Part]:
    """Rounds count down at the start of a creature's turn; those that began before the first turn, with the round."""
    left = max(1, duration.number)
    how = message("timer rounds left", left=left)
    if not duration.anchor:
        parts = [_on(turns.round_start(max(1, turns.fight.round) + left), how)]
    else:
        parts = _at(turns, duration.anchor, "start", how, left)
    return [part._replace(over=True) for part in parts]


def _save(face: int, save: str) -> Message:
    """A saving throw, by what the die must show."""
    if face > 20:
        return message("timer save never", save=save)
    return message("timer save", save=save, face=face) if face > 1 else message("timer save always", save=save)


# What runs beside effects


def _own(turns: Turns, creature: str) -> Iterator[Found]:
    """What a creature's own state brings: powers to come back, dying, waiting for its moment."""
    sheet, state = turns.fight.sheets[creature], turns.fight.states[creature]
    if state.place == "reserve":
        yield from _reserve(turns, creature)
    if state.surprised and turns.fight.phase == "setup":
        yield Found(message("timer surprised"), [_on(Moment(UNPLACED, "fight", "", 0))])
    yield from _waiting(turns, creature)
    if (state.spent or sheet.regeneration or _is_dying(turns, creature)) and turns.comes(creature):
        yield from _coming_up(turns, creature)


def _coming_up(turns: Turns, creature: str) -> Iterator[Found]:
    """What a creature's turns bring of themselves: powers back, printed regeneration, death saves."""
    sheet, state = turns.fight.sheets[creature], turns.fight.states[creature]
    for power in sheet.powers:
        if power.name in state.spent and power.use.kind in ("refresh", "recharge"):
            yield from _if_any(plain(power.name), _at(turns, creature, "refresh", use_message(power.use)))
    if sheet.regeneration and state.hp is not None and state.hp < (sheet.max_hp or 0):
        what = message("timer regeneration", amount=sheet.regeneration)
        how = message("timer heals", amount=sheet.regeneration)
        yield from _if_any(what, _at(turns, creature, "regeneration", how))
    if _is_dying(turns, creature):
        added = turns.system.death.save_modifiers or partial(save_modifiers, turns.system)
        face = turns.system.death.save_needs - total(added(turns.fight, creature))
        save = _save(face, turns.system.words.terms.get("death save", "save"))
        failed = state.death_failures
        how = message("timer death save", save=save, failed=failed) if failed else save
        yield from _if_any(message("timer dying"), _at(turns, creature, "death save", how))


def _if_any(what: Message, parts: list[Part]) -> Iterator[Found]:
    if parts:
        yield Found(what, parts)


def _is_dying(turns: Turns, creature: str) -> bool:
    """Whether a creature's turn brings a death saving throw; most are asked no further than their hit points."""
    state = turns.fight.states[creature]
    may_be = turns.system.death.is_down(turns.fight, creature) or any(each.name == "dying" for each in state.effects)
    return may_be and turns.system.death.needs_save(turns.fight, creature)


def _waiting(turns: Turns, creature: str) -> Iterator[Found]:
    """A turn delayed and an action readied."""
    fight = turns.fight
    if creature in fight.delayed:
        count = fight.delayed[creature]
        how = message("timer may act") if count is None else message("timer acts on", count=count)
        yield Found(message("timer delays"), [_on(turns.back(creature), how)])
    if creature in fight.readied:
        trigger, _ = fight.readied[creature]
        lapses = _on(turns.coming(creature, ("start",)), message("timer lapses"))
        yield Found(message("timer readied", trigger=trigger), [lapses])


def _reserve(turns: Turns, creature: str) -> Iterator[Found]:
    """When a creature in reserve is due."""
    sheet = turns.fight.sheets[creature]
    due = sheet.due_round
    if due is not None and due > turns.fight.round:
        yield Found(message("timer reserve"), [_on(turns.round_start(due), message("timer due"))])
    else:
        what = message("timer reserve") if due is None else message("timer reserve overdue", round=due)
        until = sheet.reserve_until if due is None else ""
        yield Found(what, [Part(WORDS, 0, Duration("words", words=until or "it enters"))])
