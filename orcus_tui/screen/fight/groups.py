"""Groups in the initiative: which creatures share a row, and which groups are folded. `f` is `view.toggle_fold`."""

from collections.abc import Sequence
from functools import lru_cache

from orcus_tui.commands.targets import in_play
from orcus_tui.model.fight import Fight, order_to_show

FOLDED_FROM = 4
"""The size from which a group that acts in one go shares a row, until it is unfolded."""

Members = tuple[str, ...]
"""The creatures of a row: one, or a folded group."""


class _Grouping:
    """What the rows follow from; equal to another as long as the fight is the same and the same groups are toggled."""

    def __init__(self, fight: Fight, toggled: frozenset[str]) -> None:
        self.fight = fight
        self.toggled = toggled
        self._key = (id(fight), toggled)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Grouping) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def rows_in(fight: Fight, toggled: frozenset[str]) -> Sequence[Members]:
    """The creatures by row; `toggled` are the groups folded or unfolded by hand."""
    return _rows(_Grouping(fight, toggled))


@lru_cache(maxsize=2)  # each entry holds its fight, so no other fight gets its id
def _rows(grouping: _Grouping) -> Sequence[Members]:
    fight = grouping.fight
    rows: list[list[str]] = []
    for creature in order_to_show(fight):
        group = fight.sheets[creature].group
        if rows and group and group == fight.sheets[rows[-1][0]].group and _act_together(fight, rows[-1][0], creature):
            rows[-1].append(creature)
        else:
            rows.append([creature])
    return tuple([row for members in rows for row in _fold(grouping, members)])


def _act_together(fight: Fight, one: str, other: str) -> bool:
    return fight.states[one].initiative == fight.states[other].initiative


def _fold(grouping: _Grouping, members: list[str]) -> list[Members]:
    """A group in one row, or in a row each: large ones are folded, unless toggled by hand."""
    if len(members) == 1:
        return [tuple(members)]
    group = grouping.fight.sheets[members[0]].group
    folds = (len(members) >= FOLDED_FROM) != (group in grouping.toggled)
    return [tuple(members)] if folds else [(each,) for each in members]


def word_for(fight: Fight, members: Members) -> str:
    """The word that means these and no others: `rat*` where that does, else each by its id."""
    stem = members[0].rstrip("0123456789")
    meant = [each for each, state in fight.states.items() if each.startswith(stem) and in_play(state)]
    return f"{stem}*" if len(members) > 1 and sorted(meant) == sorted(members) else ",".join(members)


def row_with(rows: Sequence[Members], creature: str) -> int | None:
    """The number of the row a creature is in."""
    return next((number for number, row in enumerate(rows) if creature in row), None)
