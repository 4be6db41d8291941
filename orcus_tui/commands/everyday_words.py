"""Everyday words for verbs, actions and conditions: see `everyday_words.toml`.

The help finds entries by them, and the error of a line that begins with one suggests the verb.
"""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

_WORDS: Mapping[str, Mapping[str, str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
VERBS, ACTIONS, CONDITIONS = _WORDS["verbs"], _WORDS["actions"], _WORDS["conditions"]
"""Other words for each verb, each action of `do` and each condition."""

SHORTEST = 3
"""The least number of letters of the beginning of an everyday word."""


def names_by_word(word: str, table: Mapping[str, str]) -> list[str]:
    """The names that have this as another word, the most specific first."""
    return _in_order(table, lambda each: each == word)


def names_by_beginning(start: str, table: Mapping[str, str]) -> list[str]:
    """The names that have another word with this beginning."""
    return _in_order(table, lambda each: each.startswith(start)) if len(start) >= SHORTEST else []


def _in_order(table: Mapping[str, str], fits: Callable[[str], bool]) -> list[str]:
    """The names with a word that fits; an earlier word comes first."""
    places = {name: [fits(each) for each in words.split()] for name, words in table.items()}
    return sorted((name for name, place in places.items() if any(place)), key=lambda name: places[name].index(True))
