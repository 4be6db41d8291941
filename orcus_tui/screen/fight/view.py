"""The state of the fight screen as a value: the fight, selected and marked creatures; the content of a pane."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeVar, cast

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.commands.targets import in_play
from orcus_tui.model.fight import Fight, in_place_order, is_enemy, order_to_show
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.rules.system import FightView, System
from orcus_tui.rules.templates import Formatter
from orcus_tui.screen.fight.log import LogBook
from orcus_tui.screen.widgets.row import Row
from orcus_tui.session.session import Session

T = TypeVar("T")

FOLDED_FROM = 4
"""Groups of at least this size that act together are folded into one row."""

Members = tuple[str, ...]
"""The creatures of a row: one creature, or a folded group."""


class ViewCache:
    """A cache of results that stay the same from one key to the next: the last two of each kind."""

    def __init__(self) -> None:
        self._results: dict[str, list[tuple[Fight, object, object]]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ViewCache)

    def __hash__(self) -> int:
        return 0

    def result(self, kind: str, fight: Fight, key: object, compute: Callable[[], T]) -> T:
        """A result that depends on the fight and on `key`, computed if it is not in the cache."""
        known = self._results.get(kind, [])
        for known_fight, known_key, result in known:
            if known_fight is fight and known_key == key:
                return cast("T", result)
        computed = compute()
        self._results[kind] = [(fight, key, computed), *known[:1]]
        return computed


def rows_in(fight: Fight, toggled: frozenset[str]) -> Sequence[Members]:
    """The creatures by row; `toggled` groups were folded or unfolded by hand."""
    rows: list[list[str]] = []
    for creature in order_to_show(fight):
        group = fight.sheets[creature].group
        if rows and group and group == fight.sheets[rows[-1][0]].group and _act_together(fight, rows[-1][0], creature):
            rows[-1].append(creature)
        else:
            rows.append([creature])
    return tuple([row for members in rows for row in _fold(fight, toggled, members)])


def _act_together(fight: Fight, one: str, other: str) -> bool:
    return fight.states[one].initiative == fight.states[other].initiative


def _fold(fight: Fight, toggled: frozenset[str], members: list[str]) -> list[Members]:
    """The rows of a group: one for the whole group if it is folded, else one for each creature."""
    if len(members) == 1:
        return [tuple(members)]
    group = fight.sheets[members[0]].group
    folds = (len(members) >= FOLDED_FROM) != (group in toggled)
    return [tuple(members)] if folds else [(each,) for each in members]


def target_word(fight: Fight, members: Members) -> str:
    """A word that means exactly these creatures: `rat*` if possible, otherwise all ids."""
    stem = members[0].rstrip("0123456789")
    meant = [each for each, state in fight.states.items() if each.startswith(stem) and in_play(state)]
    return f"{stem}*" if len(members) > 1 and sorted(meant) == sorted(members) else ",".join(members)


def row_with(rows: Sequence[Members], creature: str) -> int | None:
    """The number of the row a creature is in."""
    return next((number for number, row in enumerate(rows) if creature in row), None)


class View(Struct, frozen=True):
    """The state of the fight screen.

    `selected` is the creature that keys act on, unless there are `marked` creatures; `last_targets` has the enemy that
    each side last selected in its own turn. `toggled` groups were folded or unfolded by hand. `answering` is the
    question that has the focus, `digits` the typed answer, `recalled` whether the digits were typed when it last had
    the focus; `kept_digits` are the answers typed at other questions, by number. `upkeep` are the powers that would end
    with this turn, about which the user is asked. `can_undo`, `can_change` and `can_open` are what the session allows.
    `public_names` are the names by which players know creatures, while their view is open.
    """

    fight_view: FightView
    selected: str = ""
    marked: tuple[str, ...] = ()
    last_targets: Mapping[str, str] = field(default_factory=dict)
    toggled: frozenset[str] = frozenset()
    answering: int | None = None
    digits: str = ""
    recalled: bool = False
    kept_digits: Mapping[int, str] = field(default_factory=dict)
    upkeep: tuple[str, ...] = ()
    can_undo: bool = True
    can_change: bool = True
    can_open: bool = True
    public_names: Mapping[str, str] | None = None
    cache: ViewCache = field(default_factory=ViewCache)

    @property
    def fight(self) -> Fight:
        """The fight that is shown."""
        return self.fight_view.fight

    @property
    def system(self) -> System:
        """The rules system of the fight."""
        return self.fight_view.system

    @property
    def formatter(self) -> Formatter:
        """The formatter for messages, effects and durations of this fight."""
        return Formatter(self.fight_view)

    @property
    def targets(self) -> tuple[str, ...]:
        """The creatures that a key acts on: the marked creatures, else the selected one.

        Of a folded group, they are all that are up.
        """
        if self.marked or not self.selected:
            return self.marked
        members = next((row for row in rows_of(self) if self.selected in row), (self.selected,))
        able = tuple(each for each in members if creature_standing(self.fight_view, each) in ("up", "down"))
        return able if len(members) > 1 and able else (self.selected,)


def new_view(session: Session, fight: Fight, toggled: frozenset[str] = frozenset()) -> View:
    """The first view of a fight.

    Groups that were toggled in an earlier fight stay toggled if they have the same name.
    """
    return View(
        session.view_of(fight),
        toggled=toggled,
        can_change=not session.read_only,
        can_open=not session.is_following,
    )


def next_view(view: View, fight_view: FightView) -> View:
    """The view after a change of the fight.

    If the creature whose turn it was is selected, the selection follows the turn; if an enemy is selected, it changes
    to an enemy of the new side when the turn passes to that side. Marks are removed when the turn passes, so that no
    key acts on an old mark. Creatures and questions that are gone are neither selected nor answered.
    """
    fight = fight_view.fight
    last_targets = _targets_by_side(view)
    open_questions = {each.id for each in fight.questions}
    answering = view.answering if view.answering in open_questions else None
    same_questions = {each.id for each in fight.questions if each in view.fight.questions}
    return replace(
        view,
        fight_view=fight_view,
        selected=_selected_creature(view, fight_view, last_targets),
        last_targets=last_targets,
        marked=tuple(each for each in view.marked if each in fight.states and fight.active == view.fight.active),
        answering=answering,
        digits=view.digits if answering is not None else "",
        kept_digits={number: left for number, left in view.kept_digits.items() if number in same_questions},
        upkeep=view.upkeep if fight.active == view.fight.active else (),
    )


def _targets_by_side(view: View) -> Mapping[str, str]:
    """The last target of each side; for the side at its turn, the selected enemy."""
    fight, selected = view.fight, view.selected
    if not fight.active or selected not in fight.states or not is_enemy(fight, fight.active, selected):
        return view.last_targets
    return {**view.last_targets, fight.sheets[fight.active].side: selected}


def _selected_creature(view: View, fight_view: FightView, last_targets: Mapping[str, str]) -> str:
    """The selected creature after a change of the fight."""
    fight = fight_view.fight
    before, selected = view.fight.active, view.selected
    if selected not in fight.states or before in (None, selected):
        return fight.active or (selected if selected in fight.states else next(iter(fight.states), ""))
    if before is None or fight.active is None or before == fight.active or before not in fight.sheets:
        return selected
    side = fight.sheets[fight.active].side
    if side == fight.sheets[before].side or is_enemy(fight, fight.active, selected):
        return selected
    return nearest_enemy(fight_view, fight.active, last_targets.get(side, "")) or fight.active


def rows_of(view: View) -> Sequence[Members]:
    """The creatures by row: those with initiative in the order they act, then the others; groups folded."""
    return view.cache.result("rows", view.fight, view.toggled, partial(rows_in, view.fight, view.toggled))


def no_foe_left(view: View) -> bool:
    """Whether turns have begun and every foe is down, dead or gone, with none in reserve."""
    if view.fight.phase != "turns":
        return False
    has_foes = any(sheet.side == "foes" for sheet in view.fight.sheets.values())
    return has_foes and next(_foes_left(view), None) is None


def foes_left(view: View) -> Sequence[str]:
    """The foes that are up or in reserve."""
    return tuple(_foes_left(view))


def _foes_left(view: View) -> Iterator[str]:
    return (each for each, sheet in view.fight.sheets.items() if sheet.side == "foes" and _may_fight(view, each))


def _may_fight(view: View, creature: str) -> bool:
    state = view.fight.states[creature]
    is_up = creature_standing(view.fight_view, creature) == "up"
    return is_up or (state.place == "reserve" and not state.is_out)


def mob_at_turn(view: View) -> Members:
    """The creatures that are up in the folded group at its turn; empty if a single creature acts."""
    active = view.fight.active
    members = next((row for row in rows_of(view) if active in row), ()) if active else ()
    standing = tuple(each for each in members if creature_standing(view.fight_view, each) == "up")
    return standing if len(members) > 1 else ()


def mob_with_turns_left(view: View) -> Members:
    """The creatures, even if fallen, that still have turns left in the folded group at its turn.

    It is empty for a single creature.
    """
    active = view.fight.active
    row = next((row for row in rows_of(view) if active in row), ()) if active else ()
    return _members_with_turns(view, row[row.index(active) :]) if active and row else ()


def next_mob(view: View) -> Members:
    """The folded group that is next in the order; empty if a single creature is next."""
    rows = rows_of(view)
    at = row_with(rows, view.fight.active or "")
    if at is None:
        return ()
    in_order = [row for row in (*rows[at + 1 :], *rows[:at]) if any(map(partial(_has_turns, view), row))]
    return _members_with_turns(view, in_order[0]) if in_order else ()


def _members_with_turns(view: View, row: Members) -> Members:
    return tuple(filter(partial(_has_turns, view), row)) if len(row) > 1 else ()


def _has_turns(view: View, creature: str) -> bool:
    return in_play(view.fight.states[creature]) and view.fight.states[creature].initiative is not None


# Selecting, marking, folding


def select_row(view: View, row: int) -> View:
    """The view with the creature of a row selected."""
    rows = rows_of(view)
    return replace(view, selected=rows[row][0]) if row < len(rows) else view


def move_selection(view: View, by: int) -> View:
    """The view with the selection moved down by some rows, at most to the last."""
    rows = rows_of(view)
    if not rows:
        return view
    at = row_with(rows, view.selected) or 0
    return replace(view, selected=rows[max(0, min(at + by, len(rows) - 1))][0])


def toggle_mark(view: View) -> View:
    """The view with the selected row marked or unmarked, and the next row selected."""
    rows = rows_of(view)
    at = row_with(rows, view.selected)
    if at is None:
        return view
    row = rows[at]
    if row[0] in view.marked:
        marked = tuple(each for each in view.marked if each not in row)
    else:
        marked = (*view.marked, *(each for each in row if each not in view.marked))
    return move_selection(replace(view, marked=marked), 1)


def toggle_fold(view: View) -> View:
    """The view with the group of the selected creature folded, or unfolded."""
    group = view.fight.sheets[view.selected].group if view.selected else None
    return replace(view, toggled=view.toggled ^ {group}) if group else view


# Questions


def focus_question(view: View, question: int) -> View:
    """The view with a question waiting for digits, and the digits typed when it last had the focus."""
    left = _kept_digits(view)
    digits = left.get(question, "")
    return replace(view, answering=question, digits=digits, recalled=bool(digits), kept_digits=left)


def leave_question(view: View) -> View:
    """The view with no question waiting for an answer."""
    is_asked = view.answering is not None or view.upkeep
    return replace(view, answering=None, digits="", kept_digits=_kept_digits(view), upkeep=()) if is_asked else view


def _kept_digits(view: View) -> Mapping[int, str]:
    """The digits typed at each question, including the one that has the focus."""
    return view.kept_digits if view.answering is None else {**view.kept_digits, view.answering: view.digits}


def nearest_enemy(view: FightView, creature: str, last: str = "") -> str:
    """The likely target of a creature: its side's last target, or the first enemy in the order.

    Visible enemies come first, then hidden ones, then those that are down; empty without enemies.
    """
    fight = view.fight
    enemies = [each for each in in_place_order(fight) if is_enemy(fight, creature, each)]
    standing = {each: creature_standing(view, each) for each in enemies}
    up = [each for each in enemies if standing[each] == "up"]
    in_sight = [each for each in up if not fight.states[each].hidden]
    if last in in_sight:
        return last
    down = [each for each in enemies if standing[each] == "down"]
    return next(iter((*in_sight, *up, *down)), "")


class PaneData(Struct, frozen=True):
    """The data that panes show: the view, the log, and the label of each action's first key.

    `shows_next`: a pane has the cards of the creatures who come next; if it is full, the first are below other cards.
    """

    view: View
    log: LogBook
    key_labels: Mapping[str, str]
    shows_next: bool = False


class PaneSize(Struct, frozen=True):
    """The size of a pane in cells and rows, whether it has the focus, and the first visible row."""

    width: int
    height: int
    focused: bool = False
    top: int = 0


class PaneContent(NamedTuple):
    """The content of a pane: heading, rows, the row of the cursor, and the number of rows added above the first.

    `top` is the new first visible row, if all rows have changed.
    """

    heading: Row
    rows: Sequence[Row]
    cursor: int | None = None
    above: int = 0
    top: int | None = None
