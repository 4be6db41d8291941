"""The language creatures are found by: `level 1-3 mook humanoid`."""

import re
from collections.abc import Iterable, Sequence
from math import inf

from msgspec import Struct

from orcus_tui.commands.command_error import CommandError, Unfinished
from orcus_tui.commands.lexer import Word, words_of
from orcus_tui.library.facts import Facts, plain
from orcus_tui.model.suggestions import did_you_mean

NUMBERS = ("level", "xp", "challenge")
"""Facts that are numbers: the words behind which a number, or a range of them, stands."""
SHORT = "cr"
"""The same as `challenge`, among creatures that have one."""
_NUMBER = r"[0-9]{1,7}(?:/[1-9])?"
_NUMBERS = rf"(?P<first>-?{_NUMBER})(?:(?P<on>\+)|[-–](?P<last>{_NUMBER}))?"
MOST_NAMED = 3


class NothingSo(CommandError):
    """A word that no creature is, or is called."""


class Term(Struct, frozen=True):
    """What a word of a query asks: of levels, XP, challenges, kinds and sizes any will do, of the others all must hold.

    `sort` is `level`, `xp`, `challenge`, `kind`, `size`, `name` or `word`; `shown` is how it was written; `numbers` are
    the least and the most.
    """

    sort: str
    shown: str
    text: str = ""
    numbers: tuple[float, float] = (0, 0)

    def holds(self, facts: Facts) -> bool:
        """Whether a creature is what it asks."""
        if self.sort in NUMBERS:
            number = facts.number(self.sort)
            return number is not None and self.numbers[0] <= number <= self.numbers[1]
        if self.sort in ("kind", "size"):
            return plain(getattr(facts, self.sort)) == self.text
        if self.sort == "name":
            return f" {self.text}" in f" {plain(facts.name)}"
        return f" {self.text}" in _words(facts)


ANY_WILL_DO = frozenset((*NUMBERS, "kind", "size"))


def read_query(query: str, known: Sequence[Facts]) -> tuple[Term, ...]:
    """What a query asks of creatures like those known; nothing for an empty one.

    Raises CommandError with the column: Unfinished where it ends too soon, NothingSo for a word that none of them has.
    """
    words = iter(words_of(query))
    kinds = {plain(each.kind) for each in known}
    sizes = {plain(each.size) for each in known} - {""}
    short = {SHORT: "challenge"} if any(each.challenge for each in known) else {}
    terms: list[Term] = []
    for word in words:
        name = short.get(word.key, word.key)
        if name in NUMBERS:
            terms.append(_numbers(name, word, next(words, None)))
            continue
        term = _term(word, kinds, sizes)
        if term.sort in ("name", "word") and not any(term.holds(each) for each in known):
            raise _unknown(word, term, known)
        terms.append(term)
    return tuple(terms)


def _numbers(name: str, before: Word, word: Word | None) -> Term:
    """What a number, or a range, asks of the fact named before it."""
    examples = f"as {name} 3, {name} 3-5 or {name} 3+"
    if word is None:
        raise Unfinished(f"which {name}? {examples}", before.end)
    found = re.fullmatch(_NUMBERS, word.text)
    if found is None:
        raise CommandError(f'"{word.text}" is no {name}: {examples}', word.column)
    first = _value(found["first"])
    last = inf if found["on"] else _value(found["last"] or found["first"])
    return Term(name, f"{name} {word.text}", numbers=(min(first, last), max(first, last)))


def _value(written: str) -> float:
    whole, _, part = written.partition("/")
    return int(whole) / int(part or 1)


def _term(word: Word, kinds: set[str], sizes: set[str]) -> Term:
    text = plain(word.text)
    if word.quoted:
        return Term("name", word.raw, text)
    sort = "kind" if text in kinds else "size" if text in sizes else "word"
    return Term(sort, word.raw, text)


def _words(facts: Facts) -> str:
    """All a creature can be found by, each word after a blank."""
    return " " + plain(" ".join((facts.name, facts.role, facts.type, facts.kind, facts.size, *facts.tags)))


def _unknown(word: Word, term: Term, known: Sequence[Facts]) -> NothingSo:
    """The error for what no creature has: with the nearest word that one has, or the nearest name."""
    if term.sort == "name":
        near = did_you_mean(word.text, (each.name for each in known))
        return NothingSo(f'no creature is called "{word.text}"{near}', word.column)
    near = did_you_mean(term.text, (each for facts in known for each in _words(facts).split()))
    near = near or did_you_mean(term.text, (each.name for each in known))
    return NothingSo(f'no creature is, or is called, "{word.text}"{near}', word.column)


def matching(terms: Sequence[Term], known: Iterable[Facts]) -> list[Facts]:
    """Those of the creatures that are what is asked; where one is called in full as a quoted name is, it alone."""
    found = [each for each in known if _fits(terms, each)]
    named = [term.text for term in terms if term.sort == "name"]
    return [each for each in found if plain(each.name) in named] or found


def _fits(terms: Sequence[Term], facts: Facts) -> bool:
    if not all(term.holds(facts) for term in terms if term.sort not in ANY_WILL_DO):
        return False
    for sort in ANY_WILL_DO:
        alternatives = [term for term in terms if term.sort == sort]
        if alternatives and not any(term.holds(facts) for term in alternatives):
            return False
    return True


def nothing_found(query: str, terms: Sequence[Term], known: Sequence[Facts]) -> str:
    """Why no creature is all that is asked, for people: what there is without a word, and the nearest name."""
    if not known:
        return "there are no creatures for this rules system yet"
    told = [f'no creature is all of "{query.strip()}"{did_you_mean(query.strip(), (each.name for each in known))}']
    for term in terms:
        found = matching([each for each in terms if each is not term], known)
        if found and len(terms) > 1:
            names = ", ".join(each.name for each in found[:MOST_NAMED])
            more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
            told.append(f"without {term.shown}: {names}{more}")
    return "; ".join(told)
