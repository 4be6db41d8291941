"""The timers pane: open questions on top, then what runs, by when it will next matter."""

from functools import partial
from itertools import groupby

from orcus_tui.model.events import name_of
from orcus_tui.model.fight import Question
from orcus_tui.screen.fight.view import View
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.lazy_rows import Rows
from orcus_tui.screen.widgets.row import Line, Span, columns, line
from orcus_tui.session.upcoming import Timer, timers

Thing = Question | Timer | str
"""What a row is of: an open question, something that runs, or the heading that says when."""


def waiting(view: View, width: int) -> Rows[Thing]:
    """The rows of the pane."""
    things: list[Thing] = list(view.fight.questions)
    for when, group in groupby(timers(view.system, view.fight), key=lambda timer: timer.when):
        things += (when, *group)
    return Rows(things or ["nothing runs"], partial(_row, view, width))


def _row(view: View, width: int, thing: Thing) -> Line:
    if isinstance(thing, Question):
        return _question(view, thing, width)
    if isinstance(thing, Timer):
        return _timer(view, thing, width)
    return line(Span(thing, "strong"))


def row_of_question(view: View) -> int | None:
    """The row of the question that has the focus."""
    ids = [each.id for each in view.fight.questions]
    return ids.index(view.answering) if view.answering in ids else None


def _question(view: View, question: Question, width: int) -> Line:
    answering = question.id == view.answering
    about = f": {_short(question.about)}" if question.about != question.kind else ""
    told = f"{name_of(view.fight, question.creature)} {question.kind}{about}"
    answer = f"d{question.die} {signs.PROMPT} {view.digits}{signs.ENTRY}" if answering else f"d{question.die}"
    mark = Span(f"{signs.QUESTION} ", "warning")
    return columns((mark, Span(told, "strong" if answering else "")), line(Span(f" {answer} ", "warning")), width)


def _timer(view: View, timer: Timer, width: int) -> Line:
    side = view.fight.sheets[timer.creature].side if timer.creature in view.fight.sheets else ""
    what = _short(timer.what)
    how = ", ".join(each for each in timer.how.split(", ") if each != what)
    left = line("  ", Span(name_of(view.fight, timer.creature), side), f" {what}")
    return columns(left, line(Span(f" {how}", "muted")), width) if how else left


def _short(what: str) -> str:
    """Persistent damage by what it deals, which says that it is."""
    short = what.removeprefix("persistent ")
    return f"{short} damage" if short.isdigit() else short
