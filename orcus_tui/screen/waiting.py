"""The timers pane: open questions on top, then what runs, by when it will next matter."""

from itertools import groupby

from orcus_tui.model.events import name_of
from orcus_tui.model.fight import Question
from orcus_tui.screen import signs
from orcus_tui.screen.line import Line, Span, columns, line
from orcus_tui.screen.view import View
from orcus_tui.timers import Timer, timers


def waiting(view: View, width: int) -> list[Line]:
    """The rows of the pane."""
    rows = [_question(view, each, width) for each in view.fight.questions]
    running = timers(view.system, view.fight)
    for when, group in groupby(running, key=lambda timer: timer.when):
        rows.append(line(Span(when, "strong")))
        rows += (_timer(view, timer, width) for timer in group)
    return rows or [line(Span("nothing runs", "muted"))]


def row_of_question(view: View) -> int | None:
    """The row of the question that has the focus."""
    ids = [each.id for each in view.fight.questions]
    return ids.index(view.answering) if view.answering in ids else None


def _question(view: View, question: Question, width: int) -> Line:
    answering = question.id == view.answering
    told = f"{name_of(view.fight, question.creature)} {question.kind}: {question.about}"
    answer = f"d{question.die} {signs.PROMPT} {view.digits}{signs.ENTRY}" if answering else f"d{question.die}"
    mark = Span(f"{signs.QUESTION} ", "warning")
    return columns((mark, Span(told, "strong" if answering else "")), line(Span(f" {answer} ", "warning")), width)


def _timer(view: View, timer: Timer, width: int) -> Line:
    side = view.fight.sheets[timer.creature].side if timer.creature in view.fight.sheets else ""
    left = line("  ", Span(name_of(view.fight, timer.creature), side), f" {timer.what}")
    return columns(left, line(Span(f" {timer.how}", "muted")), width) if timer.how else left
