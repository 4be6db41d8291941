"""The names of all fields in journals of the current format: the fields of every struct that a line can contain."""

from collections.abc import Iterator, Sequence
from typing import Any, get_type_hints

from msgspec import NODEFAULT, inspect
from msgspec.structs import fields

from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.fight import Fight
from orcus_tui.storage.journal.records import Header, Record

NAMED_IN_EVENTS = {
    State: frozenset(State.__struct_fields__) - {"form"},
    Sheet: frozenset(Sheet.__struct_fields__) - {"powers", "traits", "auras", "forms"},
    Fight: frozenset(Fight.__struct_encode_fields__) - {"name", "system", "sheets", "states", "zones", "ended_zones"},
}
"""Fields that an event names when it changes them, except those whose lines are compiled when they are read."""

REQUIRED = ", required"


def structs() -> list[type]:
    """The structs and named tuples in lines."""
    found: dict[type, None] = {}
    for root in (Header, Record):
        _collect(inspect.type_info(root), found)
    for entity, names in NAMED_IN_EVENTS.items():
        hints = get_type_hints(entity)
        attributes = dict(zip(entity.__struct_encode_fields__, entity.__struct_fields__, strict=True))
        for name in sorted(names):
            _collect(inspect.type_info(hints[attributes[name]]), found)
    return list(found)


def field_lines() -> list[str]:
    """A line for each field: `Effect.amount = None`, `undo.count, required`; a tagged struct is named by its tag."""
    lines = [line for each in structs() for line in _lines(each)]
    lines += [
        f"{entity.__name__}.{name}, changed by events" for entity, names in NAMED_IN_EVENTS.items() for name in names
    ]
    return sorted(lines)


def _collect(kind: Any, found: dict[type, None]) -> None:
    """Adds the structs of a type, and those of their fields, to `found`."""
    if isinstance(kind, inspect.StructType | inspect.NamedTupleType):
        if kind.cls in found:
            return
        found[kind.cls] = None
        inner = [each.type for each in kind.fields]
    else:
        parts = ("types", "item_types", "item_type", "key_type", "value_type")
        inner = []
        for each in (getattr(kind, part, ()) for part in parts):
            inner += each if isinstance(each, tuple) else [each]
    for each in inner:
        _collect(each, found)


def _lines(struct: type) -> Iterator[str]:
    if not hasattr(
        struct, "__struct_config__"
    ):  # a named tuple is written as a list, so the order of its fields matters
        for place, name in enumerate(struct._fields):
            yield f"{struct.__name__}.{name}, place {place}"
        return
    name = struct.__struct_config__.tag or struct.__name__
    for field in fields(struct):
        if field.default_factory is not NODEFAULT:
            yield f"{name}.{field.encode_name} = {field.default_factory()!r}"
        elif field.default is not NODEFAULT:
            yield f"{name}.{field.encode_name} = {field.default!r}"
        else:
            yield f"{name}.{field.encode_name}{REQUIRED}"


def faults(listed: Sequence[str], present: Sequence[str]) -> list[str]:
    """Reasons why journals with the listed fields could no longer be read; a new field with a default is not one."""
    known = {_struct(line) for line in listed}
    gone = [f"{line}: renamed, removed, or with another default" for line in listed if line not in present]
    added = [
        f"{line}: new, but older journals lack it: give it a default"
        for line in present
        if line not in listed and line.endswith(REQUIRED) and _struct(line) in known
    ]
    return gone + added


def _struct(line: str) -> str:
    return line.partition(".")[0]
