"""The screen, driven by tests: an app is played, and what is drawn is read as text."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot

import orcus_tui.screen
from orcus_tui.screen.choices import Offer, Wish
from orcus_tui.screen.chooser import Chooser
from orcus_tui.screen.drawn import Drawn
from orcus_tui.screen.ink import Inks
from orcus_tui.screen.themes import DARK

Script = Callable[[Pilot[Any]], Awaitable[None]]
"""What is pressed, and what must be seen of it."""


def played(app: App[Any], script: Script, size: tuple[int, int] = (120, 40)) -> None:
    """Runs an app in a terminal of that size, and a script in it."""

    async def play() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot)

    asyncio.run(play())


def drawn(pilot: Pilot[Any], name: str) -> str:
    """What the widget of that name shows, as text."""
    return "\n".join(pilot.app.screen.query_one(f"#{name}", Drawn).text)


async def typed(pilot: Pilot[Any], text: str) -> None:
    """Types a text, and waits until it is drawn."""
    await pilot.press(*("space" if sign == " " else sign for sign in text))
    await pilot.pause()


class Offered(App[None]):
    """An app that offers something, and keeps what is answered."""

    CSS_PATH = Path(orcus_tui.screen.__file__).with_name("tracker.tcss")

    def __init__(self, offer: Offer) -> None:
        super().__init__()
        self.answers: list[Wish | None] = []
        self._offer = offer

    def on_mount(self) -> None:
        inks = Inks(DARK, {}, hue=True, ascii=False)
        self.push_screen(Chooser(inks, self._offer), self.answers.append)
