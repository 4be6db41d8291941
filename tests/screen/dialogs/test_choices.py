"""A typed text finds choices, and sorts them."""

from orcus_tui.screen.dialogs.choices import Choice, matches
from tests.helpers.screen.menus import texts


def test_what_begins_as_typed_comes_first_and_every_word_must_be_there() -> None:
    choices = [
        Choice("remove", "ends an effect"),
        Choice("apply", "an effect, a move"),
        Choice("move"),
        Choice("a move"),
    ]
    assert texts(matches(choices, "Move")) == ["move", "a move", "remove", "apply"]
    assert texts(matches(choices, "effect ends")) == ["remove"]
    assert matches(choices, " ") == choices
