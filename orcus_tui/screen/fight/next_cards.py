"""The cards of the creatures who come next, on a very large screen."""

from collections.abc import Iterable, Iterator

from orcus_tui.model.turn_places import places_to_come
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.screen.fight.cards import card, title
from orcus_tui.screen.fight.view import PaneContent, PaneData, PaneSize, View
from orcus_tui.screen.widgets.row import Row, divider, row_of

LEAST_SHOWN = 4
"""The number of next creatures that always have cards; others have one if it fits."""


def fill_next(data: PaneData, size: PaneSize) -> PaneContent:
    """The creatures who come next, card below card."""
    view, fight = data.view, data.view.fight
    to_come = (fight.order[place] for place in places_to_come(fight))
    coming = dict.fromkeys((*to_come, *fight.order)) or fight.states
    others = (each for each in coming if each not in (fight.active, view.selected) and _takes_part(view, each))
    rows: list[Row] = []
    heading = row_of("Next")
    for number, each in enumerate(_one_of_each_kind(view, others)):
        own = card(view, each, size.width, data.key_labels)
        if number >= LEAST_SHOWN and len(rows) + 1 + len(own) > size.height:
            break
        if number:
            rows += [divider(*title(view, each)), *own]
        else:
            heading, rows = title(view, each), [*own]
    return PaneContent(heading, rows)


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
