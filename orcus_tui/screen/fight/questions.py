"""Open questions: their rows, and the keys that answer them. `r` itself is `key_actions.answer_oldest`."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.fight import Question, name_of
from orcus_tui.rules.creation import base_name
from orcus_tui.screen.fight.view import View, focus_question, leave_question
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import NAME_SHARE, Row, Span, cells, columns, cut, cut_name, row_of, width_of
from orcus_tui.session.question_text import question_about, question_dice, question_roll_with_total, several_dice

DIGITS = frozenset("0123456789")
MOVES = {"down": 1, "j": 1, "up": -1, "k": -1}
TOTAL = "total "
"""The sign before typed totals, which players may call out instead of dice."""

Alike = tuple[Question, ...]
"""Questions that share a row: several creatures of a kind roll the same dice for the same reason."""


def alike_questions(view: View) -> Sequence[Alike]:
    """The open questions by row, oldest first."""
    return view.cache.result("questions", view.fight, None, lambda: _find_alike(view))


def _find_alike(view: View) -> Sequence[Alike]:
    rows: dict[tuple[str, ...], Alike] = {}
    for question in view.fight.questions:
        kind = base_name(name_of(view.fight, question.creature))
        roll = question_roll_with_total(view.formatter, question)
        key = kind, roll, question_about(view.formatter, question), question_dice(view.formatter, question)
        rows[key] = (*rows.get(key, ()), question)
    return tuple(rows.values())


def with_question(view: View, number: int | None) -> Alike:
    """The questions that share a row with this question; empty if it is not open."""
    return next((row for row in alike_questions(view) if number in {each.id for each in row}), ())


class KeyEffect(Struct, frozen=True):
    """The effect of a key at a question: the new view, and lines to carry out."""

    view: View
    lines: Sequence[str] = ()


def press(view: View, key: str) -> KeyEffect | None:
    """The effect of a key at the question that has the focus, or None."""
    if key in DIGITS:
        before = "" if view.recalled or (fault(view) and " " not in view.digits) else view.digits
        return KeyEffect(replace(view, digits=_with_digit(view, before, key), recalled=False))
    if key in ("space", "comma") and view.digits[-1:].isdigit() and len(with_question(view, view.answering)) > 1:
        return KeyEffect(replace(view, digits=f"{view.digits} ", recalled=False))
    if key == "t":
        is_total = view.digits.startswith(TOTAL)
        return KeyEffect(replace(view, digits=view.digits.removeprefix(TOTAL) if is_total else f"{TOTAL}{view.digits}"))
    if key == "backspace":
        left = "" if view.digits == TOTAL else view.digits[:-1]
        return KeyEffect(replace(view, digits=left, recalled=False))
    if key == "enter" and fault(view):
        return KeyEffect(view)
    if key == "enter" and _numbers(view):
        return _submit(view)
    if key in MOVES:
        return KeyEffect(_go_to_another(view, MOVES[key]))
    if key == "a":
        return KeyEffect(leave_question(view), ("answer all",))
    return KeyEffect(leave_question(view)) if key in ("escape", "enter") else None


def _with_digit(view: View, digits: str, digit: str) -> str:
    """The digits and one more digit, which begins a new number if the last number would be too large for the die."""
    row = with_question(view, view.answering)
    numbers = digits.removeprefix(TOTAL).split(" ")
    is_full = row and not digits.startswith(TOTAL) and numbers[-1] and int(numbers[-1] + digit) > row[0].die
    return f"{digits}{' ' if is_full and len(numbers) < len(row) else ''}{digit}"


def _numbers(view: View) -> Sequence[int]:
    """The numbers typed so far."""
    return tuple(map(int, view.digits.removeprefix(TOTAL).split()))


def _go_to_another(view: View, by: int) -> View:
    """The view with the focus moved down by `by` rows of questions, at most to the last."""
    rows = alike_questions(view)
    here = with_question(view, view.answering)
    if not here:
        return view
    at = min(max(rows.index(here) + by, 0), len(rows) - 1)
    return view if rows[at] == here else focus_question(view, rows[at][0].id)


def fault(view: View) -> str:
    """Why the typed digits are not faces of the dice, or an empty string."""
    row = with_question(view, view.answering)
    if not row or view.digits.startswith(TOTAL):
        return ""
    numbers = _numbers(view)
    if len(numbers) > len(row):
        return f"{len(row)} dice"
    if all(1 <= each <= row[0].die for each in numbers):
        return ""
    several = several_dice(view.formatter, row[0])
    return f"{several}: at most {row[0].die}" if several else f"a d{row[0].die} shows 1 to {row[0].die}"


def _submit(view: View) -> KeyEffect:
    """Answers one question of the row with each typed number, and moves to the next question."""
    row = with_question(view, view.answering)
    word = TOTAL if view.digits.startswith(TOTAL) else ""
    numbers = _numbers(view)
    lines = [f"answer {question.id} {word}{number}" for question, number in zip(row, numbers, strict=False)]
    rows = alike_questions(view)
    open_rows = [row[len(numbers) :], *rows[rows.index(row) + 1 :]]
    later = next((each[0].id for each in open_rows if each), None)
    return KeyEffect(leave_question(view) if later is None else focus_question(view, later), lines)


# Drawing


def question_row(view: View, row: Alike, width: int) -> Row:
    """The row of similar questions: the needed total, the typed answers, and the problem with them."""
    question = row[0]
    answering = view.answering in {each.id for each in row}
    wrong = fault(view) if answering else ""
    field = f" {signs.PROMPT} {view.digits}{signs.ENTRY}" if answering else ""
    right = row_of(
        Span(f" {wrong or question_dice(view.formatter, question)}{field} ", "danger" if wrong else "warning")
    )
    mark = Span(f"{signs.QUESTION} ", "warning")
    room = width - width_of(right) - cells(mark.text)
    name = name_of(view.fight, question.creature)
    count = f" ×{len(row)}" if len(row) > 1 else ""
    words = f"{count}{_question_words(view, question, room - cells(count))}"
    name = cut_name(base_name(name) if count else name, words, room)
    return columns((mark, Span(f"{name}{words}", "strong" if answering else "")), right, width)


def question_in_full(view: View) -> str:
    """The question that has the focus, as its row has it if nothing is cut: `Ari save 11+: ongoing 5 cold`."""
    row = with_question(view, view.answering)
    if not row:
        return ""
    question, count = row[0], len(row)
    name = name_of(view.fight, question.creature)
    who = f"{base_name(name)} ×{count}" if count > 1 else name
    about = question_about(view.formatter, question)
    return f"{who} {question_roll_with_total(view.formatter, question)}{f': {about}' if about else ''}"


def _question_words(view: View, question: Question, room: int) -> str:
    """The roll with the needed total, and its subject, cut if there is no room."""
    about = question_about(view.formatter, question)
    roll = f" {question_roll_with_total(view.formatter, question)}"
    ending = f": {about}" if about else ""
    return roll + cut(ending, max(room - room // NAME_SHARE - cells(roll), 0), signs.CUT)
