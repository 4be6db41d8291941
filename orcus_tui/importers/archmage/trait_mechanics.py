"""The reader of traits in Archmage stat blocks."""

from orcus_tui.importers.archmage.clauses import CLAUSES
from orcus_tui.importers.prose import Reading


def read_prose(text: str) -> Reading:
    """The meaning of a trait's prose."""
    return CLAUSES.read(text, Reading())
