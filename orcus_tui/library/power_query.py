"""The search language for powers and spells: `spell class:wizard level<=3 paralyses`."""

import re
from collections.abc import Iterable, Sequence
from functools import cache, cached_property

from msgspec import Struct

from orcus_tui.commands.command_error import CommandError, Unfinished
from orcus_tui.commands.lexer import Word
from orcus_tui.library.facts import CombatFacts, combat_facts_of, searchable
from orcus_tui.library.query import LISTS, NoMatch, clauses_of, number_range, split_words, synonyms
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.storage.power_book import BookPower, PowerBook

SPELL = ("spell", "spells")
POWER = ("power", "powers")
IN_A_LIST = ("class", "list", "discipline")
"""The words before a class or a list."""
_LEVELS = ("level", "tier")
_FIELDS = {"use": "at-will", "action": "", "save": ""}
"""The fields of a power that are searched, and their usual values."""
_OTHERS = (*_FIELDS, "tag", "school")
_HEALS = ("heal ", "recover", "regen ", "temp ")
_QUICK = ("level", "class")
"""The kinds of terms that are tried first, because they are the cheapest to check."""


class PowerFacts:
    """The facts about a power for searches: its words by kind, such as `class`; each is found on first use."""

    def __init__(self, power: BookPower) -> None:
        self.power = power
        self._texts: dict[str, str] = {}

    @cached_property
    def combat(self) -> CombatFacts:
        """The damage and conditions of the power and of those that come with it."""
        return combat_facts_of({"power": [*self.power.tables()]})

    def text(self, kind: str) -> str:
        """The words of a kind, for searching; without a kind, all that a plain word can match."""
        if kind not in self._texts:
            self._texts[kind] = f" {searchable(' '.join(self._words(kind)))}"
        return self._texts[kind]

    def _words(self, kind: str) -> Iterable[str]:
        power = self.power
        if kind in _FIELDS:
            return [str(power.power.get(kind, _FIELDS[kind]))]
        if not kind:
            heals = ("heals",) if self._heals() else ()
            words = (power.name, "spell" if is_spell(power) else "power", *heals, *map(self.text, ("use", "action")))
            return (*words, *power.lists, *_tags(power), *self.combat.deals, *self.combat.inflicts)
        others = {"class": power.lists, "tag": _tags(power), "school": power.words}
        return others[kind] if kind in others else getattr(self.combat, kind)

    def _heals(self) -> bool:
        lines = (line for each in self.power.tables() for key in ("effects", "always") for line in each.get(key, ()))
        return any(line.rpartition(": ")[2].startswith(_HEALS) for line in lines)

    @property
    def about(self) -> str:
        """`level 3 spell; Sorcerer, Wizard; 8d6 fire, dex save`."""
        table = self.power.power
        level = "" if self.power.level is None else f"level {self.power.level}"
        kind = "spell" if is_spell(self.power) else "power"
        what = [str(table.get("damage", "")), f"{table['save'].split()[0]} save" if "save" in table else ""]
        what += self.combat.inflicts
        head = " ".join(each for each in (level, _at_lowest_level(str(table.get("use", ""))), kind) if each)
        tail = ", ".join(each for each in what if each and "{" not in each)
        return "; ".join(each for each in (head, ", ".join(self.power.lists), tail) if each)


def _at_lowest_level(text: str) -> str:
    """A text with the words for the lowest level in place of the braces: `daily` for `{'daily' | 5: 'recharge 16'}`."""
    return re.sub(r"\{ *'([^']*)'[^{}]*\}", r"\1", text)


def is_spell(power: BookPower) -> bool:
    """Whether a power is a spell."""
    return "spell" in power.power.get("tags", ())


def _tags(power: BookPower) -> tuple[str, ...]:
    return (*power.power.get("tags", ()), *power.words)


def is_power_query(text: str, book: PowerBook) -> bool:
    """Whether a query is for powers and not for creatures: it begins with `spell` or `power`, or names a class."""
    words = [each.key for each in split_words(text)]
    if not words or not book.powers:
        return False
    if words[0] in SPELL:
        return any(map(is_spell, book.powers))
    return (words[0] in POWER and (len(words) == 1 or words[1] in (*IN_A_LIST, *_LEVELS))) or any(
        each in IN_A_LIST[:2] for each in words[:-1]
    )


def search_powers(book: PowerBook, text: str) -> list[PowerFacts]:
    """The powers that match a query, by level and name.

    Raises CommandError, and NoMatch for a word that matches nothing.
    """
    known = _facts_of(book)
    found = known
    for clause in sorted(clauses_of(text, _term), key=lambda each: each[0].kind not in _QUICK):
        found = [each for each in found if any(_matches(each, term) is not term.negated for term in clause)]
        first = clause[0]
        if not found and len(clause) == 1 and not first.negated and not any(_matches(each, first) for each in known):
            raise _no_match(first, known)
    exact = searchable(text)
    return sorted(found, key=lambda each: (searchable(each.power.name) != exact, _level(each), each.power.name))


@cache
def _facts_of(book: PowerBook) -> list[PowerFacts]:
    """The facts about the powers of a book, made once, so that a search while typing takes only a few milliseconds."""
    return [*map(PowerFacts, book.powers)]


def _level(facts: PowerFacts) -> int:
    return 99 if facts.power.level is None else facts.power.level


# The query


class _Term(Struct, frozen=True):
    """A word of a query and the kind of fact that it is about; `numbers` is the range of a level."""

    kind: str
    word: Word
    numbers: tuple[float, float] | None = None
    negated: bool = False


def _term(words: Sequence[Word], place: int) -> tuple[_Term, int]:
    word, after = words[place], words[place + 1] if place + 1 < len(words) else None
    kind = LISTS.get(word.key, "") if word.key not in POWER else ""
    if word.key in _LEVELS:
        if after is None:
            raise Unfinished(f"expected a number after {word.text}, such as {word.text} 3", word.end)
        return _Term("level", after, number_range(word, after)), place + 2
    if word.key in IN_A_LIST or word.key in _OTHERS or kind:
        if after is None:
            raise Unfinished(f"expected a word after {word.text}", word.end)
        return _Term(kind or ("class" if word.key in IN_A_LIST else word.key), after), place + 2
    return _Term("", word), place + 1


def _matches(facts: PowerFacts, term: _Term) -> bool:
    if term.numbers is not None:
        level = facts.power.level
        return level is not None and term.numbers[0] <= level <= term.numbers[1]
    if not term.kind and term.word.key in (*SPELL, *POWER):
        return term.word.key in POWER or is_spell(facts.power)
    return any(text in facts.text(term.kind) for text in _texts(term.word))


def _texts(word: Word) -> list[str]:
    """The texts that match a word of a query: its synonyms, at the beginning of a word."""
    key = " ".join(word.text.lower().split())
    return [f" {searchable(each)}" for each in synonyms(key)]


def _no_match(term: _Term, known: Iterable[PowerFacts]) -> CommandError:
    text, lists = term.word.text, {name for each in known for name in each.power.lists}
    if term.kind == "class":
        return NoMatch(f'no class or list is called "{text}"{did_you_mean(text, sorted(lists))}', term.word.column)
    words = (word for each in known for word in (each.power.name, *each.text("").split()))
    near = did_you_mean(text, (*IN_A_LIST, *_LEVELS, *_OTHERS, *words))
    return NoMatch(f'no power or spell matches "{text}"{near}', term.word.column)
