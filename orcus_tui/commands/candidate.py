"""A word that may come next: one completion. `reading` finds them."""

from msgspec import Struct


class Candidate(Struct, frozen=True):
    """A word completion offers, and one line of what it means."""

    text: str
    meaning: str
