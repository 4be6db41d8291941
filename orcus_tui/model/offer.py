"""An offer: a line that is possible now and costs a choice, so that it waits for a person to accept it."""

from orcus_tui.model.journal_struct import JournalStruct

THIS_TURN = "the end of this turn"
"""An offer until then lapses at the next `next`."""
ENCOUNTER = "the end of the encounter"
CHOOSE = "choose"
"""The word before the alternatives of an offer that is a choice: `choose damage ogre 5 | apply ogre prone`."""


class Offer(JournalStruct, frozen=True):
    """A line that a creature may carry out now.

    `because` is what made it possible, in the words of triggers where it is one; `until` says when it lapses. `target`
    is the creature that caused it, for a line that needs a target where nobody names one.
    """

    id: int
    creature: str
    line: str
    because: str
    until: str = THIS_TURN
    target: str = ""

    @property
    def choices(self) -> tuple[str, ...]:
        """The lines of a choice; of any other offer its only line."""
        word, _, lines = self.line.partition(" ")
        return tuple(each.strip() for each in lines.split("|")) if word == CHOOSE else (self.line,)
