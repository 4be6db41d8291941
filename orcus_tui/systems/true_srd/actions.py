"""The actions of the True SRD for `do`; checks of skills and abilities are made at the table (§Action Descriptions)."""

from collections.abc import Mapping
from functools import partial

from orcus_tui.errors import Impossible
from orcus_tui.model.duration import SOURCE, TARGET, UNTIL_NEXT_TURN, UNTIL_REMOVED, Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import message
from orcus_tui.rules import effects
from orcus_tui.rules.actions import refuse_barred, use_until_next_turn
from orcus_tui.rules.do_actions import (
    PRONE,
    FallDamage,
    allies_and_opponent,
    fall_from,
    for_itself,
    gain,
    on_target,
    stand_up,
)
from orcus_tui.rules.system.actions import Action, ActionUse
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.true_srd.condition_type import BEGUN
from orcus_tui.systems.true_srd.dying import NEXT_TURN
from orcus_tui.systems.true_srd.fatigue import EFFORT
from orcus_tui.systems.true_srd.hazards import smother
from orcus_tui.systems.true_srd.hits import combine
from orcus_tui.systems.true_srd.mounts import MOUNT_ACTIONS
from orcus_tui.systems.true_srd.opposed_actions import OPPOSED_ACTIONS

AID = 2
FULL = "full"
FALL = FallDamage(10, "2", 20, types=("lethal",), lands_prone=False)
"""+2 damage for every 10 feet (§Falling)."""


def move_all_out(use: ActionUse) -> None:
    """Moves four times its speed, without dodge until its next turn (§Move All Out)."""
    resolution, source = use.resolution, use.source
    refuse_barred(resolution, source, "all-out", "cannot move all out")
    effects.add_condition(resolution, source, "all-out", source, UNTIL_NEXT_TURN)


def aid(use: ActionUse, stat: str) -> None:
    """Gives a friend +2 against an opponent until the end of the friend's next turn; several aids add up (§Aid)."""
    resolution, source = use.resolution, use.source
    friends, opponent = allies_and_opponent(use)
    if len(friends) > 1:
        raise Impossible("aid is for one friend: FRIEND or FRIEND,OPPONENT")
    until = Duration("end", anchor=TARGET)
    bonus = Effect(0, stat, "bonus", source, until, AID, against=opponent, once=stat == "attack")
    effects.add(resolution, friends[0], bonus)


def extra_effort(use: ActionUse) -> None:
    """Makes an extra effort, once a round; it tires the creature at the start of its next turn (§Extra Effort)."""
    resolution, source = use.resolution, use.source
    if EFFORT in resolution.state(source).used_until_next_turn:
        resolution.say("effort already", source)
    use_until_next_turn(resolution, source, EFFORT)
    effects.add(resolution, source, Effect(0, EFFORT, "other", source, NEXT_TURN))


# Full actions over two turns (§Begin/Complete Full Action)


def cost_now(resolution: Resolution, creature: str, action: str) -> str:
    """The cost of an action: completing a full action from the previous turn takes a standard action."""
    begun = begun_full_action(resolution, creature)
    if action != FULL or begun is None:
        return action
    effects.end(resolution, creature, begun, message("completed"))
    return "standard"


def begun_full_action(resolution: Resolution, creature: str) -> Effect | None:
    """The full action that a creature began in a turn before this one."""
    held = resolution.state(creature).effects
    return next((each for each in held if each.name == BEGUN and not each.duration.skips), None)


OWN_ACTIONS: Mapping[str, Action] = {
    "aidattack": on_target(
        "standard", "+2 to a friend's next attack, after a hit on Defense 10", partial(aid, stat="attack")
    ),
    "aiddefense": on_target(
        "standard", "+2 to a friend's Defense, after a hit on Defense 10", partial(aid, stat="defense")
    ),
    "aim": for_itself(
        "full",
        "+5 to its next attack in melee, +2 at range; no dodge until then",
        gain("aiming", Duration("end", SOURCE)),
    ),
    "allout": for_itself("full", "moves four times its speed; no dodge until its next turn", move_all_out),
    "beginfull": for_itself(
        "standard",
        "starts a full action, which a standard action completes next turn",
        gain(BEGUN, Duration("end", SOURCE)),
    ),
    "combine": on_target(
        "free", "deals the combined attack: the best of the hits made with `combined`, +2 for each other", combine
    ),
    "dropprone": for_itself("free", "lies down", gain(PRONE, UNTIL_REMOVED)),
    "extraeffort": for_itself(
        "free", "makes an extra effort; adds a level of fatigue at the start of its next turn", extra_effort
    ),
    "fall": Action(
        "",
        "falls that many feet: a damage bonus of 2 for every 10; `face` types the Toughness die",
        fall_from(FALL),
        counts="feet",
    ),
    "smother": Action(
        "standard", "another Reflex save against the fire, at +4, for itself or another creature", smother
    ),
    "stand": for_itself("move", "stands up from prone", stand_up),
    "totaldefense": for_itself(
        "standard", "+4 to dodge and parry until its next turn", gain("total defense", UNTIL_NEXT_TURN)
    ),
}
ACTIONS: Mapping[str, Action] = dict(sorted({**OWN_ACTIONS, **OPPOSED_ACTIONS, **MOUNT_ACTIONS}.items()))
"""Every action of `do`, in alphabetical order."""
