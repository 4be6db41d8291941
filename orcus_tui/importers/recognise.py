"""Which format a source is in, by what it says; its file name is not asked."""

import re
from importlib import import_module

from msgspec import Struct

from orcus_tui.importers.found import Found, NotReadable
from orcus_tui.importers.source import text_of


class Format(Struct, frozen=True):
    """A format: what people call it, the module here that has `read(data: bytes) -> Found`, and its signs.

    The signs are patterns, all of which are found somewhere in the text of a source of this format. None may
    go back over long stretches of it: no `.*` beyond a line, nothing repeated within a repetition.
    """

    name: str
    module: str
    signs: tuple[str, ...]


FORMATS: tuple[Format, ...] = (
    Format("Archmage JSON", "archmage_json", (r'"pd"\s*:', r'"md"\s*:')),
    Format("Orcus stat blocks", "orcus_markdown", (r"(?i)\blevel\W{0,8}\d", r"(?i)\b(?:HP|hit points)\b\W{0,8}\d")),
)
"""The formats in the order they are tried: those with the narrower signs first."""


def format_of(text: str) -> Format | None:
    """The first format all of whose signs are in the text."""
    return next((each for each in FORMATS if all(re.search(sign, text) for sign in each.signs)), None)


def read(data: bytes, name: str) -> Found:
    """All that is in a source, whichever format it is in; `name` is what messages call it.

    Raises NotReadable, its message `NAME:LINE: what is wrong`.
    """
    try:
        found: Found = import_module(f"{__package__}.{_module_for(data)}").read(data)
    except NotReadable as wrong:
        place = name if wrong.line is None else f"{name}:{wrong.line}"
        raise NotReadable(f"{place}: {wrong}", wrong.line) from None
    return found


def _module_for(data: bytes) -> str:
    found = format_of(text_of(data))
    if found is None:
        known = "; ".join(each.name for each in FORMATS)
        raise NotReadable(f"nothing known here is in it; what can be imported: {known}")
    return found.module
