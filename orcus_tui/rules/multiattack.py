"""Powers that make several attacks of the same stat block, for one action."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from orcus_tui.model import steps
from orcus_tui.model.power import Power
from orcus_tui.rules import attacks, power_use
from orcus_tui.rules.actions import spend_for
from orcus_tui.rules.attack_conditions import redirect_attack
from orcus_tui.rules.limits import attack_limit_message
from orcus_tui.rules.life import default_creature
from orcus_tui.rules.powers import mark_spent, power_of
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import AttackResult


def resolve_attack(resolution: Resolution, step: steps.Attack) -> list[AttackResult]:
    """The attack of one creature with one power, or with all that a multiattack lists, in its order."""
    source = step.source or default_creature(resolution)
    power = power_of(resolution, source, step.power)
    if not power.multiattack:
        return attacks.resolve_attack(resolution, step, power, source)
    parts = parts_of(resolution, source, power)
    targets = targets_of(step, parts)
    rolls = dice_of(step, parts)
    attacks.refuse_spent(resolution, source, power)
    spend_for(resolution, source, resolution.system.actions.attack_cost(resolution, step, power, source))
    resolution.say("uses", source, power=power.name)
    mark_spent(resolution, source, power)
    results: list[AttackResult] = []
    for part, target, (faces, totals) in zip(parts, targets, rolls, strict=True):
        if resolution.state(target).life == "dead":
            resolution.say("dead already", target)
            continue
        one = replace(step, power=part.name, targets=(target,), source=source, faces=faces, totals=totals)
        results += make_attack(resolution, one, part, source)
    return results


def parts_of(resolution: Resolution, source: str, power: Power) -> list[Power]:
    """The attacks that a multiattack lists, each as often as it is made. Raises Impossible for too many."""
    if wrong := attack_limit_message(count_of(power)):
        raise Impossible(wrong)
    return [power_of(resolution, source, each.power) for each in power.multiattack for _ in range(each.count)]


def count_of(power: Power) -> int:
    """How many attacks a multiattack makes; none for another power."""
    return sum(each.count for each in power.multiattack)


def make_attack(resolution: Resolution, step: steps.Attack, power: Power, source: str) -> list[AttackResult]:
    """One attack of several, which is paid already, or a power without an attack roll in its place."""
    if power.bonus is None:
        using = steps.UsePower(power.name, step.targets, source, step.faces)
        power_use.check(resolution, using, power, source)
        attacks.refuse_spent(resolution, source, power)
        power_use.carry_out(resolution, using, power, source)
        return []
    attacks.check(resolution, step, source, power)
    return attacks.carry_out(resolution, redirect_attack(resolution, step, source), power, source)


def targets_of(step: steps.Attack, parts: Sequence[Power]) -> steps.Targets:
    """The target of each attack: the one that was named, or one for each.

    Raises Impossible for another number.
    """
    if len(step.targets) == 1:
        return step.targets * len(parts)
    if len(step.targets) != len(parts):
        number = len(step.targets)
        raise Impossible(f"targets: {number} for {len(parts)} attacks; name one, or one for each", of="targets")
    return step.targets


def dice_of(step: steps.Attack, parts: Sequence[Power]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The faces and totals typed for each attack, in order; a power that rolls no d20 has none.

    Raises Impossible where there is not one for each.
    """
    rolling = [part.bonus is not None or part.save is not None for part in parts]
    called = [part.bonus is not None for part in parts]
    for what, typed, takes in (("faces", step.faces, rolling), ("totals", step.totals, called)):
        if typed and len(typed) != sum(takes):
            raise Impossible(f"{what}: {len(typed)} for {sum(takes)} attacks; give one for each", of=what)
    if step.hit is not None:
        raise Impossible("each attack has its own damage; to type it, attack with one power at a time", of="hit")
    faces, totals = iter(step.faces), iter(step.totals)
    return iter(
        [
            ((next(faces),) if rolls and step.faces else (), (next(totals),) if calls and step.totals else ())
            for rolls, calls in zip(rolling, called, strict=True)
        ]
    )
