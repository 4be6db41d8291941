"""An open question: its row, and the keys that answer it. `r` itself is `key_actions.answer_oldest`."""

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.fight import Question, name_of
from orcus_tui.screen.fight.view import View, focus_question, leave_question
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import NAME_SHARE, Row, Span, cells, columns, cut, cut_name, row_of, width_of
from orcus_tui.session.question_text import question_about, question_dice, question_roll, several_dice

DIGITS = frozenset("0123456789")
MOVES = {"down": 1, "j": 1, "up": -1, "k": -1}


class Answer(Struct, frozen=True):
    """The effect of a key at a question: the new view, and a line to carry out."""

    view: View
    line: str = ""


def press(view: View, key: str) -> Answer | None:
    """The effect of a key at the question that has the focus, or None."""
    if key in DIGITS:
        before = "" if view.recalled or fault(view) else view.digits
        return Answer(replace(view, digits=before + key, recalled=False))
    if key == "backspace":
        return Answer(replace(view, digits=view.digits[:-1], recalled=False))
    if key == "enter" and fault(view):
        return Answer(view)
    if key == "enter" and view.digits:
        return _submit(view)
    if key in MOVES:
        return Answer(_go_to_another(view, MOVES[key]))
    if key == "a":
        return Answer(leave_question(view), "answer all")
    return Answer(leave_question(view)) if key in ("escape", "enter") else None


def _go_to_another(view: View, by: int) -> View:
    """The view with the focus `by` questions further down, at most on the last one."""
    ids = [each.id for each in view.fight.questions]
    if view.answering not in ids:
        return view
    at = min(max(ids.index(view.answering) + by, 0), len(ids) - 1)
    return view if ids[at] == view.answering else focus_question(view, ids[at])


def fault(view: View) -> str:
    """Why the typed digits are not a number on the die, or an empty string."""
    asked = next((each for each in view.fight.questions if each.id == view.answering), None)
    if asked is None or not view.digits or 1 <= int(view.digits) <= asked.die:
        return ""
    several = several_dice(view.formatter, asked)
    return f"{several}: at most {asked.die}" if several else f"a d{asked.die} shows 1 to {asked.die}"


def _submit(view: View) -> Answer:
    """Answers with the typed digits and moves to the next question."""
    line = f"answer {view.answering} {view.digits}"
    later = [each.id for each in view.fight.questions if each.id > (view.answering or 0)]
    return Answer(focus_question(view, later[0]) if later else leave_question(view), line)


# Drawing


def question_row(view: View, question: Question, width: int) -> Row:
    """The row of a question: the needed total, the typed answer, and the problem with it."""
    answering = question.id == view.answering
    wrong = fault(view) if answering else ""
    field = f" {signs.PROMPT} {view.digits}{signs.ENTRY}" if answering else ""
    right = row_of(
        Span(f" {wrong or question_dice(view.formatter, question)}{field} ", "danger" if wrong else "warning")
    )
    mark = Span(f"{signs.QUESTION} ", "warning")
    room = width - width_of(right) - cells(mark.text)
    words = _question_words(view, question, room)
    name = cut_name(name_of(view.fight, question.creature), words, room)
    return columns((mark, Span(f"{name}{words}", "strong" if answering else "")), right, width)


def _question_words(view: View, question: Question, room: int) -> str:
    """The roll with the needed total, and its subject, cut if there is no room."""
    about = question_about(view.formatter, question)
    roll = f" {question_roll(view.formatter, question, always=True)}"
    ending = f": {about}" if about else ""
    return roll + cut(ending, max(room - room // NAME_SHARE - cells(roll), 0), signs.CUT)
