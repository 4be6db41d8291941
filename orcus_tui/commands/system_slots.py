"""Arguments with words of a rules system: types and words of damage, conditions, effects, actions, resources."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from orcus_tui.commands import amounts, slot
from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.context import WordCursor
from orcus_tui.commands.creature_slots import first_target
from orcus_tui.commands.durations import complete_duration, is_misspelling, offered_durations, read_duration
from orcus_tui.commands.lexer import Word, as_one_word, pieces
from orcus_tui.commands.names import (
    among,
    do_words,
    either,
    find,
    known_hint,
    own_words,
    prefix_matches,
    verb_for_words,
    vocabulary,
)
from orcus_tui.commands.targets import resolve_one
from orcus_tui.model.duration import UNTIL_REMOVED
from orcus_tui.model.effect import Aftereffect
from orcus_tui.model.fight import Fight
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import longer_than, name_key
from orcus_tui.rules.limits import MOST_JOINED
from orcus_tui.rules.messages import MESSAGES
from orcus_tui.rules.modifiers import rows_of, stacks_by_type
from orcus_tui.rules.system import System
from orcus_tui.rules.templates import Formatter, effect_names
from orcus_tui.rules.validators import LONGEST_NAME, complete_word

ADVANTAGE_WORDS: Mapping[str, str] = {"ca": "combat advantage", "adv": "advantage", "dis": "disadvantage"}
MANNERS: Mapping[str, str] = {"coup": "coup de grace", "charge": "charge attack"}


# Damage types, conditions, effects


def _types(cursor: WordCursor) -> tuple[str, ...] | None:
    """Damage types joined by `+`, sorted; None for a word without any of the system's types."""
    word = cursor.peek()
    known = vocabulary(cursor.system).damage_types
    parts = pieces(word, "+")
    names = [_type_named(part, known, joined=len(parts) > 1) for part in parts]
    if not any(name in known for name in names):
        return None
    cursor.at += 1
    for part, name in zip(parts, names, strict=True):
        if name not in known:
            raise no_type(part, cursor.system)
    return tuple(sorted({known[name] for name in names}))


def _type_named(word: Word, known: Mapping[str, str], *, joined: bool) -> str:
    """The name of a damage type, folded; if it is `joined` to others, a prefix is enough.

    Quotes join two words; a single word in quotes is not a type.
    """
    if " " in word.text.strip():
        return name_key(word.text)
    found = among(word, word.key, known) if joined else None
    return name_key(found) if found else word.key


def no_type(word: Word, system: System) -> CommandError:
    """The error for a damage type that this system lacks."""
    near = did_you_mean(word.text, vocabulary(system).damage_types) or known_hint(system.words.damage_types)
    return CommandError(f'{system.display_name} has no damage type "{word.text}"{near}', word.column)


def offer_types(joiner: str) -> slot.OfferNext:
    """Offers damage types, each after those that are joined already."""

    def offer(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
        head = typed[: typed.rfind(joiner) + 1]
        return (Candidate(head + name, "damage type") for name in vocabulary(cursor.system).damage_types)

    return offer


def _conditions(cursor: WordCursor) -> tuple[str, ...]:
    """Conditions, or free text in quotes, joined by `+`, each once."""
    joined = pieces(cursor.take(), "+")
    if len(joined) > MOST_JOINED:
        raise CommandError(f"at most {MOST_JOINED} conditions are joined by +", joined[MOST_JOINED].column)
    return tuple(dict.fromkeys(_condition(piece, cursor) for piece in joined))


def _aftereffect(cursor: WordCursor) -> Aftereffect:
    """Conditions, directly followed by their duration."""
    names = _conditions(cursor)
    complete_duration(cursor)
    duration = read_duration(cursor) if cursor.word is not None else None
    return Aftereffect(names, duration or UNTIL_REMOVED)


def _condition(piece: Word, cursor: WordCursor) -> str:
    system = cursor.system
    known = vocabulary(system).conditions
    if not piece.text.strip():
        raise CommandError("expected a condition", piece.column)
    if piece.is_quoted:
        return known.get(name_key(piece.text)) or _own_effect(piece, system)
    applied = {name: each for name, each in known.items() if not system.conditions.table[each].by_action}
    if name_key(piece.text) not in known and prefix_matches(name_key(piece.text), applied):
        known = applied
    try:
        return find(piece, known, f"{system.display_name} has no condition", has=system.conditions.table)
    except CommandError as error:
        raise _with_own_words(error) from None


def _own_effect(piece: Word, system: System) -> str:
    """Free text for an effect. Raises CommandError if a verb creates that effect."""
    verb = verb_for_words(piece.text, system)
    if verb:
        raise CommandError(
            f"words in quotes have no rules: use `{verb}` for this, or `& {verb}` to join it", piece.column
        )
    return own_words(piece)


def _with_own_words(error: CommandError) -> CommandError:
    return CommandError(f"{error.message}; put your own words in quotes", error.column)


def _offer_conditions(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    head = typed[: typed.rfind("+") + 1]
    system = cursor.system
    for name, condition in system.conditions.table.items():
        yield Candidate(head + name_key(name), condition.means)


def _own_word(
    shown: str, key: str, wants: str, words: Mapping[str, str], own: Callable[[System], Mapping[str, str]]
) -> slot.Slot:
    """One of the system's `own` words.

    For a word of another system (one of `words`), the error lists the system's own.
    """

    def read(cursor: WordCursor) -> str | None:
        known = own(cursor.system)
        if cursor.key in known:
            return cursor.take().key
        if cursor.key in words:
            what = f"{cursor.system.display_name} has no {words[cursor.key]}"
            raise CommandError(f"{what}{known_hint(known)}", cursor.column)
        return None

    def offer(cursor: WordCursor, _: str) -> Iterable[Candidate]:
        return (Candidate(word, meaning) for word, meaning in own(cursor.system).items())

    return slot.Slot(shown, key, wants, read, offer)


def _advantages(system: System) -> Mapping[str, str]:
    return {each: ADVANTAGE_WORDS[each] for each in system.words.advantage_words}


def _offer_resistible(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    return (Candidate(name, "") for name in vocabulary(cursor.system).resistible)


def _immune_to(cursor: WordCursor) -> str:
    """A damage type, `all`, a range or a condition; any words in quotes (`"charm"`)."""
    system = cursor.system
    known = {**vocabulary(system).conditions, **vocabulary(system).resistible}
    word = cursor.take()
    if word.is_quoted:
        return known.get(name_key(word.text), word.text)
    try:
        return find(word, known, f"{system.display_name} has no damage type, range or condition")
    except CommandError as error:
        raise _with_own_words(error) from None


def _offer_immune_to(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    yield from _offer_resistible(cursor, typed)
    yield from _offer_conditions(cursor, "")


def _bonus_type(cursor: WordCursor) -> str | None:
    """A bonus type of the system, or its beginning.

    Raises CommandError for a word that is not a type, and does not begin another argument of a bonus.
    """
    word, system = cursor.peek(), cursor.system
    types = system.bonuses.types
    others = (*_AFTER_BONUS, *(each.text for each in offered_durations(cursor.context, "")))
    if not word.key.isalpha() or is_misspelling(word) or any(each.startswith(word.key) for each in others):
        return None
    found = complete_word(word.key, types)
    if found not in types:
        raise CommandError(
            f'{system.display_name} has no bonus type "{word.text}"{did_you_mean(word.text, types)}; it has '
            f"{', '.join(types)}. Use `against {word.text}` or `with {word.text}` for when a bonus counts, and "
            f'`type "{word.text}"` for a type of your own',
            word.column,
        )
    cursor.at += 1
    return found


_AFTER_BONUS = ("by", "once", "each", "against", "with", "while", "type")
"""The words that begin other arguments of a bonus."""


def _offer_bonus_types(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    for each in cursor.system.bonuses.types:
        best = stacks_by_type(cursor.system, each)
        yield Candidate(each, f"a bonus type; {'only the best of each type counts' if best else 'its bonuses add up'}")


def _creature_named(cursor: WordCursor) -> str | None:
    return first_target(cursor) or cast("str | None", cursor.values.get("target"))


def _offer_effects(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    creature_ = _creature_named(cursor)
    effects = cursor.fight.states[creature_].effects if creature_ else ()
    words = Formatter(cursor.context.view)
    for place, effect in enumerate(effects, start=1):
        label = f"#{place}" if typed.startswith("#") else as_one_word(words.word(effect.name))
        yield Candidate(label, words.effect(effect))


def _offer_reasons(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    """The numbers and effects of a creature that `why` explains."""
    yield Candidate("hp", "what changed its hit points")
    for name in cursor.system.words.defenses:
        yield Candidate(name, "the sum, term by term")
    yield Candidate("saves", "what is added to its saving throws")
    creature_ = _creature_named(cursor)
    rows = rows_of(cursor.context.view, creature_).by_stat if creature_ else ()
    for stat in ("attack", "damage", "speed", "initiative", "checks", "healing", "crit"):
        if stat in rows:
            yield Candidate(stat, "its modifiers, and which of them count now")
    yield Candidate("actions", "what is left, and what forbids the rest")
    yield from _offer_effects(cursor, typed)


def _no_effect(cursor: WordCursor) -> str | None:
    """Words in quotes that do not name an effect of the target."""
    word = cursor.peek()
    if not word.is_quoted or word.text.startswith("#"):
        return None
    bearers, wanted = cast("tuple[str, ...]", cursor.values.get("targets", ())), word.text.casefold()
    words = Formatter(cursor.context.view)
    held = [each for bearer in bearers for each in cursor.fight.states[bearer].effects]
    if any(name.startswith(wanted) for each in held for name in effect_names(words, each)):
        return None
    return own_words(cursor.take())


def _effect_or_all(cursor: WordCursor) -> str:
    """The name of an effect; an empty name for `all` without quotes."""
    return "" if cursor.skip("all") or _means_all(cursor) else cursor.take().text


def _means_all(cursor: WordCursor) -> bool:
    """Takes the next word if it abbreviates `all` and not an effect of the target; returns whether it did."""
    names = (name_key(each.text) for each in _offer_effects(cursor, ""))
    if not cursor.key or not "all".startswith(cursor.key) or any(name.startswith(cursor.key) for name in names):
        return False
    cursor.take()
    return True


def _offer_or_all(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    yield from _offer_effects(cursor, typed)
    yield Candidate("all", "every effect")


# Actions, options, resources


RESTS = ("short", "long")


def _lengths(system: System) -> Sequence[str]:
    return (*RESTS, *system.rest.more)


def _rest(cursor: WordCursor) -> str | None:
    """The length of a rest: `short`, `long`, or words of this system, such as `full heal-up`."""
    lengths = _lengths(cursor.system)
    known = {each: each for each in lengths} | dict(cursor.system.words.rests)
    length = known.get(complete_word(cursor.key, known))
    if not length and cursor.word is not None and len(lengths) > len(RESTS):
        words = either(f'"{each}"' for each in lengths)
        raise CommandError(f'expected {words}, got "{cursor.peek().text}"', cursor.peek().column)
    while length and known.get(complete_word(cursor.key, known)) == length:
        cursor.at += 1
    return length


def _offer_rests(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    """The system's own words first."""
    words = cursor.system.words
    for typed, length in (*words.rests.items(), *((each, each) for each in _lengths(cursor.system))):
        yield Candidate(typed, words.messages.get(f"rest {length}") or MESSAGES[f"rest {length}"])


def _action_number(cursor: WordCursor) -> int | None:
    """The number for an action that takes a number."""
    action = cursor.system.do_actions.get(cast("str", cursor.values.get("action", "")))
    number = amounts.whole(cursor.peek()) if action and (action.counts or action.by_die) else None
    cursor.at += number is not None
    return number


def _offer_actions(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    return (Candidate(name_key(name), each.means) for name, each in cursor.system.do_actions.items())


def _offer_options(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    return (Candidate(key, option.about) for key, option in cursor.system.options.items())


def _offer_values(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    key = cast("str", cursor.values.get("key", ""))
    option = cursor.system.options.get(key)
    for value in option.values if option else ():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        yield Candidate(text, "the default" if option and value == option.default else "")


def _option_value(cursor: WordCursor) -> str:
    """The value as typed; a prefix of a listed value is enough."""
    option = cursor.system.options[cast("str", cursor.values["key"])]
    return complete_word(cursor.rest(), (str(value).lower() for value in option.values))


def _counter(cursor: WordCursor) -> tuple[str, str]:
    """A creature's id (empty for the fight) and the resource."""
    word = cursor.take()
    who, dot, name = word.text.rpartition(".")
    fight = cursor.fight
    if dot and who and name:
        bearer = resolve_one(Word(who, who, who.lower(), word.column, word.column_at(len(who))), cursor.context)
        own = {name_key(each): each for each in fight.states[bearer].counters}
        wrong = longer_than(LONGEST_NAME, "a name", name) if name.strip() else "a name cannot be blank"
        if wrong:
            raise CommandError(wrong, word.column_at(len(who) + 1))
        return bearer, own.get(name_key(name), name.lower())
    wrong = longer_than(LONGEST_NAME, "a name", word.text) if word.text.strip() else "a name cannot be blank"
    if wrong:
        raise CommandError(wrong, word.column)
    known = {name_key(each): each for each in (*cursor.system.counters.initial, *fight.counters)}
    found = among(word, name_key(word.text), known)
    return "", found or own_words(word, "a name")


def _offer_counters(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    fight = cursor.fight
    for name in dict.fromkeys((*cursor.system.counters.initial, *fight.counters)):
        yield Candidate(name_key(name), "a counter of the fight")
    for each, state in fight.states.items():
        known = fight.sheets[each].resources
        for name, number in state.counters.items():
            most = f" of {known[name].max}" if name in known else ""
            yield Candidate(f"{each}.{name_key(name)}", f"{number}{most} left")


def _counter_change(word: Word) -> tuple[int, bool] | None:
    change = amounts.signed_number(word)
    if change is not None:
        return change, True
    number = amounts.whole(word)
    return None if number is None else (number, False)


# As slots

TYPES = slot.Slot("TYPE[+TYPE]", "types", "a damage type", _types, offer_types("+"))
CONDITIONS = slot.Slot(
    "CONDITION[+CONDITION…]", "conditions", "a condition", _conditions, _offer_conditions, greedy=True
)
THEN = replace(
    slot.after(
        "then",
        "what it becomes after a failed save; a second one: after the next failure",
        slot.Slot("CONDITION…", "then", "a condition", _conditions, _offer_conditions),
    ),
    repeats=True,
)
AFTER = slot.after(
    "after",
    "what it leaves behind when a save ends it, and for how long",
    slot.Slot("CONDITION [DURATION]", "after", "a condition", _aftereffect, _offer_conditions),
)
REST = slot.Slot("short|long", "length", '"short" or "long"', _rest, _offer_rests)
RANGE = _own_word(
    "melee|ranged|near|far", "range", "a range", {},
    lambda system: {each: f"a {each} attack" for each in system.words.ranges},
)  # fmt: skip
ADVANTAGE = _own_word("ca|adv|dis", "advantage", "ca, adv or dis", ADVANTAGE_WORDS, _advantages)
MANNER = _own_word("coup|charge", "manner", "coup or charge", MANNERS, lambda system: system.words.manners)
OPTION = replace(
    slot.known_word(
        "KEY", "key", "an option", lambda cursor: vocabulary(cursor.system).options, "{system} has no option"
    ),
    offer=_offer_options,
)
ADVANTAGE_ONLY = slot.choice("advantage", {each: ADVANTAGE_WORDS[each] for each in ("adv", "dis")})
EFFECT = slot.Slot(
    "NAME", "name", "an effect", slot.free("NAME", "name", "an effect").read, _offer_effects, greedy=True
)
NO_EFFECT = slot.Slot('"WORDS"', "words", "words in quotes", _no_effect)
ACTION_NUMBER = slot.Slot("NUMBER", "number", "a number", _action_number)
REASON = replace(EFFECT, offer=_offer_reasons)
BONUS_TYPE = slot.Slot("TYPE", "type", "a bonus type", _bonus_type, _offer_bonus_types, greedy=True)
RESISTIBLE = replace(
    slot.known_word(
        "TYPE",
        "type",
        "a damage type",
        lambda cursor: vocabulary(cursor.system).resistible,
        "{system} has no damage type or range",
    ),
    offer=_offer_resistible,
)
IMMUNE_TO = slot.Slot("TYPE", "type", "what it is immune to", _immune_to, _offer_immune_to, greedy=True)
EFFECT_OR_ALL = slot.Slot("NAME|all", "name", "an effect, or all", _effect_or_all, _offer_or_all, greedy=True)
ACTION = slot.known_word(
    "ACTION", "action", "an action", lambda r: vocabulary(r.context.system).action_kinds, "{system} has no action"
)
OPTION_VALUE = replace(slot.rest("VALUE", "value", "a value"), read=_option_value, offer=_offer_values)
COUNTER = slot.Slot("NAME", "counter", "a resource", _counter, _offer_counters, greedy=True)
CHANGE = slot.single("N|±N", "change", "a number, or a change such as -1", _counter_change)
SPECIAL_ACTION = replace(
    slot.known_word("ACTION", "action", "an action", lambda cursor: do_words(cursor.system), "{system} has no action"),
    offer=_offer_actions,
)


def words_of_damage(fight: Fight) -> dict[str, str]:
    """The words that damage may have in a fight, each with its origin."""
    found: dict[str, str] = {}
    for sheet in fight.sheets.values():
        found |= {name_key(tag): "a tag of a power" for power in sheet.powers for tag in power.tags}
        found |= {word: "an exception" for trait in sheet.traits for row in trait.modifiers for word in row.unless}
    for state in fight.states.values():
        found |= {word: "an exception to a resistance" for effect in state.effects for word in effect.unless}
    return found


def _word(cursor: WordCursor) -> str | None:
    """A tag or an exception that is known in this fight."""
    word = cursor.peek()
    if not word.key or word.key not in words_of_damage(cursor.fight):
        return None
    cursor.at += 1
    return word.key


def _offer_words(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    return (Candidate(word, means) for word, means in words_of_damage(cursor.fight).items())


def _exception(cursor: WordCursor) -> tuple[str, ...]:
    """A word, or several joined by commas: `magic,silvered`."""
    return tuple(name_key(own_words(each, "a word")) for each in pieces(cursor.take("a word"), ","))


def _offer_exceptions(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    yield Candidate("magic", "a word typed in the damage line, or a tag of the power")
    yield from (Candidate(name, "damage type") for name in vocabulary(cursor.system).damage_types)


def _known_types(cursor: WordCursor) -> tuple[str, ...]:
    """Damage types joined by commas."""
    known = vocabulary(cursor.system).damage_types
    found = []
    for piece in pieces(cursor.take("a damage type"), ","):
        type_ = among(piece, name_key(piece.text), known)
        if type_ is None:
            raise no_type(piece, cursor.system)
        found.append(type_)
    return tuple(dict.fromkeys(found))


WORD = slot.Slot("WORD", "tags", "a word of the damage", _word, _offer_words, repeats=True)
UNLESS_WORD = slot.after(
    "unless",
    "damage with this word, or by a power with this tag, is not resisted",
    slot.Slot("WORD", "unless", "a word", _exception, _offer_exceptions),
)
UNLESS_TYPES = slot.after(
    "unless",
    "damage of these types stops the regeneration for a turn",
    slot.Slot("TYPE[,TYPE]", "unless", "a damage type", _known_types, offer_types(",")),
)
