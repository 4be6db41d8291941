"""The header and the footer of the fight: round, turn and its clock, whether the fight is saved, the main keys."""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from msgspec import Struct

from orcus_tui.model.clock import minutes_text
from orcus_tui.model.fight import Fight, alike_offers, name_of, who_offers
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.stats import actions_left
from orcus_tui.screen.fight.keys import KEYS
from orcus_tui.screen.fight.panes import BY_ID, LOG
from orcus_tui.screen.fight.user_input import ClockMode
from orcus_tui.screen.fight.view import View, mob_at_turn, no_foe_left
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import EMPTY, Row, Span, cells, columns, cut, cut_name, fit, width_of

PENDING_WIDTH = 40
"""The cells for the number of lines that wait for the disk."""

PHASE_KEYS: Mapping[str, tuple[str, ...]] = {
    "setup": ("begin", "add", "open", "help", "command", "quit", "damage", "apply"),
    "turns": ("next", "power-1", "menu", "damage", "apply", "undo", "help", "command", "quit", "persist", "mark"),
    "finished": ("end-fight", "keep", "report", "write", "export", "undo", "open", "help", "quit"),
}
"""The keys in the footer, by the phase of the fight."""

READ_ONLY_KEYS = ("open", "help", "quit", "export", "write", "preview", "command", "mark", "unmark-all")
"""The keys that also work in a read-only fight."""
CREATURE_KEYS = ("begin", "menu", "damage", "apply", "persist", "mark")
"""The keys that need a creature."""

PANE_KEYS: Mapping[str, Sequence[tuple[str, str]]] = {
    LOG.id: (("why", "sums"), ("fold", "fold"), ("search", "search"), ("unmark-all", "as it was here")),
}
"""The keys with another meaning in a pane, and what they do there."""

TYPING_KEYS = (("Enter", "run"), ("Tab", "complete"), ("↑", "earlier lines"), ("↓", "next target"), ("Esc", "cancel"))
SEARCH_KEYS = (("↑", "match above"), ("↓", "match below"), ("Enter", "back"))
UPKEEP_KEYS = (("y", "maintain it"), ("n", "let it end"), ("Esc", "stay in the turn"))
ANSWER_KEYS = (("Enter", "answer"), ("t", "total"), ("a", "roll all"), ("Esc", "leave open"))
NEXT_NUMBER = ("Space", "next number")
ANOTHER_QUESTION = ("↑ ↓", "another question")


class Saving(Struct, frozen=True):
    """Whether the fight is on disk. `in_journal` is None without a journal.

    `pending` are the lines that wait for the disk, and the keys that are held back until then.
    """

    in_journal: bool | None
    pending: Sequence[str] = ()
    read_only: bool = False


def header(view: View, saving: Saving, width: int, clock: Row = EMPTY) -> Row:
    """Name and system, round, active creature, whether it is saved, open questions.

    On a narrow screen the system is left out first, then the name, then whose dice are asked for, and the turn last.
    """
    open_counts = (*_questions(view), *_offers(view), Span(" "))
    right = (*_saving(saving), *_asking_row(view), *open_counts)
    where = (Span(" "), *_where(view), *clock, Span("  "))
    name = Span(f" {view.fight.name}", "strong")
    for after_name in (Span(f" {signs.DOT} {view.system.title}  ", "muted"), Span("  ")):
        left = (name, after_name, *where)
        if width_of(left) + width_of(right) <= width:
            return columns(left, right, width)
    room = max(width - width_of(where), 0)
    if width_of(right) > room:
        right = (*_saving(saving), *open_counts)
    return fit((*where, *(fit(right, room) if width_of(right) > room else right)), width)


def _saving(saving: Saving) -> Row:
    if saving.read_only:
        return (Span("read-only", "warning"),)
    if saving.in_journal is False:
        return (Span("! not saved", "danger"),)
    if saving.pending:
        lines = cut(f" {signs.DOT} ".join(saving.pending), PENDING_WIDTH, signs.CUT)
        return (Span(f"{signs.WRITING} saving: {lines}", "warning"),)
    return (Span(f"{signs.SAVED} saved", "good"),) if saving.in_journal else ()


def _where(view: View) -> Row:
    fight = view.fight
    if fight.phase == "setup":
        return (Span("not begun", "muted"),)
    counters = "".join(f" {signs.DOT} {name} {count}" for name, count in fight.counters.items())
    if fight.phase == "finished":
        return (Span("over", "muted"), Span(counters))
    turn: Row = (Span("nobody's turn", "muted"),)
    if fight.active:
        sheet = fight.sheets[fight.active]
        mob = mob_at_turn(view)
        name = f"{base_name(sheet.name)} ×{len(mob)}" if mob else sheet.name
        turn = (Span(f"{signs.POINTER} ", "accent"), Span(name, sheet.side))
    return (Span(f"Round {fight.round}", "strong"), Span(f"{counters} {signs.DOT} "), *turn)


def _asking_row(view: View) -> Row:
    """The side whose dice are asked for, if any."""
    whose = {"none": "", "party": "the party's", "all": "all"}[view.fight.asking]
    return (Span(f"  asks for {whose} dice", "muted"),) if whose else ()


def _questions(view: View) -> Row:
    count = len(view.fight.questions)
    return (Span(f"  {signs.QUESTION} {count} open", "warning"),) if count else ()


def _offers(view: View) -> Row:
    count = len(view.fight.offers)
    return (Span(f"  {signs.OFFER} {count} offered", "warning"),) if count else ()


def footer(view: View, focus: str, labels: Mapping[str, str], width: int) -> list[Row]:
    """The prompt of the command line, and below it the focus and the keys that matter there and fit."""
    prompt = (Span(f" {signs.PROMPT}", "accent"), Span(f" {prompt_text(labels, view, width)}", "muted"))
    title, keys = _focus_keys(view, focus, labels)
    hints: list[Span] = [Span(f" {title} ", "focus")]
    for key, does in keys:
        hint = Span(f" {key} ", "accent"), Span(does, "muted")
        if width_of((*hints, *hint)) > width:
            break
        hints += hint
    return [fit(prompt, width), fit(tuple(hints), width)]


def prompt_text(labels: Mapping[str, str], view: View, width: int) -> str:
    """The text of the closed command line: the focused question, that no foe is left, an offer, or the opening key."""
    prompt = f"press {labels['command']} to type a command"
    if not view.can_change:  # the dice are asked for in the other program
        return prompt
    if view.answering is not None:
        from orcus_tui.screen.fight.questions import question_in_full  # this is loaded when a question has the focus

        return question_in_full(view)
    if no_foe_left(view):
        return f"No foe is left: press {labels['end-fight']} for the XP, a rest and the next fight"
    if offers := view.fight.offers:
        cost = offers[0].choices[0].cost
        costs = f" (costs {cost} of {offers[0].choices[0].left})" if cost else ""
        count = len(alike_offers(view.fight, offers[0]))
        one, every = (f" one of {count}", f" all {count}") if count > 1 else ("", "")
        keys = f"{labels['answer']} accepts{one}, {labels['decline']} declines{every}: "
        words = f": {offers[0].short_line}{costs}"
        room = width - cells(f" {signs.PROMPT} {keys}")
        return f"{keys}{cut_name(who_offers(view.fight, offers[0]), words, room)}{words}"
    unspent = unspent_turn(view)
    return f"{prompt}{unspent}" if cells(f" {signs.PROMPT} {prompt}{unspent}") <= width else prompt


def unspent_turn(view: View) -> str:
    """`; Ari has not acted`, for a creature at its turn that could act; else empty."""
    return view.cache.result("unspent", view.fight, None, partial(_find_unspent, view))


def _find_unspent(view: View) -> str:
    turn = view.fight.turn
    if view.fight.phase != "turns" or turn is None or turn.acted:
        return ""
    can_act = any(actions_left(view.fight_view, turn.creature).values())
    return f"; {name_of(view.fight, turn.creature)} has not acted" if can_act else ""


def _focus_keys(view: View, focus: str, labels: Mapping[str, str]) -> tuple[str, Sequence[tuple[str, str]]]:
    """A word or two for the focus, and its most important keys, each with its effect."""
    if focus == "command-line":
        return "command line", TYPING_KEYS
    if focus == "search-line":
        return "search", SEARCH_KEYS
    if view.upkeep:
        return f"maintain {view.upkeep[0]}?", UPKEEP_KEYS
    if view.answering is not None:
        from orcus_tui.screen.fight.questions import alike_questions  # this is loaded when a question has the focus

        rows = alike_questions(view)
        more = (NEXT_NUMBER,) * any(len(row) > 1 for row in rows) + (ANOTHER_QUESTION,) * (len(rows) > 1)
        return f"question {view.answering}: type the roll", (*ANSWER_KEYS, *more)
    urgent = (
        ("end-fight",) * no_foe_left(view)
        + ("answer",) * bool(view.fight.questions or view.fight.offers)
        + ("decline",) * bool(view.fight.offers)
        + ("unmark-all",) * bool(view.marked)
    )
    title = BY_ID[focus].title if focus in BY_ID else "fight"
    keys = (each for each in urgent + PHASE_KEYS[view.fight.phase] if _can(view, each))
    labels = {**labels, "power-1": f"{labels['power-1']}{signs.DASH}{labels['power-9']}"}
    in_pane = [(labels[each], does) for each, does in PANE_KEYS.get(focus, ())]
    return title, [*in_pane, *((labels[each], _label(view, each)) for each in keys)]


def _label(view: View, key: str) -> str:
    """The action of a key in the footer; the answer key accepts an offer if no question is open."""
    if key == "power-1":
        return "powers"
    return "accept" if key == "answer" and not view.fight.questions else KEYS[key].title


def _can(view: View, key: str) -> bool:
    """Whether a key can do anything now."""
    if not view.can_change and key not in READ_ONLY_KEYS:
        return False
    if key == "open":
        return view.can_open
    if key == "undo":
        return view.can_undo
    if key == "power-1":
        return bool(view.fight.active and view.fight.sheets[view.fight.active].powers)
    return bool(view.fight.states) or key not in CREATURE_KEYS


class TurnClock:
    """Counts the seconds of the current turn."""

    def __init__(self, mode: ClockMode, *, now: Callable[[], float] = time.monotonic) -> None:
        self.is_on = mode != "off"
        self._limit = mode if isinstance(mode, int) else None
        self._now = now
        self._turn: tuple[str, int, str] | None = None
        self._began = now()

    def set_turn(self, fight: Fight) -> None:
        """Starts again from 0 if this is another turn."""
        turn = (fight.name, fight.round, fight.active) if fight.phase == "turns" and fight.active else None
        if turn != self._turn:
            self._turn, self._began = turn, self._now()

    def switch(self) -> None:
        """Shows or hides the clock, which counts even while it is hidden."""
        self.is_on = not self.is_on

    @property
    def row(self) -> Row:
        """The clock in the header; empty while it is off or no turn has begun."""
        if not self.is_on or self._turn is None:
            return ()
        seconds = int(self._now() - self._began)
        if self._limit is None:
            return (Span(f"  {minutes_text(seconds)}", "muted"),)
        left = self._limit - seconds
        return (Span(f"  {minutes_text(left)}", "danger" if left < 0 else "muted"),)
