"""How much of a source an importer understands, compared with independent counts."""

import re
import sys
from collections.abc import Iterable
from typing import Any

import yaml
from msgspec import Struct

from orcus_tui.importers.import_result import ImportResult

LEAST_WHOLE = 0.97
"""The minimum share of creatures with a name, hit points, defenses, initiative, and all their attacks."""
LEAST_RESOLVED = 0.90
"""The minimum share of attacks without leftover text."""


class Measure(Struct):
    """The complete and the incomplete creatures and attacks of a format."""

    creatures: int = 0
    whole: int = 0
    attacks: int = 0
    resolved: int = 0
    left: list[str] = []

    def add(self, source: str, found: ImportResult, expected: dict[str, int], defenses: int) -> None:
        """Adds a source with the attacks that each of its creatures should have, by name."""
        by_name: dict[str, list[Any]] = {}
        for creature in found.creatures:
            by_name.setdefault(key(creature["name"]), []).append(creature)
        self.creatures += len(expected)
        for name, attacks in expected.items():
            faults = ["not read"]
            while by_name.get(key(name)):
                creature = by_name[key(name)].pop()
                faults = faults_of(creature, attacks, defenses)
            self.whole += not faults
            self.left += [f"{source}: {name}: {fault}" for fault in faults]
        self._add_attacks(source, found)

    def _add_attacks(self, source: str, found: ImportResult) -> None:
        left: dict[str, list[str]] = {}
        for each in found.leftovers:
            left.setdefault(each.creature, []).append(each.text)
        for creature in found.creatures:
            of_creature = left.get(str(creature["name"]), [])
            for power in attacks_of(creature):
                own = [each for each in of_creature if each.startswith(f"{power['name']}: ")]
                self.attacks += 1
                self.resolved += not own
                self.left += [f"{source}: {creature['name']}: {each}" for each in own]

    def check(self) -> None:
        """Prints the leftovers, and fails below either threshold."""
        heading = (
            f"{self.whole} of {self.creatures} creatures whole, {self.resolved} of {self.attacks} attacks resolved"
        )
        sys.stdout.writelines(f"{line}\n" for line in (heading, *self.left))
        assert self.creatures
        assert self.attacks
        assert self.whole >= LEAST_WHOLE * self.creatures, "\n".join(self.left)
        assert self.resolved >= LEAST_RESOLVED * self.attacks, "\n".join(self.left)


def faults_of(creature: Any, attacks: int, defenses: int) -> Iterable[str]:
    """The values that a creature lacks."""
    faults = [f"no {each}" for each in ("name", "max_hp") if not creature.get(each)]
    if len(creature.get("defenses", ())) < defenses:
        faults.append(f"defenses: {creature.get('defenses')}")
    if "initiative" not in creature:
        faults.append("no initiative")
    found = [each for each in attacks_of(creature) if not is_borrowed(each)]
    names = {str(each["name"]) for each in found}
    variants = [each for each in names if re.search(r"\(.*\)$|: |^Swallow$", each) and not each.startswith("Secondary")]
    if len(found) < attacks:
        faults.append(f"{len(found)} of {attacks} attacks")
    elif len(found) - len(variants) > attacks:
        faults.append(f"{len(found)} attacks where {attacks} are printed")
    return faults


def attacks_of(creature: Any) -> Iterable[Any]:
    """The powers of a creature that attack."""
    return (each for each in creature.get("power", ()) if "attack" in each)


def is_borrowed(power: Any) -> bool:
    """Whether a power uses the creature's basic melee attack, as a trample does, and has no printed roll."""
    text = str(power.get("text", "")).lower()
    return "basic melee attack" in text and not re.search(r"[+-]\d+ vs", text)


def key(name: Any) -> str:
    """The letters of a name."""
    return re.sub(r"[\W_]", "", str(name).lower())


def yaml_value(text: str) -> Any:
    """The contents of a YAML text, read by a different parser than that of the importers: in C, if available."""
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506  # both are safe
