"""The arguments of the language: what usage calls each, and what words it takes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from orcus_tui.commands import amounts
from orcus_tui.commands.candidates import Candidate
from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.creature_slots import (
    MISSED,
    SOURCE,
    TARGET,
    TARGETS,
    creature,
    first_target,
    power_of,
)
from orcus_tui.commands.durations import is_slip, offered_durations, read_duration
from orcus_tui.commands.lexer import Word, as_one_word, pieces
from orcus_tui.commands.names import find, it_has
from orcus_tui.commands.slot import (
    OfferNext,
    Read,
    Slot,
    after,
    amount,
    choice,
    flag,
    free,
    named,
    rest,
    single,
)
from orcus_tui.commands.targets import resolve_one
from orcus_tui.commands.vocabulary import vocabulary
from orcus_tui.commands.word_reader import Reader
from orcus_tui.model.effect import label
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import folded
from orcus_tui.rules.field_shapes import begun
from orcus_tui.rules.fields import FIELDS, UNSETTABLE
from orcus_tui.rules.system import System
from orcus_tui.systems import SYSTEMS

EDGES: Mapping[str, str] = {"ca": "combat advantage", "adv": "advantage", "dis": "disadvantage"}
BONUS_TYPES = ("power", "feat", "item")
SIDES: Mapping[str, str] = {"party": "the party", "foes": "the foes", "neutral": "neither"}


# What a system names


def _types(reader: Reader) -> tuple[str, ...] | None:
    """Damage types joined by `+`, sorted; a word with none of the system's types in it is something else."""
    word = reader.peek()
    known = vocabulary(reader.context.system).damage_types
    parts = pieces(word, "+")
    names = [_type_named(part) for part in parts]
    if not any(name in known for name in names):
        return None
    reader.at += 1
    for part, name in zip(parts, names, strict=True):
        if name not in known:
            raise no_type(part, reader.context.system)
    return tuple(sorted({known[name] for name in names}))


def _type_named(word: Word) -> str:
    """The name of a damage type, folded: quotes only hold two words together; one word in them is no type."""
    return folded(word.text) if " " in word.text.strip() else word.key


def no_type(word: Word, system: System) -> CommandError:
    """The error for a damage type that this system has not, though another may."""
    near = did_you_mean(word.text, vocabulary(system).damage_types) or it_has(system.words.damage_types)
    return CommandError(f'{system.title} has no damage type "{word.text}"{near}', word.column)


def _types_offered(reader: Reader, typed: str) -> Iterable[Candidate]:
    head = typed[: typed.rfind("+") + 1]
    return (Candidate(head + name, "damage type") for name in vocabulary(reader.context.system).damage_types)


def _conditions(reader: Reader) -> tuple[str, ...]:
    """Conditions, or a person's own words in quotes, joined by `+`; each once."""
    word = reader.take()
    return tuple(dict.fromkeys(_condition(piece, reader) for piece in pieces(word, "+")))


def _condition(piece: Word, reader: Reader) -> str:
    system = reader.context.system
    known = vocabulary(system).conditions
    if not piece.text.strip():
        raise CommandError("a condition is missing here", piece.column)
    if piece.quoted:
        return known.get(folded(piece.text), piece.text)
    try:
        return find(piece, known, f"{system.title} has no condition", has=system.conditions.table)
    except CommandError as error:
        raise _with_own_words(error) from None


def _with_own_words(error: CommandError) -> CommandError:
    return CommandError(f"{error.message}; your own words go in quotes", error.column)


def _conditions_offered(reader: Reader, typed: str) -> Iterable[Candidate]:
    head = typed[: typed.rfind("+") + 1]
    system = reader.context.system
    for name, condition in system.conditions.table.items():
        yield Candidate(head + folded(name), condition.means)


Allowed = Callable[[System], Sequence[str]]
"""Of words that mean something somewhere, those a system has."""


def _one_of(words: Mapping[str, str], allowed: Allowed, none: str) -> Read:
    """Reads one of some words; one that the system has not is refused, with those it has."""

    def read(reader: Reader) -> str | None:
        word, system = reader.peek(), reader.context.system
        if word.key not in words:
            return None
        if word.key not in allowed(system):
            has = " and ".join(allowed(system)) or none
            raise CommandError(f"{system.title} has no {word.key}; it has {has}", word.column)
        reader.at += 1
        return word.key

    return read


def _those_of(words: Mapping[str, str], allowed: Allowed) -> OfferNext:
    return lambda reader, _: (Candidate(each, words.get(each, "")) for each in allowed(reader.context.system))


MANNERS: Mapping[str, str] = {"coup": "a coup de grace", "charge": "at the end of a charge"}


def _edges(system: System) -> Sequence[str]:
    return system.attacks.advantage_words


def _manners(system: System) -> Sequence[str]:
    return system.attacks.manners


def _range(reader: Reader) -> str | None:
    return reader.take().key if reader.key in reader.context.system.words.ranges else None


def _ranges_offered(reader: Reader, _: str) -> Iterable[Candidate]:
    return (Candidate(each, f"a {each} attack") for each in reader.context.system.words.ranges)


def _withstood(reader: Reader) -> str:
    system = reader.context.system
    word = reader.take()
    known = vocabulary(system).withstood
    return find(word, known, f"{system.title} has no damage type or range", has=known.values())


def _withstood_offered(reader: Reader, _: str) -> Iterable[Candidate]:
    return (Candidate(name, "") for name in vocabulary(reader.context.system).withstood)


def _immune_to(reader: Reader) -> str:
    """A damage type, `all`, a range or a condition; in quotes, whatever a stat block says (`"charm"`)."""
    system = reader.context.system
    known = {**vocabulary(system).conditions, **vocabulary(system).withstood}
    word = reader.take()
    if word.quoted:
        return known.get(folded(word.text), word.text)
    try:
        return find(word, known, f"{system.title} has no damage type, range or condition")
    except CommandError as error:
        raise _with_own_words(error) from None


def _immune_to_offered(reader: Reader, typed: str) -> Iterable[Candidate]:
    yield from _withstood_offered(reader, typed)
    yield from _conditions_offered(reader, "")


def _bonus_type(word: Word) -> str | None:
    return word.key if word.key.isalpha() and not is_slip(word) else None


def _effects_offered(reader: Reader, typed: str) -> Iterable[Candidate]:
    creature_ = first_target(reader) or cast("str | None", reader.values.get("target"))
    effects = reader.context.fight.states[creature_].effects if creature_ else ()
    for place, effect in enumerate(effects, start=1):
        yield Candidate(f"#{place}" if typed.startswith("#") else as_one_word(effect.name), label(effect))


def _reasons_offered(reader: Reader, typed: str) -> Iterable[Candidate]:
    """What `why` can be asked of a creature: its numbers, and its effects."""
    yield Candidate("hp", "what changed its hit points")
    for name in reader.context.system.words.defenses:
        yield Candidate(name, "the sum, term by term")
    yield Candidate("saves", "what is added to its saving throws")
    yield Candidate("actions", "what is left, and what forbids the rest")
    yield from _effects_offered(reader, typed)


def _effect_or_all(reader: Reader) -> str:
    """The effect as named; `all`, unquoted, is every one: an empty name."""
    return "" if reader.skip("all") else reader.take().text


def _or_all_offered(reader: Reader, typed: str) -> Iterable[Candidate]:
    yield from _effects_offered(reader, typed)
    yield Candidate("all", "every effect")


# Who is there, options, resources, questions


def _field_value(reader: Reader) -> tuple[str, str] | None:
    word = reader.peek()
    if "=" not in word.key:
        return None
    reader.at += 1
    name, _, value = word.text.partition("=")
    _checked_field(word, name, reader)
    return name.lower(), value


def _field(reader: Reader) -> str:
    word = reader.take()
    if word.key in UNSETTABLE:
        return word.key  # the rules say why it cannot be set
    return _checked_field(word, word.text, reader)


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
    """The error for a field that no creature has; what is a defense elsewhere may be meant."""
    others = {defense for each in SYSTEMS.values() for defense in each.words.defenses}
    if name.lower() in others and not near:
        return CommandError(f'{system.title} has no defense "{name}"{it_has(system.words.defenses)}', word.column)
    return CommandError(f'a creature has no field "{name}"{near}', word.column)


def _fields_offered(reader: Reader, typed: str) -> Iterable[Candidate]:
    """The fields; after a dot, the entries of a table."""
    head, dot, _ = typed.lower().partition(".")
    if dot:
        return (Candidate(f"{head}.{name}", f"one of {head}") for name in _entries(head, reader.context.system))
    return (Candidate(name, "field") for name in vocabulary(reader.context.system).fields)


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


def _field_values_offered(reader: Reader, typed: str) -> Iterable[Candidate]:
    """`name=`; after the `=`, what can be listed of its values."""
    system = reader.context.system
    head, equals, _ = typed.partition("=")
    if equals:
        return (Candidate(f"{head}={value}", head) for value in _field_values(head.lower(), system))
    given = dict(cast("tuple[tuple[str, str], ...]", reader.values.get("fields", ())))
    return (Candidate(f"{name}=", "field") for name in vocabulary(system).fields if name not in given)


def _set_values_offered(reader: Reader, _: str) -> Iterable[Candidate]:
    field = cast("str", reader.values.get("field", ""))
    return (Candidate(value, field) for value in _field_values(field, reader.context.system))


def _options_offered(reader: Reader, _: str) -> Iterable[Candidate]:
    return (Candidate(key, option.about) for key, option in reader.context.system.options.items())


def _option(reader: Reader) -> str:
    system = reader.context.system
    word = reader.take()
    return find(word, vocabulary(system).options, f"{system.title} has no option", has=system.options)


def _values_offered(reader: Reader, _: str) -> Iterable[Candidate]:
    key = cast("str", reader.values.get("key", ""))
    option = reader.context.system.options.get(key)
    for value in option.values if option else ():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        yield Candidate(text, "the default" if option and value == option.default else "")


def _option_value(reader: Reader) -> str:
    """The value as typed; of a word that can be listed, its beginning will do."""
    option = reader.context.system.options[cast("str", reader.values["key"])]
    return begun(reader.rest(), (str(value).lower() for value in option.values))


def _counter(reader: Reader) -> tuple[str, str]:
    """A creature's id (empty: the fight's own) and the resource."""
    word = reader.take()
    who, dot, name = word.text.rpartition(".")
    fight = reader.context.fight
    if dot and who and name:
        bearer = resolve_one(Word(who, who, who.lower(), word.column, word.column_at(len(who))), reader.context)
        own = {folded(each): each for each in fight.states[bearer].counters}
        return bearer, own.get(folded(name), name.lower())
    known = {folded(each): each for each in (*reader.context.system.counters.initial, *fight.counters)}
    what = f"{reader.context.system.title} has no resource of the fight called"
    try:
        return "", find(word, known, what)
    except CommandError as error:
        raise CommandError(f"{error.message}; a creature's own is written NAME.RESOURCE", error.column) from None


def _counters_offered(reader: Reader, _: str) -> Iterable[Candidate]:
    fight = reader.context.fight
    for name in dict.fromkeys((*reader.context.system.counters.initial, *fight.counters)):
        yield Candidate(folded(name), "of the fight")
    for each, state in fight.states.items():
        for name, number in state.counters.items():
            yield Candidate(f"{each}.{folded(name)}", f"{number} left")


def _set_or_changed(word: Word) -> tuple[int, bool] | None:
    change = amounts.signed(word)
    if change is not None:
        return change, True
    number = amounts.whole(word)
    return None if number is None else (number, False)


def _answer(reader: Reader) -> tuple[int | None, int] | str | None:
    """`all`; or a question (None: the oldest) and the face."""
    if reader.skip("all"):
        return "all"
    number = amounts.counting(reader.peek())
    if number is None:
        return None
    reader.at += 1
    second = reader.word
    face = amounts.counting(second) if second is not None else None
    if face is None:
        return None, number
    reader.at += 1
    return number, face


def _answers_offered(reader: Reader, _: str) -> Iterable[Candidate]:
    yield Candidate("all", "rolls every open question")
    for question in reader.context.fight.questions:
        yield Candidate(str(question.id), f"{question.kind} of {question.creature}: {question.about}")


def _amendment(reader: Reader) -> tuple[int, str, int]:
    """How many commands back, the words, and their column; a number alone is the words."""
    count = 1
    if len(reader.words) - reader.at > 1:
        number = amounts.whole(reader.peek())
        if number:
            count = number
            reader.at += 1
    column = reader.column
    words = " ".join(word.raw for word in reader.words[reader.at :])
    reader.at = len(reader.words)
    return count, words, column


def _quoted_name(reader: Reader) -> str | None:
    return reader.take().text if reader.peek().quoted else None


def _maneuver(reader: Reader) -> str:
    system = reader.context.system
    word = reader.take()
    known = vocabulary(system).maneuvers
    return find(word, known, f"{system.title} has no action called", has=known)


def _maneuvers_offered(reader: Reader, _: str) -> Iterable[Candidate]:
    return (Candidate(folded(name), each.means) for name, each in reader.context.system.actions.table.items())


AMOUNT = amount("amount", "an amount, as 7 or 2d6+4", amounts.signed_dice)
SIGNED = single("±N", "bonus", "a change, as +2 or -4", amounts.signed)
FACE = single("FACE", "face", "what the die shows", amounts.face)
FACES = single("FACE[,FACE…]", "faces", "what the dice show", amounts.faces)
EFFECT = Slot("NAME", "name", "an effect", free("NAME", "name", "an effect").read, _effects_offered, greedy=True)
REASON = replace(EFFECT, offer=_reasons_offered)
VALUE = rest("VALUE", "value", "a value")

SLOTS: Mapping[str, Slot] = {
    "TARGETS": TARGETS,
    "TARGET": TARGET,
    "by SOURCE": SOURCE,
    "missed TARGETS": MISSED,
    "first TARGET": after("first", "who takes the first turn", creature("TARGET", "first")),
    "AMOUNT": AMOUNT,
    "DICE": single("DICE", "dice", "dice, as 2d6+4", amounts.dice),
    "TYPE[+TYPE]": Slot("TYPE[+TYPE]", "types", "a damage type", _types, _types_offered),
    "DURATION": Slot(
        "DURATION",
        "duration",
        "a duration",
        read_duration,
        lambda reader, typed: offered_durations(reader.context, typed),
    ),
    "CONDITION[+CONDITION…]": Slot(
        "CONDITION[+CONDITION…]", "conditions", "a condition", _conditions, _conditions_offered, greedy=True
    ),
    "then CONDITION": after(
        "then",
        "what a failed save turns it into",
        Slot("CONDITION", "then", "a condition", _conditions, _conditions_offered),
    ),
    "half": flag("half", "half of what was rolled"),
    "miss": flag("miss", "the attack missed", "crit"),
    "crit": flag("crit", "the attack was a critical hit", "miss"),
    "melee|ranged|near|far": Slot("melee|ranged|near|far", "range", "a range", _range, _ranges_offered),
    "ca|adv|dis": Slot(
        "ca|adv|dis",
        "edge",
        "ca, adv or dis",
        _one_of(EDGES, _edges, "neither that nor any other"),
        _those_of(EDGES, _edges),
    ),
    "adv|dis": choice("edge", {"adv": EDGES["adv"], "dis": EDGES["dis"]}),
    "save|ability": choice("manner", {"save": "a saving throw", "ability": "an ability check"}),
    "DC": single("DC", "number", "a difficulty, as 13", amounts.counting),
    "coup|charge": Slot(
        "coup|charge",
        "manner",
        "coup or charge",
        _one_of(MANNERS, _manners, "no way of attacking that counts otherwise"),
        _those_of(MANNERS, _manners),
    ),
    "FACE": FACE,
    "face FACE": after("face", "what the d20 showed at the table", FACE),
    "face FACE[,FACE…]": after("face", "what the d20s showed at the table", FACES),
    "total N[,N…]": after(
        "total", "the totals players call out", single("N[,N…]", "totals", "totals, as 25 or 25,17", amounts.totals)
    ),
    "hit AMOUNT": after("hit", "the damage rolled, bonuses included", replace(AMOUNT, key="hit")),
    "±N": SIGNED,
    "xN": single("xN", "count", "how many, as x3", amounts.times),
    "TOTAL": single("TOTAL", "total", "a total, as 17", amounts.any_number),
    "COUNT": single("COUNT", "count", "an initiative count, as 12", amounts.any_number),
    "N": single("N", "count", "a number", amounts.counting),
    "HP": single("HP", "hp", "hit points, as 5", amounts.counting),
    "POWER": power_of("power", anybody=True),
    "FILE": rest("FILE", "file", "a file"),
    "FIELD": Slot("FIELD", "field", "a field", _field, _fields_offered, greedy=True),
    "VALUE": VALUE,
    "field=value…": Slot(
        "field=value…", "fields", "a field and its value", _field_value, _field_values_offered, repeats=True
    ),
    "SIDE": choice("side", SIDES),
    "KEY": Slot("KEY", "key", "an option", _option, _options_offered, greedy=True),
    '"TEXT"': free('"TEXT"', "text", "a text in quotes"),
    '"LINE"': free('"LINE"', "line", "a line in quotes"),
    '"label"': rest('"label"', "label", "a label"),
}
"""The arguments by what usage calls them. A verb may mean another slot by the same word: see its own `slots`."""

# What single verbs mean by a word of usage.

RECOVERIES = single("xN", "times", "how many, as x2", amounts.times)
BONUS_AMOUNT = single("±N", "amount", "a bonus or penalty, as +2 or -2", amounts.signed)
STAT = named(
    "STAT",
    "stat",
    "a statistic",
    lambda r: vocabulary(r.context.system).stats,
    "{system} has no statistic to change called",
)
BONUS_TYPE = Slot(
    "TYPE", "type", "a type of bonus", single("TYPE", "type", "", _bonus_type).read,
    lambda _, __: (Candidate(each, "a type of bonus: of each, only the best counts") for each in BONUS_TYPES),
    greedy=True,
)  # fmt: skip
WITHSTOOD = Slot("TYPE", "type", "a damage type", _withstood, _withstood_offered, greedy=True)
IMMUNE_TO = Slot("TYPE", "type", "what it is immune to", _immune_to, _immune_to_offered, greedy=True)
WITHSTOOD_AMOUNT = replace(single("N", "amount", "a number", amounts.whole), greedy=True)
EFFECT_OR_ALL = Slot("NAME|all", "name", "an effect, or all", _effect_or_all, _or_all_offered, greedy=True)
ACTION = named(
    "ACTION", "action", "an action", lambda r: vocabulary(r.context.system).actions, "{system} has no action called"
)
OPTION_VALUE = replace(VALUE, read=_option_value, offer=_values_offered)
FIELD_VALUE = replace(VALUE, offer=_set_values_offered)
COUNTER = Slot("NAME", "counter", "a resource", _counter, _counters_offered, greedy=True)
CHANGE = single("N|±N", "change", "a number, or a change as -1", _set_or_changed)
ANSWER = Slot("[N] FACE|all", "answer", "what the die shows, or all", _answer, _answers_offered)
AMENDMENT = Slot("[N] WORDS…", "amendment", "the words to add or replace", _amendment, greedy=True)
NAME_IN_QUOTES = Slot('"NAME"', "name", "a name in quotes", _quoted_name)
MANEUVER = Slot("ACTION", "action", "an action", _maneuver, _maneuvers_offered, greedy=True)
