"""Playing a fight ahead beside the screen, which can be used meanwhile: the plan, and what is known as it comes."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TypeVar

from orcus_tui.odds.forecast import Plan, all_pairs, processors

PLAYING_AHEAD = "playing ahead"
"""The group of the workers that play: they may take minutes."""

Known = TypeVar("Known")


def plan_beside_screen(system: str, fights: int | None) -> Plan:
    """So many fights of each pair of habits, or as many as needed, played in other processes.

    One processor is left to the screen.
    """
    return Plan(all_pairs(system), fights=fights, processes=max(1, processors() - 1), plays_here=False)


async def results_of(play: Callable[[Callable[[], bool]], Iterator[Known]]) -> AsyncIterator[Known]:
    """What `play` finds, one result after another; it is asked to stop when whoever waits is cancelled."""
    stopped = threading.Event()
    results = play(stopped.is_set)
    try:
        while (known := await asyncio.to_thread(next, results, None)) is not None:
            yield known
    finally:
        stopped.set()
