"""Riders and their mounts in the True SRD (§Mounted Combat)."""

from collections.abc import Mapping

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import THIS_TURN, UNTIL_NEXT_TURN, Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DieRolled
from orcus_tui.model.fight import Question
from orcus_tui.model.message import message
from orcus_tui.rules import effects, turn_order
from orcus_tui.rules.dice_rolls import ask_or_try
from orcus_tui.rules.do_actions import PRONE, effects_of_conditions, for_itself, gain, lose, on_target
from orcus_tui.rules.fight_view import bearers_by_source
from orcus_tui.rules.in_force import conditions_in_force
from orcus_tui.rules.system.actions import Action, ActionUse
from orcus_tui.rules.system.attacks import Strike
from orcus_tui.rules.system.hooks import AnswerRule, Modifier
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.true_srd.condition_type import DOUBLE_MOVE, MOUNTED
from orcus_tui.systems.true_srd.toughness import deal

ALL_OUT, HIGHER_GROUND = "all-out", "higher ground"
SADDLE = "saddle"
MILITARY_SADDLE = "military saddle"
"""The tag of a rider with a military saddle, which makes a fall less likely."""
STAYS, STAYS_IN_MILITARY_SADDLE = 11, 6
FALL_DAMAGE = 2
LANCE, LANCE_CHARGE = "lance", 3
SHOOTING = {ALL_OUT: -8, DOUBLE_MOVE: -4}
"""The penalty to shots from the back of a mount, by its gait."""
SIZES = ("fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
MEDIUM = SIZES.index("medium")


def mount(use: ActionUse) -> None:
    """Mounts a creature, which from then on acts on its rider's initiative (§Mounts in Combat)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    if len(targets) != 1:
        raise Impossible("name one mount: `do mount NAME`")
    if effects_of_conditions(resolution, source, (MOUNTED,)):
        raise Impossible(f"{resolution.name(source)} is mounted already; `do dismount` first")
    until = Duration("words", words="it dismounts")
    effects.add_condition(resolution, source, MOUNTED, targets[0], until)
    ride_together(resolution, source, targets[0])


def ride_together(resolution: Resolution, rider: str, horse: str) -> None:
    """Moves a mount to the place after its rider, on the same count."""
    order = resolution.fight.order
    count = resolution.state(rider).initiative
    if rider not in order or horse not in order or count is None:
        return
    resolution.change(horse, "initiative", count, message("acts with", rider=rider))
    turn_order.put_at(resolution, order.index(horse), order.index(rider) + 1)


dismount = lose(MOUNTED, message("dismounts"))
"""Gets off its mount."""


def mount_of(resolution: Resolution, rider: str) -> str:
    """The mount of a rider; empty if it has none."""
    return next((each.source for each in effects_of_conditions(resolution, rider, (MOUNTED,))), "")


def mounted_modifiers(strike: Strike, target: str) -> list[Modifier]:
    """+1 in melee against smaller creatures on foot; a penalty to shots from a running mount (§Mounted Combat)."""
    resolution, source = strike.resolution, strike.source
    if MOUNTED not in conditions_in_force(resolution.view, source):
        return []
    horse = mount_of(resolution, source)
    if strike.power.origin != "melee":
        gait = conditions_in_force(resolution.view, horse)
        found: list[Modifier] = [(penalty, "", each) for each, penalty in SHOOTING.items() if each in gait]
        return found[:1]
    stands_higher = HIGHER_GROUND in conditions_in_force(resolution.view, source)
    on_foot = not mount_of(resolution, target)
    if stands_higher or not on_foot or size(resolution, target) >= size(resolution, horse):
        return []
    return [(1, "", MOUNTED)]


def size(resolution: Resolution, creature: str) -> int:
    """The position of a creature's size in the list of sizes; medium by default."""
    printed = (resolution.sheet(creature).size or "").lower()
    return SIZES.index(printed) if printed in SIZES else MEDIUM


def couch_lance(strike: Strike) -> None:
    """+3 damage with a lance in a mounted charge (§Combat while Mounted)."""
    resolution, rider = strike.resolution, strike.source
    if LANCE in strike.power.tags and mount_of(resolution, rider):
        until = THIS_TURN
        bonus = Effect(0, "damage", "bonus", rider, until, LANCE_CHARGE, tags=(LANCE,), power=LANCE)
        effects.add(resolution, rider, bonus)


# Falling


def dismount_riders(resolution: Resolution, horse: str) -> None:
    """Dismounts the riders of a falling mount, and logs the check they must make (§If Your Mount Falls in Battle)."""
    held = conditions_in_force(resolution.view, horse)
    if resolution.state(horse).life != "dead" and held.isdisjoint((PRONE, "unconscious")):
        return
    riders = bearers_by_source(resolution.view, horse, (MOUNTED,))
    for rider in (each for each in resolution.fight.states if each in riders):
        for effect in effects_of_conditions(resolution, rider, (MOUNTED,), (horse,)):
            effects.end(resolution, rider, effect, message("mount falls"))
            resolution.say("soft fall", rider, id=rider)


def roll_for_saddle(resolution: Resolution, rider: str) -> None:
    """Rolls or asks once whether a rider that is knocked out stays in the saddle (§If You Are Dropped)."""
    riding = next(iter(effects_of_conditions(resolution, rider, (MOUNTED,))), None)
    if riding is None:
        return
    out = "unconscious" in conditions_in_force(resolution.view, rider)
    key = f"{SADDLE} {rider}"
    if out == bool(resolution.fight.system_memory.get(key, 0)) or resolution.state(rider).life == "dead":
        return
    resolution.remember(key, int(out))
    if not out:
        return
    military = MILITARY_SADDLE in resolution.sheet(rider).tags
    asked = resolution.new_question(SADDLE, rider, MOUNTED)
    question = replace(asked, effect=riding.id, needs=STAYS_IN_MILITARY_SADDLE if military else STAYS)
    ask_or_try(resolution, question, answer_saddle)


def answer_saddle(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the saddle roll of a knocked-out rider: it stays in the saddle, or falls with +2 lethal damage."""
    rider, stays = question.creature, face >= (question.needs or STAYS)
    outcome = "stays mounted" if stays else "falls off"
    resolution.emit(DieRolled(SADDLE, rider, face, needed=question.needs, outcome=outcome))
    if stays:
        return
    for effect in effects_of_conditions(resolution, rider, (MOUNTED,)):
        effects.end(resolution, rider, effect, message("falls off"))
    deal(resolution, Damage(rider, FALL_DAMAGE, ("lethal",), cause=message("fall")))


ANSWERS: Mapping[str, AnswerRule] = {SADDLE: answer_saddle}
MOUNT_ACTIONS: Mapping[str, Action] = {
    "dismount": for_itself("move", "gets off its mount", dismount),
    "doublemove": for_itself(
        "full", "moves twice: shots from its back are at −4 until its next turn", gain(DOUBLE_MOVE, UNTIL_NEXT_TURN)
    ),
    "mount": on_target("move", "mounts; the mount then acts on its rider's initiative", mount),
}
