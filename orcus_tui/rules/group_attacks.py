"""Attacks and powers by several creatures at once: each acts in initiative order."""

from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.fight import Fight, in_place_order
from orcus_tui.model.text import plural
from orcus_tui.model.turn_places import has_turn_to_come
from orcus_tui.rules import target_counts
from orcus_tui.rules.actions import use_until_next_turn
from orcus_tui.rules.attacks import remember_results, resolve_attack, use
from orcus_tui.rules.effects import WITH_GROUP
from orcus_tui.rules.limits import attack_limit_message
from orcus_tui.rules.multiattack import count_of
from orcus_tui.rules.opportunities import as_counted
from orcus_tui.rules.powers import power_of
from orcus_tui.rules.system.attacks import AttackResult
from orcus_tui.rules.system.resolution import Resolution

Value = TypeVar("Value")


def attack_by_each(resolution: Resolution, step: typed_steps.AttackByEach) -> None:
    """`attack` by several creatures: each attacks in initiative order, as long as a target lives."""
    refuse_too_many(resolution, step)
    if not step.attack.targets and target_counts.roll(resolution, replace(step.attack, source=step.sources[0])):
        return
    faces, totals, dice = (_shares(step, what) for what in ("faces", "totals", "bonus_faces"))
    _note_every_pair(resolution, step)
    is_in_turn = resolution.fight.active in step.sources
    resolution.typed.toughness = list(step.attack.toughness)
    results: list[AttackResult] = []
    for place, source in enumerate(each for each in in_place_order(resolution.fight) if each in step.sources):
        targets = _targets_of_attacker(step, place)
        own = replace(
            step.attack,
            targets=targets,
            source=source,
            faces=faces[place],
            totals=totals[place],
            bonus_faces=dice[place],
        )
        living = _living_targets(resolution, own)
        living = replace(living, implied=False) if is_in_turn else as_counted(resolution, living)
        if _has_died(resolution, source):
            resolution.say("dead", source)
        elif living.targets:
            if is_in_turn and has_turn_to_come(resolution.fight, source):
                use_until_next_turn(resolution, source, WITH_GROUP)
            results += resolve_attack(resolution, living)
        else:
            resolution.say("nobody left to attack", source)
    remember_results(resolution, results)
    resolution.typed.toughness.clear()


def shared_attacks(fight: Fight, step: typed_steps.AttackByEach) -> Iterator[typed_steps.AttackByEach]:
    """A split attack as one attack for each target, by the attackers in turn; without typed dice."""
    sources = [each for each in in_place_order(fight) if each in step.sources]
    count = len(step.attack.targets)
    attack = replace(step.attack, implied=False) if fight.active in sources else step.attack
    for place, target in enumerate(step.attack.targets[: len(sources)]):
        yield typed_steps.AttackByEach(tuple(sources[place::count]), replace(attack, targets=(target,)))


def use_by_each(resolution: Resolution, step: typed_steps.UseByEach) -> None:
    """`use` by several creatures: each uses the power, in initiative order."""
    is_in_turn = resolution.fight.active in step.sources
    for source in [each for each in in_place_order(resolution.fight) if each in step.sources]:
        if _has_died(resolution, source):
            resolution.say("dead", source)
            continue
        if is_in_turn and has_turn_to_come(resolution.fight, source):
            use_until_next_turn(resolution, source, WITH_GROUP)
        use(resolution, replace(step.use, source=source))


def refuse_too_many(resolution: Resolution, step: typed_steps.AttackByEach) -> None:
    """Raises Impossible for more attacks than one command makes."""
    powers = (power_of(resolution, source, step.attack.power) for source in step.sources)
    if wrong := attack_limit_message(sum(count_of(power) or len(step.attack.targets) for power in powers)):
        raise Impossible(f"{wrong}; name fewer attackers or targets", of="source")


def _note_every_pair(resolution: Resolution, step: typed_steps.AttackByEach) -> None:
    """Notes that each of several attackers attacks several targets, with a power that is not for an area."""
    power, targets = power_of(resolution, step.sources[0], step.attack.power), step.attack.targets
    if len(targets) > 1 and not step.split and power.origin in ("melee", "ranged") and not power.multiattack:
        attacks = len(step.sources) * len(targets)
        resolution.say("each attacks all", attackers=len(step.sources), targets=targets, attacks=attacks)


def _targets_of_attacker(step: typed_steps.AttackByEach, place: int) -> steps.Targets:
    """The targets of one of several attackers: all targets, or its share of them."""
    targets = step.attack.targets
    return (targets[place % len(targets)],) if step.split else targets


def _shares(step: typed_steps.AttackByEach, what: str) -> list[tuple[int, ...]]:
    """The typed dice of each attacker, in order. Raises Impossible if they do not divide evenly."""
    typed: tuple[int, ...] = getattr(step.attack, what)
    attackers, targets = len(step.sources), 1 if step.split else len(step.attack.targets)
    each, left = divmod(len(typed), attackers)
    if left or 0 < each < targets:
        needed = f"{attackers} attackers and {plural(targets, 'target')}"
        raise Impossible(f"{what}: {len(typed)} for {needed}; give {attackers * targets}", of=what)
    return [typed[place * each : (place + 1) * each] for place in range(attackers)]


def _living_targets(resolution: Resolution, step: typed_steps.Attack) -> typed_steps.Attack:
    """The attack without the targets that have died since the command began, and without the dice typed for them."""
    died = [place for place, target in enumerate(step.targets) if _has_died(resolution, target)]
    one_each = {what: _without(getattr(step, what), died) for what in ("faces", "totals", "bonus_faces")
                if len(getattr(step, what)) == len(step.targets)}  # fmt: skip
    return replace(step, targets=_without(step.targets, died), **one_each)


def _has_died(resolution: Resolution, creature: str) -> bool:
    """Whether the command itself has killed a creature."""
    return resolution.state(creature).life == "dead" != resolution.began.states[creature].life


def _without(values: tuple[Value, ...], places: list[int]) -> tuple[Value, ...]:
    return tuple(value for place, value in enumerate(values) if place not in places)
