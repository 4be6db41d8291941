"""A word that may come next."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word completion offers, and one line of what it means."""

    text: str
    meaning: str
