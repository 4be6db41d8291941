"""A line as it is typed, read once a keystroke; with the completions of the word at the cursor (Tab)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct, field

from orcus_tui.commands.candidate import Candidate
from orcus_tui.commands.command_error import CommandError, Unfinished
from orcus_tui.commands.context import Context
from orcus_tui.commands.grammar import Grammar, Spans, fill, open_slots, usage
from orcus_tui.commands.lexer import Word, lex
from orcus_tui.commands.parse import Command, Opening, begin, build
from orcus_tui.commands.verbs import verbs_of
from orcus_tui.commands.word_reader import Reader

# Every repetition is possessive, so that no line makes it slow. The last quote may be open.
_WORD_SO_FAR = r'(?s)(?:[^\s"]++|"(?:[^"\\]++|\\.)*+(?:"|\\?\Z))++'


class Reading(Struct, frozen=True):
    """What a line means in one state of a fight: made once a keystroke, for all that is shown about the line.

    It has a command or an error, or neither if the line is empty. `candidates` are the completions of the word at the
    cursor. For a line with an error, `words`, `grammar` and `spans` go as far as it could be read.
    """

    line: str
    cursor: int
    context: Context
    words: tuple[Word, ...] = ()
    grammar: Grammar | None = None
    spans: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    command: Command | None = None
    error: CommandError | None = None
    candidates: tuple[Candidate, ...] = ()

    @property
    def usage(self) -> str:
        """The usage of the line's verb; empty without a verb."""
        return usage(self.grammar.verb) if self.grammar else ""

    @property
    def is_wrong(self) -> bool:
        """Whether the line has an error that typing more cannot fix."""
        return self.error is not None and not isinstance(self.error, Unfinished)

    def is_against(self, context: Context) -> bool:
        """Whether it was read in this context: the very same fight, aliases and library."""
        mine = self.context
        return mine.fight is context.fight and mine.library is context.library and mine.aliases == context.aliases


def read_line(line: str, cursor: int, context: Context) -> Reading:
    """Reads a line; `cursor` is the number of characters before the cursor."""
    words, fault = lex(line)
    opening, error = None, fault
    try:
        opening = begin(words, context)
    except CommandError as wrong:
        error = fault or wrong
    command: Command | None = None
    spans: Spans = {}
    if opening and error is None:
        try:
            command, spans = build(line, opening, context)
        except CommandError as wrong:
            error = wrong
    return Reading(
        line,
        cursor,
        context,
        words=tuple(words),
        grammar=opening.grammar if opening else None,
        spans=spans,
        command=command,
        error=error,
        candidates=_candidates(line[:cursor], _Lexed(words, fault, opening), context),
    )


def last_word(text: str) -> str:
    """The word at the end of the text; empty after a space."""
    last = ""
    for found in re.finditer(_WORD_SO_FAR, text):
        last = found.group() if found.end() == len(text) else ""
    return last


class _Lexed(NamedTuple):
    """A line's words, their error if they have one, and their opening if it is known."""

    words: list[Word]
    fault: CommandError | None
    opening: Opening | None


def _candidates(head: str, line: _Lexed, context: Context) -> tuple[Candidate, ...]:
    """The completions of the word at the end of `head`; none after an error."""
    typed = last_word(head)
    start = len(head) - len(typed)
    if line.fault and line.fault.column <= start:
        return ()
    before = [word for word in line.words if word.column <= start]
    if before:
        if line.opening is None or before[-1].end - 1 > start:
            return ()
        after = len(line.words) - len(before)
        reader = Reader(line.opening.words[: len(line.opening.words) - after], context, 1)
        offers = _offers(line.opening.grammar, reader, typed)
    else:
        offers = () if head[:start].strip() else _verbs(context)
    begins = typed.lower()
    return tuple({each.text: each for each in offers if each.text.lower().startswith(begins)}.values())


def _offers(grammar: Grammar, reader: Reader, typed: str) -> Iterable[Candidate]:
    """The words that may come after those of the reader."""
    reader.goes_on = True
    try:
        spans = fill(grammar, reader)
    except Unfinished as unfinished:
        return unfinished.offer(typed)
    except CommandError:
        return ()
    return (each for slot in open_slots(grammar, spans) for each in slot.offer(reader, typed))


def _verbs(context: Context) -> Iterator[Candidate]:
    for verb in verbs_of(context.system):
        yield Candidate(verb.name, verb.summary)
    for name, line in context.aliases.items():
        yield Candidate(name, line)
