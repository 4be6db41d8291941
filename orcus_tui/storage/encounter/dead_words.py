"""Words of an encounter file that have no effect: the file still opens and shows them, but `check` refuses them."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.rules.field_faults import FieldFault, Tail
from orcus_tui.rules.fields import FIELDS
from orcus_tui.rules.system import System
from orcus_tui.rules.templates import slot_level
from orcus_tui.rules.trigger_words import trigger_fault

_NEARLY_SLOT = r"slots?[ _-]?([0-9]{1,9})"


def dead_word_faults(table: Mapping[str, Any], system: System) -> list[FieldFault]:
    """Faults for unknown triggers, for resources that nothing spends, and for costs in misspelled resources."""
    return [*_trigger_faults(table, system), *_resource_faults(table, system), *_cost_faults(table, system)]


def _trigger_faults(table: Mapping[str, Any], system: System) -> list[FieldFault]:
    found: list[FieldFault] = []
    for path, creature in creatures_and_forms(table):
        highest = creature.get("max_hp")
        most = highest if isinstance(highest, int) else None
        for place, row in (*tables_in(creature, (*path, "trait")), *tables_in(creature, (*path, "power"))):
            words = row.get("trigger", ())
            texts = words if isinstance(words, list) else [words] if words else []
            faults = [trigger_fault(system, each, most) for each in texts if isinstance(each, str)]
            found += [FieldFault((*place, "trigger"), message) for message in faults if message]
    return found


USES_OF_REGENERATION = ("counters", "regeneration")
"""The counter that limits how often a creature of the Archmage Engine regenerates."""


def _resource_faults(table: Mapping[str, Any], system: System) -> list[FieldFault]:
    found: list[FieldFault] = []
    for path, creature in creatures_and_forms(table):
        for key in ("resources", "counters"):
            names = creature.get(key, ())
            for name in names if isinstance(names, dict) else ():
                message = _resource_name_fault(name, system.counters.initial)
                if message and (key, name) != USES_OF_REGENERATION:
                    found.append(FieldFault((*path, key, name), message))
    return found


def _resource_name_fault(name: str, of_fight: Collection[str]) -> str:
    """The fault of a resource with a name that nothing ever spends; empty for any other.

    `of_fight` are the counters of a whole fight in this system.
    """
    found = re.fullmatch(_NEARLY_SLOT, name.strip().lower())
    if found and not slot_level(name):
        meant = f"slot{int(found[1])}"
        meant = f"; write {meant}" if slot_level(meant) else ""
        return f"spell slots are slot1 to slot9, so no spell spends {name}{meant}"
    if name.lower() in FIELDS:
        return f"{name.lower()} is a field of every creature; give the resource another name"
    if name.lower() in of_fight:
        return f"{name.lower()} is a counter of the whole fight; give the resource another name"
    return ""


def _cost_faults(table: Mapping[str, Any], system: System) -> list[FieldFault]:
    """Faults for costs in a resource that the creature lacks, if it has one with nearly that name.

    Any other name may be that of a counter that is made in play.
    """
    found: list[FieldFault] = []
    for path, creature in tables_in(table, ("creature",)):
        bodies = [(path, creature), *tables_in(creature, (*path, "form"))]
        counted = [each.get(key) for _, each in bodies for key in ("resources", "counters")]
        known = {name.casefold() for names in counted if isinstance(names, dict) for name in names}
        known.update(system.counters.initial)
        powers = (each for where, body in bodies for each in tables_in(body, (*where, "power")))
        for place, power in powers:
            misspelled = [each for each in _resources_spent(power) if each.casefold() not in known]
            meant = {name: did_you_mean(name, known) for name in misspelled if not slot_level(name)}
            found += [
                FieldFault((*place, "cost"), f'unknown resource "{name}"{hint}') for name, hint in meant.items() if hint
            ]
    return found


def _resources_spent(power: Mapping[str, Any]) -> list[str]:
    """The names in the cost of a power: `ki 2` spends `ki`."""
    costs = power.get("cost", ())
    return [re.sub(r" +[0-9]+$", "", str(each).strip()) for each in (costs if isinstance(costs, list) else [costs])]


def creatures_and_forms(table: Mapping[str, Any]) -> Iterator[tuple[Tail, Mapping[str, Any]]]:
    """The tables of creatures, each followed by those of its forms, with their paths."""
    for path, creature in tables_in(table, ("creature",)):
        yield path, creature
        yield from tables_in(creature, (*path, "form"))


def tables_in(table: Mapping[str, Any], path: Tail) -> Iterator[tuple[Tail, Mapping[str, Any]]]:
    """The tables under the last key of a path, with their paths."""
    rows = table.get(str(path[-1]), ())
    for place, row in enumerate(rows if isinstance(rows, list) else ()):
        if isinstance(row, dict):
            yield (*path, place), row
