"""How a creature's figures are drawn in every pane: hit points or damage track, bars, signs of its state."""

from collections.abc import Mapping

from msgspec import Struct

from orcus_tui.rules.stats import creature_standing, speaks_of_staggered
from orcus_tui.screen.fight.view import View
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import Row, Span


def points(view: View, creature: str) -> Span:
    """Hit points as a number, or the worst box of the damage track; in the colour of its health."""
    state = view.fight.states[creature]
    figure = view.system.health.in_brief(view.fight.sheets[creature], state)
    return Span(f"{figure}+{state.temp_hp}" if state.temp_hp else figure, health_role(view, creature))


def bar(view: View, creature: str, width: int) -> Row:
    """A bar of what is left of its health."""
    left, most = view.system.health.remaining(view.fight.sheets[creature], view.fight.states[creature])
    if not most:
        return ()
    filled = min(max(left, 0), most) * width / most
    full = max(1, round(filled)) if left > 0 else 0
    return (Span(signs.FULL * full, health_role(view, creature)), Span(signs.EMPTY * (width - full), "frame"))


class Fate(Struct, frozen=True):
    """The sign of what has become of a creature that is not up; `for_good`: it has no part in the fight any more."""

    sign: Span
    for_good: bool = False


FATES: Mapping[str, Fate] = {
    "dead": Fate(Span(signs.DEAD, "muted"), for_good=True),
    "gone": Fate(Span(signs.GONE, "muted"), for_good=True),
    "in a coma": Fate(Span(signs.COMA, "muted"), for_good=True),
    "in reserve": Fate(Span(signs.RESERVE, "accent")),
    "stable": Fate(Span(signs.STABLE, "warning")),
    "knocked out": Fate(Span(signs.STABLE, "warning")),
    "dying": Fate(Span(signs.DOWN, "danger")),
    "down": Fate(Span(signs.DOWN, "danger")),
}


def fate(view: View, creature: str) -> str:
    """What has become of a creature that is not up, one of `FATES`; empty for one that is."""
    state = view.fight.states[creature]
    if state.place == "gone":
        return "gone"
    if state.is_out:
        return "in a coma" if state.life == "coma" else "dead"
    if state.place == "reserve":
        return "in reserve"
    if creature_standing(view.fight_view, creature) == "up":
        return ""
    if state.life in ("stable", "knocked out"):
        return state.life
    return "dying" if view.system.death.needs_save(view.fight_view, creature) else "down"


def is_out_for_good(view: View, creature: str) -> bool:
    """Whether a creature has no part in the fight any more; others who are not up are only waiting or down."""
    where = fate(view, creature)
    return bool(where) and FATES[where].for_good


def health_role(view: View, creature: str) -> str:
    """The role its health is drawn in."""
    where = fate(view, creature)
    if where and where != "in reserve":
        return FATES[where].sign.role
    hurt = view.system.health.is_badly_hurt(view.fight.states[creature])
    return "warning" if hurt or speaks_of_staggered(view.fight_view, creature) else "good"


def state_signs(view: View, creature: str, *, unnamed: bool) -> Row:
    """A sign for each thing worth a glance, the most important first: a question, how it stands, what is on it.

    `unnamed`: more is on it than the words beside it say.
    """
    fight = view.fight
    where = fate(view, creature)
    asked = any(each.creature == creature for each in fight.questions)
    found = [Span(signs.QUESTION, "warning")] if asked else []
    found += [FATES[where].sign] if where else []
    if not where and speaks_of_staggered(view.fight_view, creature):
        found.append(Span(signs.STAGGERED, "warning"))
    if unnamed and where != "dead":
        found.append(Span(signs.AFFECTED, "accent"))
    found += (Span(sign, "muted") for sign, is_so in _minor_signs(view, creature) if is_so)
    return tuple(found)


def _minor_signs(view: View, creature: str) -> tuple[tuple[str, bool], ...]:
    fight = view.fight
    return (
        (signs.HIDDEN, fight.states[creature].hidden),
        (signs.DELAYED, creature in fight.delayed),
        (signs.READIED, creature in fight.readied),
    )


def name(view: View, creature: str) -> Span:
    """A creature's name in the colour of its side; bold at its turn, grey out of the fight."""
    sheet = view.fight.sheets[creature]
    out = is_out_for_good(view, creature)
    return Span(sheet.name, "muted" if out else "strong" if creature == view.fight.active else sheet.side)
