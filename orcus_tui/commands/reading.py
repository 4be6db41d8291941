"""A line as it is typed, read once for each keystroke; `completion` finds the words that Tab offers."""

from collections.abc import Mapping

from msgspec import Struct, field

from orcus_tui.commands.command_error import Candidate, CommandError, Unfinished
from orcus_tui.commands.completion import LexedLine, candidates
from orcus_tui.commands.context import Context
from orcus_tui.commands.grammar import Grammar, Spans, usage
from orcus_tui.commands.lexer import Word, lex
from orcus_tui.commands.parse import Command, begin, build, several_lines, with_semicolon


class Reading(Struct, frozen=True):
    """The meaning of a line in one state of a fight, made once for each keystroke.

    It has a command or an error, or neither for an empty line. `candidates` are the completions of the word at the
    cursor. For a line with an error, `words`, `grammar` and `spans` cover the part that could be read.
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
    def valid_command(self) -> Command | None:
        """The command; None for an empty line. Raises the error of a line that has one."""
        if self.error:
            raise self.error
        return self.command

    @property
    def is_wrong(self) -> bool:
        """Whether the line has an error that typing more cannot fix."""
        return self.error is not None and not isinstance(self.error, Unfinished)

    def is_against(self, context: Context) -> bool:
        """Whether the line was read in this context: with the same fight and library, and equal aliases."""
        mine, is_same_fight = self.context, self.context.view.fight is context.view.fight
        return is_same_fight and mine.library is context.library and mine.aliases == context.aliases


def read_line(line: str, cursor: int, context: Context) -> Reading:
    """Reads a line; `cursor` is the number of characters before the cursor."""
    words, fault = lex(line)
    opening, error = None, fault
    command: Command | None = None
    try:
        command = several_lines(line, words, context)
        opening = None if command else begin(words, context)
    except CommandError as wrong:
        error = fault or wrong
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
        error=with_semicolon(error, words) if error else None,
        candidates=candidates(line[:cursor], LexedLine(words, fault, opening), context),
    )
