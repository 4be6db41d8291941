"""The figures that all panes show of a creature: hit points or damage track, bars, signs of its state."""

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from orcus_tui.rules.in_force import creature_standing
from orcus_tui.rules.stats import is_called_staggered
from orcus_tui.screen.fight.view import View
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import EMPTY, Row, Span, row_of


def points(view: View, creature: str) -> Span:
    """Hit points as a number or the worst box of the damage track, in the colour of its health."""
    state, most = view.fight.states[creature], view.fight.sheets[creature].max_hp
    figure = view.system.health.in_brief(view.fight.sheets[creature], state)
    if state.hp is not None and state.life == "dead":
        figure = f"0/{most}"  # the hit points of the dead no longer count
    return Span(f"{figure}+{state.temp_hp}" if state.temp_hp else figure, health_role(view, creature))


def bar(view: View, creature: str, width: int) -> Row:
    """A bar of a creature's remaining health."""
    left, most = view.system.health.remaining(view.fight.sheets[creature], view.fight.states[creature])
    left = 0 if view.fight.states[creature].life == "dead" else left
    return _bar(left, most, width, health_role(view, creature))


def group_bar(view: View, members: Iterable[str], up: Collection[str], width: int) -> Row:
    """A bar of a group's health: the remaining health of the members that are up, out of the maximum of all."""
    health = {each: view.system.health.remaining(view.fight.sheets[each], view.fight.states[each]) for each in members}
    left, most = sum(max(health[each][0], 0) for each in up), sum(most for _, most in health.values())
    return _bar(left, most, width, _share_role(left, most))


def _bar(left: int, most: int, width: int, role: str) -> Row:
    if not most:
        return ()
    filled = min(max(left, 0), most) * width / most
    full = max(1, round(filled)) if left > 0 else 0
    return (Span(signs.FULL * full, role), Span(signs.EMPTY * (width - full), "frame"))


NEARLY_GONE = 4
"""A creature with at most 1/N of its health left is drawn as in danger."""


class Fate(Struct, frozen=True):
    """The sign of a creature that is not up; `for_good` if it is out of the fight."""

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
    """The reason why a creature is not up, one of `FATES`, or an empty string."""
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
    """Whether a creature is out of the fight, and not only waiting or down."""
    where = fate(view, creature)
    return bool(where) and FATES[where].for_good


def health_role(view: View, creature: str) -> str:
    """The style of a creature's health."""
    where = fate(view, creature)
    if where and where != "in reserve":
        return FATES[where].sign.role
    role = _share_role(*view.system.health.remaining(view.fight.sheets[creature], view.fight.states[creature]))
    hurt = view.system.health.is_badly_hurt(view.fight.states[creature])
    is_low = role == "good" and (hurt or is_called_staggered(view.fight_view, creature))
    return "warning" if is_low else role


def _share_role(left: int, most: int) -> str:
    """The style of a remaining share."""
    if most and left * NEARLY_GONE <= most:
        return "danger"
    return "warning" if most and left * 2 <= most else "good"


def state_signs(view: View, creature: str, *, unnamed: bool) -> Row:
    """The signs of a creature's state, most important first: an open question, its condition, effects.

    `unnamed`: it has effects that the words next to its name do not mention.
    """
    fight = view.fight
    where = fate(view, creature)
    asked = any(each.creature == creature for each in fight.questions)
    found = [Span(signs.QUESTION, "warning")] if asked else []
    found += [FATES[where].sign] if where else []
    if not where and is_called_staggered(view.fight_view, creature):
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


def players_row(view: View, creature: str) -> Row:
    """A creature's name and health as players see them.

    It is shown for every creature while their view is open, otherwise only for masked creatures and those with
    settings.
    """
    state = view.fight.states[creature]
    if view.public_names is None and not state.shown_as and not state.players:
        return EMPTY
    name = (view.public_names or {}).get(creature) or state.shown_as or view.fight.sheets[creature].name
    if state.hidden or (view.public_names is not None and creature not in view.public_names):
        return row_of(Span("players see ", "muted"), "nothing")
    return row_of(Span("players see ", "muted"), name, Span(f" {signs.DOT} {_health(view, creature)}", "muted"))


def _health(view: View, creature: str) -> str:
    from orcus_tui.players.public_state import public_health  # here, since most fights are not shown to players

    health = public_health(view.fight_view, creature)
    bar = "" if health.quarters is None else f"{health.quarters}/4"
    return f" {signs.DOT} ".join(each for each in (health.text, bar) if each) or "no hit points"
