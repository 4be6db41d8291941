"""Drives the app in tests, and reads the screen as text."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual import events
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.geometry import Size
from textual.notifications import Notification
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

import orcus_tui.screen
from orcus_tui.config.settings import Config
from orcus_tui.screen.app import Tracker
from orcus_tui.screen.builder import builder_screen
from orcus_tui.screen.dialogs import chooser, importer
from orcus_tui.screen.dialogs.choices import DialogResult, Menu
from orcus_tui.screen.dialogs.chooser import Chooser
from orcus_tui.screen.fight import fight_screen
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.screen.terminal_app import TerminalApp
from orcus_tui.screen.textual_internals import PrivatePart
from orcus_tui.screen.themes import DARK
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.row import Row, text_of
from orcus_tui.session.session import Session
from orcus_tui.storage.journal.journal_settings import JournalSettings
from tests.campaign.instruments.screen import Script, key_event, play, seen, set_size, settle
from tests.campaign.trials import PATIENCE
from tests.helpers.fights.random_fights import begin_small_fight

__all__ = ["Script", "key_event", "play", "seen", "set_size", "settle"]
"""Names that tests import from here."""

# Hundreds of apps are started here, so the delays after the first frame and after typing are short, and style sheets,
# which are the same in each app, are parsed once.
fight_screen.IDLE_DELAY = orcus_tui.screen.app.IDLE_DELAY = 0.001
builder_screen.DEBOUNCE = chooser.DEBOUNCE = importer.DEBOUNCE = 0.001

PRIVATE_PARTS = (
    PrivatePart("textual.css.stylesheet:Stylesheet", "_parse_rules", "a style sheet is parsed once for all apps"),
    PrivatePart("textual.css.stylesheet:Stylesheet", "_variables", "it is parsed again for colours of other themes"),
    PrivatePart("textual.screen:Screen", "_compositor", "colours and places are asked of it"),
    PrivatePart("textual._compositor:Compositor", "_arrange_root", "a size is laid out without being drawn"),
    PrivatePart("textual.app:App", "_exit", "whether the app is about to end"),
    PrivatePart("textual.app:App", "_notifications", "the messages that lie on a screen"),
    PrivatePart("textual.screen:Screen", "_forward_event", "the wheel is turned over a widget"),
    PrivatePart("textual.widgets:Input", "_suggestion", "the grey rest of a line"),
)
"""The private parts of Textual that this module uses."""

_parse_rules = Stylesheet._parse_rules
_parsed: dict[object, list[RuleSet]] = {}


def _parse_once(sheet: Stylesheet, *source: Any, **scope: Any) -> list[RuleSet]:
    key = (tuple(sheet._variables.items()), source, tuple(scope.items()))
    if key not in _parsed:
        _parsed[key] = _parse_rules(sheet, *source, **scope)
    return _parsed[key]


Stylesheet._parse_rules = _parse_once  # type: ignore[method-assign]  # Textual keeps parsed sheets for one app only


def tracker(
    session: Session,
    journal_settings: JournalSettings | None = None,
    *,
    user_input: UserInput | None = None,
    environment: Mapping[str, str] | None = None,
    warnings: Sequence[str] = (),
    **config: Any,
) -> Tracker:
    """The tracker on a fight, independent of the terminal that runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("NO_COLOR", raising=False)
        for name, value in (environment or {}).items():
            patch.setenv(name, value)
        settings = Config(**{"theme": DARK.name, **config})
        app = Tracker(session, journal_settings, settings, user_input or UserInput(), warnings)
    app.animation_level = "none"
    return app


def fight_tracker(*lines: str, user_input: UserInput | None = None, **config: Any) -> Tracker:
    """The tracker on the small fight after `begin` and these lines."""
    return tracker(begin_small_fight(*lines), user_input=user_input, **config)


# Drawing


def strips_of(screen: Screen[Any]) -> list[Strip]:
    """The rows of a screen with their colours."""
    return screen._compositor.render_strips()


def sizes_at(screen: Screen[Any], size: Size) -> dict[Widget, Size]:
    """The size of each widget on a screen of that size."""
    placed, _ = screen._compositor._arrange_root(screen, size, visible_only=False)
    return {widget: place.region.size for widget, place in placed.items()}


# Input


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Presses keys quickly one after the other, and waits until the result is drawn."""
    for key in keys:
        pilot.app.post_message(key_event(key))
        if not isinstance(pilot.app, Tracker):  # another app may handle a key before the previous one
            await settle(pilot)
    await settle(pilot)


async def resize(pilot: Pilot[Any], width: int, height: int) -> None:
    """Resizes the terminal, and waits until it is drawn."""
    set_size(pilot, width, height)
    await settle(pilot)


async def type_text(pilot: Pilot[Any], text: str) -> None:
    """Types a text, and waits until it is drawn."""
    await press(pilot, *text)


async def say(pilot: Pilot[Any], *lines: str) -> None:
    """Enters lines in the command line, one after the other."""
    for line in lines:
        await press(pilot, ":", *line, "enter")


async def paste(pilot: Pilot[Any], text: str) -> None:
    """Pastes a text as a terminal does, and waits until it has been read."""
    pilot.app.post_message(events.Paste(text))
    await until_read(pilot)


async def turn_wheel(pilot: Pilot[Any], pane: str, kind: type[events.MouseEvent]) -> None:
    """Turns the mouse wheel by one notch over a pane, and waits until the result is drawn."""
    x, y, *_ = pilot.app.screen.query_one(f"#{pane}").content_region
    over = kind(None, x, y, 0, 0, 0, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y)
    pilot.app.screen._forward_event(over)
    await settle(pilot)


# Waiting


async def until(pilot: Pilot[Any], holds: Callable[[], object]) -> None:
    """Waits for a condition that another thread brings about, even while the screen is busy."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError("\n".join(("waited in vain; the screen shows:", *seen(pilot)))) from None


async def until_read(pilot: Pilot[Any]) -> None:
    """Waits until the workers of the screen have read the pasted text or the named file."""
    await settle(pilot)
    screen = pilot.app.screen
    await asyncio.gather(*(each.wait() for each in screen.workers if each.node is screen and not each.is_cancelled))
    await settle(pilot)


async def until_seen(pilot: Pilot[Any], *words: str) -> None:
    """Waits until all these words are on the screen at once."""
    await until(pilot, lambda: all(sees(pilot, each) for each in words))


# Reading the screen


def sees(pilot: Pilot[Any], words: str) -> bool:
    """Whether these words are anywhere on the screen."""
    return words in "\n".join(seen(pilot))


def is_whole(pilot: Pilot[Any]) -> bool:
    """Whether every row is as wide as the terminal, and every frame is complete."""
    rows = seen(pilot)
    width, height = pilot.app.size
    widths_fit = [cell_len(row) for row in rows] == [width] * height
    whole = "\n".join(rows)
    corners = {whole.count(each) for each in "┌┐└┘"}
    return widths_fit and len(corners) == 1


def pane_text(pilot: Pilot[Any], name: str) -> str:
    """The text that the widget of this name shows."""
    return "\n".join(pilot.app.screen.query_one(f"#{name}", Canvas).text)


def row_of(pilot: Pilot[Any], words: str, pane: str = "initiative") -> str:
    """The row of a pane with these words, without the frame."""
    (row,) = (each for each in pane_text(pilot, pane).splitlines() if words in each)
    return row[1:-1]


def in_the_fight(pilot: Pilot[Any]) -> list[str]:
    """The names of the creatures in the fight that is shown."""
    return [sheet.name for sheet in pilot.app.fight.view.fight.sheets.values()]


def command_line(pilot: Pilot[Any]) -> str | None:
    """The text of the command line; empty if it is closed."""
    line = pilot.app.screen.query_one("#command-line", Input)
    return line.value if line.display and line.has_focus else None


def ghost_text(pilot: Pilot[Any]) -> str:
    """The line that the command line suggests in grey."""
    return str(pilot.app.screen.query_one("#command-line", Input)._suggestion)


def rows_drawn(pilot: Pilot[Any], pane: str) -> list[Row]:
    """The rows of a pane with their styles, without the frame."""
    return [row[1:-1] for row in pilot.app.screen.query_one(f"#{pane}", Canvas)._drawn]


def highlighted_rows(pilot: Pilot[Any], pane: str) -> list[str]:
    """The rows of a pane with the cursor or a search match."""
    return [text_of(row).strip() for row in rows_drawn(pilot, pane) if any(span.background for span in row)]


def selection(pilot: Pilot[Any]) -> str:
    """The name in the initiative row with the cursor."""
    (row,) = highlighted_rows(pilot, "initiative")
    return row.lstrip("▶⊞●0123456789- @").split("  ")[0].strip()


def messages(shown: Pilot[Any] | Screen[Any]) -> list[Notification]:
    return list(shown.app._notifications)


def is_leaving(pilot: Pilot[Any]) -> bool:
    """Whether the app has ended, or is about to."""
    return pilot.app._exit or not pilot.app.is_running


class MenuApp(TerminalApp):
    """An app that shows a menu, and records the results."""

    CSS_PATH = Path(orcus_tui.screen.__file__).with_name("messages.tcss")

    def __init__(self, menu: Menu) -> None:
        super().__init__(Config())
        self.answers: list[DialogResult | None] = []
        self._menu = menu

    def on_mount(self) -> None:
        self.push_screen(Chooser(self.palette(), self._menu), self.answers.append)
