"""The small fight after `begin`, with given dice, and its values."""

from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from tests.helpers.fights.random_fights import play_lines, small_fight


def fight_with(*faces: int) -> Session:
    """It is Ari's turn; then follow the ogre, Cor and the goblins. The next dice are these."""
    session = Session(small_fight(), GivenDice(faces))
    play_lines(session, "begin")
    return session


def hp(session: Session, creature: str) -> int | None:
    """The hit points of a creature."""
    return session.fight.states[creature].hp


def lines(session: Session) -> list[str]:
    """The lines of the fight that are not undone."""
    return [execution.line for execution in session.timeline.executions]
