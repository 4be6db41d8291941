"""Tables of fields: one for each kind of stored thing, which reads, checks, writes and describes it."""

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.rules import validators
from orcus_tui.rules.field_faults import FieldFault, FieldFaults, fault, mismatch
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import Read, Schema, Scope, Validator

Stored = TypeVar("Stored", bound=Struct)

BY_TYPE: Mapping[Any, Validator] = {
    bool: validators.FLAG,
    int: validators.WHOLE,
    int | None: validators.WHOLE,
    str: validators.LINE,
    str | None: validators.LINE,
    tuple[str, ...]: validators.LIST,
}
"""The validators of fields without a row, by their type."""


class Field(Struct, frozen=True):
    """One field of a stored thing: its key in files, its values, and what it means, in one line for editors.

    `attribute` is the attribute of the struct, if its name differs from the field's. With several attributes, the value
    is a tuple; without any, the module of the table reads and writes the field itself. A required field is always
    written. `default` is the default value if it depends on the system.
    """

    name: str
    validator: Validator
    about: str = ""
    attribute: str | tuple[str, ...] | None = None
    required: bool = False
    default: Callable[[System], Any] | None = None

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes of the struct."""
        if isinstance(self.attribute, tuple):
            return self.attribute
        return (self.attribute or self.name,)

    def value_of(self, stored: Struct) -> Any:
        """The value of the field in a struct."""
        if isinstance(self.attribute, tuple):
            return tuple([getattr(stored, name) for name in self.attribute])
        return getattr(stored, self.attribute or self.name)


class FieldTable(Generic[Stored]):
    """The fields of one kind of stored thing.

    `usual` is a thing with all values at their defaults, which are not written. A field of the struct without a row is
    read and written by its type, unless it is `unstored`. `check` gets the values by name; it raises FieldFaults if
    some contradict each other.
    """

    def __init__(
        self,
        usual: Stored,
        *rows: Field,
        unstored: Collection[str] = (),
        check: Callable[[Scope, dict[str, Any]], None] | None = None,
    ) -> None:
        self._usual = usual
        self._rows = rows
        self._unstored = unstored
        self._check = check
        self._required = [each.name for each in rows if each.required]

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """All fields by name, in the order they are written."""
        return {each.name: each for each in (*self._rows, *self._fields_by_type())}

    def _fields_by_type(self) -> list[Field]:
        """The fields without a row. Raises TypeError for a field whose type has no validator."""
        struct = type(self._usual)
        with_row = {*self._unstored, *(each.name for each in self._rows)}
        with_row.update(*(each.attributes for each in self._rows))
        names = zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True)
        left = {attribute: name for attribute, name in names if attribute not in with_row}
        types = get_type_hints(struct) if left else {}
        for attribute in left:
            if types[attribute] not in BY_TYPE:
                raise TypeError(
                    f"{struct.__name__}.{attribute}: nothing reads a field of type {types[attribute]} yet; "
                    "give it a row in the table of its fields, or its type a validator in BY_TYPE"
                )
        return [Field(name, BY_TYPE[types[attribute]], attribute=attribute) for attribute, name in left.items()]

    @cached_property
    def readers(self) -> Mapping[str, Read]:
        """The reader of each field by name."""
        return {name: each.validator.read for name, each in self.fields.items()}

    @cached_property
    def _by_other_name(self) -> Mapping[str, str | tuple[str, ...]]:
        return {name: each.attribute for name, each in self.fields.items() if each.attribute is not None}

    # Reading

    def values(self, scope: Scope, table: object) -> tuple[dict[str, Any], list[FieldFault]]:
        """The valid values of a table, by name, and the faults of the others."""
        return validators.entries(scope, table, self.readers, self._required)

    def read(self, scope: Scope, table: object) -> Stored:
        """The stored thing of a table. Raises FieldFaults."""
        values, faults = self.values(scope, table)
        if faults:
            raise FieldFaults(*faults)
        if self._check:
            self._check(scope, values)
        for name, each in self._with_system_default:
            values.setdefault(name, each(scope.system))
        return replace(self._usual, **self.attribute_values(values))

    def read_in_part(self, scope: Scope, table: object) -> Stored:
        """A stored thing with the valid fields of a table, to find further faults in a file that has some already."""
        return replace(self._usual, **self.attribute_values(self.values(scope, table)[0]))

    @cached_property
    def _with_system_default(self) -> list[tuple[str, Callable[[System], Any]]]:
        return [(name, each.default) for name, each in self.fields.items() if each.default]

    def attribute_values(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values by the attributes of the struct, except those that the module of the table reads itself."""
        found = dict(values)
        for name, attribute in self._by_other_name.items():
            if name in found:
                value = found.pop(name)
                if isinstance(attribute, str):
                    found[attribute] = value
                else:
                    found.update(zip(attribute, value, strict=True) if attribute else ())
        return found

    # Writing

    def write(self, system: System, stored: Stored) -> dict[str, object]:
        """The table of a stored thing, without values at their defaults."""
        table: dict[str, object] = {}
        for name, each in self.fields.items():
            value = each.value_of(stored)
            usual = each.default(system) if each.default else each.value_of(self._usual)
            if each.required or value != usual:
                table[name] = each.validator.write(system, value)
        return table

    # Describing

    def schema(self, system: System) -> Schema:
        """The JSON Schema of a table."""
        properties = {name: field_schema(each, system) for name, each in self.fields.items()}
        return validators.table_schema(properties, self._required)

    @property
    def validator(self) -> Validator:
        """The validator of a stored thing as the value of a field."""
        return Validator(self.read, self.schema, write=self.write)


def tables_by_name(heading: str, rows: FieldTable[Any], name: Validator = validators.NAME) -> Validator:
    """Tables with a `name` each, written as `[[heading]]`, read as a mapping of the stored things by name."""

    def read_row(scope: Scope, value: object) -> tuple[str, Any]:
        if not isinstance(value, dict):
            raise mismatch("a table", value)
        if "name" not in value:
            raise fault("missing", "name")
        try:
            named = name.read(scope, value["name"])
        except FieldFaults as wrong:
            raise FieldFaults(*wrong.under("name")) from None
        return named, rows.read(scope, {key: each for key, each in value.items() if key != "name"})

    def row_schema(system: System) -> Schema:
        own = rows.schema(system)
        properties = {"name": name.schema_in(system), **own["properties"]}
        return {**own, "properties": properties, "required": ["name", *own.get("required", ())]}

    def write_row(system: System, named: tuple[str, Any]) -> object:
        return {"name": named[0], **rows.write(system, named[1])}

    listed = validators.tables(heading, Validator(read_row, row_schema, write=write_row))

    def read(scope: Scope, value: object) -> Mapping[str, Any]:
        found = listed.read(scope, value)
        if len(dict(found)) < len(found):
            raise fault("a name is given twice")
        return dict(found)

    return replace(listed, read=read, write=lambda system, stored: listed.write(system, tuple(stored.items())))


def field_schema(field: Field, system: System) -> Schema:
    """The JSON Schema of a field, with its meaning."""
    described = {"description": field.about} if field.about else {}
    return {**described, **field.validator.schema_in(system)}
