"""Arguments that are settings and their values: encounter fields, what players see, and what phones may do."""

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from msgspec.structs import replace

from orcus_tui.commands import amounts
from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.context import WordCursor
from orcus_tui.commands.creature_slots import TARGETS
from orcus_tui.commands.lexer import Word
from orcus_tui.commands.names import known_hint, vocabulary
from orcus_tui.commands.slot import Slot, form, known_word, rest
from orcus_tui.commands.targets import resolve
from orcus_tui.model.player_settings import DEFAULT_WORD, FIGHT_SETTINGS, INPUT_KINDS, INPUT_WORDS, SIDE_SETTINGS, SIDES
from orcus_tui.model.steps import Targets
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import defense_name
from orcus_tui.rules.fields import FIELDS
from orcus_tui.rules.system import System
from orcus_tui.rules.typed_fields import UNSETTABLE
from orcus_tui.rules.validators import complete_word
from orcus_tui.systems import SYSTEMS

# Fields of a creature

FOR_NEWCOMERS = {
    "hp": "hit points, e.g. 20 or 2d6; `dice`: its hit dice",
    "init": "the initiative modifier",
    "name": "what it is called here",
}
"""The meanings of fields for a new creature; they are offered first."""
USUAL = ("kind", "side", "level", "reserve", "hidden", "notes")
"""The fields that are offered after FOR_NEWCOMERS and the defenses."""


def _field_value(cursor: WordCursor) -> tuple[str, str] | None:
    word = cursor.peek()
    if "=" not in word.key:
        return None
    cursor.at += 1
    typed, _, value = word.text.partition("=")
    name = _complete(typed, cursor)
    _checked_field(word, name, cursor)
    return name, value


def _field(cursor: WordCursor) -> str:
    word = cursor.take()
    if word.key in UNSETTABLE:
        return word.key  # the rules' message says why it cannot be set
    return _checked_field(word, _complete(word.text, cursor), cursor)


def _complete(name: str, cursor: WordCursor) -> str:
    """A typed field, completed if the part before a dot begins only one field."""
    head, dot, key = name.lower().partition(".")
    known = vocabulary(cursor.system).fields
    return (head if head in known else complete_word(head, known)) + dot + key


def _checked_field(word: Word, name: str, cursor: WordCursor) -> str:
    """The full name of a field. Raises CommandError at the word for an unknown field."""
    known = vocabulary(cursor.system).fields
    head, dot, key = name.lower().partition(".")
    if head not in known or (dot and not key):
        raise _no_field(word, name, did_you_mean(head, known), cursor.system)
    if head == "defenses" and dot:
        defenses = vocabulary(cursor.system).defenses
        if key not in defenses:
            raise CommandError(f'unknown defense "{key}"{did_you_mean(key, defenses)}', word.column)
        return f"defenses.{defenses[key]}"
    return known[head] + dot + key


def _no_field(word: Word, name: str, near: str, system: System) -> CommandError:
    """The error for an unknown field, which may be a defense of another system."""
    others = {defense for each in SYSTEMS.values() for defense in each.words.defenses}
    if name.lower() in others and not near:
        return CommandError(
            f'{system.display_name} has no defense "{name}"{known_hint(system.words.defenses)}', word.column
        )
    return CommandError(f'a creature has no field "{name}"{near}', word.column)


def _offer_fields(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    """The fields; after a dot, the entries of a table."""
    head, dot, _ = typed.lower().partition(".")
    if dot:
        return (Candidate(f"{head}.{name}", f"one of {head}") for name in _entries(head, cursor.system))
    return _fields_with_meanings(cursor.system)


def _fields_with_meanings(system: System) -> Iterator[Candidate]:
    """Every field that can be set, with its meaning; a defense by each of its names."""
    for name, field in vocabulary(system).fields.items():
        table, dot, entry = field.partition(".")
        if not FIELDS[table].by_program:
            yield Candidate(name, f"the defense {defense_name(entry)}" if dot else FIELDS[table].about)


def _entries(field: str, system: System) -> Iterable[str]:
    """The names that can follow the dot."""
    keys = FIELDS[field].validator.keys if field in FIELDS else None
    return keys(system) if keys else ()


def _field_values(field: str, system: System) -> Iterable[str]:
    """The words that a field can be set to, if they can be listed."""
    return FIELDS[field].validator.words(system) if field in FIELDS else ()


def _offer_field_values(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    """`name=`, and after the `=` its values, if they can be listed."""
    system = cursor.system
    head, equals, _ = typed.partition("=")
    if equals:
        return (Candidate(f"{head}={value}", head) for value in _field_values(head.lower(), system))
    given = dict(cast("tuple[tuple[str, str], ...]", cursor.values.get("fields", ())))
    meanings = {each.text: each.meaning for each in _fields_with_meanings(system)} | FOR_NEWCOMERS
    usual = (*FOR_NEWCOMERS, *vocabulary(system).defenses, *USUAL)
    fields = dict.fromkeys((*usual, *meanings))
    return [Candidate(f"{name}=", meanings[name]) for name in fields if name in meanings and name not in given]


def _offer_set_values(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    field = cast("str", cursor.values.get("field", ""))
    return (Candidate(value, field) for value in _field_values(field, cursor.system))


FIELD = Slot("FIELD", "field", "a field", _field, _offer_fields, greedy=True)
FIELD_AND_VALUE = Slot(
    "field=value…", "fields", "a field and its value", _field_value, _offer_field_values, repeats=True, pairs=True
)
FIELD_VALUE = replace(rest("VALUE", "value", "a value"), offer=_offer_set_values)


# What players see

PlayerSubjects = tuple[tuple[str, ...], Targets]
"""The sides and the single creatures that a setting is for."""

_PLAYER_KEYS: Mapping[str, str] = {
    "hp": "how they see hit points",
    "names": "by which name they see creatures",
    "conditions": "whether they see conditions",
    "defenses": "which defenses they see",
    "initiative": "whether they see initiative numbers",
    "defeated": "whether they see the dead",
    "timer": "a timer for each turn",
    "hidden_turn": "what they see while a hidden creature acts",
}


def _player_words(cursor: WordCursor) -> Mapping[str, str]:
    key = str(cursor.values.get("key", ""))
    words = SIDE_SETTINGS.get(key) or FIGHT_SETTINGS.get(key, {})
    return {**words, DEFAULT_WORD: "clears the setting"}


def _player_value(cursor: WordCursor) -> str:
    """A value of the setting, or its beginning; the rules check any other word."""
    word = cursor.take()
    if word.key == "down" and cursor.word is not None:
        return f"down {cursor.take().text}"  # players timer down 90
    begun = [each for each in _player_words(cursor) if word.key and each.startswith(word.key)]
    return begun[0] if len(begun) == 1 else word.key


def _offer_player_values(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    return (Candidate(word, meaning) for word, meaning in _player_words(cursor).items())


def _player_subjects(cursor: WordCursor) -> PlayerSubjects | None:
    if not cursor.skip("for"):
        return None
    word = cursor.take(TARGETS.wants)
    named = [_side(each) for each in word.key.split(",")]
    sides = tuple(side for several in named for side in several)
    return (tuple(dict.fromkeys(sides)), ()) if all(named) else ((), resolve(word, cursor.context))


def _side(word: str) -> tuple[str, ...]:
    """The sides in a set of targets; empty for any other word."""
    return SIDES if word == "@all" else tuple(side for side in SIDES if word == f"@{side}")


PLAYER_KEY = replace(
    known_word("KEY", "key", "a setting", lambda _: {key: key for key in _PLAYER_KEYS}, "players have no setting"),
    offer=lambda _, __: (Candidate(key, meaning) for key, meaning in _PLAYER_KEYS.items()),
)
PLAYER_VALUE = Slot("VALUE", "value", "a value", _player_value, _offer_player_values, greedy=True)
FOR_TARGETS = Slot(
    "for TARGETS",
    "subjects",
    '"for"',
    _player_subjects,
    lambda _, __: (Candidate("for", "a side, such as @foes, or creatures"),),
)


Setting = tuple[str, str, Targets]
"""The value, the kind (empty: of all), and the heroes."""
Decision = tuple[int | None, bool]
"""The number of a proposal (None: the oldest), and whether all proposals are meant."""


def _input(cursor: WordCursor) -> Setting:
    word = cursor.take("on, off, or what phones may send")
    if word.key in ("on", "off"):
        return word.key, "", ()
    if word.key not in INPUT_KINDS:
        raise CommandError(f'phones send {", ".join(INPUT_KINDS)}, not "{word.text}"', word.column)
    value = cursor.take("off, propose or do")
    if value.key not in INPUT_WORDS:
        raise CommandError(f'expected off, propose or do, got "{value.text}"', value.column)
    targets = resolve(cursor.take("a hero"), cursor.context) if cursor.skip("for") else ()
    return value.key, word.key, targets


def word(text: str) -> Slot:
    """A word that stands alone after `players`."""
    return form(text, "said", f'"{text}"', f"players {text}")


def _new_address(cursor: WordCursor) -> bool:
    said = cursor.take("address")
    if said.key != "address":
        raise CommandError(f'expected address, got "{said.text}"', said.column)
    return True


def _decision(cursor: WordCursor) -> Decision:
    if cursor.skip("all"):
        return None, True
    if cursor.word is None:
        return None, False
    chosen = cursor.take()
    number = amounts.positive(chosen)
    if number is None:
        raise CommandError(f'expected the number of a proposal, or all, got "{chosen.text}"', chosen.column)
    return number, False


def decision(verb: str) -> Slot:
    """The proposals that are accepted or refused."""
    return form(f"{verb} [N|all]", "choice", "a proposal", "a proposal", _decision)


def _unseat(cursor: WordCursor) -> str:
    named = cursor.take("a hero, or all")
    return "all" if named.key == "all" else resolve(named, cursor.context)[0]


INPUT = form(
    "input on|off|KIND [off|propose|do] [for TARGETS]",
    "setting",
    "what phones may send",
    "what phones may send",
    _input,
)
NEW_ADDRESS = form("new address", "said", "new address", "players new address", _new_address)
UNSEAT = form("unseat NAME|all", "name", "a hero, or all", "ends seats", _unseat)
