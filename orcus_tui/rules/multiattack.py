"""The attacks of a multiattack, with the target and the typed dice of each."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice

from orcus_tui.errors import Impossible
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.power import Part, Power
from orcus_tui.rules.dice_rolls import log_dice
from orcus_tui.rules.limits import attack_limit_message
from orcus_tui.rules.powers import power_of
from orcus_tui.rules.system.attacks import PowerUse, Strike


def parts_of(multiattack: PowerUse) -> list[Power]:
    """The attacks that a multiattack lists, each as many times as possible. Raises Impossible for too many."""
    return _listed(multiattack, (each.count for each in multiattack.power.multiattack))


def rolled_parts(strike: Strike) -> list[Power]:
    """The attacks that a multiattack makes; dice for their number are rolled, unless that many faces are typed.

    Raises Impossible for too many attacks.
    """
    parts = strike.power.multiattack
    if len(parts) == 1 and parts[0].dice and strike.step.faces:
        return _listed(strike, [min(len(strike.step.faces), parts[0].count)])
    return _listed(strike, [_rolled_count(strike, each) for each in parts])


def _rolled_count(strike: Strike, part: Part) -> int:
    if part.dice is None:
        return part.count
    rolled = strike.resolution.roll(part.dice)
    log_dice(strike.resolution, "number of attacks", rolled, strike.source, part.power)
    return rolled.total


def _listed(multiattack: PowerUse, counts: Iterable[int]) -> list[Power]:
    if wrong := attack_limit_message(count_of(multiattack.power)):
        raise Impossible(wrong)
    counted = zip(multiattack.power.multiattack, counts, strict=True)
    listed = [part.power for part, count in counted for _ in range(count)]
    return [power_of(multiattack.resolution, multiattack.source, each) for each in listed]


def count_of(power: Power) -> int:
    """The number of attacks that a multiattack makes; 0 for another power."""
    return sum(each.count for each in power.multiattack)


def targets_of(step: typed_steps.Attack, parts: Sequence[Power]) -> steps.Targets:
    """The target of each attack: the targets share them in order, starting again with the first.

    Raises Impossible for more targets than attacks.
    """
    if len(step.targets) > len(parts):
        raise Impossible(f"more targets ({len(step.targets)}) than attacks ({len(parts)}); name fewer", of="targets")
    return tuple(islice(cycle(step.targets), len(parts)))


def dice_of(step: typed_steps.Attack, parts: Sequence[Power]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The typed faces and totals of each attack, in order; empty for a power without a d20 roll.

    Raises Impossible unless there is one for each.
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
