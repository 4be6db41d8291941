"""References between the powers of a stat block: attacks of a multiattack, follow-ups, shared uses.

They are in a separate module because a fight is read and shown before any power is used.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from orcus_tui.model import steps
from orcus_tui.model.creature import Trait
from orcus_tui.model.power import WITH, Line, Power, with_rows
from orcus_tui.rules.field_faults import FieldFault, unknown

Path = tuple[str | int, ...]
"""The path of a field of a power."""
Known = Mapping[str, Power]
"""The powers of a creature by their folded names."""


class Reference(Struct, frozen=True):
    """A kind of reference: which powers can be named, and what is wrong with one that is."""

    can_be_named: Callable[[Power], bool]
    fault: Callable[[Power, Power, Known], str]


def faults_between(powers: Sequence[Power], incomplete: Collection[str] = ()) -> list[FieldFault]:
    """Faults in the references between a creature's powers.

    Powers whose folded names are `incomplete` may be named by all others, since their invalid fields are missing.
    """
    known = {power.name.casefold(): power for power in powers}
    found: list[FieldFault] = []
    for place, power in enumerate(powers):
        for kind, path, name in _references(power):
            other = known.get(name.casefold())
            if other is None:
                names = [each.name for each in powers if kind.can_be_named(each) or each.name.casefold() in incomplete]
                found += unknown("power", name, filter(None, names), place, *path).faults
            elif name.casefold() not in incomplete and (why := kind.fault(power, other, known)):
                found.append(FieldFault((place, *path), why))
    return found


def faults_in_traits(traits: Sequence[Trait], powers: Sequence[Power]) -> list[FieldFault]:
    """A fault for each power that a trait's line names and the creature lacks."""
    names = [power.name for power in powers if power.name]
    known = {name.casefold() for name in names}
    found: list[FieldFault] = []
    for place, trait in enumerate(traits):
        for _, path, name in _references(Power(trait.name, effects=trait.effects)):
            if name.casefold() not in known:
                found += unknown("power", name, names, place, *path).faults
    return found


def _references(power: Power) -> Iterator[tuple[Reference, Path, str]]:
    """The names of other powers in the fields of a power, each with its kind and the path of its field."""
    for place, part in enumerate(power.multiattack):
        yield _PART, ("multiattack", place), part.power
    if power.effects or power.always:
        for path, line in _lines(power):
            match line.step:
                case steps.FollowUp():
                    yield _FOLLOW_UP, path, line.step.power
                case steps.FurtherAttack():
                    yield _FURTHER_ATTACK, path, line.step.power
                case steps.Recharge() if line.to_self:
                    yield _RECHARGED, path, line.step.power
                case steps.MakeOffer():
                    yield from ((_OFFERED, path, each.power) for each in line.step.lines if each.power)
    if power.use.kind == WITH:
        yield _SHARED_USE, ("use",), power.use.on
    if power.part_of:
        yield _WHOLE, ("part_of",), power.part_of


def _part_fault(power: Power, other: Power) -> str:
    if not other.multiattack:
        return ""
    why = "itself" if other is power else f"{other.name}, which is a multiattack too"
    return f"{power.name} lists {why}; list attacks"


def _follow_up_fault(other: Power) -> str:
    if other.attacks:
        return f"{other.name} has an attack roll; use a power without one"
    uses_another = any(isinstance(line.step, steps.FollowUp) for _, line in _lines(other))
    return f"{other.name} uses a power itself; name that one here" if uses_another else ""


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


def _lines(power: Power) -> Iterator[tuple[tuple[str, int], Line]]:
    """The lines of a power, including those that dice choose, each with its field and place."""
    for key in ("effects", "always"):
        for place, line in enumerate(getattr(power, key)):
            yield from (((key, place), each) for each in with_rows(line))


def _is_limited(power: Power) -> bool:
    return power.use.kind not in ("at-will", WITH)


_PART = Reference(lambda power: not power.multiattack, lambda power, other, _: _part_fault(power, other))
"""An attack of a multiattack."""
_FOLLOW_UP = Reference(lambda power: power.bonus is None, lambda _, other, __: _follow_up_fault(other))
"""A power that a line uses."""
_FURTHER_ATTACK = Reference(lambda power: power.bonus is not None, _further_attack_fault)
"""An attack that a line makes."""
_OFFERED = Reference(lambda _: True, lambda *_: "")
"""A power that a line offers."""
_RECHARGED = Reference(
    lambda power: power.use.kind != "at-will",
    lambda _, other, __: f"{other.name} is at will" if other.use.kind == "at-will" else "",
)
"""A power of which a line restores a use."""
_SHARED_USE = Reference(
    _is_limited,
    lambda _, other, __: "" if _is_limited(other) else f"{other.name} has no limited use of its own to share",
)
"""The power whose use it shares."""
_WHOLE = Reference(
    lambda _: True, lambda power, other, _: f"{power.name} is no part of itself" if other is power else ""
)
"""The power that it is a part of."""
