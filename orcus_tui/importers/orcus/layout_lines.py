"""The lines of a text with stat blocks, and their layout."""

import re
from functools import lru_cache

from msgspec import Struct

from orcus_tui.importers.draft_text import Aura

_MARKUP = r"[*_#]+"


class Head(Struct, frozen=True):
    """The head of a power: its name, the parts of its cost, its tags, and its kind, such as `melee`."""

    name: str
    cost: tuple[str, ...]
    tags: str = ""
    origin: str = ""


class HitPoints(Struct, frozen=True):
    """Hit points, and those at which the creature is staggered; 0 for the usual half."""

    most: int
    staggered: int = 0


class Line(Struct, frozen=True):
    """A line and its layout: its number in the source, and its text without quote marks and spaces.

    Another layout than the rulebook's gives its `head`, `aura` or `hit_points`, if the line is one of these; the text
    is then not read.
    """

    number: int
    text: str
    quoted: bool = False
    heading: bool = False
    rule: bool = False
    bullet: bool = False
    head: Head | None = None
    aura: Aura | None = None
    hit_points: HitPoints | None = None

    @property
    def plain(self) -> str:
        """The text without marks for bold, italic and headings."""
        return _without_markup(self.text)


@lru_cache(maxsize=256)  # each line is asked for it a dozen times, as its neighbours are read
def _without_markup(text: str) -> str:
    return re.sub(_MARKUP, "", text).strip()
