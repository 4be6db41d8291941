"""The points that the rules leave open."""

from msgspec import Struct

from orcus_tui.model.fight import OptionValue


class Option(Struct, frozen=True):
    """A point the rules leave open: its default, its values (none listed: any whole number), what it settles."""

    default: OptionValue
    values: tuple[OptionValue, ...]
    about: str
