"""What the fight screen shows, as a value: a fight, and where the game master is in it."""

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.commands.targets import in_play
from orcus_tui.model.fight import Fight, is_enemy
from orcus_tui.rules.stats import creature_standing
from orcus_tui.rules.system import FightView, System
from orcus_tui.rules.templates import Formatter
from orcus_tui.screen.fight.groups import Members, row_with, rows_in
from orcus_tui.session.session import Session


class View(Struct, frozen=True):
    """What the panes draw.

    `selected` is the creature the keys act on, `marked` are several, `aimed` the enemy that each side last had selected
    in a turn of its own. `toggled` are the groups folded or unfolded by hand. `answering` is the question that has the
    focus, `digits` what is typed of its answer, `recalled` whether it was typed at an earlier visit; `digits_left` is
    what was typed at the questions that were left, by their numbers. `upkeep` are the powers that would end with this
    turn, while each is asked about. `offered` is the line of an event that has come. `can_undo`, `can_change` and
    `can_open` say what the session allows. `seen_as` are the names by which players know creatures, while their view is
    open.
    """

    fight_view: FightView
    selected: str = ""
    marked: tuple[str, ...] = ()
    aimed: Mapping[str, str] = field(default_factory=dict)
    toggled: frozenset[str] = frozenset()
    answering: int | None = None
    digits: str = ""
    recalled: bool = False
    digits_left: Mapping[int, str] = field(default_factory=dict)
    upkeep: tuple[str, ...] = ()
    offered: str = ""
    can_undo: bool = True
    can_change: bool = True
    can_open: bool = True
    seen_as: Mapping[str, str] | None = None

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
        """What reads messages, effects and durations of this fight."""
        return Formatter(self.fight_view)

    @property
    def targets(self) -> tuple[str, ...]:
        """The creatures a key acts on: the marked, else the selected; of a folded group all that stand."""
        if self.marked or not self.selected:
            return self.marked
        members = next((row for row in rows_of(self) if self.selected in row), (self.selected,))
        able = tuple(each for each in members if creature_standing(self.fight_view, each) in ("up", "down"))
        return able if len(members) > 1 and able else (self.selected,)


def new_view(session: Session, fight: Fight, toggled: frozenset[str] = frozenset()) -> View:
    """The view of a fight of the session that was not shown before; groups toggled in another one stay so by name."""
    return View(
        session.view_of(fight),
        toggled=toggled,
        can_change=not session.read_only,
        can_open=not session.is_following,
    )


def next_view(view: View, fight_view: FightView) -> View:
    """The view once the fight has changed.

    A selection on the creature whose turn it was follows the turn; one on its enemy goes to an enemy again when the
    turn passes to the other side. Marks go when the turn passes, so that nobody is
    hurt for an old mark. Creatures and questions that are gone are neither selected nor answered.
    """
    fight = fight_view.fight
    aimed = _aims(view)
    open_questions = {each.id for each in fight.questions}
    answering = view.answering if view.answering in open_questions else None
    same_questions = {each.id for each in fight.questions if each in view.fight.questions}
    return replace(
        view,
        fight_view=fight_view,
        selected=_selected_creature(view, fight_view, aimed),
        aimed=aimed,
        marked=tuple(each for each in view.marked if each in fight.states and fight.active == view.fight.active),
        answering=answering,
        digits=view.digits if answering is not None else "",
        digits_left={number: left for number, left in view.digits_left.items() if number in same_questions},
        upkeep=view.upkeep if fight.active == view.fight.active else (),
    )


def _aims(view: View) -> Mapping[str, str]:
    """The enemy each side has aimed at: for the side whose turn it is, the selected one."""
    fight, selected = view.fight, view.selected
    if not fight.active or selected not in fight.states or not is_enemy(fight, fight.active, selected):
        return view.aimed
    return {**view.aimed, fight.sheets[fight.active].side: selected}


def _selected_creature(view: View, fight_view: FightView, aimed: Mapping[str, str]) -> str:
    """Who is selected once the fight has changed."""
    fight = fight_view.fight
    before, selected = view.fight.active, view.selected
    if selected not in fight.states or before in (None, selected):
        return fight.active or (selected if selected in fight.states else next(iter(fight.states), ""))
    if before is None or fight.active is None or before == fight.active or before not in fight.sheets:
        return selected
    side = fight.sheets[fight.active].side
    if side == fight.sheets[before].side or is_enemy(fight, fight.active, selected):
        return selected
    from orcus_tui.screen.fight.aim import nearest_enemy  # not before turns are taken

    return nearest_enemy(fight_view, fight.active, aimed.get(side, "")) or fight.active


def rows_of(view: View) -> Sequence[Members]:
    """The creatures by row: those with initiative in the order they act, then the others; groups folded."""
    return rows_in(view.fight, view.toggled)


def no_foe_is_left(view: View) -> bool:
    """Whether turns are taken and every foe is down, dead or gone; one in reserve is still to come."""
    fight = view.fight
    foes = [each for each, sheet in fight.sheets.items() if sheet.side == "foes"]
    return fight.phase == "turns" and bool(foes) and not any(_may_fight(view, each) for each in foes)


def _may_fight(view: View, creature: str) -> bool:
    state = view.fight.states[creature]
    is_up = creature_standing(view.fight_view, creature) == "up"
    return is_up or (state.place == "reserve" and not state.is_out)


def mob_at_turn(view: View) -> Members:
    """Those who stand of the folded group whose turn it is: they act together; nobody where it is not folded."""
    active = view.fight.active
    members = next((row for row in rows_of(view) if active in row), ()) if active else ()
    standing = tuple(each for each in members if creature_standing(view.fight_view, each) == "up")
    return standing if len(members) > 1 else ()


def mob_passing(view: View) -> Members:
    """Those of the folded group whose turn it is who have turns from now on, the fallen too; nobody if it is one."""
    active = view.fight.active
    row = next((row for row in rows_of(view) if active in row), ()) if active else ()
    return _members_with_turns(view, row[row.index(active) :]) if active and row else ()


def mob_coming_up(view: View) -> Members:
    """The folded group that is next in the order; nobody where one creature is."""
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
    """The view with the selection so many rows down, as far as there are rows."""
    rows = rows_of(view)
    if not rows:
        return view
    at = row_with(rows, view.selected) or 0
    return replace(view, selected=rows[max(0, min(at + by, len(rows) - 1))][0])


def toggle_mark(view: View) -> View:
    """The view with the selected row marked, a folded group as a whole, or unmarked; and the next row selected."""
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
    """The view with a question waiting for digits; what was typed of them at an earlier visit is there again."""
    left = _digits_left(view)
    digits = left.get(question, "")
    return replace(view, answering=question, digits=digits, recalled=bool(digits), digits_left=left)


def leave_question(view: View) -> View:
    """The view with no question waiting for an answer."""
    is_asked = view.answering is not None or view.upkeep
    return replace(view, answering=None, digits="", digits_left=_digits_left(view), upkeep=()) if is_asked else view


def _digits_left(view: View) -> Mapping[int, str]:
    """What is typed at each question, once the one that has the focus is left."""
    return view.digits_left if view.answering is None else {**view.digits_left, view.answering: view.digits}
