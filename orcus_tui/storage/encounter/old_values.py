"""Values of older files and journals that are in texts and lists where there are now fields.

This module imports nothing of the program, so that its results never change.
"""

from collections.abc import Iterable, Mapping
from re import fullmatch
from typing import Any

_SAVE_RULES = {"concentrating": "concentration", "rally": "rally", "disengage": "disengage"}
_ABILITY_RULES = {"save": "save now", "check": "check"}
_ID = "[a-z][a-z0-9-]*"
_UNTIL_NEXT_TURN = (
    (f"(action point|conviction|((tired|passed out) by )?extra effort|hit {_ID}) this turn", r"\1"),
    ("(failed to rally again) this turn", r"\1"),
    (f"(opportunity against ({_ID})?)", r"\1"),
    (f"reaction this turn, ({_ID})('s)?", r"reaction in the turn of \1"),
)
"""Patterns of the earlier names of uses that the next turn restores, each with the present name."""


def split_uses(used: Iterable[str]) -> tuple[list[str], list[str]]:
    """The uses for the encounter, and those until the next turn by their present names; once they were in one list."""
    lasting: list[str] = []
    until_next_turn: list[str] = []
    for each in used:
        name = _name_until_next_turn(each)
        (until_next_turn if name else lasting).append(name or each)
    return lasting, until_next_turn


def _name_until_next_turn(used: str) -> str:
    """The present name of a use until the next turn; empty for any other use."""
    matches = ((fullmatch(pattern, used), present) for pattern, present in _UNTIL_NEXT_TURN)
    return next((found.expand(present) for found, present in matches if found), "")


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
