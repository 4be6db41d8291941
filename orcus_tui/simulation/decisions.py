"""Decisions of a creature that is played automatically: its next steps in a turn, by the habit of its side."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil

from msgspec import Struct

from orcus_tui import dice
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.fight import Fight
from orcus_tui.model.steps import Step
from orcus_tui.rules.in_force import creature_standing, in_force
from orcus_tui.rules.stats import actions_left
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.habits import Aim, Habit
from orcus_tui.rules.uses import why_unusable
from orcus_tui.simulation.battlefield import points_left, share_left
from orcus_tui.simulation.playable import Playable, Repertoire

Used = typed_steps.Attack | typed_steps.UsePower
"""A step that uses a power."""

GRABBED = "grabbed"
CROWD = 2
"""The fewest opponents that make a crowd, for habits that save limited powers for crowds."""


class Situation(Struct, frozen=True):
    """A creature in its turn: the fight, its powers, the habit of its side, and the choices that it has `tried`.

    `enemies` are its opponents that are up, in the order of the encounter. `attacks_on` counts the attacks on each
    creature so far; `chance` rolls a die if the habit leaves a choice open.
    """

    view: FightView
    enemies: Sequence[str]
    creature: str
    habit: Habit
    repertoire: Repertoire
    attacks_on: Mapping[str, int]
    chance: Callable[[int], int]
    tried: frozenset[str] = frozenset()

    @property
    def fight(self) -> Fight:
        """The fight at this moment."""
        return self.view.fight

    @property
    def side(self) -> str:
        """The creature's side."""
        return self.fight.sheets[self.creature].side


class Choice(Struct, frozen=True):
    """Steps to take; the name marks them as tried if the rules refuse them."""

    name: str
    steps: tuple[Step, ...]
    again: bool = False
    """Whether the steps may be chosen again in the same turn."""


def next_choice(situation: Situation) -> Choice | None:
    """The preferred choice of a creature that is up, among those it has not tried; None if its turn is over."""
    if not situation.enemies:
        return None
    freed = _getting_up_or_free(situation) if situation.habit.gets_up else None
    if freed:
        return freed
    usable = _usable(situation)
    return (
        (_healing(situation, usable) if usable and situation.repertoire.heals else None)
        or _rallying(situation)
        or (_attacking_or_helping(situation, usable) if usable else None)
        or _taking_action_point(situation)
    )


def _getting_up_or_free(situation: Situation) -> Choice | None:
    """Getting up, or an escape from a grab in systems that roll for it; in others the check is made at the table."""
    held = in_force(situation.view, situation.creature).names
    if not held:
        return None
    habits, table = situation.view.system.habits, situation.view.system.conditions.table
    is_lying = any(name in table and table[name].lying for name in held)
    if is_lying and habits.get_up and "get up" not in situation.tried:
        return Choice("get up", (typed_steps.Do(habits.get_up),))
    if GRABBED in held and habits.get_free and "get free" not in situation.tried:
        return Choice("get free", (typed_steps.SystemStep(habits.get_free, (situation.creature,)),))
    return None


def _healing(situation: Situation, usable: list[Playable]) -> Choice | None:
    """A healing power for the ally that needs it most."""
    view = situation.view
    powers = [each for each in usable if each.purpose == "heal"]
    if not powers:
        return None
    hurt = [each for each in allies(situation) if share_left(view, each) <= situation.habit.heals_below]
    for playable in powers if hurt else ():
        own = playable.power.origin == "self"
        if own and situation.creature not in hurt:
            continue
        target = situation.creature if own else min(hurt, key=lambda each: share_left(view, each))
        return Choice(f"power {playable.power.name}", (_use(playable, (target,), situation.creature),))
    return None


def allies(situation: Situation) -> list[str]:
    """The creatures of its side, including those that are down."""
    view = situation.view
    return [
        each
        for each, sheet in view.fight.sheets.items()
        if sheet.side == situation.side and creature_standing(view, each) in ("up", "down")
    ]


def _rallying(situation: Situation) -> Choice | None:
    view, creature = situation.view, situation.creature
    if view.system.rest.rally is None or "rally" in situation.tried or not view.fight.states[creature].recoveries:
        return None
    return Choice("rally", (steps.Rally(),)) if share_left(view, creature) <= situation.habit.rallies_below else None


def _attacking_or_helping(situation: Situation, usable: list[Playable]) -> Choice | None:
    """The attack or the help that the habit prefers."""
    others = [each for each in usable if each.purpose != "heal" and not each.legendary]
    if not others:
        return None
    habit, number = situation.habit, len(situation.enemies)
    best = min(others, key=lambda each: _rank(habit, each, number)) if len(others) > 1 else others[0]
    return Choice(f"power {best.power.name}", attack_steps(situation, best, situation.enemies))


def _usable(situation: Situation) -> list[Playable]:
    """The powers not tried or spent that the remaining actions can pay for."""
    view, creature, tried = situation.view, situation.creature, situation.tried
    left = actions_left(view, creature)
    payable = [cost for cost in situation.repertoire.costs if all(map(left.get, cost))]
    if not payable:
        return []
    return [
        each
        for each in situation.repertoire.playable
        if each.cost in payable
        and (not tried or f"power {each.power.name}" not in tried)
        and why_unusable(view.fight, creature, each.power) is None
    ]


def _rank(habit: Habit, playable: Playable, enemies: int) -> tuple[int, float]:
    """The rank of a power among those that could be used now; the lowest comes first."""
    several = playable.reach.area or playable.reach.everybody
    if not playable.limited:
        order = 1
    elif habit.limited == "crowds":
        order = 0 if enemies >= CROWD or not several else 2
    else:
        order = 0 if habit.limited == "first" else 2
    return order, -playable.worth


def _taking_action_point(situation: Situation) -> Choice | None:
    fight, first = situation.view.fight, situation.habit.action_point
    if not first or fight.round < first or not fight.states[situation.creature].action_points:
        return None
    if not situation.view.system.action_point or "action point" in situation.tried:
        return None
    return Choice("action point", (typed_steps.ActionPoint(),), again=True)


def attack_steps(situation: Situation, playable: Playable, enemies: Sequence[str]) -> tuple[Used, ...]:
    """The steps that use a power on the opponents that the habit prefers, or on its user."""
    aimed = enemies if playable.purpose == "help" else in_aimed_order(situation, enemies)
    return steps_on(situation, playable, aimed)


def steps_on(situation: Situation, playable: Playable, aimed: Sequence[str]) -> tuple[Used, ...]:
    """The steps that use a power on the first of these opponents, as many as it reaches, or on its user."""
    creature, power = situation.creature, playable.power
    if playable.purpose == "help":
        return (_use(playable, (creature,), creature),)
    number = _number(playable, situation, len(aimed))
    if playable.reach.attacks:
        return tuple(typed_steps.Attack(power.name, (aimed[0],), creature) for _ in range(number))
    targets = tuple(aimed[: 1 if power.multiattack else number])
    if power.bonus is None and not power.multiattack:
        return (_use(playable, targets, creature),)
    return (typed_steps.Attack(power.name, targets, creature),)


def in_aimed_order(situation: Situation, opponents: Sequence[str]) -> list[str]:
    """The opponents in the order in which the habit attacks them."""
    rank = _RANKS.get(situation.habit.aim)
    return sorted(opponents, key=rank(situation)) if rank else in_random_order(situation, opponents)


_RANKS: Mapping[Aim, Callable[[Situation], Callable[[str], float]]] = {
    "weakest": lambda situation: partial(points_left, situation.view),
    "nearest to falling": lambda situation: partial(share_left, situation.view),
    "spread": lambda situation: lambda each: situation.attacks_on.get(each, 0),
}
"""The rank of an opponent, in a situation, for each aim but the random one; the lowest is attacked first."""


def in_random_order(situation: Situation, creatures: Sequence[str]) -> list[str]:
    """The creatures in random order."""
    waiting = list(creatures)
    found: list[str] = []
    while waiting:
        found.append(waiting.pop(situation.chance(len(waiting)) - 1))
    return found


def _use(playable: Playable, targets: tuple[str, ...], creature: str) -> typed_steps.UsePower:
    return typed_steps.UsePower(playable.power.name, targets, creature)


def _number(playable: Playable, situation: Situation, opponents: int) -> int:
    """The number of a power's targets among this number of opponents, or of its attacks; at least one."""
    reach = playable.reach
    if reach.number is not None:
        number = dice.roll(reach.number, situation.chance).total
        return max(1, number if reach.attacks else min(number, opponents))
    if reach.everybody:
        return opponents
    return max(1, ceil(opponents * situation.habit.area)) if reach.area else 1
