"""How a fight ended, from its events: won, lost or fled, with its XP and loot."""

from collections.abc import Iterator

from msgspec import Struct

from orcus_tui.campaign.campaign import FLED, LOST, WON
from orcus_tui.model.briefing import FoundTreasure
from orcus_tui.model.events import ExperienceEarned
from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Timeline
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.systems import SYSTEMS, view_of


class FightEnd(Struct, frozen=True):
    """The end of a fight: its state in the campaign, the XP with the heroes that share them, and the loot.

    `apart` names the creatures on the party's side without a share.
    """

    state: str
    xp: int
    heroes: tuple[str, ...]
    treasure: tuple[FoundTreasure, ...]
    apart: tuple[str, ...] = ()


def end_of(timeline: Timeline) -> FightEnd:
    """The end of a fight that is finished."""
    earned = _earned(timeline)
    fight = timeline.fight
    xp, heroes = (int(earned.xp), earned.heroes) if earned else (0, ())
    return FightEnd(state_of(fight), xp, heroes, fight.briefing.treasure, tuple(_names_apart(fight, heroes)))


def _names_apart(fight: Fight, heroes: tuple[str, ...]) -> Iterator[str]:
    """The names of the creatures on the party's side that get no share of the XP."""
    for creature, sheet in fight.sheets.items():
        if sheet.side == "party" and creature not in heroes and fight.states[creature].place == "here":
            yield sheet.name


def _earned(timeline: Timeline) -> ExperienceEarned | None:
    for execution in reversed(timeline.executions):
        for event in reversed(execution.events):
            if isinstance(event, ExperienceEarned):
                return event
    return None


def state_of(fight: Fight) -> str:
    """The state of a fight: lost if no hero is up or has left; else fled if a foe is up; else won."""
    view, kinds = view_of(fight), SYSTEMS[fight.system].creatures.kinds
    up = [each for each in fight.sheets if creature_standing(view, each) == "up" and fight.states[each].place == "here"]
    heroes = [each for each in up if fight.sheets[each].side == "party" == kinds[fight.sheets[each].kind].side]
    if any(fight.sheets[each].side == "foes" for each in up):
        return FLED if heroes or _have_left(fight) else LOST
    return WON if heroes or _have_left(fight) else LOST


def _have_left(fight: Fight) -> bool:
    """Whether a living hero has left the fight."""
    return any(
        sheet.side == "party" and fight.states[each].place != "here" and fight.states[each].life != "dead"
        for each, sheet in fight.sheets.items()
    )
