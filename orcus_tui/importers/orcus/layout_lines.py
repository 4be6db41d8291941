"""The lines of a text with stat blocks, and their layout."""

import re
from functools import lru_cache

from msgspec import Struct

_MARKUP = r"[*_#]+"


class Line(Struct, frozen=True):
    """A line and its layout: its number in the source, and its text without quote marks and spaces."""

    number: int
    text: str
    quoted: bool = False
    heading: bool = False
    rule: bool = False
    bullet: bool = False

    @property
    def plain(self) -> str:
        """The text without marks for bold, italic and headings."""
        return _without_markup(self.text)


@lru_cache(maxsize=256)  # each line is asked for it a dozen times, as its neighbours are read
def _without_markup(text: str) -> str:
    return re.sub(_MARKUP, "", text).strip()
