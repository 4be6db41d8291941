"""The initiative pane: the order of turns, and the state of each creature in a row.

Which groups are folded is decided in `groups`; what clicks do is in `mouse`.
"""

from functools import lru_cache, partial

from orcus_tui.model.fight import Fight
from orcus_tui.model.text import number
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.stats import conditions_in_force, creature_standing
from orcus_tui.screen.fight.figures import bar, fate, is_out_for_good, name, points, state_signs
from orcus_tui.screen.fight.groups import Members, row_with
from orcus_tui.screen.fight.scene import Contents, Scene, Space
from orcus_tui.screen.fight.view import View, move_selection, rows_of
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.lazy_rows import LazyRows
from orcus_tui.screen.widgets.row import Row, Span, cells, columns, cut, row_of, width_of

BAR_FROM = 44
"""The width from which a row has room for a bar."""
BAR = 8


def fill(scene: Scene, space: Space) -> Contents:
    """Everyone in order, the cursor on the selected creature."""
    view = scene.view
    rows = order_rows(view, space.width)
    marked = f" {len(view.marked)} marked" if view.marked else ""
    return Contents(row_of("Initiative", Span(marked, "accent")), rows, row_with(rows.items, view.selected))


def move(scene: Scene, by: int) -> View:
    """Selects the creature so many rows down."""
    return move_selection(scene.view, by)


class _Source:
    """What the rows are drawn from; equal to another as long as only another creature is selected."""

    def __init__(self, view: View, width: int) -> None:
        self.view = view
        self.width = width
        self._key = (id(view.fight), view.marked, view.toggled, width)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Source) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def order_rows(view: View, width: int) -> LazyRows[Members]:
    """The rows of the pane."""
    return _rows(_Source(view, width))


@lru_cache(maxsize=2)  # each entry holds its fight, so no other fight gets its id
def _rows(source: _Source) -> LazyRows[Members]:
    return LazyRows(rows_of(source.view), partial(_draw, source.view, source.width))


def _draw(view: View, width: int, members: Members) -> Row:
    return _creature(view, members[0], width) if len(members) == 1 else _group(view, members, width)


def _creature(view: View, creature: str, width: int) -> Row:
    place = (
        Span(signs.POINTER if creature == view.fight.active else " ", "accent"),
        Span(signs.MARKED if creature in view.marked else " ", "accent"),
        Span(f"{_initiative(view.fight, creature):>3} {signs.SIDES[view.fight.sheets[creature].side]}", "muted"),
    )
    hp = points(view, creature)
    middle = (*bar(view, creature, BAR), Span(" ")) if width >= BAR_FROM else ()
    right = (Span(" "), *middle, Span(f"{hp.text:>7}", hp.role), Span(" "), *_signs(view, creature))
    left = (*place, _cut_name(name(view, creature), width - width_of(place) - width_of(right)))
    words = _as_many(_words(view, creature), width - width_of(left) - width_of(right) - 1)
    return columns((*left, Span(f" {words}", "muted")), right, width)


def _cut_name(name: Span, room: int) -> Span:
    """A name in so many cells; one that is cut keeps the number that sets it apart from others of its kind."""
    numbered = name.text[len(name.text.rstrip("0123456789")) :]
    if not numbered or cells(name.text) <= room:
        return name
    stem = cut(name.text.removesuffix(numbered).rstrip(), room - len(numbered), signs.CUT)
    return name._replace(text=f"{stem}{numbered}")


def _as_many(words: list[str], room: int) -> str:
    """As many of the words as there is room for; the signs show that there are more."""
    text = ""
    for word in words:
        longer = f"{text}, {word}" if text else word
        if cells(longer) > room:
            continue
        text = longer
    return text


def _signs(view: View, creature: str) -> Row:
    shown = state_signs(view, creature)[:3]
    return (*shown, Span(" " * (3 - width_of(shown))))


def _initiative(fight: Fight, creature: str) -> str:
    total = fight.states[creature].initiative
    return "" if total is None else number(total)


def _words(view: View, creature: str) -> list[str]:
    """What has become of a creature and what is on it, for the room after its name; for one that is down, its own."""
    fight = view.fight
    state = fight.states[creature]
    where = fate(view, creature)
    if where == "in reserve":
        until = fight.sheets[creature].reserve_until
        return [where, f"until {until}"] if until else [where]
    if is_out_for_good(view, creature):
        return [where]
    waits = [word for word, those in (("delaying", fight.delayed), ("readied", fight.readied)) if creature in those]
    own = [each.name for each in state.effects if each.kind == "condition"]
    conditions = [where, *own] if where else sorted(conditions_in_force(view.system, fight, creature))
    persistent = [
        f"{each.dice or each.amount} {each.type or 'damage'}" for each in state.effects if each.kind == "persistent"
    ]
    return [*waits, *conditions, *persistent]


def _group(view: View, members: Members, width: int) -> Row:
    """A folded group: how many of its creatures stand, and their hit points together."""
    fight = view.fight
    waits = all(fight.states[each].place == "reserve" for each in members)
    stand = [each for each in members if waits or creature_standing(view.system, fight, each) == "up"]
    sheet = fight.sheets[members[0]]
    marked = any(each in view.marked for each in members)
    at_turn = fight.active in members
    left = (
        Span(signs.POINTER if at_turn else signs.FOLDED, "accent" if at_turn else "muted"),
        Span(signs.MARKED if marked else " ", "accent"),
        Span(f"{_initiative(fight, members[0]):>3} {signs.SIDES[sheet.side]}", "muted"),
    )
    up = f"{len(members)}"
    if waits and width >= BAR_FROM:
        up = f"{up} in reserve"
    elif not stand and width >= BAR_FROM:
        fates = {fate(view, each) for each in members}
        up = f"{up} {fates.pop() if len(fates) == 1 else 'down'}"
    elif len(stand) < len(members):
        up = f"{len(stand)} of {up} up" if width >= BAR_FROM else f"{len(stand)}/{up}"
    figure = view.system.health.group_figure(fight, members, stand)
    affected = Span(signs.AFFECTED if any(fight.states[each].effects for each in stand) else " ", "accent")
    count = Span(f" ×{up}", "muted")
    right = (Span(f" {figure:>7} "), affected, Span("  "))
    room = width - width_of((*left, count, *right))
    kind = Span(cut(base_name(sheet.name), room, signs.CUT), sheet.side if stand else "muted")
    return columns((*left, kind, count), right, width)
