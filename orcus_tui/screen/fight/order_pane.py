"""The initiative pane: the order of turns, and the state of each creature in a row.

`view` decides which groups are folded; `panes` has the clicks.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import partial

from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import number
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.in_force import conditions_in_force, conditions_of, creature_standing
from orcus_tui.rules.system.conditions import Condition
from orcus_tui.screen.fight.creature_figures import (
    FATES,
    bar,
    fate,
    group_bar,
    is_out_for_good,
    name,
    points,
    state_signs,
)
from orcus_tui.screen.fight.view import (
    Members,
    PaneContent,
    PaneData,
    PaneSize,
    View,
    move_selection,
    row_with,
    rows_of,
)
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import LazyRows, Row, Span, cells, columns, cut, row_of, width_of

BAR_FROM = 44
"""The least width of a row for a long bar and, if there is room, a group's count in words."""
BAR = 8
SHORT_BAR, SHORT_BAR_FROM = 4, 38
"""The cells of a short bar, and the least width of a row with one."""
ABBREVIATED = (4, 3)
"""The numbers of letters before the full stop of an abbreviation; the second is used if the first is too long."""
FIGURES = 9
"""The width in cells of the hit points with a blank on each side."""
MAX_SIGNS = 3
MIN_NAME, MIN_WORD = 7, 4
"""The cells of a name and of the word after it, if neither fits in full."""
BETWEEN = f" {signs.DOT} "
"""The separator between a group's count and its effects."""
NAMED = ("condition", "mark", "persistent")
"""The kinds of effects that have a word in the row."""


def fill(data: PaneData, size: PaneSize) -> PaneContent:
    """All creatures in order, with the cursor on the selected one."""
    view = data.view
    rows = order_rows(view, size.width)
    marked = f" {len(view.marked)} marked" if view.marked else ""
    return PaneContent(row_of("Initiative", Span(marked, "accent")), rows, row_with(rows.items, view.selected))


def move(data: PaneData, by: int) -> View:
    """Moves the selection down by `by` rows, up if negative."""
    return move_selection(data.view, by)


def order_rows(view: View, width: int) -> LazyRows[Members]:
    """The rows of the pane."""
    key = view.marked, view.toggled, width
    return view.cache.result("order", view.fight, key, lambda: LazyRows(rows_of(view), partial(_draw, view, width)))


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
    room = width - width_of(place) - width_of(figures) - MAX_SIGNS
    needed = words[:1] if fate(view, creature) == "in reserve" else words  # the timers have the durations
    has_long = width >= BAR_FROM and width_of((who,)) + cells(f" {', '.join(needed)}".rstrip()) + BAR < room
    length = BAR if has_long else SHORT_BAR if width >= SHORT_BAR_FROM else 0
    if length:
        figures = (Span(" "), *bar(view, creature, length), *figures)
        room -= length + 1
    named = _words_that_fit(words, room - width_of((who,)) - 1)
    for letters in ABBREVIATED if not fate(view, creature) else ():
        if len(named) < len(words):
            shorter = [abbreviation(word, letters) for word in words]
            fitting = _words_that_fit(shorter, room - width_of((who,)) - 1)
            named = fitting if len(fitting) > len(named) or letters == ABBREVIATED[0] else named
    if words and not named and not length and not fate(view, creature):
        named = _cut_word(abbreviation(words[0]), room - min(width_of((who,)), MIN_NAME) - 1)
    left = (*place, _cut_before_number(who, room - (cells(", ".join(named)) + 1 if named else 0)))
    effects = view.fight.states[creature].effects
    unnamed = bool(effects) and (len(named) < len(words) or _is_unnamed(effects))
    right = (*figures, *_signs(view, creature, unnamed=unnamed))
    return columns((*left, Span(f" {', '.join(named)}", "muted")), right, width)


def _cut_before_number(name: Span, room: int) -> Span:
    """A name cut to `room` cells; the number at its end stays."""
    numbered = name.text[len(name.text.rstrip("0123456789")) :]
    if cells(name.text) <= room:
        return name
    stem = cut(name.text.removesuffix(numbered).rstrip(), room - len(numbered), signs.CUT)
    return name._replace(text=f"{stem}{numbered}")


def abbreviation(words: str, letters: int = ABBREVIATED[-1]) -> str:
    """Words shortened to their first letters: `slow.`, `dazed`, `5 fire`, `10 necr.`."""
    return " ".join(word if len(word) <= letters + 1 else f"{word[:letters]}." for word in words.split())


def _words_that_fit(words: Sequence[str], room: int) -> Sequence[str]:
    """The words that fit into `room` cells together."""
    found: list[str] = []
    for word in words:
        if cells(", ".join((*found, word))) <= room:
            found.append(word)
    return found


def _cut_word(word: str, room: int) -> Sequence[str]:
    """A word cut to the room left by a shortened name; empty if too little of it would remain."""
    return [cut(word, room, signs.CUT)] if room >= min(MIN_WORD, cells(word)) else []


def _is_unnamed(effects: Iterable[Effect]) -> bool:
    """Whether some effects have no word in the row, such as bonuses and regeneration."""
    return any(each.kind not in NAMED for each in effects)


def _signs(view: View, creature: str, *, unnamed: bool) -> Row:
    shown = state_signs(view, creature, unnamed=unnamed)[:MAX_SIGNS]
    return (*shown, Span(" " * (MAX_SIGNS - width_of(shown))))


def _initiative(fight: Fight, creature: str) -> str:
    state = fight.states[creature]
    return "" if state.initiative is None or state.shares_turn else number(state.initiative)


def _words(view: View, creature: str) -> list[str]:
    """The words after a creature's name: its fate, conditions and persistent damage."""
    fight = view.fight
    state = fight.states[creature]
    where = fate(view, creature)
    if where == "in reserve":
        until = fight.sheets[creature].reserve_until
        return [where, f"until {until}"] if until else [where]
    if is_out_for_good(view, creature):
        return [where]
    waits = [word for word, those in (("delaying", fight.delayed), ("readied", fight.readied)) if creature in those]
    if state.further_turns:
        waits.append(f"also on {', '.join(map(number, state.further_turns))}")
    own = [each.name for each in state.effects if each.kind == "condition"]
    conditions = [where, *own] if where else _worst_first(view, conditions_in_force(view.fight_view, creature), own)
    persistent = [
        f"{each.dice or each.amount} {each.type or 'damage'}" for each in state.effects if each.kind == "persistent"
    ]
    return [*conditions, *persistent, *waits]


def _worst_first(view: View, names: Iterable[str], own: Collection[str]) -> list[str]:
    """Conditions, the worst first, without those that another one includes."""
    known = conditions_of(view.fight_view)
    held = {each: known[each] for each in names if each in known}
    included = {part for each in held.values() for part in each.includes} - {*own}
    return sorted(set(names) - included, key=lambda name: (_severity(held.get(name)), name))


def _severity(condition: Condition | None) -> int:
    """The severity of a condition: 0 if it takes all actions, 1 if it takes some options, otherwise 2."""
    if condition is None:
        return 2
    if condition.no_actions or condition.incapacitates or condition.needs_death_save:
        return 0
    return 1 if condition.limits or condition.leaves_tags or condition.bars else 2


def _group(view: View, members: Members, width: int) -> Row:
    """A folded group: the number of its creatures that are up, and the sum of their hit points."""
    fight = view.fight
    waits = all(fight.states[each].place == "reserve" for each in members)
    up = [each for each in members if waits or creature_standing(view.fight_view, each) == "up"]
    sheet = fight.sheets[members[0]]
    marked = any(each in view.marked for each in members)
    at_turn = fight.active in members
    left = (
        Span(signs.POINTER if at_turn else signs.FOLDED, "accent" if at_turn else "muted"),
        Span(signs.MARKED if marked else " ", "accent"),
        Span(f"{_initiative(fight, members[0]):>3} {signs.SIDES[sheet.side]}", "muted"),
    )
    fates = {fate(view, each) for each in members} if waits or not up else set()
    common_fate = fates.pop() if len(fates) == 1 else "down" if fates else ""
    figure = view.system.health.group_figure(fight, members, up)
    affected = [each for each in up if fight.states[each].effects]
    words = [] if common_fate else _words_of_group(view, affected, len(up))
    kind = Span(base_name(sheet.name), sheet.side if up else "muted")
    count = Span(_count(members, up, common_fate), "muted")
    room = width - width_of(left) - FIGURES - MAX_SIGNS
    long_fits = width_of((kind, count)) + cells(f"{BETWEEN}{', '.join(words)}" if words else "") + BAR < room
    has_long = width >= BAR_FROM and long_fits
    if not has_long:
        count = Span(_count_in_figures(members, up, common_fate), "muted")
    length = BAR if has_long else SHORT_BAR if width >= SHORT_BAR_FROM else 0
    drawn = group_bar(view, members, up, length)
    figures: Row = (Span(f" {figure:>7} ", drawn[0].role if drawn and up else "muted"),)
    if length:
        figures = (Span(" "), *drawn, *figures)
    room = width - width_of((*left, *figures)) - MAX_SIGNS
    room -= width_of((count,))
    kind = kind._replace(text=cut(kind.text, room, signs.CUT))
    named = _words_that_fit(words, room - width_of((kind,)) - len(BETWEEN))
    if common_fate:
        sign = FATES[common_fate].sign
    else:
        unnamed = len(named) < len(words) or any(_is_unnamed(fight.states[each].effects) for each in affected)
        sign = Span(signs.AFFECTED if unnamed else " ", "accent")
    right = (*figures, sign, Span(" " * (MAX_SIGNS - 1)))
    return columns((*left, kind, count, Span(f"{BETWEEN}{', '.join(named)}" if named else "", "muted")), right, width)


def _count(members: Members, up: Sequence[str], common_fate: str) -> str:
    """The number of creatures, and how many of them are up, or a word for their common fate."""
    if common_fate:
        return f" ×{len(members)} {common_fate}"
    return f" ×{len(up)} of {len(members)} up" if len(up) < len(members) else f" ×{len(members)}"


def _count_in_figures(members: Members, up: Sequence[str], common_fate: str) -> str:
    """The number of creatures and how many are up, without words: a sign shows their common fate."""
    return f" ×{len(up)}/{len(members)}" if not common_fate and len(up) < len(members) else f" ×{len(members)}"


def _words_of_group(view: View, affected: Sequence[str], standing: int) -> list[str]:
    """The effects on the creatures of a group that are up, with a count if not all have them: `dazed ×2`."""
    counted = Counter(word for each in affected for word in _words(view, each))
    return [word if times == standing else f"{word} ×{times}" for word, times in counted.most_common()]
