"""A d20 rolled once, or twice with advantage or disadvantage."""

from collections.abc import Iterable

from orcus_tui.model.events import AdvantageNoted, AdvantageRolled
from orcus_tui.model.message import Message, Term
from orcus_tui.rules.resolution import Face
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import ONE_DIE, Advantage

D20 = 20


def combine_advantage(given: Iterable[tuple[int, str | Message]]) -> Advantage:
    """All advantage (1) and disadvantage (-1) combined: they do not add up, and one of each cancels all."""
    causes = tuple(Term(side, why) for side, why in given)
    sides = {each.amount for each in causes}
    return Advantage(sides.pop() if len(sides) == 1 else 0, causes) if causes else ONE_DIE


def roll_d20(resolution: Resolution, creature: str, advantage: Advantage, die: Face | None = None) -> int:
    """The face that counts; two dice go to the log with the cause. `die` supplies typed dice."""
    die = die or resolution.die
    face = die(D20)
    if not advantage.side:
        log_advantage(resolution, creature, advantage)
        return face
    faces = (face, die(D20))
    counts = max(faces) if advantage.side > 0 else min(faces)
    resolution.emit(AdvantageRolled(creature, faces, advantage.side, counts, advantage.causes))
    return counts


def log_advantage(resolution: Resolution, creature: str, advantage: Advantage) -> None:
    """Logs the advantage of a die that was typed, or that is rolled once."""
    if advantage.causes and not advantage.lost:
        resolution.emit(AdvantageNoted(creature, advantage.side, advantage.causes))
