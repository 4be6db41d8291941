"""Names and words chosen to cause trouble: punctuation, keywords, every class of Unicode, all lengths."""

import sys
import unicodedata
from functools import cache
from random import Random

PUNCTUATION = tuple("@*.!#+-&;,:=~\"'\\|<>[]{}()/%?$^`_")
LIKE_TARGETS = ("@all", "@foes", "@up", "@party", "@nobody", "*", "g*", "gob*", ".", "..", "1-3", "g1-3", "!x", "a,b")
LIKE_WORDS = ("by", "face", "save", "all", "then", "until", "half", "crit", "miss", "x2", "hit", "first", "none")
LIKE_VERBS = ("next", "undo", "damage", "d", "n", "write", "open", "quit", "?", "alias")
LIKE_NUMBERS = (
    "0",
    "5",
    "+2",
    "-4",
    "1d6",
    "d%",
    "#1",
    "#2",
    "1e9",
    "nan",
    "inf",
    "0x1f",
    "٣",
    "²",
    "½",
    "Ⅷ",
    "9" * 30,
)
LIKE_TEXT = ('a"b', '"', "it's", "a;b", "a & b", "a+b", "a\\", "[b]x[/b]", "{x}", "hp=5", "~name", "-x", "a  b", " a ")
LIKE_FILES = ("true", "null", '"""', "'''", "# no comment", "[[creature]]", "\\u0041", "C:\\x", "../x", "con", "NUL")
LETTERS = (
    "é",
    "e\u0301",
    "ß",
    "İ",
    "ı",
    "ǅ",
    "ﬁ",
    "ſ",
    "日本語",
    "👩‍👩‍👧",
    "a\u00a0b",
    "\u00ad",
    "\u200d",
    "𝔄",
    "ー",
    "Ω",
    "K",
)
LENGTHS = (1, 39, 40, 41, 59, 60, 61, 99, 100, 101, 300, 500, 501, 2_000, 20_000)
GOBLINS = ("Goblin", "goblin", "Goblin 1", "goblin1", "GOBLIN", "Goblin-1", "Gob lin")

_LISTS = (PUNCTUATION, LIKE_TARGETS, LIKE_WORDS, LIKE_VERBS, LIKE_NUMBERS, LIKE_TEXT, LIKE_FILES, LETTERS, GOBLINS)


def hurtful_word(chance: Random) -> str:
    """A name or word that looks like something else, or is invisible."""
    kind = chance.random()
    if kind < 0.6:
        return chance.choice(chance.choice(_LISTS))
    if kind < 0.75:
        letter = chance.choice("ab é日9@+")
        return (letter * chance.choice(LENGTHS)) if letter != " " else "a b " * (chance.choice(LENGTHS) // 4 + 1)
    if kind < 0.9:
        return "".join(_any_character(chance) for _ in range(chance.randint(1, 4)))
    return chance.choice(("", " ", "-")).join(hurtful_word(chance) for _ in range(2))


def quoted(word: str) -> str:
    """The word quoted as one word of the command language."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _any_character(chance: Random) -> str:
    """A character of any class of Unicode, each class as likely as another."""
    classes = _classes()
    return chance.choice(classes[chance.choice(list(classes))])


@cache
def _classes() -> dict[str, str]:
    """Some characters of each class of Unicode."""
    chance = Random(0)
    found: dict[str, list[str]] = {}
    for point in (*range(0x3000), *chance.sample(range(0x3000, sys.maxunicode + 1), 30_000)):
        found.setdefault(unicodedata.category(chr(point)), []).append(chr(point))
    return {
        name: "".join(chance.sample(characters, min(len(characters), 60))) for name, characters in sorted(found.items())
    }
