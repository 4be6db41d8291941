"""Placeholders for numbers that depend on the hero.

They are large numbers, so that the prose of a book can be read like any other.

`9011` stands for the modifier of Strength, `1d997` for the weapon's dice; `braces` turns them into terms for the
library of powers: `{weapon+modifier}`. A number for a higher level follows it: `{1d8+wis | 21: 2d8+wis}`.
"""

import re
from collections.abc import Mapping

from orcus_tui.commands.bonus_slots import ABILITY_NAMES
from orcus_tui.storage.encounter.casting import ABILITIES

ABILITY_WORDS = {**ABILITY_NAMES, **{each: each for each in ABILITIES}}
"""The abilities by their long and short names."""
WEAPON = "d997"
LEVEL, HALF_LEVEL, ATTACK, TIER, LEVEL_DICE = "9071", "9081", "9101", "9091", "71"
_TOKEN = re.compile(r"(?<![\w.{|])(?:\d+d\d+|\d+)(?:[+*-](?:\d+d\d+|\d+))*(?![\w}])")
_PART = re.compile(r"([+-]?)((?:\d+d\d+|\d+)(?:\*(?:\d+d\d+|\d+))*)")


def ability(name: str, times: int = 1) -> str:
    """The number that stands for an ability's modifier; `times` 1 to 3, or 9 for the multiplier of the tier."""
    return f"90{ABILITIES.index(name) + 1}{times}"


def ability_times(found: re.Match[str]) -> str:
    """The number that stands for `double your Wisdom`, from a match with both words as groups."""
    return ability(ABILITY_WORDS[found[2].lower()], 3 if found[1].lower() == "triple" else 2)


def with_levels(base: str, later: Mapping[int, str], key: str) -> str | None:
    """A text whose numbers grow with the level, in braces; None if the texts differ in more than numbers."""
    parts = [_TOKEN.split(base), *(_TOKEN.split(each) for each in later.values())]
    if any(each != parts[0] for each in parts[1:]):
        return None
    tokens = [_TOKEN.findall(base), *(_TOKEN.findall(each) for each in later.values())]
    made = parts[0][0]
    for place, between in enumerate(parts[0][1:]):
        grown = [each[place] for each in tokens]
        made += (
            _in_braces(grown[0], dict(zip(later, grown[1:], strict=True)), key, signed=made.endswith(("+", "-")))
            + between
        )
    return made


def _in_braces(token: str, later: Mapping[int, str], key: str, *, signed: bool) -> str:
    first, *others = (_expression(each, key) for each in (token, *later.values()))
    grown, last = "", first
    for level, each in zip(later, others, strict=True):
        grown, last = (f"{grown} | {level}: {each}" if each != last else grown), each
    is_amount = (
        not signed
        and re.search(r"(?:^|[*+])(?:modifier|str|con|dex|int|wis|cha)\b", first)
        and not re.search(r"\bd?\d*d\d|weapon", first)
    )
    return f"{{{'0..' if is_amount else ''}{first}{grown}}}" if grown or first != token else token


def _expression(token: str, key: str) -> str:
    return "".join(
        f"{sign}{'*'.join(_factor(one, key) for one in product.split('*'))}" for sign, product in _PART.findall(token)
    )


def _factor(text: str, key: str) -> str:
    if found := re.fullmatch(r"(\d+)(d\d+)", text):
        count, sides = found.groups()
        dice = "weapon" if sides == WEAPON else f"1{sides}"
        if count == LEVEL_DICE:
            return f"level*{dice}"
        return text if sides != WEAPON else dice if count == "1" else f"{count}*{dice}"
    if found := re.fullmatch(r"90([1-6])([1-9])", text):
        name = ABILITIES[int(found[1]) - 1]
        name = "modifier" if name == key else name
        return {"1": name, "9": f"tier*{name}"}.get(found[2], f"{found[2]}*{name}")
    return {LEVEL: "level", HALF_LEVEL: "level/2", ATTACK: "attack", TIER: "tier"}.get(text, text)


def braces(value: object, key: str) -> object:
    """A value of a power's table with terms for these numbers; `key` is the ability of its attack."""
    if isinstance(value, str):
        return with_levels(value, {}, key)
    if isinstance(value, list):
        return [braces(each, key) for each in value]
    return {name: braces(each, key) for name, each in value.items()} if isinstance(value, Mapping) else value
