"""Slots: the kinds of arguments, with functions to read, complete and create them."""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.command_error import Candidate, CommandError, Unfinished
from orcus_tui.commands.context import WordCursor
from orcus_tui.commands.lexer import Word
from orcus_tui.commands.names import ambiguous, either, find
from orcus_tui.model.suggestions import did_you_mean

Read = Callable[[WordCursor], object | None]
"""Takes words from the cursor, which has at least one, and returns their value.

Returns None, without taking a word, if they are for another slot. Raises CommandError if they have an error,
Unfinished if they end too soon.
"""
OfferNext = Callable[[WordCursor, str], Iterable[Candidate]]
"""The possible next words, given the typed part of a word."""
Known = Callable[[WordCursor], Mapping[str, str]]
"""Folded names with their values."""


def no_offer(_: WordCursor, __: str) -> Iterable[Candidate]:
    """No words, since the possible words cannot be listed."""
    return ()


class Slot(Struct, frozen=True):
    """One argument of a verb.

    `shown` is its form in usage, `key` the field of the step that it fills, `wants` its name in messages. A `greedy`
    slot takes any word or raises an error at it, so it is tried last. A slot that `repeats` collects its values; in
    `pairs`, each name may occur once. `absent` is the value of a required slot that may be left out; None if it must be
    given. `excludes` has the keys of slots that it contradicts. `begins` are the only words with which it can begin, if
    they are known; at other words it is not tried.
    """

    shown: str
    key: str
    wants: str
    read: Read
    offer: OfferNext = no_offer
    greedy: bool = False
    repeats: bool = False
    pairs: bool = False
    absent: Read | None = None
    excludes: frozenset[str] = frozenset()
    begins: frozenset[str] = frozenset()


def complete_next(slots: Iterable[Slot], cursor: WordCursor) -> bool:
    """Completes the next word if it begins a word that one of these slots offers; returns whether it did.

    Raises CommandError if it could be several.
    """
    word = cursor.word
    if word is None or not word.key[:1].isalpha():
        return False
    offered = (each.text for slot in slots for each in slot.offer(cursor, ""))
    fitting = list(dict.fromkeys(text for text in offered if text.isalpha() and text.startswith(word.key)))
    if len(fitting) > 1:
        raise ambiguous(word, fitting)
    if not fitting or fitting[0] == word.key:
        return False
    cursor.replace_next(fitting[0])
    return True


def read_required(slot: Slot, cursor: WordCursor) -> object:
    """The value of a required slot from the next words.

    Raises Unfinished if there are none, CommandError if they do not fit.
    """
    if slot.absent and not cursor.is_typing and (left_out := slot.absent(cursor)) is not None:
        return left_out
    if cursor.word is None:
        raise Unfinished(f"expected {slot.wants}", cursor.column, lambda typed: slot.offer(cursor, typed))
    value = slot.read(cursor)
    if value is None and complete_next((slot,), cursor):
        value = slot.read(cursor)
    if value is None:
        word = cursor.word
        near = did_you_mean(word.text, (each.text for each in slot.offer(cursor, "")))
        raise CommandError(f'expected {slot.wants}, got "{word.text}"{near}', cursor.column)
    return value


def flag(word: str, meaning: str, *excludes: str) -> Slot:
    """An optional word; it fills the field of the same name with True."""
    return Slot(
        shown=word,
        key=word,
        wants=f'"{word}"',
        read=lambda cursor: cursor.skip(word) or None,
        offer=lambda _, __: (Candidate(word, meaning),),
        excludes=frozenset(excludes),
        begins=frozenset((word,)),
    )


def alone(_: WordCursor) -> bool:
    """True: nothing follows the first word of the form."""
    return True


def form(shown: str, key: str, wants: str, meaning: str, read: Read = alone) -> Slot:
    """The arguments of a form of a verb, as in `skip FILE`; `read` reads what follows the form's own word."""

    def read_after_word(cursor: WordCursor) -> object | None:
        cursor.take()
        return read(cursor)

    return Slot(shown, key, wants, read_after_word, lambda _, __: (Candidate(shown.split()[0], meaning),))


def choice(key: str, words: Mapping[str, str]) -> Slot:
    """One of a few words, each with its meaning."""

    def read(cursor: WordCursor) -> str | None:
        return cursor.take().key if cursor.key in words else None

    return Slot(
        shown="|".join(words),
        key=key,
        wants=either(f'"{word}"' for word in words),
        read=read,
        offer=lambda _, __: (Candidate(word, meaning) for word, meaning in words.items()),
    )


def after(word: str, meaning: str, slot: Slot, *excludes: str, bare: bool = False) -> Slot:
    """A slot after a word, as in `by SOURCE`; with `bare`, the word may be left out."""

    def read(cursor: WordCursor) -> object | None:
        if cursor.skip(word):
            return read_required(slot, cursor)
        return slot.read(cursor) if bare else None

    return replace(
        slot,
        shown=f"[{word}] {slot.shown}" if bare else f"{word} {slot.shown}",
        wants=f'"{word}"',
        read=read,
        offer=lambda _, __: (Candidate(word, meaning),),
        greedy=False,
        excludes=frozenset(excludes),
        begins=frozenset() if bare else frozenset((word,)),
    )


def single(
    shown: str, key: str, wants: str, parse_word: Callable[[Word], object | None], offer: OfferNext = no_offer
) -> Slot:
    """One unquoted word, converted by a function that returns None for unknown words."""

    def read(cursor: WordCursor) -> object | None:
        word = cursor.peek()
        value = parse_word(word) if word.key else None
        if value is not None:
            cursor.at += 1
        return value

    return Slot(shown, key, wants, read, offer)


def amount(key: str, wants: str, parse_word: Callable[[Word], object | None]) -> Slot:
    """An amount, as `single`; it may be below 0 only where damage is a bonus (True SRD §Damage Bonus)."""
    plain = single("AMOUNT", key, wants, parse_word)

    def read(cursor: WordCursor) -> object | None:
        negative = cursor.key.startswith(("-", "−"))
        return None if negative and not cursor.system.damage.is_bonus else plain.read(cursor)

    return replace(plain, read=read)


def known_word(shown: str, key: str, wants: str, known: Known, unknown: str) -> Slot:
    """A word that must be one of the known names, or begin one; `unknown` begins the message for any other word.

    `{system}` in `unknown` is replaced by the system's title. Completion offers the names with their values.
    """

    def read(cursor: WordCursor) -> str:
        names = known(cursor)
        return find(cursor.take(), names, unknown.format(system=cursor.system.display_name), has=names.values())

    def offer_known(cursor: WordCursor, _: str) -> Iterable[Candidate]:
        return (Candidate(name, "" if value == name else value) for name, value in known(cursor).items())

    return Slot(shown, key, wants, read, offer_known, greedy=True)


def free(shown: str, key: str, wants: str) -> Slot:
    """Any single word, quoted or not, as typed."""

    def read(cursor: WordCursor) -> str:
        return cursor.take().text

    return Slot(shown, key, wants, read, greedy=True)


def rest(shown: str, key: str, wants: str) -> Slot:
    """All remaining words, as typed; a single quoted word without its quotes."""

    def read(cursor: WordCursor) -> str:
        return cursor.rest()

    return Slot(shown, key, wants, read, greedy=True)
