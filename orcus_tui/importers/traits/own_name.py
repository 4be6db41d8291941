"""A text in which the creature's own name is replaced by one word, so that patterns can tell it from others."""

import re
from collections.abc import Collection
from functools import lru_cache

SELF = "SELF"
"""The word for the creature that has the text."""

_OTHERS = r"(?i)\b(?:each|another|other|any|every|all|nearby|allied|non|of|two|three|with|more|from|by|\d+) $"
_THIS = re.compile(
    r"(?i)\b(?:this|the) (?:creature|monster)(?= \w+s\b|'s| (?:can|when|while|is|has))|\bthis creature\b"
)
_COMMON = frozenset(
    ("the", "and", "target", "creature", "enemy", "of", "in", "form", "with", "swarm", "mook", "fire", "ice", "level")
)


def with_own_name(text: str, name: str) -> str:
    """The text with `SELF` for the creature: its name or parts of it with an article, and `this creature`."""
    replaced = _pattern_of(name.lower()).sub(lambda found: _replaced(found, name.lower()), text)
    return _THIS.sub(SELF, replaced)


def parts_of_name(name: str, common: Collection[str]) -> set[str]:
    """The beginnings and ends of a name in lower case, without short and common words."""
    words = [word for word in re.findall(r"[\w'-]+", name.lower()) if len(word) > 2 and word not in common]
    return {" ".join(part) for at in range(len(words)) for part in (words[at:], words[: at + 1])}


@lru_cache(maxsize=16)
def _pattern_of(name: str) -> re.Pattern[str]:
    names = "|".join(map(re.escape, _names(name)))
    return re.compile(rf"(?i)\b(?:(?P<article>the|an?|this|one of the) )?(?P<name>{names})(?P<s>s\b(?!'))?\b(?!-)")


def _names(name: str) -> list[str]:
    """The name and the parts of it that a text may use for the creature: `the flying head`, `the head`.

    A name such as `Mosquito, Giant` is also read in natural order.
    """
    last_word, comma, first = name.lower().partition(", ")
    spoken = f"{first} {last_word}" if comma else name.lower()
    last = re.findall(r"[\w'-]{3,}", name.lower().partition(" (")[0])[-1:] if " (" in name else []
    names = {*parts_of_name(name, _COMMON), *last, name.lower(), spoken} - {"", *_COMMON}
    return sorted(names, key=len, reverse=True) or [name.lower()]


def _replaced(found: re.Match[str], whole: str) -> str:
    before = found.string[max(0, found.start() - 12) : found.start()]
    is_named = found["article"] or found["name"].lower() == whole or found["s"]
    if not is_named or (re.search(_OTHERS, before) and not found["article"]):
        return found[0]
    return SELF
