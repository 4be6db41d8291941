"""How the fight ended for a creature, and challenges: a number of successes before a number of failures."""

from typing import Literal

from orcus_tui.model.journal_struct import JournalStruct

Outcome = Literal["slain", "fled", "captured", "spared", "absent"]
"""How the fight ended for a creature."""
Result = Literal["won", "lost"]


class Challenge(JournalStruct, frozen=True):
    """A challenge that is won with `needs` successes, and lost with `limit` failures before that."""

    needs: int
    limit: int
    successes: int = 0
    failures: int = 0

    @property
    def result(self) -> Result | None:
        """How it was decided; None while it is open."""
        if self.successes >= self.needs:
            return "won"
        return "lost" if self.failures >= self.limit else None
