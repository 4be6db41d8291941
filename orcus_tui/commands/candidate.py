"""A word that completion offers; `completion` finds those for a line."""

from msgspec import Struct


class Candidate(Struct, frozen=True):
    """A word, and its meaning in one line."""

    text: str
    meaning: str
