"""The lines of a power, and durations in files: the same language, without a fight."""

from collections.abc import Collection
from functools import cache

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Context
from orcus_tui.commands.durations import read_whole
from orcus_tui.commands.grammar import Grammar, fill, find_grammar, grammar_of, make_step
from orcus_tui.commands.lexer import Word, words_of
from orcus_tui.commands.roll_outcomes import take_roll_outcome
from orcus_tui.commands.verbs import EFFECTS, FOLLOW_UP, HIT_POINTS, SAY, Verb
from orcus_tui.commands.vocabulary import per_system
from orcus_tui.commands.word_reader import Reader
from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.duration import Duration
from orcus_tui.model.fight import Fight
from orcus_tui.model.power import Line
from orcus_tui.rules.system import System

_TO_SELF = "self:"


IN_POWERS = frozenset(each.name for each in (*HIT_POINTS, *EFFECTS))
"""The verbs of all systems that a power's line may have."""


def compile_line(text: str, system: System, ids: Collection[str] = ()) -> Line:
    """A power's line, such as `persist 5 fire save` or `self: temp 5`: a step without its targets.

    It may begin with the attack rolls it applies to, as in `natural 16+: apply dazed save`.

    `ids` are the creatures that may be named in it. Raises CommandError with the column in `text`.
    """
    if ids:
        return _compile(text, _context_with(system, ids))
    lines = _line_cache(system)
    if text not in lines:
        lines[text] = _compile(text, _context_with(system, ()))
    return lines[text]


def compile_duration(text: str, system: System, ids: Collection[str] = ()) -> Duration:
    """A duration in a file, in any form; `ids` are the creatures it may name.

    Raises CommandError with the column in `text`.
    """
    return read_whole(Reader(words_of(text), _context_with(system, ids)))


@per_system
def _line_cache(_: System) -> dict[str, Line]:
    """The lines compiled so far, since thousands of creatures share a few hundred of them."""
    return {}


def _compile(text: str, context: Context) -> Line:
    outcome, words = take_roll_outcome(words_of(text))
    to_self = bool(words) and words[0].key.startswith(_TO_SELF)
    if to_self:
        words = _after_self(words)
    if not words:
        raise CommandError("a power's line needs a command, e.g. apply dazed save", len(text) + 1)
    grammar = _grammar(words, context.system)
    reader = Reader(words, context, 1)
    if grammar.verb not in (SAY, FOLLOW_UP):
        reader.values["targets"] = ()
    spans = fill(grammar, reader)
    return Line(text, make_step(grammar, reader, spans), to_self, outcome)


def _after_self(words: list[Word]) -> list[Word]:
    """The words after `self:`, which may touch the first of them."""
    first = words[0]
    if first.key == _TO_SELF:
        return words[1:]
    offset = len(_TO_SELF)
    touching = Word(first.raw[offset:], first.text[offset:], first.key[offset:], first.column + offset, first.end)
    return [touching, *words[1:]]


def _grammar(words: list[Word], system: System) -> Grammar:
    found, _ = find_grammar(words[0], system)
    verb = found.verb
    if verb.name == SAY.name and not (len(words) > 1 and words[1].key in ("start", "end")):
        return grammar_of(SAY)
    if verb.name == FOLLOW_UP.name:
        return grammar_of(FOLLOW_UP)
    own = any(each.in_powers and each.name == verb.name for each in system.verbs)
    if not (own or verb.name in IN_POWERS) or not _has_targets(found):
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


def _context_with(system: System, ids: Collection[str]) -> Context:
    """A context with no other creatures than these."""
    sheets = {each: Sheet(name=each) for each in ids}
    return Context(Fight("", system.id, sheets, dict.fromkeys(ids, State())), system)
