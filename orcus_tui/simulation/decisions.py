"""Decisions of a creature that is played automatically: its next steps in a turn, by the habit of its side."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil

from msgspec import Struct

from orcus_tui import dice
from orcus_tui.model import steps
from orcus_tui.model.fight import Fight
from orcus_tui.model.steps import Step
from orcus_tui.rules.in_force import conditions_in_force, creature_standing
from orcus_tui.rules.stats import actions_left
from orcus_tui.rules.system import FightView, System
from orcus_tui.rules.system.habits import Aim, Habit
from orcus_tui.rules.uses import why_unusable
from orcus_tui.simulation.battlefield import points_left, share_left
from orcus_tui.simulation.playable import Playable, Repertoire

Used = steps.Attack | steps.UsePower
"""A step that uses a power."""

PRONE, GRABBED = "prone", "grabbed"
CROWD = 2
"""The fewest opponents that make a crowd, for habits that save limited powers for crowds."""


class Situation(Struct, frozen=True):
    """A creature in its turn: the fight, its powers, the habit of its side, and the choices it has `tried`.

    `enemies` are its opponents that are up, in the order of the encounter. `attacks_on` counts the attacks on each
    creature so far; `chance` rolls a die where the habit leaves a choice open.
    """

    view: FightView
    enemies: Sequence[str]
    creature: str
    habit: Habit
    repertoire: Repertoire
    get_up: str
    get_free: str
    attacks_on: Mapping[str, int]
    chance: Callable[[int], int]
    tried: frozenset[str] = frozenset()

    @property
    def fight(self) -> Fight:
        """The fight at this moment."""
        return self.view.fight

    @property
    def system(self) -> System:
        """The rules system of the fight."""
        return self.view.system

    @property
    def side(self) -> str:
        """The creature's side."""
        return self.fight.sheets[self.creature].side


class Choice(Struct, frozen=True):
    """Steps to take; by the name, they are not tried again after the rules refuse them."""

    name: str
    steps: tuple[Step, ...]
    again: bool = False
    """Whether they may be chosen again in the same turn."""


def next_choice(situation: Situation) -> Choice | None:
    """The creature's next choice; None if its turn is over."""
    if creature_standing(situation.view, situation.creature) != "up":
        return None
    return next((each for each in _choices(situation) if each.name not in situation.tried), None)


def _choices(situation: Situation) -> Iterator[Choice]:
    """The possible choices of the creature, the preferred one first."""
    enemies = situation.enemies
    if not enemies:
        return
    left = actions_left(situation.view, situation.creature)
    yield from _getting_up(situation)
    yield from _getting_free(situation)
    usable = _usable(situation, left)
    yield from _healing(situation, usable)
    yield from _rallying(situation)
    yield from _powers(situation, usable, enemies)
    yield from _action_point(situation)


def _getting_up(situation: Situation) -> Iterator[Choice]:
    held = conditions_in_force(situation.view, situation.creature)
    if situation.habit.gets_up and situation.get_up and PRONE in held:
        yield Choice("get up", (steps.Do(situation.get_up),))


def _getting_free(situation: Situation) -> Iterator[Choice]:
    """An escape from a grab, only in systems that roll for it; in others the check is made at the table."""
    held = conditions_in_force(situation.view, situation.creature)
    if situation.habit.gets_up and situation.get_free and GRABBED in held:
        yield Choice("get free", (steps.SystemStep(situation.get_free, (situation.creature,)),))


def _healing(situation: Situation, usable: list[Playable]) -> Iterator[Choice]:
    """A healing power for the ally that needs it most."""
    view = situation.view
    powers = [each for each in usable if each.purpose == "heal"]
    if not powers:
        return
    hurt = [each for each in allies(situation) if share_left(view, each) <= situation.habit.heals_below]
    for playable in powers if hurt else ():
        own = playable.power.origin == "self"
        if own and situation.creature not in hurt:
            continue
        target = situation.creature if own else min(hurt, key=lambda each: share_left(view, each))
        yield Choice(f"power {playable.power.name}", (_use(playable, (target,), situation.creature),))


def allies(situation: Situation) -> list[str]:
    """The creatures of its side, including those that are down."""
    view = situation.view
    return [
        each
        for each, sheet in view.fight.sheets.items()
        if sheet.side == situation.side and creature_standing(view, each) in ("up", "down")
    ]


def _rallying(situation: Situation) -> Iterator[Choice]:
    if situation.system.rest.rally is None or not (situation.fight.states[situation.creature].recoveries or 0):
        return
    if share_left(situation.view, situation.creature) <= situation.habit.rallies_below:
        yield Choice("rally", (steps.Rally(),))


def _powers(situation: Situation, usable: list[Playable], enemies: Sequence[str]) -> Iterator[Choice]:
    """Attacks and help, in the order that the habit prefers."""
    others = [each for each in usable if each.purpose != "heal" and not each.legendary]
    for playable in sorted(others, key=lambda each: _rank(situation.habit, each, len(enemies))):
        yield Choice(f"power {playable.power.name}", attack_steps(situation, playable, enemies))


def _usable(situation: Situation, left: Mapping[str, int]) -> list[Playable]:
    """The powers that are not spent, and that the remaining actions can pay for."""
    fight, creature = situation.fight, situation.creature
    return [
        each
        for each in situation.repertoire.playable
        if _can_afford(each, left)
        and f"power {each.power.name}" not in situation.tried
        and why_unusable(fight, creature, each.power) is None
    ]


def _can_afford(playable: Playable, left: Mapping[str, int]) -> bool:
    return all(left.get(kind, 0) > 0 for kind in playable.cost)


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


def _action_point(situation: Situation) -> Iterator[Choice]:
    habit, state = situation.habit, situation.fight.states[situation.creature]
    if not situation.system.actions.action_point or not state.action_points or not habit.action_point:
        return
    if situation.fight.round >= habit.action_point:
        yield Choice("action point", (steps.ActionPoint(),), again=True)


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
        return tuple(steps.Attack(power.name, (aimed[0],), creature) for _ in range(number))
    targets = tuple(aimed[: 1 if power.multiattack else number])
    if power.bonus is None and not power.multiattack:
        return (_use(playable, targets, creature),)
    return (steps.Attack(power.name, targets, creature),)


def in_aimed_order(situation: Situation, opponents: Sequence[str]) -> list[str]:
    """The opponents in the order in which the habit attacks them."""
    view, aim = situation.view, situation.habit.aim
    if aim == "random":
        return in_random_order(situation, opponents)
    ranks: dict[Aim, Callable[[str], float]] = {
        "weakest": lambda each: points_left(view, each),
        "nearest to falling": lambda each: share_left(view, each),
        "spread": lambda each: situation.attacks_on.get(each, 0),
    }
    return sorted(opponents, key=ranks[aim])


def in_random_order(situation: Situation, creatures: Sequence[str]) -> list[str]:
    """The creatures in random order."""
    waiting, found = list(creatures), list[str]()
    while waiting:
        found.append(waiting.pop(situation.chance(len(waiting)) - 1))
    return found


def _use(playable: Playable, targets: tuple[str, ...], creature: str) -> steps.UsePower:
    return steps.UsePower(playable.power.name, targets, creature)


def _number(playable: Playable, situation: Situation, opponents: int) -> int:
    """The number of present opponents that a power reaches, or of its attacks; at least one."""
    reach = playable.reach
    if reach.number is not None:
        number = dice.roll(reach.number, situation.chance).total
        return max(1, number if reach.attacks else min(number, opponents))
    if reach.everybody:
        return opponents
    return max(1, ceil(opponents * situation.habit.area)) if reach.area else 1
