"""Any keys at the keyboard: the app keeps running, and the journal has the fight that is shown."""

import asyncio
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.pilot import Pilot

from orcus_tui.config.settings import Config
from orcus_tui.library.library import Library
from orcus_tui.screen.app import Tracker
from orcus_tui.screen.fight.panes import EVERY_PART
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.screen.themes import DARK
from orcus_tui.screen.workers import SIMULATIONS
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.journal.journal_list import list_unfinished
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.journal.running_fight import follow_running
from tests.campaign.inputs.deep_fights import any_fight, leave_fight, opened, play_deep, play_to_round, played, resumed
from tests.campaign.inputs.fitting_lines import fitting_line
from tests.campaign.inputs.keys import FILES, LEAVE, any_keys, any_size, any_text
from tests.campaign.inputs.lines import line_by
from tests.campaign.instruments.depth_gauge import DepthGauge
from tests.campaign.instruments.screen import key_event, play, seen, set_size, settle
from tests.campaign.names import hurtful_fight_of
from tests.campaign.trials import PATIENCE, Broken, Campaign, Tried
from tests.helpers.fights.sessions import NO_SYNC, journal_settings_at, session_on

ACTS_EACH = 150
ACTS_BETWEEN_CHECKS = 30
CERTAIN = (
    "begin",
    "next",
    "d @all 1",
    "add Newcomer hp=7",
    "undo",
    "redo",
    "roll d20",
    "write copy.toml",
    "export log.md",
)
"""Lines that mostly do something, whichever creatures are in the fight."""
FIRST_KEYS = ("B", "plus", "o", "P", "escape", "b")
"""The keys pressed first in a fight in setup: they open the builder, the library, or the files, or begin."""
MOUSE = (events.MouseDown, events.MouseUp, events.MouseMove, events.MouseScrollDown, events.MouseScrollUp)
WIDTH, HEIGHT = 100, 30
"""The size that the terminal has at the end."""


def try_keys(seed: int, folder: Path) -> Tried:
    """Presses any keys in a fight, usually in a later round."""
    return _try_tracker(seed, folder, NO_SYNC, 0)


def _try_tracker(seed: int, folder: Path, disk: Disk, certain: float) -> Tried:
    """Presses keys on the screen with a disk; `certain` is how often a line of CERTAIN is entered.

    Raises Broken if the screen, checked after each action, or the journal, checked now and then, differs from the
    session's fight.
    """
    chance = Random(seed)
    settings = journal_settings_at(folder / "state", disk)
    app = _tracker(chance, seed, folder, settings)
    app.fight.session.disk = disk
    gauge, done = DepthGauge(app), 0
    journal: Path | None = None

    async def script(pilot: Pilot[Any]) -> None:
        nonlocal done, journal
        if app.fight.view.fight.phase == "setup":
            _press(pilot, chance.choice(FIRST_KEYS))
        for number in range(1, ACTS_EACH + 1):
            gauge.read()
            if certain and chance.random() < certain:
                _enter(pilot, chance.choice(CERTAIN))
            done += await _act(pilot, chance, app)
            if number % ACTS_BETWEEN_CHECKS == 0:
                await settle(pilot, unless=SIMULATIONS)
            if not app.is_running:
                return  # `quit` was chosen; a crash is raised when the app is left
            journal = _journal_of(app)
            _check_view(app)
            if number % ACTS_BETWEEN_CHECKS == 0:
                journal = await _begun_journal(app)
                _check_journal(app, settings, journal)
                await _check_screen(pilot, app)
        await _come_to_rest(pilot, app)
        journal = await _begun_journal(app)

    play(app, script, any_size(chance), on_message=gauge.on_message)
    _check_journal(app, settings, journal)
    return Tried(done, gauge.depth)


def _journal_of(app: Tracker) -> Path | None:
    """The journal of the fight on the screen, if it has one."""
    recorder = app.fight.session.recorder
    return recorder.path if recorder else None


async def _begun_journal(app: Tracker) -> Path | None:
    """The journal of the fight on the screen, once a slow disk has it. Raises Broken if that never happens."""
    ends = time.monotonic() + PATIENCE
    while app.is_running and not (app.fight.session.read_only or app.fight.session.recorder):
        if time.monotonic() > ends:
            raise Broken("no journal")
        await asyncio.sleep(0.01)
    return _journal_of(app)


def _tracker(chance: Random, seed: int, folder: Path, settings: JournalSettings) -> Tracker:
    """The tracker on a fight: in a later round, played here, resumed, or opened from a file, or still in setup."""
    here = _go_home(folder)
    if chance.random() < 0.4:
        leave_fight(chance, seed + 1, settings)
    kind = chance.random()
    if kind < 0.15:
        fight = hurtful_fight_of(seed)
        Path("encounter.toml").write_text(fight_text(fight), encoding="utf-8")
        session = session_on(fight, seed, encounter=Path("encounter.toml"))
    elif kind < 0.4:
        session = played(chance, seed)
    elif kind < 0.8:
        session = resumed(chance, seed, settings)
    else:
        session = opened(chance, seed, Path())
    session.library = Library(here / "own") if chance.random() < 0.3 else Library(here / "own", here / "none")
    return _app(chance, session, settings)


def _go_home(folder: Path) -> Path:
    """Changes to a folder two levels below the trial's, so that `..` is still inside that folder."""
    here = folder / "at" / "home"
    here.mkdir(parents=True)
    os.chdir(here)
    os.environ["HOME"] = os.environ["USERPROFILE"] = str(here)
    return here


def _app(chance: Random, session: Session, settings: JournalSettings) -> Tracker:
    config = Config(theme=DARK.name, ascii=chance.random() < 0.1)
    app = Tracker(session, settings, config, UserInput())
    app.animation_level = "none"
    return app


async def _act(pilot: Pilot[Any], chance: Random, app: Tracker) -> int:
    """Performs one or a few actions, and sometimes waits until they are drawn; returns their number."""
    kind, keys = chance.random(), 1
    leave = ("escape",) if app.screen is app.fight else LEAVE
    if kind < 0.6:
        names = any_keys(chance, app.fight.view.fight, leave)
        keys = len(names)
        _press(pilot, *names)
    elif kind < 0.85:
        keys = _paste_line(pilot, fitting_line(chance, app.fight.view.fight), leave)
    elif kind < 0.9:
        pilot.app.post_message(events.Paste(any_text(chance)))
    elif kind < 0.95:
        _use_mouse(pilot, chance)
    elif kind < 0.97:
        _press(pilot, "P", "shift+tab", *chance.choice(FILES), "enter")
    else:
        set_size(pilot, *any_size(chance))
    if chance.random() < 0.5:
        await settle(pilot, unless=SIMULATIONS)
    return keys


def _press(pilot: Pilot[Any], *names: str) -> None:
    for name in names:
        pilot.app.post_message(key_event(name))


def _paste_line(pilot: Pilot[Any], line: str, leave: Sequence[str]) -> int:
    """Enters a line by pasting it, which is quicker than pressing its keys; returns the number of actions."""
    _press(pilot, *leave, "colon")
    pilot.app.post_message(events.Paste(line))
    _press(pilot, "enter")
    return len(leave) + 3


def _enter(pilot: Pilot[Any], line: str) -> None:
    """Enters a line wherever the cursor is."""
    _press(pilot, *LEAVE, "colon", *line, "enter")


def _use_mouse(pilot: Pilot[Any], chance: Random) -> None:
    """Clicks once or twice, drags, or turns the wheel, anywhere."""
    size = pilot.app.size
    x, y = chance.randrange(max(size.width, 1)), chance.randrange(max(size.height, 1))
    clicks = (events.MouseDown, events.MouseUp) * chance.randint(1, 2)
    for kind in clicks if chance.random() < 0.7 else chance.choices(MOUSE, k=3):
        pilot.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))  # as Textual has it


async def _come_to_rest(pilot: Pilot[Any], app: Tracker) -> None:
    """Closes all dialogs. Raises Broken if the app then does not fill the screen."""
    _press(pilot, *["escape"] * 8)
    await settle(pilot, unless=SIMULATIONS)
    await _check_screen(pilot, app)
    set_size(pilot, WIDTH, HEIGHT)
    await settle(pilot, unless=SIMULATIONS)
    if app.is_running and {cell_len(row) for row in seen(pilot)} != {WIDTH}:
        raise Broken("the screen is not filled")


async def _check_screen(pilot: Pilot[Any], app: Tracker) -> None:
    """Raises Broken if the screen of the fight differs after a full redraw."""
    if not app.is_running or app.screen is not app.fight or app.fight.turn_clock.is_on:
        return
    rows, view = seen(pilot), app.fight.view
    app.fight.redraw(*EVERY_PART)
    await settle(pilot, unless=SIMULATIONS)
    if app.fight.view is not view:
        return  # the followed fight has continued
    for row, again in zip(rows, seen(pilot), strict=True):
        if row != again:
            raise Broken(f"drawn again, a row is different:\n{row}\n{again}")


def _check_view(app: Tracker) -> None:
    """Raises Broken if the screen shows another fight than the session has while no line is executed."""
    if not app.fight.pending and app.fight.view.fight != app.fight.session.fight:
        raise Broken("the screen shows another fight than the session has")


def _check_journal(app: Tracker, settings: JournalSettings, journal: Path | None) -> None:
    """Raises Broken if the journal lacks something of the fight on the screen."""
    if journal is None or app.fight.session.read_only:
        return  # it has no journal, or `quit` was chosen before that was begun
    again, lost = Session.open_for_viewing(settings, journal, RandomDice(Random(1)))
    if lost or again.fight != app.fight.view.fight:
        raise Broken(f"the journal has another fight: {lost}")


# A tracker that follows a fight


class Player:
    """The program whose fight is followed; it records the journals after each of its lines."""

    def __init__(self, chance: Random, seed: int, settings: JournalSettings) -> None:
        self._chance, self._seed, self._settings = chance, seed, settings
        self.session = session_on(any_fight(seed), seed, journal_settings=settings)
        play_deep(self.session, chance)
        self._files = _files_in(settings.folder)

    def act(self) -> None:
        """Plays a few lines, or switches to another fight. Raises Broken if another program wrote a journal."""
        self.check()
        if self._chance.random() < 0.1:
            self._play_another()
        for _ in range(self._chance.randint(0, 4)):
            self.session.run(self._line())
        self._files = _files_in(self._settings.folder)

    def _line(self) -> str:
        kind = self._chance.random()
        if kind < 0.6:
            return fitting_line(self._chance, self.session.fight)
        return self._chance.choice(CERTAIN) if kind < 0.8 else line_by(self._chance)

    def _play_another(self) -> None:
        """Leaves the fight for a new one, or for one that was left."""
        self.session.end(finished=self._chance.random() < 0.5)
        left = [each.id for each in list_unfinished(self._settings.folder)]
        if left and self._chance.random() < 0.5:
            dice = RandomDice(self._chance)
            self.session, _ = Session.resume(self._settings, self._chance.choice(left), dice)
        else:
            self._seed += 1
            self.session = session_on(any_fight(self._seed), journal_settings=self._settings)
            play_to_round(self.session, self._chance, self._chance.randint(0, 4))

    def check(self) -> None:
        """Raises Broken if the journals have changed."""
        if _files_in(self._settings.folder) != self._files:
            raise Broken("the tracker that only follows has changed the journals")


def _files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def try_follower(seed: int, folder: Path) -> Tried:
    """Uses a tracker that follows a fight, and the fight's own program: the tracker stays up to date, and writes no
    journal.
    """
    chance = Random(seed)
    settings = journal_settings_at(folder / "state")
    _go_home(folder)
    player = Player(chance, seed, settings)
    running = follow_running(settings.folder)
    app = _app(chance, Session.follow(running.journal, RandomDice(Random(seed))), settings)
    app.running_fight = running
    gauge, done = DepthGauge(app), 0

    async def script(pilot: Pilot[Any]) -> None:
        nonlocal done
        for _ in range(ACTS_EACH):
            gauge.read()
            if chance.random() < 0.3:
                player.act()
            done += await _act(pilot, chance, app)
            if not app.is_running:
                return  # `quit` was chosen
        await _come_to_rest(pilot, app)
        await _catch_up(app, player)
        await settle(pilot, unless=SIMULATIONS)

    play(app, script, any_size(chance), on_message=gauge.on_message)
    player.check()
    player.session.end(finished=False)
    return Tried(done, gauge.depth)


async def _catch_up(app: Tracker, player: Player) -> None:
    """Waits until the followed fight is shown. Raises Broken after a timeout."""
    ends = time.monotonic() + PATIENCE
    while app.is_running and app.fight.view.fight != player.session.fight:
        if time.monotonic() > ends:
            raise Broken("the fight that is played is not shown")
        await asyncio.sleep(0.02)


# A slow disk


class SlowDisk:
    """A slow disk; `held_up` lists the calls that the screen waited for."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self.held_up: list[str] = []
        self.disk = Disk(write=self._write, sync=self._sync, sync_folder=self._sync_folder)

    def _write(self, fd: int, data: bytes) -> int:
        self._wait("write")
        return os.write(fd, data)

    def _sync(self, _fd: int) -> None:
        self._wait("sync")

    def _sync_folder(self, _folder: Path) -> None:
        self._wait("sync of a folder")

    def _wait(self, call: str) -> None:
        with suppress(RuntimeError):  # this thread runs no event loop
            asyncio.get_running_loop()
            self.held_up.append(call)
        time.sleep(self._chance.choice(DELAYS))


DELAYS = (0, 0, 0, 0, 0.01, 0.03, 0.2)
"""Seconds that a call takes."""


def try_slow_disk(seed: int, folder: Path) -> Tried:
    """Presses any keys on a slow disk: none waits for it, and the journal has the fight in the end."""
    slow = SlowDisk(seed)
    done = _try_tracker(seed, folder, slow.disk, 0.3)
    if slow.held_up:
        raise Broken(f"the screen waited for the disk: {', '.join(slow.held_up)}")
    return done


CAMPAIGNS = (
    Campaign("keys", "any keys, pastes, clicks and sizes, in any round: it runs on", "keys", try_keys, 3),
    Campaign("keys-follow", "any keys in a tracker that follows another: no journal is touched", "keys", try_follower),
    Campaign("keys-slow", "any keys while the disk is slow: none waits for it", "keys", try_slow_disk, 0.5),
)
