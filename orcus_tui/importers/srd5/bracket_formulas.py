"""The formulas in texts of stat block editors, as the numbers that stat blocks print: `[STR ATK]`, `DMG[1d6 + STR]`."""

import re
from collections.abc import Mapping

from orcus_tui.importers.srd5.derived_numbers import dice_words
from orcus_tui.importers.srd5.powers import modifier

_ABILITY = "STR|DEX|CON|INT|WIS|CHA"
_DICE = r"[0-9]{1,3}[dD][0-9]{1,4}"
_MORE = r"(?: ?(?P<more>[+-] ?[0-9]{1,3}))?"
# [MON], [STR], [STR ATK], [CON SAVE], [3D6], [STR 2D6], each perhaps with a number to add.
_TETRA = re.compile(
    rf"\[(?:(?P<name>MONS?|NAME)|(?:(?P<ability>{_ABILITY})(?: (?P<what>ATK|SAVE|{_DICE}))?|(?P<dice>{_DICE}))"
    rf"{_MORE})\]",
    re.IGNORECASE,
)
# [NAME], ATK[STR], MOD[DEX], DC[CON], DMG[1d6 + STR], each perhaps with a number to add.
_CREATOR = re.compile(
    rf"(?P<kind>ATK|MOD|DC|DMG|SPELLATK|SPELLDC)?\[(?:(?P<name>NAME|FULLNAME)|(?P<dice>{_DICE})?(?: ?\+ ?)?"
    rf"(?P<ability>{_ABILITY}|FIN|SPELL)?{_MORE})\]"
)
_SENTENCE_END = (".", "!", "?", ":")


def tetra_text(text: str, name: str, scores: Mapping[str, int], proficiency: int) -> str:
    """A text of Tetra-cube as printed."""

    def formula_text(found: re.Match[str]) -> str:
        if found["name"]:
            return _name_at(found, name)
        own = modifier(scores.get((found["ability"] or "").lower())) if found["ability"] else 0
        what, more = (found["what"] or found["dice"] or "").upper(), int((found["more"] or "0").replace(" ", ""))
        if what == "ATK":
            return f"{own + proficiency + more:+d}"
        if what == "SAVE":
            return str(8 + own + proficiency + more)
        return dice_words(what, own + more) if what else f"{own + more:+d}"

    return _TETRA.sub(formula_text, text)


def creator_text(text: str, name: str, scores: Mapping[str, int], proficiency: int) -> str:
    """A text of statblock5e-creator as printed."""

    def formula_text(found: re.Match[str]) -> str:
        if found["name"]:
            return _name_at(found, name)
        ability = (found["ability"] or "").lower()
        if ability == "fin":  # the better of the two
            ability = max(("str", "dex"), key=lambda each: scores.get(each, 0))
        if not (found["kind"] and (ability or found["dice"])) or ability == "spell":
            return found[0]
        own = (modifier(scores.get(ability)) if ability else 0) + int((found["more"] or "0").replace(" ", ""))
        if found["kind"] == "DMG":
            return dice_words(found["dice"] or "", own)
        if found["kind"] == "DC":
            return f"DC {8 + own + proficiency}"
        return f"{own + (0 if found['kind'] == 'MOD' else proficiency):+d}"

    return _CREATOR.sub(formula_text, text)


def _name_at(found: re.Match[str], name: str) -> str:
    """The name of the creature in place of a formula, with a capital where a sentence begins."""
    before = found.string[: found.start()].rstrip(" *_\n")
    return f"{name[:1].upper()}{name[1:]}" if not before or before.endswith(_SENTENCE_END) else name
