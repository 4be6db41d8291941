"""Parsing: a line becomes a Command."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import cast

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.commands.acceptance import accepted
from orcus_tui.commands.aliases import expanded
from orcus_tui.commands.amounts import is_whole
from orcus_tui.commands.command_error import CommandError, Unfinished, offer_nothing
from orcus_tui.commands.context import NO_LIBRARY, Context, Library, WordCursor
from orcus_tui.commands.creature_slots import power_named
from orcus_tui.commands.grammar import Grammar, Spans, fill, find_grammar, grammar_of, make_step, verbs_by_name
from orcus_tui.commands.lexer import Word, first_with_colon, outside_quotes, pieces, words_of
from orcus_tui.commands.line_compiler import with_compiled_line
from orcus_tui.commands.power_verbs import OFFERED_REMINDER, Verb
from orcus_tui.commands.targets import named_singly
from orcus_tui.commands.verbs import BEFORE
from orcus_tui.errors import Forbidden, Impossible
from orcus_tui.model import requests, steps, typed_steps
from orcus_tui.model.power import Power
from orcus_tui.model.steps import Step
from orcus_tui.rules.system import System

SEMICOLON = "one command a line: enter what follows the `;` by itself, or paste several lines"
USE, ATTACK = "use", "attack"
Filled = tuple[Grammar, WordCursor, Spans]
"""A line with its words read: its grammar, the cursor at its end, and the places of each slot's words."""


class Command(Struct, frozen=True):
    """A line that can be executed: its text, the full name of its verb, its step, and whether `!` overrides a rule.

    `columns` has the column of the words for each field of the step, with keys such as `fields.hp` for the fields of
    `add`. `aliases` are the names that were replaced by their lines. `optional` are the targets that are named only
    through a set. The lines of powers find creatures in `library`.
    """

    text: str
    verb: str
    step: Step
    overrule: bool = False
    columns: Mapping[str, int] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    optional: frozenset[str] = frozenset()
    library: Library = NO_LIBRARY


def parse(line: str, context: Context) -> Command | None:
    """The command in a line; None for an empty line or a comment.

    Raises CommandError, with a column from 1 to one past the line's end, for a line with an error.
    """
    words = words_of(line)
    try:
        if context.aliases and (several := several_lines(line, words, context)):
            return several
        opening = begin(words, context)
        return build(line, opening, context)[0] if opening else None
    except CommandError as error:
        raise with_semicolon(error, words) from None


def with_semicolon(error: CommandError, words: Sequence[Word]) -> CommandError:
    """The error of a line, or the error about a semicolon between two commands if it has one."""
    if isinstance(error, Unfinished):
        return error
    outside = (word.column_at(at) for word in words for at in outside_quotes(word.raw, ";"))
    column = next(outside, None)
    return error if column is None else CommandError(SEMICOLON, column)


def locate(error: Impossible, command: Command) -> CommandError | Impossible:
    """The error with details of its command: the column of the word at fault, or the verb that overrides a rule."""
    if isinstance(error, Forbidden):
        return Forbidden(error.message, command.verb)
    column = command.columns.get(error.of)
    return error if column is None else CommandError(str(error), column)


class Opening(Struct, frozen=True):
    """The words of a line, its grammar, whether `!` overrides a rule, and the replaced aliases.

    `start` is the place of the first word after its verb. `is_before`: the line follows the word `before`. `speaker`
    are the words in front that name its speaker.
    """

    grammar: Grammar
    words: list[Word]
    overrule: bool
    aliases: tuple[str, ...] = ()
    start: int = 1
    is_before: bool = False
    speaker: tuple[Word, ...] = ()


FROM = "from"
"""The word before the name of the person or program that says a line: `from Ari's phone: attack strike ogre`."""


def names_speaker(words: list[Word], context: Context) -> bool:
    """Whether a line begins with `from`, or with the beginning of it where that is no command: `fr Ari: next`."""
    key = words[0].key if words else ""
    if key == FROM or len(key) < 2 or not FROM.startswith(key) or first_with_colon(words) is None:
        return key == FROM
    try:
        find_grammar(words[0], context.system)
    except CommandError:
        return key not in context.aliases
    return False


def split_speaker(words: list[Word], context: Context) -> tuple[list[Word], list[Word]]:
    """The words of `from NAME:` and those after them. Raises CommandError for a `from` without a name or a colon."""
    if FROM in context.aliases or not names_speaker(words, context):
        return [], words
    ends = first_with_colon(words)
    if ends is None:
        raise Unfinished("a colon is missing after the name: from Ari: LINE", words[-1].end, offer_nothing)
    head, *touching = pieces(words[ends], ":")
    if ends < 1 or (ends == 1 and not head.text):
        raise CommandError("who says it? from Ari: LINE", words[0].end)
    if len(touching) > 1:
        raise CommandError('a colon in a name needs quotes: from "A: B": LINE', head.end)
    return words[: ends + 1], [*(each for each in touching if each.raw), *words[ends + 1 :]]


def begin(words: list[Word], context: Context) -> Opening | None:
    """The opening of a line with its alias replaced; None without words.

    Raises CommandError if the first word is not a verb.
    """
    if not words:
        return None
    speaker: tuple[Word, ...] = ()
    if names_speaker(words, context):
        said_by, words = split_speaker(words, context)
        speaker = tuple(said_by)
        if not words:
            raise Unfinished("expected a line", speaker[-1].end, offer_nothing)
        if names_speaker(words, context):
            raise CommandError("a line has one speaker", words[0].column)
    aliases: tuple[str, ...] = ()
    if context.aliases:
        lines, aliases = replace_alias(words, context.aliases, context.system)
        if len(lines) > 1:
            raise CommandError(f'the alias "{aliases[-1]}" has several lines', words[0].column)
        (words,) = lines
    grammar, overrule = find_grammar(words[0], context.system)
    if grammar.verb.name == BEFORE and len(words) > 1:
        earlier = _begin_earlier(words, aliases, context)
        return earlier and replace(earlier, speaker=speaker)
    form = _form(grammar.verb, words)
    return Opening(grammar_of(form) if form else grammar, words, overrule, aliases, speaker=speaker)


def _begin_earlier(words: list[Word], aliases: tuple[str, ...], context: Context) -> Opening | None:
    """The opening of a line after `before`."""
    first, *line = words
    opening = begin(line, context)
    if opening is None:
        return None
    if opening.is_before or opening.speaker:
        raise CommandError("`before` takes one line", line[0].column)
    return replace(
        opening,
        words=[first, *opening.words],
        overrule=opening.overrule or first.key.endswith("!"),
        aliases=(*aliases, *opening.aliases),
        start=opening.start + 1,
        is_before=True,
    )


def is_before(words: list[Word], context: Context) -> bool:
    """Whether the words are only `before`, after which a line comes."""
    try:
        return len(words) == 1 and find_grammar(words[0], context.system)[0].verb.name == BEFORE
    except CommandError:
        return False


def earlier_context(opening: Opening, context: Context) -> Context:
    """The context in which a line is read: after `before`, the fight as it was before the last command.

    Raises CommandError if no command has changed the fight.
    """
    if not opening.is_before:
        return context
    last = context.last_command
    if last is None:
        raise CommandError("no command has changed the fight yet", opening.words[0].column)
    return replace(context, view=context.view.moved(last.before))


def _form(verb: Verb, words: list[Word]) -> Verb | None:
    """The form of a verb that the next word selects; a prefix of that word is enough if a number follows."""
    if not verb.forms:
        return None
    name = words[1].key if len(words) > 1 else ""
    if name in verb.forms or not (name and len(words) > 2 and is_whole(words[2].key)):
        return verb.forms.get(name)
    return next((form for each, form in verb.forms.items() if each.startswith(name)), None)


def build(line: str, opening: Opening, context: Context) -> tuple[Command, Spans]:
    """The command of a line with this opening, and the places of each slot's words. Raises CommandError."""
    words = opening.words
    if opening.is_before:
        context = earlier_context(opening, context)
    grammar, cursor, spans = _fill(opening, context)
    columns = {key: words[start].column for key, (start, end) in spans.items() if start < end}
    step = make_step(grammar, cursor, spans)
    power = power_named(cursor) if grammar.verb.name == ATTACK else None
    if power is not None and not power.attacks and _does_something(power):
        step = _as_use(step)
    if isinstance(step, typed_steps.Accept):
        step = accepted(step, cursor, partial(_step_of, replace(context, aliases={})))
    step = with_compiled_line(step, context)
    optional = _named_by_sets(cursor, spans)
    if opening.is_before:
        step = _before(step, line, opening, optional)
    verb = BEFORE if opening.is_before else grammar.verb.name
    command = Command(line.strip(), verb, step, opening.overrule, columns, opening.aliases, optional, context.library)
    return command, spans


def _fill(opening: Opening, context: Context) -> Filled:
    """A line with its words read; `use` with a power that attacks takes the words of `attack`. Raises CommandError."""
    grammar, cursor = opening.grammar, WordCursor(opening.words, context, opening.start)
    try:
        return grammar, cursor, fill(grammar, cursor)
    except CommandError:
        if not _uses_attack(grammar, cursor):
            raise
    return _fill_as_attack(opening, context)


def fill_to_amend(opening: Opening, context: Context) -> Filled:
    """A line with its words read, to be amended: if it uses a power that attacks, words of `attack` can be added.

    Raises CommandError.
    """
    found = _fill(opening, context)
    if _uses_attack(*found[:2]):
        with suppress(CommandError):
            return _fill_as_attack(opening, context)
    return found


def _uses_attack(grammar: Grammar, cursor: WordCursor) -> bool:
    power = power_named(cursor) if grammar.verb.name == USE else None
    return power is not None and power.attacks


def _fill_as_attack(opening: Opening, context: Context) -> Filled:
    grammar = grammar_of(verbs_by_name(context.system)[ATTACK])
    cursor = WordCursor(opening.words, context, opening.start)
    return grammar, cursor, fill(grammar, cursor)


def _does_something(power: Power) -> bool:
    """Whether a power does anything: it has more than a name."""
    return bool(power.save or power.damage or power.effects or power.always or power.text)


def _as_use(step: Step) -> Step:
    """An attack turned into the use of its power, unless it has words for an attack roll."""
    if isinstance(step, typed_steps.AttackByEach):
        part = _as_use(step.attack)
        return (
            typed_steps.UseByEach(step.sources, part)
            if isinstance(part, typed_steps.UsePower) and not step.split
            else step
        )
    if not isinstance(step, typed_steps.Attack):
        return step
    shared = {name: getattr(step, name) for name in ("power", "targets", "source", "faces", "hit", "slot")}
    return typed_steps.UsePower(**shared) if step == typed_steps.Attack(**shared) else step


def _before(step: Step, line: str, opening: Opening, optional: frozenset[str]) -> Step:
    """The step of `before`. Raises CommandError for a line that is not for the rules."""
    column, verb = opening.words[1].column, opening.grammar.verb.name
    if isinstance(step, requests.Request):
        raise CommandError(f"`{verb}` changes nothing in the fight and cannot come before a command", column)
    return requests.Before(step, line[column - 1 :].strip(), verb, opening.overrule, optional)


def _named_by_sets(cursor: WordCursor, spans: Spans) -> frozenset[str]:
    """The targets that a line names only through sets, such as `@party`, if it has several targets."""
    targets = cast("steps.Targets", cursor.values.get("targets", ()))
    if len(targets) < 2 or "targets" not in spans:
        return frozenset()
    start, end = spans["targets"]
    typed = (word for word in cursor.words[start:end] if word.key != "for")
    single = {each for word in typed for each in named_singly(word, cursor.context)}
    return frozenset(targets) - single


def _step_of(context: Context, line: str) -> Step:
    """The step of the line of an offer. Raises CommandError."""
    opening = begin(words_of(line), context)
    if opening is None:
        raise CommandError("the offer has no command", 1)
    if opening.grammar.verb.name == OFFERED_REMINDER.name and opening.words[2].key not in ("start", "end"):
        opening = replace(opening, grammar=grammar_of(OFFERED_REMINDER))
    return build(line, opening, context)[0].step


def replace_alias(
    words: list[Word], aliases: Mapping[str, str], system: System
) -> tuple[list[list[Word]], tuple[str, ...]]:
    """The lines with the alias at their beginning replaced, and the names of the replaced aliases.

    There is one line, unless an alias has several. A verb's full name is never an alias, unless the verb yields. Raises
    CommandError for an alias that refers to itself, or that needs more words.
    """
    known = verbs_by_name(system)
    seen: dict[str, None] = {}
    while True:
        first = words[0]
        name = first.key.removesuffix("!")
        line = aliases.get(name)
        verb = known.get(name)
        if line is None or (verb is not None and verb.name == name and not verb.yields):
            return [words], tuple(seen)
        if name in seen:
            raise CommandError(f'the alias "{name}" refers to itself', first.column)
        seen[name] = None
        lines = expanded(line, first, words[1:])
        if len(lines) > 1:
            return lines, tuple(seen)
        (words,) = lines
        if not words:
            raise CommandError(f'the alias "{name}" is empty', first.column)


def several_lines(line: str, words: list[Word], context: Context) -> Command | None:
    """The command of an alias with several lines; None for any other line. Raises CommandError."""
    _, words = split_speaker(words, context) if context.aliases else ([], [])
    if not words or words[0].key.removesuffix("!") not in context.aliases:
        return None
    lines, aliases = replace_alias(words, context.aliases, context.system)
    if len(lines) < 2:
        return None
    texts = tuple(" ".join(word.raw for word in each) for each in lines)
    return Command(line.strip(), aliases[-1], requests.RunLines(aliases[-1], line.strip(), texts), aliases=aliases)
