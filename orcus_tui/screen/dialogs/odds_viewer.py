"""The odds of a fight on the screen: played ahead beside it, with what is known so far, until Esc."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from orcus_tui.errors import OrcusError
from orcus_tui.odds.forecast import Plan, all_pairs, forecast, processors
from orcus_tui.odds.odds_text import forecast_lines
from orcus_tui.screen.dialogs.text_viewer import TextViewer

if TYPE_CHECKING:
    from orcus_tui.model.fight import Fight
    from orcus_tui.screen.widgets.styles import Palette

WAITING = "Playing the fight ahead; Esc stops."
PLAYING_AHEAD = "playing ahead"
"""The group of the workers that play: they may take minutes, and the screen can be used meanwhile."""


def odds_viewer(palette: Palette, fight: Fight, fights: int | None = None) -> TextViewer:
    """A screen that plays a fight ahead from where it is, each pair of habits so many times, or as often as needed.

    It says why where a fight cannot be played ahead.
    """
    viewer = TextViewer(palette, f"odds of {fight.name}", (WAITING,))
    # One processor is left to the screen, and none of the playing is done in its process.
    plan = Plan(all_pairs(fight.system), fights=fights, processes=max(1, processors() - 1), plays_here=False)
    viewer.call_later(lambda: viewer.run_worker(_play(viewer, fight, plan), group=PLAYING_AHEAD))
    return viewer


async def _play(viewer: TextViewer, fight: Fight, plan: Plan) -> None:
    """Shows one look after another; a viewer that is left stops its worker, and with it the processes."""
    left = threading.Event()
    looks = forecast(fight, plan, left.is_set)
    try:
        while known := await asyncio.to_thread(next, looks, None):
            viewer.show_lines([*forecast_lines(known, "" if known.is_complete else WAITING)])
    except OrcusError as fault:
        viewer.show_lines((str(fault),))
    finally:
        left.set()
