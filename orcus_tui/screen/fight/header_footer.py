"""The upper and lower edge of the screen: where the fight stands, and what keys there are."""

from collections.abc import Mapping, Sequence

from orcus_tui.screen.fight.keys import KEYS
from orcus_tui.screen.fight.view import View
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import Line, Span, columns, fitted, width_of


def header(view: View, saved: Line, width: int) -> Line:
    """Which fight, which round, whose turn, whether it is on disk, what is asked.

    The narrower it is the less is told: the fight's name and system go first, whose turn it is last.
    """
    right = (*saved, *_questions(view), Span(" "))
    where = (Span(" "), *_where(view), Span("  "))
    name = (Span(f" {view.fight.name}", "strong"), Span(f" {signs.DOT} {view.system.title}  ", "muted"))
    full = (*name, *where)
    if width_of(full) + width_of(right) <= width:
        return columns(full, right, width)
    room = max(width - width_of(where), 0)
    return fitted((*where, *(fitted(right, room) if width_of(right) > room else right)), width)


def _where(view: View) -> Line:
    fight = view.fight
    if fight.phase == "setup":
        return (Span("not begun", "muted"),)
    counters = "".join(f" {signs.DOT} {name} {count}" for name, count in fight.counters.items())
    if fight.phase == "finished":
        return (Span("over", "muted"), Span(counters))
    turn: Line = (Span("nobody's turn", "muted"),)
    if fight.active:
        sheet = fight.sheets[fight.active]
        turn = (Span(f"{signs.POINTER} ", "accent"), Span(sheet.name, sheet.side))
    return (Span(f"Round {fight.round}", "strong"), Span(f"{counters} {signs.DOT} "), *turn)


def _questions(view: View) -> Line:
    count = len(view.fight.questions)
    return (Span(f"  {signs.QUESTION} {count} open", "warning"),) if count else ()


def footer(focus: str, keys: Sequence[tuple[str, str]], width: int) -> Line:
    """Where the focus is, and the keys that matter there."""
    told: list[Span] = [Span(f" {focus} ", "focus")]
    for key, does in keys:
        told += (Span(f" {key} ", "accent"), Span(does, "muted"))
    return fitted(tuple(told), width)


def invitation(keymap: Mapping[str, str], width: int) -> Line:
    """Where the command line opens."""
    key = KEYS["command"].first_shown(keymap)
    return fitted((Span(f" {signs.PROMPT}", "accent"), Span(f" {key} types a command", "muted")), width)


def too_small(needed: tuple[int, int], size: tuple[int, int]) -> list[Line]:
    """What the tracker needs, and what it has."""
    told = (f"Orcus needs {needed[0]}×{needed[1]}", f"and has {size[0]}×{size[1]}.", "Nothing is lost.")
    return [fitted((Span(each),), size[0]) for each in told][: size[1]]
