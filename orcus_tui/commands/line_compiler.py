"""Compiles lines of powers, and durations in files: the same language, without a fight."""

import re
from collections.abc import Collection, Iterator
from functools import cache, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Context, WordCursor
from orcus_tui.commands.durations import read_whole
from orcus_tui.commands.facts import read_facts
from orcus_tui.commands.grammar import Grammar, fill, find_grammar, grammar_of, make_step
from orcus_tui.commands.lexer import Word, as_one_word, first_with_colon, pieces, words_of
from orcus_tui.commands.names import vocabulary
from orcus_tui.commands.power_verbs import OWN_FORMS, SAY, Verb, power_verbs_of
from orcus_tui.dice import DiceError, maximise, parse
from orcus_tui.model import steps
from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.duration import Duration
from orcus_tui.model.facts import Facts
from orcus_tui.model.fight import Fight
from orcus_tui.model.offer import CHOOSE
from orcus_tui.model.power import Line, RollLine, RollRow
from orcus_tui.model.steps import MakeZone, Step
from orcus_tui.model.text import name_key
from orcus_tui.model.trigger import ANY_ROLL, RollOutcome, read_faces
from orcus_tui.model.zone import Zone
from orcus_tui.rules.system import FightView, System

_TO_SELF = "self:"
ROLL, ROLL_FORM = "roll", "roll d6: 1-4 temp 5 | 5-6 apply dazed save"
HIGHEST_ROLL = 1000
_NUMBERS = r"([0-9]{1,3})(?:-([0-9]{1,3})|(\+))?"

_FOR_USER = (steps.OwnCounter, steps.Become, steps.Summon)
"""The steps that apply to the user of a power, without `self:`."""


class FileWords(Struct, frozen=True):
    """The words that a file defines, which may be used as facts: its zones, and the types of its creatures."""

    zones: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()


NO_WORDS = FileWords()


def compile_line(text: str, system: System, ids: Collection[str] = (), words: FileWords = NO_WORDS) -> Line:
    """A power's line, such as `persist 5 fire save` or `self: temp 5`: a step without its targets.

    It may begin with the attack rolls it applies to, as in `natural 16+: apply dazed save`.

    `ids` are the creatures that may be named in it. Raises CommandError with the column in `text`.
    """
    return _compile(text, context_with(system, ids, words)) if ids else _compile_shared(text, system)


def compile_duration(text: str, system: System, ids: Collection[str] = ()) -> Duration:
    """A duration in a file, in any form; `ids` are the creatures it may name.

    Raises CommandError with the column in `text`.
    """
    return read_whole(WordCursor(words_of(text), context_with(system, ids)))


@lru_cache(maxsize=4096)
def _compile_shared(text: str, system: System) -> Line:
    """A line that names no creature; thousands of creatures share a few hundred of them."""
    return _compile(text, context_with(system, ()))


def _compile(text: str, context: Context) -> Line:
    outcome, words = take_roll_outcome(words_of(text))
    bearing, words = _take_each(words, context.system)
    to_self, words = _take_self(words)
    when, words = _take_conditions(words, context, of_self=to_self)
    if outcome == ANY_ROLL and (when or to_self):
        outcome, words = take_roll_outcome(words)
    if not to_self:
        to_self, words = _take_self(words)
    if not words:
        raise CommandError("a power's line needs a command, e.g. apply dazed save", len(text) + 1)
    step = _step(words, context)
    may_be_offered = outcome == ANY_ROLL and not bearing
    offered = _as_offered(words, step, context, to_self=to_self) if may_be_offered else None
    when = when or Condition()
    return Line(
        text,
        step,
        to_self=to_self or isinstance(step, _FOR_USER),
        outcome=outcome,
        when=when.facts,
        of_self=when.of_self,
        otherwise=when.otherwise,
        further=when.further,
        offered=offered,
        bearing=bearing,
    )


def _step(words: list[Word], context: Context) -> steps.Step:
    """The step of a line without its prefixes."""
    if words[0].key == "offer":
        return steps.MakeOffer((_to_offer(words[1:], words[0], context),))
    if words[0].key == CHOOSE:
        return steps.MakeOffer(tuple(_choices(words, context)))
    if words[0].key == ROLL:
        return _rolled(words, context)
    grammar = _grammar(words, context.system)
    cursor = WordCursor(words, context, 1)
    if grammar.verb not in (SAY, *OWN_FORMS.values()):
        cursor.values["targets"] = ()
    spans = fill(grammar, cursor)
    return with_compiled_line(make_step(grammar, cursor, spans), context)


def _rolled(words: list[Word], context: Context) -> RollLine:
    """The lines for the results of dice: `roll d6: 1-4 self: temp 5 | 5-6 apply dazed save`. Raises CommandError."""
    if len(words) < 4 or not words[1].raw.endswith(":"):
        raise CommandError(f"expected dice and a line for each number, as {ROLL_FORM}", words[0].end)
    try:
        dice = parse(words[1].text.removesuffix(":"))
    except DiceError as error:
        raise CommandError(error.message, words[1].column) from None
    bars = [place for place, word in enumerate(words) if word.raw == "|"]
    rows = [
        _row(words[start + 1 : end], words[start]) for start, end in zip((1, *bars), (*bars, len(words)), strict=True)
    ]
    highest = maximise(dice).total
    for place, (first, last, _, word) in enumerate(rows):
        if first > min(last, highest):
            raise CommandError(f"{words[1].text.removesuffix(':')} never shows this", word.column)
        overlapping = (row for row in rows[:place] if first <= row[1] and row[0] <= last)
        if any((row[0], row[1]) != (first, last) for row in overlapping):  # equal rows are allowed
            raise CommandError("another line is for one of these numbers", word.column)
    read = [RollRow(first, last, _compile_row(text, at, context)) for first, last, text, at in rows]
    return RollLine(dice, tuple(read))


def _row(words: list[Word], before: Word) -> tuple[int, int, str, Word]:
    """The first and the last number of a row, its line, and the word where the line begins."""
    found = re.fullmatch(_NUMBERS, words[0].key) if words else None
    if found is None or not words[1:]:
        raise CommandError(f"expected numbers and a line, as {ROLL_FORM}", before.end)
    first = int(found[1])
    last = int(found[2]) if found[2] else HIGHEST_ROLL if found[3] else first
    return first, last, " ".join(each.raw for each in words[1:]), words[1]


def _compile_row(text: str, at: Word, context: Context) -> Line:
    try:
        line = _compile(text, context)
    except CommandError as error:
        raise CommandError(error.message, at.column) from None
    if wrong := not_by_itself(line):
        raise CommandError(wrong, at.column)
    return line


def not_by_itself(line: Line) -> str:
    """Why a line cannot be used where there is no attack and no line before it, as in a zone; empty if it can."""
    if line.outcome != ANY_ROLL:
        return "this is for an attack roll, and there is none"
    return "else needs an `if` before it" if line.otherwise else ""


def with_compiled_line(step: Step, context: Context) -> Step:
    """A step that contains a line of a power in quotes, such as `zone`, with that line compiled.

    Raises CommandError with its column in the whole line.
    """
    if not isinstance(step, MakeZone) or not isinstance(step.line, Word):
        return step
    word = step.line
    try:
        line = _compile(word.text, context)
    except CommandError as error:
        raise CommandError(error.message, word.column_at(min(error.column, len(word.raw) - 1))) from None
    if wrong := not_by_itself(line):
        raise CommandError(wrong, word.column)
    return replace(step, line=line)


# Conditions


class Condition(Struct, frozen=True):
    """The condition of a line: its facts, whether they are about the user, and whether it is an `else`.

    `further` are the facts of further conditions, each with whether they are about the user.
    """

    facts: Facts | None = None
    of_self: bool = False
    otherwise: bool = False
    further: tuple[tuple[Facts, bool], ...] = ()


def _take_conditions(words: list[Word], context: Context, *, of_self: bool) -> tuple[Condition | None, list[Word]]:
    """The conditions before a line, joined, and the words after them; after `self:` they are about the user.

    Raises CommandError for a fact that nothing produces.
    """
    first, words = _take_condition(words, context, of_self=of_self)
    if first is None:
        return None, words
    more: list[tuple[Facts, bool]] = []
    while words and words[0].key == "if":
        each, words = _take_condition(words, context, of_self=of_self)
        if each is not None and each.facts is not None:
            more.append((each.facts, each.of_self))
    if first.facts is None and more:
        facts, is_own = more.pop(0)
        first = replace(first, facts=facts, of_self=is_own)
    return replace(first, further=tuple(more)), words


def _take_condition(words: list[Word], context: Context, *, of_self: bool) -> tuple[Condition | None, list[Word]]:
    """The condition in `if FACTS:`, `if self FACTS:` or `else:`, and the words after it.

    Raises CommandError for a fact that nothing produces.
    """
    key = words[0].key if words else ""
    if key.partition(":")[0] == "else" and ":" in key:
        return Condition(otherwise=True), [*_split_at_colon(words[0])[1], *words[1:]]
    if key != "if":
        return None, words
    ends = first_with_colon(words)
    if ends is None:
        raise CommandError("a colon is missing after the facts, e.g. if prone: damage 5", words[-1].end)
    head, *rest = (each for each in pieces(words[ends], ":"))
    says_self = ends > 1 and words[1].key == "self"
    cursor = WordCursor([*words[2 if says_self else 1 : ends], *([head] if head.raw else [])], context)
    facts = read_facts(cursor)
    if cursor.word is not None:
        raise CommandError(f'unexpected "{cursor.word.text}" in the facts: join them with + or ,', cursor.column)
    left = [each for each in rest if each.raw]
    return Condition(facts, of_self or says_self), [*left, *words[ends + 1 :]]


def _take_each(words: list[Word], system: System) -> tuple[str, list[Word]]:
    """The effect in `each EFFECT:`, and the words after it; empty for other lines."""
    if len(words) < 2 or words[0].key != "each" or not words[1].text.endswith(":"):
        return "", words
    name = words[1].text.removesuffix(":")
    return vocabulary(system).conditions.get(name_key(name), name), words[2:]


# Lines that are offered


def _choices(words: list[Word], context: Context) -> Iterator[steps.LineToOffer]:
    """The lines of a choice, separated by `|`. Raises CommandError for a choice with only one line."""
    bars = [place for place, word in enumerate(words) if word.raw == "|"]
    if not bars:
        raise CommandError("a choice needs two lines: choose damage 5 | apply prone", words[-1].end)
    for start, end in zip((0, *bars), (*bars, len(words)), strict=True):
        yield _to_offer(words[start + 1 : end], words[start], context)


def _to_offer(words: list[Word], before: Word, context: Context) -> steps.LineToOffer:
    """A line to be offered, without its targets. Raises CommandError for one that cannot be typed."""
    to_self, words = _take_self(words)
    if not words:
        raise CommandError("expected a line to offer", before.end)
    step = _step(words, context)
    offered = _as_offered(words, step, context, to_self=to_self)
    if offered is None:
        several = isinstance(step, steps.FurtherAttack)
        why = "offer one attack at a time" if several else f"{words[0].key} cannot be offered"
        raise CommandError(why, words[0].column)
    return offered


def _as_offered(words: list[Word], step: Step, context: Context, *, to_self: bool) -> steps.LineToOffer | None:
    """A line in its offered form; None for an offer, for lines that dice choose, and for several attacks."""
    match step:
        case steps.MakeOffer() | RollLine():
            return None
        case steps.FollowUp():
            return _offered_power("use", step.power, to_self=to_self)
        case steps.FurtherAttack():
            return _offered_power("attack", step.power, to_self=to_self) if step.count is None else None
        case steps.Recharge():
            return steps.LineToOffer("recharge", as_one_word(step.power), to_self=to_self)
        case steps.OwnCounter():
            return steps.LineToOffer("counter", words[-1].raw, counter=step.name)
        case steps.Become():
            return steps.LineToOffer("become", " ".join(word.raw for word in words[1:]), to_self=True)
        case steps.Summon():
            return steps.LineToOffer("summon", " ".join(word.raw for word in words[1:]), takes_source=True, alone=True)
        case _:
            grammar = _grammar(words, context.system)
            rest = " ".join(word.raw for word in words[1:])
            takes_source = any(slot.key == "source" for slot in grammar.optional) and not getattr(step, "source", "")
            return steps.LineToOffer(grammar.verb.name, rest, takes_source, to_self)


def _offered_power(verb: str, power: str, *, to_self: bool) -> steps.LineToOffer:
    return steps.LineToOffer(f"{verb} {as_one_word(power)}", takes_source=True, to_self=to_self, power=power)


def _take_self(words: list[Word]) -> tuple[bool, list[Word]]:
    """Whether the words begin with `self:`, and the words after it."""
    if not words or not words[0].key.startswith(_TO_SELF):
        return False, words
    first = words[0]
    if first.key == _TO_SELF:
        return True, words[1:]
    offset = len(_TO_SELF)
    touching = Word(first.raw[offset:], first.text[offset:], first.key[offset:], first.column + offset, first.end)
    return True, [touching, *words[1:]]


def _grammar(words: list[Word], system: System) -> Grammar:
    own_form = OWN_FORMS.get(words[0].key)
    if own_form:
        return grammar_of(own_form)
    found, _ = find_grammar(words[0], system)
    verb = found.verb
    if verb.name == SAY.name and not (len(words) > 1 and words[1].key in ("start", "end")):
        return grammar_of(SAY)
    if verb.name in OWN_FORMS:
        return grammar_of(OWN_FORMS[verb.name])
    own = any(each.in_powers and each.name == verb.name for each in system.verbs)
    if not (own or verb.name in power_verbs_of(system)) or not _has_targets(found):
        raise CommandError(f"{verb.name} cannot be used in a power", words[0].column)
    return _without_targets(verb)


def _has_targets(grammar: Grammar) -> bool:
    return any(slot.key == "targets" for slot in (*grammar.required, *grammar.optional))


@cache
def _without_targets(verb: Verb) -> Grammar:
    """A verb's grammar without targets; the step gets them when the power is used."""
    grammar = grammar_of(verb)
    required = tuple(slot for slot in grammar.required if slot.key != "targets")
    optional = tuple(slot for slot in grammar.optional if slot.key not in ("targets", "missed"))
    return Grammar(verb, required, optional)


def context_with(system: System, ids: Collection[str], words: FileWords = NO_WORDS) -> Context:
    """A context with only these creatures and words, for files, which are read without a fight."""
    sheets = {each: Sheet(name=each, tags=tuple(words.types)) for each in ids}
    zones = dict.fromkeys(words.zones, Zone())
    return Context(FightView(system, Fight("", system.id, sheets, dict.fromkeys(ids, State()), zones=zones)))


# The attack rolls of a line

FORMS = "natural 16+:, natural even:, natural 2-5:, crit:, hit: or miss:"


def take_roll_outcome(words: list[Word]) -> tuple[RollOutcome, list[Word]]:
    """The attack rolls to which a line applies, any by default, and the words after them.

    Raises CommandError at an invalid word.
    """
    if not words or words[0].key.partition(":")[0] not in ("natural", "crit", "hit", "miss"):
        return ANY_ROLL, words
    ends = next((place for place, word in enumerate(words) if ":" in word.key), None)
    if ends is None:
        raise CommandError(f"a colon is missing after the attack rolls, e.g. {FORMS}", words[-1].end)
    last, rest = _split_at_colon(words[ends])
    return _roll_outcome([*words[:ends], last]), [*rest, *words[ends + 1 :]]


def _split_at_colon(word: Word) -> tuple[Word, list[Word]]:
    """The word up to its colon, and the text after the colon without a space."""
    at = word.raw.index(":")
    head = Word(word.raw[:at], word.raw[:at], word.key[:at], word.column, word.column + at)
    if at + 1 == len(word.raw):
        return head, []
    rest = word.raw[at + 1 :]
    return head, [Word(rest, rest, rest.lower(), word.column + at + 1, word.end)]


def _roll_outcome(words: list[Word]) -> RollOutcome:
    faces: tuple[int, ...] = ()
    crit, hits = False, None
    following = iter(words)
    for word in following:
        if word.key == "natural":
            number = next(following, None)
            if number is None or not number.key:
                raise CommandError(f"natural needs numbers, e.g. {FORMS}", word.end)
            faces = _faces(number)
        elif word.key == "crit":
            crit = True
        elif word.key in ("hit", "miss"):
            hits = word.key == "hit"
        else:
            raise CommandError(f'"{word.raw}" is not a kind of attack roll; write {FORMS}', word.column)
    if crit and hits is False:
        raise CommandError("a critical hit is never a miss", words[0].column)
    return RollOutcome(faces, crit, hits)


def _faces(word: Word) -> tuple[int, ...]:
    faces = read_faces(word.key)
    if faces is None:
        raise CommandError(f'expected numbers of a d20 after natural, e.g. {FORMS}, got "{word.raw}"', word.column)
    if not faces:
        raise CommandError(f'a d20 shows 1 to 20, not "{word.raw}"', word.column)
    return faces
