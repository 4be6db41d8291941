"""Suggestions for misspelled words."""

import re
from collections.abc import Iterable

# Below this likeness two words have little to do with each other: "persit" and "persist" have 0.92, "dazd" and
# "dazed" 0.89, "banana" and "bane" 0.6.
_LIKENESS = 0.75
# No known word is nearly this long, and the time for a comparison grows with the square of the length.
_LONGEST = 60
_MOST = 20


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that `word` most likely means, as spelled in `known`, or None.

    Case does not matter. It finds words that differ in a few letters, with two neighbouring letters swapped, or with
    the parts around an underscore swapped (`hp_max` for `max_hp`).
    """
    spelling: dict[str, str] = {}
    for right in known:
        spelling.setdefault(right.casefold(), right)
    wrong = word.casefold()
    if not wrong or len(wrong) > _LONGEST:
        return None
    if wrong in spelling:
        return spelling[wrong]
    for candidate, right in spelling.items():
        if _parts(wrong) == _parts(candidate) or _is_swap(wrong, candidate):
            return right
    # Imported here: only a mistake needs it, and an import at the top would slow down every start.
    from difflib import get_close_matches

    close = get_close_matches(wrong, spelling, n=1, cutoff=_LIKENESS)
    return spelling[close[0]] if close else None


def suggest(words: Iterable[str], known: Iterable[str]) -> list[str]:
    """The text of `did_you_mean` for each word; empty after the first 20, since comparing takes time."""
    return [did_you_mean(word, known) if place < _MOST else "" for place, word in enumerate(words)]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A suggestion to append to a message: ` (did you mean "dazed"?)`; empty if no word is near, or it is the same."""
    right = nearest(word, known)
    return suggestion_of(right) if right and right != word else ""


def suggestion_of(right: str) -> str:
    """The suggestion of a word, to append to a message."""
    return f' (did you mean "{right}"?)'


def _parts(word: str) -> list[str]:
    return sorted(re.split(r"[-_ ]", word))


def _is_swap(wrong: str, right: str) -> bool:
    """Whether two words differ only in the order of two neighbouring letters."""
    if len(wrong) != len(right):
        return False
    at = [place for place, (one, other) in enumerate(zip(wrong, right, strict=True)) if one != other]
    return len(at) == 2 and at[1] == at[0] + 1 and wrong[at[0]] == right[at[1]] and wrong[at[1]] == right[at[0]]
