"""A completion: a word that may come next. `reading` finds them."""

from msgspec import Struct


class Candidate(Struct, frozen=True):
    """A word that completion offers, and its meaning in one line."""

    text: str
    meaning: str
