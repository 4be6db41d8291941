"""What could be typed next."""

import re
from collections.abc import Iterable, Iterator

from orcus_tui.commands.candidates import Candidate
from orcus_tui.commands.command_error import CommandError, Unfinished
from orcus_tui.commands.context import Context
from orcus_tui.commands.grammar import fill, open_slots, usage
from orcus_tui.commands.parse import begin
from orcus_tui.commands.verbs import verbs_of

_LAST_WORD = re.compile(r'(?:[^\s"]|"[^"]*")*(?:"[^"]*)?\Z')


def complete(text: str, context: Context) -> list[Candidate]:
    """What the word at the end of the text could become: each candidate replaces that word.

    Nothing where what stands before it is wrong already.
    """
    typed = last_word(text)
    before = text[: len(text) - len(typed)]
    start = typed.lower()
    offered = {each.text: each for each in _offered(before, typed, context)}
    return [each for word, each in offered.items() if word.lower().startswith(start)]


def last_word(text: str) -> str:
    """The word at the end of the text, as far as it is typed; empty after a blank."""
    found = _LAST_WORD.search(text)
    return found.group() if found else ""


def usage_at(text: str, context: Context) -> str:
    """How the verb of the text is written; empty where it has none yet."""
    try:
        begun = begin(text, context)
    except CommandError:
        return ""
    return usage(begun[0].verb) if begun else ""


def _offered(before: str, typed: str, context: Context) -> Iterable[Candidate]:
    try:
        begun = begin(before, context)
        if begun is None:
            return () if before.strip() else _verbs(context)
        grammar, reader, _ = begun
        reader.goes_on = True
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
