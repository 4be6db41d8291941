"""What a system without a rule of its own answers."""

from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import Fight


def nothing(*_: object) -> None:
    """Does nothing, where a system has nothing to add."""


def never(*_: object) -> bool:
    """True for no creature."""
    return False


def no_number(*_: object) -> int:
    """Nothing is added."""
    return 0


def always(*_: object) -> bool:
    """True for every creature and fight."""
    return True


def none(*_: object) -> tuple[()]:
    """Nothing to list."""
    return ()


def own_sheet(fight: Fight, creature: str) -> Sheet:
    """What is printed on a creature's own card."""
    return fight.sheets[creature]


def at_zero(fight: Fight, creature: str) -> bool:
    """Whether a creature is at 0 hit points or fewer."""
    hp = fight.states[creature].hp
    return hp is not None and hp <= 0


def by_total(fight: Fight, creature: str) -> tuple[int, ...]:
    """Where a creature stands in the initiative: by its total, then by its modifier."""
    return (fight.states[creature].initiative or 0, fight.sheets[creature].initiative)
