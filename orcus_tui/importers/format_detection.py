"""Which format a source is in, by what it says; its file name is not asked."""

import json
import re
from importlib import import_module

from msgspec import Struct

from orcus_tui.importers.import_result import Found, Leftover, NotReadable
from orcus_tui.importers.source_text import text_of

LONGEST_REASON = 200
# As \b and \W are, but underscores, the other mark for bold, are no letters.
_BEFORE, _BEHIND = r"(?<![^\W_])", r"(?![^\W_])"
_GAP = r"(?:\W|_|&nbsp;){0,8}"


class Format(Struct, frozen=True):
    """A format: what people call it, the module here that has `read(data: bytes) -> Found`, and its signs.

    The signs are patterns, all of which are found somewhere in the text of a source of this format. None may
    go back over long stretches of it: no `.*` beyond a line, nothing repeated within a repetition.
    """

    name: str
    module: str
    signs: tuple[str, ...]


FORMATS: tuple[Format, ...] = (
    Format("Archmage JSON", "archmage.archmage_json", (r'"pd"\s*:', r'"md"\s*:')),
    Format("True SRD JSON", "true_srd.true_srd_json", (r'"defense_dodge_parry"\s*:', r'"toughness"\s*:')),
    Format("SRD 5.1 JSON", "srd5.srd5_json", (r'"armor_class"\s*:\s*\[', r'"hit_points"\s*:')),
    Format("Open5e JSON", "srd5.open5e", (r'"armor_class"\s*:\s*[0-9]', r'"hit_points"\s*:\s*[0-9]')),
    Format("Improved Initiative JSON", "srd5.improved_initiative", (r'"HP\\?"\s*:\s*\{', r'"AC\\?"\s*:\s*\{')),
    Format(
        "dndme TOML",
        "srd5.dndme",
        (r"(?m)^\s*(?:max_hp|monster)\s*=", r"(?m)^\s*(?:mtype|cclass|monster|initiative_mod)\s*="),
    ),
    Format(
        "Orcus stat blocks",
        "orcus.markdown",
        (rf"(?i){_BEFORE}level{_GAP}\d", rf"(?i){_BEFORE}(?:HP|hit points){_BEHIND}{_GAP}\d"),
    ),
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
        _refuse_none(found)
    except NotReadable as wrong:
        place = name if wrong.line is None else f"{name}:{wrong.line}"
        raise NotReadable(f"{place}: {wrong}", wrong.line) from None
    return found


def _refuse_none(found: Found) -> None:
    """Raises NotReadable for a source of which not one creature could be made, with the first reason."""
    if not found.creatures:
        first = found.leftovers[0] if found.leftovers else Leftover(1, "", "there is no creature in it")
        reason = " ".join(first.text.split())
        raise NotReadable(reason if len(reason) <= LONGEST_REASON else f"{reason[: LONGEST_REASON - 1]}…", first.line)


def _module_for(data: bytes) -> str:
    text = text_of(data)
    found = format_of(text)
    if found is None:
        _refuse_broken_json(text)
        known = "; ".join(each.name for each in FORMATS)
        raise NotReadable(f"nothing known here is in it; what can be imported: {known}")
    return found.module


def _refuse_broken_json(text: str) -> None:
    """Raises NotReadable for what begins as JSON does and then is none, with the line where it breaks."""
    if not re.match(r'\s*(?:\{\s*["}]|\{\s*$|\[\s*[\[{"\]])', text):
        return
    try:
        json.loads(text)
    except json.JSONDecodeError as wrong:
        raise NotReadable(f"this begins as JSON and breaks here: {wrong.msg}", wrong.lineno) from None
    except RecursionError:
        raise NotReadable("this is JSON nested too deeply", 1) from None
