"""The damage track of creatures without hit points."""

from msgspec import Struct


class Track(Struct, frozen=True):
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
