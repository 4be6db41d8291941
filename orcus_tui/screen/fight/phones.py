"""The players' view that the tracker serves, with what phones send to it: the strip, and the inbox.

The strip lies on the lower edge of the panes. It never takes the focus, and never touches a line being typed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from orcus_tui.model.fight import name_of
from orcus_tui.players.inbox import Inbox, Pending, credited_lines
from orcus_tui.players.link import ViewLink
from orcus_tui.players.messages import News, Proposal
from orcus_tui.players.proposal_text import proposal_effect, proposal_text
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Menu
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.row import Row, Span, cut, fit, width_of
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session

if TYPE_CHECKING:
    from orcus_tui.screen.fight.fight_screen import FightScreen
    from orcus_tui.screen.fight.session_worker import Outcome

SETTLED_AFTER = 0.5
"""Seconds for which what the strip shows must stand before a key accepts it."""


class InboxStrip(Canvas):
    """One row above the footer: how many proposals wait, the oldest of them, and the keys."""

    DEFAULT_CSS = """
    InboxStrip {
        layer: above;
        dock: bottom;
        margin: 0 1 2 1;
        height: 1;
        width: 100%;
    }
    .-too-small InboxStrip {
        display: none;
    }
    """

    def __init__(self, palette: Palette, labels: tuple[str, str]) -> None:
        super().__init__(palette, self._fill_row, id="strip")
        self._labels = labels
        self.count = 0
        self.shown = ""
        self.changed = 0.0

    def show(self, count: int, text: str) -> None:
        """Shows how many wait, and the oldest; nothing if none does."""
        if (count, text) == (self.count, self.shown):
            return
        if text != self.shown:
            self.changed = time.monotonic()
        self.count, self.shown = count, text
        self.display = bool(count)
        self.refill()

    def _fill_row(self, canvas: Canvas) -> None:
        canvas.draw([strip_row(self.count, self.shown, self._labels, canvas.size.width)])


def strip_row(count: int, text: str, labels: tuple[str, str], width: int) -> Row:
    """The row of the strip: `✉ 2 · Ketta: 9 damage to Kiln Toad → 7 left · Y accept`."""
    accept, inbox = labels
    before = Span(f" {signs.MAIL} {count} {signs.DOT} ", "warning")
    keys = (
        Span(f" {signs.DOT} ", "muted"), Span(accept, "accent"), Span(" accept ", "muted"),
        Span(inbox, "accent"), Span(" inbox ", "muted"),
    )  # fmt: skip
    room = width - width_of((before, *keys))
    return fit((before, Span(cut(text, max(room, 0), signs.CUT), "strong"), *keys), width)


class ServedView:
    """The players' view of a fight on the screen, and the desk of its inbox."""

    def __init__(self, screen: FightScreen, link: ViewLink) -> None:
        self._screen = screen
        self._link = link
        self._strip: InboxStrip | None = None
        self.inbox: Inbox | None = None
        self.pending: Sequence[Pending] = ()
        self.url = link.url

    @property
    def is_running(self) -> bool:
        """Whether the view is served."""
        return self._link.is_running

    def begin(self, say: Callable[[str], object]) -> None:
        """Takes what phones send from now on; `say` gets the messages of the view."""

        def open_inbox(session: Session) -> None:
            self.inbox = Inbox(session, self)

        def take(proposal: Proposal) -> None:
            self._screen.session_worker.submit_task(lambda _: self.inbox.receive(proposal) if self.inbox else None)

        self._screen.session_worker.submit_task(open_inbox)
        self._link.follow(take, say)

    def use(self, session: Session) -> None:
        """Serves the phones at another fight."""
        if self.inbox:
            self.inbox.use(session)

    def stop(self) -> None:
        """Ends the view, and the seats with it."""
        self._link.stop()
        if self.inbox:
            self.inbox.close()
        if self._strip:
            self._strip.show(0, "")

    # The desk of the inbox; called in the session's thread

    def send(self, news: News) -> None:
        """Takes a verdict or a seat to the view."""
        self._link.send(news)

    def announce(self, pending: Pending, text: str) -> None:
        """The strip shows what waits."""

    def note(self, text: str) -> None:
        """Logs what a player wrote, and shows it in a message."""
        self._screen.session_worker.report(Result("note", lines=(text,), warning=text))

    def ran(self, result: Result) -> None:
        """Logs the line of a phone."""
        self._screen.session_worker.report(result)

    # The strip

    def show(self, outcome: Outcome) -> None:
        """Shows what waits after an outcome; says that a phone was first, if its answer was being typed here."""
        screen = self._screen
        self.pending = outcome.pending
        if self._strip is None and self.pending:
            labels = screen.key_labels["accept"], screen.key_labels["inbox"]
            self._strip = InboxStrip(screen.palette, labels)
            screen.mount(self._strip)
        if self._strip:
            self._strip.show(len(self.pending), self._text(self.pending[0]) if self.pending else "")
        answering = screen.view.answering
        question = next((each for each in screen.view.fight.questions if each.id == answering), None)
        if question and not outcome.line and question not in outcome.fight.questions:
            screen.show_message(f"{name_of(outcome.fight, question.creature)} has answered on a phone", about="phones")

    def _text(self, pending: Pending) -> str:
        proposal = pending.proposal
        context = self._screen.session.context
        effect = proposal_effect(context, proposal)
        return proposal_text(context.fight, proposal) + (f" → {effect}" if effect else "")

    def accept_shown(self) -> None:
        """Accepts what the strip shows, unless it has just changed."""
        if not (self._strip and self.pending):
            self._screen.show_message("no phone has proposed anything", about="phones")
        elif time.monotonic() - self._strip.changed < SETTLED_AFTER:
            self._screen.show_message("this has just changed: read it, then press again", about="phones")
        else:
            self._screen.submit(f"players accept {self.pending[0].number}")

    def menu(self) -> Menu:
        """The inbox: what waits, oldest first."""
        choices = [self._choice(each) for each in self.pending]
        return Menu("Inbox", choices, has_search=False, place="In the inbox")

    def _choice(self, pending: Pending) -> Choice:
        number = str(pending.number)
        lines = credited_lines(self._screen.session.fight, pending.proposal)
        by_key = {"a": DialogResult("accept all", ""), "x": DialogResult("refuse", number)}
        if lines:
            by_key["e"] = DialogResult("edit", number)
        text = self._text(pending)
        return Choice(text, "", DialogResult("accept", number), lambda: (text, "", *lines), results_by_key=by_key)

    def edit(self, number: int) -> None:
        """Opens the line of a proposal; once it is carried out, the proposal counts as accepted."""
        pending = next((each for each in self.pending if each.number == number), None)
        if pending is None:
            self._screen.show_message("this proposal is no longer there", about="phones")
            return
        first, *more = credited_lines(self._screen.session.fight, pending.proposal)
        speaker = first.partition(":")[0]

        def settle(outcome: Outcome) -> None:
            if outcome.line.startswith(f"{speaker}:") and outcome.result and not outcome.result.error:
                self._screen.follow_up = None
                self._screen.session_worker.submit_task(lambda _: self.inbox.settle(number) if self.inbox else None)
                for line in more:
                    self._screen.begin_line(line)

        self._screen.follow_up = settle
        self._screen.begin_line(first)
