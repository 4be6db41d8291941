"""How many of a creature an encounter has: a number, dice, or a sum with the numbers of others."""

import re
from collections.abc import Mapping

from msgspec import Struct

_DICE = re.compile(r"(?P<dice>[0-9]{0,3})d(?P<sides>[0-9]{1,4})", re.IGNORECASE)
MOST = 999


class HeadCount(Struct, frozen=True):
    """How many, and what to tell where that is an estimate."""

    number: int
    note: str = ""


def head_count(words: str, others: Mapping[str, int]) -> HeadCount:
    """How many `3`, `1d4+2` or `goblins + 2` are; dice count as their average, and who is not known as none."""
    total, unsure = 0, False
    for sign, part in re.findall(r"([+-]?)\s*([^\s+-]+)", words[:200]):
        number = _part(part, others)
        unsure = unsure or number is None or _DICE.fullmatch(part) is not None
        total += (number or 0) * (-1 if sign == "-" else 1)
    number = min(max(total, 1), MOST)
    return HeadCount(number, f"{words} of them: here {number}, for you to change" if unsure or number != total else "")


def _part(part: str, others: Mapping[str, int]) -> int | None:
    dice = _DICE.fullmatch(part)
    if dice:
        return int(dice["dice"] or 1) * (int(dice["sides"]) + 1) // 2
    return int(part[:9]) if part.isdecimal() else others.get(part.casefold())
