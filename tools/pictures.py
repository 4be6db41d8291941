"""Draws the pictures of the README: `python -m tools.pictures` plays a fight without a terminal in several sizes.

The dice are given, the journal is temporary, and no font is downloaded, so every run writes the same bytes.
"""

import asyncio
import os
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from textual.pilot import Pilot
from textual.theme import Theme

from orcus_tui.config.paths import SAMPLE
from orcus_tui.config.settings import Config
from orcus_tui.report.figures import figures_of
from orcus_tui.report.report_page import charts
from orcus_tui.screen.app import Tracker
from orcus_tui.screen.dialogs.odds_viewer import OddsViewer
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.screen.themes import DARK, LIGHT
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from orcus_tui.simulation.day import Day
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.journal_settings import JournalSettings
from tools.moving_picture import Frame, moving

FOLDER = Path(__file__).parents[1] / "docs"


FIGHT = """
init sabel 21
init heron 18
init toad 16
init ketta 14
init reaver 12
init orrin 10
init mudling* 8
init wick 6
begin
ask party
attack open-vein heron face 15 hit 9
next
attack needle sabel face 12 hit 8
next
attack ember sabel,ketta face 13,2 hit 5
next
attack not-one-step reaver face 14 hit 12
next
attack boathook ketta face 15 hit 8
next
use field-dressing sabel
attack camphor toad face 11 hit 6
next
attack fistful ketta face 5
next
attack fistful ketta face 7
next
attack falling toad,mudling1,mudling2 face 16,12,3 hit 9
next
attack twin heron ca face 14 hit 9
next
attack hot-tongue ketta face 17 hit 6
next
attack shield-bash toad ca face 12 hit 7
"""
DICE = (8, 6, 4)
"""The program's dice: the heron's save, the toad's refresh die, and the toad's save against dazed."""
KEYS = ("g",)
"""Keys pressed at the end, to show a second card: that of Sabel, the first in the order."""

BEFORE_THE_TURN = f"{FIGHT.partition('attack twin heron')[0]}apply sabel slowed save by toad"
TURN = (
    (2.0, (), "Sabel's turn"),
    (2.5, ("1",), "1: her first power, with a preview"),
    (2.0, ("1", "4", "9"), "149: the die and the damage from the table"),
    (2.5, ("enter",), "Enter: a hit"),
    (2.5, ("N",), "N: what the end of the turn would do"),
    (2.5, ("escape", "n"), "n: the next turn; a save is asked for"),
    (2.0, ("r", "1", "3"), "r 13: the save from the table"),
    (2.0, ("enter",), "Enter: saved"),
    (2.0, ("z", "z"), "z z: undo, dice and all"),
)
"""The turn of the moving picture: the seconds of each picture, the keys before it, and its title."""

FIGHTS_AHEAD = 25
"""Fights for each pair of habits in the picture of the odds."""

FONTS = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
"""Local fonts in place of Textual's web fonts, since an SVG image may not download any.

Every text in the picture has an explicit length, so that all of these fit."""


def tracker(journals: str, theme: Theme) -> Tracker:
    """The tracker on the sample fight, with a folder for its journal."""
    os.environ.pop("NO_COLOR", None)
    session = Session(read_encounter(SAMPLE), GivenDice(DICE))
    journal_settings = JournalSettings(Path(journals), "picture", lambda: "2026-01-01T00:00:00")
    return Tracker(session, journal_settings, Config(theme=theme.name), UserInput())


async def play_lines(app: Tracker, pilot: Pilot[None], lines: str) -> None:
    """Closes the notes of the encounter, which open by themselves, and plays the lines of a fight."""
    while app.screen is app.fight:
        await pilot.pause()
    await pilot.press("escape")
    for line in lines.split("\n"):
        before = len(app.fight.log_book.entries)
        app.fight.submit(line)
        while app.fight.pending:
            await asyncio.sleep(0.001)
        if line and len(app.fight.log_book.entries) == before:
            raise ValueError(f"not carried out: {line}")


async def play(app: Tracker, size: tuple[int, int]) -> str:
    """Plays the fight and draws the screen, as SVG."""
    async with app.run_test(size=size) as pilot:
        await play_lines(app, pilot, FIGHT)
        await pilot.press(*KEYS)
        await pilot.pause()
        return app.export_screenshot(title="Orcus")


async def play_a_turn(app: Tracker, size: tuple[int, int]) -> str:
    """Plays a turn key by key, and draws the screen after each step, one picture after the other."""
    frames: list[Frame] = []
    async with app.run_test(size=size) as pilot:
        await play_lines(app, pilot, BEFORE_THE_TURN)
        for seconds, keys, caption in TURN:
            await pilot.press(*keys)
            while app.fight.pending:
                await asyncio.sleep(0.001)
            await pilot.pause()
            app.clear_notifications()
            await pilot.pause()
            frames.append(Frame(seconds, app.export_screenshot(title=caption)))
    return moving(frames)


async def play_to_report(app: Tracker, size: tuple[int, int]) -> str:
    """Plays the fight and draws its report."""
    await play(app, size)
    return charts(figures_of(app.fight.session.timeline))


async def play_to_odds(app: Tracker, size: tuple[int, int]) -> str:
    """Draws the odds of the fight, from its beginning."""
    async with app.run_test(size=size) as pilot:
        while app.screen is app.fight:
            await pilot.pause()
        await pilot.press("escape")
        viewer = OddsViewer(app.fight.palette, Day((app.fight.view.fight,)), FIGHTS_AHEAD)
        app.push_screen(viewer)
        await pilot.pause()
        await app.workers.wait_for_complete([each for each in app.workers if each.node is viewer])
        await pilot.pause()
        return app.export_screenshot(title="Orcus")


class Picture(NamedTuple):
    """A picture: its file, the size of the terminal, the theme, and the function that plays and draws it."""

    name: str
    size: tuple[int, int]
    theme: Theme = DARK
    play: Callable[[Tracker, tuple[int, int]], Coroutine[None, None, str]] = play


PICTURES = (
    Picture("tracker.svg", (120, 36)),
    Picture("tracker-light.svg", (120, 36), LIGHT),
    Picture("tracker-80x24.svg", (80, 24)),
    Picture("tracker-200x50.svg", (200, 50)),
    Picture("turn.svg", (80, 24), play=play_a_turn),
    Picture("odds.svg", (100, 28), play=play_to_odds),
    Picture("report.svg", (120, 36), play=play_to_report),
)


def draw(picture: Picture) -> str:
    """The contents of a picture's file."""
    with TemporaryDirectory() as journals:
        app = tracker(journals, picture.theme)
        drawn = asyncio.run(picture.play(app, picture.size))
        app.close()
    return drawn if picture.play is play_to_report else with_our_fonts(drawn)


def with_our_fonts(drawn: str) -> str:
    """A picture of the screen without web fonts."""
    without_fonts = re.sub(r"\s*@font-face \{.*?\}", "", drawn, flags=re.DOTALL)
    fitted = re.sub(r"font-family: ?[^;]+;", f"font-family: {FONTS};", without_fonts)
    return "\n".join(line.rstrip() for line in fitted.splitlines()) + "\n"


if __name__ == "__main__":
    for each in PICTURES:
        (FOLDER / each.name).write_text(draw(each), encoding="utf-8", newline="\n")
