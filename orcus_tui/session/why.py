"""`why`: the sources of a creature's numbers, conditions and effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from orcus_tui.errors import Impossible
from orcus_tui.model import requests
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import EffectAdded, Event, StateChanged
from orcus_tui.model.history import Execution
from orcus_tui.model.modifier import ATTACKED, QUALITIES
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import number, with_sign
from orcus_tui.rules import stats
from orcus_tui.rules.dice_rolls import terms
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.rules.modifiers import Held, applies_to_bearer, counts_now, rows_of
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.hooks import Modifier
from orcus_tui.rules.templates import effect_names
from orcus_tui.session.log_text import event_line, formatter_of
from orcus_tui.session.lookup import actions_line, effect_line, health_facts, implied_conditions
from orcus_tui.session.recorded_fight import RecordedFight, Result
from orcus_tui.session.stat_block_text import staggered_at

STATS: Mapping[str, str] = {
    ATTACKED: "attacks on it",
    f"{ATTACKED} crit": "critical hits on it",
    "attack blindly": "attack",
    "effect saves": "saves",
}
"""The names of statistics for readers, if they differ from the internal names."""


class Topic(Struct, frozen=True):
    """A subject that `why` explains about a creature: its names, and the explanation."""

    names: tuple[str, ...]
    lines: list[str]


def why(session: RecordedFight, step: requests.Why) -> Result:
    """Explains a creature's hit points, defenses, conditions and effects."""
    topics = list(_topics(session, step.target))
    wanted = step.name.casefold()
    matches = [topic for topic in topics if not wanted or wanted in topic.names]
    matches = matches or [topic for topic in topics if any(name.startswith(wanted) for name in topic.names)]
    if not matches:
        near = did_you_mean(step.name, (name for topic in topics for name in topic.names))
        known = ", ".join(dict.fromkeys(topic.names[0] for topic in topics))
        name = session.fight.sheets[step.target].name
        raise Impossible(f'{name} has no "{step.name}"{near}; it has {known}', of="name")
    return Result(lines=tuple(dict.fromkeys(line for topic in matches for line in topic.lines)))


def _topics(session: RecordedFight, creature: str) -> Iterator[Topic]:
    """The topics of a creature: its numbers, its effects, then the conditions that follow from either."""
    view = session.view
    system, fight = view.system, view.fight
    state = fight.states[creature]
    staggered = staggered_at(view, creature)
    health = (*health_facts(view, creature), *([staggered] if staggered else []))
    yield Topic(system.health.topics, [", ".join(health), *_changes(session, creature, system.health.is_change)])
    printed = stats.printed_defenses(system, system.creatures.defending_sheet(fight, creature))
    for name, value in stats.defenses(view, creature).items():
        added = _terms(view, stats.defense_modifiers(Moment(view, creature), name))
        bonuses = (each for each in state.effects if each.kind == "bonus" and each.name in (name, "defenses"))
        lines = (_effect_and_command(session, creature, each) for each in bonuses)
        yield Topic((name,), [f"{name} {number(value)}: {number(printed[name])} printed{added}", *lines])
    yield Topic(("saves",), list(_saves(view, creature)))
    yield from _rows(view, creature, (*printed, "defenses", "saves"))
    yield Topic(("actions",), [actions_line(view, creature)])
    changes = _changes(session, creature, lambda event: isinstance(event, StateChanged))
    if changes:
        yield Topic(("state", creature_standing(view, creature)), changes)
    for place, effect in enumerate(state.effects, start=1):
        yield Topic(
            (*effect_names(formatter_of(fight), effect), f"#{place}"), [_effect_and_command(session, creature, effect)]
        )
    for name in implied_conditions(view, creature):
        yield Topic((name,), list(_condition_causes(session, creature, name)))


def _rows(view: FightView, creature: str, summed: tuple[str, ...]) -> Iterator[Topic]:
    """The modifiers of each statistic; only conditional modifiers for those in `summed`, which are shown as sums."""
    moment = Moment(view, creature)
    for stat, rows in rows_of(view, creature).by_stat.items():
        shown = [each for each in rows if (stat not in summed or each.depends) and applies_to_bearer(each, moment)]
        if shown:
            name = STATS.get(stat, stat)
            yield Topic((name, stat), [f"{name}: {'; '.join(_row(view, creature, each) for each in shown)}"])


def _row(view: FightView, creature: str, held: Held) -> str:
    """A modifier with its cause: `+2 while staggered (Rage), not now`.

    `not now` is omitted if it depends on an attack.
    """
    row = held.row
    against = f"against {held.effect.against}" if held.effect and held.effect.against else ""
    words = " ".join(each for each in (row.change, against, str(row.when), row.limit) if each)
    if row.stat in QUALITIES:
        words = str(row)
    without_attack = held.row.when.against is None and held.row.when.using is None and not against
    now = "" if not without_attack or counts_now(held, Moment(view, creature)) else ", not now"
    return f"{words} ({formatter_of(view.fight).cause(held.cause)}){now}"


def _saves(view: FightView, creature: str) -> Iterator[str]:
    """The modifiers of saving throws, a line for each ability if the system has saves by ability."""
    for ability in view.system.saves.abilities or ("",):
        added = stats.save_modifiers(view, creature, ability)
        yield f"{f'{ability} saves'.strip()} {with_sign(stats.total(added))}:{_terms(view, added) or ' no modifiers'}"


def _terms(view: FightView, modifiers: Sequence[Modifier]) -> str:
    """The terms added to a sum: ` + 2 (cover) − 5 (helpless)`."""
    return formatter_of(view.fight).terms(terms(modifiers))


def _changes(session: RecordedFight, creature: str, is_change: Callable[[Event], bool]) -> list[str]:
    """The log lines of a creature's events that pass the test, each with its command."""
    formatter = formatter_of(session.fight)
    lines = []
    for execution in session.timeline.executions:
        for event in execution.events:
            of_creature = is_change(event) and getattr(event, "creature", "") == creature
            if of_creature and (line := event_line(formatter, event)):
                lines.append(f"{line} [{_round_and_command(execution)}]")
    return lines


def _round_and_command(execution: Execution) -> str:
    began = execution.after.phase != "setup"
    return f"round {execution.after.round}: {execution.line}" if began else f"before the fight: {execution.line}"


def _effect_and_command(session: RecordedFight, creature: str, effect: Effect) -> str:
    """An effect with its duration and origin, and the command that added it."""
    then_and_after = formatter_of(session.fight).then_and_after(effect, creature, "; a failed save turns it into ")
    executions = (
        execution
        for execution in session.timeline.executions
        if any(_adds(each, creature, effect) for each in execution.events)
    )
    execution = next(executions, None)
    command = _round_and_command(execution) if execution else "before this log"
    return f"{effect_line(session.fight, creature, effect)}{then_and_after} [{command}]"


def _adds(event: Event, creature: str, effect: Effect) -> bool:
    return isinstance(event, EffectAdded) and event.creature == creature and event.effect.id == effect.id


def _condition_causes(session: RecordedFight, creature: str, condition: str) -> Iterator[str]:
    """The causes of a condition, back to an effect or to the creature's health."""
    implied = implied_conditions(session.view, creature)
    while condition in implied:
        cause = implied.pop(condition)
        yield f"{condition}: {cause.text}"
        condition = cause.condition
    for effect in session.fight.states[creature].effects:
        if effect.name == condition:
            yield _effect_and_command(session, creature, effect)
