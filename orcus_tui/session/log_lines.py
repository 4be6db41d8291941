"""The log: each event as the line a person reads, in the words of the fight's system."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from typing import Any

from orcus_tui.model import events
from orcus_tui.model.damage import Harm
from orcus_tui.model.events import Event
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, Term
from orcus_tui.model.text import Number, Range, defense_name, number, points, shorten_names, sum_term
from orcus_tui.rules.templates import Reader
from orcus_tui.session.log_selection import worth_reading
from orcus_tui.session.question_text import damage_text, question_dice, question_text
from orcus_tui.systems import SYSTEMS

HEADINGS = (events.RoundStarted, events.TurnStarted)
"""Events whose lines stand out in a log."""


def reader_of(fight: Fight) -> Reader:
    """The reader of this fight's messages, in its system's words."""
    return Reader(SYSTEMS[fight.system], fight)


def read_log(happened: Collection[Event], fight: Fight) -> list[str]:
    """The lines of events, with names as they are in `fight`."""
    reader = reader_of(fight)
    lines = lines_with_events(reader, happened)
    several_turns = [*map(type, happened)].count(events.TurnStarted) > 1
    return [line for _, line in (with_turns_joined(reader, lines) if several_turns else lines)]


def lines_with_events(reader: Reader, happened: Iterable[Event]) -> Iterator[tuple[Event, str]]:
    """Each line of a command with its event; events of one kind in a row may share one, which goes with the first."""
    for kind, in_a_row in groupby(worth_reading(happened, reader.fight), key=type):
        if kind in SHARED_LINES:
            yield from SHARED_LINES[kind](reader, list(in_a_row))
        else:
            read = LINES[kind]
            for event in in_a_row:
                if line := read(reader, event):
                    yield event, line


def with_turns_joined(reader: Reader, lines: Iterable[tuple[Event, str]]) -> Iterator[tuple[Event, str]]:
    """The lines, with one for the turns of a group that follow one another and in which nothing is said."""
    for group, some in groupby(lines, key=lambda line: group_at_turn(reader.fight, line[0])):
        joined = list(some)
        if group and len(joined) > 1:
            yield joined[0][0], turn_text(reader, [each for each, _ in joined])
        else:
            yield from joined


def group_at_turn(fight: Fight, event: Event) -> str:
    """The group of the creature whose turn starts; empty for anything else."""
    if not isinstance(event, events.TurnStarted) or event.delayed or event.creature not in fight.sheets:
        return ""
    return fight.sheets[event.creature].group or ""


def turn_text(reader: Reader, starts: Iterable[Event]) -> str:
    """The line of turns that follow one another: `Rat 1–5's turn`."""
    creatures = tuple(each.creature for each in starts if isinstance(each, events.TurnStarted))
    return reader.sentence("turn of several", group=creatures)


def _creatures_added(reader: Reader, added: list[events.CreatureAdded]) -> Iterator[tuple[Event, str]]:
    """Those who join, a line for each; many of one kind share a line."""
    names = shorten_names([each.sheet.name for each in added])
    if len(names) > 1 or len(added) == 1:
        yield from ((each, _creature_added(reader, each)) for each in added)
    else:
        ids = "".join(shorten_names([each.creature for each in added]))
        yield added[0], reader.sentence("join", names=names[0], ids=ids)


def _effects_by_bundle(reader: Reader, added: list[events.EffectAdded]) -> Iterator[tuple[Event, str]]:
    """Effects that begin, a line for each; those that are joined share a line."""
    for joined, some in groupby(added, key=partial(_line_key, reader)):
        if joined is None:
            yield from ((each, _effects_added(reader, each)) for each in some)
        else:
            together = list(some)
            yield together[0], _effects_added(reader, *together)


def _line_key(reader: Reader, event: events.EffectAdded) -> tuple[str, int, str] | None:
    """What effects on one line share: bearer, bundle, and how long they last; None for one with its own line."""
    bundle = event.effect.bundle
    return None if bundle is None else (event.creature, bundle, _lasts(reader, event))


def read_event(reader: Reader, event: Event) -> str:
    """The line of one event; empty for one that is not shown."""
    return LINES[type(event)](reader, event)


def _said_text(reader: Reader, event: events.Said) -> str:
    return reader.text(event.message, who=event.creature)


def _attack(reader: Reader, event: events.AttackRolled) -> str:
    kind = "attacks again" if event.again else "attacks"
    against = reader.sentence(kind, who=event.creature, target=event.target, power=event.power)
    return f"{against} {attack_sum(reader, event)} – {reader.word(event.outcome)}"


def attack_sum(reader: Reader, event: events.AttackRolled) -> str:
    """An attack's total and the defense: `12 + 8 = 20 vs AC 17 (15 + 2 cover)`, or why nothing was rolled."""
    if event.needed is None:
        return reader.text(Message(event.reason))
    reached = number(event.total or 0)
    if event.face is None:
        reached = reader.sentence("total typed", total=event.total)
    elif event.again:
        bonus = sum(each.amount for each in event.terms)
        reached = f"{event.face} {sum_term(bonus)} = {reached}"
    else:
        reached = reader.sum(event.face, event.terms)
    defense = f"{defense_name(event.defense)} " if event.defense else ""
    printed, *changes = event.defense_terms or (None,)
    changed = "".join(
        f" {sum_term(each.amount)} {reader.cause(each.cause)}" for each in changes if each and each.amount
    )
    notes = [reader.word(event.met_with)] if event.met_with not in ("", event.defense) else []
    notes += [f"{number(printed.amount)}{changed}"] if printed and changed else []
    return f"{reached} vs {defense}{event.needed}" + (f" ({' '.join(notes)})" if notes else "")


def _die(reader: Reader, event: events.DieRolled) -> str:
    values: dict[str, Any] = {
        "who": event.creature,
        "target": event.target,
        "group": (event.creature, *event.others),
        "power": event.power,
        "ability": event.ability,
        "face": event.face,
        "sum": reader.sum(event.face, event.terms),
        "needed": event.needed,
        "numbers": event.numbers,
        "margin": (event.needed or 0) - event.total,
    }
    if event.damage:
        values["damage"] = damage_text(reader, event.damage)
    outcome = reader.fill(event.outcome, values) if event.outcome else ""
    line = reader.fill(event.kind, {**values, "outcome": outcome})
    return line if not outcome or reader.has_place_for("outcome", event.kind) else f"{line} – {outcome}"


def _two_dice(reader: Reader, event: events.AdvantageRolled) -> str:
    first, second = event.faces
    advantage = advantage_text(reader, event.causes)
    return reader.sentence(
        "rolls twice", who=event.creature, first=first, second=second, face=event.face, advantage=advantage
    )


def _save(reader: Reader, event: events.SaveRolled) -> str:
    die = reader.sum(event.face, event.terms)
    line = reader.sentence("save", who=event.creature, effects=event.effects, sum=die, needed=event.needed)
    return f"{line} – {reader.word(event.outcome)}"


def _save_lost(reader: Reader, event: events.SaveLost) -> str:
    return reader.sentence("save lost", who=event.creature, effects=event.effects, why=event.why)


def _advantage(reader: Reader, event: events.AdvantageNoted) -> str:
    advantage = advantage_text(reader, event.causes)
    return reader.sentence(
        "has advantage" if event.side else "advantage cancels", who=event.creature, advantage=advantage
    )


def _dice(reader: Reader, event: events.DiceRolled) -> str:
    read = reader.dice_sum if event.dice else partial(Reader.dice_sum, reader)  # what was typed is seen as it was
    rolled = read(event.text, event.terms, event.total)
    values: dict[str, Any] = {"who": event.creature, "power": event.power, "dice": rolled, "label": event.label}
    values["total"] = event.total
    return reader.fill(event.kind, values)


def _hit_points(reader: Reader, event: events.HitPointsChanged) -> str:
    why = _harm(reader, event.harm) if event.harm else ""
    if event.message:
        why = reader.predicate(event.message, who=event.creature)
    if event.healing and _is_below_zero(event.was_hp):
        why = f"{why} from 0"
    staggered = reader.word("staggered") if event.staggered else ""
    note = f" · {staggered}" if staggered else ""
    return reader.about(event.creature, f"{why}: {_hit_points_before_and_after(event)}{note}")


def _is_below_zero(hp: Number) -> bool:
    """Whether hit points, or the least they may be, are below 0."""
    return (hp.low if isinstance(hp, Range) else hp) < 0


def _harm(reader: Reader, harm: Harm) -> str:
    """Damage taken: `takes 7 fire (12, resist 5)`."""
    kind = f" {reader.word('persistent')}" if harm.persistent else ""
    types = f" {reader.types(harm.types)}" if harm.types else ""
    changes = (number(harm.rolled), *(reader.text(each) for each in harm.changes)) if harm.changes else ()
    working = f" ({', '.join(changes)})" if changes else ""
    cause = f" from {reader.text(harm.cause)}" if harm.cause else ""
    return f"takes {number(harm.amount)}{kind}{types}{working}{cause}"


def _hit_points_before_and_after(event: events.HitPointsChanged) -> str:
    changes = [f"{number(event.was_hp)} → {number(event.hp)}"] if event.hp != event.was_hp else []
    if event.temp_hp != event.was_temp_hp:
        changes.append(f"temporary {event.was_temp_hp} → {event.temp_hp}")
    return ", ".join(changes) or f"stays at {number(event.hp)}"


def advantage_text(reader: Reader, causes: Iterable[Term]) -> str:
    """What helps a die and what hinders it: `advantage (helped) and disadvantage (prone)`."""
    by_side: dict[int, dict[str, None]] = {}
    for each in causes:
        by_side.setdefault(each.amount, {})[reader.cause(each.cause)] = None
    sides = ((1, "advantage"), (-1, "disadvantage"))
    return " and ".join(f"{word} ({', '.join(by_side[side])})" for side, word in sides if side in by_side)


def _change_text(reader: Reader, event: events.StateChanged | events.SheetChanged) -> str:
    if event.message is None:
        return ""
    return reader.text(event.message, who=event.creature, value=event.value)


def _fight_changed(reader: Reader, event: events.FightChanged) -> str:
    return reader.text(event.message, value=event.value) if event.message else ""


def _effects_added(reader: Reader, *added: events.EffectAdded) -> str:
    """Effects that come together: `Ari: dazed and persistent 5 fire, save ends (from Ogre)`."""
    named = reader.effects(each.effect for each in added)
    return reader.about(added[0].creature, f"{named}, {_lasts(reader, added[0])}", mark=":")


def _lasts(reader: Reader, event: events.EffectAdded) -> str:
    """How long an effect lasts, what its saving throws bring, and who it is from."""
    source = event.effect.source
    shown = source not in ("", event.creature) and event.effect.kind != "mark"
    origin = reader.origin(source) if shown else ""
    return f"{reader.lasts(event.effect, event.creature)}{reader.then_and_after(event.effect, event.creature)}{origin}"


def _effect_ended(reader: Reader, event: events.EffectEnded) -> str:
    why = f" ({reader.text(event.why, who=event.creature)})" if event.why else ""
    return reader.about(event.creature, f"{reader.effect(event.effect)} ends{why}", mark=":")


def _effect_changed(reader: Reader, event: events.EffectChanged) -> str:
    if event.message is None:
        return ""
    return reader.about(event.creature, reader.predicate(event.message, who=event.creature), mark=":")


def _round(reader: Reader, event: events.RoundStarted) -> str:
    return reader.sentence("round", round=event.round)


def _turn(reader: Reader, event: events.TurnStarted) -> str:
    return reader.sentence("delayed turn" if event.delayed else "turn", who=event.creature)


def _action(reader: Reader, event: events.ActionSpent) -> str:
    return reader.text(event.message, who=event.creature) if event.message else ""


def _question_line(reader: Reader, event: events.QuestionAsked) -> str:
    asked = event.question
    what = question_text(reader, asked)
    return reader.sentence(
        "question asked", who=asked.creature, what=what, dice=question_dice(reader, asked), id=asked.id
    )


def _closing_text(reader: Reader, event: events.QuestionClosed) -> str:
    if event.why is None:
        return ""
    asked = event.question
    what = question_text(reader, asked)
    return reader.sentence("question lapsed", who=asked.creature, what=what, id=asked.id, why=event.why)


def _standing(reader: Reader, event: events.SideStanding) -> str:
    """How a side stands; those of one kind who stand alike share a name: `foes: Ogre dead, Rat 1–4 up 3/3`."""
    alike = groupby(event.members, key=partial(_stands, reader))
    members = (
        f"{name} {stands}"
        for stands, some in alike
        for name in shorten_names([reader.name(each.creature) for each in some], 2)
    )
    return f"{event.side}: {', '.join(members)}"


def _stands(reader: Reader, standing: events.Standing) -> str:
    """How a creature stands: `up 12/40`, `down (hurt 2)`, `dead`."""
    where = reader.word(standing.where)
    figure = SYSTEMS[reader.fight.system].health.standing_figure(standing)
    return f"{where} {figure}" if figure else where


def _experience(reader: Reader, event: events.ExperienceEarned) -> str:
    """The XP, and each hero's share without a fraction."""
    share = points(event.xp // len(event.heroes)) if event.heroes and event.xp else ""
    beaten, heroes = len(event.beaten), len(event.heroes)
    return reader.sentence(
        "XP shared" if share else "XP", xp=points(event.xp), share=share, beaten=beaten, heroes=heroes
    )


def _creature_added(reader: Reader, event: events.CreatureAdded) -> str:
    return reader.sentence("joins", name=event.sheet.name, id=event.creature)


# Each takes the one kind of event it is listed with, which a mapping's type cannot say.
LINES: Mapping[type[Event], Callable[[Reader, Any], str]] = {
    events.Said: _said_text,
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
    events.RoundStarted: _round,
    events.TurnStarted: _turn,
    events.ActionSpent: _action,
    events.QuestionAsked: _question_line,
    events.QuestionClosed: _closing_text,
    events.SideStanding: _standing,
    events.ExperienceEarned: _experience,
    events.CreatureAdded: _creature_added,
}
"""How each kind of event reads."""

# Each takes a list of the kind of event it is listed with.
SHARED_LINES: Mapping[type[Event], Callable[[Reader, list[Any]], Iterator[tuple[Event, str]]]] = {
    events.CreatureAdded: _creatures_added,
    events.EffectAdded: _effects_by_bundle,
}
"""How events in a row read whose kind may share a line."""
