"""The footer of a screen over the fight: its keys are never cut."""

from itertools import combinations

import pytest

from orcus_tui.screen.widgets.key_hints import footer_rows, hint_rows
from orcus_tui.screen.widgets.row import row_of, text_of

KEYS = (("enter", "choose"), ("escape", "back"), ("up,down", "move"), ("slash", "search"), ("question_mark", "help"))
SHOWN = [" Enter choose", " Esc back", " ↑/↓ move", " / search", " ? help"]


@pytest.mark.parametrize("message", ["", "no such file"])
@pytest.mark.parametrize("width", range(13, 60))
def test_keys_are_shown_whole_or_not_at_all(width: int, message: str) -> None:
    rows = [text_of(row) for row in footer_rows(message, KEYS, width)]
    assert [len(row) for row in rows if row] == [width] * len([row for row in rows if row])
    shown = "".join(row.rstrip() for row in rows[bool(message) :])
    assert shown
    assert shown in ["".join(some) for count in range(1, 6) for some in combinations(SHOWN, count)]


def test_help_is_named_where_a_longer_hint_before_it_has_no_room() -> None:
    (row,) = hint_rows([row_of(each) for each in (" Enter choose", " ↑ ↓ move", " ? help")], 21, 1)
    assert text_of(row).rstrip() == " Enter choose ? help"
