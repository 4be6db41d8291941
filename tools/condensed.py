"""Condenses a book's prose to the words needed in play, so that no passage of it is repeated."""

import re
from collections.abc import Set

RUN = 8
"""The number of words in a row that count as a passage."""
MOST_WORDS = 30
"""The most words of a text: enough to recognize the rule."""

_GLUE = "\u00a0"
_FILLERS = frozenset(
    [
        "the",
        "an",
        "a",
        "that",
        "which",
        "those",
        "these",
        "this",
        "may",
        "also",
        "then",
        "simply",
        "just",
        "of",
        "in",
        "order",
        "if",
        "own",
        "some",
        "any",
        "it",
        "is",
        "they",
        "are",
        "be",
        "as",
        "can",
        "each",
        "to",
        "and",
        "your",
        "or",
        "you",
        "with",
        "for",
        "its",
        "their",
    ]
)
_SHORT = (
    (r"(?i)\badditional\b", "more"), (r"(?i)\bequal to\b", "="),
    (r"(?i)\bimmediately\b", "at once"), (r"(?i)\breduced to 0 (?:hp|hit points)(?: or below)?\b", "dropped"),
    (r"(?i)\bsaving throws?\b", "save"), (r"(?i)\bhit points\b", "HP"), (r"(?i)\ba number of squares\b", "squares"),
)  # fmt: skip


def words_of(text: str) -> list[str]:
    """The words of a text, in the form in which passages are compared."""
    return re.findall(r"[a-z0-9'+-]+", text.lower().replace("’", "'"))


def passages(text: str) -> set[tuple[str, ...]]:
    """The runs of words of a text that may not ship."""
    words = words_of(text)
    return {tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


def condensed(text: str, copied: Set[tuple[str, ...]], most: int = MOST_WORDS) -> str:
    """A text of at most `most` words, without some small words wherever it would repeat a copied passage."""
    text = re.sub(r"\{[^{}]*\}", lambda one: one[0].replace(" ", _GLUE), text)
    short = re.sub(r"\*(?!\w)|(?<!\w)\*|[_\"]", "", text).replace("#", "no. ")
    for pattern, words in _SHORT:
        short = re.sub(pattern, words, short)
    kept = short.split()
    parts = [*kept[:most]]
    if len(kept) > most:
        parts[-1] = f"{parts[-1].rstrip(' ,;:.')}…"
    while (at := _copied_run(parts, copied)) is not None:
        parts.pop(_least_needed(parts, at))
    short = " ".join(parts).replace(_GLUE, " ")
    return short[:1].upper() + short[1:] if text[:1].isupper() else short


def _copied_run(parts: list[str], copied: Set[tuple[str, ...]]) -> range | None:
    """The places of the parts that form a copied passage."""
    owners = [(word, place) for place, each in enumerate(parts) for word in words_of(each)]
    for at in range(len(owners) - RUN + 1):
        if tuple(word for word, _ in owners[at : at + RUN]) in copied:
            return range(owners[at][1], owners[at + RUN - 1][1] + 1)
    return None


def _least_needed(parts: list[str], places: range) -> int:
    """The place of the last small word, or of the last word if there is none."""
    small = [place for place in places[1:] if parts[place].lower() in _FILLERS]
    articles = [place for place in small if parts[place].lower() in ("the", "an", "a", "that")]
    return (articles or small or [*places])[-1]
