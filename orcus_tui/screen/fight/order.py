"""The initiative pane: who acts when, and how everyone is, a row each."""

from functools import partial

from orcus_tui.model.fight import Fight
from orcus_tui.rules.creation import unnumbered
from orcus_tui.rules.stats import conditions_in_force, standing
from orcus_tui.screen.fight.figures import bar, name, points, state_signs
from orcus_tui.screen.fight.view import Row, View, rows_of
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.lazy_rows import Rows
from orcus_tui.screen.widgets.row import (
    Line,
    Span,
    cells,
    columns,
    cut,
    width_of,
)

BAR_FROM = 44
BAR = 8


def initiative(view: View, width: int) -> Rows[Row]:
    """The rows of the pane; they stay the same as long as only another creature is selected."""
    return Rows(rows_of(view), partial(_row, view, width))


def _row(view: View, width: int, row: Row) -> Line:
    return _creature(view, row[0], width) if len(row) == 1 else _group(view, row, width)


def _creature(view: View, creature: str, width: int) -> Line:
    place = (
        Span(signs.POINTER if creature == view.fight.active else " ", "accent"),
        Span(signs.MARKED if creature in view.marked else " ", "accent"),
        Span(f"{_count(view.fight, creature):>3} {signs.SIDES[view.fight.sheets[creature].side]}", "muted"),
    )
    shown = points(view, creature)
    middle = (*bar(view, creature, BAR), Span(" ")) if width >= BAR_FROM else ()
    right = (Span(" "), *middle, Span(f"{shown.text:>7}", shown.role), Span(" "), *_signs(view, creature))
    left = (*place, _numbered(name(view, creature), width - width_of(place) - width_of(right)))
    words = _fitting(_words(view, creature), width - width_of(left) - width_of(right) - 1)
    return columns((*left, Span(f" {words}", "muted")), right, width)


def _numbered(called: Span, room: int) -> Span:
    """A name in so many cells; one that is cut keeps its number, which tells it from the others of its kind."""
    number = called.text[len(called.text.rstrip("0123456789")) :]
    if not number or cells(called.text) <= room:
        return called
    stem = cut(called.text.removesuffix(number).rstrip(), room - len(number), signs.CUT)
    return called._replace(text=f"{stem}{number}")


def _fitting(words: list[str], room: int) -> str:
    """As many of the words as there is room for; the signs tell that there are more."""
    told = ""
    for word in words:
        longer = f"{told}, {word}" if told else word
        if cells(longer) > room:
            break
        told = longer
    return told


def _signs(view: View, creature: str) -> Line:
    told = state_signs(view, creature)[:3]
    return (*told, Span(" " * (3 - width_of(told))))


def _count(fight: Fight, creature: str) -> str:
    total = fight.states[creature].initiative
    return "" if total is None else str(total)


def _words(view: View, creature: str) -> list[str]:
    """What is on a creature, for as much room as there is behind its name."""
    fight = view.fight
    state = fight.states[creature]
    if state.place == "reserve":
        return [f"in reserve until {fight.sheets[creature].reserve_until or 'it enters'}"]
    if state.life == "dead" or state.place == "gone":
        return []
    waits = [word for word, where in (("delays", fight.delayed), ("readied", fight.readied)) if creature in where]
    persistent = [f"{each.amount} {each.type or 'damage'}" for each in state.effects if each.kind == "persistent"]
    return [*waits, *sorted(conditions_in_force(view.system, fight, creature)), *persistent]


def _group(view: View, members: Row, width: int) -> Line:
    """Several that act together, in one row: how many of them stand, and their hit points together."""
    fight = view.fight
    stand = [each for each in members if standing(view.system, fight, each) == "up"]
    sheet = fight.sheets[members[0]]
    marked = any(each in view.marked for each in members)
    place = (
        Span(signs.FOLDED, "muted"),
        Span(signs.MARKED if marked else " ", "accent"),
        Span(f"{_count(fight, members[0]):>3} {signs.SIDES[sheet.side]}", "muted"),
    )
    up = f"{len(members)}"
    if len(stand) < len(members):
        up = f"{len(stand)} of {up} up" if width >= BAR_FROM else f"{len(stand)}/{up}"
    total = sum(max(fight.states[each].hp or 0, 0) for each in stand)
    points_together = f"{total}/{sum(fight.sheets[each].max_hp or 0 for each in members)}" if sheet.max_hp else ""
    affected = Span(signs.AFFECTED if any(fight.states[each].effects for each in stand) else " ", "accent")
    count = Span(f" ×{up}", "muted")
    right = (Span(f" {points_together:>7} "), affected, Span("  "))
    room = width - width_of((*place, count, *right))
    kind = Span(cut(unnumbered(sheet.name), room, signs.CUT), sheet.side if stand else "muted")
    return columns((*place, kind, count), right, width)
