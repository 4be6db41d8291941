"""How much of the library is carried out: the table in the documentation is up to date, and the share does not
decrease.
"""

from collections.abc import Mapping
from functools import cache

import pytest

from tools.library_coverage import (
    BEGINS,
    ENDS,
    PAGE,
    POWER_CLASSES,
    TRAIT_CLASSES,
    Count,
    clauses_with_mechanics,
    count_powers,
    count_traits,
    coverage,
    coverage_of_books,
    is_reminder,
    table_of,
    table_of_books,
    tokens,
)
from tools.shipped_creatures import COLLECTIONS

LEAST_WHOLE, LEAST_SAID = 0.8, 0.74
"""The smallest share of powers that are whole, and of traits that act, are offered or are said."""


@cache
def whole_library() -> Mapping[str, tuple[Count, Count]]:
    return coverage(each.system for each in COLLECTIONS)


def test_the_table_of_the_documentation_is_not_stale() -> None:
    shown = PAGE.read_text(encoding="utf-8").partition(BEGINS)[2].partition(ENDS)[0].strip()
    found = whole_library()
    assert shown == f"{table_of(found)}\n\n{table_of_books(coverage_of_books(found))}", (
        "python -m tools.library_coverage --doc"
    )


def test_at_least_as_many_traits_act_as_before() -> None:
    powers, traits = Count(), Count()
    for of_powers, of_traits in whole_library().values():
        powers.by_class.update(of_powers.by_class)
        traits.by_class.update(of_traits.by_class)
    assert powers.by_class["whole"] >= LEAST_WHOLE * sum(powers.by_class[each] for each in POWER_CLASSES)
    of_all = sum(traits.by_class[each] for each in TRAIT_CLASSES)
    assert of_all - traits.by_class["nothing"] >= LEAST_SAID * of_all


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Hit: 10 fire damage and dazed", {"10", "dazed"}),
        ("Moves 30 ft. within 5 squares.", set()),
        ("70 (20d6) damage", {"20d6"}),
        ("confused (hard save ends, 16+)", {"confused"}),
    ],
)
def test_numbers_dice_and_conditions_of_a_text(text: str, found: set[str]) -> None:
    assert tokens("archmage", text) == found


def test_clauses_without_mechanics_do_not_count() -> None:
    assert [*clauses_with_mechanics("archmage", "It flies. It deals 5 damage.")] == ["It deals 5 damage."]


@pytest.mark.parametrize(
    ("power", "is_in"),
    [
        ({"name": "Bite", "attack": "+5 vs AC", "damage": "5"}, "whole"),
        ({"name": "Bite", "attack": "+5 vs AC", "text": "Against dazed targets: 9 damage."}, "part"),
        ({"name": "Bite", "text": "9 damage."}, "none"),
        ({"name": "Bite", "text": "It hides."}, "table"),
        ({"name": "Bite", "attack": "+5 vs AC", "effects": ["remind damage TARGET 9"]}, "part"),
    ],
)
def test_a_power_is_whole_if_no_number_is_left_to_its_text(power: dict[str, object], is_in: str) -> None:
    count = Count()
    count_powers("archmage", {"name": "Rat", "power": [power]}, count)
    assert count.by_class == {is_in: 1}


@pytest.mark.parametrize(
    ("trait", "is_in"),
    [
        ({"name": "Fang", "text": "+2 attack.", "modifiers": ["+2 attack"]}, "acting"),
        ({"name": "Fang", "text": "5 damage.", "trigger": "hit", "effects": ["damage 5"]}, "acting"),
        ({"name": "Fang", "text": "5 damage.", "trigger": "hit", "effects": ["offer damage 5"]}, "offered"),
        ({"name": "Fang", "text": "5 damage.", "trigger": "hit"}, "said"),
        ({"name": "Fang", "text": "5 damage.", "trigger": "text: at dawn"}, "nothing"),
        ({"name": "Fang", "text": "It has red fur."}, "needless"),
    ],
)
def test_a_trait_is_in_one_class(trait: dict[str, object], is_in: str) -> None:
    count = Count()
    count_traits("archmage", {"name": "Rat", "trait": [trait]}, count)
    assert count.by_class == {is_in: 1}


@pytest.mark.parametrize(
    ("line", "known"), [("remind x", True), ("natural even: remind x", True), ('apply "remind me"', False)]
)
def test_a_reminder_is_known(line: str, known: bool) -> None:
    assert is_reminder(line) is known
