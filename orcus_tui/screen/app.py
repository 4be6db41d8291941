"""The tracker: the Textual app around the screens, with its colours, its keys and its way out."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from textual import events, on, work
from textual.app import App, ScreenError
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.css.query import QueryError
from textual.screen import Screen
from textual.theme import Theme
from textual.widget import MountError

from orcus_tui.config.settings import Config
from orcus_tui.screen.fight.fight_screen import SOON, FightScreen
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.screen.themes import OURS, suited
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.session.session import Result, Session
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.recorder import JournalSettings
from orcus_tui.storage.storage_error import StorageError

if TYPE_CHECKING:
    from textual.driver import Driver

    from orcus_tui.builder.plan import Begun
    from orcus_tui.screen.dialogs.choices import Offer

SIGNALLED = 128
"""What a shell adds to the number of the signal that ended a program."""

WIDGETS_GONE = (MountError, QueryError, ScreenError)
"""What befalls a timer or an outcome that comes while the screen is being left."""


@runtime_checkable
class Coloured(Protocol):
    """A screen of ours: it draws in inks, and takes others."""

    def use(self, palette: Palette) -> None:
        """What is drawn from now on is in other inks."""


def _everything() -> type[Provider]:
    """The palette, loaded when it is opened."""
    from orcus_tui.screen.dialogs.command_palette import Everything

    return Everything


class Tracker(App[None]):
    """The tracker on the screen, about one fight at a time.

    With a desk it keeps a journal, and offers the fights that were left unfinished. `remarks` are shown as it opens.
    With an encounter `begun`, the builder is first; it is left for the fight built, or for the shell.
    """

    TITLE = "Orcus"
    CSS_PATH = "tracker.tcss"
    INHERIT_BINDINGS = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", "quit", priority=True, show=False, system=True),
    ]
    COMMANDS = {_everything}  # noqa: RUF012  # as Textual has it

    def __init__(
        self,
        session: Session,
        journal_settings: JournalSettings | None,
        config: Config,
        user_input: UserInput,
        remarks: Iterable[str] = (),
    ) -> None:
        super().__init__(driver_class=_driver())
        self.mistake: Exception | None = None
        self.begun: Begun | None = None
        self._journal_settings = journal_settings
        self._config = config
        self._remarks = tuple(remarks)
        self._keys: deque[events.Key] = deque()
        for theme in OURS:
            self.register_theme(theme)
        self.theme = suited(config.theme, self.console.color_system)
        self.set_keymap(dict(user_input.keys))
        self.fight = FightScreen(self._as_wished(session), self._palette(), user_input)

    def get_default_screen(self) -> Screen[None]:
        """The fight."""
        return self.fight

    def _as_wished(self, session: Session) -> Session:
        """The session as the config has it: aliases below its own, whose dice are asked for; and offered when left."""
        session.fight_files.aliases = {**self._config.aliases, **session.aliases}
        session.ask_in_every_fight(self._config.ask)
        session.offers_again = True
        return session

    # Beginning and ending

    def on_load(self) -> None:
        """Signals end it as `q` does from before it takes the terminal, so that this is left as it was found."""
        if sys.platform != "win32":
            loop = asyncio.get_running_loop()
            for sent in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                with suppress(RuntimeError, ValueError):  # outside the main thread, as in tests
                    loop.add_signal_handler(sent, partial(self.exit, return_code=SIGNALLED + sent))

    def on_mount(self) -> None:
        """What is wrong with the config, or was lost with the journal, is told, and stays in the log."""
        self.theme_changed_signal.subscribe(self, self._take_theme)
        self.set_class(bool(self._config.ascii), "-ascii")
        self.fight.note(self._remarks)
        if self.begun:
            self._build(self.begun)

    def on_ready(self) -> None:
        """What is not needed to see the fight comes when it has been seen."""
        self.set_timer(SOON, self._settle_in)

    def _settle_in(self) -> None:
        """The fight is on the screen: what there is by now stays, so the collector need not look at it again."""
        gc.enable()
        gc.freeze()
        if self.begun:
            return  # what is built may yet be played; the fight below it is nobody's
        if self._journal_settings and not self.fight.session.recorder and not self.fight.session.read_only:
            self._offer_unfinished(self._journal_settings)
        else:
            self.fight.session_worker.start()

    @work(exclusive=True)
    async def _offer_unfinished(self, journal_settings: JournalSettings) -> None:
        """Asks whether to go on with a fight that was left; if not, this one begins."""
        offer = await asyncio.to_thread(_unfinished_offer, journal_settings)
        if offer:
            from orcus_tui.screen.dialogs.chooser import Chooser

            wish = await self.push_screen_wait(Chooser(self.fight.palette, offer))
            if wish and await self._go_over(journal_settings, wish.what, wish.of):
                return
        self.fight.session_worker.start(lambda session: _with_journal(session, journal_settings))

    @work(exclusive=True)
    async def _build(self, begun: Begun) -> None:
        """The builder; what is built there can be played at once."""
        from orcus_tui.screen.builder.builder_screen import Builder
        from orcus_tui.screen.dialogs.library_search import opened

        library = opened(self.fight.session.library)
        path = await self.push_screen_wait(Builder(self.fight.palette, library, begun)) if library else None
        if path is None:
            self.exit()
            return
        self.begun = None
        session = Session(read_encounter(path), self.fight.session.faces, encounter=path)
        session.library = self.fight.session.library
        self.fight.take_over(self._as_wished(session))
        self.fight.session_worker.start(
            partial(_with_journal, journal_settings=self._journal_settings) if self._journal_settings else None
        )

    @on(FightScreen.Wanted)
    def take_another(self, event: FightScreen.Wanted) -> None:
        """Leaves this fight for an unfinished one."""
        if self._journal_settings:
            self._leave_for(self._journal_settings, event.what, event.fight)

    @work(exclusive=True)
    async def _leave_for(self, journal_settings: JournalSettings, what: str, journal_id: str) -> None:
        await self._go_over(journal_settings, what, journal_id)

    async def _go_over(self, journal_settings: JournalSettings, what: str, journal_id: str) -> bool:
        """Puts an unfinished fight in the place of this one; False, with a remark, where it cannot be read."""
        find = Session.look if what == "look" else Session.resume
        try:
            session, lost = await asyncio.to_thread(find, journal_settings, journal_id, self.fight.session.faces)
        except StorageError as fault:
            self.fight.remark(str(fault), severity="error")
            return False
        session.library = self.fight.session.library
        warning = await asyncio.to_thread(_ended, self.fight)
        self.fight.take_over(self._as_wished(session))
        self.fight.session_worker.start()
        for remark in filter(None, (warning, lost)):
            self.fight.remark(remark, severity="warning")
        return True

    def close(self) -> str:
        """Ends the session, when the screen is gone. Answers a warning, or nothing."""
        return _ended(self.fight)

    def _handle_exception(self, error: Exception) -> None:
        """A mistake of the program's own ends it; whoever ran it tells of the first, and no traceback is shown."""
        if self._exit and isinstance(error, WIDGETS_GONE):
            return
        self.mistake = self.mistake or error
        super()._handle_exception(error)
        self._exit_renderables.clear()

    # Colours

    def _palette(self) -> Palette:
        return Palette(self.current_theme, self._config.sides, hue=not self.no_color, ascii=bool(self._config.ascii))

    def _take_theme(self, _: Theme) -> None:
        palette = self._palette()
        for screen in self.screen_stack:
            if isinstance(screen, Coloured):
                screen.use(palette)
            for drawn in screen.query(Canvas):
                drawn.use(palette)

    # Keys, one at a time

    async def on_event(self, event: events.Event) -> None:
        """A key waits until the one before it has been to the focus and back: what is typed fast goes where it should.

        Otherwise the letters after a key that opens the command line could be keys of the fight.
        """
        if isinstance(event, events.Key) and not event.is_forwarded:
            self._keys.append(event)
            if len(self._keys) == 1:
                await self._pass_on()
        else:
            await super().on_event(event)

    async def _pass_on(self) -> None:
        await super().on_event(self._keys[0])
        # Once round, and its binding has run; once more, and what that began is done: a line said, a screen opened.
        self._after_a_round(partial(self._after_a_round, self._take_next_key))

    def _after_a_round(self, then: Callable[[], object]) -> None:
        """Calls when all that now waits in the queues of the focus, the screen and the app is done."""
        screen = self.screen
        focus = self.focused or screen

        def from_screen() -> None:
            if not screen.call_later(self.call_later, then):  # it is closing: nothing waits there any more
                self.call_later(then)

        if not focus.call_later(from_screen):
            from_screen()

    async def _take_next_key(self) -> None:
        self._keys.popleft()
        if self._keys:
            await self._pass_on()

    def action_command_palette(self) -> None:
        """Everything by name; it draws with signs of its own, so where only ASCII is wanted, the help stands in."""
        if self._config.ascii:
            self.fight.action_press("help")
        else:
            super().action_command_palette()

    def action_leave(self) -> None:
        """Leaves; the fight is kept."""
        self.exit()


def _driver() -> type[Driver] | None:
    """What draws on the terminal; on Windows, Textual's own."""
    if sys.platform == "win32":
        return None
    from orcus_tui.screen.terminal import Terminal

    return Terminal


def _unfinished_offer(journal_settings: JournalSettings) -> Offer | None:
    """The unfinished fights, where there is one to go on with."""
    from orcus_tui.screen.dialogs.unfinished import unfinished_offer

    offer = unfinished_offer(journal_settings.folder)
    can_go_on = any(each.wish and each.wish.what == "go on" for each in offer.choices)
    return offer if can_go_on else None


def _with_journal(session: Session, journal_settings: JournalSettings) -> Result | None:
    """Begins the fight's journal; what hinders it is told, and the fight goes on without."""
    try:
        session.keep_journal(journal_settings)
    except StorageError as fault:
        return Result("", warning=str(fault))
    return None


def _ended(screen: FightScreen) -> str:
    """Ends a fight's session when all that was said is done. Answers a warning, or nothing.

    A fight that is over, or in which nothing was done, is not offered again.
    """
    screen.session_worker.finish()
    return screen.session.end(finished=screen.session.is_settled)
