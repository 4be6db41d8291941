"""Somebody at the keyboard who presses anything: the app runs on, and the journal has the fight that is shown."""

import os
from pathlib import Path
from random import Random
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.pilot import Pilot

from benchmarks.trust.campaign import Broken, Campaign
from benchmarks.trust.monkeys import FILES, SIZES, any_keys, any_text
from benchmarks.trust.names_campaign import hurtful_fight_of
from benchmarks.trust.screens import key_event, play, seen, settle
from benchmarks.trust.sessions import journal_settings_at, session_on
from orcus_tui.config.settings import Config
from orcus_tui.library.library import Library
from orcus_tui.screen.app import Tracker
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.screen.forecast_runner import PLAYING_AHEAD
from orcus_tui.screen.themes import DARK
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.to_tables import fight_text
from orcus_tui.storage.journal.journal_file import journal_path
from orcus_tui.storage.journal.journal_settings import JournalSettings

ACTS_EACH = 150
MOUSE = (events.MouseDown, events.MouseUp, events.MouseMove, events.MouseScrollDown, events.MouseScrollUp)
WIDTH, HEIGHT = 100, 30
"""The size of the terminal at the end."""


def try_keys(seed: int, folder: Path) -> int:
    """A fight, and anything done to it on the screen."""
    chance = Random(seed)
    settings = journal_settings_at(folder / "state")
    app = _tracker(chance, seed, folder, settings)
    done, journal = 0, ""

    async def script(pilot: Pilot[Any]) -> None:
        nonlocal done, journal
        for _ in range(ACTS_EACH):
            done += await _act(pilot, chance)
            if not app.is_running:
                break  # `quit` was chosen; a crash is raised when the app is left
        else:
            await _come_to_rest(pilot, app)
        recorder = app.fight.session.recorder
        journal = recorder.id if recorder else ""

    play(app, script, chance.choice(SIZES))
    _check_journal(app, settings, journal)
    return done


def _tracker(chance: Random, seed: int, folder: Path, settings: JournalSettings) -> Tracker:
    """The tracker on a fight with hurtful names, in a folder two below the trial's, so that `..` is in it too."""
    here = folder / "at" / "home"
    here.mkdir(parents=True)
    os.chdir(here)
    os.environ["HOME"] = os.environ["USERPROFILE"] = str(here)
    fight = hurtful_fight_of(seed)
    Path("encounter.toml").write_text(fight_text(fight), encoding="utf-8")
    session = session_on(fight, seed, encounter=Path("encounter.toml"))
    session.library = Library(here / "own") if chance.random() < 0.3 else Library(here / "own", here / "none")
    config = Config(theme=DARK.name, ascii=chance.random() < 0.1)
    app = Tracker(session, settings, config, UserInput())
    app.animation_level = "none"
    return app


async def _act(pilot: Pilot[Any], chance: Random) -> int:
    """Does one thing or a few, and now and then waits until it is drawn; answers how many."""
    kind, keys = chance.random(), 1
    if kind < 0.7:
        names = any_keys(chance)
        keys = len(names)
        for name in names:
            pilot.app.post_message(key_event(name))
    elif kind < 0.8:
        pilot.app.post_message(events.Paste(any_text(chance)))
    elif kind < 0.9:
        _use_mouse(pilot, chance)
    elif kind < 0.93:
        for name in ("P", "shift+tab", *chance.choice(FILES), "enter"):
            pilot.app.post_message(key_event(name))
    else:
        await pilot.resize_terminal(*chance.choice(SIZES))
    if chance.random() < 0.5:
        await settle(pilot, unless=PLAYING_AHEAD)
    return keys


def _use_mouse(pilot: Pilot[Any], chance: Random) -> None:
    """Clicks once or twice, drags, or turns the wheel, anywhere."""
    size = pilot.app.size
    x, y = chance.randrange(max(size.width, 1)), chance.randrange(max(size.height, 1))
    clicks = (events.MouseDown, events.MouseUp) * chance.randint(1, 2)
    for kind in clicks if chance.random() < 0.7 else chance.choices(MOUSE, k=3):
        pilot.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))  # as Textual has it


async def _come_to_rest(pilot: Pilot[Any], app: Tracker) -> None:
    """Leaves all dialogs. Raises Broken where the app does not fill the screen then."""
    for _ in range(8):
        pilot.app.post_message(key_event("escape"))
    await settle(pilot, unless=PLAYING_AHEAD)
    await pilot.resize_terminal(WIDTH, HEIGHT)
    await settle(pilot, unless=PLAYING_AHEAD)
    if app.is_running and {cell_len(row) for row in seen(pilot)} != {WIDTH}:
        raise Broken("the screen is not filled")


def _check_journal(app: Tracker, settings: JournalSettings, journal: str) -> None:
    """Raises Broken where the journal lacks something of the fight that was shown."""
    if not journal:
        raise Broken("no journal")
    if not (settings.folder / f"{journal}.jsonl").exists():
        return  # nothing was done
    again, lost = Session.look(settings, journal_path(settings.folder, journal), RandomDice(Random(1)))
    if lost or again.fight != app.fight.view.fight:
        raise Broken(f"the journal has another fight: {lost}")


CAMPAIGNS = (Campaign("keys", "any keys, pastes, clicks and sizes, on every screen: it runs on", "keys", try_keys, 3),)
