"""The grammar of a verb: its usage as slots, and the words of a line as the fields of a step."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import count
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.amounts import is_whole
from orcus_tui.commands.command_error import Candidate, CommandError, Unfinished
from orcus_tui.commands.context import WordCursor
from orcus_tui.commands.lexer import Word
from orcus_tui.commands.names import MOST_MEANT, do_words, either, vocabulary
from orcus_tui.commands.power_verbs import EFFECTS, Verb, in_own_words, power_verbs_of
from orcus_tui.commands.slot import Slot, choice, complete_next, flag, read_required
from orcus_tui.commands.slots import SLOTS
from orcus_tui.commands.system_slots import no_type
from orcus_tui.commands.targets import begins_a_name
from orcus_tui.model import steps
from orcus_tui.model.steps import Step
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.rules.limits import MOST_JOINED
from orcus_tui.rules.system import System
from orcus_tui.systems import SYSTEMS

SEVERAL = ","
"""The sign in the usage of an argument with several values."""
Spans = dict[str, tuple[int, int]]
"""For each filled slot, the place of its first word and the place after its last word."""


class Grammar(Struct, frozen=True):
    """A verb with its slots: the required ones in order, then the optional ones in any order."""

    verb: Verb
    required: tuple[Slot, ...]
    optional: tuple[Slot, ...]


@cache
def verbs_by_name(system: System) -> Mapping[str, Verb]:
    """The verbs of a system, by full name and alias; a full name wins over an alias."""
    from orcus_tui.commands.verbs import (
        verbs_of,
    )  # for typed lines, not for those of an encounter before the first frame

    known: dict[str, Verb] = {}
    for verb in verbs_of(system):
        known[verb.name] = verb
        for alias in verb.aliases:
            known.setdefault(alias, verb)
    return known


def usage(verb: Verb) -> str:
    """The usage of a verb, with its name."""
    return f"{verb.name} {verb.usage}".rstrip()


@cache
def grammar_of(verb: Verb) -> Grammar:
    """The grammar in a verb's usage. Raises KeyError for an unknown slot."""
    known = {**SLOTS, JOINED.shown: JOINED, **verb.slots}
    if verb.usage in known:
        return Grammar(verb, (known[verb.usage],), ())
    required: list[Slot] = []
    optional: list[Slot] = []
    for part in _parts(verb.usage):
        if part.startswith("["):
            optional.extend(_alternatives(part[1:-1], known))
        else:
            required.append(_slot(part, known))
    optional.sort(key=lambda slot: slot.greedy)
    return Grammar(verb, tuple(required), tuple(optional))


def find_grammar(word: Word, system: System) -> tuple[Grammar, bool]:
    """The grammar of a verb by its name, alias or unique prefix, and whether the word ends in `!`.

    Raises CommandError if the word is no verb, or could be several.
    """
    overrule = word.key.endswith("!")
    name = word.key.removesuffix("!")
    of_powers = power_verbs_of(system)
    if name in of_powers:
        return grammar_of(of_powers[name]), overrule
    known = verbs_by_name(system)
    if name in known:
        return grammar_of(known[name]), overrule
    begun = _verbs_beginning(name, known)
    if len(begun) == 1:
        return grammar_of(next(iter(begun.values()))), overrule
    if begun:
        raise CommandError(f'"{word.text}" could be {either(begun)}', word.column)
    raise CommandError(f'unknown command "{word.text}"{_suggestion(name, known, system)}', word.column)


def _suggestion(name: str, known: Mapping[str, Verb], system: System) -> str:
    """The end of a message: the line for a condition or an action, a similar verb, or the system's own verbs."""
    from orcus_tui.commands.everyday_words import ACTIONS, VERBS, names_by_word  # only for a line that cannot be read

    words = vocabulary(system)
    actions = [name, *names_by_word(name, ACTIONS)]
    if name in words.conditions:
        return f"; use `apply TARGETS {name}`"
    for each in actions:
        if each in do_words(system):
            return f"; use `do {each}`"
    meant = [f'"{each}"' for each in names_by_word(name, VERBS) if each in known]
    if meant:
        return f" (did you mean {either(meant[:MOST_MEANT])}?)"
    elsewhere = {verb.name for each in SYSTEMS.values() for verb in each.verbs}
    if name not in elsewhere:
        return did_you_mean(name, known)
    own = ", ".join(verb.name for verb in system.verbs)
    return f" in {system.display_name}" + (f"; its own are {own}" if own else "")


def _verbs_beginning(name: str, known: Mapping[str, Verb]) -> dict[str, Verb]:
    """The verbs whose name, or else an alias, begins like this; a verb with `yields` is left out if others match."""
    if not name:
        return {}
    begun = {each: verb for each, verb in known.items() if each.startswith(name)}
    of_names = {each: verb for each, verb in begun.items() if each == verb.name}
    older = {each: verb for each, verb in of_names.items() if not verb.yields}
    return older or of_names or {verb.name: verb for verb in begun.values()}


def fill(grammar: Grammar, cursor: WordCursor) -> Spans:
    """Reads all remaining words into the cursor's values; returns the places of each slot's words.

    Raises CommandError at a word that does not fit, Unfinished if the words end too soon.
    """
    spans = _fill_required(grammar.required, cursor)
    while cursor.word is not None:
        if not _fill_next(grammar, cursor, spans):
            raise _leftover_error(grammar, cursor, spans)
    for key, needed in grammar.verb.needs.items():
        if key in spans and needed not in spans:
            raise _missing_error(needed, grammar, cursor, spans[key])
    return spans


def _fill_next(grammar: Grammar, cursor: WordCursor, spans: Spans) -> bool:
    """Reads the next words into the slot that accepts them; returns whether a slot did.

    A whole word wins over a name, a name over the beginning of a word.
    """
    start, fault, word = cursor.at, None, cursor.key
    for slot in grammar.optional:  # greedy slots come last
        if (slot.begins and word not in slot.begins) or not _is_open(slot, spans):
            continue
        try:
            if fill_slot(slot, cursor, spans):
                return True
        except Unfinished:
            raise
        except CommandError as error:
            if not slot.greedy:
                raise
            cursor.at, fault = start, fault or error
    plain = [slot for slot in open_slots(grammar, spans) if not slot.greedy]
    if complete_next(plain, cursor):
        return any(fill_slot(slot, cursor, spans) for slot in plain)
    if fault:
        raise fault
    return False


def _fill_required(slots: Iterable[Slot], cursor: WordCursor) -> Spans:
    """Reads the next words into required slots; returns the places of each slot's words."""
    spans: Spans = {}
    for slot in slots:
        start = cursor.at
        cursor.values[slot.key] = read_required(slot, cursor)
        spans[slot.key] = (start, cursor.at)
    return spans


def fill_slot(slot: Slot, cursor: WordCursor, spans: Spans) -> bool:
    """Reads the next words into a slot if it accepts them; returns whether it did."""
    start = cursor.at
    value = slot.read(cursor)
    if value is None:
        return False
    key = place_key(slot, value, spans)
    if slot.repeats and not slot.pairs and len(_values_so_far(slot, cursor)) == MOST_JOINED:
        raise CommandError(f"a command takes `{slot.shown}` at most {MOST_JOINED} times", cursor.words[start].column)
    if key in spans:
        raise CommandError(f"{key.partition('.')[2]} is given twice", cursor.words[start].column)
    if slot.repeats:
        value = (*_values_so_far(slot, cursor), value)
    cursor.values[slot.key] = value
    spans[key] = (start, cursor.at)
    return True


def _values_so_far(slot: Slot, cursor: WordCursor) -> tuple[object, ...]:
    """The values that a repeated slot has collected."""
    return cast("tuple[object, ...]", cursor.values.get(slot.key, ()))


def place_key(slot: Slot, value: object, taken: Collection[str]) -> str:
    """The key of a value's place in the line: `duration`, `fields.hp`, `then.2` for the second of several."""
    if slot.pairs and isinstance(value, tuple):
        return f"{slot.key}.{value[0]}"
    return next(key for n in count(1) if (key := f"{slot.key}.{n}") not in taken) if slot.repeats else slot.key


def open_slots(grammar: Grammar, spans: Spans) -> Iterator[Slot]:
    """The slots that may still be filled."""
    return (slot for slot in grammar.optional if _is_open(slot, spans))


def _is_open(slot: Slot, spans: Spans) -> bool:
    """Whether a slot may still be filled; joined effects must come before the words that all share."""
    if slot.repeats:
        return not (slot is JOINED and shared_words(spans))
    return slot.key not in spans and slot.excludes.isdisjoint(spans)


def make_step(grammar: Grammar, cursor: WordCursor, spans: Spans) -> Step:
    """The step of a verb whose slots are filled. Raises CommandError for effects whose words contradict each other."""
    step = grammar.verb.step(**cursor.values)
    if not isinstance(step, steps.EffectStep):
        return step
    if "duration" not in spans and any(isinstance(each, steps.Persist) for each in step.joined):
        step = replace(step, duration=cursor.system.damage.persistent_lasts)
    _require_save(step, cursor, spans)
    return step


# Joined effects

SHARED = ("duration", "source", "then", "after")
"""The keys of the slots that all joined effects share."""


def _joined_effect(cursor: WordCursor) -> Step | None:
    """The effect after `&`: a verb without targets and without the shared words."""
    if not cursor.skip("&"):
        return None
    word = cursor.take("an effect", lambda _: _offer_joined(cursor))
    grammar, overrule = find_grammar(word, cursor.system)
    known = _joinable(cursor.system)
    if grammar.verb not in known or overrule:
        listed = either(each.name for each in known)
        raise CommandError(f'"{word.text}" cannot come after &; {listed} can', word.column)
    own = [each for each in grammar.optional if each.key not in (*SHARED, JOINED.key)]
    shared = [each for each in grammar.optional if each.key in SHARED]
    part = WordCursor(cursor.words, cursor.context, cursor.at)
    part.is_typing = cursor.is_typing
    part.values["targets"] = ()
    spans = _fill_required((each for each in grammar.required if each.key != "targets"), part)
    rest = Grammar(grammar.verb, (), tuple(own))
    while part.word is not None and not any(_accepts(each, part) for each in shared):
        if not _fill_next(rest, part, spans):
            break
    cursor.at = part.at
    return grammar.verb.step(**part.values)


def _offer_joined(cursor: WordCursor) -> Iterable[Candidate]:
    return (Candidate(verb.name, verb.summary) for verb in _joinable(cursor.system))


@cache
def _joinable(system: System) -> tuple[Verb, ...]:
    """The verbs that may come after `&`."""
    return tuple(in_own_words(verb, system) for verb in EFFECTS if f"[{JOINED.shown}]" in verb.usage)


def _accepts(slot: Slot, cursor: WordCursor) -> bool:
    """Whether a slot accepts the next words, even with an error in them."""
    return _value_ahead(slot, cursor) is not None


def _value_ahead(slot: Slot, cursor: WordCursor) -> object:
    """The value of a slot from the next words, an error, or None; the cursor does not move."""
    start = cursor.at
    try:
        return slot.read(cursor)
    except CommandError as error:
        return error
    finally:
        cursor.at = start


def shared_words(spans: Spans) -> list[int]:
    """The places of the words that all joined effects share."""
    return [start for key, (start, _) in spans.items() if key.partition(".")[0] in SHARED]


def _require_save(step: steps.EffectStep, cursor: WordCursor, spans: Spans) -> None:
    """Raises CommandError for `then` and `after` if no save ends the effect."""
    if step.duration.ending != "save":
        for key, (start, _) in spans.items():
            if key.partition(".")[0] in ("then", "after"):
                word = cursor.words[start]
                raise CommandError(f'"{word.text}" needs an effect that a save ends: add save', word.column)


def _with_commas(cursor: WordCursor, start: int) -> str:
    """A hint to join the numbers from `start` to the next word with commas; empty if they are not numbers."""
    typed = cursor.words[start : cursor.at + 1]
    numbers = [each.text for each in typed if all(map(is_whole, each.text.split(",")))]
    are_separate = len(numbers) > 1 and "," not in numbers[0]
    return f"; write several with commas: {','.join(numbers)}" if are_separate else ""


def _leftover_error(grammar: Grammar, cursor: WordCursor, spans: Spans) -> CommandError:
    """The error for a word that no open slot accepts: a repetition, a contradiction, or a misspelling."""
    word = cursor.words[cursor.at]
    shared = shared_words(spans)
    if word.key == "&" and shared:
        first = cursor.words[min(shared)]
        return CommandError(f'"{first.text}" is for all joined effects: write it once, after the last', first.column)
    if any(slot.key == "types" for slot in open_slots(grammar, spans)) and _is_type_elsewhere(word):
        return no_type(word, cursor.system)
    for slot in grammar.optional:
        if slot.greedy or not _takes(slot, cursor):
            continue
        if slot.key in spans:
            commas = _with_commas(cursor, spans[slot.key][0]) if SEVERAL in slot.shown else ""
            return CommandError(f'"{word.text}": {slot.shown} is given twice{commas}', word.column)
        against = slot.excludes & spans.keys()
        if against:
            other = cursor.words[spans[min(against)][0]]
            return CommandError(f'"{word.text}" contradicts "{other.text}"', word.column)
    start, end = spans.get("targets", (0, 0))
    if start < end == cursor.at and word.key and begins_a_name(word.key, cursor.context):
        several = ",".join(each.raw for each in cursor.words[start : end + 1])
        return CommandError(f'unexpected "{word.text}": several targets need commas, {several}', word.column)
    could_come = [each.text for slot in open_slots(grammar, spans) for each in slot.offer(cursor, "")]
    return unexpected(word, grammar, did_you_mean(word.text, could_come))


def unexpected(word: Word, grammar: Grammar, near: str) -> CommandError:
    """The error for a word that fits no slot; `near` is a suggestion."""
    return CommandError(f'unexpected "{word.text}"{near}; usage: {usage(grammar.verb)}', word.column)


def _is_type_elsewhere(word: Word) -> bool:
    """Whether a word is a damage type of another system."""
    return any(word.key in vocabulary(each).damage_types for each in SYSTEMS.values())


def _missing_error(needed: str, grammar: Grammar, cursor: WordCursor, span: tuple[int, int]) -> Unfinished:
    """The error for words that need others."""
    slot = next(slot for slot in grammar.optional if slot.key == needed)
    word = cursor.words[span[0]]
    message = f'"{word.text}" needs {slot.wants} as well: {usage(grammar.verb)}'
    return Unfinished(message, word.column, lambda typed: slot.offer(cursor, typed))


def _takes(slot: Slot, cursor: WordCursor) -> bool:
    return not isinstance(_value_ahead(slot, cursor), CommandError | None)


JOINED = Slot(
    "& EFFECT…",
    "joined",
    '"&"',
    _joined_effect,
    lambda _, __: (Candidate("&", "joins another effect: one duration, one source, one save"),),
    repeats=True,
)
"""Further effects that share the words at the end: `& persist 5 fire`."""


def _parts(text: str, separator: str = " ") -> list[str]:
    """Usage split where no bracket is open."""
    parts = [""]
    depth = 0
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if letter == separator and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part]


def _alternatives(text: str, known: Mapping[str, Slot]) -> list[Slot]:
    """The slots in one pair of brackets; alternatives exclude each other."""
    parts = _parts(text, "|")
    if text in known or all(part.isalpha() and part.islower() for part in parts):
        return [_slot(text, known)]
    alternatives = [_slot(part, known) for part in parts]
    keys = frozenset(slot.key for slot in alternatives)
    return [replace(slot, excludes=slot.excludes | (keys - {slot.key})) for slot in alternatives]


def _slot(text: str, known: Mapping[str, Slot]) -> Slot:
    """A slot by its words in usage; words in lower case are typed as they are."""
    if text not in known and text.replace("|", "").isalpha() and text.islower():
        return choice("what", dict.fromkeys(text.split("|"), "")) if "|" in text else flag(text, "")
    return known[text]
