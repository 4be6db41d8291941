"""The numbers as they are now: what conditions, bonuses and hit points make of what is printed."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Literal

from orcus_tui.model.creature import State
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight
from orcus_tui.rules.system import Condition, Modifier, System

Standing = Literal["up", "down", "dead", "out"]
EITHER = "attack or save"
"""The statistic of a bonus that is for the next attack roll or saving throw, whichever comes first."""
_tables: dict[tuple[object, ...], Mapping[str, Condition]] = {}


def conditions_of(system: System, fight: Fight) -> Mapping[str, Condition]:
    """The system's conditions, as the fight's options have them."""
    if not fight.options:
        return system.conditions
    key = (system.id, *((name, value) for (name, value) in system.variants if fight.options.get(name) == value))
    if key not in _tables:
        table = dict(system.conditions)
        for name, value in system.variants:
            if fight.options.get(name) == value:
                table.update(system.variants[name, value])
        _tables[key] = table
    return _tables[key]


def conditions_in_force(system: System, fight: Fight, creature: str) -> frozenset[str]:
    """Every condition a creature is under, implied ones too."""
    state = fight.states[creature]
    waiting = [each.name for each in state.effects if each.kind in ("condition", "mark")]
    waiting.extend(system.derived_conditions(fight, creature))
    if not waiting:
        return frozenset()
    table = conditions_of(system, fight)
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            known = table.get(name)
            if known:
                waiting.extend(known.includes)
    return frozenset(found)


def stacked(system: System, modifiers: Iterable[Modifier]) -> list[Modifier]:
    """Those that count: of each type the best bonus and the worst penalty, of the untyped all (Orcus §Stacking).

    A system may have but some types that do not add up (Archmage §Stacking Rules).
    """
    counted: list[Modifier] = []
    best: dict[tuple[str, bool], Modifier] = {}
    for modifier in modifiers:
        amount, type_, _ = modifier
        if not type_ or (system.best_of is not None and type_ not in system.best_of and not type_.startswith(OF_POWER)):
            counted.append(modifier)
        elif abs(amount) > abs(best.get((type_, amount > 0), (0, "", ""))[0]):
            best[type_, amount > 0] = modifier
    return [*counted, *best.values()]


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of modifiers."""
    return sum(amount for amount, _, _ in modifiers)


def bonuses(
    system: System, state: State, *stats: str, opponent: str = "", tags: tuple[str, ...] = ()
) -> list[Modifier]:
    """The bonuses and penalties to any of these statistics that a creature carries, against an opponent if given."""
    return [
        (effect.amount or 0, _stacks_as(system, effect), effect.power or _reason(effect))
        for effect in state.effects
        if effect.kind == "bonus" and effect.name in stats and counts(effect, opponent, tags)
    ]


OF_POWER = "of "


def _stacks_as(system: System, effect: Effect) -> str:
    """The type by which a bonus does or does not add up with others: its own, or the power it is of."""
    return f"{OF_POWER}{effect.power}" if system.same_power_once and effect.power else effect.type or ""


def _reason(effect: Effect) -> str:
    what = "penalty" if (effect.amount or 0) < 0 else "bonus"
    return f"{effect.type} {what}" if effect.type else what


def counts(effect: Effect, opponent: str, tags: tuple[str, ...]) -> bool:
    """Whether a bonus that is limited to an opponent, or to tags, counts here."""
    if effect.against and effect.against != opponent:
        return False
    return not effect.tags or any(tag in tags for tag in effect.tags)


def defense_modifiers(
    system: System, fight: Fight, creature: str, defense: str, *, attacker: str = "", range_: str = ""
) -> list[Modifier]:
    """What changes a defense now; against one attacker and range, if given."""
    state = fight.states[creature]
    modifiers = bonuses(system, state, "defenses", defense, opponent=attacker)
    type_ = system.condition_type(fight)
    table = conditions_of(system, fight)
    for name in sorted(conditions_in_force(system, fight, creature)):
        known = table.get(name)
        if known and known.defenses:
            modifiers.append((known.defenses, type_, name))
        if known and range_ in known.against:
            modifiers.append((known.against[range_], "", f"{name}, {range_}"))
    return stacked(system, modifiers)


def defenses(system: System, fight: Fight, creature: str) -> dict[str, int]:
    """Every defense with everything in force, by the system's names; those the stat block lacks are left out."""
    printed = fight.sheets[creature].defenses
    return {
        name: printed[name] + total(defense_modifiers(system, fight, creature, name))
        for name in system.defenses
        if name in printed
    }


def save_modifiers(system: System, fight: Fight, creature: str, ability: str = "") -> list[Modifier]:
    """What a creature adds to its saving throws; by this ability, where a system has them so."""
    printed = fight.sheets[creature].saves
    by_ability = ability_modifier(fight, creature, ability)
    own = printed or by_ability if isinstance(printed, int) else printed.get(ability, by_ability)
    base: list[Modifier] = [(own, "", ability or "saves")] if own else []
    return base + stacked(system, bonuses(system, fight.states[creature], "saves", EITHER))


def ability_modifier(fight: Fight, creature: str, ability: str) -> int:
    """The modifier of an ability score, rounded down; 0 for a score that is not known."""
    score = fight.sheets[creature].abilities.get(ability)
    return 0 if score is None else (score - 10) // 2


def actions_left(system: System, fight: Fight, creature: str) -> dict[str, int]:
    """The actions a creature has left, 0 while a condition forbids them."""
    state = fight.states[creature]
    table = conditions_of(system, fight)
    held = [table[name] for name in conditions_in_force(system, fight, creature) if name in table]
    forbidden = state.life == "dead" or state.place != "here" or any(each.no_actions for each in held)
    left: dict[str, int] = {}
    for action, count in zip(system.actions, state.actions, strict=False):
        caps = [each.limits[action.name] for each in held if action.name in each.limits]
        left[action.name] = 0 if forbidden else max(0, min([count, *caps]))
    return left


def forbids(system: System, fight: Fight, creature: str, action: str) -> str:
    """The condition that forbids this kind of action, or all where `action` is empty; empty if none does."""
    if fight.states[creature].life == "dead":
        return "dead"
    table = conditions_of(system, fight)
    for name in sorted(conditions_in_force(system, fight, creature)):
        known = table.get(name)
        if known and (known.no_actions or known.limits.get(action) == 0):
            return name
    return ""


def barred(system: System, fight: Fight, creature: str, use: str) -> str:
    """The condition that bars powers of this use, or action points; empty if none does."""
    table = conditions_of(system, fight)
    held = sorted(conditions_in_force(system, fight, creature))
    return next((name for name in held if name in table and use in table[name].bars), "")


def staggered_value(fight: Fight, creature: str) -> int:
    """The hit points at which a creature is staggered: as printed, else half, rounded down (Orcus §Staggered)."""
    sheet = fight.sheets[creature]
    return sheet.staggered if sheet.staggered is not None else (sheet.max_hp or 0) // 2


def is_staggered(system: System, fight: Fight, creature: str) -> bool:
    """Whether a creature is at its staggered value or below."""
    hp = fight.states[creature].hp
    return system.has_hit_points and hp is not None and hp <= staggered_value(fight, creature)


def standing(system: System, fight: Fight, creature: str) -> Standing:
    """Whether a creature is up, down (at 0 hit points or fewer, not dead), dead, or out of the fight."""
    state = fight.states[creature]
    if state.life == "dead":
        return "dead"
    if state.place != "here" or state.life == "coma":
        return "out"
    return "down" if system.is_down(fight, creature) else "up"


def grouped(fight: Fight, creatures: Iterable[str]) -> dict[str, list[str]]:
    """These creatures by the group they came with, in the order given."""
    groups: dict[str, list[str]] = defaultdict(list)
    for creature in creatures:
        groups[fight.sheets[creature].group or creature].append(creature)
    return dict(groups)
