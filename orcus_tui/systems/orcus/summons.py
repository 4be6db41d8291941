"""Summoned monsters and conjurations: their defenses, and when they vanish (Orcus §Summons, §Conjuration)."""

from orcus_tui.model.creature import Sheet
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import message
from orcus_tui.rules import roster
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.shared_turns import join_turn, leave_turn
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.actions import ActionUse

SUMMONS_LAST = 5 * 60
"""The seconds after which a summoned monster disappears."""
SUMMONED, CONJURATION = "summoned", "conjuration"


def creator_of(fight: Fight, creature: str) -> str:
    """The creature that has summoned this one; empty if it was not summoned."""
    for each in fight.states[creature].effects:
        if each.name == SUMMONED and each.source != creature and each.source in fight.states:
            return each.source
    return ""


def is_conjuration(fight: Fight, creature: str) -> bool:
    """Whether a creature is a conjuration (§Conjuration)."""
    return CONJURATION in fight.sheets[creature].tags


def is_out_of_reach(fight: Fight, creature: str, condition: str) -> bool:
    """Whether a condition cannot affect a creature because the creature is a conjuration (§Conjuration)."""
    return condition != SUMMONED and is_conjuration(fight, creature)


def defending_sheet(fight: Fight, creature: str) -> Sheet:
    """The sheet with a creature's defenses: a summoned monster has its creator's."""
    return fight.sheets[creator_of(fight, creature) or creature]


def forget_recoveries(resolution: Resolution, creature: str) -> None:
    """Removes the recoveries of a summoned monster, which uses its creator's."""
    if creator_of(resolution.fight, creature) and resolution.state(creature).recoveries:
        resolution.change(creature, "recoveries", 0)


def act_with_creator(resolution: Resolution, creature: str) -> None:
    """Makes a summoned creature act in its creator's turn (§Summons)."""
    creator = creator_of(resolution.fight, creature)
    partner = resolution.state(creator).shares_turn or creator if creator else None
    if partner and resolution.state(creature).shares_turn != partner:
        join_turn(resolution, creature, partner)


def act_alone(resolution: Resolution, creature: str, ended: Effect) -> None:
    """Gives separate turns to a creature that is no longer summoned."""
    if ended.name == SUMMONED and ended.source == resolution.state(creature).shares_turn:
        leave_turn(resolution, creature)


def dismiss(use: ActionUse) -> None:
    """Dismisses creatures that the acting creature has summoned."""
    resolution, source, targets = use.resolution, use.source, use.targets
    for target in targets:
        if creator_of(resolution.fight, target) != source:
            raise Impossible(f"{resolution.name(source)} has not summoned {resolution.name(target)}")
        roster.leave(resolution, target, message("is dismissed"))


def vanish_after_fight(resolution: Resolution, creature: str) -> None:
    """Removes a summoned monster when the encounter ends."""
    if creator_of(resolution.fight, creature) and resolution.state(creature).place == "here":
        roster.leave(resolution, creature, message("vanishes"))


def vanish_in_time(resolution: Resolution, seconds: int) -> None:
    """Removes summoned monsters after five minutes (§Summons)."""
    if seconds >= SUMMONS_LAST:
        for creature in resolution.fight.states:
            vanish_after_fight(resolution, creature)


def vanish_with_creator(resolution: Resolution, creature: str) -> None:
    """Removes the conjurations of a creature that is killed (§Conjuration)."""
    if resolution.state(creature).life != "dead":
        return
    fight = resolution.fight
    summoned = resolution.effects_by_source.bearers(fight, creature, (SUMMONED,))
    for each in [each for each in fight.states if each in summoned] if summoned else ():
        made = is_conjuration(fight, each) and creator_of(fight, each) == creature
        if made and resolution.state(each).place == "here":
            roster.leave(resolution, each, message("vanishes"))
