"""A line into a Command."""

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Context
from orcus_tui.commands.grammar import Grammar, fill, find_grammar, made, verbs_by_name
from orcus_tui.commands.lexer import Word, words_of
from orcus_tui.commands.word_reader import Reader
from orcus_tui.model.steps import Step
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.system import System


class Command(Struct, frozen=True):
    """A line that can be carried out: as typed, the full name of its verb, its step, and whether `!` overrules.

    `columns` says where the words for each field of the step begin; `fields.hp` is one of several.
    """

    text: str
    verb: str
    step: Step
    overrule: bool = False
    columns: Mapping[str, int] = field(default_factory=dict)


def parse(line: str, context: Context) -> Command | None:
    """What a line says; None for an empty one or a comment.

    Raises CommandError, with a column from 1 to one past the line's end, where it says nothing that can be done.
    """
    begun = begin(line, context)
    if begun is None:
        return None
    grammar, reader, overrule = begun
    spans = fill(grammar, reader)
    columns = {key: reader.words[start].column for key, (start, _) in spans.items()}
    return Command(line.strip(), grammar.verb.name, made(grammar, reader), overrule, columns)


def pointed(fault: Impossible, command: Command) -> CommandError | Impossible:
    """What keeps a command from being carried out, at the word that is at fault, where it is one word."""
    column = command.columns.get(fault.of)
    return fault if column is None else CommandError(str(fault), column)


def begin(line: str, context: Context) -> tuple[Grammar, Reader, bool] | None:
    """The grammar of a line's verb, the words after it, and whether `!` overrules; None for an empty line."""
    words = words_of(line)
    if not words:
        return None
    if context.aliases:
        words = unaliased(words, context.aliases, context.system)
    grammar, overrule = find_grammar(words[0], context.system)
    return grammar, Reader(words, context, 1), overrule


def unaliased(words: list[Word], aliases: Mapping[str, str], system: System) -> list[Word]:
    """The words with a person's alias at their beginning replaced by its line; a verb's full name is none.

    The words of the line stand where the alias did. Raises CommandError where aliases lead back to one another.
    """
    known = verbs_by_name(system)
    seen: set[str] = set()
    while True:
        first = words[0]
        name = first.key.removesuffix("!")
        line = aliases.get(name)
        if line is None or (name in known and known[name].name == name):
            return words
        if name in seen:
            raise CommandError(f'the alias "{name}" leads back to itself', first.column)
        seen.add(name)
        words = [*_told(line, first), *words[1:]]


def _told(line: str, alias: Word) -> list[Word]:
    """The words of an alias's line, in its place; a `!` of the alias goes to the line's verb."""
    try:
        told = words_of(line)
    except CommandError as error:
        raise CommandError(f"in the alias: {error.message}", alias.column) from None
    if not told:
        raise CommandError(f'the alias "{alias.text}" says nothing', alias.column)
    placed = [replace(word, column=alias.column, end=alias.column) for word in told]
    if alias.key.endswith("!") and not told[0].key.endswith("!"):
        verb = placed[0]
        placed[0] = replace(verb, raw=f"{verb.raw}!", text=f"{verb.text}!", key=f"{verb.key}!")
    return placed
