"""A line with words added to it, or put in the place of others."""

from collections.abc import Iterator

from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Context
from orcus_tui.commands.grammar import Grammar, Spans, fill, usage
from orcus_tui.commands.lexer import words_of
from orcus_tui.commands.parse import begin, parse
from orcus_tui.commands.slot import Slot
from orcus_tui.commands.word_reader import Reader
from orcus_tui.model.suggestions import did_you_mean

Amendment = tuple[Slot, str, str]
"""A slot, the key of its place in the line, and the words that now go there."""


def amend_line(line: str, words: str, context: Context) -> str:
    """The line with each group of words in the slot it is for; what the slot held, or what it contradicts, goes.

    Raises CommandError, with the column in `words`, where a word fits no slot of the line's verb, or the line would
    no longer be right.
    """
    opening = begin(words_of(line), context)
    if opening is None:
        raise CommandError("there is no command to amend", 1)
    grammar, reader = opening.grammar, Reader(opening.words, context, 1)
    spans = fill(grammar, reader)
    texts = [word.raw for word in reader.words]
    for slot, key, text in list(_amendments(grammar, _continued(reader, words, context))):
        place = _place(slot, key, spans, len(texts))
        texts, spans = _put(texts, spans, place, text, gone={key} | slot.excludes)
        spans[key] = (place, place + 1)
    changed = " ".join(text for text in texts if text)
    try:
        parse(changed, replace(context, aliases={}))
    except CommandError as error:
        raise CommandError(f"{error.message} (in: {changed})", 1) from None
    return changed


def _continued(reader: Reader, words: str, context: Context) -> Reader:
    """A reader of the words to add that knows what the line said, so that a power is still its bearer's."""
    new = Reader(words_of(words), context)
    if new.word is None:
        raise CommandError("which words? as amend face 17", 1)
    new.values = {key: value for key, value in reader.values.items() if key in ("targets", "target", "source", "key")}
    return new


def _amendments(grammar: Grammar, reader: Reader) -> Iterator[Amendment]:
    slots = sorted((*grammar.optional, *grammar.required), key=lambda slot: slot.greedy)
    seen: set[str] = set()
    while reader.word is not None:
        start = reader.at
        slot, value = _taken(slots, grammar, reader)
        key = f"{slot.key}.{value[0]}" if slot.repeats and isinstance(value, tuple) else slot.key
        if key in seen:
            raise CommandError(f"{slot.shown} is given twice", reader.words[start].column)
        seen.add(key)
        yield slot, key, " ".join(word.raw for word in reader.words[start : reader.at])


def _taken(slots: list[Slot], grammar: Grammar, reader: Reader) -> tuple[Slot, object]:
    """The first slot the next words are for, with its value; a greedy one may be wrong about them."""
    word = reader.words[reader.at]
    start = reader.at
    fault: CommandError | None = None
    for slot in slots:
        try:
            value = slot.read(reader)
        except CommandError as error:
            if not slot.greedy:
                raise
            fault = fault or error
            reader.at = start
            continue
        if value is not None:
            return slot, value
    near = did_you_mean(word.text, [each.text for slot in slots for each in slot.offer(reader, "")])
    if fault and not near:
        raise fault
    raise CommandError(f'"{word.text}" is not for this command{near}: {usage(grammar.verb)}', word.column)


def _place(slot: Slot, key: str, spans: Spans, end: int) -> int:
    """Where a slot's words go: where it, or what it contradicts, begins now, else at the end."""
    held = [spans[each][0] for each in (key, *slot.excludes) if each in spans]
    return min(held, default=end)


def _put(texts: list[str], spans: Spans, place: int, text: str, *, gone: set[str]) -> tuple[list[str], Spans]:
    """The texts without those of the slots gone, and with one at a place; emptied places stay, so that spans hold."""
    emptied = {at for key in gone if key in spans for at in range(*spans[key])}
    kept = ["" if at in emptied else each for at, each in enumerate(texts)]
    if place == len(kept):
        kept.append("")
    kept[place] = text
    return kept, {key: span for key, span in spans.items() if key not in gone}
