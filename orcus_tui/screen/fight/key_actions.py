"""What keys do that are no line of the language: they move about on the screen, and open what lies beyond it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.commands.lexer import as_one_word
from orcus_tui.screen.fight import open_dialogs
from orcus_tui.screen.fight.keys import KEYS
from orcus_tui.screen.fight.view import row_with, rows_of
from orcus_tui.session.inspect import card

if TYPE_CHECKING:
    from orcus_tui.screen.fight.fight_screen import FightScreen
    from orcus_tui.screen.widgets.pane import Pane

PANES = ("initiative", "cards", "timers", "log")
TITLES = {"initiative": "initiative", "cards": "cards", "more-cards": "cards", "timers": "timers", "log": "log"}
LOG = "log"
MANY = 1_000_000
"""More rows than there are: to the end."""


# Moving about


def select(screen: FightScreen, creature: str) -> None:
    """Selects a creature."""
    screen.show(replace(screen.view, selected=creature))


def move(by: int, screen: FightScreen) -> None:
    """Selects so many rows on; in the log, the row that keys are about; another pane scrolls instead."""
    if screen.focus_name == LOG:
        screen.read_log_at(screen.log_row + by)
        return
    if screen.focus_name != "initiative":
        _pane(screen).scroll_by(by)
        return
    rows = rows_of(screen.view)
    if rows:
        at = row_with(rows, screen.view.selected) or 0
        select(screen, rows[max(0, min(at + by, len(rows) - 1))][0])


def page(direction: int, screen: FightScreen) -> None:
    """A page on or back; what is in sight goes with it."""
    pane = _pane(screen)
    rows = direction * max(pane.room - 1, 1)
    if pane.id == LOG:
        pane.top += rows
    move(rows, screen)


def _pane(screen: FightScreen) -> Pane:
    """The pane that has the focus; while a line is typed, the log."""
    return screen.pane(screen.focus_name if screen.focus_name in TITLES else LOG)


def to_end(direction: int, screen: FightScreen) -> None:
    """To the first row or the last."""
    move(direction * MANY, screen)


def select_active(screen: FightScreen) -> None:
    """Selects whose turn it is."""
    if screen.view.fight.active:
        select(screen, screen.view.fight.active)


def mark(screen: FightScreen) -> None:
    """Marks the row selected, a folded group whole; or unmarks it."""
    view = screen.view
    rows = rows_of(view)
    at = row_with(rows, view.selected)
    if at is None:
        return
    row = rows[at]
    if row[0] in view.marked:
        marked = tuple(each for each in view.marked if each not in row)
    else:
        marked = (*view.marked, *(each for each in row if each not in view.marked))
    screen.show(replace(view, marked=marked))


def unmark_all(screen: FightScreen) -> None:
    """Unmarks all."""
    screen.show(replace(screen.view, marked=()))


def fold(screen: FightScreen) -> None:
    """Folds the group of the creature selected, or opens it; in the log, the command of the row chosen."""
    view = screen.view
    if screen.focus_name == LOG:
        screen.log_book.fold(screen.log_row)
        screen.redraw(LOG)
    elif view.selected:
        group = view.fight.sheets[view.selected].group
        screen.show(replace(view, turned=view.turned ^ {group}))


def to_pane(direction: int, screen: FightScreen) -> None:
    """To the next pane or the one before."""
    at = PANES.index(screen.focus_name) if screen.focus_name in PANES else 0
    screen.go_to(PANES[(at + direction) % len(PANES)])


def clicked(screen: FightScreen, pane: str, row: int, times: int) -> None:
    """A click on a row: it selects, and twice fills the command line with the creature; on a question, answers it."""
    if pane in PANES:
        screen.go_to(pane)
    rows = rows_of(screen.view)
    if pane == "initiative" and row < len(rows):
        select(screen, rows[row][0])
        if times == 2:
            screen.begin_line(f"damage {','.join(screen.view.targets)} ")
    elif pane == "timers" and row < len(screen.view.fight.questions):
        answer(screen, screen.view.fight.questions[row].id)
    elif pane == LOG and row < len(screen.log_book.rows):
        screen.read_log_at(row)
        if times == 2:
            screen.begin_line(screen.log_book.entry_at(row).command)


# Questions

DIGITS = frozenset("0123456789")


def answer_oldest(screen: FightScreen) -> None:
    """Gives the focus to the oldest open question."""
    if screen.view.fight.questions:
        answer(screen, screen.view.fight.questions[0].id)
    else:
        hint = "; `ask party` leaves the heroes' dice to the table" if screen.view.fight.asking == "none" else ""
        screen.remark(f"no question is open{hint}")


def answer(screen: FightScreen, question: int) -> None:
    """Gives the focus to a question."""
    screen.go_to("timers")
    screen.show(replace(screen.view, answering=question, digits=""))


def answered_with(screen: FightScreen, key: str) -> bool:
    """Takes a key as part of an answer; False for one that is not."""
    view = screen.view
    if key in DIGITS:
        screen.show(replace(view, digits=(view.digits + key)[:3]))
    elif key == "backspace":
        screen.show(replace(view, digits=view.digits[:-1]))
    elif key == "enter" and view.digits:
        give_answer(screen)
    elif key == "a":
        screen.say("answer all")
    elif key in ("escape", "enter"):
        leave_question(screen)
    else:
        return False
    return True


def give_answer(screen: FightScreen) -> None:
    """Answers with the digits typed, and goes on to the next question; a face that is not on the die is typed again."""
    view = screen.view
    die = next((each.die for each in view.fight.questions if each.id == view.answering), 0)
    if 1 <= int(view.digits) <= die:
        screen.say(f"answer {view.answering} {view.digits}")
        to_next_question(screen)
    else:
        screen.remark(f"a d{die} shows 1 to {die}", severity="error")
        screen.show(replace(view, digits=""))


def to_next_question(screen: FightScreen) -> None:
    """The next open question has the focus; after the last it goes back to the fight."""
    later = [each.id for each in screen.view.fight.questions if each.id > (screen.view.answering or 0)]
    if later:
        screen.show(replace(screen.view, answering=later[0], digits=""))
    else:
        leave_question(screen)


def leave_question(screen: FightScreen) -> None:
    """Back to the fight; the question stays as it is."""
    screen.go_to("initiative")


# Lines begun with what the screen knows


def begin_power(number: int, screen: FightScreen) -> None:
    """Begins an attack, or a use, with a power of whose turn it is, upon those marked or the one selected."""
    view = screen.view
    user = view.fight.active or view.selected
    powers = view.fight.sheets[user].powers if user else ()
    if number > len(powers):
        screen.remark(f"there is no power {number}")
        return
    power = powers[number - 1]
    verb = "use" if power.bonus is None else "attack"
    targets = ",".join(each for each in view.targets if each != user or view.marked)
    by = f"by {user} " if targets and user != view.fight.active else ""
    screen.begin_line(f"{verb} {as_one_word(power.name.lower())} {targets}{' ' * bool(targets)}{by}")


def act(screen: FightScreen) -> None:
    """Who delayed, or readied an action, acts: the one selected, else the only one there is."""
    fight, selected = screen.view.fight, screen.view.selected
    waiting = [*fight.delayed, *fight.readied]
    if selected in waiting or len(waiting) == 1:
        screen.say(f"act {selected if selected in waiting else waiting[0]}")
    elif waiting:
        screen.begin_line("act ")
    else:
        screen.remark("nobody has delayed or readied an action")


def quit_(screen: FightScreen) -> None:
    """Leaves; what is not on disk is told once before."""
    if screen.may_leave():
        screen.say("quit")


def begin_command(screen: FightScreen) -> None:
    """Opens the command line."""
    screen.begin_line("")


# What lies beyond the fight


def search(screen: FightScreen) -> None:
    """Searches the log."""
    screen.begin_search()


def stat_block(screen: FightScreen) -> None:
    """All there is to know about the creature selected; in the log, folds a command."""
    if screen.focus_name == LOG:
        fold(screen)
    elif screen.view.selected:
        creature = screen.view.selected
        screen.open_reader(f"show {creature}", card(screen.view.system, screen.view.fight, creature))


DOINGS: Mapping[str, Callable[[FightScreen], None]] = {
    "select-next": partial(move, 1),
    "select-previous": partial(move, -1),
    "page-down": partial(page, 1),
    "page-up": partial(page, -1),
    "first": partial(to_end, -1),
    "last": partial(to_end, 1),
    "select-active": select_active,
    "mark": mark,
    "unmark-all": unmark_all,
    "fold": fold,
    "next-pane": partial(to_pane, 1),
    "previous-pane": partial(to_pane, -1),
    "stat-block": stat_block,
    "answer": answer_oldest,
    "search": search,
    "command": begin_command,
    "act": act,
    "quit": quit_,
    "add": open_dialogs.open_creatures,
    "open": open_dialogs.open_files,
    "build": open_dialogs.open_builder,
    "import": open_dialogs.open_importer,
    "help": open_dialogs.open_help,
    **{f"power-{number}": partial(begin_power, number) for number in range(1, 10)},
}
"""What each key does that has no line in the table of keys."""


# The footer

SHOWN: Mapping[str, tuple[str, ...]] = {
    "setup": ("begin", "add", "open", "command", "help", "quit", "damage", "apply"),
    "turns": ("next", "damage", "apply", "undo", "command", "help", "quit", "persist", "power-1", "mark", "preview"),
    "finished": ("keep", "write", "export", "undo", "open", "help", "quit"),
}
"""The keys the footer names, by the phase of the fight."""

TYPING = (("Enter", "does it"), ("Tab", "completes"), ("↑", "earlier lines"), ("Esc", "back"))
SEARCHING = (("↑", "before"), ("↓", "after"), ("Enter", "back"))
ANSWERING = (("Enter", "answers"), ("a", "rolls all"), ("Esc", "leaves it open"))


def footing(screen: FightScreen) -> tuple[str, Sequence[tuple[str, str]]]:
    """Where the focus is, in a word, and the keys that matter most there, each with what it does."""
    if screen.focus_name == "command-line":
        return "command line", TYPING
    if screen.focus_name == "search-line":
        return "search", SEARCHING
    if screen.view.answering is not None:
        return f"question {screen.view.answering}: type the die", ANSWERING
    fight = screen.view.fight
    first = ("answer",) * bool(fight.questions) + ("unmark-all",) * bool(screen.view.marked)
    keys = screen.user_input.keys
    return TITLES.get(screen.focus_name, "fight"), [
        (KEYS[each].first_shown(keys), KEYS[each].title) for each in first + SHOWN[fight.phase]
    ]
