"""Validators check, read and write the values of fields, and describe them in JSON Schema.

A validator reads a value in a `Scope`, because the allowed words depend on the rules system. It raises all faults of a
value at once, as `FieldFaults`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.dice import DiceError, parse
from orcus_tui.model.suggestions import suggest
from orcus_tui.model.text import FORBIDDEN, FORBIDDEN_IN_LINES, character_name, longer_than
from orcus_tui.rules.field_faults import FieldFault, FieldFaults, fault, mismatch, quote, read_each, unknown
from orcus_tui.rules.system import System

_FLAG_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def number(text: str) -> object:
    """A whole number or a decimal."""
    plain = text.strip().replace("−", "-")
    if re.fullmatch(r"[+-]?[0-9]{1,15}", plain):
        return int(plain)
    return float(plain) if re.fullmatch(r"[+-]?[0-9]{1,15}\.[0-9]{1,15}", plain) else text


def flag(text: str) -> object:
    """True or false, from words such as `yes` and `off`."""
    return _FLAG_WORDS.get(text.strip().lower(), text)


def entry(text: str) -> object:
    """One value of a table: true, false or a number."""
    value = flag(text)
    return number(text) if isinstance(value, str) else value


def items(text: str) -> object:
    """A list from texts between commas, with or without the brackets and quotes of a file."""
    parts = (_bare(part) for part in _within(text, "[]").split(","))
    return [part for part in parts if part]


def pairs(text: str) -> object:
    """A table from `fire=5, cold=10`, with or without the braces of a file; a list if no number is given."""
    inner = _within(text, "{}")
    parts = inner.split(",")
    if not inner or not all("=" in part for part in parts):
        return items(inner) if inner else {}
    return {_bare(key): entry(value) for key, _, value in (part.partition("=") for part in parts)}


def texts(text: str) -> object:
    """A table from `hp=none, names=unknown`, with or without the braces of a file."""
    parts = [part.partition("=") for part in _within(text, "{}").split(",") if part.strip()]
    return {_bare(key): _bare(value) for key, _, value in parts}


def complete_word(text: str, words: Iterable[str]) -> str:
    """The only word that begins with the typed text; the text itself if there is no such word, or several."""
    start = text.strip().lower()
    matches = [word for word in words if start and word.startswith(start)]
    return matches[0] if len(matches) == 1 else text


def _within(text: str, brackets: str) -> str:
    plain = text.strip()
    enclosed = plain[:1] == brackets[0] and plain[-1:] == brackets[1]
    return plain[1:-1].strip() if enclosed else plain


def _bare(part: str) -> str:
    return part.strip().strip('"')


LARGEST = 1_000_000
"""The largest number that people write."""
FARTHEST = 10**15
"""The largest number that play can reach: a thousand hits of the largest dice."""
NONE = "none"
"""The word that removes a value, such as a printed number or an entry of a table; files have it only for recoveries."""
LONGEST_NAME = 100
LONGEST_WORDS = 500
"""The most characters of a free text: an effect, a reminder, an announcement."""

Schema = dict[str, Any]


class Scope(Struct, frozen=True):
    """The context of a value: the rules system, and the ids of the creatures in the file, with their `tables`.

    `texts` caches the values of texts by reader. `by_program`: the program wrote the value in a fight, so that a fact
    without meaning here had one there, such as the name of a zone.
    """

    system: System
    ids: Collection[str] = ()
    texts: dict[Any, dict[str, Any]] = field(default_factory=dict)
    tables: Sequence[Any] = ()
    by_program: bool = False


Read = Callable[[Scope, Any], Any]
"""Checks a value and returns it as the program holds it. Raises FieldFaults."""


def plain_value(_system: System, value: Any) -> object:
    """A value in the types of TOML and JSON: tuples as lists, mappings as tables."""
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


class Validator(Struct, frozen=True):
    """The functions that read, check, describe and write a value.

    `typed` converts a typed text to the value that a file would have. `words` lists the possible values, if they can be
    listed; a typed prefix is enough. `keys` lists the entries of a table that can be named, as in `defenses.ac`.
    """

    read: Read
    schema: Schema | Callable[[System], Schema]
    typed: Callable[[str], object] = str
    write: Callable[[System, Any], object] = plain_value
    words: Callable[[System], Iterable[str]] = lambda _: ()
    keys: Callable[[System], Iterable[str]] | None = None

    def schema_in(self, system: System) -> Schema:
        """The JSON Schema of a value in a system."""
        return self.schema if isinstance(self.schema, dict) else self.schema(system)

    def file_value(self, system: System, text: str) -> object:
        """The value of a file for a typed text."""
        return self.typed(complete_word(text, self.words(system)))


# Numbers and flags


def whole(least: int = -LARGEST, most: int = LARGEST) -> Validator:
    """A whole number within bounds; true and false are not numbers."""

    def read(_scope: Scope, value: object) -> int:
        if type(value) is not int:
            raise mismatch("a whole number", value)
        if not least <= value <= most:
            raise mismatch(f"a whole number from {least:,} to {most:,}", value)
        return value

    return Validator(read, {"type": "integer", "minimum": least, "maximum": most}, number)


def _number(_scope: Scope, value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise mismatch("a number", value)
    if not 0 <= value <= LARGEST:
        raise mismatch(f"a number from 0 to {LARGEST:,}", value)
    return value


def _flag(_scope: Scope, value: object) -> bool:
    if not isinstance(value, bool):
        raise mismatch("true or false", value)
    return value


def _number_or_none(scope: Scope, value: object) -> int | None:
    if value == NONE:
        return None
    count: int = COUNTED.read(scope, value)
    return count


# Texts


def _line(_scope: Scope, value: object) -> str:
    return _text(value, FORBIDDEN)


def _lines(_scope: Scope, value: object) -> str:
    return _text(value, FORBIDDEN_IN_LINES, "\n")


def _text(value: object, forbidden: str, allowed: str = "") -> str:
    if not isinstance(value, str):
        raise mismatch("a text", value)
    # A shortcut without patterns: nearly all texts have only printable and allowed characters.
    if not value.replace(allowed, "").isprintable() and (found := re.search(forbidden, value)):
        raise fault(f"{character_name(found[0])} at character {found.start() + 1}: remove it")
    return value


def _short_text(longest: int, what: str) -> Validator:
    """A text of one line that is not blank, with a limit on its length."""

    def read(scope: Scope, value: object) -> str:
        text = _line(scope, value)
        if not text.strip():
            raise fault(f"{what} cannot be blank")
        if too_long := longer_than(longest, what, text):
            raise fault(too_long)
        return text

    return Validator(read, {"type": "string", "pattern": r"\S", "maxLength": longest})


def _words(scope: Scope, value: object) -> str:
    if isinstance(value, list):
        return ", ".join(LIST.read(scope, value))
    return str(value) if type(value) is int else _line(scope, value)


def _dice(scope: Scope, value: object) -> str:
    text = _words(scope, value)
    try:
        return parse(text).text if text else ""
    except DiceError as error:
        raise fault(f"column {error.column}: {error.message}") from None


def once(validator: Validator) -> Validator:
    """The same validator with a cache of texts, because a thousand creatures share a few hundred lines."""
    read = validator.read

    def read_once(scope: Scope, value: object) -> Any:
        if not isinstance(value, str):
            return read(scope, value)
        known = scope.texts.get(read)
        if known is None:
            known = scope.texts[read] = {}
        if value not in known:
            known[value] = read(scope, value)
        return known[value]

    return replace(validator, read=read_once)


def changed(validator: Validator, change: Callable[[Scope, Any], Any]) -> Validator:
    """The same validator with a change of the value that is read."""
    return replace(validator, read=lambda scope, value: change(scope, validator.read(scope, value)))


# Words of a system


def one_of(known: Callable[[System], Iterable[str]], what: str, *, own: bool = False) -> Validator:
    """One of the words that the system knows, in upper or lower case.

    `own`: the words differ between systems, so that a fault names the system.
    """

    def read(scope: Scope, value: object) -> str:
        if not isinstance(value, str):
            raise mismatch(f"{'an' if what[0] in 'aeiou' else 'a'} {what}", value)
        found = value.lower()
        if found not in known(scope.system):
            raise unknown(what, value, known(scope.system), of=scope.system if own else None)
        return found

    return Validator(read, lambda system: words_schema(known(system)), words=known)


def words_schema(known: Iterable[str]) -> Schema:
    """The schema for one of these words in any case; an editor offers them as written."""
    listed = list(dict.fromkeys(known))
    return {"anyOf": [{"enum": listed}, {"type": "string", "pattern": f"^({'|'.join(map(_any_case, listed))})$"}]}


def _any_case(word: str) -> str:
    signs = (f"[{each.upper()}{each.lower()}]" if each.upper() != each.lower() else _plain(each) for each in word)
    return "".join(signs)


def _plain(sign: str) -> str:
    return sign if sign.isalnum() or sign in " -_'" else f"\\{sign}"


def _creature(scope: Scope, value: object) -> str:
    if not isinstance(value, str):
        raise mismatch("the id of a creature", value)
    if value and value not in scope.ids:
        raise unknown("creature", value, sorted(scope.ids))
    return value


# Lists and tables


def list_of(item: Validator) -> Validator:
    """A list of values of one kind, read as a tuple."""
    read_item = item.read

    def read(scope: Scope, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise mismatch("a list", value)
        return tuple(read_each(lambda _, entry: read_item(scope, entry), enumerate(value)))

    return Validator(
        read,
        lambda system: {"type": "array", "items": item.schema_in(system)},
        items,
        lambda system, value: [item.write(system, each) for each in value],
    )


def tables(heading: str, item: Validator) -> Validator:
    """Tables written as `[[heading]]` in a file, read as a tuple."""
    as_list = list_of(item)

    def read(scope: Scope, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise fault(f"write [[{heading}]], once for each, got {quote(value)}")
        found: tuple[Any, ...] = as_list.read(scope, value)
        return found

    return replace(as_list, read=read, typed=str)


def mapping_of(key: Validator, item: Validator) -> Validator:
    """A table with any number of keys, read as a mapping."""

    def read(scope: Scope, value: object) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise mismatch("a table", value)
        found: dict[str, Any] = {}

        def read_entry(written: str, entry: object) -> None:
            name = key.read(scope, written)
            if name in found:
                raise fault(f"{name} is given twice")
            found[name] = item.read(scope, entry)

        read_each(read_entry, value.items())
        return found

    def schema(system: System) -> Schema:
        keys, values = key.schema_in(system), item.schema_in(system)
        return {"type": "object", "propertyNames": keys, "additionalProperties": values}

    return Validator(
        read,
        schema,
        pairs,
        lambda system, value: {name: item.write(system, entry) for name, entry in value.items()},
        keys=key.words,
    )


def table(keys: Mapping[str, Validator], required: Collection[str] = ()) -> Validator:
    """A table with some of these keys, and the required ones; read as a mapping with the keys that are given."""
    readers = {name: validator.read for name, validator in keys.items()}

    def read(scope: Scope, value: object) -> dict[str, Any]:
        found, faults = entries(scope, value, readers, required)
        if faults:
            raise FieldFaults(*faults)
        return found

    return Validator(
        read,
        lambda system: table_schema({name: each.schema_in(system) for name, each in keys.items()}, required),
        write=lambda system, value: {name: keys[name].write(system, entry) for name, entry in value.items()},
    )


def entries(
    scope: Scope, value: object, readers: Mapping[str, Read], required: Iterable[str] = ()
) -> tuple[dict[str, Any], list[FieldFault]]:
    """The valid values of a table, by key, and the faults of the others."""
    found: dict[str, Any] = {}
    if not isinstance(value, dict):
        return found, list(mismatch("a table", value).faults)
    near: Mapping[str, str] = {}
    if not value.keys() <= readers.keys():
        unknown_keys = [key for key in value if key not in readers]
        near = dict(zip(unknown_keys, suggest(unknown_keys, readers), strict=True))
    faults: list[FieldFault] = []
    for key, entry in value.items():
        if key in near:
            faults.append(FieldFault((key,), f"unknown key{near[key]}"))
            continue
        try:
            found[key] = readers[key](scope, entry)
        except FieldFaults as wrong:
            faults += wrong.under(key)
    faults += [FieldFault((key,), "missing") for key in required if key not in value]
    return found, faults


def table_schema(properties: Mapping[str, Schema], required: Collection[str] = ()) -> Schema:
    """A table with these keys and no others."""
    listed: Schema = {"required": list(required)} if required else {}
    return {"type": "object", "properties": dict(properties), **listed, "additionalProperties": False}


WHOLE = whole()
COUNTED = whole(0)
COUNTED_OR_NONE = Validator(
    _number_or_none,
    {"anyOf": [COUNTED.schema, {"const": NONE}]},
    number,
    lambda _, value: NONE if value is None else value,
)
NUMBER = Validator(_number, {"type": "number", "minimum": 0, "maximum": LARGEST}, number)
GAME_NUMBER = whole(-FARTHEST, FARTHEST)
"""A number that changes in play, such as a counter; it may exceed the largest number that people write."""
TALLY = whole(0, FARTHEST)
ID_NUMBER = whole(1, FARTHEST)
NEXT_ID = whole(1, FARTHEST + 1)
"""The next id: one more than the last id, which may be the highest allowed."""
FLAG = Validator(_flag, {"type": "boolean"}, flag, words=lambda _: ("true", "false"))
TEXT_SCHEMA: Schema = {"type": "string"}
LINE = Validator(_line, TEXT_SCHEMA)
"""A text of one line, without control characters."""
LINES = Validator(_lines, TEXT_SCHEMA)
"""A text of one line or several, without other control characters."""
NAME = _short_text(LONGEST_NAME, "a name")
OWN_WORDS = _short_text(LONGEST_WORDS, "an effect's name")
"""The name of an effect: a condition, or free text for it."""
REMARK = _short_text(LONGEST_WORDS, "a text")
"""Free text that is logged or shown: a reminder, an announcement."""
MEMORY_KEY = _short_text(LONGEST_WORDS, "what is remembered")
"""The key of a number that a rule remembers; it may contain names of powers and creatures."""
LIST = list_of(LINE)
AMOUNT_SCHEMA: Schema = {"type": ["string", "integer"]}
WORDS = Validator(_words, {"anyOf": [AMOUNT_SCHEMA, {"type": "array", "items": TEXT_SCHEMA}]})
"""A line, a whole number, or a list of texts that are joined by commas: `30 ft.`, `6`, `["Elven", "Orc"]`."""
DICE = Validator(_dice, AMOUNT_SCHEMA)
"""Dice or a whole number, as text."""
CREATURE = Validator(_creature, TEXT_SCHEMA)
"""The id of a creature in the file, or an empty text for no creature."""
COUNTERS = mapping_of(NAME, GAME_NUMBER)
REMEMBERED = mapping_of(MEMORY_KEY, GAME_NUMBER)
