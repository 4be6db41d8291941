"""Zones: areas with a command line for each creature inside; an aura is a zone that moves with its source."""

from collections.abc import Collection
from itertools import count
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.duration import UNTIL_REMOVED, Duration
from orcus_tui.model.power import Line

ZonePoint = Literal["start", "end", "inside"]
"""When the line of a zone counts: at the start or the end of the turn of each creature inside, or while inside."""
AuraSide = Literal["foes", "allies", "all"]
"""The creatures that an aura affects, relative to its bearer."""


class Aura(Struct, frozen=True):
    """An aura of a stat block."""

    name: str
    size: str = ""
    side: AuraSide = "foes"
    line: Line | None = None
    at: ZonePoint = "start"

    def __str__(self) -> str:
        """The aura in words: `Stench 2: damage 5 poison`."""
        head = " ".join(each for each in (self.name, self.size) if each)
        return f"{head}: {self.line.text}" if self.line else head

    @property
    def in_full(self) -> str:
        """The aura with its side and its time: `Stench 2 (foes, at the start of their turns): damage 5 poison`."""
        when = "while inside" if self.at == "inside" else f"at the {self.at} of their turns"
        return str(replace(self, size=f"{self.size} ({self.side}, {when})".strip()))


class Zone(Struct, frozen=True):
    """A zone of a fight; `inside` are the creatures in it, `power` is the power that made it.

    For an aura, `aura` is its printed name, `source` its bearer; `size` and `side` are as printed.
    """

    inside: tuple[str, ...] = ()
    line: Line | None = None
    at: ZonePoint = "start"
    source: str = ""
    duration: Duration = UNTIL_REMOVED
    power: str = ""
    aura: str = ""
    size: str = ""
    side: AuraSide = "all"


def free_name(name: str, taken: Collection[str]) -> str:
    """The name, or the name with the first free number from 2: `stench`, `stench2`."""
    if name not in taken:
        return name
    return next(each for number in count(2) if (each := f"{name}{number}") not in taken)


def zone_of(aura: Aura, bearer: str) -> Zone:
    """The zone of a creature's aura, with nobody inside."""
    return Zone((), aura.line, aura.at, bearer, aura=aura.name, size=aura.size, side=aura.side)
