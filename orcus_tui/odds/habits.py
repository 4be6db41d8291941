"""Habits: how a side is assumed to play, as data. A forecast plays each pair of them, since they matter most."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from orcus_tui.rules.resolution import Impossible

Aim = Literal["weakest", "nearest to falling", "random", "spread"]


class Habit(Struct, frozen=True, kw_only=True):
    """How one side plays. Shares are of a creature's full hit points.

    `aim`: the opponent with the fewest hit points left, with the smallest share left, any, or the one attacked least
    so far. `limited`: when powers that can be used only a few times are used; `crowds`: when they reach several.
    `heals_below`: an ally at or under this share is healed; `rallies_below`: the creature itself rallies.
    `gets_up`: a creature stands up from prone, and tries to get out of a grab. `action_point`: the round from which one
    is spent, 0 for never. `area`: the share of the opponents that a burst reaches.
    """

    name: str
    aim: Aim
    limited: Literal["first", "crowds", "last"] = "first"
    heals_below: float = 0.25
    rallies_below: float = 0.4
    action_point: int = 1
    gets_up: bool = True
    area: float = 0.5


class SystemHabits(Struct, frozen=True, kw_only=True):
    """The habits of a system's heroes and foes, its action for getting up, and its verb for getting out of a grab."""

    party: tuple[Habit, ...]
    foes: tuple[Habit, ...]
    get_up: str = ""
    get_free: str = ""


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

COMMON = SystemHabits(party=(FOCUSED, STEADY, CARELESS), foes=(HUNTING, SPREADING, WILD))

HABITS: Mapping[str, SystemHabits] = {
    "orcus": SystemHabits(party=COMMON.party, foes=COMMON.foes, get_up="stand"),
    "archmage": SystemHabits(party=COMMON.party, foes=COMMON.foes, get_free="disengage"),
    "archmage-plus": SystemHabits(party=COMMON.party, foes=COMMON.foes, get_free="disengage"),
    "true-srd": SystemHabits(party=COMMON.party, foes=COMMON.foes, get_up="stand"),
    "srd5": SystemHabits(party=COMMON.party, foes=COMMON.foes, get_up="stand"),
}
"""The habits of each system, by its id; a system that is not listed has `COMMON`."""


def habits_of(system: str) -> SystemHabits:
    """The habits of a system."""
    return HABITS.get(system, COMMON)


OWN: Mapping[str, Habit] = {each.name: each for each in (*COMMON.party, *COMMON.foes, PROTECTING, COWARDLY)}
"""The habits that a creature's file may name as its own, with `habit`."""


def own_habit(name: str) -> Habit:
    """The habit of this name. Raises Impossible for one that there is not."""
    found = OWN.get(name.casefold())
    if found is None:
        raise Impossible(f'there is no habit "{name}"; there are {", ".join(OWN)}')
    return found
