"""How a creature's figures are drawn in every pane: hit points or damage track, bars, signs of its state."""

from collections.abc import Sequence

from orcus_tui.model.track import LETHAL, NONLETHAL, Track
from orcus_tui.rules.stats import speaks_of_staggered, standing
from orcus_tui.screen.fight.view import View
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import Row, Span


def points(view: View, creature: str) -> Span:
    """Hit points as a number, or the worst box of the damage track; in the colour of its health."""
    state = view.fight.states[creature]
    if state.hp is None:
        return Span(_worst(state.track or Track()), health(view, creature))
    temporary = f"+{state.temp_hp}" if state.temp_hp else ""
    return Span(f"{state.hp}/{view.fight.sheets[creature].max_hp}{temporary}", health(view, creature))


def _worst(track: Track) -> str:
    """The worst marked box, a lethal one first; else the tallies, `3 hurt`."""
    for _, *boxes in (LETHAL, NONLETHAL):
        if marked := _marked(track, boxes):
            return boxes[marked - 1]
    return f"{track.hurt} hurt" if track.hurt else f"{track.bruised} bruised" if track.bruised else ""


def _marked(track: Track, boxes: Sequence[str]) -> int:
    """The place of the last marked box, from 1; 0 where none is."""
    return max((place for place, box in enumerate(boxes, start=1) if getattr(track, box)), default=0)


def bar(view: View, creature: str, width: int) -> Row:
    """Hit points as a bar, or how far it is to the last box of the damage track."""
    state, most = view.fight.states[creature], view.fight.sheets[creature].max_hp or 0
    left = state.hp
    if left is None:
        track = state.track or Track()
        most = len(LETHAL) - 1
        left = most - max(_marked(track, LETHAL[1:]), _marked(track, NONLETHAL[1:]))
    if not most:
        return ()
    filled = min(max(left, 0), most) * width / most
    full = max(1, round(filled)) if left > 0 else 0
    return (Span(signs.FULL * full, health(view, creature)), Span(signs.EMPTY * (width - full), "frame"))


def health(view: View, creature: str) -> str:
    """The role its hit points or its worst damage are drawn in."""
    where = standing(view.system, view.fight, creature)
    if where in ("dead", "out"):
        return "muted"
    if where == "down":
        return "danger"
    track = view.fight.states[creature].track
    badly = speaks_of_staggered(view.system, view.fight, creature) or (track and (track.wounded or track.staggered))
    return "warning" if badly else "good"


def state_signs(view: View, creature: str) -> Row:
    """A sign for each thing worth a glance, the weightiest first: a question, how it stands, what is on it."""
    fight = view.fight
    state = fight.states[creature]
    where = standing(view.system, fight, creature)
    asked = any(each.creature == creature for each in fight.questions)
    shown = [Span(signs.QUESTION, "warning")] if asked else []
    shown += [_STANDING[where]] if where in _STANDING else []
    if where == "up" and speaks_of_staggered(view.system, fight, creature):
        shown.append(Span(signs.STAGGERED, "warning"))
    if state.effects and where != "dead":
        shown.append(Span(signs.AFFECTED, "accent"))
    shown += (Span(sign, "muted") for sign, is_so in _minor_signs(view, creature) if is_so)
    return tuple(shown)


_STANDING = {
    "dead": Span(signs.DEAD, "muted"),
    "down": Span(signs.DOWN, "danger"),
    "out": Span(signs.OUT, "muted"),
}


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
    out = standing(view.system, view.fight, creature) in ("dead", "out")
    return Span(sheet.name, "muted" if out else "strong" if creature == view.fight.active else sheet.side)
