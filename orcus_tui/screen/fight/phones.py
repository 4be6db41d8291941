"""Proposals from phones on the screen of a fight: their words, the strip, and the inbox.

The strip is at the lower edge of the panes. It never takes the focus, and never changes a line being typed.
"""

import time
from collections.abc import Sequence
from functools import partial

from orcus_tui.commands.context import Context
from orcus_tui.commands.parse import parse
from orcus_tui.errors import OrcusError
from orcus_tui.model.fight import Fight, name_of
from orcus_tui.players.inbox import Pending, claim_text, credited_lines, lines_of, speaker_of
from orcus_tui.players.messages import Proposal
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Menu
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.screen.fight.open_dialogs import Results, choose
from orcus_tui.screen.fight.served_view import ServedView
from orcus_tui.screen.fight.session_worker import Outcome
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.row import Row, Span, cut, fit, width_of
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.session.ahead.dry_run import DryRunner
from orcus_tui.session.ahead.preview import preview_command


def proposal_text(fight: Fight, proposal: Proposal) -> str:
    """A proposal, after the name of its hero."""
    if proposal.kind == "claim":
        return claim_text(fight, proposal)
    return f"{name_of(fight, proposal.hero)}: {_words(fight, proposal)}"


def _words(fight: Fight, proposal: Proposal) -> str:
    amount = " ".join(filter(None, (str(abs(proposal.amount)), proposal.type)))
    match proposal.kind:
        case "done":
            return "the turn is over"
        case "hp":
            what = "temporary hit points" if proposal.temporary else "damage taken" if proposal.amount < 0 else "healed"
            return f"{amount} {what}"
        case "did":
            dealt = (f"{amount} damage" * bool(proposal.amount), proposal.condition)
            names = ", ".join(name_of(fight, each) for each in proposal.targets)
            return f"{' and '.join(filter(None, dealt))} to {names}"
        case "react":
            return "the reaction is used"
        case "recover":
            return "a recovery"
        case "roll":
            return "rolls" if proposal.die is None else f"{proposal.die} on the die"
    return proposal.text


def proposal_effect(context: Context, proposal: Proposal) -> str:
    """The effect that a proposal would have now: the hit points left of its target, or the preview of its lines."""
    lines = lines_of(context.fight, proposal)
    is_amount = proposal.amount and not proposal.temporary and len(lines) == 1
    about = proposal.targets or (proposal.hero,)
    left = _left(context, lines[0], about[0]) if is_amount and len(about) == 1 else ""
    return left or "; ".join(each for line in lines for each in _preview(context, line))


def _left(context: Context, line: str, creature: str) -> str:
    """The hit points that a creature has after a line, such as `7 left`; empty if it falls, or has a track instead."""
    try:
        command = parse(line, context)
        run = DryRunner(context, overrule=command.overrule).run(command.step) if command else None
    except OrcusError:
        return ""
    left = run.fight.states[creature].hp if run and context.fight.sheets[creature].max_hp else None
    return f"{left} left" if left and left > 0 else ""


def _preview(context: Context, line: str) -> tuple[str, ...]:
    try:
        command = parse(line, context)
    except OrcusError as fault:
        return (str(fault),)
    return preview_command(command, context) if command else ()


SETTLED_AFTER = 0.5
"""Seconds that a proposal must be on the strip before a key accepts it."""
NOTHING_WAITS = "no phone has proposed anything"
PHONES = "phones"
"""The subject of messages about proposals."""


class InboxStrip(Canvas):
    """One row above the footer: the number of proposals, the oldest one, and the keys."""

    def __init__(self, palette: Palette, labels: tuple[str, str]) -> None:
        super().__init__(palette, self._fill_row, id="strip")
        self._labels = labels
        self.count = 0
        self.shown = ""
        self.changed = 0.0

    def show(self, count: int, text: str) -> None:
        """Shows the number of waiting proposals and the oldest one; without any, the strip is hidden."""
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
    corner = Span(signs.BOTTOM_LEFT, "frame")
    before = (corner, Span(f" {signs.MAIL} {count} {signs.DOT} ", "warning"))
    keys = (
        Span(f" {signs.DOT} ", "muted"), Span(accept, "accent"), Span(" accept ", "muted"),
        Span(inbox, "accent"), Span(" inbox ", "muted"),
    )  # fmt: skip
    room = width - width_of((*before, *keys)) - 1
    row = (*before, Span(cut(text, max(room, 0), signs.CUT), "strong"), *keys)
    edge = signs.ACROSS * (width - width_of(row) - 1) + signs.BOTTOM_RIGHT
    return fit((*row, Span(edge, "frame")), width)


def show(screen: FightScreen, view: ServedView, outcome: Outcome) -> None:
    """Shows the waiting proposals after an outcome; reports a phone's answer to the question being answered here."""
    before, view.pending = view.pending, outcome.pending
    if before or view.pending:
        _show_in_strip(screen, view.pending)
    question = next((each for each in screen.view.fight.questions if each.id == screen.view.answering), None)
    if question and not outcome.line and question not in outcome.fight.questions:
        screen.show_message(f"{name_of(outcome.fight, question.creature)} has answered on a phone", about=PHONES)


def _show_in_strip(screen: FightScreen, pending: Sequence[Pending]) -> None:
    if pending and not screen.query(InboxStrip):
        screen.mount(InboxStrip(screen.palette, (screen.key_labels["accept"], screen.key_labels["inbox"])))
    for strip in screen.query(InboxStrip):
        strip.show(len(pending), _text(screen, pending[0]) if pending else "")


def hide(screen: FightScreen) -> None:
    """Removes the strip, since the players' view is closed."""
    screen.query(InboxStrip).remove()


def _text(screen: FightScreen, pending: Pending) -> str:
    context = screen.session.context
    effect = proposal_effect(context, pending.proposal)
    return proposal_text(context.fight, pending.proposal) + (f" → {effect}" if effect else "")


def accept_shown(screen: FightScreen) -> None:
    """Accepts the proposal on the strip, unless the strip has just changed."""
    view = screen.players_view
    if view is None or not view.pending:
        screen.show_message(NOTHING_WAITS, about=PHONES)
    elif time.monotonic() - screen.query_one(InboxStrip).changed < SETTLED_AFTER:
        screen.show_message("this has just changed: read it, then press again", about=PHONES)
    else:
        _decide("accept", screen, str(view.pending[0].number))


def _decide(verb: str, screen: FightScreen, number: str) -> None:
    """Accepts or refuses a proposal, or all."""
    if screen.players_view:
        screen.players_view.decide(f"players {verb} {number}".rstrip())


def open_inbox(screen: FightScreen) -> None:
    """Opens the inbox: the waiting proposals, oldest first."""
    view = screen.players_view
    if view is None or not view.pending:
        screen.show_message(NOTHING_WAITS, about=PHONES)
        return
    choices = [_choice(screen, each) for each in view.pending]
    menu = Menu("Inbox", choices, has_search=False, place="In the inbox")
    choose(screen, menu, RESULTS, partial(_come_back_to_inbox, screen))


def _come_back_to_inbox(screen: FightScreen, result: DialogResult) -> None:
    """Reopens the inbox after a decision, while proposals wait."""

    def open_again(outcome: Outcome) -> None:
        if result.argument not in [str(each.number) for each in outcome.pending]:
            screen.follow_up = None
            if outcome.pending:
                open_inbox(screen)

    if result.action in ("accept", "refuse"):
        screen.follow_up = open_again


def _choice(screen: FightScreen, pending: Pending) -> Choice:
    number = str(pending.number)
    lines = credited_lines(screen.session.fight, pending.proposal)
    by_key = {"a": DialogResult("accept all", ""), "x": DialogResult("refuse", number)}
    if lines:
        by_key["e"] = DialogResult("edit", number)
    text = _text(screen, pending)
    return Choice(text, "", DialogResult("accept", number), lambda: (text, "", *lines), results_by_key=by_key)


def _edit(screen: FightScreen, number: str) -> None:
    """Opens the line of a proposal; once it is carried out, the proposal counts as accepted."""
    view = screen.players_view
    pending = next((each for each in view.pending if str(each.number) == number), None) if view else None
    if view is None or pending is None:
        screen.show_message("this proposal is no longer there", about=PHONES)
        return
    first, *more = credited_lines(screen.session.fight, pending.proposal)
    speaker = speaker_of(pending.proposal)

    def settle(outcome: Outcome) -> None:
        if outcome.line.startswith(speaker) and outcome.is_carried_out:
            screen.follow_up = None
            view.settle(pending.number)
            for line in more:
                screen.begin_line(line)

    screen.follow_up = settle
    screen.begin_line(first)


RESULTS: Results = {
    "accept": partial(_decide, "accept"),
    "accept all": partial(_decide, "accept all"),
    "refuse": partial(_decide, "refuse"),
    "edit": _edit,
}
"""The actions for the results of the inbox."""
