"""`accept`: the line of an offer, with the words that a person adds, becomes a step."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile

from msgspec.structs import replace

from orcus_tui.commands.command_error import Candidate, CommandError, Unfinished
from orcus_tui.commands.context import WordCursor
from orcus_tui.commands.lexer import words_of
from orcus_tui.errors import Impossible
from orcus_tui.model import requests, typed_steps
from orcus_tui.model.fight import Fight, alike_offers
from orcus_tui.model.offer import Offer, OfferedLine
from orcus_tui.model.steps import Step
from orcus_tui.model.text import name_key
from orcus_tui.rules.offers import offer_of
from orcus_tui.rules.power_use import needs_targets

_RANGE = re.compile(r"(?P<first>\d{1,9})-(?P<last>\d{1,9})")
Read = Callable[[str], Step]
"""Reads a line. Raises CommandError."""


def accepted(step: typed_steps.Accept, cursor: WordCursor, read: Read) -> Step:
    """The step of an `accept`, which contains the step of the offer's line.

    For a line that the session executes, it is only that step.

    Raises CommandError for an offer that is closed, and for words that do not fit its line.
    """
    fight, first = cursor.fight, cursor.words[0]
    column = cursor.words[1].column if len(cursor.words) > 1 else first.column
    try:
        offers, words = _offers_and_words(step, fight)
    except Impossible as error:
        raise CommandError(error.message, column) from None
    offer, *others = offers
    line, words = _chosen(offer, words, cursor)
    line = replace(line, source=",".join(each.creature for each in offers)) if others else line
    words = _with_commas(words, cursor)
    try:
        text, found = _read_with_target(offer, line, words, read, fight)
    except Unfinished as error:
        raise Unfinished(f"{error.message} (in: {_typed(line, words)})", cursor.column, error.offer) from None
    except CommandError as error:
        raise CommandError(f"{error.message} (in: {_typed(line, words)})", column) from None
    if isinstance(found, requests.Before):
        return replace(found, offer=offer.id)
    return found if isinstance(found, requests.Request) else _accept(offer, others, words, text, found, line)


def _accept(offer: Offer, others: Sequence[Offer], words: str, text: str, found: Step, line: OfferedLine) -> Step:
    return typed_steps.Accept(offer.id, words, text, found, line.free, tuple(each.id for each in others))


def _offers_and_words(step: typed_steps.Accept, fight: Fight) -> tuple[Sequence[Offer], str]:
    """The offer or the open offers of a range, and the words to add.

    Raises Impossible for offers that are not alike.
    """
    typed, _, words = step.words.partition(" ")
    ends = _RANGE.fullmatch(typed)
    if step.number is not None or ends is None or int(ends["first"]) >= int(ends["last"]):
        offer, words = _offer_and_words(step, fight)
        return (offer,), words
    first, last = int(ends["first"]), int(ends["last"])
    offers = [each for each in fight.offers if first <= each.id <= last] or [offer_of(fight, first)]
    alike = alike_offers(fight, offers[0])
    if not all(each in alike for each in offers):
        raise Impossible("several offers are accepted together only if they are alike; accept them one by one")
    return offers, words.strip()


def _offer_and_words(step: typed_steps.Accept, fight: Fight) -> tuple[Offer, str]:
    """The offer, and the words to add; a lone number may also choose a line if there is only one offer."""
    number = step.number
    if number is not None and len(fight.offers) == 1 and not step.words:
        only = fight.offers[0]
        if only.id != number and 1 <= number <= len(only.choices) > 1:
            return only, str(number)
    return offer_of(fight, number), step.words


def _chosen(offer: Offer, words: str, cursor: WordCursor) -> tuple[OfferedLine, str]:
    """The line of an offer, or the numbered line of a choice, and the remaining words.

    Raises CommandError for a choice without a number.
    """
    choices = offer.choices
    if len(choices) == 1:
        return choices[0], words
    number, _, others = words.partition(" ")
    if number.isdecimal() and 1 <= int(number) <= len(choices):
        return choices[int(number) - 1], others.strip()
    listed = ", ".join(f"{place} {line.with_words()}" for place, line in enumerate(choices, 1))
    message = f"which one? `accept {offer.id} 1` or another number: {listed}"
    if words:
        raise CommandError(message, cursor.words[-1].column)
    raise Unfinished(message, cursor.column, lambda _: _numbered(choices))


def _with_commas(words: str, cursor: WordCursor) -> str:
    """The words to add; several creatures at their beginning, each named in full, need no commas."""
    typed = words.split()
    known = {*cursor.fight.sheets, *(name_key(sheet.name) for sheet in cursor.fight.sheets.values())}
    named = list(takewhile(lambda word: word.lower() in known, typed))
    return " ".join((",".join(named), *typed[len(named) :])) if len(named) > 1 else words


def _numbered(choices: Sequence[OfferedLine]) -> Iterable[Candidate]:
    """The numbers of the lines of a choice."""
    return (Candidate(str(place), line.with_words()) for place, line in enumerate(choices, 1))


def _typed(line: OfferedLine, words: str) -> str:
    """A line with words inserted before its source; in a line that a person wrote, the source follows the last `by`."""
    if line.source or not words:
        return line.with_words(words)
    ends = [word.column - 1 for word in words_of(line.words) if word.key == "by"]
    at = ends[-1] if ends else len(line.words)
    return " ".join(each for each in (line.words[:at].strip(), words, line.words[at:]) if each)


def _read_with_target(offer: Offer, line: OfferedLine, words: str, read: Read, fight: Fight) -> tuple[str, Step]:
    """An offer's line and its step; a missing target is the creature that caused the offer.

    Raises CommandError.
    """
    plain = _typed(line, words)
    if offer.target not in fight.states:
        return plain, read(plain)
    with_target = _typed(line, f"{offer.target} {words}".strip())
    try:
        step = read(plain)
    except CommandError:
        try:
            return with_target, read(with_target)
        except CommandError:
            pass
        raise
    return (with_target, read(with_target)) if _lacks_target(step, fight) else (plain, step)


def _lacks_target(step: Step, fight: Fight) -> bool:
    """Whether a step uses a power that needs a target, without naming one."""
    if not isinstance(step, typed_steps.UsePower) or step.targets or step.source not in fight.sheets:
        return False
    return any(each.name == step.power and needs_targets(each) for each in fight.sheets[step.source].powers)
