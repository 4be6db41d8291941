"""The log: each event as a line in the words of the fight's system."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, takewhile
from typing import Any

from orcus_tui.model import events
from orcus_tui.model.damage import Harm
from orcus_tui.model.events import Event
from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Execution
from orcus_tui.model.message import Message, Term
from orcus_tui.model.offer import Offer
from orcus_tui.model.text import Number, Range, defense_name, number, points, shorten_names, sum_term
from orcus_tui.model.zone import Zone
from orcus_tui.rules.templates import Formatter
from orcus_tui.session.log_events import worth_reading
from orcus_tui.session.question_text import damage_text, question_dice, question_text
from orcus_tui.systems import SYSTEMS, view_of

HEADINGS = (events.RoundStarted, events.TurnStarted)
"""Events whose lines are headings."""


def formatter_of(fight: Fight) -> Formatter:
    """The formatter of this fight's messages, in its system's words."""
    return Formatter(view_of(fight))


def log_lines(happened: Collection[Event], fight: Fight) -> list[str]:
    """The lines of events, with names as they are in `fight`."""
    formatter = formatter_of(fight)
    return joined_lines(formatter, happened, lines_with_events(formatter, happened))


def joined_lines(formatter: Formatter, happened: Collection[Event], lines: Iterable[tuple[Event, str]]) -> list[str]:
    """The lines of events, with a single line for consecutive silent turns of a group."""
    several_turns = [*map(type, happened)].count(events.TurnStarted) > 1
    return [line for _, line in (with_turns_joined(formatter, lines) if several_turns else lines)]


def execution_lines(execution: Execution) -> list[str]:
    """A command and its lines of the log."""
    return [f"> {execution.line}", *log_lines(execution.events, execution.after)]


def lines_with_events(formatter: Formatter, happened: Iterable[Event]) -> Iterator[tuple[Event, str]]:
    """Each line of a command with its event.

    Consecutive events of one kind may share a line, which is paired with the first.
    """
    for kind, in_a_row in groupby(worth_reading(happened, formatter.fight), key=type):
        if kind in SHARED_LINES:
            yield from SHARED_LINES[kind](formatter, list(in_a_row))
        else:
            read = LINES[kind]
            for event in in_a_row:
                if line := read(formatter, event):
                    yield event, line


def with_turns_joined(formatter: Formatter, lines: Iterable[tuple[Event, str]]) -> Iterator[tuple[Event, str]]:
    """The lines, with a single line for consecutive silent turns of a group."""
    for group, some in groupby(lines, key=lambda line: group_at_turn(formatter.fight, line[0])):
        joined = list(some)
        if group and len(joined) > 1:
            yield joined[0][0], turn_text(formatter, [each for each, _ in joined])
        else:
            yield from joined


def group_at_turn(fight: Fight, event: Event) -> str:
    """The group of a creature at the start of its turn; empty for any other event."""
    if not isinstance(event, events.TurnStarted) or event.delayed or event.creature not in fight.sheets:
        return ""
    return fight.sheets[event.creature].group or ""


def turn_text(formatter: Formatter, starts: Iterable[Event]) -> str:
    """The line of consecutive turns: `Rat 1–5's turn`."""
    creatures = tuple(each.creature for each in starts if isinstance(each, events.TurnStarted))
    return formatter.sentence("turn of several", group=creatures)


def _creatures_added(formatter: Formatter, added: list[events.CreatureAdded]) -> Iterator[tuple[Event, str]]:
    """New creatures, a line for each; many creatures of one kind share a line."""
    names = shorten_names([each.sheet.name for each in added])
    if len(names) > 1 or len(added) == 1:
        yield from ((each, _creature_added(formatter, each)) for each in added)
    else:
        ids = "".join(shorten_names([each.creature for each in added]))
        yield added[0], formatter.sentence("join", names=names[0], ids=ids)


def _effects_by_bundle(formatter: Formatter, added: list[events.EffectAdded]) -> Iterator[tuple[Event, str]]:
    """New effects, a line for each; joined effects share a line."""
    for joined, some in groupby(added, key=partial(_line_key, formatter)):
        if joined is None:
            yield from ((each, _effects_added(formatter, each)) for each in some)
        else:
            together = list(some)
            yield together[0], _effects_added(formatter, *together)


def _line_key(formatter: Formatter, event: events.EffectAdded) -> tuple[str, int, str] | None:
    """The bearer, bundle and duration that effects on one line share; None for an effect with a separate line."""
    bundle = event.effect.bundle
    return None if bundle is None else (event.creature, bundle, _lasts(formatter, event))


def event_line(formatter: Formatter, event: Event) -> str:
    """The line of one event; empty if it is not shown."""
    return LINES[type(event)](formatter, event)


def _said_text(formatter: Formatter, event: events.MessageLogged) -> str:
    return formatter.text(event.message, who=event.creature)


def _attack(formatter: Formatter, event: events.AttackRolled) -> str:
    kind = "attacks again" if event.again else "attacks"
    against = formatter.sentence(kind, who=event.creature, target=event.target, power=event.power)
    return f"{against} {attack_sum(formatter, event)} – {formatter.word(event.outcome)}"


def attack_sum(formatter: Formatter, event: events.AttackRolled) -> str:
    """An attack's total and the defense: `12 + 8 = 20 vs AC 17 (15 + 2 cover)`, or why there was no roll."""
    if event.needed is None:
        return formatter.text(Message(event.reason))
    if event.face is None:
        reached = formatter.sentence("total typed", total=event.total)
    elif event.again:
        bonus = sum(each.amount for each in event.terms)
        reached = f"{event.face} {sum_term(bonus)} = {number(event.face + bonus)}"
    else:
        reached = formatter.sum(event.face, event.terms)
    defense = f"{defense_name(event.defense)} " if event.defense else ""
    printed, *changes = event.defense_terms or (None,)
    changed = "".join(
        f" {sum_term(each.amount)} {formatter.cause(each.cause)}" for each in changes if each and each.amount
    )
    notes = [formatter.word(event.met_with)] if event.met_with not in ("", event.defense) else []
    notes += [f"{number(printed.amount)}{changed}"] if printed and changed else []
    return f"{reached} vs {defense}{event.needed}" + (f" ({' '.join(notes)})" if notes else "")


def _die(formatter: Formatter, event: events.DieRolled) -> str:
    values: dict[str, Any] = {
        "who": event.creature,
        "target": event.target,
        "group": (event.creature, *event.others),
        "power": event.power,
        "ability": event.ability,
        "face": event.face,
        "sum": formatter.sum(event.face, event.terms),
        "needed": event.needed,
        "numbers": event.numbers,
        "margin": (event.needed or 0) - event.total,
    }
    if event.damage:
        values["damage"] = damage_text(formatter, event.damage)
    outcome = formatter.fill(event.outcome, values) if event.outcome else ""
    line = formatter.fill(event.kind, {**values, "outcome": outcome})
    return line if not outcome or formatter.shows_field("outcome", event.kind) else f"{line} – {outcome}"


def _two_dice(formatter: Formatter, event: events.AdvantageRolled) -> str:
    first, second = event.faces
    advantage = advantage_text(formatter, event.causes)
    return formatter.sentence(
        "rolls twice", who=event.creature, first=first, second=second, face=event.face, advantage=advantage
    )


def _save(formatter: Formatter, event: events.SaveRolled) -> str:
    die = formatter.sum(event.face, event.terms)
    line = formatter.sentence("save", who=event.creature, effects=event.effects, sum=die, needed=event.needed)
    return f"{line} – {formatter.word(event.outcome)}"


def _save_lost(formatter: Formatter, event: events.SaveLost) -> str:
    return formatter.sentence("save lost", who=event.creature, effects=event.effects, why=event.why)


def _advantage(formatter: Formatter, event: events.AdvantageNoted) -> str:
    advantage = advantage_text(formatter, event.causes)
    return formatter.sentence(
        "has advantage" if event.side else "advantage cancels", who=event.creature, advantage=advantage
    )


def _dice(formatter: Formatter, event: events.DiceRolled) -> str:
    read = formatter.dice_sum if event.dice else partial(Formatter.dice_sum, formatter)  # typed dice are shown as typed
    rolled = read(event.text, event.terms, event.total)
    values: dict[str, Any] = {"who": event.creature, "power": event.power, "dice": rolled, "label": event.label}
    values["total"] = event.total
    return formatter.fill(event.kind, values)


def _hit_points(formatter: Formatter, event: events.HitPointsChanged) -> str:
    why = _harm(formatter, event.harm) if event.harm else ""
    if event.message:
        why = formatter.predicate(event.message, who=event.creature)
    if event.healing and _is_below_zero(event.was_hp):
        why = f"{why} from 0"
    staggered = formatter.word("staggered") if event.staggered else ""
    note = f" · {staggered}" if staggered else ""
    return formatter.about(event.creature, f"{why}: {_hit_points_before_and_after(event)}{note}")


def _is_below_zero(hp: Number) -> bool:
    """Whether hit points, or the lowest of a range, are below 0."""
    return (hp.low if isinstance(hp, Range) else hp) < 0


def _harm(formatter: Formatter, harm: Harm) -> str:
    """Damage taken: `takes 7 fire (12, resist 5)`."""
    kind = f" {formatter.word('persistent')}" if harm.persistent else ""
    types = f" {formatter.types(harm.types)}" if harm.types else ""
    changes = (number(harm.rolled), *(formatter.text(each) for each in harm.changes)) if harm.changes else ()
    working = f" ({', '.join(changes)})" if changes else ""
    cause = f" from {formatter.text(harm.cause)}" if harm.cause else ""
    return f"takes {number(harm.amount)}{kind}{types}{working}{cause}"


def _hit_points_before_and_after(event: events.HitPointsChanged) -> str:
    changes = [f"{number(event.was_hp)} → {number(event.hp)}"] if event.hp != event.was_hp else []
    if event.temp_hp != event.was_temp_hp:
        changes.append(f"temporary {event.was_temp_hp} → {event.temp_hp}")
    return ", ".join(changes) or f"stays at {number(event.hp)}"


def advantage_text(formatter: Formatter, causes: Iterable[Term]) -> str:
    """The causes of advantage and disadvantage: `advantage (helped) and disadvantage (prone)`."""
    by_side: dict[int, dict[str, None]] = {}
    for each in causes:
        by_side.setdefault(each.amount, {})[formatter.cause(each.cause)] = None
    sides = ((1, "advantage"), (-1, "disadvantage"))
    return " and ".join(f"{word} ({', '.join(by_side[side])})" for side, word in sides if side in by_side)


def _change_text(formatter: Formatter, event: events.StateChanged | events.SheetChanged) -> str:
    if event.message is None:
        return ""
    return formatter.text(event.message, who=event.creature, value=event.value)


def _fight_changed(formatter: Formatter, event: events.FightChanged) -> str:
    return formatter.text(event.message, value=event.value) if event.message else ""


def _effects_added(formatter: Formatter, *added: events.EffectAdded) -> str:
    """New joined effects: `Ari: dazed and persistent 5 fire, save ends (from Ogre)`."""
    named = formatter.effects(each.effect for each in added)
    return formatter.about(added[0].creature, f"{named}, {_lasts(formatter, added[0])}", mark=":")


def _lasts(formatter: Formatter, event: events.EffectAdded) -> str:
    """The duration of an effect, the results of its saving throws, and its source."""
    source = event.effect.source
    shown = source not in ("", event.creature) and event.effect.kind != "mark"
    origin = formatter.origin(source) if shown else ""
    held = event.effect, event.creature
    return f"{formatter.duration_of(*held)}{formatter.then_and_after(*held)}{origin}"


def _effect_ended(formatter: Formatter, event: events.EffectEnded) -> str:
    why = f" ({formatter.text(event.why, who=event.creature)})" if event.why else ""
    return formatter.about(event.creature, f"{formatter.effect(event.effect)} ends{why}", mark=":")


def _effect_changed(formatter: Formatter, event: events.EffectChanged) -> str:
    if event.message is None:
        return ""
    return formatter.about(event.creature, formatter.predicate(event.message, who=event.creature), mark=":")


def _zone_line(formatter: Formatter, zone: Zone, line: str) -> str:
    """The line of a zone, and the time at which it is carried out."""
    if zone.at == "inside":
        return formatter.sentence("zone inside", line=line)
    return formatter.sentence("zone start" if zone.at == "start" else "zone end", line=line)


def zone_text(formatter: Formatter, zone: Zone) -> str:
    """A zone in words: `Ari and Bo inside; damage 5 cold at the start of each turn inside; 3 rounds (from Witch)`."""
    parts = [formatter.sentence("zone has inside", creatures=zone.inside)] if zone.inside else []
    if zone.line:
        parts.append(_zone_line(formatter, zone, zone.line.text))
    parts.append(formatter.duration(zone.duration))
    return "; ".join(parts) + (formatter.origin(zone.source) if zone.source else "")


def _zone_made(formatter: Formatter, event: events.ZoneMade) -> str:
    return formatter.sentence("zone made", zone=event.name, text=zone_text(formatter, event.zone))


def _zone_members_changed(formatter: Formatter, event: events.ZoneMembersChanged) -> str:
    if event.entering:
        return formatter.sentence("zone entered", zone=event.name, creatures=event.entering)
    return formatter.sentence("zone left", zone=event.name, creatures=event.leaving) + _why(formatter, event.why)


def _zone_ended(formatter: Formatter, event: events.ZoneEnded) -> str:
    return formatter.sentence("zone ends", zone=event.name) + _why(formatter, event.why)


def _zone_restored(formatter: Formatter, event: events.ZoneRestored) -> str:
    return formatter.sentence("zone restored", zone=event.name)


def _why(formatter: Formatter, why: Message | None) -> str:
    return f" ({formatter.text(why)})" if why else ""


def _round(formatter: Formatter, event: events.RoundStarted) -> str:
    return formatter.sentence("round", round=event.round)


def _turn(formatter: Formatter, event: events.TurnStarted) -> str:
    return formatter.sentence("delayed turn" if event.delayed else "turn", who=event.creature)


def _turn_shared(formatter: Formatter, event: events.TurnShared) -> str:
    return "" if event.again else formatter.sentence("turn shared", who=event.creature)


def _own_message(formatter: Formatter, event: events.ActionSpent | events.FormTaken | events.OffersClosed) -> str:
    return formatter.text(event.message, who=event.creature) if event.message else ""


def _question_line(formatter: Formatter, event: events.QuestionAsked) -> str:
    asked = event.question
    what = question_text(formatter, asked)
    return formatter.sentence(
        "question asked", who=asked.creature, what=what, dice=question_dice(formatter, asked), id=asked.id
    )


def _closing_text(formatter: Formatter, event: events.QuestionClosed) -> str:
    if event.why is None:
        return ""
    asked = event.question
    what = question_text(formatter, asked)
    return formatter.sentence("question lapsed", who=asked.creature, what=what, id=asked.id, why=event.why)


def _offers(formatter: Formatter, made: Sequence[events.OfferMade]) -> Iterator[tuple[Event, str]]:
    """The offers; those to a creature for the same reason share a line, and those of one line to several creatures."""
    singly = [*made]
    while singly:
        first = singly[0]
        of_line = [*takewhile(partial(_offers_the_same, first.offer), singly)]
        of_creature = [*takewhile(partial(_is_for_the_same, first.offer), singly)]
        if len(of_line) > 1:
            yield first, _offer_to_several(formatter, [each.offer for each in of_line])
        else:
            yield first, _offers_to_one(formatter, of_creature)
        singly = singly[max(len(of_line), len(of_creature)) :]


def _offers_the_same(offer: Offer, made: events.OfferMade) -> bool:
    return (made.offer.because, made.offer.short_line) == (offer.because, offer.short_line)


def _is_for_the_same(offer: Offer, made: events.OfferMade) -> bool:
    return (made.offer.creature, made.offer.because) == (offer.creature, offer.because)


def _offer_to_several(formatter: Formatter, offers: Sequence[Offer]) -> str:
    names = shorten_names([formatter.name(each.creature) for each in offers])
    because, line = formatter.trigger(offers[0].because), offers[0].short_line
    return formatter.sentence(
        "offer to several", names=", ".join(names), numbers=_numbers(offers), because=because, line=line
    )


def _offers_to_one(formatter: Formatter, alike: Sequence[events.OfferMade]) -> str:
    if len(alike) == 1:
        return _offer(formatter, alike[0])
    offers = sorted((each.offer for each in alike), key=lambda each: each.id)
    reason = formatter.trigger(offers[0].because)
    lines = ", ".join(f"{each.id} {offered_text(formatter, each)}" for each in offers)
    return formatter.sentence(
        "offer of several", who=offers[0].creature, numbers=_numbers(offers), because=reason, lines=lines
    )


def _numbers(offers: Sequence[Offer]) -> str:
    """The numbers of offers, in ascending order: `1–3`, or `2, 5` if they are not consecutive."""
    first, last = offers[0].id, offers[-1].id
    is_range = last - first == len(offers) - 1
    return f"{first}–{last}" if is_range else ", ".join(str(each.id) for each in offers)


def offered_text(formatter: Formatter, offer: Offer) -> str:
    """The power of an offer, else its line, with its cost: `Disrupt Life (costs 3 of 3)`."""
    line = offer.choices[0]
    text = line.power if len(offer.choices) == 1 and line.power and not line.before else offer.short_line
    return formatter.sentence("offer costs", line=text, cost=line.cost, left=line.left) if line.cost else text


def _offer(formatter: Formatter, event: events.OfferMade) -> str:
    offer = event.offer
    because = formatter.trigger(offer.because)
    return formatter.sentence("offered", who=offer.creature, number=offer.id, line=offer.line, because=because)


def _standing(formatter: Formatter, event: events.SideStanding) -> str:
    """The state of a side; equal creatures of one kind share a name: `foes: Ogre dead, Rat 1–4 up 3/3`."""
    alike = groupby(event.members, key=partial(_state_text, formatter))
    members = (
        f"{name} {stands}"
        for stands, some in alike
        for name in shorten_names([formatter.name(each.creature) for each in some])
    )
    return f"{event.side}: {', '.join(members)}"


def _state_text(formatter: Formatter, standing: events.Standing) -> str:
    """The state of a creature: `up 12/40`, `down (hurt 2)`, `dead`."""
    where = formatter.word(standing.where)
    figure = SYSTEMS[formatter.fight.system].health.standing_figure(standing)
    return f"{where} {figure}" if figure else where


def _experience(formatter: Formatter, event: events.ExperienceEarned) -> str:
    """The XP, and each hero's share as a whole number."""
    share = points(event.share) if event.share is not None and event.xp else ""
    foes = ", ".join(shorten_names([formatter.name(each) for each in event.beaten]))
    return formatter.sentence(
        "XP shared" if share else "XP",
        xp=points(event.xp),
        share=share,
        beaten=len(event.beaten),
        foes=f" ({foes})" if foes else "",
        heroes=len(event.heroes),
        sharers=f" ({formatter.names(event.heroes)})",
    )


def _creature_added(formatter: Formatter, event: events.CreatureAdded) -> str:
    return formatter.sentence("joins", name=event.sheet.name, id=event.creature)


# Each function takes the kind of event that it is listed with; the type of a mapping cannot express that.
LINES: Mapping[type[Event], Callable[[Formatter, Any], str]] = {
    events.MessageLogged: _said_text,
    events.AttackRolled: _attack,
    events.DieRolled: _die,
    events.AdvantageRolled: _two_dice,
    events.SaveRolled: _save,
    events.SaveLost: _save_lost,
    events.AdvantageNoted: _advantage,
    events.DiceRolled: _dice,
    events.HitPointsChanged: _hit_points,
    events.StateChanged: _change_text,
    events.SheetChanged: _change_text,
    events.FightChanged: _fight_changed,
    events.EffectAdded: _effects_added,
    events.EffectEnded: _effect_ended,
    events.EffectChanged: _effect_changed,
    events.ZoneMade: _zone_made,
    events.ZoneMembersChanged: _zone_members_changed,
    events.ZoneLasts: lambda *_: "",
    events.ZoneEnded: _zone_ended,
    events.ZoneRestored: _zone_restored,
    events.RoundStarted: _round,
    events.TurnStarted: _turn,
    events.TurnShared: _turn_shared,
    events.ActionSpent: _own_message,
    events.QuestionAsked: _question_line,
    events.QuestionClosed: _closing_text,
    events.OfferMade: _offer,
    events.OffersClosed: _own_message,
    events.SideStanding: _standing,
    events.ExperienceEarned: _experience,
    events.CreatureAdded: _creature_added,
    events.FormTaken: _own_message,
}
"""The function for the line of each kind of event."""

# Each function takes a list of the kind of event that it is listed with.
SHARED_LINES: Mapping[type[Event], Callable[[Formatter, list[Any]], Iterator[tuple[Event, str]]]] = {
    events.CreatureAdded: _creatures_added,
    events.EffectAdded: _effects_by_bundle,
    events.OfferMade: _offers,
}
"""The functions for consecutive events of the kinds that may share a line."""
