"""`attack` and `use`: who attacks, one after another, and what became of the targets."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from orcus_tui.model import steps
from orcus_tui.model.events import FightChanged
from orcus_tui.model.fight import in_place_order
from orcus_tui.rules.actions import use_until_next_turn
from orcus_tui.rules.limits import attack_limit_message
from orcus_tui.rules.effects import WITH_GROUP
from orcus_tui.rules.life import default_creature
from orcus_tui.rules.multiattack import count_of, resolve_attack
from orcus_tui.rules.power_use import resolve_use
from orcus_tui.rules.powers import power_of
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import AttackResult

Value = TypeVar("Value")


def attack(resolution: Resolution, step: steps.Attack) -> None:
    """`attack`: a power of the stat block with an attack roll."""
    remember_results(resolution, resolve_attack(resolution, step))


def attack_by_each(resolution: Resolution, step: steps.AttackByEach) -> None:
    """`attack` by several: each in initiative order, as long as a target lives."""
    refuse_too_many(resolution, step)
    faces, totals = (_shares(step, what) for what in ("faces", "totals"))
    results: list[AttackResult] = []
    for place, source in enumerate(each for each in in_place_order(resolution.fight) if each in step.sources):
        own = replace(step.attack, source=source, faces=faces[place], totals=totals[place])
        living = _living_targets(resolution, own)
        if _has_died(resolution, source):
            resolution.say("dead", source)
        elif living.targets:
            if resolution.fight.active in step.sources and _has_turn_to_come(resolution, source):
                use_until_next_turn(resolution, source, WITH_GROUP)
            results += resolve_attack(resolution, living)
        else:
            resolution.say("nobody left to attack", source)
    remember_results(resolution, results)


def refuse_too_many(resolution: Resolution, step: steps.AttackByEach) -> None:
    """Raises Impossible for more attacks than one command makes."""
    powers = (power_of(resolution, source, step.attack.power) for source in step.sources)
    if wrong := attack_limit_message(sum(count_of(power) or len(step.attack.targets) for power in powers)):
        raise Impossible(f"{wrong}; name fewer attackers or targets", of="source")


def _has_turn_to_come(resolution: Resolution, creature: str) -> bool:
    """Whether a creature's place in the order comes after the turn that is running."""
    order, active = resolution.fight.order, resolution.fight.active
    return active in order and creature in order[order.index(active) + 1 :]


def _shares(step: steps.AttackByEach, what: str) -> list[tuple[int, ...]]:
    """The typed dice of each attacker, in order. Raises Impossible where they do not come out even."""
    typed: tuple[int, ...] = getattr(step.attack, what)
    attackers, targets = len(step.sources), len(step.attack.targets)
    each, left = divmod(len(typed), attackers)
    if left or 0 < each < targets:
        needed = f"{attackers} attackers and {targets} {'target' if targets == 1 else 'targets'}"
        raise Impossible(f"{what}: {len(typed)} for {needed}; give {attackers * targets}", of=what)
    return [typed[place * each : (place + 1) * each] for place in range(attackers)]


def _living_targets(resolution: Resolution, step: steps.Attack) -> steps.Attack:
    """The attack without those who have died since the command began, and without the dice typed for them."""
    died = [place for place, target in enumerate(step.targets) if _has_died(resolution, target)]
    one_each = {what: _without(getattr(step, what), died) for what in ("faces", "totals")
                if len(getattr(step, what)) == len(step.targets)}  # fmt: skip
    return replace(step, targets=_without(step.targets, died), **one_each)


def _has_died(resolution: Resolution, creature: str) -> bool:
    """Whether the command itself has killed a creature."""
    return resolution.state(creature).life == "dead" != resolution.began.states[creature].life


def _without(values: tuple[Value, ...], places: list[int]) -> tuple[Value, ...]:
    """The values except those in these places."""
    return tuple(value for place, value in enumerate(values) if place not in places)


def use(resolution: Resolution, step: steps.UsePower) -> None:
    """`use`: a power without an attack roll; a multiattack makes its attacks."""
    power = power_of(resolution, step.source or default_creature(resolution), step.power)
    if power.multiattack:
        attack(resolution, steps.Attack(step.power, step.targets, step.source, faces=step.faces, hit=step.hit))
        return
    saves = resolve_use(resolution, step)
    remember_targets(
        resolution,
        saved=[creature for creature, saved in saves.items() if saved],
        failed=[creature for creature, saved in saves.items() if not saved],
    )


def remember_results(resolution: Resolution, results: Iterable[AttackResult]) -> None:
    """Keeps who was hit and who was missed for `@hit` and `@missed`."""
    rolled = [each for each in results if not each.void]
    remember_targets(
        resolution,
        hit=[each.target for each in rolled if each.hits],
        missed=[each.target for each in rolled if not each.hits],
    )


def remember_targets(resolution: Resolution, **targets: Iterable[str]) -> None:
    """Keeps what became of the targets of the last attack or use, by the words of `OF_LAST_ATTACK`."""
    last = {how: found for how, creatures in targets.items() if (found := tuple(dict.fromkeys(creatures)))}
    if last != resolution.fight.last_targets:
        resolution.emit(FightChanged("last_targets", last))
