"""A d20 thrown once, or twice with advantage or disadvantage."""

from collections.abc import Iterable

from orcus_tui.model.events import AdvantageNoted, AdvantageRolled
from orcus_tui.model.message import Message, Term
from orcus_tui.rules.resolution import Face
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import ONE_DIE, Advantage

D20 = 20


def edge_of(sways: Iterable[tuple[int, str | Message]]) -> Advantage:
    """One edge from all that helps (1) and hinders (-1): they do not add up, and one of each cancels all."""
    causes = tuple(Term(side, why) for side, why in sways)
    sides = {each.amount for each in causes}
    return Advantage(sides.pop() if len(sides) == 1 else 0, causes) if causes else ONE_DIE


def throw(resolution: Resolution, creature: str, edge: Advantage, die: Face | None = None) -> int:
    """The face that counts, both dice in the log with what brought the second; `die` gives those of the table."""
    die = die or resolution.die
    face = die(D20)
    if not edge.side:
        tell(resolution, creature, edge)
        return face
    faces = (face, die(D20))
    counts = max(faces) if edge.side > 0 else min(faces)
    resolution.emit(AdvantageRolled(creature, faces, edge.side, counts, edge.causes))
    return counts


def tell(resolution: Resolution, creature: str, edge: Advantage) -> None:
    """What bears on a die that was rolled at the table, or that is rolled once."""
    if edge.causes and not edge.lost:
        resolution.emit(AdvantageNoted(creature, edge.side, edge.causes))
