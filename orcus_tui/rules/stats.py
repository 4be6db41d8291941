"""Current statistics and speed: printed values, changed by conditions, bonuses and hit points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, message
from orcus_tui.rules.facts import Moment, counts_when
from orcus_tui.rules.in_force import held_conditions, is_staggered
from orcus_tui.rules.modifiers import SAVE_STATS, bonuses, roll_save_dice, rows_of
from orcus_tui.rules.system import FightView, System
from orcus_tui.rules.system.actions import ActionKind
from orcus_tui.rules.system.conditions import Condition
from orcus_tui.rules.system.hooks import Modifier, OfPower, by_score

if TYPE_CHECKING:
    from orcus_tui.rules.system.resolution import Resolution

EFFECT_SAVES = "effect saves"
"""The statistic of saves against effects, in a system whose stat blocks have other saves."""
ALL_SAVES = (*SAVE_STATS, EFFECT_SAVES)
REACTION = "reaction"
"""An action on another creature's turn, which some conditions still allow."""


def stack_modifiers(system: System, modifiers: Iterable[Modifier]) -> list[Modifier]:
    """The modifiers that count: the best bonus and worst penalty of each type, and all untyped ones (Orcus §Stacking).

    In some systems only bonuses of certain types do not add up (Archmage §Stacking Rules).
    """
    counted: list[Modifier] = []
    best: dict[tuple[str | OfPower, bool], Modifier] = {}
    for modifier in modifiers:
        amount, type_, _ = modifier
        if not type_ or (
            system.bonuses.best_of is not None
            and type_ not in system.bonuses.best_of
            and not isinstance(type_, OfPower)
        ):
            counted.append(modifier)
        elif abs(amount) > abs(best.get((type_, amount > 0), (0, "", ""))[0]):
            best[type_, amount > 0] = modifier
    return [*counted, *best.values()]


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of modifiers."""
    found = 0
    for amount, _, _ in modifiers:
        found += amount
    return found


def effective_damage(system: System, amount: int) -> int:
    """Damage, at least 0 (Orcus §Damage Rolls) unless it is a bonus (True SRD §Damage Bonus)."""
    return amount if system.damage.is_bonus else max(0, amount)


def defense_modifiers(moment: Moment, defense: str, row: str = "") -> list[Modifier]:
    """The modifiers of a creature's defense at a moment; `row` is the row of the track that damage would mark."""
    view, creature = moment.view, moment.bearer
    system, fight = view.system, view.fight
    modifiers = bonuses(moment, *stats_of(system, defense))
    modifiers += system.creatures.defense_modifiers(fight, creature, defense, row)
    if not system.words.defense_parts:
        return stack_modifiers(system, modifiers) if modifiers else []
    printed = printed_defense(system, fight.sheets[creature], defense) or 0
    fixed = _cap(moment, printed) if defense in system.words.attackable else []
    for part in parts_of(system, defense):
        modifiers += _loss_of_part(moment, part)
    counted = stack_modifiers(system, modifiers)
    return min(fixed, counted, key=total) if fixed else counted  # the most severe (True SRD §Condition Summary)


def parts_of(system: System, defense: str) -> tuple[str, ...]:
    """The parts that add up to a defense; in most systems only the defense itself."""
    return system.words.defense_parts.get(defense, (defense,))


def printed_defense(system: System, sheet: Sheet, defense: str) -> int | None:
    """A defense as printed in the stat block, the sum of its parts; None if one of them is missing."""
    if defense not in system.words.defense_parts:
        return sheet.defenses.get(defense)
    parts = parts_of(system, defense)
    return sum(sheet.defenses[each] for each in parts) if all(each in sheet.defenses for each in parts) else None


def stats_of(system: System, defense: str) -> tuple[str, ...]:
    """The statistics whose bonuses count for this defense."""
    if not system.words.stat_groups:
        return ("defenses", defense)
    groups = (name for name, members in system.words.stat_groups.items() if defense in members)
    return (*groups, *parts_of(system, defense))


def _loss_of_part(moment: Moment, part: str) -> list[Modifier]:
    """The modifier through which a creature loses a part of its defense, if a condition takes it away."""
    view, creature, attacker = moment.view, moment.bearer, moment.other
    state, held = moment.fight.states[creature], held_conditions(view, creature)
    why = _condition_removing_part(held, state, part, attacker) or _condition_denying_part(
        view, attacker, part, creature
    )
    worth = moment.fight.sheets[creature].defenses.get(part, 0) + total(bonuses(moment, part)) if why else 0
    return [(-worth, "", why)] if worth > 0 else []


def _condition_removing_part(held: Mapping[str, Condition], state: State, part: str, attacker: str) -> str:
    """The condition through which a creature loses a part of its defense; empty without one."""
    for name, known in held.items():
        if part not in known.loses:
            continue
        sources = [each.source for each in state.effects if each.name == name]
        if not (known.keeps_against_source and attacker in sources):
            return name
    return ""


def _condition_denying_part(view: FightView, attacker: str, part: str, target: str) -> str | Message:
    """The attacker's condition through which a target loses a part of its defense; empty without one."""
    held = held_conditions(view, attacker) if attacker in view.fight.states else {}
    for name, known in held.items():
        if part in known.denies and _is_about(view.fight.states[attacker], name, target):
            return message("attacker is", condition=name)
    return ""


def _is_about(state: State, condition: str, other: str) -> bool:
    """Whether a condition counts against another creature: it may be limited to one opponent."""
    opponents = [each.against for each in state.effects if each.name == condition]
    return not opponents or any(each in ("", other) for each in opponents)


def _cap(moment: Moment, printed: int) -> list[Modifier]:
    """The modifier that lowers a defense to the cap that a condition sets, with the condition's own rows."""
    numbers = [
        (known.defense_cap + sum(row.amount for row in known.rows if counts_when(row.when, moment)) - printed, "", name)
        for name, known in held_conditions(moment.view, moment.bearer).items()
        if known.defense_cap is not None
    ]
    return [min(numbers)] if numbers else []


def printed_defenses(system: System, sheet: Sheet) -> dict[str, int]:
    """Every defense as printed in the stat block, by the system's names, without missing ones."""
    found = {name: printed_defense(system, sheet, name) for name in system.words.defenses}
    return {name: printed for name, printed in found.items() if printed is not None}


def defenses(view: FightView, creature: str) -> dict[str, int]:
    """Every defense with all modifiers, by the system's names, without those missing in the stat block."""
    return {
        name: printed + total(defense_modifiers(Moment(view, creature), name))
        for name, printed in printed_defenses(
            view.system, view.system.creatures.defending_sheet(view.fight, creature)
        ).items()
    }


def save_modifiers(view: FightView, creature: str, ability: str = "", moment: Moment | None = None) -> list[Modifier]:
    """The modifiers of a creature's saving throws; with `ability`, of saves with that ability.

    `moment` has the cause of the save.
    """
    base = printed_save(view.fight, creature, ability)
    if rows_of(view, creature).numbers.isdisjoint(ALL_SAVES):
        return base
    return base + stack_modifiers(view.system, bonuses(moment or Moment(view, creature), *ALL_SAVES))


def printed_save(fight: Fight, creature: str, ability: str) -> list[Modifier]:
    """The modifier of saving throws on a creature's sheet, unless it is 0."""
    printed = fight.sheets[creature].saves
    by_ability = ability_modifier(fight, creature, ability) if ability else 0
    own = printed or by_ability if isinstance(printed, int) else printed.get(ability, by_ability)
    return [(own, "", ability or "saves")] if own else []


def roll_save_modifiers(
    resolution: Resolution, creature: str, ability: str = "", moment: Moment | None = None
) -> list[Modifier]:
    """The modifiers of a saving throw that is being made, its bonus dice rolled; see `save_modifiers`."""
    modifiers = save_modifiers(resolution.view, creature, ability, moment)
    return modifiers + roll_save_dice(resolution, creature, moment)


def initiative_modifiers(view: FightView, creature: str) -> list[Modifier]:
    """The modifiers of a creature's initiative roll."""
    return [
        (view.fight.sheets[creature].initiative, "", ""),
        *stack_modifiers(view.system, bonuses(Moment(view, creature), "initiative")),
    ]


ability_modifier = by_score


def actions_left(view: FightView, creature: str) -> Mapping[str, int]:
    """The actions a creature has left, 0 while a condition forbids them."""
    state = view.fight.states[creature]
    left = _of_each_kind(view.system.actions.names, state.actions)
    if state.life == "dead" or state.place != "here":
        return dict.fromkeys(left, 0)
    held = held_conditions(view, creature)
    for known in held.values() if held else ():
        if known.no_actions:
            return dict.fromkeys(left, 0)
        for action, most in known.limits.items():
            if left.get(action, 0) > most:
                left = {**left, action: most}
    return left


@lru_cache(maxsize=256)
def _of_each_kind(names: tuple[str, ...], actions: tuple[int, ...]) -> Mapping[str, int]:
    """The number of actions of each kind, cached, since most turns have the same."""
    return {name: max(0, count) for name, count in zip(names, actions, strict=False)}


def forbids(view: FightView, creature: str, action: str) -> str:
    """The condition that forbids this kind of action, or every action if `action` is empty; empty if it is allowed."""
    if view.fight.states[creature].life == "dead":
        return "dead"
    for name, known in held_conditions(view, creature).items():
        spared = action == REACTION and known.leaves_reactions
        if (known.no_actions and not spared) or known.limits.get(action) == 0:
            return name
    return ""


def may_trade_for(view: FightView, creature: str, action: ActionKind) -> bool:
    """Whether a forbidden action may be taken by trading a remaining one for it (True SRD §Slowed, §Staggered)."""
    held = held_conditions(view, creature).values()
    forbidding = [each for each in held if each.no_actions or each.limits.get(action.name) == 0]
    left = actions_left(view, creature)
    return bool(forbidding) and all(each.may_trade for each in forbidding) and any(map(left.get, action.traded_from))


def barring_condition(view: FightView, creature: str, use: str) -> str:
    """The creature's condition that bars powers of this use, or a named action such as `action point`.

    It is empty if they are allowed.
    """
    return first_barring(held_conditions(view, creature), use)


def first_barring(held: Mapping[str, Condition], use: str) -> str:
    """The first of these conditions that bars powers of this use, or a named action; empty if allowed."""
    for name, known in held.items():
        if use in known.bars:
            return name
    return ""


def staggered_value(fight: Fight, creature: str) -> int:
    """The hit points at which a creature is staggered: as printed, else half, rounded down (Orcus §Staggered)."""
    sheet = fight.sheets[creature]
    return sheet.staggered if sheet.staggered is not None else (sheet.max_hp or 0) // 2


def is_called_staggered(view: FightView, creature: str) -> bool:
    """Whether a creature is staggered, in a system that has the term."""
    return bool(view.system.words.term("staggered")) and is_staggered(view, creature)


SPEED_CAP = "speed cap"
"""The statistic of a row that limits speed; its amount is the limit."""
# One speed of a stat block: `6`, `fly 8`; teleporting has no cap (Orcus §Slowed).
_SPEED = r"(?i)(teleport\w* +)?([0-9]{1,4})"


def speed(view: FightView, creature: str) -> str:
    """The current speeds of a creature, in the words of its stat block: `6, fly 8`, slowed `2, fly 2`."""
    printed = view.fight.sheets[creature].speed
    if not printed or not (view.fight.states[creature].effects or held_conditions(view, creature)):
        return printed
    more, cap, after = _changes(view, creature)

    def now(found: re.Match[str]) -> str:
        if found[1]:
            return found[0]
        return str(_now(int(found[2]), more, cap, after))

    return re.sub(_SPEED, now, printed)


def on_foot(view: FightView, creature: str) -> int | None:
    """The first of a creature's current speeds; None if its stat block has none."""
    found = re.search(_SPEED, view.fight.sheets[creature].speed)
    return _now(int(found[2]), *_changes(view, creature)) if found else None


def _changes(view: FightView, creature: str) -> tuple[int, int | None, int]:
    """The sum of bonuses and penalties, the lowest cap, and the bonus after the cap (Orcus §Slowed)."""
    system, moment = view.system, Moment(view, creature)
    added = total(stack_modifiers(system, bonuses(moment, "speed")))
    caps = (most for most, _, _ in bonuses(moment, SPEED_CAP))
    return added, min(caps, default=None), system.conditions.speed_after_caps(view.fight, creature)


def _now(printed: int, more: int, cap: int | None, after: int) -> int:
    changed = max(0, printed + more)
    return (changed if cap is None else min(changed, cap)) + after
