"""Cards in little space: parts shrink and disappear by weight, and stay in order."""

from orcus_tui.screen.fight.cards import Part, rows_in_room, rows_of_card
from orcus_tui.screen.widgets.row import Row, row_of

ROOMY = Part([row_of("a1"), row_of("a2"), row_of("a3")], 2, [row_of("a")], [row_of("a")])
LIGHT = Part([row_of("b1")], 1)
HEAVY = Part([row_of("c1"), row_of("c2")], 3, [row_of("c")], [row_of("c")])
PARTS = (ROOMY, LIGHT, HEAVY)


def words(rows: list[Row]) -> str:
    return " ".join(row[0].text for row in rows)


def test_parts_grow_by_weight_in_their_order() -> None:
    found = [words(rows_in_room(PARTS, room)) for room in range(7)]
    assert found == ["", "c", "a c", "a c1 c2", "a b1 c1 c2", "a1 a2 a3 c1 c2", "a1 a2 a3 b1 c1 c2"]
    assert words(rows_of_card(PARTS)) == found[-1]


def test_more_room_never_shows_less() -> None:
    counts = [len(rows_in_room(PARTS, room)) for room in range(10)]
    assert counts == sorted(counts)
    assert all(count <= room for room, count in enumerate(counts))


def test_a_part_that_fits_any_number_of_rows_takes_those_that_are_free() -> None:
    every = [row_of(each) for each in ("c1", "c2", "c3", "c4")]
    powers = Part(every, 3, every[:2], every[:2], lambda most: every[:most])
    found = [words(rows_in_room((LIGHT, powers), room)) for room in range(6)]
    assert found == ["", "c1", "c1 c2", "c1 c2 c3", "c1 c2 c3 c4", "b1 c1 c2 c3 c4"]
