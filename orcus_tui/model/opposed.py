"""The state of an unfinished contest, or of an action whose rolls are not all made."""

from orcus_tui.model.journal_struct import JournalStruct


class Opposed(JournalStruct, frozen=True):
    """Two creatures, each with the statistic of its die.

    `total` and `bonus` are those of the first die once it is known.

    `action` is the action of `do` on `targets` that follows a success, and `stage` the place of this roll among the
    required ones. Without a rival, or against a defense, there is one die.
    """

    creature: str
    stat: str
    rival: str = ""
    rival_stat: str = ""
    total: int | None = None
    bonus: int = 0
    action: str = ""
    targets: tuple[str, ...] = ()
    stage: int = 0
