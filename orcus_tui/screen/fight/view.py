"""What is on the screen, as a value: a fight, and where the game master is in it."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.fight import Fight, in_place_order
from orcus_tui.rules.stats import standing
from orcus_tui.rules.system import System

FOLDED_FROM = 4
"""So many of a group that act one after the other share a row, until it is opened."""

Row = tuple[str, ...]
"""The creatures of a row: one, or a folded group."""


class View(Struct, frozen=True):
    """What the panes draw.

    `selected` is the creature the keys are about, `marked` are several. `turned` are the groups folded or opened by
    hand. `answering` is the question that has the focus, `digits` what is typed of its answer.
    """

    fight: Fight
    system: System
    selected: str = ""
    marked: tuple[str, ...] = ()
    turned: frozenset[str] = frozenset()
    answering: int | None = None
    digits: str = ""

    @property
    def targets(self) -> tuple[str, ...]:
        """Whom a key is about: those marked, else who is selected; of a folded group all that stand."""
        if self.marked or not self.selected:
            return self.marked
        row = next((row for row in rows_of(self) if self.selected in row), (self.selected,))
        standing_ones = tuple(each for each in row if standing(self.system, self.fight, each) in ("up", "down"))
        return standing_ones if len(row) > 1 and standing_ones else (self.selected,)


def rows_of(view: View) -> list[Row]:
    """The rows of the initiative pane: those with a place as they act, then the others; groups folded."""
    fight = view.fight
    rows: list[list[str]] = []
    for creature in in_place_order(fight):
        group = fight.sheets[creature].group
        if rows and group and group == fight.sheets[rows[-1][0]].group and _side_by_side(fight, rows[-1][0], creature):
            rows[-1].append(creature)
        else:
            rows.append([creature])
    return [row for members in rows for row in _folded(view, members)]


def _side_by_side(fight: Fight, one: str, other: str) -> bool:
    return fight.states[one].initiative == fight.states[other].initiative


def _folded(view: View, members: list[str]) -> list[Row]:
    """A group in one row, or each of it in its own: as many are folded, unless turned by hand or at their turn."""
    if len(members) == 1:
        return [tuple(members)]
    group = view.fight.sheets[members[0]].group
    folds = (len(members) >= FOLDED_FROM) != (group in view.turned)
    if folds and view.fight.active not in members:
        return [tuple(members)]
    return [(each,) for each in members]


def row_with(rows: Sequence[Row], creature: str) -> int | None:
    """The row a creature is in."""
    return next((number for number, row in enumerate(rows) if creature in row), None)


def viewed_after(view: View, fight: Fight, system: System) -> View:
    """The view when the fight has gone on.

    Who was followed at its turn is followed to the next. Marks go when the turn passes, so that nobody is hurt for
    having been marked once; what is gone is neither selected nor asked.
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
