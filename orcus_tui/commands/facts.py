"""Facts in a line: `weapon+ca`, `!cor`, `hp 25%-`, `escalation 3+ + staggered`."""

import re
from collections.abc import Iterable

from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.context import WordCursor
from orcus_tui.commands.lexer import Word, outside_quotes, words_of
from orcus_tui.commands.names import among, condition_names
from orcus_tui.commands.slot import Slot
from orcus_tui.model.facts import Fact, FactNumber, Facts, facts_text, read_number
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import name_key
from orcus_tui.rules.facts import has_numbers, known_facts

_JOINERS = ("+", ",")
_NUMBERS = {
    "hp": (r"([0-9]{1,6}%?-)", "the most hit points, e.g. hp 50- or hp 25%-"),
    "round": (r"([0-9]{1,4}\+?)", "a round, e.g. round 1 or round 3+"),
    "escalation": (r"([0-9]{1,3}\+?|even|odd)", "a value of the escalation die, e.g. escalation 3+ or escalation even"),
}


class _Letters:
    """The words from the cursor on, read piece by piece: they are split at `+`, `,` and `!`."""

    def __init__(self, cursor: WordCursor) -> None:
        self.cursor = cursor
        self.offset = 0

    @property
    def left(self) -> str:
        """What is left of the word, as typed."""
        word = self.cursor.word
        return word.raw[self.offset :] if word else ""

    @property
    def column(self) -> int:
        """The column of what is left."""
        word = self.cursor.word
        return word.column_at(self.offset) if word else self.cursor.column

    def skip(self, length: int) -> None:
        """Moves past some letters, and to the next word at the end of one."""
        self.offset += length
        word = self.cursor.word
        if word and self.offset >= len(word.raw):
            self.cursor.at += 1
            self.offset = 0

    def require(self, wanted: str) -> None:
        """Raises Unfinished at the end of the line."""
        if self.cursor.word is None:
            self.cursor.take(wanted, lambda typed: offer_facts(self.cursor, typed))


def read_facts(cursor: WordCursor) -> Facts:
    """The facts that begin at the next word.

    Raises CommandError for a word that is not a fact, Unfinished where a fact is missing.
    """
    letters = _Letters(cursor)
    groups: list[tuple[Fact, ...]] = [()]
    while True:
        groups[-1] += (_read_fact(letters),)
        joiner = _read_joiner(letters)
        if joiner == ",":
            groups.append(())
        elif not joiner:
            facts = Facts(tuple(groups))
            return Facts(facts.any_of, facts_text(facts))


def _read_joiner(letters: _Letters) -> str:
    """The `+` or `,` after a fact; empty at the end of the facts. A new word such as `+2` does not join facts."""
    left = letters.left
    if letters.offset and left[:1] not in _JOINERS:
        raise CommandError(f'write the + before "{left}" as a word: escalation 3+ + {left}', letters.column)
    if left[:1] not in _JOINERS or (not letters.offset and re.match(r"\+[0-9]", left)):
        return ""
    letters.skip(1)
    return left[0]


def _read_fact(letters: _Letters) -> Fact:
    letters.require("a fact")
    negated = letters.left.startswith("!")
    if negated:
        letters.skip(1)
        letters.require("a fact")
    left = letters.left
    length = min((cut for sign in _JOINERS for cut in outside_quotes(left, sign)), default=len(left))
    typed, column = left[:length], letters.column
    if not typed:
        raise CommandError("expected a fact", column)
    quoted = typed.startswith('"')
    text = words_of(typed)[0].text if quoted else typed
    word = Word(typed, text, "" if quoted else text.lower(), column, column + length)
    letters.skip(length)
    found = _fact_named(word, letters.cursor)
    if not quoted and has_numbers(letters.cursor.system, found):
        return Fact(found, negated, _read_number(letters, found))
    return Fact(found, negated)


def _read_number(letters: _Letters, word: str) -> FactNumber | None:
    pattern, wanted = _NUMBERS[word]
    letters.require(wanted)
    found = re.match(pattern, letters.left.lower())
    if found is None:
        raise CommandError(f"expected {wanted}", letters.column)
    letters.skip(found.end())
    return read_number(word, found[1])


def _fact_named(word: Word, cursor: WordCursor) -> str:
    """The fact that a word means; words in quotes may also be names or free text."""
    key = name_key(word.text)
    if not key:
        raise CommandError("expected a fact", word.column)
    conditions = condition_names(cursor.system)
    if key in conditions:
        return conditions[key]
    known = _names(cursor)
    if key in known:
        return known[key]
    if word.is_quoted:
        return key
    if "*" in key:
        return key
    found = among(word, key, known | conditions)
    if found is None:
        near = did_you_mean(word.text, known | conditions)
        raise CommandError(
            f'unknown fact "{word.text}"{near or "; put a name or your own words in quotes"}', word.column
        )
    return found


def _names(cursor: WordCursor) -> dict[str, str]:
    """The facts and creatures by their folded names, and the words that a number follows."""
    fight = cursor.fight
    named = {name_key(sheet.name): creature for creature, sheet in fight.sheets.items()}
    ids = {creature: creature for creature in fight.sheets}
    words = {word: word for word in known_facts(cursor.system, fight)}
    numbered = {word: word for word in _NUMBERS if has_numbers(cursor.system, word)}
    own = cursor.system.words.term("staggered")
    return named | ids | ({name_key(own): "staggered"} if own else {}) | words | numbered


def offer_facts(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    """The facts with their meanings, and the creatures, each with the part already typed in front."""
    cut = max(typed.rfind("+"), typed.rfind(","), typed.rfind("!")) + 1
    head = typed[:cut]
    for word, means in known_facts(cursor.system, cursor.fight).items():
        yield Candidate(head + word, means)
    for creature, sheet in cursor.fight.sheets.items():
        yield Candidate(head + creature, sheet.name)
    for word, example in (("hp", "hp 50-"), ("round", "round 3+"), ("escalation", "escalation 3+")):
        if has_numbers(cursor.system, word):
            yield Candidate(head + word, f"followed by a number: {example}")


def facts_slot(word: str, key: str, meaning: str) -> Slot:
    """The facts after a word, such as `against`."""

    def read(cursor: WordCursor) -> Facts | None:
        return read_facts(cursor) if cursor.skip(word) else None

    return Slot(
        f"{word} FACTS", key, f'"{word}"', read, lambda _, __: (Candidate(word, meaning),), begins=frozenset((word,))
    )
