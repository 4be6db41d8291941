"""References between the powers of a stat block: attacks of a multiattack, follow-ups, shared uses.

They are separate from the rules that execute powers, since a fight is read and shown before any power is used.
"""

from collections.abc import Iterator, Mapping, Sequence

from orcus_tui.model import steps
from orcus_tui.model.power import WITH, Power
from orcus_tui.rules.field_faults import FieldFault, unknown


def faults_between(powers: Sequence[Power]) -> list[FieldFault]:
    """Faults in the references between a creature's powers."""
    return [
        *_of_multiattacks(powers),
        *_of_follow_ups(powers),
        *_of_further_attacks(powers),
        *_of_shared_uses(powers),
    ]


def _of_multiattacks(powers: Sequence[Power]) -> list[FieldFault]:
    """Faults for multiattacks that list themselves, one another, or a missing power."""
    known = {power.name.casefold(): power for power in powers}
    found: list[FieldFault] = []
    for place, power in enumerate(powers):
        for index, part in enumerate(power.multiattack):
            listed, path = known.get(part.power.casefold()), (place, "multiattack", index)
            if listed is None:
                names = [each.name for each in powers if not each.multiattack]
                found += unknown("power", part.power, names, *path).faults
            elif listed.multiattack:
                why = "itself" if listed is power else f"{listed.name}, which is a multiattack too"
                found.append(FieldFault(path, f"{power.name} lists {why}; list attacks"))
    return found


def _follow_ups(power: Power) -> Iterator[tuple[str, int, str]]:
    """The follow-ups of a power, each with the field and the index of its line."""
    for key in ("effects", "always"):
        for place, line in enumerate(getattr(power, key)):
            if isinstance(line.step, steps.FollowUp):
                yield key, place, line.step.power


def _of_follow_ups(powers: Sequence[Power]) -> list[FieldFault]:
    """Faults for follow-ups that the creature lacks, that need an attack roll, or that have a follow-up themselves."""
    known = {power.name.casefold(): power for power in powers}
    found: list[FieldFault] = []
    for place, power in enumerate(powers):
        for key, line, name in _follow_ups(power):
            followed, path = known.get(name.casefold()), (place, key, line)
            if followed is None:
                found += unknown("power", name, [each.name for each in powers if each.bonus is None], *path).faults
            elif followed.bonus is not None or followed.multiattack:
                found.append(FieldFault(path, f"{followed.name} has an attack roll; use a power without one"))
            elif [*_follow_ups(followed)]:
                found.append(FieldFault(path, f"{followed.name} uses a power itself; name that one here"))
    return found


def _further_attacks(power: Power) -> Iterator[tuple[str, int, str]]:
    """The attacks that a power's lines make, each with the field and the place of the line."""
    for key in ("effects", "always"):
        for place, line in enumerate(getattr(power, key)):
            if isinstance(line.step, steps.FurtherAttack):
                yield key, place, line.step.power


def _of_further_attacks(powers: Sequence[Power]) -> list[FieldFault]:
    """Faults for further attacks that the creature lacks, that have no attack roll, or that lead back to themselves."""
    known = {power.name.casefold(): power for power in powers}
    found: list[FieldFault] = []
    for place, power in enumerate(powers):
        for key, line, name in _further_attacks(power):
            made, path = known.get(name.casefold()), (place, key, line)
            if made is None:
                names = [each.name for each in powers if each.bonus is not None]
                found += unknown("power", name, names, *path).faults
            elif made.bonus is None:
                found.append(FieldFault(path, f"{made.name} has no attack roll; `use {made.name}` uses it"))
            elif power.name.casefold() in _attacks_after(made, known):
                found.append(FieldFault(path, f"{made.name} leads back to {power.name}, and so without end"))
    return found


def _attacks_after(power: Power, known: Mapping[str, Power]) -> set[str]:
    """The folded names of an attack, and of all that its lines make in turn."""
    found: set[str] = set()
    left = [power]
    while left:
        each = left.pop()
        if each.name.casefold() not in found:
            found.add(each.name.casefold())
            left += [known[name.casefold()] for _, _, name in _further_attacks(each) if name.casefold() in known]
    return found


def _of_shared_uses(powers: Sequence[Power]) -> list[FieldFault]:
    """Faults for powers that share the use of a missing power, or of a power without its own limit."""
    known = {power.name.casefold(): power for power in powers}
    limited = [each.name for each in powers if each.use.kind not in ("at-will", WITH)]
    found: list[FieldFault] = []
    for place, power in enumerate(powers):
        if power.use.kind != WITH:
            continue
        other = known.get(power.use.on.casefold())
        if other is None:
            found += unknown("power", power.use.on, limited, place, "use").faults
        elif other.name not in limited:
            found.append(FieldFault((place, "use"), f"{other.name} has no limited use of its own to share"))
    return found
