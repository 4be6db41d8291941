"""Habits: how a side is assumed to play in a forecast, as data. A forecast plays each pair of habits."""

from typing import Literal

from msgspec import Struct

from orcus_tui.errors import Impossible

Aim = Literal["weakest", "nearest to falling", "random", "spread"]


class Habit(Struct, frozen=True, kw_only=True):
    """How one side plays; shares refer to a creature's full hit points.

    `aim` is the preferred target: the opponent with the fewest hit points left, with the smallest share left, a random
    one, or the one attacked least. `limited` says when powers with limited uses are used; `crowds`: when they reach
    several opponents. `heals_below` is the share at or below which an ally is healed, `rallies_below` the share at
    which the creature itself rallies. With `gets_up`, a creature stands up when prone, and tries to escape a grab.
    `action_point` is the first round in which an action point is spent, 0 for never. `area` is the share of the
    opponents that a burst reaches.
    """

    name: str
    aim: Aim
    limited: Literal["first", "crowds", "last"] = "first"
    heals_below: float = 0.25
    rallies_below: float = 0.4
    action_point: int = 1
    gets_up: bool = True
    area: float = 0.5


FOCUSED = Habit(name="focused", aim="weakest")
STEADY = Habit(name="steady", aim="nearest to falling", limited="crowds", heals_below=0.5, rallies_below=0.5)
CARELESS = Habit(
    name="careless", aim="random", limited="last", heals_below=0.0, rallies_below=0.2, action_point=2, gets_up=False
)
HUNTING = Habit(name="hunting", aim="weakest", heals_below=0.5)
SPREADING = Habit(name="spreading", aim="spread")
WILD = Habit(name="wild", aim="random", limited="last", heals_below=0.0, rallies_below=0.0, gets_up=False)

PROTECTING = Habit(name="protects the weakest", aim="weakest", heals_below=0.5)
COWARDLY = Habit(
    name="looks after itself", aim="nearest to falling", limited="last", heals_below=0.0, rallies_below=0.6
)


class Habits(Struct, frozen=True, kw_only=True):
    """A system's habits: habits of the party, habits of the foes, and habits that only a creature's file can name.

    `get_up` is the action of `do` for standing up; `get_free` is the verb that rolls to escape a grab, empty if the
    check is made at the table. `resists` are the verb that turns a creature's next failed save into a success, and its
    counter; empty in a system without it. `knows_who_is_near`: opportunity attacks are only offered to creatures that
    are near.
    """

    party: tuple[Habit, ...] = (FOCUSED, STEADY, CARELESS)
    foes: tuple[Habit, ...] = (HUNTING, SPREADING, WILD)
    of_creatures: tuple[Habit, ...] = (PROTECTING, COWARDLY)
    get_up: str = ""
    get_free: str = ""
    resists: tuple[str, str] = ("", "")
    knows_who_is_near: bool = False

    def named(self, name: str) -> Habit:
        """The habit of this name, as in the file of a creature. Raises Impossible for an unknown one."""
        known = {each.name: each for each in (*self.party, *self.foes, *self.of_creatures)}
        found = known.get(name.casefold())
        if found is None:
            raise Impossible(f'no habit "{name}"; there are {", ".join(known)}')
        return found
