"""The parts of the screen that are sent first over a slow line.

These are the prompt, the effect of the key, then messages and the log; while a line is typed, only the line.
"""

from collections.abc import Sequence
from typing import Any

from textual.geometry import Region
from textual.pilot import Pilot

from tests.helpers.screen.driver import fight_tracker, play, press

SIZE = (80, 24)
PROMPT, HEADER, ORDER, CARDS, LOG = (39, 22), (39, 0), (9, 4), (59, 4), (9, 19)
"""A place in each of these regions, on a screen of this size: column and row."""


def rank(regions: Sequence[Region], place: tuple[int, int]) -> int:
    """The number of regions that are sent before the region of a place."""
    return next((number for number, region in enumerate(regions) if region.contains(*place)), len(regions))


def test_the_order_comes_before_the_log_and_the_log_before_the_cards() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        regions = pilot.app.urgent_regions()
        ranks = [rank(regions, place) for place in (PROMPT, HEADER, ORDER, LOG, CARDS)]
        assert ranks == sorted(set(ranks))

    play(fight_tracker(), script, SIZE)


def test_the_pane_with_the_focus_answers_its_keys() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "C")
        regions = pilot.app.urgent_regions()
        assert rank(regions, CARDS) < rank(regions, ORDER)

    play(fight_tracker(), script, SIZE)


def test_while_a_line_is_typed_everything_else_can_wait() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "d")
        (region,) = pilot.app.urgent_regions()
        assert region.contains(*PROMPT)

    play(fight_tracker(), script, SIZE)


def test_a_message_comes_before_the_log() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "9")
        (message,) = pilot.app.screen.query("Toast")
        regions = pilot.app.urgent_regions()
        assert regions[-2] == message.region

    play(fight_tracker(), script, SIZE, toasts=True)


def test_dialogs_are_sent_by_rows() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "?")
        assert not pilot.app.urgent_regions()

    play(fight_tracker(), script, SIZE)
