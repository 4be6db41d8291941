"""The timers pane: open questions on top, then the active effects by when they next matter."""

from functools import partial
from itertools import groupby

from orcus_tui.model.fight import Question, name_of
from orcus_tui.screen.fight.scene import Contents, Scene, Space
from orcus_tui.screen.fight.view import View
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.lazy_rows import LazyRows
from orcus_tui.screen.widgets.row import Row, Span, columns, row_of
from orcus_tui.session.log_lines import question_about, question_roll
from orcus_tui.session.timer_lines import short_texts, when_text
from orcus_tui.session.upcoming import Timer, timers

Item = Question | Timer | str
"""What a row shows: an open question, an active effect, or the heading that says when."""

NO_EFFECTS = "No active effects"


def fill(scene: Scene, space: Space) -> Contents:
    """The questions and timers; the cursor is on the question being answered."""
    return Contents(row_of("Timers"), timer_rows(scene.view, space.width), _row_of_question(scene.view))


def timer_rows(view: View, width: int) -> LazyRows[Item]:
    """The rows of the pane."""
    items: list[Item] = list(view.fight.questions)
    reader = view.reader
    for when, group in groupby(timers(view.system, view.fight), key=lambda timer: when_text(reader, timer.when)):
        items += (when, *group)
    return LazyRows(items or [NO_EFFECTS], partial(_draw, view, width))


def _row_of_question(view: View) -> int | None:
    """The row of the question that has the focus."""
    ids = [each.id for each in view.fight.questions]
    return ids.index(view.answering) if view.answering in ids else None


def _draw(view: View, width: int, item: Item) -> Row:
    if isinstance(item, Question):
        return _question_row(view, item, width)
    if isinstance(item, Timer):
        return _timer_row(view, item, width)
    return row_of(Span(item, "strong"))


def _question_row(view: View, question: Question, width: int) -> Row:
    answering = question.id == view.answering
    about = question_about(view.reader, question)
    roll = question_roll(view.reader, question)
    text = f"{name_of(view.fight, question.creature)} {roll}{f': {about}' if about else ''}"
    die = f"d{question.die} {signs.PROMPT} {view.digits}{signs.ENTRY}" if answering else f"d{question.die}"
    mark = Span(f"{signs.QUESTION} ", "warning")
    return columns((mark, Span(text, "strong" if answering else "")), row_of(Span(f" {die} ", "warning")), width)


def _timer_row(view: View, timer: Timer, width: int) -> Row:
    side = view.fight.sheets[timer.creature].side if timer.creature in view.fight.sheets else ""
    what, how = short_texts(view.reader, timer)
    left = row_of("  ", Span(name_of(view.fight, timer.creature), side), f" {what}")
    return columns(left, row_of(Span(f" {how}", "muted")), width) if how else left
