"""The search language of the library: `level 1-3 mook humanoid`, `dragon or demon not resist fire`."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import inf, nextafter
from types import MappingProxyType
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError, Unfinished
from orcus_tui.commands.lexer import Word, words_of
from orcus_tui.library.facts import HIT_POINTS, LEGENDARY, Facts, searchable
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import some_of

RESISTS = "resists"
ANYWHERE = "anywhere"
"""The category of a plain word that may also match a creature's damage, conditions or powers."""
EVERYTHING = "all"
"""The resistance to all damage."""

LISTS: Mapping[str, str] = MappingProxyType({
    "resist": RESISTS, "resists": RESISTS, "resistance": RESISTS, "immune": "immune", "immunity": "immune",
    "vulnerable": "vulnerable", "vulnerability": "vulnerable", "deals": "deals", "deal": "deals", "damage": "deals",
    "inflicts": "inflicts", "inflict": "inflicts", "causes": "inflicts", "moves": "moves", "power": "powers",
    "powers": "powers", "trait": "powers",
})  # fmt: skip
"""The words that introduce a word of the combat facts, each with the list it must be in."""

NEIGHBOURING: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "minion": ("mook",), "solo": ("boss", "triple", LEGENDARY), "boss": ("triple", LEGENDARY), "elite": ("double",),
    "lurker": ("skulker",), "artillery": ("archer",), "controller": ("spoiler", "caster"), "brute": ("wrecker",),
    "soldier": ("blocker", "troop"), "skirmisher": ("striker",), "flying": ("fly",), "flier": ("fly",),
    "flight": ("fly",), "flies": ("fly",), "swimming": ("swim",), "climbing": ("climb",), "burrowing": ("burrow",),
    "teleporting": ("teleport",), "teleports": ("teleport",), "dominated": ("controlled", "charmed"),
    "controlled": ("dominated",), "immobilized": ("immobile", "stuck"), "immobilised": ("immobile", "stuck"),
    "stuck": ("immobile",), "grabbed": ("grappled",), "grappled": ("grabbed",), "blind": ("blinded",),
    "slow": ("slowed", "hampered"), "slowed": ("hampered",), "afraid": ("frightened", "fear"),
    "frightened": ("fear",), "fear": ("frightened",), "paralysed": ("paralyzed",), "asleep": ("unconscious",),
    "radiant": ("holy",), "holy": ("radiant",), "necrotic": ("negative energy",), "negative": ("necrotic",),
})  # fmt: skip
"""Words of related editions and of everyday speech, with their equivalents in the systems."""

EVERYDAY: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "paralyses": ("paralyzed",), "paralyzes": ("paralyzed",), "paralysis": ("paralyzed",), "stuns": ("stunned",),
    "stun": ("stunned",), "dazes": ("dazed",), "blinds": ("blinded",), "deafens": ("deafened",),
    "charms": ("charmed",), "charm": ("charmed",), "frightens": ("frightened", "fear"),
    "scares": ("frightened", "fear"), "poisons": ("poisoned",), "restrains": ("restrained",),
    "grapples": ("grappled", "grabbed"), "grabs": ("grabbed", "grappled"), "petrifies": ("petrified",),
    "weakens": ("weakened",), "slows": ("slowed", "hampered"), "immobilizes": ("immobilized", "immobile", "stuck"),
    "flyer": ("fly",), "flyers": ("fly",), "healing": ("heals",), "heal": ("heals",),
})  # fmt: skip
"""Everyday words about creatures and powers, with the systems' words for them."""


def synonyms(key: str) -> tuple[str, ...]:
    """A word and the words with its meaning."""
    return (key, *NEIGHBOURING.get(key, ()), *EVERYDAY.get(key, ()))


class Term(Struct, frozen=True):
    """A term of a search; if it is `negated`, it must not match.

    `category` is `number`, `kind`, `size`, `name`, `word`, `anywhere`, or a list of the combat facts; `shown` is the
    text as typed. `fact` names the number, which must be between the two `numbers`; one of the `texts` must match.
    """

    category: str
    shown: str
    texts: tuple[str, ...] = ()
    fact: str = ""
    numbers: tuple[float, float] = (0, 0)
    negated: bool = False

    def matches(self, facts: Facts) -> bool:
        """Whether a creature matches the term."""
        return self._applies(facts) != self.negated

    def _applies(self, facts: Facts) -> bool:
        if self.category == "number":
            number = facts.number(self.fact)
            return number is not None and self.numbers[0] <= number <= self.numbers[1]
        if self.category in ("kind", "size"):
            return searchable(getattr(facts, self.category)) in self.texts
        if self.category == "name":
            return self.begins_one_of((facts.name,))
        if self.category == "word":
            return self.begins_one_of(plain_words(facts))
        if self.category == ANYWHERE:
            combat = facts.combat
            return self.begins_one_of((*plain_words(facts), *combat.deals, *combat.inflicts, *combat.powers))
        known: Sequence[str] = getattr(facts.combat, self.category)
        return self.begins_one_of(known) or (self.category == RESISTS and EVERYTHING in known)

    def begins_one_of(self, known: Iterable[str]) -> bool:
        """Whether a word among the known ones begins with one of the texts."""
        words = " " + searchable(" ".join(known))
        return any(f" {text}" in words for text in self.texts)

    @property
    def is_alternative(self) -> bool:
        """Whether one match among several such terms is enough: levels, kinds, sizes."""
        return self.category in ("number", "kind", "size") and not self.negated


OneTerm = TypeVar("OneTerm", bound=Struct)
Clause = tuple[Term, ...]
"""Alternative terms; at least one must match."""


def plain_words(facts: Facts) -> tuple[str, ...]:
    """The texts in which a plain word of a search is looked up."""
    combat = facts.combat
    return (facts.name, facts.role, facts.type, facts.kind, facts.size, *facts.tags, *combat.moves, *combat.senses)


NUMBERS = ("level", "xp", "challenge", HIT_POINTS)
"""The numeric facts of every system, besides defenses: words followed by a number or a range."""
SHORT = {
    "cr": "challenge", "fort": "fortitude", "ref": "reflex", "physical": "pd", "mental": "md", "tough": "toughness",
}  # fmt: skip
"""Other words for numeric facts."""
_NUMBER = r"[0-9]{1,7}(?:/[1-9])?"
_NUMBERS = rf"(?P<sign>[<>]=?)?(?P<first>-?{_NUMBER})(?:(?P<on>\+)|(?:[-–]|\.\.)(?P<last>{_NUMBER}))?"
_JOINED = r"(?P<head>[A-Za-z]+)(?:[:=]|(?=[<>]))(?P<value>[^\s:].*)"
"""A word and its number or its word without a space: `cr<=4`, `class:wizard`."""
MOST_NAMES = 3
OR, NOT = "or", "not"


class NoMatch(CommandError):
    """A word of a query that matches no creature."""


class _Vocabulary(Struct, frozen=True):
    """The meanings of words in a query among some creatures; `numbers` has the fact for each word with a number."""

    known: Sequence[Facts]
    kinds: frozenset[str]
    sizes: frozenset[str]
    numbers: Mapping[str, str]


def _vocabulary(known: Sequence[Facts]) -> _Vocabulary:
    numbers = {each: each for each in (*NUMBERS, *(name for facts in known for name, _ in facts.combat.defenses))}
    numbers |= {alias: name for alias, name in SHORT.items() if name in numbers}
    if not any(each.challenge for each in known):
        numbers |= {"cr": "level", "challenge": "level"}
    elif all(each.level is None for each in known):
        numbers |= {"level": "challenge"}
    kinds = frozenset(searchable(each.kind) for each in known)
    return _Vocabulary(known, kinds, frozenset(searchable(each.size) for each in known) - {""}, numbers)


def read_query(query: str, known: Sequence[Facts]) -> tuple[Clause, ...]:
    """The clauses of a query, all of which must match; the known creatures decide what its words mean.

    Raises CommandError with the column: Unfinished if a word is missing, NoMatch for a word that matches no creature.
    """
    vocabulary = _vocabulary(known)
    return _with_alternatives(clauses_of(query, partial(_term, vocabulary)))


def clauses_of(query: str, term_at: Callable[[Sequence[Word], int], tuple[OneTerm, int]]) -> list[tuple[OneTerm, ...]]:
    """The terms of a query, with those joined by `or` in one clause. Raises CommandError.

    `term_at` returns the term at a place, and the place after it; a term after `not` is negated.
    """
    words = split_words(query)
    clauses: list[tuple[OneTerm, ...]] = []
    place = 0
    while place < len(words):
        joined = words[place].key == OR and bool(clauses)
        place += joined
        if place == len(words):
            raise Unfinished(f"expected a word after {OR}", words[-1].end)
        negated = _is_not(words, place)
        term, place = term_at(words, place + negated)
        if negated:
            term = replace(term, negated=True)
        if joined:
            clauses[-1] = (*clauses[-1], term)
        else:
            clauses.append((term,))
    return clauses


def _is_not(words: Sequence[Word], place: int) -> bool:
    """Whether the word at a place is the `not` before another word."""
    word = words[place]
    if word.key != NOT or len(words) == 1:
        return False
    if place + 1 == len(words):
        raise Unfinished(f"expected a word after {NOT}", word.end)
    after = words[place + 1]
    if after.raw.startswith("(") and not after.raw.endswith(")"):
        raise CommandError(f"{NOT} is for one word, not for several in brackets: {NOT} a {NOT} b", after.column)
    return True


def split_words(query: str) -> list[Word]:
    """The words of a query, with a space at each sign: `cr<=4` is `cr <=4`, `class:wizard` is `class wizard`."""
    found: list[Word] = []
    for word in words_of(query):
        parts = None if word.is_quoted else re.fullmatch(_JOINED, word.raw)
        if parts is None:
            found.append(word)
            continue
        head, value = parts["head"], parts["value"].strip('"')
        at = word.column + parts.start("value")
        found.append(Word(head, head, head.lower(), word.column, word.column + len(head)))
        found.append(Word(parts["value"], value, value.lower(), at, word.end))
    return found


def number_range(before: Word, word: Word) -> tuple[float, float]:
    """The lowest and the highest of a number or a range after a word. Raises CommandError."""
    return _number_term(before.key, before, word).numbers


def _with_alternatives(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """The clauses, with those for alternative levels, kinds or sizes merged into one."""
    joined: dict[object, Clause] = {}
    for place, clause in enumerate(clauses):
        term = clause[0]
        key: object = place
        if len(clause) == 1 and term.is_alternative:
            key = term.category, term.fact
        joined[key] = (*joined.get(key, ()), *clause)
    return tuple(joined.values())


def _term(vocabulary: _Vocabulary, words: Sequence[Word], place: int) -> tuple[Term, int]:
    """The term at a position, of one word or two, and the position after it."""
    word, after = words[place], words[place + 1] if place + 1 < len(words) else None
    is_number = after is not None and re.fullmatch(_NUMBERS, after.text) is not None
    if word.key in vocabulary.numbers and (is_number or not _matches_alone(word, vocabulary)):
        return _number_term(vocabulary.numbers[word.key], word, after), place + 2
    if word.key in LISTS:
        if after is None and not _matches_alone(word, vocabulary):
            raise Unfinished(f"expected a word after {word.text}, such as {_example(word, vocabulary)}", word.end)
        if after is not None:
            return _list_term(word, after, vocabulary), place + 2
    return _word_term(word, vocabulary), place + 1


def _matches_alone(word: Word, vocabulary: _Vocabulary) -> bool:
    """Whether the word alone matches a creature."""
    try:
        _word_term(word, vocabulary)
    except NoMatch:
        return False
    return True


def _number_term(name: str, before: Word, word: Word | None) -> Term:
    """The term for a number or a range after the name of its fact."""
    typed = before.key
    examples = f"such as {typed} 3, {typed} 3-5 or {typed} 3+"
    if word is None:
        raise Unfinished(f"expected a number after {typed}, {examples}", before.end)
    found = re.fullmatch(_NUMBERS, word.text)
    if found is None:
        raise CommandError(f'expected a {typed} {examples}, got "{word.text}"', word.column)
    if found["sign"] and (found["on"] or found["last"]):
        raise CommandError(f'expected one number after {found["sign"]}, got "{word.text}"', word.column)
    return Term("number", f"{typed} {word.text}", fact=name, numbers=_range(found))


def _range(found: re.Match[str]) -> tuple[float, float]:
    """The lowest and the highest number in a match of `_NUMBERS`."""
    first = _value(found["first"])
    if found["sign"]:
        edge = first if "=" in found["sign"] else nextafter(first, inf if found["sign"] == ">" else -inf)
        return (edge, inf) if found["sign"].startswith(">") else (-inf, edge)
    last = inf if found["on"] else _value(found["last"] or found["first"])
    return min(first, last), max(first, last)


def _value(number: str) -> float:
    whole, _, part = number.partition("/")
    return int(whole) / int(part or 1)


def _list_term(before: Word, word: Word, vocabulary: _Vocabulary) -> Term:
    """The term for a word in a list of the combat facts: `resist fire`."""
    category = LISTS[before.key]
    term = Term(category, f"{before.text} {word.raw}", _texts(word))
    pool = _pool(category, vocabulary)
    if term.begins_one_of(pool):
        return term
    near = did_you_mean(word.text, pool) or _near_word(word.key, NEIGHBOURING)
    raise NoMatch(f'no creature {_ASKED[category]} "{word.text}"{near}', word.column)


_ASKED = {
    "resists": "resists", "immune": "is immune to", "vulnerable": "is vulnerable to", "deals": "deals",
    "inflicts": "inflicts", "moves": "moves by", "powers": "has a power or trait named",
}  # fmt: skip


def _pool(category: str, vocabulary: _Vocabulary) -> list[str]:
    """All words in a list of the combat facts."""
    return sorted({each for facts in vocabulary.known for each in getattr(facts.combat, category)})


def _example(word: Word, vocabulary: _Vocabulary) -> str:
    pool = _pool(LISTS[word.key], vocabulary)
    return f"{word.key} {pool[0]}" if pool else f"{word.key} WORD"


def _texts(word: Word) -> tuple[str, ...]:
    """The word for searching, and its equivalents in other systems."""
    key = " ".join(word.text.lower().split())
    return tuple(map(searchable, synonyms(key)))


def _word_term(word: Word, vocabulary: _Vocabulary) -> Term:
    """The term for a single word: a name, kind, size, or word of the facts; else a condition or a power's name.

    Raises NoMatch.
    """
    if word.is_quoted:
        for category in ("name", "powers"):
            term = Term(category, word.raw, (searchable(word.text),))
            if any(term.matches(each) for each in vocabulary.known):
                return term
        near = did_you_mean(word.text, (each.name for each in vocabulary.known))
        raise NoMatch(f'no creature named "{word.text}"{near}', word.column)
    texts = _texts(word)
    for category, words in (("kind", vocabulary.kinds), ("size", vocabulary.sizes)):
        if found := tuple(text for text in texts if text in words):
            return Term(category, word.raw, found)
    for category in ("word", "inflicts", "powers"):
        term = Term(category, word.raw, texts)
        if any(term.matches(each) for each in vocabulary.known):
            return term
    raise _unknown(word, texts[0], vocabulary)


def _unknown(word: Word, text: str, vocabulary: _Vocabulary) -> NoMatch:
    """The error for a word that matches no creature, with the nearest word or name that does."""
    known = vocabulary.known
    near = (
        did_you_mean(text, (each for facts in known for each in searchable(" ".join(plain_words(facts))).split()))
        or did_you_mean(text, (each.name for each in known))
        or _near_word(text, (*LISTS, *vocabulary.numbers, *NEIGHBOURING))
        or did_you_mean(text, (*_pool("inflicts", vocabulary), *_pool("powers", vocabulary)))
    )
    return NoMatch(f'no matches for "{word.text}"{near}', word.column)


def _near_word(text: str, words: Iterable[str]) -> str:
    """The nearest word of the query language, as a suggestion; empty if it is one of them."""
    known = tuple(words)
    return "" if text in known else did_you_mean(text, known)


def broadened(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """The clauses, in which a plain word may also match a creature's damage, conditions or powers: `fire breath`."""
    return tuple(
        tuple(
            replace(term, category=ANYWHERE) if term.category == "word" and not term.negated else term
            for term in clause
        )
        for clause in clauses
    )


def matching_creatures(clauses: Sequence[Clause], known: Iterable[Facts]) -> list[Facts]:
    """The creatures that match all clauses; if a quoted name is the full name of a creature, only that creature."""
    found = [each for each in known if all(any(term.matches(each) for term in clause) for clause in clauses)]
    names = [clause[0].texts[0] for clause in clauses if len(clause) == 1 and _is_name(clause[0])]
    return [each for each in found if searchable(each.name) in names] or found


def _is_name(term: Term) -> bool:
    return term.category == "name" and not term.negated


def explain_no_match(query: str, clauses: Sequence[Clause], known: Sequence[Facts]) -> str:
    """Why a query finds nothing, as a message: the nearest name, and what would match without one of its words."""
    if not known:
        return "no creatures for this rules system yet"
    parts = [
        f'no creature matches all of "{query.strip()}"{did_you_mean(query.strip(), (each.name for each in known))}'
    ]
    for clause in clauses:
        found = matching_creatures([each for each in clauses if each is not clause], known)
        if found and len(clauses) > 1:
            names = some_of([each.name for each in found], MOST_NAMES)
            without = f" {OR} ".join(f"{NOT} {term.shown}" if term.negated else term.shown for term in clause)
            parts.append(f"without {without}: {names}")
    return "; ".join(parts)
