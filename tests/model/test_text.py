"""Lists of names."""

import pytest

from orcus_tui.model.text import shorten_names

RATS = [f"Rat {number}" for number in range(8, 14)]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (RATS, ["Rat 8–13"]),
        (RATS[:3], ["Rat 8–10"]),
        (RATS[:2], RATS[:2]),
        (["Ari", *RATS, "Rat 15", "Bat 16"], ["Ari", "Rat 8–13", "Rat 15", "Bat 16"]),
        ([*RATS[:3], "Ari", *RATS[3:5]], ["Rat 8–10", "Ari", *RATS[3:5]]),
        (["Ari"] * 7, ["Ari"] * 7),
        ([], []),
    ],
)
def test_adjacent_creatures_of_a_kind_are_one_entry(names: list[str], expected: list[str]) -> None:
    assert shorten_names(names) == expected
