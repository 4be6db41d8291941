"""The initiative pane: the order of turns, and the state of each creature in a row.

Which groups are folded is decided in `groups`; what clicks do is in `mouse`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache, partial

from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import number
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.stats import conditions_in_force, conditions_of, creature_standing
from orcus_tui.rules.system.conditions import Condition
from orcus_tui.screen.fight.creature_figures import FATES, bar, fate, is_out_for_good, name, points, state_signs
from orcus_tui.screen.fight.groups import Members, row_with
from orcus_tui.screen.fight.scene import Contents, Scene, Space
from orcus_tui.screen.fight.view import View, move_selection, rows_of
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.lazy_rows import LazyRows
from orcus_tui.screen.widgets.row import Row, Span, cells, columns, cut, row_of, width_of

BAR_FROM = 44
"""The width from which a row has a bar, and a group says in words who is up, where its name and words leave room."""
BAR = 8
MOST_SIGNS = 3
LEAST_NAME, LEAST_WORD = 7, 4
"""The cells of a name and of a word beside it, where neither fits in full."""
BETWEEN = f" {signs.DOT} "
"""What parts how many of a group are up from what is on them."""
NAMED = ("condition", "mark", "persistent")
"""The kinds of effects that have a word in the row."""


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
    figures: Row = (Span(" "), Span(f"{hp.text:>7}", hp.role), Span(" "))
    who, words = name(view, creature), _words(view, creature)
    room = width - width_of(place) - width_of(figures) - MOST_SIGNS
    if width >= BAR_FROM and width_of((who,)) + cells(f" {', '.join(words)}".rstrip()) + BAR < room:
        figures = (Span(" "), *bar(view, creature, BAR), *figures)
        room -= BAR + 1
    named = _words_that_fit(words, room - width_of((who,)) - 1)
    if words and not named and not fate(view, creature):
        named = _cut_word(words[0], room - min(width_of((who,)), LEAST_NAME) - 1)
    left = (*place, _cut_before_number(who, room - (cells(", ".join(named)) + 1 if named else 0)))
    effects = view.fight.states[creature].effects
    unnamed = bool(effects) and (len(named) < len(words) or _is_unnamed(effects))
    right = (*figures, *_signs(view, creature, unnamed=unnamed))
    return columns((*left, Span(f" {', '.join(named)}", "muted")), right, width)


def _cut_before_number(name: Span, room: int) -> Span:
    """A name in so many cells; one that is cut keeps the number that sets it apart from others of its kind."""
    numbered = name.text[len(name.text.rstrip("0123456789")) :]
    if cells(name.text) <= room:
        return name
    stem = cut(name.text.removesuffix(numbered).rstrip(), room - len(numbered), signs.CUT)
    return name._replace(text=f"{stem}{numbered}")


def _words_that_fit(words: Sequence[str], room: int) -> Sequence[str]:
    """As many of the words as there is room for; a sign shows that there are more."""
    found: list[str] = []
    for word in words:
        if cells(", ".join((*found, word))) <= room:
            found.append(word)
    return found


def _cut_word(word: str, room: int) -> Sequence[str]:
    """A word cut to the room that is left where the name is cut too; none where that would say nothing."""
    return [cut(word, room, signs.CUT)] if room >= min(LEAST_WORD, cells(word)) else []


def _is_unnamed(effects: Iterable[Effect]) -> bool:
    """Whether some of the effects have no word in the row: bonuses, regeneration."""
    return any(each.kind not in NAMED for each in effects)


def _signs(view: View, creature: str, *, unnamed: bool) -> Row:
    shown = state_signs(view, creature, unnamed=unnamed)[:MOST_SIGNS]
    return (*shown, Span(" " * (MOST_SIGNS - width_of(shown))))


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
    conditions = [where, *own] if where else _worst_first(view, conditions_in_force(view.fight_view, creature), own)
    persistent = [
        f"{each.dice or each.amount} {each.type or 'damage'}" for each in state.effects if each.kind == "persistent"
    ]
    return [*conditions, *persistent, *waits]


def _worst_first(view: View, names: Iterable[str], own: Collection[str]) -> list[str]:
    """Conditions by how much they take from their bearer; those that only come with another are left out."""
    known = conditions_of(view.fight_view)
    held = {each: known[each] for each in names if each in known}
    included = {part for each in held.values() for part in each.includes} - {*own}
    return sorted(set(names) - included, key=lambda name: (_harm(held.get(name)), name))


def _harm(condition: Condition | None) -> int:
    """How much a condition takes from its bearer: 0 for all its actions, 1 for some of what it may do, 2 for less."""
    if condition is None:
        return 2
    if condition.no_actions or condition.incapacitates or condition.needs_death_save:
        return 0
    return 1 if condition.limits or condition.leaves_tags or condition.bars else 2


def _group(view: View, members: Members, width: int) -> Row:
    """A folded group: how many of its creatures stand, and their hit points together."""
    fight = view.fight
    waits = all(fight.states[each].place == "reserve" for each in members)
    stand = [each for each in members if waits or creature_standing(view.fight_view, each) == "up"]
    sheet = fight.sheets[members[0]]
    marked = any(each in view.marked for each in members)
    at_turn = fight.active in members
    left = (
        Span(signs.POINTER if at_turn else signs.FOLDED, "accent" if at_turn else "muted"),
        Span(signs.MARKED if marked else " ", "accent"),
        Span(f"{_initiative(fight, members[0]):>3} {signs.SIDES[sheet.side]}", "muted"),
    )
    fates = {fate(view, each) for each in members} if waits or not stand else set()
    what_became = fates.pop() if len(fates) == 1 else "down" if fates else ""
    figure = view.system.health.group_figure(fight, members, stand)
    affected = [each for each in stand if fight.states[each].effects]
    words = [] if what_became else _words_of_group(view, affected, len(stand))
    figures = Span(f" {figure:>7} ")
    room = width - width_of((*left, figures)) - MOST_SIGNS
    kind = Span(base_name(sheet.name), sheet.side if stand else "muted")
    count = Span(_count(members, stand, what_became), "muted")
    if width < BAR_FROM or width_of((kind, count)) + cells(f"{BETWEEN}{', '.join(words)}" if words else "") > room:
        count = Span(_count_in_figures(members, stand, what_became), "muted")
    room -= width_of((count,))
    kind = kind._replace(text=cut(kind.text, room, signs.CUT))
    named = _words_that_fit(words, room - width_of((kind,)) - len(BETWEEN))
    if what_became:
        sign = FATES[what_became].sign
    else:
        unnamed = len(named) < len(words) or any(_is_unnamed(fight.states[each].effects) for each in affected)
        sign = Span(signs.AFFECTED if unnamed else " ", "accent")
    right = (figures, sign, Span(" " * (MOST_SIGNS - 1)))
    return columns((*left, kind, count, Span(f"{BETWEEN}{', '.join(named)}" if named else "", "muted")), right, width)


def _count(members: Members, stand: Sequence[str], what_became: str) -> str:
    """How many there are, and how many of them are up or what has become of them all."""
    if what_became:
        return f" ×{len(members)} {what_became}"
    return f" ×{len(stand)} of {len(members)} up" if len(stand) < len(members) else f" ×{len(members)}"


def _count_in_figures(members: Members, stand: Sequence[str], what_became: str) -> str:
    """The same without words; a sign says what has become of them."""
    return f" ×{len(stand)}/{len(members)}" if not what_became and len(stand) < len(members) else f" ×{len(members)}"


def _words_of_group(view: View, affected: Sequence[str], standing: int) -> list[str]:
    """What is on those of a group who stand, and on how many where that is not on all: `dazed ×2`."""
    counted = Counter(word for each in affected for word in _words(view, each))
    return [word if number_of == standing else f"{word} ×{number_of}" for word, number_of in counted.most_common()]
