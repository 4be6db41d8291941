"""The reader of traits in Orcus stat blocks."""

from orcus_tui.importers.orcus.clauses import speaker_for
from orcus_tui.importers.orcus.effects import read_effects
from orcus_tui.importers.prose import Reading
from orcus_tui.importers.traits.own_name import SELF


def read_prose(text: str) -> Reading:
    """The meaning of a trait's prose."""
    return read_effects(text, speaker_for(SELF))
