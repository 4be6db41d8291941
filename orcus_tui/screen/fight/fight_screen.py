"""The screen of a fight: its panes and its command line. A key becomes a line, and what came of a line is drawn."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from msgspec.structs import replace
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from orcus_tui.commands.context import Context
from orcus_tui.model.text import printable
from orcus_tui.screen.dialogs.text_viewer import Reader
from orcus_tui.screen.fight import key_actions
from orcus_tui.screen.fight.cards import cards_beside, cards_in_short
from orcus_tui.screen.fight.header_footer import footer, header, invitation, too_small
from orcus_tui.screen.fight.keys import KEYS, line_of
from orcus_tui.screen.fight.log import Log, log_of
from orcus_tui.screen.fight.order import initiative
from orcus_tui.screen.fight.session_worker import Outcome, SessionWorker, lines_around
from orcus_tui.screen.fight.timers import row_of_question, waiting
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.screen.fight.view import Row, View, row_with, viewed_after
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.lazy_rows import Rows
from orcus_tui.screen.widgets.pane import Pane
from orcus_tui.screen.widgets.row import Line, Span, cut, line
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.screen.widgets.text_search import next_of
from orcus_tui.session.session import Result, Session
from orcus_tui.systems import SYSTEMS

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

    from orcus_tui.commands.reading import Reading
    from orcus_tui.screen.fight.command_line import CommandLine
    from orcus_tui.screen.widgets.search_input import SearchLine
    from orcus_tui.session.preview import Steps

NARROWEST, LOWEST = 40, 12
EVERYTHING = ("header", "initiative", "cards", "more-cards", "timers", "log", "footer")
WAITING = 40
"""The cells for lines that wait for the disk."""
SOON = 0.02
"""Seconds after which the fight has been seen, and what is not needed for it may come."""
PATIENCE = 0.15
"""Seconds after which a line that is still being written is shown to be."""


class _Initiative(NamedTuple):
    """The rows of the initiative pane, and what they were drawn of."""

    view: View
    width: int
    rows: Rows[Row]

    def serves(self, view: View, width: int) -> bool:
        """Whether they are right for this view: they are as long as only another creature is selected."""
        mine = self.view
        same = view.fight is mine.fight and (view.marked, view.turned) == (mine.marked, mine.turned)
        return same and width == self.width


class FightScreen(Screen[None]):
    """A fight on the screen.

    Everything that changes it is a line said to the scribe; `view` is the fight as the last outcome left it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key.keys, f"press('{key.id}')", key.title, id=key.id, show=False) for key in KEYS.values()
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-medium"), (120, "-wide"), (200, "-vast")]  # noqa: RUF012  # as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (18, "-high")]  # noqa: RUF012

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """Panes draw for themselves that they have the focus; Textual would paint the whole screen."""

    class Told(Message):
        """The scribe tells what came of a line."""

        def __init__(self, session_worker: SessionWorker, outcome: Outcome) -> None:
            super().__init__()
            self.session_worker = session_worker
            self.outcome = outcome

    class Wanted(Message):
        """Another fight is wanted in the place of this one: `go on` with it or `look` at it, by its id."""

        def __init__(self, what: str, fight: str) -> None:
            super().__init__()
            self.what = what
            self.fight = fight

    def __init__(self, session: Session, palette: Palette, user_input: UserInput) -> None:
        super().__init__()
        self.palette = palette
        self.user_input = user_input
        self._command_line: CommandLine | None = None
        self._moment = ExitStack()
        self._pane = "initiative"
        self._before_search = "initiative"
        self._found: int | None = None
        self._log_row: int | None = None
        self._set_out(session)

    def _set_out(self, session: Session) -> None:
        self.session = session
        self.view = viewed_after(View(session.fight, session.system), session.fight, session.system)
        self.log_book = log_of(session.timeline)
        self.pending: list[str] = []
        self._typed = ""
        self._is_kept: bool | None = True if session.recorder else None
        self._warned = False
        self._steps = (*lines_around(session.timeline), session.timeline.steps, session.timeline.steps_undone)
        self._timeline = session.timeline
        self._initiative: _Initiative | None = None
        self.session_worker = SessionWorker(session, self._hand_over)

    def take_over(self, session: Session) -> None:
        """Shows another fight from now on."""
        dropped = list(self.pending)
        self._set_out(session)
        self.pane("log").to_last()
        self.redraw(*EVERYTHING)
        if dropped:
            self.remark(f"not carried out: {', '.join(dropped)}", severity="warning")

    def compose(self) -> ComposeResult:
        """The panes; the command line comes when all of them are drawn."""
        yield Canvas(self.palette, self._fill_header, id="header")
        yield Pane(self.palette, self._fill, id="initiative")
        yield Pane(self.palette, self._fill, id="cards")
        yield Pane(self.palette, self._fill, id="more-cards")
        yield Pane(self.palette, self._fill, id="timers")
        yield Pane(self.palette, self._fill, id="log")
        yield Canvas(self.palette, self._fill_footer, id="footer")

    def on_mount(self) -> None:
        """The initiative has the focus."""
        self.pane("log").to_last()
        self.go_to("initiative")
        self.set_timer(SOON, self._bring_lines)

    def on_resize(self, event: events.Resize) -> None:
        """Says what it needs where there is too little room; where there is enough again, the focus is back."""
        was_too_small = self.has_class("-too-small")
        self.set_class(event.size.width < NARROWEST or event.size.height < LOWEST, "-too-small")
        if was_too_small and not self.has_class("-too-small"):
            self.call_after_refresh(self.go_to, self._pane)

    def _hand_over(self, session_worker: SessionWorker, outcome: Outcome) -> None:
        """From the scribe's thread into the screen's."""
        self.post_message(self.Told(session_worker, outcome))

    # Drawing

    @property
    def focus_name(self) -> str:
        """The pane that has the focus."""
        return (self.focused.id or "") if self.focused else ""

    def pane(self, name: str) -> Pane:
        """The pane of that name."""
        return self.query_one(f"#{name}", Pane)

    def go_to(self, name: str) -> None:
        """Gives a pane the focus; where only one is shown at a time, it is that one. A question is left with its."""
        self._pane = name
        if name != "timers":
            self._leave_question()
        for pane in self.query(Pane):
            pane.set_class(pane.id == name, "-chosen")
            if name != "log":
                pane.set_class(pane.id == name, "-above")
        self.set_focus(self.pane(name))
        self.redraw("footer")

    def _leave_question(self) -> None:
        if self.view.answering is not None:
            self.show(replace(self.view, answering=None, digits=""))

    def show(self, view: View) -> None:
        """Draws the fight as it is seen now; what cannot have changed is left alone."""
        before, self.view = self.view, view
        if view.fight is not before.fight:
            self.redraw(*EVERYTHING)
        elif (view.answering, view.digits) != (before.answering, before.digits):
            self.redraw("timers", "footer")
        else:
            self.redraw("initiative", "cards", "more-cards", "footer")

    def redraw(self, *parts: str) -> None:
        """Draws these parts anew."""
        for part in parts:
            self.query_one(f"#{part}", Canvas).refill()

    def use(self, palette: Palette) -> None:
        """What is drawn from now on is in other inks."""
        self.palette = palette

    def _fill(self, pane: Pane) -> None:
        """A pane's rows; while a line is typed, one pane lends its place to what helps with it."""
        if self._typed_in and pane.id == self._lender:
            pane.draw(self._typed_in.hints(pane.size))
        else:
            FILLS[pane.id or ""](self, pane)

    @property
    def _typed_in(self) -> "CommandLine | None":
        """The command line, while it has the focus."""
        return self._command_line if self.focused is self._command_line else None

    @property
    def _lender(self) -> str:
        """The pane nearest to the command line."""
        return "log" if self.has_class("-high") else self._pane

    def _fill_header(self, edge: Canvas) -> None:
        if self.has_class("-too-small"):
            edge.draw(too_small((NARROWEST, LOWEST), edge.size))
            return
        edge.draw([header(self.view, self._saved(), edge.size.width)])

    def _saved(self) -> Line:
        """Whether all that is shown is on disk; nothing is said where no journal is kept."""
        if self.session.read_only:
            return (Span("only to look at", "warning"),)
        if self._is_kept is False:
            return (Span("! not saved", "danger"),)
        if self.pending:
            waits = cut(f" {signs.DOT} ".join(self.pending), WAITING, signs.CUT)
            return (Span(f"{signs.WRITING} writing: {waits}", "warning"),)
        return (Span(f"{signs.SAVED} saved", "good"),) if self._is_kept else ()

    def fill_initiative(self, pane: Pane) -> None:
        """Who acts when, and how everyone is."""
        view, drawn = self.view, self._initiative
        if drawn is None or not drawn.serves(view, pane.inner_width):
            drawn = self._initiative = _Initiative(view, pane.inner_width, initiative(view, pane.inner_width))
        marked = f" {len(view.marked)} marked" if view.marked else ""
        heading = line("Initiative", Span(marked, "accent"))
        pane.show(heading, drawn.rows, row_with(drawn.rows.things, view.selected))

    def fill_cards(self, pane: Pane) -> None:
        """Whose turn it is, and who is selected."""
        pane.show(*cards_beside(self.view, pane.inner_width, pane.room, self.user_input.keys))

    def fill_more_cards(self, pane: Pane) -> None:
        """Who comes next."""
        pane.show(*cards_in_short(self.view, pane.inner_width))

    def fill_timers(self, pane: Pane) -> None:
        """What is asked, and what runs."""
        pane.show(line("Timers"), waiting(self.view, pane.inner_width), row_of_question(self.view))

    def fill_log(self, pane: Pane) -> None:
        """What was typed, and what came of it."""
        self.log_book.fit(pane.inner_width)
        rows = self.log_book.rows
        chosen = self._log_row if self.focused is pane else None
        pane.show(line("Log"), rows, chosen if self._found is None else self._found)

    @property
    def log_row(self) -> int:
        """The row of the log that keys are about: the last, until another is chosen."""
        last = max(len(self.log_book.rows) - 1, 0)
        return last if self._log_row is None else min(self._log_row, last)

    def read_log_at(self, row: int) -> None:
        """Chooses a row of the log."""
        self._log_row = max(0, min(row, len(self.log_book.rows) - 1))
        self.redraw("log")

    def _fill_footer(self, edge: Canvas) -> None:
        width = edge.size.width
        edge.draw([invitation(self.user_input.keys, width), footer(*key_actions.footing(self), width)])

    # Keys and lines

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Where nothing of the fight can be seen, no key does anything to it, but for the one that leaves."""
        return action != "press" or not self.has_class("-too-small") or parameters == ("quit",)

    def action_press(self, name: str) -> None:
        """A key of the table was pressed: its line is said, or begun; or it moves about on the screen."""
        key = KEYS[name]
        doing = key_actions.DOINGS.get(name)
        if doing:
            doing(self)
        elif key.begins:
            self.begin_line(line_of(key, self.view.targets, self.view.selected))
        else:
            self.say(line_of(key, self.view.targets, self.view.selected))

    def on_key(self, event: events.Key) -> None:
        """While a question has the focus, digits are its answer."""
        if (
            self.view.answering is not None
            and self.focus_name == "timers"
            and key_actions.answered_with(self, event.key)
        ):
            event.stop()

    @on(Pane.Clicked)
    def select_clicked(self, event: Pane.Clicked) -> None:
        """A click selects, a second one fills the line; a pane that shows what helps with a line has no rows."""
        if not (self._typed_in and event.pane.id == self._lender):
            key_actions.clicked(self, event.pane.id or "", event.row, event.times)

    def say(self, text: str, reading: "Reading | None" = None) -> None:
        """A line to be carried out; what came of it is shown when it is on disk."""
        self.pending.append(text)
        self.session_worker.say(text, reading)
        self._wait_a_moment()
        self.set_timer(PATIENCE, self._show_pending)

    def _wait_a_moment(self) -> None:
        """Paints nothing until the outcome is there, or a moment is over: most disks are quicker than that."""
        self._moment.close()
        self._moment.enter_context(self.app.batch_update())
        self.set_timer(SOON, self._moment.close)

    def _show_pending(self) -> None:
        if self.pending:
            self.redraw("header")

    @on(Told)
    def take(self, event: Told) -> None:
        """What came of a line: it goes into the log, and the fight is drawn as it is now."""
        outcome = event.outcome
        if event.session_worker is not self.session_worker:
            return  # of a fight that has been left
        if outcome.fault:
            raise outcome.fault
        if outcome.line in self.pending:
            self.pending.remove(outcome.line)
        self._steps = outcome.back, outcome.on, outcome.steps, outcome.undone
        self._is_kept = outcome.is_kept if self.session.journal_settings else None
        if outcome.result:
            self._tell(outcome, outcome.result)
        if outcome.line == self._typed:
            self._typed = ""
        self.show(self._view_after(outcome))
        self.redraw("header", "log")  # also where the fight is as it was: something was told, and is on disk
        if not self.pending:
            self._moment.close()
        if outcome.result and outcome.result.quits:
            self.app.exit()

    def _view_after(self, outcome: Outcome) -> View:
        """The view of the fight as it is now; of another fight, a fresh one."""
        system = SYSTEMS[outcome.fight.system]
        before = self.view if outcome.timeline is self._timeline else View(outcome.fight, system)
        self._timeline = outcome.timeline
        return viewed_after(before, outcome.fight, system)

    def _tell(self, outcome: Outcome, result: Result) -> None:
        if result.error:
            self._refuse(outcome.line, result.error)
            return
        if result.warning:
            self.remark(result.warning, severity="warning")
        if result.command:
            self._enter(outcome, result)

    def _refuse(self, text: str, error: str) -> None:
        """Says why a line was not carried out; one that was typed can be mended."""
        self.remark(error, severity="error")
        if text == self._typed and not self.pending and not self._typed_in:
            self.begin_line(text)

    def _enter(self, outcome: Outcome, result: Result) -> None:
        """Puts what came of a line into the log."""
        changed = outcome.timeline is not self._timeline or outcome.fight is not self.view.fight
        if outcome.timeline is not self._timeline:
            self.log_book = Log()
        pane = self.pane("log")
        read = not changed and len(result.log) > max(pane.room, 1)
        if read:
            self.open_reader(result.command, result.log)
        entry = self.log_book.add(result.command, result.log, folded=read)
        self.log_book.stand_at(entry, outcome.steps, outcome.undone, redone=bool(result.redone))
        self._log_row = None
        pane.to_last()

    def remark(self, text: str, severity: "SeverityLevel" = "information") -> None:
        """A word beside the fight, gone in a while, or when there is another."""
        self.app.clear_notifications()
        self.app.notify(self.palette.shown(printable(text)), severity=severity, markup=False)

    def note(self, remarks: Sequence[str]) -> None:
        """Words that stay in the log; the first of them beside the fight, too."""
        for remark in remarks:
            self.log_book.add("!", [remark])
        if remarks:
            more = f" ({len(remarks) - 1} more in the log)" if len(remarks) > 1 else ""
            self.remark(f"{remarks[0]}{more}", severity="warning")

    def may_leave(self) -> bool:
        """Whether the fight may be left: what is not on disk is told first, and left the second time."""
        if self._is_kept is not False or self._warned:
            return True
        self._warned = True
        self.remark("this fight is not saved: `write` saves it to a file; once more leaves it", severity="warning")
        return False

    # Searching the log

    def begin_search(self) -> None:
        """Opens the line the log is searched with."""
        from orcus_tui.screen.widgets.search_input import SearchLine

        self._before_search = self._pane
        self.go_to("log")
        self._bring_lines()
        search_line = self.query_one(SearchLine)
        search_line.value = ""
        self.add_class("-searching")
        self.set_focus(search_line)

    def on_search_line_looked(self, event: "SearchLine.Looked") -> None:
        """Brings the row that was found into sight; from the last one up while it is typed."""
        found = self.log_book.rows_with(event.text)
        self._found = next_of(found, self._found, event.direction, first=-1)
        self.redraw("log")

    def on_search_line_left(self) -> None:
        """Back to where it began."""
        self.remove_class("-searching")
        self._found = None
        self.go_to(self._before_search)

    # Beyond the fight

    def ask_for(self, what: str, fight: str) -> None:
        """Asks for another fight in the place of this one."""
        self.post_message(self.Wanted(what, fight))

    def open_reader(self, title: str, lines: Sequence[str]) -> None:
        """Lines that are more than the log has room for."""
        self.app.push_screen(Reader(self.palette, title, lines))

    # The command line

    def read_against(self) -> Context:
        """What a line is read against now."""
        return self.session.context_for(self.view.fight)

    def _steps_told(self) -> "Steps":
        from orcus_tui.session.preview import Steps

        return Steps(*self._steps, self.session.refusal)

    def begin_line(self, text: str) -> None:
        """Opens the command line with a text."""
        self._leave_question()
        self._bring_lines()
        if self._command_line:
            self.set_focus(self._command_line)
            self._command_line.begin(text)

    def _bring_lines(self) -> None:
        """Mounts the lines to type in; they are not among the first things, so that the fight is seen sooner."""
        from orcus_tui.screen.fight.command_line import CommandLine
        from orcus_tui.screen.widgets.search_input import SearchLine

        if self._command_line is None:
            self._command_line = CommandLine(self.read_against, self._steps_told, self.user_input.history)
            self.mount(self._command_line, SearchLine("search the log"))

    def on_command_line_said(self, event: "CommandLine.Said") -> None:
        """A typed line goes on its way, and into the history."""
        self.go_to(self._pane)
        line = event.reading.line.strip()
        self._typed = line
        self.say(line, event.reading)
        self.user_input.recall(line)
        self.session_worker.do("", lambda _: Result("", warning=self.user_input.keep(line)))

    def on_command_line_left(self) -> None:
        """Back to the fight."""
        self.go_to(self._pane)

    def on_command_line_helped(self) -> None:
        """What helps with the line is other now; or it was entered, or left."""
        self.redraw(self._lender, "footer")


FILLS: Mapping[str, Callable[[FightScreen, Pane], None]] = {
    "initiative": FightScreen.fill_initiative,
    "cards": FightScreen.fill_cards,
    "more-cards": FightScreen.fill_more_cards,
    "timers": FightScreen.fill_timers,
    "log": FightScreen.fill_log,
}
"""How each pane is filled."""
