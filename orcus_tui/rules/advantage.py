"""A d20 thrown once, or twice with advantage or disadvantage."""

from collections.abc import Iterable, Mapping

from orcus_tui.model.events import Rolled
from orcus_tui.rules.resolution import Face
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import ONE_DIE, Advantage

D20 = 20
CALLED: Mapping[int, str] = {1: "advantage", -1: "disadvantage"}


def edge_of(sways: Iterable[tuple[int, str]]) -> Advantage:
    """One edge from all that helps (1) and hinders (-1): they do not add up, and one of each cancels all."""
    by_side: dict[int, list[str]] = {}
    for side, why in sways:
        by_side.setdefault(side, []).append(why)
    words = [f"{CALLED[side]} ({', '.join(dict.fromkeys(by_side[side]))})" for side in CALLED if side in by_side]
    if len(words) > 1:
        return Advantage(0, f"{' and '.join(words)} cancel out")
    return Advantage(next(side for side in CALLED if side in by_side), words[0]) if words else ONE_DIE


def throw(resolution: Resolution, creature: str, edge: Advantage, die: Face | None = None) -> int:
    """The face that counts, both dice told in the log with what brought the second; `die` gives those of the table."""
    die = die or resolution.die
    face = die(D20)
    if not edge.side:
        tell(resolution, creature, edge)
        return face
    second = die(D20)
    counts = max(face, second) if edge.side > 0 else min(face, second)
    resolution.emit(Rolled(f"throws with {edge.why}:", f"{face} and {second}", f"{counts} counts", creature))
    return counts


def tell(resolution: Resolution, creature: str, edge: Advantage) -> None:
    """What bears on a die that was thrown at the table, or that is thrown but once."""
    if edge.why and not edge.lost:
        resolution.say(f"has {edge.why}" if edge.side else f"has neither: {edge.why}", creature)
