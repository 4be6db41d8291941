"""Search in the powers and spells of the library: by name, class or list, level, tags, and what they do."""

import re
from collections.abc import Iterable, Sequence

from orcus_tui.storage.power_book import BookPower, power_book

_LEVEL = r"(?:level|lvl|tier) ?(?:(?P<sign><=?|>=?|=)? ?(?P<low>\d{1,2})(?:-(?P<high>\d{1,2}))?)"
_HIGHEST = 99


def search_powers(system: str, text: str) -> Sequence[BookPower]:
    """The powers that match every word of a text, those whose names match first; an empty text matches all.

    `wizard level<=3 dazed`: words are the beginnings of words of the name, the list, the tags, the use, the action, or
    the effects. Raises StorageError if the powers cannot be read.
    """
    words, low, high = _parts(text)
    found = [each for each in power_book(system).powers if low <= (each.level or 0) <= high]
    scored = [(score, each) for each in found if (score := _score(each, words)) is not None]
    return [each for _, each in sorted(scored, key=lambda one: (one[0], one[1].level or 0, one[1].name))]


def _parts(text: str) -> tuple[list[str], int, int]:
    """The words of a search, and the lowest and the highest level."""
    low, high = 0, _HIGHEST
    for found in re.finditer(_LEVEL, text.lower()):
        number = int(found["low"])
        least, most = number, int(found["high"] or number)
        match found["sign"]:
            case "<=" | "<":
                least, most = 0, number - (found["sign"] == "<")
            case ">=" | ">":
                least, most = number + (found["sign"] == ">"), _HIGHEST
        low, high = max(low, least), min(high, most)
    return _plain(re.sub(_LEVEL, " ", text.lower())).split(), low, high


def _score(power: BookPower, words: Iterable[str]) -> int | None:
    """How well a power matches: 0 by its name alone, more with other words; None if a word is nowhere."""
    name = f" {_plain(power.name)}"
    lists = f" {_plain(' '.join(power.lists))}"
    others = ""
    total = 0
    for word in words:
        if f" {word}" in name:
            continue
        if f" {word}" in lists:
            total += 1
            continue
        others = others or _others(power)
        if f" {word}" not in others:
            return None
        total += 2
    return total


def _others(power: BookPower) -> str:
    table = power.power
    values = (str(table.get(key, "")) for key in ("use", "action", "damage"))
    return f" {_plain(' '.join((*power.words, *table.get('tags', ()), *values)))}"


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.lower().replace("'", "").replace("’", "")).strip()
