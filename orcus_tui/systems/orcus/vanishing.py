"""When summoned monsters and conjurations vanish or act alone again (Orcus §Summons, §Conjuration)."""

from orcus_tui.errors import Impossible
from orcus_tui.model.damage import Damage
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import message
from orcus_tui.rules import roster
from orcus_tui.rules.fight_view import bearers_by_source
from orcus_tui.rules.shared_turns import leave_turn
from orcus_tui.rules.system.actions import ActionUse
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.orcus.recoveries import recovery_value, spend_recovery
from orcus_tui.systems.orcus.summons import SUMMONED, creator_of, is_conjuration

SUMMONS_LAST = 5 * 60
"""The seconds after which a summoned monster disappears."""


def forget_recoveries(resolution: Resolution, creature: str) -> None:
    """Removes the recoveries of a summoned monster, which uses its creator's."""
    if creator_of(resolution.fight, creature) and resolution.state(creature).recoveries:
        resolution.change(creature, "recoveries", 0)


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


def vanish_at_zero(resolution: Resolution, creature: str, creator: str) -> None:
    """Removes a summoned monster; its creator loses a recovery, or takes a recovery's value as damage (§Summons)."""
    roster.leave(resolution, creature, message("vanishes"))
    if resolution.state(creator).recoveries:
        spend_recovery(resolution, creator)
    elif resolution.state(creator).place == "here":
        lost = message("summons lost", of=creature)
        resolution.system.damage.deal(resolution, Damage(creator, recovery_value(resolution, creator), cause=lost))


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
    summoned = bearers_by_source(resolution.view, creature, (SUMMONED,))
    for each in [each for each in fight.states if each in summoned] if summoned else ():
        made = is_conjuration(fight, each) and creator_of(fight, each) == creature
        if made and resolution.state(each).place == "here":
            roster.leave(resolution, each, message("vanishes"))
