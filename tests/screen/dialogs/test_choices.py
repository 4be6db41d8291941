"""A typed text finds choices, and sorts them."""

from orcus_tui.screen.dialogs.choices import Choice, matches
from tests.helpers.screen.menus import texts


def test_prefix_matches_come_first_and_every_word_must_match() -> None:
    choices = [
        Choice("remove", "ends an effect"),
        Choice("apply", "an effect, a move"),
        Choice("move"),
        Choice("a move"),
    ]
    assert texts(matches(choices, "Move")) == ["move", "a move", "remove", "apply"]
    assert texts(matches(choices, "effect ends")) == ["remove"]
    assert matches(choices, " ") == choices
