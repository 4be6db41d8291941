"""How a creature's figures are drawn, wherever they are: hit points, bars, signs of its state."""

from orcus_tui.rules.stats import is_staggered, standing
from orcus_tui.screen import signs
from orcus_tui.screen.line import Line, Span
from orcus_tui.screen.view import View


def points(view: View, creature: str) -> Span:
    """Hit points as a number, in the colour of how it stands; nothing where a system has none."""
    state = view.fight.states[creature]
    if state.hp is None:
        return Span("")
    temporary = f"+{state.temp_hp}" if state.temp_hp else ""
    return Span(f"{state.hp}/{view.fight.sheets[creature].max_hp}{temporary}", health(view, creature))


def bar(view: View, creature: str, width: int) -> Line:
    """Hit points as a bar."""
    state, most = view.fight.states[creature], view.fight.sheets[creature].max_hp
    if state.hp is None or not most:
        return ()
    filled = min(max(state.hp, 0), most) * width / most
    full = max(1, round(filled)) if state.hp > 0 else 0
    return (Span(signs.FULL * full, health(view, creature)), Span(signs.EMPTY * (width - full), "frame"))


def health(view: View, creature: str) -> str:
    """The role a creature's hit points are drawn in."""
    where = standing(view.system, view.fight, creature)
    if where in ("dead", "out"):
        return "muted"
    if where == "down":
        return "danger"
    return "warning" if is_staggered(view.system, view.fight, creature) else "good"


def state_signs(view: View, creature: str) -> Line:
    """One sign for each thing worth a glance, the first the most: what is asked, how it stands, what is on it."""
    fight = view.fight
    state = fight.states[creature]
    where = standing(view.system, fight, creature)
    asked = any(each.creature == creature for each in fight.questions)
    told = [Span(signs.QUESTION, "warning")] if asked else []
    told += [_STANDING[where]] if where in _STANDING else []
    if where == "up" and is_staggered(view.system, fight, creature):
        told.append(Span(signs.STAGGERED, "warning"))
    if state.effects and where != "dead":
        told.append(Span(signs.AFFECTED, "accent"))
    told += (Span(sign, "muted") for sign, is_so in _waiting(view, creature) if is_so)
    return tuple(told)


_STANDING = {
    "dead": Span(signs.DEAD, "muted"),
    "down": Span(signs.DOWN, "danger"),
    "out": Span(signs.OUT, "muted"),
}


def _waiting(view: View, creature: str) -> tuple[tuple[str, bool], ...]:
    fight = view.fight
    return (
        (signs.HIDDEN, fight.states[creature].hidden),
        (signs.DELAYED, creature in fight.delayed),
        (signs.READIED, creature in fight.readied),
    )


def name(view: View, creature: str) -> Span:
    """A creature's name in the colour of its side; it stands out at its turn, and is grey out of the fight."""
    sheet = view.fight.sheets[creature]
    out = standing(view.system, view.fight, creature) in ("dead", "out")
    return Span(sheet.name, "muted" if out else "strong" if creature == view.fight.active else sheet.side)
