"""Background work of a screen, in the loop of the app."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from textual.dom import DOMNode

if TYPE_CHECKING:
    from orcus_tui.simulation.forecast import Plan


def start_worker(
    node: DOMNode, work: Callable[[], Coroutine[Any, Any, None]], *, group: str = "default", exclusive: bool = False
) -> None:
    """Runs `work`, which belongs to a screen or widget; `exclusive` cancels the work of its group before it.

    The coroutine is created when the work starts. If it were created earlier and then cancelled, Python would warn on
    the terminal that it was never awaited.
    """
    to_call: Callable[[], object] = work  # Textual's own type does not allow most coroutines
    node.run_worker(to_call, group=group, exclusive=exclusive)


SIMULATIONS = "playing ahead"
"""The group of the workers that play fights; they may take minutes."""

Known = TypeVar("Known")


def background_plan(system: str, fights: int | None) -> "Plan":
    """A plan with `fights` fights for each pair of habits, or as many as needed, in other processes.

    These have a lower priority than the tracker, which computes the first results itself while they start.
    """
    from orcus_tui.simulation import forecast

    return forecast.Plan(forecast.all_pairs(system), fights=fights, processes=forecast.processors(), plays_here=False)


async def results_of(play: Callable[[Callable[[], bool]], Iterator[Known]]) -> AsyncIterator[Known]:
    """Yields the results of `play`, and stops it when the caller is cancelled."""
    stopped = threading.Event()
    results = play(stopped.is_set)
    try:
        while (known := await asyncio.to_thread(next, results, None)) is not None:
            yield known
    finally:
        stopped.set()
