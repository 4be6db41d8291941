"""The damage track of creatures without hit points."""

from orcus_tui.model.journal_struct import JournalStruct


class Track(JournalStruct, frozen=True):
    """Two rows of boxes, and the tallies before them (True SRD §Damage and Recovery)."""

    bruised: int = 0
    dazed: bool = False
    staggered: bool = False
    unconscious: bool = False
    hurt: int = 0
    wounded: bool = False
    disabled: bool = False
    dying: bool = False
    dead: bool = False


TALLIES = ("bruised", "hurt")


def read_track(track: Track) -> str:
    """The marked boxes, the lethal row first: `hurt 2, wounded; bruised 2, dazed`; empty without any."""
    return "; ".join(row for row in (_row(track, LETHAL), _row(track, NONLETHAL)) if row)


LETHAL = ("hurt", "wounded", "disabled", "dying", "dead")
NONLETHAL = ("bruised", "dazed", "staggered", "unconscious")
"""The rows, from the tally to the last box."""


def _row(track: Track, names: tuple[str, ...]) -> str:
    marked = ((name, getattr(track, name)) for name in names)
    return ", ".join(f"{name} {mark}" if name in TALLIES else name for name, mark in marked if mark)
