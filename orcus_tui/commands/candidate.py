"""A word that completion offers; `completion` finds those for a line."""

from msgspec import Struct


class Candidate(Struct, frozen=True):
    """A word, its meaning in one line, and a name whose later words lead to it as well."""

    text: str
    meaning: str
    name: str = ""
