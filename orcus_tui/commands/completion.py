"""Completion: candidates for the word at the cursor, offered by the slots that they would fill."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from orcus_tui.commands.aliases import help_of
from orcus_tui.commands.command_error import Candidate, CommandError, Unfinished
from orcus_tui.commands.context import Context, WordCursor
from orcus_tui.commands.grammar import Grammar, fill, open_slots
from orcus_tui.commands.lexer import Word
from orcus_tui.commands.names import has_later_word
from orcus_tui.commands.parse import Opening, earlier_context, is_before, split_speaker
from orcus_tui.commands.verbs import offer_earlier_verbs, verbs_of
from orcus_tui.model.text import name_key

# Every repetition is possessive, so that no line makes the pattern slow. The last quote may be open.
_WORD_SO_FAR = r'(?s)(?:[^\s"]++|"(?:[^"\\]++|\\.)*+(?:"|\\?\Z))++'


def last_word(text: str) -> str:
    """The word at the end of the text; empty after a space."""
    last = ""
    for found in re.finditer(_WORD_SO_FAR, text):
        last = found.group() if found.end() == len(text) else ""
    return last


class LexedLine(NamedTuple):
    """A line's words, their error if they have one, and their opening if it is known."""

    words: list[Word]
    fault: CommandError | None
    opening: Opening | None


def candidates(head: str, line: LexedLine, context: Context) -> tuple[Candidate, ...]:
    """The completions of the word at the end of `head`; empty after an error."""
    typed = last_word(head)
    start = len(head) - len(typed)
    if line.fault and line.fault.column <= start:
        return ()
    try:
        speaker, words = split_speaker(line.words, context)
    except CommandError:
        return ()
    before = [word for word in words if word.column <= start]
    if before:
        if before[-1].end - 1 > start:
            return ()
        if is_before(before, context):
            offers: Iterable[Candidate] = offer_earlier_verbs(WordCursor(before, context), typed)
        else:
            offers = _further_offers(len(words) - len(before), line, context, typed)
    else:
        offers = () if head[:start].strip() and not speaker else _verbs(context)
    known = {each.text: each for each in offers}
    begun = tuple(each for each in known.values() if _begins(each.text, typed))
    found = begun or _by_later_word(known.values(), typed)
    return found or (() if before else tuple(_meant(known, typed)))


def _meant(known: Mapping[str, Candidate], typed: str) -> Iterator[Candidate]:
    """The verbs that have an everyday word with this beginning."""
    from orcus_tui.commands.everyday_words import VERBS, names_by_beginning  # only where no verb begins like this

    return (known[name] for name in names_by_beginning(typed.lower(), VERBS) if name in known)


def _further_offers(after: int, line: LexedLine, context: Context, typed: str) -> Iterable[Candidate]:
    """The words that may come next at the cursor; `after` is the number of words behind the cursor."""
    if line.opening is None:
        return ()
    try:
        context = earlier_context(line.opening, context)
    except CommandError:
        return ()
    words = line.opening.words[: len(line.opening.words) - after]
    verb = line.opening.grammar.verb
    forms = verb.forms if len(words) == line.opening.start and not line.opening.is_before else {}
    own = (Candidate(word, form.summary) for word, form in forms.items())
    return (*_offers(line.opening.grammar, WordCursor(words, context, line.opening.start), typed), *own)


def _by_later_word(offers: Iterable[Candidate], typed: str) -> tuple[Candidate, ...]:
    """The candidates with a later word that begins as typed; in a list, only its last name is compared."""
    end = 0 if typed.startswith('"') else 1 + max(map(typed.rfind, ",+!"))
    return tuple(
        each
        for each in offers
        if each.text.startswith(typed[:end])
        and any(has_later_word(name, typed[end:]) for name in (each.text[end:], each.name))
    )


def _begins(text: str, typed: str) -> bool:
    """Whether a text begins as typed; after a quote, its spaces may be typed."""
    if typed.startswith('"') and not text.startswith('"'):
        return text.lower().startswith(name_key(typed.strip('"')))
    return text.lower().startswith(typed.lower())


def _offers(grammar: Grammar, cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    """The words that may follow, targets first."""
    cursor.is_typing = True
    try:
        spans = fill(grammar, cursor)
    except Unfinished as unfinished:
        return unfinished.offer(typed)
    except CommandError:
        return ()
    slots = sorted(open_slots(grammar, spans), key=lambda slot: slot.key != "targets")
    return (each for slot in slots for each in slot.offer(cursor, typed))


def _verbs(context: Context) -> Iterator[Candidate]:
    for verb in verbs_of(context.system):
        yield Candidate(verb.name, verb.summary)
    for name, line in context.aliases.items():
        yield Candidate(name, help_of(line) or line)
