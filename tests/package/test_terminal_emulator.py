"""The terminal in which tests and campaigns run the program."""

import pytest

pytest.importorskip("pty", reason="there are no pseudo-terminals on this operating system")

from tests.campaign.instruments.terminal import Screen


def test_a_picture_of_which_only_a_part_has_arrived_is_not_shown() -> None:
    screen = Screen(10, 1)
    screen.take(b"20/29\x1b[?2026h\x1b[1;1H1")
    assert (screen.picture, screen.text) == ("20/29", "10/29")
    screen.take(b"9\x1b[?2026l")
    assert screen.picture == "19/29"


def test_a_sequence_that_is_cut_short_is_left_out() -> None:
    screen = Screen(10, 1)
    screen.take(b"a\x1b[3")
    screen.take(b"\x1b[1mb")
    assert screen.text == "ab"
