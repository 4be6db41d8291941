"""The screen of a fight: its panes and its command line. Keys become lines, and the results of lines are drawn."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec.structs import replace
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message

from orcus_tui.commands.context import Context
from orcus_tui.model.briefing import EMPTY_BRIEFING
from orcus_tui.model.fight import alike_offers
from orcus_tui.model.history import Timeline, UndoInfo
from orcus_tui.model.offer import number_range
from orcus_tui.screen.fight import panes, timers
from orcus_tui.screen.fight.header_footer import Saving, TurnClock, footer, header, prompt_text
from orcus_tui.screen.fight.keys import KEYS, first_labels, line_of, waits_for_more
from orcus_tui.screen.fight.layout import PaneNeeds, is_too_small, too_small_rows
from orcus_tui.screen.fight.log import LogBook, log_of
from orcus_tui.screen.fight.panes import LINE, PanesScreen
from orcus_tui.screen.fight.session_worker import LineDone, Outcome, SessionWorker
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.screen.fight.view import PaneData, PaneSize, View, leave_question, new_view, next_view, rows_of
from orcus_tui.screen.widgets.canvas import Canvas, Pane
from orcus_tui.screen.widgets.row import cells
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session

if TYPE_CHECKING:
    from orcus_tui.commands.reading import Reading
    from orcus_tui.screen.fight.command_line import CommandLine
    from orcus_tui.screen.fight.served_view import ServedView

IDLE_DELAY = 0.02
"""Seconds until the rest of the program loads: by then the fight is on the screen."""
SAVING_NOTICE_DELAY = 0.15
"""Seconds after which a line that is still being saved is shown in the header."""


class FightScreen(PanesScreen):
    """A fight on the screen.

    Every change to the fight is a line submitted to the session's thread; `view` is the fight after the last outcome.
    `actions` returns the actions of keys without a line, by the ids of the keys. `follow_up` is called with every shown
    outcome, for actions that take several lines. `totals_typed` is the text in the initiative form.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key.keys, f"press('{key.id}')", key.title, id=key.id, show=False) for key in KEYS.values()
    ]

    class KeysReleased(Message):
        """Held keys can be passed on: all results are shown, or the dialog that they are for is open."""

    class SwitchFight(Message):
        """Resume or view another fight, by its journal's id, instead of this one."""

        def __init__(self, action: Literal["resume", "view"], journal_id: str) -> None:
            super().__init__()
            self.action = action
            self.journal_id = journal_id

    def __init__(
        self,
        session: Session,
        palette: Palette,
        user_input: UserInput,
        actions: "Callable[[], Mapping[str, Callable[[FightScreen], None]]]",
    ) -> None:
        super().__init__(palette)
        self.user_input = user_input
        self.key_labels = first_labels(user_input.keys)
        self.turn_clock = TurnClock(user_input.turn_clock)
        self._actions = actions
        self.players_view: ServedView | None = None
        self.dialogs_coming = 0
        self.dialog_finished_at = 0.0
        self._command_line: CommandLine | None = None
        self._held_paint = ExitStack()
        self._open(session)

    def _open(self, session: Session, toggled: frozenset[str] = frozenset()) -> None:
        self.session = session
        view = new_view(session, session.fight, toggled)
        view = replace(view, can_undo=bool(session.timeline.undo_count))
        self.view = next_view(view, session.view)
        self.needs = _needs_of(self.view)
        self.reset_layout()
        self.follow_up: Callable[[Outcome], None] | None = None
        self.totals_typed: dict[str, str] = {}
        self.log_book = log_of(session.timeline)
        self.pending: list[str] = []
        self._held_keys: Sequence[str] = ()
        self._typed = self._typed_in_full = ""
        self._in_journal: bool | None = True if session.recorder else None
        self._warned_unsaved = False
        timeline = self._timeline = session.timeline
        self._undo_info = timeline.undo_info
        self.session_worker = SessionWorker(session, self._post_outcome, shows_players=self.players_view is not None)
        if self.players_view:
            self.players_view.use(session)

    def switch_to(self, session: Session) -> None:
        """Switches to another fight."""
        dropped = list(self.pending)
        self._open(session, self.view.toggled)
        self.pane(panes.LOG.id).scroll_to_last()
        self.lay_out()
        self.redraw(*panes.EVERY_PART)
        if dropped:
            self.show_message(f"not carried out: {', '.join(dropped)}", severity="warning")
        self.post_message(self.KeysReleased())

    def switch_turn_clock(self) -> None:
        """Shows the turn clock, or hides it."""
        self.turn_clock.switch()
        (self._ticking.resume if self.turn_clock.is_on else self._ticking.pause)()
        self.redraw("header")

    def catch_up(self, timeline: Timeline) -> None:
        """Shows what another program has done in the fight."""
        self.session.timeline = self._timeline = timeline
        self.log_book = log_of(timeline)
        self.pane(panes.LOG.id).scroll_to_last()
        self.show(next_view(self.view, self.session.view_of(timeline.fight)))
        self.redraw("header", panes.LOG.id)

    def compose(self) -> ComposeResult:
        """The header, the panes and the footer; the command line comes once they are drawn."""
        yield Canvas(self.palette, self._fill_header, id="header")
        for row in panes.PANES:
            yield Pane(self.palette, partial(self._fill_pane, row), id=row.id, keeps_end=row.keeps_end)
        yield Canvas(self.palette, self._fill_footer, id="footer")

    def on_mount(self) -> None:
        """Focuses the initiative."""
        self.pane(panes.LOG.id).scroll_to_last()
        self.go_to(panes.INITIATIVE.id)
        self.set_timer(IDLE_DELAY, self.mount_inputs)
        self._ticking = self.set_interval(1, partial(self.redraw, "header"), pause=not self.turn_clock.is_on)

    def go_to(self, id_: str) -> None:
        """Focuses a pane, and leaves a question that had the focus."""
        if id_ != panes.TIMERS.id:
            self.show(leave_question(self.view))
        super().go_to(id_)

    # Drawing

    @property
    def pane_data(self) -> PaneData:
        """The data that the panes show."""
        return PaneData(self.view, self.log_book, self.key_labels, self.is_shown(panes.MORE_CARDS.id))

    def show(self, view: View) -> None:
        """Draws another view; parts that cannot have changed are not redrawn."""
        before, self.view = self.view, view
        if view is before:
            return
        if view.fight is not before.fight or view.toggled != before.toggled:
            self.needs = _needs_of(view)
            self.lay_out()
        if view.fight is not before.fight:
            self.redraw(*panes.EVERY_PART)
        elif (view.answering, view.digits, view.upkeep) != (before.answering, before.digits, before.upkeep):
            self._show_prompt()
            self.redraw(*panes.QUESTION_PARTS)
        else:
            self.redraw(*panes.SELECTION_PARTS)

    def _fill_pane(self, row: panes.FightPane, pane: Pane) -> None:
        """Fills a pane by its row in the table; while a line is typed, one pane shows the hints instead."""
        if self._open_line and row.id == self._hint_pane:
            pane.draw(self._open_line.hints(pane.size))
        else:
            pane.show(*row.fill(self.pane_data, PaneSize(pane.inner_width, pane.room, self.focused is pane, pane.top)))

    @property
    def _open_line(self) -> "CommandLine | None":
        """The command line, while it has the focus."""
        return self._command_line if self.focused is self._command_line else None

    @property
    def _hint_pane(self) -> str:
        """The id of the pane next to the command line, which shows the hints."""
        return panes.LOG.id if self.is_shown(panes.LOG.id) else self.chosen_pane

    def _fill_header(self, canvas: Canvas) -> None:
        if is_too_small(self.size):
            canvas.draw(too_small_rows(canvas.size))
            return
        waiting = [*self.pending, *self._held_keys] if self.pending else []
        saving = Saving(self._in_journal, waiting, read_only=bool(self.session.read_only))
        self.turn_clock.set_turn(self.view.fight)
        canvas.draw([header(self.view, saving, canvas.size.width, self.turn_clock.row)])

    def _fill_footer(self, canvas: Canvas) -> None:
        canvas.draw(footer(self.view, self.focus_name, self.key_labels, canvas.size.width))

    # Keys and the mouse

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """On a screen that is too small to show the fight, only the keys that quit work."""
        return action != "press" or not is_too_small(self.size) or parameters == ("quit",)

    def action_press(self, key_id: str) -> None:
        """Runs the action of a key, submits its line, or opens its line to be completed."""
        self.toasts.remove(self.app, LINE)
        key = KEYS[key_id]
        action = self._actions().get(key_id)
        line = line_of(key.line, self.view.targets, self.view.selected)
        if action:
            action(self)
        elif key.waits:
            self.begin_line(line.text, line.targets, line.tail)
        else:
            self.submit(line.text)

    def on_key(self, event: events.Key) -> None:
        """A key defined by the user submits its line, or opens it if it waits for more text or a target."""
        own = self.user_input.lines.get(event.key)
        if own is None or not self.check_action("press", (event.key,)):
            self._press_in_pane(event)
            return
        event.stop()
        before, waits, after = own.partition("{target?}")
        line = line_of(f"{before}{after}", self.view.targets, self.view.selected)
        if waits or waits_for_more(own):
            self.begin_line(line.text if waits_for_more(line.text) else f"{line.text.rstrip()} ", line.targets)
        else:
            self.submit(line.text)

    def _press_in_pane(self, event: events.Key) -> None:
        """Digits answer the focused question; `y` and `n` answer the question about a power's upkeep."""
        upkeep_action = self._actions().get(f"upkeep-{event.key}")
        if self.view.upkeep and upkeep_action:
            event.stop()
            upkeep_action(self)
            return
        answer = None
        if self.view.answering is not None and self.focus_name == panes.TIMERS.id:
            from orcus_tui.screen.fight.questions import press

            answer = press(self.view, event.key)
        if answer is None:
            return
        event.stop()
        for line in answer.lines:
            self.submit(line)
        if answer.view.answering is None:
            self.go_to(panes.INITIATIVE.id)
        else:
            self.show(answer.view)

    @on(Pane.Clicked)
    def click(self, event: Pane.Clicked) -> None:
        """Selects the clicked row; a double click begins a line about it. Hints cannot be clicked."""
        row = panes.BY_ID[event.pane.id or ""]
        if self._open_line and row.id == self._hint_pane:
            return
        if row.key:
            self.go_to(row.id)
        self.change(row, row.click(self.pane_data, event.row))
        if event.times == 2 and row.double_click:
            self.begin_line(row.double_click(self.pane_data))

    def change(self, row: panes.FightPane, view: View) -> None:
        """Shows a view, and redraws the pane it came from."""
        self.show(view)
        self.redraw(row.id)

    # Lines

    def submit_typed(self, line: str) -> None:
        """Submits a typed or chosen line. If it is refused, it can be corrected; otherwise marks are removed."""
        self._typed = line
        self.submit(line)

    def submit(self, line: str, reading: "Reading | None" = None) -> None:
        """Passes a line to the session's thread; its outcome is shown when it is on disk."""
        self.toasts.remove(self.app, LINE)
        self.pending.append(line)
        self.session_worker.submit(line, reading)
        self._pause_painting()
        self.set_timer(SAVING_NOTICE_DELAY, self._show_pending)

    def _pause_painting(self) -> None:
        """Pauses painting until the outcome arrives, but at most for `IDLE_DELAY`; most disks are faster."""
        self._held_paint.close()
        self._held_paint.enter_context(self.app.batch_update())
        self.set_timer(IDLE_DELAY, self._held_paint.close)

    def _show_pending(self) -> None:
        if self.pending:
            self.redraw("header")

    @property
    def holds_keys(self) -> bool:
        """Whether keys must wait for pending lines or for a dialog."""
        return self.dialogs_coming > 0 or bool(self.pending and (self.focused is None or self.focused_pane is not None))

    def show_held_keys(self, keys: Sequence[str]) -> None:
        """Shows waiting keys in the header, after a delay in which they may be passed on."""
        if keys != self._held_keys:
            self._held_keys = keys
            self.set_timer(SAVING_NOTICE_DELAY, self._show_pending)

    def _post_outcome(self, session_worker: SessionWorker, outcome: Outcome) -> None:
        """Posts an outcome to the screen; called in the session's thread."""
        self.post_message(LineDone(session_worker, outcome))

    @on(LineDone)
    def show_outcome(self, event: LineDone) -> None:
        """Logs the result of a line, and draws the fight."""
        outcome = event.outcome
        if event.session_worker is not self.session_worker:
            return  # the outcome belongs to a fight that has been left
        if outcome.crash:
            raise outcome.crash
        if outcome.line in self.pending:
            self.pending.remove(outcome.line)
        self._undo_info = outcome.undo_info
        self._in_journal = outcome.is_in_journal if self.session.journal_settings else None
        if outcome.result:
            self._show_result(outcome, outcome.result)
        if self.players_view:
            self.players_view.show(outcome)
        view = self._view_after(outcome)
        if outcome.line and outcome.line == self._typed:
            view = self._view_after_typed(outcome, view)
        self.show(view)
        self._show_prompt()
        if self.follow_up:
            self.follow_up(outcome)
        self.redraw("header", panes.LOG.id)  # even if the fight is unchanged, since the line was logged and is on disk
        if not self.pending:
            self._held_paint.close()
            self.post_message(self.KeysReleased())
        if outcome.result and outcome.result.quits:
            self.app.exit()

    def _view_after(self, outcome: Outcome) -> View:
        """The view after a line; a new one for another fight."""
        before = self.view
        if outcome.timeline is not self._timeline:
            before = new_view(self.session, outcome.fight, before.toggled)
            self.call_after_refresh(self.open_notes_if_new)
        self._timeline = outcome.timeline
        can_undo = bool(outcome.undo_info.undo_count)
        said = can_undo, outcome.public_names
        if outcome.fight is before.fight and said == (before.can_undo, before.public_names):
            return before
        before = replace(before, can_undo=can_undo, public_names=outcome.public_names)
        return next_view(before, self.session.view_of(outcome.fight))

    def _view_after_typed(self, outcome: Outcome, view: View) -> View:
        """The view without marks, if a typed line changed the fight; opens the next pasted line."""
        self._typed = ""
        if self._command_line and (outcome.is_carried_out or not outcome.result):
            self._command_line.begin_next_pasted()
        return view if view.fight is self.view.fight else replace(view, marked=())

    def _show_result(self, outcome: Outcome, result: Result) -> None:
        if result.error:
            self._show_refusal(outcome.line, result.error)
            return
        if result.warning:
            self.show_message(result.warning, severity="warning", about=LINE if outcome.line else "warning")
        if result.remarks and not self.follow_up:  # the campaign proposes something
            self.call_later(self.action_press, "end-fight")
        if result.command:
            self._log_result(outcome, result)

    def _show_refusal(self, line: str, error: str) -> None:
        """Shows why a line was refused; if it was typed, it can be corrected."""
        self.show_message(error, severity="error")
        if line == self._typed and not self.pending and not self._open_line:
            self.begin_line(self._typed_in_full if self._typed_in_full.strip() == line else line)

    def _log_result(self, outcome: Outcome, result: Result) -> None:
        """Logs a command; a text longer than the log opens in the text viewer."""
        changed = outcome.timeline is not self._timeline or outcome.fight is not self.view.fight
        if outcome.timeline is not self._timeline:
            self.log_book = LogBook()
            if outcome.fight.phase == "setup" and len(result.log) <= 1:
                return  # the header has its name; the empty log says how to begin it
        pane = self.pane(panes.LOG.id)
        too_long = not changed and len(result.log) > max(pane.room, 1)
        if too_long:
            self.open_text(result.command, result.log)
        entry = self.log_book.add_result(result, outcome.fight, folded=too_long)
        if result.redone:
            self.log_book.count_redone(outcome.undo_info.redo_count)
        self.log_book.count_steps(entry, outcome.undo_info.undo_count, outcome.undo_info.redo_count)
        pane.scroll_to_last(self.log_book.row_of_fall)

    def may_quit(self) -> bool:
        """Whether to quit; with unsaved changes, the first attempt only warns."""
        if self.session.read_only or self._in_journal is not False or self._warned_unsaved:
            return True
        self._warned_unsaved = True
        self.show_message("not saved: `write` saves it; quit again to discard it", severity="warning")
        return False

    def open_notes_if_new(self) -> None:
        """Opens the encounter's notes, if it has any and was opened for the first time."""
        if self.session.is_new and self.view.fight.briefing != EMPTY_BRIEFING:
            self.action_press("notes")

    # The command line

    def context(self) -> Context:
        """The current context for reading a line."""
        return self.session.context_for(self.view.fight, self._undo_info.last_command)

    def undo_info(self) -> UndoInfo:
        """The changes that can be undone and redone now."""
        return replace(self._undo_info, read_only=self.session.refusal)

    def begin_line(self, text: str, targets: tuple[int, int] = (0, 0), tail: str = "") -> None:
        """Opens the command line with a text, the cursor at its end.

        `targets` is the range that a typed name replaces.
        """
        self.show(leave_question(self.view))
        self.mount_inputs()
        if self._command_line:
            self.set_focus(self._command_line)
            self._command_line.begin(text, targets, tail)

    def mount_inputs(self) -> None:
        """Mounts the command line and the search, which are not needed to see the fight."""
        from orcus_tui.screen.fight.command_line import CommandLine
        from orcus_tui.screen.fight.log_search import LogSearch

        if self._command_line is None:
            self._command_line = CommandLine(self.context, self.undo_info, self.user_input.history)
            self._show_prompt()
            log_search = LogSearch(lambda: self.log_book, partial(self.redraw, panes.LOG.id), self.palette)
            self.mount_own_widgets()
            self.mount(self._command_line, log_search)
            self.toasts.show_again(self.app)

    def _show_prompt(self) -> None:
        if self._command_line:
            offered = self._line_of_offer() if self.view.fight.offers and self.view.can_change else ""
            self._command_line.show_prompt(prompt_text(self.key_labels, self.view, self.size.width), offered)

    def _line_of_offer(self) -> str:
        """The line that accepts the oldest offer and those alike, or one offer with its likely target."""
        from orcus_tui.screen.fight.targeting import line_to_accept  # this is loaded when something is offered

        fight = self.view.fight
        alike = alike_offers(fight, fight.offers[0])
        return f"accept {number_range(alike)}" if len(alike) > 1 else line_to_accept(self.view, self.context()).text

    def on_command_line_entered(self, event: "CommandLine.Entered") -> None:
        """Submits a typed line, and adds it to the history."""
        self.go_to(self.chosen_pane)
        self._typed_in_full = event.reading.line
        line = self._typed = self._typed_in_full.strip()
        self.submit(line, event.reading)
        self.user_input.remember(line)
        self.session_worker.submit_task(lambda _: Result("", warning=self.user_input.save(line)))

    def on_command_line_pasted(self, event: "CommandLine.Pasted") -> None:
        """Explains how the pasted lines after the first follow, or opens the next line."""
        if event.next_line:
            self.begin_line(event.next_line)
        else:
            self.show_message(f"{event.count} more pasted: each follows the one before; Esc drops them")

    def on_command_line_cancelled(self) -> None:
        """Goes back to the fight."""
        self.go_to(self.chosen_pane)

    def on_command_line_edited(self) -> None:
        """Removes the message about the line before it was corrected."""
        self.toasts.remove(self.app, LINE)

    def on_command_line_hints_changed(self) -> None:
        """Redraws the pane with the hints."""
        self.redraw(self._hint_pane, "footer")


def _needs_of(view: View) -> PaneNeeds:
    names = (cells(each.name) for each in view.fight.sheets.values())
    return PaneNeeds(len(rows_of(view)), len(timers.items(view)), max(names, default=0))
