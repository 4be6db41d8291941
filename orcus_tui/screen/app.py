"""The tracker: the Textual app with its screens, themes, keys and shutdown."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol, runtime_checkable

from textual import events, on, work
from textual.binding import Binding, BindingType
from textual.command import CommandPalette, Provider
from textual.screen import Screen
from textual.theme import Theme

from orcus_tui.config.settings import Config
from orcus_tui.rules.public_settings import flat_settings
from orcus_tui.screen.fight.fight_screen import IDLE_DELAY, FightScreen
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.screen.terminal_app import TerminalApp
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.key_hints import key_label
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter_file
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.storage_error import StorageError

if TYPE_CHECKING:
    from textual.geometry import Region

    from orcus_tui.builder.plan import OpenDraft
    from orcus_tui.screen.dialogs.choices import DialogResult, Menu
    from orcus_tui.screen.widgets.dialog import Dialog
    from orcus_tui.screen.widgets.line_input import LineInput
    from orcus_tui.storage.journal.journal_follower import JournalFollower
    from orcus_tui.storage.journal.running_fight import RunningFight


FOLLOW_INTERVAL = 0.1
"""Seconds between checks of the journal of a fight in another program."""
STARTUP_SWITCH_INTERVAL = 0.0005
"""Python's thread switch interval, in seconds, until the fight is on the screen.

It is shorter than the usual 5 ms, so that the thread that writes the first frame does not wait for the app.
"""


@runtime_checkable
class Themed(Protocol):
    """A screen that draws with a palette."""

    def set_palette(self, palette: Palette) -> None:
        """Switches to another palette."""


@runtime_checkable
class Opening(Protocol):
    """A screen that takes no keys before it is open."""

    takes_keys: bool


def _palette_provider() -> type[Provider]:
    """The command palette, loaded when it is opened."""
    from orcus_tui.screen.fight.command_palette import Everything

    return Everything


def _key_actions() -> Mapping[str, Callable[[FightScreen], None]]:
    """The actions of keys without a line, loaded at the first key."""
    from orcus_tui.screen.fight.key_actions import ACTIONS

    return ACTIONS


def _save_alias(name: str, line: str) -> str:
    from orcus_tui.config.own_aliases import save_alias  # here, since few fights make an alias

    return save_alias(name, line)


class Tracker(TerminalApp):
    """The tracker on the screen, with one fight at a time.

    With journal settings it keeps a journal, and offers unfinished fights. `warnings` are shown at the start. With an
    `open_draft` the builder comes first; it closes to the new fight, or to the shell. With a `running_fight`
    it follows that fight in another program.
    """

    TITLE = "Orcus"
    CSS_PATH = "fight/fight.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", "quit", priority=True, show=False, system=True),
    ]
    COMMANDS = {_palette_provider}  # noqa: RUF012  # as Textual has it
    FIRST_COLOURS = ("background",)

    def __init__(
        self,
        session: Session,
        journal_settings: JournalSettings | None,
        config: Config,
        user_input: UserInput,
        warnings: Iterable[str] = (),
    ) -> None:
        super().__init__(config)
        self.open_draft: OpenDraft | None = None
        self.running_fight: RunningFight | None = None
        self._problem_followed = ""
        self._journal_settings = journal_settings
        self._warnings = tuple(warnings)
        self._keys: deque[events.Key] = deque()
        self._is_holding = False
        self._usual_switch_interval = sys.getswitchinterval()
        self.set_keymap(dict(user_input.keys))
        self.fight = FightScreen(self._configure(session), self.palette(), user_input, _key_actions)

    def get_default_screen(self) -> Screen[None]:
        """The fight."""
        return self.fight

    def urgent_regions(self) -> Sequence[Region]:
        """The parts of the fight to send first over a slow line; dialogs are sent row by row."""
        is_fight = self.screen_stack and self.screen is self.fight
        return self.fight.urgent_regions() if is_fight else super().urgent_regions()

    def _configure(self, session: Session) -> Session:
        """Gives a session the aliases and settings of the config, and returns it."""
        session.fight_files.aliases = {**self._config.aliases, **session.aliases}
        session.save_alias = _save_alias
        session.set_defaults(asking=self._config.ask, players=flat_settings(self._config.players))
        session.offers_again = True
        return session

    # Starting and ending

    def on_mount(self) -> None:
        """Shows warnings about the config or the journal; opens the builder, if it comes first."""
        sys.setswitchinterval(STARTUP_SWITCH_INTERVAL)
        self.theme_changed_signal.subscribe(self, self._use_theme)
        self.set_class(bool(self._config.ascii), "-ascii")
        _log_warnings(self.fight, self._warnings)
        if self.open_draft:
            self._build(self.open_draft)

    def on_ready(self) -> None:
        """Postpones work that is not needed to show the fight."""
        self.set_timer(IDLE_DELAY, self._finish_start)

    def _finish_start(self) -> None:
        """Starts the session, and exempts all existing objects from garbage collection."""
        sys.setswitchinterval(self._usual_switch_interval)
        gc.enable()
        gc.freeze()
        if self.open_draft:
            return  # the fight behind the builder is never played
        if self._journal_settings and not self.fight.session.recorder and not self.fight.session.read_only:
            if self.fight.session.fight_files.encounter:  # the user named this file
                self._mention_unfinished(self._journal_settings)
                self._start_fight(self._journal_settings)
            else:
                self._offer_unfinished(self._journal_settings)
        else:
            self.fight.session_worker.start()
            self.fight.open_notes_if_new()
        if self.running_fight:
            self.set_interval(FOLLOW_INTERVAL, partial(self._follow, self.running_fight))

    async def _follow(self, running: RunningFight) -> None:
        """Shows what was added to the journal since the last check, or the next fight of the other program.

        A missing, damaged or unreadable journal is reported once, and the app keeps waiting for it, or for the
        next fight.
        """
        was_left = running.is_left
        if running.follow_next():
            await self._show_next_followed(running.journal)
            return
        if running.is_left and not was_left:
            self.fight.show_message("the other program has left this fight; its next fight will be followed")
        if running.read_new_lines():
            self.fight.catch_up(running.journal.timeline)
        if running.problem != self._problem_followed:
            self._problem_followed = running.problem
            if running.problem:
                self.fight.show_message(f"{running.problem}; the next fight will be followed", severity="warning")

    async def _show_next_followed(self, journal: JournalFollower) -> None:
        """Shows the next fight of the other program, read-only like the previous one.

        Dialogs about the previous fight are closed, so that nothing chosen there affects this one.
        """
        before = self.fight.session
        await asyncio.to_thread(self.fight.session_worker.finish)
        session = Session.follow(journal, before.dice_source)
        session.library = before.library
        self.fight.pop_until_active()
        self.fight.switch_to(self._configure(session))
        self.fight.session_worker.start()
        self.fight.show_message(f"the other program has moved on to {session.fight.name}")

    @work(exclusive=True)
    async def _offer_unfinished(self, journal_settings: JournalSettings) -> None:
        """Offers unfinished fights to resume, view or discard; starts this one if none is chosen."""
        if menu := await asyncio.to_thread(_unfinished_menu, journal_settings):
            from orcus_tui.screen.fight.open_dialogs import hold_keys

            with hold_keys(self.fight):
                if await self._choose_unfinished(journal_settings, menu):
                    return
        self._start_fight(journal_settings)

    async def _choose_unfinished(self, journal_settings: JournalSettings, menu: Menu | None) -> bool:
        """Shows the menu again after each discarded fight; returns whether an unfinished fight replaced this one."""
        while menu:
            result = await self._ask(menu)
            if result and result.action in ("resume", "view"):
                action: Literal["resume", "view"] = "resume" if result.action == "resume" else "view"
                return await self._switch_to(journal_settings, action, result.argument)
            if result is None or result.action != "discard":
                return False
            await self.discard(journal_settings, result.argument)
            menu = await asyncio.to_thread(_unfinished_menu, journal_settings)
        return False

    async def _ask(self, menu: Menu) -> DialogResult | None:
        """Opens a menu over the fight, and returns the choice."""
        from orcus_tui.screen.dialogs.chooser import Chooser

        return await self.push_screen_wait(Chooser(self.fight.palette, menu))

    def _start_fight(self, journal_settings: JournalSettings) -> None:
        self.fight.session_worker.start(lambda session: _start_journal(session, journal_settings))
        self.fight.open_notes_if_new()

    @work(exclusive=True)
    async def _mention_unfinished(self, journal_settings: JournalSettings) -> None:
        """Mentions the fights that could be resumed instead of the requested file."""
        from orcus_tui.screen.dialogs.unfinished import mention

        if mentioned := await asyncio.to_thread(mention, journal_settings.folder):
            key = self.fight.key_labels["open"]
            self.fight.show_message(f"{mentioned}; {key} resumes one")

    async def discard(self, journal_settings: JournalSettings, journal_id: str) -> None:
        """Archives an unfinished fight, if that is confirmed."""
        from orcus_tui.screen.dialogs.unfinished import discard, discard_menu

        menu = await asyncio.to_thread(discard_menu, journal_settings.folder, journal_id)
        result = await self._ask(menu)
        if result and result.action == "archive":
            self.fight.show_message(await asyncio.to_thread(discard, journal_settings, journal_id))

    @work(exclusive=True)
    async def _build(self, open_draft: OpenDraft) -> None:
        """Opens the builder; an encounter that is built there can be played at once."""
        from orcus_tui.screen.builder.builder_screen import BuilderScreen
        from orcus_tui.screen.dialogs.creature_choices import searchable

        library = searchable(self.fight.session.library)
        path = await self.push_screen_wait(BuilderScreen(self.fight.palette, library, open_draft)) if library else None
        if path is None:
            self.exit()
            return
        self.open_draft = None
        opened = read_encounter_file(path)
        dice_source = self.fight.session.dice_source
        session = Session.open(opened, dice_source, self.fight.session.house_rules, path)
        session.library = self.fight.session.library
        self.fight.switch_to(self._configure(session))
        self.fight.session_worker.start(
            partial(_start_journal, journal_settings=self._journal_settings) if self._journal_settings else None
        )
        self.fight.open_notes_if_new()

    # Textual finds these three by name: `@on` would load widgets that the first frame does not need.

    def on_dialog_help_wanted(self, event: Dialog.HelpWanted) -> None:
        """Shows the help of a dialog."""
        self._show_help_of(event.place)

    async def on_dialog_ready(self) -> None:
        """Passes on the keys that waited for a dialog."""
        await self.release_keys()

    def on_line_input_help_wanted(self, event: LineInput.HelpWanted) -> None:
        """Shows all help from the command line, or the help of the log search."""
        if event.input_id == "search-line":
            self._show_help_of("In the log search")
        else:
            self.fight.action_press("help")

    def _show_help_of(self, place: str) -> None:
        from orcus_tui.screen.dialogs.text_viewer import TextViewer
        from orcus_tui.screen.fight.help_menu import lines_about

        viewer = TextViewer(self.fight.palette, place, lines_about(place))
        viewer.place = ""  # the help itself has no help
        self.push_screen(viewer)

    @on(FightScreen.SwitchFight)
    def switch_fight(self, event: FightScreen.SwitchFight) -> None:
        """Leaves this fight for an unfinished one."""
        if self._journal_settings:
            self._leave_for(self._journal_settings, event.action, event.journal_id)

    @work(exclusive=True)
    async def _leave_for(
        self, journal_settings: JournalSettings, action: Literal["resume", "view"], journal_id: str
    ) -> None:
        await self._switch_to(journal_settings, action, journal_id)

    async def _switch_to(
        self, journal_settings: JournalSettings, action: Literal["resume", "view"], journal_id: str
    ) -> bool:
        """Replaces this fight with an unfinished one; returns False, with a message, if it cannot be read."""
        dice_source = self.fight.session.dice_source
        if action == "view":
            from orcus_tui.storage.journal.journal_file import journal_path

            find = partial(
                Session.open_for_viewing,
                journal_settings,
                journal_path(journal_settings.folder, journal_id),
                dice_source,
            )
        else:
            find = partial(Session.resume, journal_settings, journal_id, dice_source)
        try:
            session, lost = await asyncio.to_thread(find)
        except StorageError as fault:
            self.fight.show_message(str(fault), severity="error")
            return False
        session.library = self.fight.session.library
        warning = await asyncio.to_thread(_end_session, self.fight)
        session.asked_before = self.fight.session.asked
        self.fight.switch_to(self._configure(session))
        self.fight.session_worker.start()
        for text in filter(None, (warning, lost)):
            self.fight.show_message(text, severity="warning")
        if differs := _asking_notice(session):
            self.fight.show_message(differs)
        return True

    def close(self) -> str:
        """Ends the session and the players' view, once the screen is gone. Returns a warning or an empty string."""
        if self.fight.players_view:
            self.fight.players_view.stop()
        return _end_session(self.fight)

    # Themes

    def _use_theme(self, _: Theme) -> None:
        palette = self.palette()
        for screen in self.screen_stack:
            if isinstance(screen, Themed):
                screen.set_palette(palette)
            for canvas in screen.query(Canvas):
                canvas.set_palette(palette)

    # Keys, one at a time

    async def on_event(self, event: events.Event) -> None:
        """Holds a key back until the previous one is done, so that fast typing has the expected effect.

        Otherwise letters typed after a key that opens the command line could act on the fight, and a key typed after
        the key that ends a turn could act on the creature whose turn is over.
        """
        if isinstance(event, events.Key) and not event.is_forwarded:
            self._keys.append(event)
            if len(self._keys) == 1 or self._is_holding:
                await self._pass_on()
        else:
            await super().on_event(event)

    @on(FightScreen.KeysReleased)
    async def release_keys(self) -> None:
        """Passes on the held keys."""
        if self._is_holding:
            await self._pass_on()

    async def _pass_on(self) -> None:
        """Passes on the first held key, unless its fight or dialog is not ready yet."""
        if self.screen is self.fight:
            self._is_holding = self.fight.holds_keys
        else:
            self._is_holding = isinstance(self.screen, Opening) and not self.screen.takes_keys
        self.fight.show_held_keys([key_label(each.key) for each in self._keys] if self._is_holding else [])
        if self._is_holding:
            return
        await super().on_event(self._keys[0])
        # The first round runs the key's binding; the second its effects, such as opening a screen.
        self._after_a_round(partial(self._after_a_round, self._take_next_key))

    def _after_a_round(self, then: Callable[[], object]) -> None:
        """Calls `then` after all messages that are now in the queues of the focus, the screen and the app."""
        screen = self.screen
        focus = self.focused or screen

        def from_screen() -> None:
            if not screen.call_later(self.call_later, then):  # it is closing, with an empty queue
                self.call_later(then)

        if not focus.call_later(from_screen):
            from_screen()

    async def _take_next_key(self) -> None:
        self._keys.popleft()
        if self._keys:
            await self._pass_on()

    def action_command_palette(self) -> None:
        """Opens the command palette, or the help in ASCII mode, in which the palette cannot be drawn."""
        if self._config.ascii:
            self.fight.action_press("help")
        elif not isinstance(self.screen, CommandPalette):
            from orcus_tui.screen.fight.command_palette import FightPalette

            self.push_screen(FightPalette())

    def action_leave(self) -> None:
        """Quits at once if the fight is saved, otherwise warns first, like `q`."""
        from orcus_tui.screen.widgets.dialog import Dialog

        dialogs = (each for each in self.screen_stack if isinstance(each, Dialog))
        warning = next(filter(None, (each.warning_before_quit() for each in dialogs)), "")
        if warning:
            self.fight.show_message(warning, severity="warning")
        elif self.fight.may_quit():
            self.exit()


def _unfinished_menu(journal_settings: JournalSettings) -> Menu | None:
    """The unfinished fights, if there is one to resume."""
    from orcus_tui.screen.dialogs.unfinished import unfinished_menu

    menu = unfinished_menu(journal_settings.folder)
    can_resume = any(each.result and each.result.action == "resume" for each in menu.choices)
    return menu if can_resume else None


def _asking_notice(session: Session) -> str:
    """A message if a resumed fight asks for other dice than the last `ask`, or an empty string."""
    asked, asking = session.asked, session.fight.asking
    if session.read_only or asked in (None, asking):
        return ""
    whose = {"none": "no dice", "party": "the party's dice", "all": "all dice"}[asking]
    return f"this fight asks for {whose}; `ask {asked}` changes that"


def _log_warnings(screen: FightScreen, warnings: Sequence[str]) -> None:
    """Puts warnings into the log, and shows the first of them as a message."""
    for warning in warnings:
        screen.log_book.add("!", [warning])
    if warnings:
        more = f" ({len(warnings) - 1} more in the log)" if len(warnings) > 1 else ""
        screen.show_message(f"{warnings[0]}{more}", severity="warning")


def _start_journal(session: Session, journal_settings: JournalSettings) -> Result | None:
    """Starts the fight's journal; if that fails, the fight continues without one, with a warning."""
    try:
        session.begin_journal(journal_settings)
    except StorageError as fault:
        return Result("", warning=str(fault))
    return None


def _end_session(screen: FightScreen) -> str:
    """Ends a fight's session once all its lines are carried out. Returns a warning or an empty string.

    A fight that is over, or in which nothing was done, is not offered again.
    """
    screen.session_worker.finish()
    return screen.session.end(finished=screen.session.is_settled)
