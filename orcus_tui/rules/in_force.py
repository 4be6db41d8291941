"""The conditions in force on a creature, and whether it is up."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.creature import OUT, Sheet, State
from orcus_tui.model.fight import Fight, OptionValue
from orcus_tui.rules.system import FightView, System
from orcus_tui.rules.system.conditions import Condition

FoundT = TypeVar("FoundT")
Standing = Literal["up", "down", "dead", "out"]
Test = Callable[[FightView, str], bool]
"""Whether something is true of a creature."""


def conditions_of(view: FightView) -> Mapping[str, Condition]:
    """The system's conditions under the fight's options."""
    setting = view.setting
    if setting.table is None:
        setting.table = _table(view.system, view.fight.options)
    return setting.table


def of_conditions(view: FightView, search: Callable[[Mapping[str, Condition]], FoundT]) -> FoundT:
    """The result of a search of the system's conditions, made once for each setting."""
    known = view.setting.of_conditions
    if search not in known:
        known[search] = search(conditions_of(view))
    found: FoundT = known[search]
    return found


def _table(system: System, options: Mapping[str, OptionValue]) -> Mapping[str, Condition]:
    table = system.conditions.table
    for (name, value), changed in system.conditions.by_option.items() if options else ():
        if options.get(name) == value:
            table = {**table, **changed}
    return table


class InForce(Struct):
    """The conditions a creature is under, and the state, sheet and implied conditions from which they follow.

    `names` are all conditions, `acting` those that the system knows and that no other condition supersedes. `state` is
    the latest state from which they follow.
    """

    state: State
    sheet: Sheet
    implied: tuple[str, ...]
    names: frozenset[str]
    acting: Mapping[str, Condition]
    rows: Any = None  # its modifiers by statistic, filled by `rules/modifiers.py`


def in_force(view: FightView, creature: str) -> InForce:
    """The conditions in force on a creature."""
    found: InForce | None = view.found.get(creature)
    if found is None or found.state is not view.fight.states[creature]:
        found = _in_force(view, creature, found)
    return found


def _in_force(view: FightView, creature: str, found: InForce | None) -> InForce:
    """The conditions of a creature whose state has changed; the earlier result if they are still the same."""
    state = view.fight.states[creature]
    implied = view.system.conditions.implied(view.fight, creature)
    if found is not None and found.state.effects is state.effects and found.implied == implied:
        found.state = state
        return found
    new = view.found[creature] = _in_setting(view, creature, implied)
    return new


def _in_setting(view: FightView, creature: str, implied: tuple[str, ...]) -> InForce:
    """The conditions of a creature in a new setting.

    They are those of the previous setting if nothing relevant has changed.
    """
    state, sheet = view.fight.states[creature], view.fight.sheets[creature]
    before: InForce | None = view.setting.earlier.get(creature)
    if (
        before is not None
        and before.sheet is sheet
        and before.state.effects is state.effects
        and before.implied == implied
    ):
        return replace(before, state=state)
    names = _all_conditions(view, creature, implied)
    return InForce(state, sheet, implied, names, _effective_conditions(conditions_of(view), names))


def _all_conditions(view: FightView, creature: str, implied: Iterable[str]) -> frozenset[str]:
    waiting = [each.name for each in view.fight.states[creature].effects if each.kind in ("condition", "mark")]
    waiting.extend(implied)
    if not waiting:
        return frozenset()
    table = conditions_of(view)
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            known = table.get(name)
            if known:
                waiting.extend(each for each in known.includes if not is_immune(view.fight, creature, each))
    return frozenset(found)


def _effective_conditions(table: Mapping[str, Condition], names: Collection[str]) -> Mapping[str, Condition]:
    """The system's conditions of these names that none of the others supersedes, in alphabetical order."""
    if not names:
        return {}
    known = {name: table[name] for name in sorted(names) if name in table}
    superseded = {name for each in known.values() for name in each.supersedes}
    return {name: each for name, each in known.items() if name not in superseded} if superseded else known


def conditions_in_force(view: FightView, creature: str) -> frozenset[str]:
    """Every condition that a creature is under, including implied ones."""
    return in_force(view, creature).names


def held_conditions(view: FightView, creature: str) -> Mapping[str, Condition]:
    """The system's conditions that act on a creature, by name, in alphabetical order."""
    found: InForce | None = view.found.get(creature)
    if found is None or found.state is not view.fight.states[creature]:
        found = _in_force(view, creature, found)
    return found.acting


def is_immune(fight: Fight, creature: str, what: str) -> bool:
    """Whether a stat block or an effect makes a creature immune to a condition or a damage type."""
    return what in immunities(fight, creature)


def immunities(fight: Fight, creature: str) -> set[str | None]:
    """The conditions and damage types that a stat block or an effect makes a creature immune to."""
    by_effects = [each.type for each in fight.states[creature].effects if each.name == "immune" and not each.unless]
    return {*fight.sheets[creature].immune, *by_effects}


def has_dying_condition(view: FightView, creature: str) -> bool:
    """Whether a creature is alive and under a condition that calls for death saves."""
    held = held_conditions(view, creature)
    if not held or view.fight.states[creature].life != "alive":
        return False
    return any(each.needs_death_save for each in held.values())


def is_staggered(view: FightView, creature: str) -> bool:
    """Whether a creature is staggered, by its hit points or its damage track."""
    return view.system.health.is_staggered(view, creature)


def creature_standing(view: FightView, creature: str) -> Standing:
    """Whether a creature is up, down (at 0 hit points or fewer, not dead), dead, or out of the fight."""
    state = view.fight.states[creature]
    if state.life == "dead":
        return "dead"
    if state.place != "here" or state.life in OUT:
        return "out"
    return "down" if view.system.health.is_down(view, creature) else "up"


def has_standing(standing: Standing) -> Test:
    """The test for creatures that are up, down, dead or out."""
    return lambda view, creature: creature_standing(view, creature) == standing


def is_on_side(side: str) -> Test:
    """The test for creatures of a side."""
    return lambda view, creature: view.fight.sheets[creature].side == side
