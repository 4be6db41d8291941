"""The stat block of a creature outside a fight, as printed."""

from __future__ import annotations

from collections.abc import Iterator

from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.effect import Effect
from orcus_tui.model.text import number, with_sign
from orcus_tui.rules.in_force import conditions_of
from orcus_tui.rules.stats import printed_defenses
from orcus_tui.rules.system import FightView, System
from orcus_tui.rules.system.conditions import Condition
from orcus_tui.rules.templates import Formatter
from orcus_tui.session import stat_block_text


def stat_block(view: FightView, creature: str) -> list[str]:
    """A creature's stat block, with the effects it begins a fight with; the fight must not have begun."""
    sheet, state = view.fight.sheets[creature], view.fight.states[creature]
    formatter, conditions = Formatter(view), conditions_of(view)
    numbers = [*_health(view, creature), *_defenses(view, creature)]
    lines = [f"{sheet.name} [{creature}] – {', '.join(_description(view.system, sheet))}"]
    rest = (
        stat_block_text.resistances(formatter, sheet),
        stat_block_text.stats_of(sheet),
        [*stat_block_text.special_rules(sheet)],
    )
    facts = (numbers, [*_facts(view.system, sheet, state)], *rest)
    lines += (f"  {', '.join(each)}" for each in facts if each)
    lines += (f"  {_begins_with(formatter, creature, each, conditions.get(each.name))}" for each in state.effects)
    lines += (f"  {stat_block_text.power_line(formatter, power, creature)}" for power in sheet.powers)
    return lines + [f"  {each}" for each in stat_block_text.passages(sheet)]


def _begins_with(formatter: Formatter, creature: str, effect: Effect, condition: Condition | None) -> str:
    means = f": {condition.means}" if condition else ""
    return f"begins with {formatter.effect(effect)}, {formatter.duration_of(effect, creature)}{means}"


def _description(system: System, sheet: Sheet) -> Iterator[str]:
    """The description of a creature, and its side if that is unusual for its kind."""
    yield from stat_block_text.description(sheet)
    if sheet.side != system.creatures.kinds[sheet.kind].side:
        yield sheet.side


def _health(view: FightView, creature: str) -> Iterator[str]:
    """Initiative and health."""
    sheet, state = view.fight.sheets[creature], view.fight.states[creature]
    yield f"initiative {with_sign(sheet.initiative)}"
    if health := view.system.health.as_printed(sheet, state):
        yield health
    if staggered := stat_block_text.staggered_at(view, creature):
        yield staggered
    if state.temp_hp:
        yield f"{state.temp_hp} temporary"


def _defenses(view: FightView, creature: str) -> Iterator[str]:
    sheet = view.system.creatures.defending_sheet(view.fight, creature)
    for name, printed in printed_defenses(view.system, sheet).items():
        yield f"{name} {number(printed)}"


def _facts(system: System, sheet: Sheet, state: State) -> Iterator[str]:
    """Saving throws, speed, and resources."""
    yield from stat_block_text.printed_saves(sheet)
    if sheet.speed:
        yield f"speed {sheet.speed}"
    if state.recoveries:
        yield f"{system.words.term('recoveries')} {state.recoveries}"
    if state.action_points:
        yield f"{system.words.term('action points')} {state.action_points}"
    if sheet.legendary:
        yield f"legendary actions {sheet.legendary}"
    limited = {name: count for name, count in state.counters.items() if name in sheet.resources}
    yield from stat_block_text.resources(sheet, limited)
    yield from (f"{name} ×{count}" for name, count in state.counters.items() if name not in limited)
