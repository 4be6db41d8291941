"""Questions of older files and journals, whose texts contain values that now have fields.

This module imports nothing of the program, so that its results never change.
"""

from collections.abc import Mapping
from typing import Any

_SAVE_RULES = {"concentrating": "concentration", "rally": "rally", "disengage": "disengage"}
_ABILITY_RULES = {"save": "save now", "check": "check"}


def values_in_words(question: Mapping[str, Any]) -> dict[str, Any]:
    """The values in the words of an old question: its rule, power, ability and damage."""
    kind, about = question["kind"], question["about"]
    ability, _, rule = kind.partition(" ")
    if kind == "recharge":
        return {"power": about}
    if kind == "toughness":
        return _damage_in_words(question["creature"], about)
    if "rule" in question:
        return {}
    if kind == "save" and "needs" in question and about in _SAVE_RULES:
        return {"rule": _SAVE_RULES[about]}
    if rule in _ABILITY_RULES and ability not in ("", "death"):
        return {"rule": _ABILITY_RULES[rule], "ability": ability}
    return {}


def _damage_in_words(target: str, about: str) -> dict[str, Any]:
    """The damage in the words of a Toughness save: `3 lethal`, `3 lethal melee`."""
    amount, *words = about.split(" ")
    if not amount.removeprefix("-").isdecimal() or not 1 <= len(words) <= 2:
        return {}
    return {"damage": {"target": target, "rolled": int(amount), "types": words[:1], "range": "".join(words[1:])}}
