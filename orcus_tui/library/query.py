"""The search language of the library: `level 1-3 mook humanoid`."""

import re
from collections.abc import Iterable, Sequence
from math import inf

from msgspec import Struct

from orcus_tui.commands.command_error import CommandError, Unfinished
from orcus_tui.commands.lexer import Word, words_of
from orcus_tui.library.facts import Facts, searchable
from orcus_tui.model.suggestions import did_you_mean

NUMBERS = ("level", "xp", "challenge")
"""The numeric facts: words followed by a number or a range."""
SHORT = "cr"
"""Short for `challenge`, among creatures that have one."""
_NUMBER = r"[0-9]{1,7}(?:/[1-9])?"
_NUMBERS = rf"(?P<first>-?{_NUMBER})(?:(?P<on>\+)|[-–](?P<last>{_NUMBER}))?"
MOST_NAMES = 3


class NoMatch(CommandError):
    """A word of a query that fits no creature."""


class Term(Struct, frozen=True):
    """A condition of a query. One of several levels, XP, challenges, kinds or sizes must hold, and all of the others.

    `sort` is `level`, `xp`, `challenge`, `kind`, `size`, `name` or `word`; `shown` is the text as typed; `numbers` are
    the lowest and the highest.
    """

    sort: str
    shown: str
    text: str = ""
    numbers: tuple[float, float] = (0, 0)

    def holds(self, facts: Facts) -> bool:
        """Whether a creature fulfils the condition."""
        if self.sort in NUMBERS:
            number = facts.number(self.sort)
            return number is not None and self.numbers[0] <= number <= self.numbers[1]
        if self.sort in ("kind", "size"):
            return searchable(getattr(facts, self.sort)) == self.text
        if self.sort == "name":
            return f" {self.text}" in f" {searchable(facts.name)}"
        return f" {self.text}" in _words(facts)


ALTERNATIVES = frozenset((*NUMBERS, "kind", "size"))


def read_query(query: str, known: Sequence[Facts]) -> tuple[Term, ...]:
    """The terms of a query; the known creatures decide which words are kinds and sizes.

    Raises CommandError with the column: Unfinished where a number is missing, NoMatch for a word that fits no creature.
    """
    words = iter(words_of(query))
    kinds = {searchable(each.kind) for each in known}
    sizes = {searchable(each.size) for each in known} - {""}
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
    """The term of a number or a range after the name of its fact."""
    examples = f"such as {name} 3, {name} 3-5 or {name} 3+"
    if word is None:
        raise Unfinished(f"expected a number after {name}, {examples}", before.end)
    found = re.fullmatch(_NUMBERS, word.text)
    if found is None:
        raise CommandError(f'expected a {name} {examples}, got "{word.text}"', word.column)
    first = _value(found["first"])
    last = inf if found["on"] else _value(found["last"] or found["first"])
    return Term(name, f"{name} {word.text}", numbers=(min(first, last), max(first, last)))


def _value(number: str) -> float:
    whole, _, part = number.partition("/")
    return int(whole) / int(part or 1)


def _term(word: Word, kinds: set[str], sizes: set[str]) -> Term:
    text = searchable(word.text)
    if word.is_quoted:
        return Term("name", word.raw, text)
    sort = "kind" if text in kinds else "size" if text in sizes else "word"
    return Term(sort, word.raw, text)


def _words(facts: Facts) -> str:
    """All words a creature can be found by, each after a space."""
    return " " + searchable(" ".join((facts.name, facts.role, facts.type, facts.kind, facts.size, *facts.tags)))


def _unknown(word: Word, term: Term, known: Sequence[Facts]) -> NoMatch:
    """The error for a word that fits no creature, with the nearest word or name that does."""
    if term.sort == "name":
        near = did_you_mean(word.text, (each.name for each in known))
        return NoMatch(f'no creature named "{word.text}"{near}', word.column)
    near = did_you_mean(term.text, (each for facts in known for each in _words(facts).split()))
    near = near or did_you_mean(term.text, (each.name for each in known))
    return NoMatch(f'no matches for "{word.text}"{near}', word.column)


def matching(terms: Sequence[Term], known: Iterable[Facts]) -> list[Facts]:
    """The creatures that fulfil all terms; if a quoted name is the whole name of one, that creature alone."""
    found = [each for each in known if _fits(terms, each)]
    named = [term.text for term in terms if term.sort == "name"]
    return [each for each in found if searchable(each.name) in named] or found


def _fits(terms: Sequence[Term], facts: Facts) -> bool:
    if not all(term.holds(facts) for term in terms if term.sort not in ALTERNATIVES):
        return False
    for sort in ALTERNATIVES:
        alternatives = [term for term in terms if term.sort == sort]
        if alternatives and not any(term.holds(facts) for term in alternatives):
            return False
    return True


def explain_no_match(query: str, terms: Sequence[Term], known: Sequence[Facts]) -> str:
    """Why a query finds nothing, as a message: the nearest name, and what would be found without one of its words."""
    if not known:
        return "no creatures for this rules system yet"
    parts = [
        f'no creature matches all of "{query.strip()}"{did_you_mean(query.strip(), (each.name for each in known))}'
    ]
    for term in terms:
        found = matching([each for each in terms if each is not term], known)
        if found and len(terms) > 1:
            names = ", ".join(each.name for each in found[:MOST_NAMES])
            more = f" and {len(found) - MOST_NAMES} more" if len(found) > MOST_NAMES else ""
            parts.append(f"without {term.shown}: {names}{more}")
    return "; ".join(parts)
