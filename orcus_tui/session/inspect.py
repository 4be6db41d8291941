"""Looking at a fight: overview, card, log and help; and `why`, which explains a number or a condition."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from orcus_tui.commands.help import help_lines
from orcus_tui.model import requests
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import EffectAdded, Event, HitPointsChanged, StateChanged
from orcus_tui.model.fight import Fight, in_place_order
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import defense_name, signed, with_sign
from orcus_tui.model.track import read_track
from orcus_tui.rules.effects import effect_names
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.stats import (
    actions_left,
    conditions_in_force,
    conditions_of,
    defense_modifiers,
    defenses,
    forbids,
    printed_defense,
    save_modifiers,
    speaks_of_staggered,
    staggered_value,
    standing,
    total,
)
from orcus_tui.rules.templates import Reader
from orcus_tui.session.log_lines import question_text, read_event, read_log, reader_of
from orcus_tui.session.session import Answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from orcus_tui.model.creature import Sheet
    from orcus_tui.model.history import Execution
    from orcus_tui.model.power import Power
    from orcus_tui.rules.system import System
    from orcus_tui.rules.system.hooks import Modifier
    from orcus_tui.session.session import Session


def preview(session: Session, step: requests.Preview) -> Answer:  # noqa: ARG001  # requests shared signature
    """What `next` would do, dice left open."""
    from orcus_tui.session.preview import ahead  # only when it is asked for

    return Answer(ahead(session.system, session.fight))


def show(session: Session, step: requests.Show) -> Answer:
    """The whole fight, or one creature's card."""
    if step.target:
        return Answer(tuple(card(session.system, session.fight, step.target)))
    return Answer(tuple(overview(session.system, session.fight)))


def show_log(session: Session, step: requests.ShowLog) -> Answer:
    """The last commands and their results."""
    lines = []
    for execution in session.timeline.executions[-step.count :] if step.count else ():
        lines.append(f"> {execution.line}")
        lines.extend(f"  {each}" for each in read_log(execution.events, execution.after))
    return Answer(tuple(lines) or ("nothing has happened yet",))


def show_help(session: Session, step: requests.Help) -> Answer:
    """A verb, or all of them."""
    return Answer(tuple(help_lines(step.verb or None, session.system)))


def overview(system: System, fight: Fight) -> list[str]:
    """A line for each creature, in the order they act, and the open questions."""
    where = {"setup": "not begun", "finished": "over"}.get(fight.phase, f"round {fight.round}")
    counters = (f"{name} {number}" for name, number in fight.counters.items())
    lines = [" · ".join((fight.name, system.title, where, *counters))]
    lines += [_line(system, fight, creature) for creature in in_place_order(fight)]
    reader = Reader(system, fight)
    for question in fight.questions:
        name = fight.sheets[question.creature].name
        lines.append(f"question {question.id}: {name}, {question_text(reader, question)}, d{question.die}")
    return lines


def _line(system: System, fight: Fight, creature: str) -> str:
    state = fight.states[creature]
    count = "–" if state.initiative is None else str(state.initiative)
    pointer = "▶" if creature == fight.active else " "
    facts = [
        f"{fight.sheets[creature].name} [{creature}]{_points(system, fight, creature)}",
        *_notes(system, fight, creature),
    ]
    return f"{pointer} {count:>3} {facts[0]}" + (f" · {', '.join(facts[1:])}" if facts[1:] else "")


def _points(system: System, fight: Fight, creature: str) -> str:
    state = fight.states[creature]
    figure = system.health.figure(fight.sheets[creature], state)
    points = f" {figure}" if figure else ""
    return f"{points}+{state.temp_hp}" if state.temp_hp else points


def _notes(system: System, fight: Fight, creature: str) -> list[str]:
    """Short notes on how a creature is and what effects it has, each only once."""
    state = fight.states[creature]
    where = standing(system, fight, creature)
    notes: list[str] = [] if where == "up" else [where]
    if state.place == "reserve":
        notes = [f"in reserve until {fight.sheets[creature].reserve_until or 'it enters'}"]
    if where == "up" and "staggered" in system.health.fields and speaks_of_staggered(system, fight, creature):
        notes.append(system.words.term("staggered"))
    unaware = state.surprised and fight.phase == "setup"
    notes += (word for word, is_so in (("hidden", state.hidden), ("will be surprised", unaware)) if is_so)
    notes += sorted(conditions_in_force(system, fight, creature))
    notes += dict.fromkeys(_label(fight, each) for each in state.effects if each.kind not in ("condition", "mark"))
    if creature in fight.delayed:
        notes.append("delays")
    if creature in fight.readied:
        notes.append(f"readied: {fight.readied[creature][0]}")
    return notes


def card(system: System, fight: Fight, creature: str) -> list[str]:
    """Everything about one creature."""
    sheet, state = fight.sheets[creature], fight.states[creature]
    facts = (sheet.size, sheet.type, sheet.kind, sheet.role, level_of(sheet), sheet.side)
    lines = [
        f"{sheet.name} [{creature}] – {', '.join(dict.fromkeys(filter(None, facts)))}",
        f"  {', '.join((*_standing(system, fight, creature), *_notes(system, fight, creature)))}",
    ]
    numbers = [*_defenses(system, fight, creature), *_resources(system, fight, creature)]
    reader = reader_of(fight)
    abilities = (f"{name} {score}" for name, score in sheet.abilities.items())
    lines += (f"  {', '.join(told)}" for told in (numbers, withstands(reader, sheet), [*abilities]) if told)
    lines.append(f"  actions left: {', '.join(_actions(system, fight, creature))}")
    lines += (f"  {each}" for each in _conditions(system, fight, creature))
    for place, effect in enumerate(state.effects, start=1):
        lines.append(f"  #{place} {_label(fight, effect)}, {reader.lasts(effect)}{_from(fight, creature, effect)}")
    lines += (f"  {power_line(reader, power)}{' – spent' * (power.name in state.spent)}" for power in sheet.powers)
    return lines + [f"  {passage}" for passage in passages(sheet)]


def level_of(sheet: Sheet) -> str:
    """`level 3`; nothing if the level is unknown."""
    return "" if sheet.level is None else f"level {sheet.level}"


def _standing(system: System, fight: Fight, creature: str) -> Iterator[str]:
    """Its place in the order and how badly it is hurt."""
    sheet, state = fight.sheets[creature], fight.states[creature]
    yield "no initiative yet" if state.initiative is None else f"initiative {state.initiative}"
    if health := system.health.in_full(sheet, state):
        yield health
    if state.temp_hp:
        yield f"{state.temp_hp} temporary"


def _defenses(system: System, fight: Fight, creature: str) -> Iterator[str]:
    """Each defense as it is now, with its printed value if that differs."""
    sheet = fight.sheets[creature]
    for name, value in defenses(system, fight, creature).items():
        printed = printed_defense(system, sheet, name)
        yield f"{name} {value}" if value == printed else f"{name} {value} ({printed} printed)"


def _resources(system: System, fight: Fight, creature: str) -> Iterator[str]:
    sheet, state = fight.sheets[creature], fight.states[creature]
    word = system.words.term
    if sheet.speed:
        yield f"speed {sheet.speed}"
    if staggered := staggered_at(system, fight, creature):
        yield staggered
    if not isinstance(sheet.saves, int):
        yield saves_by_ability(sheet.saves)
    if state.recoveries is not None:
        yield f"{word('recoveries')} {state.recoveries}"
    if state.action_points:
        yield f"{word('action points')} {state.action_points}"
    if state.death_failures:
        yield f"failed {word('death save')}s {state.death_failures}"
    for name, count in state.counters.items():
        yield f"{name} {count}"


def saves_by_ability(saves: Mapping[str, int]) -> str:
    """Bonuses to saving throws, as `saves con +2, dex +5`."""
    return f"saves {', '.join(f'{ability} {with_sign(bonus)}' for ability, bonus in saves.items())}"


def staggered_at(system: System, fight: Fight, creature: str) -> str:
    """`staggered at 15`; empty in a system without the word, and for a creature that never is."""
    value, word = staggered_value(fight, creature), system.words.term("staggered")
    return f"{word} at {value}" if value and word else ""


def withstands(reader: Reader, sheet: Sheet) -> list[str]:
    """The stat block's resistances; those gained later are among the effects."""
    told = [reader.withstands("resist", what, number) for what, number in sheet.resist.items()]
    told += (reader.withstands("vulnerable", what, number) for what, number in sheet.vulnerable.items())
    told += (reader.withstands("immune", what, None) for what in sheet.immune)
    told += (f"half {what}" for what in sheet.half)
    return told + ([f"regeneration {sheet.regeneration}"] if sheet.regeneration else [])


def _actions(system: System, fight: Fight, creature: str) -> Iterator[str]:
    """The actions left, with the condition that takes one away."""
    had = fight.states[creature].actions
    left = actions_left(system, fight, creature)
    for count, (name, now) in zip(had, left.items(), strict=False):
        because = forbids(system, fight, creature, name) if now < count else ""
        yield f"{now} {name} ({because})" if because else f"{now} {name}"


def _conditions(system: System, fight: Fight, creature: str) -> Iterator[str]:
    """Each condition in force: its meaning, and what causes it if no effect of its own does."""
    table = conditions_of(system, fight)
    implied = _implied(system, fight, creature)
    for name in sorted(conditions_in_force(system, fight, creature)):
        because = f" ({implied[name]})" if name in implied else ""
        if name in table:
            yield f"{name}{because}: {table[name].means}"
        elif because:
            yield f"{name}{because}"


def power_line(reader: Reader, power: Power) -> str:
    """A power in a line: how it is used, what it rolls, what it does."""
    facts = ", ".join(each for each in (power.action, reader.use(power.use), power.range) if each)
    told = " ".join(each for each in (f"{power.name} ({facts})", attack_of(power), damage_of(power)) if each)
    return "; ".join((told, *lines_of(power)))


def passages(sheet: Sheet) -> list[str]:
    """The texts of a card, line by line: aura, text and notes."""
    texts = (sheet.aura and f"aura {sheet.aura}", sheet.text, sheet.notes)
    return [passage for text in texts for passage in text.splitlines()]


def attack_of(power: Power) -> str:
    """A power's attack roll, such as `+8 vs AC`; empty if it needs none."""
    return "" if power.bonus is None else f"{with_sign(power.bonus)} vs {defense_name(power.defense)}"


def damage_of(power: Power) -> str:
    """A power's damage, such as `2d6 fire`; empty if it deals none."""
    return f"{power.damage.text} {'+'.join(power.types)}".rstrip() if power.damage else ""


def lines_of(power: Power) -> list[str]:
    """A power's lines, besides its damage."""
    return [each.text for each in (*power.effects, *power.always)]


def _label(fight: Fight, effect: Effect) -> str:
    """An effect's label in the log; a reminder with its point of the turn."""
    named = reader_of(fight).effect(effect)
    return f"{named} (reminder at the {effect.point} of the turn)" if effect.point else named


def _from(fight: Fight, creature: str, effect: Effect) -> str:
    """Who caused an effect, and with which power; a creature's own effect does not say, as in the log."""
    others = effect.source != creature and effect.source in fight.sheets
    told = [f"from {fight.sheets[effect.source].name}"] if others else []
    told += [f"with {effect.power}"] if effect.power else []
    return f", {' '.join(told)}" if told else ""


# Why


class Topic(Struct, frozen=True):
    """Something that `why` explains about a creature: its names, and the explanation."""

    names: tuple[str, ...]
    lines: list[str]


def why(session: Session, step: requests.Why) -> Answer:
    """Explains a creature's hit points, defenses, conditions and effects."""
    topics = list(_topics(session, step.target))
    wanted = step.name.casefold()
    fitting = [topic for topic in topics if not wanted or wanted in topic.names]
    fitting = fitting or [topic for topic in topics if any(name.startswith(wanted) for name in topic.names)]
    if not fitting:
        near = did_you_mean(step.name, (name for topic in topics for name in topic.names))
        known = ", ".join(dict.fromkeys(topic.names[0] for topic in topics))
        who = session.fight.sheets[step.target].name
        raise Impossible(f'{who} has no "{step.name}"{near}; it has {known}', of="name")
    return Answer(tuple(dict.fromkeys(line for topic in fitting for line in topic.lines)))


def _topics(session: Session, creature: str) -> Iterator[Topic]:
    """What can be explained about a creature: its numbers, then its effects, then what follows from either."""
    fight, system = session.fight, session.system
    sheet, state = fight.sheets[creature], fight.states[creature]
    if "hp" in system.health.fields:
        staggered = staggered_at(system, fight, creature)
        points = ", ".join([*list(_standing(system, fight, creature))[1:], *([staggered] if staggered else [])])
        yield Topic(("hp", "staggered"), [points, *_changes(session, creature, HitPointsChanged)])
    for name, value in defenses(system, fight, creature).items():
        changes = _terms(defense_modifiers(system, fight, creature, name))
        bonuses = (each for each in state.effects if each.kind == "bonus" and each.name in (name, "defenses"))
        since = (_since(session, creature, each) for each in bonuses)
        yield Topic((name,), [f"{name} {value}: {printed_defense(system, sheet, name)} printed{changes}", *since])
    yield Topic(("saves",), list(_saves(system, fight, creature)))
    yield Topic(("actions",), [f"actions left: {', '.join(_actions(system, fight, creature))}"])
    changed = _changes(session, creature, StateChanged)
    if state.track:
        yield Topic(("track",), [f"track: {read_track(state.track) or 'unharmed'}", *changed])
    if changed:
        yield Topic(("state", standing(system, fight, creature)), changed)
    for place, effect in enumerate(state.effects, start=1):
        yield Topic((*effect_names(reader_of(fight), effect), f"#{place}"), [_since(session, creature, effect)])
    for name in _implied(system, fight, creature):
        yield Topic((name,), list(_because(session, creature, name)))


def _saves(system: System, fight: Fight, creature: str) -> Iterator[str]:
    """What is added to saving throws; by ability, where a system has them so."""
    for ability in system.saves.abilities or ("",):
        added = save_modifiers(system, fight, creature, ability)
        yield f"{f'{ability} saves'.strip()} {with_sign(total(added))}:{_terms(added) or ' no modifiers'}"


def _terms(modifiers: Iterable[Modifier]) -> str:
    """The terms added to a sum: ` + 2 (cover) − 5 (helpless)`."""
    return "".join(f" {signed(amount)} ({because})" for amount, _, because in modifiers if amount)


def _changes(session: Session, creature: str, kind: type[HitPointsChanged | StateChanged]) -> list[str]:
    lines = []
    for execution in session.timeline.executions:
        for event in execution.events:
            if isinstance(event, kind) and event.creature == creature:
                told = read_event(reader_of(session.fight), event)
                if told:
                    lines.append(f"{told} [{_when(execution)}]")
    return lines


def _when(execution: Execution) -> str:
    began = execution.after.phase != "setup"
    return f"round {execution.after.round}: {execution.line}" if began else f"before the fight: {execution.line}"


def _since(session: Session, creature: str, effect: Effect) -> str:
    """An effect with its cause, its duration, and the command that added it."""
    then = f"; a failed save turns it into {'+'.join(effect.then)}" if effect.then else ""
    brought = (
        execution
        for execution in session.timeline.executions
        if any(_brought(each, creature, effect) for each in execution.events)
    )
    execution = next(brought, None)
    since = f"[{_when(execution)}]" if execution else "[before this log]"
    lasts = reader_of(session.fight).lasts(effect)
    told = f"{_label(session.fight, effect)}, {lasts}{_from(session.fight, creature, effect)}"
    return f"{told}{then} {since}"


def _brought(event: Event, creature: str, effect: Effect) -> bool:
    return isinstance(event, EffectAdded) and event.creature == creature and event.effect.id == effect.id


def _because(session: Session, creature: str, condition: str) -> Iterator[str]:
    """What causes a condition, and what causes that, back to an effect or to hit points."""
    implied = _implied(session.system, session.fight, creature)
    while condition in implied:
        because = implied.pop(condition)
        yield f"{condition}: {because}"
        condition = because.condition
    for effect in session.fight.states[creature].effects:
        if effect.name == condition:
            yield _since(session, creature, effect)


class Implied(NamedTuple):
    """What brings a condition: another condition, or how its bearer stands."""

    condition: str = ""
    standing: str = ""

    def __str__(self) -> str:
        return f"comes with {self.condition}" if self.condition else self.standing


def _implied(system: System, fight: Fight, creature: str) -> dict[str, Implied]:
    """The conditions that no effect of their own causes, each with its cause."""
    table = conditions_of(system, fight)
    state = fight.states[creature]
    own = {each.name for each in state.effects if each.kind in ("condition", "mark")}
    health = system.health
    because = {
        name: Implied(standing=health.why_implied(state, name)) for name in system.conditions.implied(fight, creature)
    }
    for name in sorted(conditions_in_force(system, fight, creature)):
        for included in table[name].includes if name in table else ():
            if included not in own:
                because.setdefault(included, Implied(name))
    return because
