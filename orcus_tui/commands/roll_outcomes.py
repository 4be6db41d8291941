"""Outcomes of attack rolls that a power's line applies to, such as `natural 16+:` or `crit:`."""

import re

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.lexer import Word
from orcus_tui.model.power import ANY_ROLL, RollOutcome

FORMS = "natural 16+:, natural even:, natural 2-5:, crit:, hit: or miss:"

_FACES = r"([0-9]{1,2})(?:-([0-9]{1,2})|(\+))?"
_PARITIES = {"even": tuple(range(2, 21, 2)), "odd": tuple(range(1, 21, 2))}


def take_roll_outcome(words: list[Word]) -> tuple[RollOutcome, list[Word]]:
    """The attack rolls a line applies to, and the words after them; any roll if the line does not say.

    Raises CommandError at a word that makes no sense there.
    """
    if not words or words[0].key.partition(":")[0] not in ("natural", "crit", "hit", "miss"):
        return ANY_ROLL, words
    ends = next((place for place, word in enumerate(words) if ":" in word.key), None)
    if ends is None:
        raise CommandError(f"a colon is missing after the attack rolls, e.g. {FORMS}", words[-1].end)
    last, rest = _split_at_colon(words[ends])
    return _read([*words[:ends], last]), [*rest, *words[ends + 1 :]]


def _split_at_colon(word: Word) -> tuple[Word, list[Word]]:
    """The word up to its colon, and what follows the colon without a space."""
    at = word.raw.index(":")
    head = Word(word.raw[:at], word.raw[:at], word.key[:at], word.column, word.column + at)
    if at + 1 == len(word.raw):
        return head, []
    rest = word.raw[at + 1 :]
    return head, [Word(rest, rest, rest.lower(), word.column + at + 1, word.end)]


def _read(words: list[Word]) -> RollOutcome:
    faces: tuple[int, ...] = ()
    crit, hits = False, None
    following = iter(words)
    for word in following:
        if word.key == "natural":
            number = next(following, None)
            if number is None or not number.key:
                raise CommandError(f"natural needs numbers, e.g. {FORMS}", word.end)
            faces = _faces(number)
        elif word.key == "crit":
            crit = True
        elif word.key in ("hit", "miss"):
            hits = word.key == "hit"
        else:
            raise CommandError(f'"{word.raw}" is not a kind of attack roll; write {FORMS}', word.column)
    if crit and hits is False:
        raise CommandError("a critical hit is never a miss", words[0].column)
    return RollOutcome(faces, crit, hits)


def _faces(word: Word) -> tuple[int, ...]:
    if word.key in _PARITIES:
        return _PARITIES[word.key]
    found = re.fullmatch(_FACES, word.key)
    if found is None:
        raise CommandError(f'expected numbers of a d20 after natural, e.g. {FORMS}, got "{word.raw}"', word.column)
    first = int(found[1])
    last = int(found[2]) if found[2] else 20 if found[3] else first
    if not 1 <= first <= last <= 20:
        raise CommandError(f'a d20 shows 1 to 20, not "{word.raw}"', word.column)
    return tuple(range(first, last + 1))
