"""What players see of a creature, as its card says it to the game master."""

from orcus_tui.screen.fight.view import View
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import EMPTY, Row, Span, row_of


def players_row(view: View, creature: str) -> Row:
    """The name they read and what of its hit points; nothing for a creature that is nothing special to them.

    While their view is open it is said of every creature, else of those that are masked or have settings of their own.
    """
    state = view.fight.states[creature]
    if view.seen_as is None and not state.shown_as and not state.players:
        return EMPTY
    name = (view.seen_as or {}).get(creature) or state.shown_as or view.fight.sheets[creature].name
    if state.hidden or (view.seen_as is not None and creature not in view.seen_as):
        return row_of(Span("players see ", "muted"), "nothing")
    return row_of(Span("players see ", "muted"), name, Span(f" {signs.DOT} {_health(view, creature)}", "muted"))


def _health(view: View, creature: str) -> str:
    from orcus_tui.players.public_state import public_health  # here, since most fights are shown to nobody

    health = public_health(view.fight_view, creature)
    bar = "" if health.quarters is None else f"{health.quarters}/4"
    return f" {signs.DOT} ".join(each for each in (health.text, bar) if each) or "no hit points"
