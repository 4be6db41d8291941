"""What a slow line is sent first: the prompt, what shows the key, then the log from its end; a typed line alone."""

from typing import Any

from textual.pilot import Pilot

from orcus_tui.screen.changed_cells import EQUAL, Urgency
from tests.helpers.screen.driver import fight_tracker, play, press

SIZE = (80, 24)
PROMPT, HEADER, ORDER, CARDS, LOG = (23, 40), (1, 40), (5, 10), (5, 60), (20, 10)
"""A place in each, on a screen of this size."""


def rank(urgency: Urgency, place: tuple[int, int]) -> int:
    """How many areas are sent before that of a place."""
    areas = (*urgency.first, *urgency.next)
    return next((number for number, area in enumerate(areas) if area.holds(place)), len(areas))


def test_the_order_comes_before_the_log_and_the_log_before_the_cards() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        urgency = pilot.app.urgency()
        ranks = [rank(urgency, place) for place in (PROMPT, HEADER, ORDER, LOG, CARDS)]
        assert ranks == sorted(set(ranks))
        assert rank(urgency, ORDER) < len(urgency.first) <= rank(urgency, LOG)

    play(fight_tracker(), script, SIZE)


def test_the_row_of_the_cursor_comes_before_the_other_rows_of_its_pane() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        for row in (3, 4):  # the first is Ari's, the second the ogre's
            urgency = pilot.app.urgency()
            assert rank(urgency, HEADER) < rank(urgency, (row, 10)) < rank(urgency, (7 - row, 10))
            assert rank(urgency, (7 - row, 10)) < len(urgency.first)
            await press(pilot, "j")

    play(fight_tracker(), script, SIZE)


def test_the_last_row_of_the_log_comes_first() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        urgency = pilot.app.urgency()
        assert rank(urgency, (21, 10)) < rank(urgency, (20, 10)) < rank(urgency, (18, 10))

    play(fight_tracker(), script, SIZE)


def test_the_pane_with_the_focus_answers_its_keys() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "C")
        urgency = pilot.app.urgency()
        assert rank(urgency, CARDS) < rank(urgency, ORDER) < len(urgency.first)

    play(fight_tracker(), script, SIZE)


def test_while_a_line_is_typed_all_but_the_line_can_wait() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "d")
        urgency = pilot.app.urgency()
        assert rank(urgency, PROMPT) == 0
        assert len(urgency.first) == 1
        assert rank(urgency, ORDER) == 1

    play(fight_tracker(), script, SIZE)


def test_a_message_comes_before_the_log() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "9")
        (message,) = pilot.app.screen.query("Toast")
        place = message.region.y + 1, message.region.x + 1
        urgency = pilot.app.urgency()
        assert any(area.holds(place) for area in urgency.next[:1])

    play(fight_tracker(), script, SIZE, toasts=True)


def test_what_lies_over_the_fight_is_sent_by_rows() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "?")
        assert pilot.app.urgency() == EQUAL

    play(fight_tracker(), script, SIZE)
