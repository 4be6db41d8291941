"""What the fight screen shows, as a value: a fight, and where the game master is in it."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.fight import Fight
from orcus_tui.rules.stats import creature_standing
from orcus_tui.rules.system import System
from orcus_tui.rules.templates import Reader
from orcus_tui.screen.fight.groups import Members, row_with, rows_in


class View(Struct, frozen=True):
    """What the panes draw.

    `selected` is the creature the keys act on, `marked` are several. `toggled` are the groups folded or unfolded by
    hand. `answering` is the question that has the focus, `digits` what is typed of its answer. `offered` is the line of
    an event that has come.
    """

    fight: Fight
    system: System
    selected: str = ""
    marked: tuple[str, ...] = ()
    toggled: frozenset[str] = frozenset()
    answering: int | None = None
    digits: str = ""
    offered: str = ""

    @property
    def reader(self) -> Reader:
        """What reads messages, effects and durations of this fight."""
        return Reader(self.system, self.fight)

    @property
    def targets(self) -> tuple[str, ...]:
        """The creatures a key acts on: the marked, else the selected; of a folded group all that stand."""
        if self.marked or not self.selected:
            return self.marked
        members = next((row for row in rows_of(self) if self.selected in row), (self.selected,))
        able = tuple(each for each in members if creature_standing(self.system, self.fight, each) in ("up", "down"))
        return able if len(members) > 1 and able else (self.selected,)


def next_view(view: View, fight: Fight, system: System) -> View:
    """The view once the fight has changed.

    A selection on the creature whose turn it was follows the turn. Marks go when the turn passes, so that nobody is
    hurt for an old mark. Creatures and questions that are gone are neither selected nor answered.
    """
    selected = view.selected
    if selected not in fight.states or view.fight.active in (None, selected):
        selected = fight.active or (selected if selected in fight.states else next(iter(fight.states), ""))
    open_questions = {each.id for each in fight.questions}
    answering = view.answering if view.answering in open_questions else None
    return replace(
        view,
        fight=fight,
        system=system,
        selected=selected,
        marked=tuple(each for each in view.marked if each in fight.states and fight.active == view.fight.active),
        answering=answering,
        digits=view.digits if answering is not None else "",
    )


def rows_of(view: View) -> Sequence[Members]:
    """The creatures by row: those with initiative in the order they act, then the others; groups folded."""
    return rows_in(view.fight, view.toggled)


# Selecting, marking, folding


def select_row(view: View, row: int) -> View:
    """The view with the creature of a row selected."""
    rows = rows_of(view)
    return replace(view, selected=rows[row][0]) if row < len(rows) else view


def move_selection(view: View, by: int) -> View:
    """The view with the selection so many rows down, as far as there are rows."""
    rows = rows_of(view)
    if not rows:
        return view
    at = row_with(rows, view.selected) or 0
    return replace(view, selected=rows[max(0, min(at + by, len(rows) - 1))][0])


def toggle_mark(view: View) -> View:
    """The view with the selected row marked, a folded group as a whole; or unmarked."""
    rows = rows_of(view)
    at = row_with(rows, view.selected)
    if at is None:
        return view
    row = rows[at]
    if row[0] in view.marked:
        return replace(view, marked=tuple(each for each in view.marked if each not in row))
    return replace(view, marked=(*view.marked, *(each for each in row if each not in view.marked)))


def toggle_fold(view: View) -> View:
    """The view with the group of the selected creature folded, or unfolded."""
    if not view.selected:
        return view
    return replace(view, toggled=view.toggled ^ {view.fight.sheets[view.selected].group})


# Questions


def focus_question(view: View, question: int) -> View:
    """The view with a question waiting for digits."""
    return replace(view, answering=question, digits="")


def leave_question(view: View) -> View:
    """The view with no question waiting for digits."""
    return replace(view, answering=None, digits="") if view.answering is not None else view
