"""The requests that look up a fight: `show` (the overview, a card), `log`, `help` and `preview`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from orcus_tui.model import requests
from orcus_tui.model.clock import time_text
from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight, name_of, order_to_show
from orcus_tui.model.power import Power
from orcus_tui.model.text import number, with_sign
from orcus_tui.rules import challenges, stats
from orcus_tui.rules.in_force import conditions_in_force, conditions_of, creature_standing
from orcus_tui.rules.stats import speed
from orcus_tui.rules.system import FightView
from orcus_tui.rules.templates import Formatter
from orcus_tui.rules.uses import is_spent, uses_left
from orcus_tui.session.log_text import execution_lines, formatter_of, zone_text
from orcus_tui.session.question_text import question_dice, question_text
from orcus_tui.session.recorded_fight import RecordedFight, Result
from orcus_tui.session.stat_block_text import (
    description,
    passages,
    power_line,
    printed_saves,
    resistances,
    resources,
    special_rules,
    staggered_at,
    stats_of,
)


def preview(session: RecordedFight, step: requests.Preview) -> Result:
    """Shows what `next` would do, with ranges for dice."""
    from orcus_tui.session.ahead.preview import preview_next  # imported only when needed

    return Result(lines=preview_next(session.context, step.targets))


def show(session: RecordedFight, step: requests.Show) -> Result:
    """Shows the whole fight, or the card of one creature."""
    if step.target:
        return Result(lines=tuple(card(session.view, step.target)))
    return Result(lines=tuple(overview(session.view)))


def show_log(session: RecordedFight, step: requests.ShowLog) -> Result:
    """Shows the last commands and their results."""
    lines: list[str] = []
    for execution in session.timeline.executions[-step.count :] if step.count else ():
        command, *results = execution_lines(execution)
        lines += (command, *(f"  {each}" for each in results))
    return Result(lines=tuple(lines) or ("nothing has happened yet",))


def show_help(session: RecordedFight, step: requests.Help) -> Result:
    """Shows the help on a verb, or on all."""
    from orcus_tui.commands.aliases import help_of
    from orcus_tui.commands.help import help_lines  # imported only when needed

    own = [("Your own", ""), *session.aliases.items()] if session.aliases and not step.verb else []
    lines = [f"  {name:<22} {help_of(text) or text}" if text else name for name, text in own]
    return Result(lines=(*help_lines(step.verb or None, session.system), *lines))


def overview(view: FightView) -> list[str]:
    """A line for each creature, in initiative order, and the open questions."""
    fight = view.fight
    where = {"setup": "not begun", "finished": "over"}.get(fight.phase, f"round {fight.round}")
    counters = (f"{name} {count}" for name, count in fight.counters.items())
    lines = [" · ".join((fight.name, view.system.title, where, *counters))]
    lines += [_line(view, creature) for creature in order_to_show(fight)]
    formatter = Formatter(view)
    shown = ((name, zone) for name, zone in fight.zones.items() if zone.inside or not zone.aura)
    lines += (f"zone {name}: {zone_text(formatter, zone)}" for name, zone in shown)
    lines += (f"timer {name}: {time_text(each.left)}" for name, each in fight.timers.items())
    lines += (formatter.text(challenges.standing(name, each)) for name, each in fight.challenges.items())
    for question in fight.questions:
        name, what = fight.sheets[question.creature].name, question_text(formatter, question)
        lines.append(f"question {question.id}: {name}, {what}, {question_dice(formatter, question)}")
    return lines


def _line(view: FightView, creature: str) -> str:
    fight = view.fight
    state = fight.states[creature]
    count = "–" if state.initiative is None or state.shares_turn else number(state.initiative)
    pointer = "▶" if creature == fight.active else " "
    name = f"{fight.sheets[creature].name} [{creature}]{_health_figure(view, creature)}"
    notes = ", ".join(notes_on(view, creature))
    return f"{pointer} {count:>3} {name} · {notes}" if notes else f"{pointer} {count:>3} {name}"


def _health_figure(view: FightView, creature: str) -> str:
    """` 12/30+5`, ` (hurt 2)`; empty without a figure."""
    state = view.fight.states[creature]
    figure = view.system.health.figure(view.fight.sheets[creature], state)
    shown = f" {figure}" if figure else ""
    return f"{shown}+{state.temp_hp}" if state.temp_hp else shown


def notes_on(view: FightView, creature: str) -> list[str]:
    """The state and the effects of a creature, each in a word or two."""
    fight = view.fight
    state = fight.states[creature]
    where = creature_standing(view, creature)
    notes: list[str] = [] if where == "up" else [where]
    notes += [state.form.name] if state.form else []
    if state.place == "reserve":
        notes = [f"in reserve until {fight.sheets[creature].reserve_until or 'it enters'}"]
    if where == "up" and stats.is_called_staggered(view, creature):
        notes.append(view.system.words.term("staggered"))
    notes += ["hidden"] if state.hidden else []
    notes += [f"players see {state.shown_as}"] if state.shown_as else []
    notes += ["will be surprised"] if state.surprised and fight.phase == "setup" else []
    notes += sorted(conditions_in_force(view, creature))
    notes += (_effect_name(fight, each) for each in state.effects if each.kind not in ("condition", "mark"))
    if creature in fight.delayed:
        notes.append("delaying")
    if state.further_turns:
        notes.append(f"also on {', '.join(map(number, state.further_turns))}")
    if state.shares_turn:
        notes.append(f"acts with {name_of(fight, state.shares_turn)}")
    if creature in fight.readied:
        notes.append(f"readied: {fight.readied[creature][0]}")
    return list(dict.fromkeys(notes))


def card(view: FightView, creature: str) -> list[str]:
    """Everything about one creature."""
    fight = view.fight
    sheet, state = fight.sheets[creature], fight.states[creature]
    status = (_initiative(sheet, state), *health_facts(view, creature), *notes_on(view, creature))
    lines = [f"{sheet.name} [{creature}] – {', '.join((*description(sheet), sheet.side))}", f"  {', '.join(status)}"]
    numbers = [*_defenses(view, creature), *_resources(view, creature)]
    formatter = formatter_of(fight)
    facts = (numbers, resistances(formatter, sheet), stats_of(sheet), [*special_rules(sheet)])
    lines += (f"  {', '.join(each)}" for each in facts if each)
    lines.append(f"  {actions_line(view, creature)}")
    if state.engaged:
        lines.append(f"  engaged with {formatter.names_and(state.engaged)}")
    lines += (f"  {each}" for each in _conditions(view, creature))
    for place, effect in enumerate(state.effects, start=1):
        lines.append(f"  #{place} {effect_line(fight, creature, effect)}")
    for each in sheet.powers:
        parts = (power_line(formatter, each, creature), spent_or_left(fight, creature, each))
        lines.append(f"  {' – '.join(filter(None, parts))}")
    return lines + [f"  {passage}" for passage in passages(sheet)]


def spent_or_left(fight: Fight, creature: str, power: Power) -> str:
    """`spent`, or the uses left of a power that has several, such as `2 left`; empty for other powers."""
    if is_spent(fight, creature, power):
        return "spent"
    return f"{uses_left(fight, creature, power)} left" if power.use.count > 1 else ""


def _initiative(sheet: Sheet, state: State) -> str:
    if state.initiative is None:
        return f"no initiative yet ({with_sign(sheet.initiative)})"
    return f"initiative {number(state.initiative)}"


def health_facts(view: FightView, creature: str) -> Iterator[str]:
    """The hit points or wounds of a creature, and its temporary hit points."""
    sheet, state = view.fight.sheets[creature], view.fight.states[creature]
    if health := view.system.health.in_full(sheet, state):
        yield health
    if state.temp_hp:
        yield f"{state.temp_hp} temporary"


def _defenses(view: FightView, creature: str) -> Iterator[str]:
    """Each defense with its present value, and the printed value if it differs."""
    printed = stats.printed_defenses(view.system, view.system.creatures.defending_sheet(view.fight, creature))
    for name, value in stats.defenses(view, creature).items():
        note = "" if value == printed[name] else f" ({number(printed[name])} printed)"
        yield f"{name} {number(value)}{note}"


def _resources(view: FightView, creature: str) -> Iterator[str]:
    sheet, state = view.fight.sheets[creature], view.fight.states[creature]
    word = view.system.words.term
    if sheet.speed:
        now = speed(view, creature)
        yield f"speed {now}{f' ({sheet.speed} printed)' if now != sheet.speed else ''}"
    if staggered := staggered_at(view, creature):
        yield staggered
    yield from printed_saves(sheet)
    if state.recoveries is not None:
        yield f"{word('recoveries')} {state.recoveries}"
    if state.action_points:
        yield f"{word('action points')} {state.action_points}"
    if state.death_failures:
        yield f"failed {word('death save')}s {state.death_failures}"
    counters = dict(state.counters)
    if sheet.legendary:
        yield f"legendary actions {counters.pop('legendary', sheet.legendary)} of {sheet.legendary}"
    yield from resources(sheet, counters)


def actions_line(view: FightView, creature: str) -> str:
    """The actions left; a kind that a condition forbids has the condition in brackets."""
    had = view.fight.states[creature].actions
    parts = []
    for count, (name, left) in zip(had, stats.actions_left(view, creature).items(), strict=False):
        condition = stats.forbids(view, creature, name) if left < count else ""
        parts.append(f"{left} {name} ({condition})" if condition else f"{left} {name}")
    return f"actions left: {', '.join(parts)}"


def _conditions(view: FightView, creature: str) -> Iterator[str]:
    """Each condition that applies: its meaning, and its cause if it has no separate effect."""
    table = conditions_of(view)
    implied = implied_conditions(view, creature)
    for name in sorted(conditions_in_force(view, creature)):
        cause = f" ({implied[name].text})" if name in implied else ""
        if name in table:
            yield f"{name}{cause}: {table[name].means}"
        elif cause:
            yield f"{name}{cause}"


class ConditionCause(Struct, frozen=True):
    """The cause of a condition without a separate effect: its text, and the other condition that causes it, if any."""

    text: str
    condition: str = ""


def implied_conditions(view: FightView, creature: str) -> dict[str, ConditionCause]:
    """The conditions without a separate effect, each with its cause."""
    table = conditions_of(view)
    state = view.fight.states[creature]
    own = {each.name for each in state.effects if each.kind in ("condition", "mark")}
    health = view.system.health
    causes = {
        name: ConditionCause(health.why_implied(state, name))
        for name in view.system.conditions.implied(view.fight, creature)
    }
    for name in sorted(conditions_in_force(view, creature)):
        for included in table[name].includes if name in table else ():
            if included not in own:
                causes.setdefault(included, ConditionCause(f"comes with {name}", name))
    return causes


def effect_line(fight: Fight, creature: str, effect: Effect) -> str:
    """An effect with its duration and origin: `dazed, save ends with slowed, from Big Ogre with Slam`."""
    lasts = formatter_of(fight).duration_of(effect, creature)
    joined = formatter_of(fight).joined_with(effect, creature)
    return f"{_effect_name(fight, effect)}, {lasts}{joined}{_origin(fight, creature, effect)}"


def _effect_name(fight: Fight, effect: Effect) -> str:
    """An effect as in the log; a reminder with its point of the turn."""
    name = formatter_of(fight).effect(effect)
    return f"{name} (reminder at the {effect.point} of the turn)" if effect.point else name


def _origin(fight: Fight, creature: str, effect: Effect) -> str:
    """The source and the power of an effect; as in the log, the source is left out if it is the bearer."""
    is_anothers = effect.source != creature and effect.source in fight.sheets
    parts = [f"from {fight.sheets[effect.source].name}"] if is_anothers else []
    parts += [f"with {effect.power}"] if effect.power else []
    return f", {' '.join(parts)}" if parts else ""
