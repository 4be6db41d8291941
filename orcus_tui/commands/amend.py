"""Amending a line: new words are added to it or replace others."""

from collections.abc import Iterator

from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Context, WordCursor
from orcus_tui.commands.grammar import JOINED, Grammar, Spans, place_key, shared_words, unexpected
from orcus_tui.commands.lexer import words_of
from orcus_tui.commands.parse import begin, fill_to_amend, parse
from orcus_tui.commands.slot import Slot, complete_next
from orcus_tui.model.suggestions import did_you_mean

Amendment = tuple[Slot, str, str]
"""A slot, the key of its place in the line, and its new words."""


def amend_line(line: str, words: str, context: Context) -> str:
    """The line with each group of new words in its slot, without the words that they replace or contradict.

    Raises CommandError, with the column in `words`, if a word fits no slot of the line's verb or the new line has an
    error.
    """
    opening = begin(words_of(line), context)
    if opening is None:
        raise CommandError("there is no command to amend", 1)
    grammar, cursor, spans = fill_to_amend(opening, context)
    texts = [word.raw for word in cursor.words]
    for slot, key, text in list(_amendments(grammar, _cursor_over_new_words(cursor, words, context))):
        place, put = _place(slot, key, spans, len(texts)), text
        if slot is JOINED and key not in spans:
            place, put = _before_shared_words(spans, texts, text)
        texts, spans = _insert(texts, spans, place, put, removed={key} | slot.excludes)
        spans[key] = (place, place + 1)
    changed = " ".join([*(word.raw for word in opening.speaker), *(text for text in texts if text)])
    try:
        parse(changed, replace(context, aliases={}))
    except CommandError as error:
        raise CommandError(f"{error.message} (in: {changed})", 1) from None
    return changed


def _cursor_over_new_words(cursor: WordCursor, words: str, context: Context) -> WordCursor:
    """A cursor over the new words that also knows the line's creatures, so that a power is found on its owner."""
    new = WordCursor(words_of(words), context)
    if new.word is None:
        raise CommandError("which words? e.g. amend face 17", 1)
    new.values = {key: value for key, value in cursor.values.items() if key in ("targets", "target", "source", "key")}
    return new


def _amendments(grammar: Grammar, cursor: WordCursor) -> Iterator[Amendment]:
    slots = sorted((*grammar.optional, *grammar.required), key=lambda slot: slot.greedy)
    seen: set[str] = set()
    while cursor.word is not None:
        start = cursor.at
        slot, value = _read_next(slots, grammar, cursor)
        key = place_key(slot, value, seen)
        if key in seen:
            raise CommandError(f"{slot.shown} is given twice", cursor.words[start].column)
        seen.add(key)
        yield slot, key, " ".join(word.raw for word in cursor.words[start : cursor.at])


def _read_next(slots: list[Slot], grammar: Grammar, cursor: WordCursor) -> tuple[Slot, object]:
    """The first slot that accepts the next words, with its value; the errors of greedy slots count last."""
    word = cursor.words[cursor.at]
    start = cursor.at
    fault: CommandError | None = None
    for slot in slots:
        try:
            value = slot.read(cursor)
        except CommandError as error:
            if not slot.greedy:
                raise
            fault = fault or error
            cursor.at = start
            continue
        if value is not None:
            return slot, value
    if complete_next((slot for slot in slots if not slot.greedy), cursor):
        return _read_next(slots, grammar, cursor)
    near = did_you_mean(word.text, [each.text for slot in slots for each in slot.offer(cursor, "")])
    if fault and not near:
        raise fault
    raise unexpected(word, grammar, near)


def _place(slot: Slot, key: str, spans: Spans, end: int) -> int:
    """The place for a slot's words: that of its old words, or of words that it contradicts, else the end."""
    held = [spans[each][0] for each in (key, *slot.excludes) if each in spans]
    return min(held, default=end)


def _before_shared_words(spans: Spans, texts: list[str], text: str) -> tuple[int, str]:
    """The place for a further joined effect, and its words with the shared word that follows them."""
    place = min(shared_words(spans), default=len(texts))
    return (place, f"{text} {texts[place]}") if place < len(texts) else (place, text)


def _insert(texts: list[str], spans: Spans, place: int, text: str, *, removed: set[str]) -> tuple[list[str], Spans]:
    """The texts with a new one, and without the slots `removed`.

    Their places are left empty so that spans stay valid.
    """
    emptied = {at for key in removed if key in spans for at in range(*spans[key])}
    left = ["" if at in emptied else each for at, each in enumerate(texts)]
    if place == len(left):
        left.append("")
    left[place] = text
    return left, {key: span for key, span in spans.items() if key not in removed}
