"""The cards of the creatures who come next: in their own pane on a very large screen, else where there is room."""

from collections.abc import Iterable, Iterator, Sequence

from orcus_tui.model.turn_places import places_to_come
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.screen.fight.cards import card, fill, parts, rows_in_room, title
from orcus_tui.screen.fight.view import PaneContent, PaneData, PaneSize, View
from orcus_tui.screen.widgets.row import Row, divider, row_of

LEAST_SHOWN = 4
"""The number of next creatures that always have cards; others have one if it fits."""


def rows_below(data: PaneData, size: PaneSize, own: PaneContent) -> list[Row]:
    """The cards of the next creatures that fit whole below the content of the pane before."""
    return [row for _, rows in _cards_below([*_cards(data, size)], size, own) for row in rows]


def rows_of_next(data: PaneData, size: PaneSize, own: PaneContent) -> list[Row]:
    """The cards of the creatures that come directly next, as many as fit below the content of the pane.

    The first may be shortened.
    """
    view, room = data.view, size.height - len(own.rows)
    found: list[Row] = []
    for each, rows in _cards(data, size):
        if len(rows) > room:
            if not found:
                found = [rows[0], *rows_in_room(parts(view, each, size.width, data.key_labels), room - 1)]
            break
        found += rows
        room -= len(rows)
    return found


def fill_next(data: PaneData, size: PaneSize) -> PaneContent:
    """The creatures who come next, card below card, after those in the pane before, which is of the same size."""
    coming: Iterable[tuple[str, list[Row]]] = _cards(data, size)
    before = 0
    if data.shows_next:
        coming = [*coming]
        before = len(_cards_below(coming, size, fill(data, size)))
    rows: list[Row] = []
    heading = row_of("Next")
    for number, (each, own) in enumerate(coming):
        if number >= LEAST_SHOWN and number > before and len(rows) + len(own) > size.height:
            break
        if number > before:
            rows += own
        elif number == before:
            heading, rows = title(data.view, each), own[1:]
    return PaneContent(heading, rows)


def _cards_below(
    coming: Sequence[tuple[str, list[Row]]], size: PaneSize, own: PaneContent
) -> Sequence[tuple[str, list[Row]]]:
    """The next creatures whose cards are below others: as many as fit whole, until the rest fit into their own pane."""
    room = size.height - len(own.rows)
    left = sum(len(rows) for _, rows in coming) - 1  # the divider of the first is the heading
    found = []
    for each, rows in coming:
        room -= len(rows)
        if room < 0 or left <= size.height:
            break
        left -= len(rows)
        found.append((each, rows))
    return found


def _cards(data: PaneData, size: PaneSize) -> Iterator[tuple[str, list[Row]]]:
    """The creatures who come next, each with its card under a divider."""
    view, fight = data.view, data.view.fight
    to_come = (fight.order[place] for place in places_to_come(fight))
    coming = dict.fromkeys((*to_come, *fight.order)) or fight.states
    others = (each for each in coming if each not in (fight.active, view.selected) and _takes_part(view, each))
    for each in _one_of_each_kind(view, others):
        yield each, [divider(*title(view, each)), *card(view, each, size.width, data.key_labels)]


def _one_of_each_kind(view: View, creatures: Iterable[str]) -> Iterator[str]:
    """The creatures, without repeated stat blocks and without those that already have a card."""
    shown = {_kind(view, each) for each in (view.fight.active, view.selected) if each}
    for each in creatures:
        if _kind(view, each) not in shown:
            shown.add(_kind(view, each))
            yield each


def _kind(view: View, creature: str) -> tuple[str, ...]:
    """The creature, or the common name of creatures with the same stat block."""
    sheet = view.fight.sheets[creature]
    name = base_name(sheet.name)
    return (creature,) if name == sheet.name else (name, sheet.side)


def _takes_part(view: View, creature: str) -> bool:
    return creature_standing(view.fight_view, creature) in ("up", "down")
