"""Words of an encounter file that do nothing: the file opens and shows them, and `check` refuses them."""

from collections.abc import Iterator, Mapping
from typing import Any

from orcus_tui.rules.field_faults import FieldFault, Tail
from orcus_tui.rules.fields import FIELDS
from orcus_tui.rules.resource_words import resource_name_fault
from orcus_tui.rules.system import System
from orcus_tui.rules.triggers import trigger_fault


def dead_word_faults(table: Mapping[str, Any], system: System) -> list[FieldFault]:
    """Faults for unknown triggers, and for resources that nothing spends."""
    return [*_trigger_faults(table, system), *_resource_faults(table, system)]


def _trigger_faults(table: Mapping[str, Any], system: System) -> list[FieldFault]:
    found: list[FieldFault] = []
    for path, creature in _creatures_and_forms(table):
        for key in ("trait", "power"):
            rows = creature.get(key, ())
            for index, row in enumerate(rows if isinstance(rows, list) else ()):
                words = row.get("trigger", ()) if isinstance(row, dict) else ()
                texts = words if isinstance(words, list) else [words] if words else []
                faults = [trigger_fault(system, each) for each in texts if isinstance(each, str)]
                found += [FieldFault((*path, key, index, "trigger"), message) for message in faults if message]
    return found


def _resource_faults(table: Mapping[str, Any], system: System) -> list[FieldFault]:
    found: list[FieldFault] = []
    for path, creature in _creatures_and_forms(table):
        for key in ("resources", "counters"):
            names = creature.get(key, ())
            for name in names if isinstance(names, dict) else ():
                message = resource_name_fault(name, FIELDS, system.counters.initial)
                found += [FieldFault((*path, key, name), message)] if message else []
    return found


def _creatures_and_forms(table: Mapping[str, Any]) -> Iterator[tuple[Tail, Mapping[str, Any]]]:
    """The tables of creatures, each followed by those of its forms, with their paths."""
    for path, creature in _tables(table, ("creature",)):
        yield path, creature
        yield from _tables(creature, (*path, "form"))


def _tables(table: Mapping[str, Any], path: Tail) -> Iterator[tuple[Tail, Mapping[str, Any]]]:
    rows = table.get(str(path[-1]), ())
    for place, row in enumerate(rows if isinstance(rows, list) else ()):
        if isinstance(row, dict):
            yield (*path, place), row
