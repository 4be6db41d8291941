"""Secret words: whether a text mentions the name of a creature that is hidden or masked.

The whole name is secret, and so is each of its words, except words of names that players see and common words. A common
word is secret as a possessive (`Black's curse`), and in a name without other words.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from unicodedata import category

from msgspec import Struct

from orcus_tui.model.text import without_accents

COMMON_WORDS: Mapping[str, frozenset[str]] = {
    group: frozenset(words.split())
    for group, words in tomllib.loads(Path(__file__).with_name("common_words.toml").read_text(encoding="utf-8")).items()
}
"""Words that reveal no creature although they are part of a hidden name, by subject: see `common_words.toml`."""
CONNECTING = COMMON_WORDS["connecting words"]
"""Words that are secret only as part of a whole name.

Other common words are secret in a name that has no other words.
"""
SHORTEST_BEGINNING = 4
"""The fewest letters of a word that is also secret at the beginning of a longer word: `strahd` in `strahdcurse`."""

_COMMON = frozenset().union(*COMMON_WORDS.values())
_RUN = re.compile(r"[^\W\d_]+|\d+")
_CAMEL_CASE = re.compile(r"(?<=[a-z])(?=[A-Z])")
_POSSESSIVE = re.compile(r"([^\W\d_]+)'s\b|([^\W\d_]+s)'(?!\w)")
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ′´`", "'"))
_ENDINGS = (("ies", "y"), ("ves", "f"), ("ves", "fe"), ("s", ""))
_LONG_ENDING = re.compile(r"([sxz]|[cs]h|o)es")


class SecretWords(Struct, frozen=True, eq=False):  # there is one for each set of names, so it is compared by identity
    """Secret words and names, in lower case without accents.

    `words` are secret as they are, as plurals and, with SHORTEST_BEGINNING letters, at the beginning of a word;
    `possessives` only as possessives. `common` words are not secret; `seen` words are not secret as plurals either.
    `anywhere` are secret even inside a word: symbols, and words of scripts without capitals. `names` are whole names as
    words, of up to `longest_name` words.
    """

    words: frozenset[str] = frozenset()
    beginnings: tuple[str, ...] = ()
    possessives: frozenset[str] = frozenset()
    common: frozenset[str] = frozenset()
    seen: frozenset[str] = frozenset()
    anywhere: tuple[str, ...] = ()
    names: frozenset[tuple[str, ...]] = frozenset()
    longest_name: int = 0


class _Text(Struct, frozen=True):
    """A text to compare: `runs` are its sequences of letters or digits, `joined` its blank-separated parts."""

    plain: str
    runs: tuple[str, ...]
    joined: tuple[str, ...]


@lru_cache(maxsize=8)  # names change rarely, texts often
def secret_words(secret: frozenset[str], public: frozenset[str]) -> SecretWords:
    """The secret words for a set of secret names while players see the `public` names."""
    if not secret:
        return SecretWords()
    seen = [_read(name) for name in public]
    seen_words = frozenset(each for text in seen for each in (*text.runs, *text.joined))
    words: set[str] = set()
    possessives: set[str] = set()
    anywhere: set[str] = set()
    names: set[tuple[str, ...]] = set()
    for name in map(_read, secret):
        candidates = {each for each in name.runs if _can_be_secret(each) and seen_words.isdisjoint(_singulars(each))}
        words |= candidates - _COMMON or candidates - CONNECTING
        possessives |= candidates - CONNECTING
        anywhere |= _signs_of(name)
        if name.runs and not _is_in_visible_name(name.runs, seen, seen_words):
            names.add(name.runs)
            words |= _compounds_of(name) - seen_words
    anywhere |= {word for word in words if _has_no_case(word)}
    return SecretWords(
        frozenset(each for word in words for each in _singulars(word)),
        tuple(word for word in words if len(word) >= SHORTEST_BEGINNING),
        frozenset(each for word in possessives for each in _singulars(word)),
        _COMMON - words,
        seen_words,
        tuple(each for each in anywhere if not any(each in text.plain for text in seen)),
        frozenset(names),
        max(map(len, names), default=0),
    )


@lru_cache(maxsize=1024)  # cached, since effects last for several turns
def mentions(text: str, secret: SecretWords) -> bool:
    """Whether a text contains a secret word or name."""
    if not secret.words and not secret.names and not secret.anywhere:
        return False
    read = _read(text)
    return (
        any(_is_secret(word, secret) for word in (*read.runs, *read.joined))
        or any(_is_secret_possessive(word, secret) for word in _possessives_of(read.plain))
        or any(first + second in secret.words for first, second in pairwise(read.runs))
        or any(each in read.plain for each in secret.anywhere)
        or any(part in secret.names for part in _parts_of(read.runs, secret.longest_name))
    )


def _is_secret(word: str, secret: SecretWords) -> bool:
    if word in secret.common or not secret.seen.isdisjoint(_singulars(word)):
        return False
    return word.startswith(secret.beginnings) or not secret.words.isdisjoint(_singulars(word))


def _is_secret_possessive(word: str, secret: SecretWords) -> bool:
    return not secret.possessives.isdisjoint(_singulars(word))


@lru_cache(maxsize=4096)  # cached, since names are read again whenever a creature is hidden or revealed
def _read(text: str) -> _Text:
    visible = text if text.isascii() else "".join(sign for sign in text if category(sign) != "Cf")
    plain = without_accents(_CAMEL_CASE.sub("-", visible)).translate(_APOSTROPHES)
    parts = (_RUN.findall(part) for part in plain.split())
    return _Text(plain, tuple(_RUN.findall(plain)), tuple("".join(part) for part in parts if len(part) > 1))


def _can_be_secret(word: str) -> bool:
    """Whether a part of a name is a word, not a number or a single letter of a script with capitals."""
    return not word.isdigit() and (len(word) > 1 or _has_no_case(word))


def _compounds_of(name: _Text) -> set[str]:
    """The name as one word, and its parts without the signs in them: `voljin` for `Vol'jin`."""
    return {*name.joined, "".join(name.runs)} if len(name.runs) > 1 else set()


def _signs_of(name: _Text) -> set[str]:
    """The symbols in a name, or the whole name if it has no words."""
    if not name.runs:
        return {name.plain} if name.plain.strip() else set()
    return {sign for sign in name.plain if category(sign) == "So"}


def _has_no_case(word: str) -> bool:
    return word.upper() == word


def _singulars(word: str) -> Iterator[str]:
    """A word, and the words of which it may be the plural."""
    yield word
    for ending, singular in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            yield word.removesuffix(ending) + singular
    if _LONG_ENDING.fullmatch(word[-4:]) or _LONG_ENDING.fullmatch(word[-3:]):
        yield word[:-2]


def _possessives_of(plain: str) -> Iterator[str]:
    return (found[1] or found[2] for found in _POSSESSIVE.finditer(plain))


def _is_in_visible_name(name: tuple[str, ...], seen: Iterable[_Text], seen_words: frozenset[str]) -> bool:
    """Whether a name is part of a name that players see."""
    return seen_words.issuperset(name) and any(name in _parts_of(text.runs, len(name)) for text in seen)


def _parts_of(runs: tuple[str, ...], longest: int) -> Iterator[tuple[str, ...]]:
    """Each part of a text of up to `longest` words."""
    for start in range(len(runs)):
        for end in range(start + 1, min(start + longest, len(runs)) + 1):
            yield runs[start:end]
