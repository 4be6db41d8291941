"""References between the powers of a stat block: attacks of a multiattack, follow-ups, shared uses.

They are in a separate module because a fight is read and shown before any power is used.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from orcus_tui.model import steps
from orcus_tui.model.creature import Trait
from orcus_tui.model.power import WITH, Line, Power, with_rows
from orcus_tui.rules.field_faults import FieldFault, unknown

Named = Iterator[tuple[tuple[str | int, ...], str]]
"""The names of other powers in the fields of a power, each with the path of the field."""
Known = Mapping[str, Power]
"""The powers of a creature by their folded names."""


def faults_between(powers: Sequence[Power]) -> list[FieldFault]:
    """Faults in the references between a creature's powers."""
    known = {power.name.casefold(): power for power in powers}
    checks: tuple[tuple[Callable[[Power], Named], Callable[[Power], bool], Callable[[Power, Power], str]], ...] = (
        (_attacks_of_multiattack, lambda power: not power.multiattack, _multiattack_fault),
        (_follow_ups, lambda power: power.bonus is None, lambda _, other: _follow_up_fault(other)),
        (_further_attacks, lambda power: power.bonus is not None, partial(_further_attack_fault, known=known)),
        (_use_source, _is_limited, lambda _, other: _use_source_fault(other)),
        (_whole, lambda _: True, lambda power, other: f"{power.name} is no part of itself" if other is power else ""),
        (_offered_powers, lambda _: True, lambda _, __: ""),
    )
    found: list[FieldFault] = []
    for named_in, can_be_named, fault in checks:
        names = [power.name for power in powers if can_be_named(power)]
        for place, power in enumerate(powers):
            for path, name in named_in(power):
                other = known.get(name.casefold())
                if other is None:
                    found += unknown("power", name, names, place, *path).faults
                elif why := fault(power, other):
                    found.append(FieldFault((place, *path), why))
    return found


def faults_in_traits(traits: Sequence[Trait], powers: Sequence[Power]) -> list[FieldFault]:
    """A fault for each power that a trait's line names and the creature lacks."""
    names = [power.name for power in powers]
    known = {name.casefold() for name in names}
    found: list[FieldFault] = []
    for place, trait in enumerate(traits):
        lines = Power(trait.name, effects=trait.effects)
        for path, name in (*_follow_ups(lines), *_further_attacks(lines), *_offered_powers(lines)):
            if name.casefold() not in known:
                found += unknown("power", name, names, place, *path).faults
    return found


def _attacks_of_multiattack(power: Power) -> Named:
    """The attacks of a multiattack."""
    yield from ((("multiattack", place), part.power) for place, part in enumerate(power.multiattack))


def _multiattack_fault(power: Power, other: Power) -> str:
    if not other.multiattack:
        return ""
    why = "itself" if other is power else f"{other.name}, which is a multiattack too"
    return f"{power.name} lists {why}; list attacks"


def _follow_ups(power: Power) -> Named:
    """The powers that its lines use."""
    return _in_lines(power, steps.FollowUp)


def _follow_up_fault(other: Power) -> str:
    if other.attacks:
        return f"{other.name} has an attack roll; use a power without one"
    return f"{other.name} uses a power itself; name that one here" if [*_follow_ups(other)] else ""


def _further_attacks(power: Power) -> Named:
    """The attacks that its lines make."""
    return _in_lines(power, steps.FurtherAttack)


def _further_attack_fault(power: Power, other: Power, known: Known) -> str:
    if other.bonus is None:
        return f"{other.name} has no attack roll; `use {other.name}` uses it"
    if other.name.casefold() in _unconditional_attacks(power) and power.name.casefold() in _attacks_after(other, known):
        return f"{other.name} leads back to {power.name}, an endless loop"
    return ""


def _attacks_after(power: Power, known: Known) -> set[str]:
    """The folded names of an attack and of all attacks that follow from it on any roll."""
    found: set[str] = set()
    left = [power]
    while left:
        each = left.pop()
        if each.name.casefold() not in found:
            found.add(each.name.casefold())
            left += [known[name] for name in _unconditional_attacks(each) if name in known]
    return found


def _unconditional_attacks(power: Power) -> Iterator[str]:
    """The folded names of the attacks that its lines make on any roll, or several times."""
    for _, line in _lines(power):
        if isinstance(line.step, steps.FurtherAttack) and (line.step.count or not line.outcome.faces):
            yield line.step.power.casefold()


def _offered_powers(power: Power) -> Named:
    """The powers that its lines offer."""
    for path, line in _lines(power):
        if isinstance(line.step, steps.MakeOffer):
            yield from ((path, each.power) for each in line.step.lines if each.power)


def _in_lines(power: Power, kind: type[steps.FollowUp | steps.FurtherAttack]) -> Named:
    yield from ((path, line.step.power) for path, line in _lines(power) if isinstance(line.step, kind))


def _lines(power: Power) -> Iterator[tuple[tuple[str, int], Line]]:
    """The lines of a power, including those that dice choose, each with its field and place."""
    for key in ("effects", "always"):
        for place, line in enumerate(getattr(power, key)):
            yield from (((key, place), each) for each in with_rows(line))


def _whole(power: Power) -> Named:
    """The power that it is a part of."""
    if power.part_of:
        yield ("part_of",), power.part_of


def _use_source(power: Power) -> Named:
    """The power whose use it shares."""
    if power.use.kind == WITH:
        yield ("use",), power.use.on


def _use_source_fault(other: Power) -> str:
    return "" if _is_limited(other) else f"{other.name} has no limited use of its own to share"


def _is_limited(power: Power) -> bool:
    return power.use.kind not in ("at-will", WITH)
