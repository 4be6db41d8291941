"""Answering an open question with the keys: digits, Enter, Esc. `r` itself is `key_actions.answer_oldest`."""

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.screen.fight.view import View, focus_question, leave_question
from orcus_tui.session.question_text import question_dice

DIGITS = frozenset("0123456789")
MOVES = {"down": 1, "j": 1, "up": -1, "k": -1}


class Answer(Struct, frozen=True):
    """What a key did at a question: the view after it, and a line to carry out."""

    view: View
    line: str = ""


def press(view: View, key: str) -> Answer | None:
    """What a key does at the question that has the focus; None for a key that means nothing there."""
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
    """The view with the question so many rows down in focus, as far as there are questions."""
    ids = [each.id for each in view.fight.questions]
    if view.answering not in ids:
        return view
    at = min(max(ids.index(view.answering) + by, 0), len(ids) - 1)
    return view if ids[at] == view.answering else focus_question(view, ids[at])


def fault(view: View) -> str:
    """What is wrong with the digits typed; empty for a number on the die. The next digit begins another number."""
    asked = next((each for each in view.fight.questions if each.id == view.answering), None)
    if asked is None or not view.digits or 1 <= int(view.digits) <= asked.die:
        return ""
    rolled = question_dice(view.reader, asked)
    return f"a {rolled} shows 1 to {asked.die}" if rolled == f"d{asked.die}" else f"{rolled}: at most {asked.die}"


def _submit(view: View) -> Answer:
    """Answers with the digits and goes on to the next question."""
    line = f"answer {view.answering} {view.digits}"
    later = [each.id for each in view.fight.questions if each.id > (view.answering or 0)]
    return Answer(focus_question(view, later[0]) if later else leave_question(view), line)
