"""Arguments that are fields of the encounter format, and their values."""

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from msgspec.structs import replace

from orcus_tui.commands.candidate import Candidate
from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.lexer import Word
from orcus_tui.commands.names import it_has
from orcus_tui.commands.slot import (
    Slot,
    rest,
)
from orcus_tui.commands.vocabulary import vocabulary
from orcus_tui.commands.word_reader import Reader
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import defense_name
from orcus_tui.rules.field_shapes import complete_word
from orcus_tui.rules.fields import FIELDS, UNSETTABLE
from orcus_tui.rules.system import System
from orcus_tui.systems import SYSTEMS

FOR_NEWCOMERS = {
    "hp": "hit points, e.g. 20 or 2d6; `dice`: its hit dice",
    "init": "the initiative modifier",
    "name": "what it is called here",
}
"""What these fields mean for a creature that joins; they are offered first."""
USUAL = ("kind", "side", "level", "reserve", "hidden", "notes")
"""The fields that are offered after those and the defenses."""


def _field_value(reader: Reader) -> tuple[str, str] | None:
    word = reader.peek()
    if "=" not in word.key:
        return None
    reader.at += 1
    typed, _, value = word.text.partition("=")
    name = _complete(typed, reader)
    _checked_field(word, name, reader)
    return name, value


def _field(reader: Reader) -> str:
    word = reader.take()
    if word.key in UNSETTABLE:
        return word.key  # the rules say why it cannot be set
    return _checked_field(word, _complete(word.text, reader), reader)


def _complete(name: str, reader: Reader) -> str:
    """The field as typed; in full if what is typed before a dot begins one field only."""
    head, dot, key = name.lower().partition(".")
    known = vocabulary(reader.context.system).fields
    return (head if head in known else complete_word(head, known)) + dot + key


def _checked_field(word: Word, name: str, reader: Reader) -> str:
    """The field by its full name; raises CommandError at the word where the format has none of that name."""
    known = vocabulary(reader.context.system).fields
    head, dot, key = name.lower().partition(".")
    if head not in known or (dot and not key):
        raise _no_field(word, name, did_you_mean(head, known), reader.context.system)
    if head == "defenses" and dot:
        defenses = vocabulary(reader.context.system).defenses
        if key not in defenses:
            raise CommandError(f'unknown defense "{key}"{did_you_mean(key, defenses)}', word.column)
        return f"defenses.{defenses[key]}"
    return known[head] + dot + key


def _no_field(word: Word, name: str, near: str, system: System) -> CommandError:
    """The error for a field that no creature has; it may be a defense of another system."""
    others = {defense for each in SYSTEMS.values() for defense in each.words.defenses}
    if name.lower() in others and not near:
        return CommandError(
            f'{system.display_name} has no defense "{name}"{it_has(system.words.defenses)}', word.column
        )
    return CommandError(f'a creature has no field "{name}"{near}', word.column)


def _offer_fields(reader: Reader, typed: str) -> Iterable[Candidate]:
    """The fields; after a dot, the entries of a table."""
    head, dot, _ = typed.lower().partition(".")
    if dot:
        return (Candidate(f"{head}.{name}", f"one of {head}") for name in _entries(head, reader.context.system))
    return _fields_with_meanings(reader.context.system)


def _fields_with_meanings(system: System) -> Iterator[Candidate]:
    """Every field that is for a person to give, with what it means; a defense by each of its names."""
    from orcus_tui.model.encounter_fields import ABOUT, PROGRAM_FIELDS  # only when somebody types a field

    for name, field in vocabulary(system).fields.items():
        table, dot, entry = field.partition(".")
        if table not in PROGRAM_FIELDS:
            yield Candidate(name, f"the defense {defense_name(entry)}" if dot else ABOUT[field])


def _entries(field: str, system: System) -> Iterable[str]:
    """The names that may stand after the dot."""
    known: Mapping[str, Iterable[str]] = {
        "defenses": system.words.defenses,
        "abilities": system.words.abilities,
        "resist": vocabulary(system).withstood,
        "vulnerable": vocabulary(system).withstood,
        "actions": (action.name for action in system.actions.kinds),
    }
    return known.get(field, ())


def _field_values(field: str, system: System) -> Iterable[str]:
    """The words a field may be set to, where they can be listed."""
    return FIELDS[field].shape.words(system) if field in FIELDS else ()


def _offer_field_values(reader: Reader, typed: str) -> Iterable[Candidate]:
    """`name=`; after the `=`, what can be listed of its values."""
    system = reader.context.system
    head, equals, _ = typed.partition("=")
    if equals:
        return (Candidate(f"{head}={value}", head) for value in _field_values(head.lower(), system))
    given = dict(cast("tuple[tuple[str, str], ...]", reader.values.get("fields", ())))
    meanings = {each.text: each.meaning for each in _fields_with_meanings(system)} | FOR_NEWCOMERS
    usual = (*FOR_NEWCOMERS, *vocabulary(system).defenses, *USUAL)
    fields = dict.fromkeys((*usual, *meanings))
    return [Candidate(f"{name}=", meanings[name]) for name in fields if name in meanings and name not in given]


def _offer_set_values(reader: Reader, _: str) -> Iterable[Candidate]:
    field = cast("str", reader.values.get("field", ""))
    return (Candidate(value, field) for value in _field_values(field, reader.context.system))


FIELD = Slot("FIELD", "field", "a field", _field, _offer_fields, greedy=True)
FIELD_AND_VALUE = Slot(
    "field=value…", "fields", "a field and its value", _field_value, _offer_field_values, repeats=True, pairs=True
)
FIELD_VALUE = replace(rest("VALUE", "value", "a value"), offer=_offer_set_values)
