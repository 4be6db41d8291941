"""Cards in little room: what matters at the table stays in sight, each part in full, in short, or not at all."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from orcus_tui.screen.widgets.row import Row


class Part(Struct, frozen=True):
    """A part of a card: its rows in full, the same in fewer rows, and in fewest.

    The higher its `weight`, the longer it stays; of equal ones the upper. A part without a short form has none.
    `within` puts it into any number of rows between those in short and those in full.
    """

    full: Sequence[Row]
    weight: int = 0
    short: Sequence[Row] = ()
    shortest: Sequence[Row] = ()
    within: Callable[[int], Sequence[Row]] | None = None


def rows_of_card(parts: Sequence[Part]) -> list[Row]:
    """All rows of a card."""
    return [row for part in parts for row in part.full if row]


def rows_in_room(parts: Sequence[Part], room: int) -> list[Row]:
    """As much of a card as so many rows hold, in its own order.

    First every part that has a form for it comes in its shortest one, by weight; then parts grow by weight.
    """
    chosen: dict[int, Sequence[Row]] = {}
    left = room
    by_weight = sorted(range(len(parts)), key=lambda at: -parts[at].weight)
    full = [part.full for part in parts]
    for forms in ([part.shortest for part in parts], [part.short for part in parts], full):
        for at in by_weight:
            rows = [row for row in forms[at] if row]
            held = chosen.get(at, ())
            within = parts[at].within
            if forms is full and within and len(rows) > len(held) + left:
                rows = [*within(len(held) + left)]
            more = len(rows) - len(held)
            if rows and 0 <= more <= left:
                chosen[at] = rows
                left -= more
    return [row for at in sorted(chosen) for row in chosen[at]]
