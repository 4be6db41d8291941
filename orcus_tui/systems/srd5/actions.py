"""The actions of open-and-move combat for `do` (§Action Types)."""

from collections.abc import Mapping

from orcus_tui.errors import Impossible
from orcus_tui.model.duration import TARGET, THIS_TURN, UNTIL_FREE, UNTIL_NEXT_TURN, UNTIL_REMOVED, Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import message
from orcus_tui.model.steps import Stabilize
from orcus_tui.model.turn_places import has_acted
from orcus_tui.rules import effects, life
from orcus_tui.rules.actions import spend_for
from orcus_tui.rules.do_actions import (
    PRONE,
    ActionRule,
    FallDamage,
    effects_of_conditions,
    fall_from,
    for_itself,
    gain,
    inflict,
    on_target,
    remark_only,
    require_condition,
    stand_up,
)
from orcus_tui.rules.in_force import conditions_in_force
from orcus_tui.rules.system.actions import Action, ActionUse
from orcus_tui.systems.srd5.concentration import concentration, make_concentration_save
from orcus_tui.systems.srd5.conditions import (
    BLINDED,
    BONUS,
    BOUND,
    DIVING,
    DODGING,
    FLYING,
    GRAPPLED,
    HALF_COVER,
    INTERRUPTED,
    MOVE,
    OPEN,
    PELTED,
    REACTION,
    SHIELDED,
    UNSEEN,
)
from orcus_tui.systems.srd5.damage import cleave
from orcus_tui.systems.srd5.movement import cannot_move, fly, land
from orcus_tui.systems.srd5.spells import begin_casting
from orcus_tui.systems.srd5.verbs import DODGE, help_ally

FALL = FallDamage(10, "d6", 20, types=("bludgeoning",), aloft=(FLYING,))
"""A die for every 10 feet (SRD 5.1 §Falling)."""
ITS_NEXT_END = Duration("end", TARGET)


def shift(use: ActionUse) -> None:
    """+1 to AC against one attack (§Shift)."""
    resolution, source = use.resolution, use.source
    effects.add(resolution, source, Effect(0, "ac", "bonus", source, UNTIL_NEXT_TURN, 1, once=True))


def cover_move(use: ActionUse) -> None:
    """Gives others half cover, for the open action and the move (§Cover Move, §Cover)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    spend_for(resolution, source, OPEN)
    for target in targets:
        effects.add_condition(resolution, target, HALF_COVER, source, UNTIL_NEXT_TURN)


def stand(use: ActionUse) -> None:
    """Stands up, unless the creature cannot move (§Being Prone)."""
    resolution, source = use.resolution, use.source
    require_condition(resolution, source, PRONE)
    held = cannot_move(resolution.view, source)
    if held:
        resolution.forbid("cannot stand", who=source, condition=held)
    stand_up(use)


def down(use: ActionUse) -> None:
    """Knocks the grappled targets prone (§Downing a Grappled Creature)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    for target in targets:
        if not effects_of_conditions(resolution, target, (GRAPPLED,), (source,)):
            resolution.forbid("does not grapple", who=source, target=target)
        effects.add_condition(resolution, target, PRONE, source, UNTIL_REMOVED)


def tackle(use: ActionUse) -> None:
    """Knocks the targets and itself prone (§Tackle)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    for each in (*targets, source):
        effects.add_condition(resolution, each, PRONE, source, UNTIL_REMOVED)


def bind(use: ActionUse) -> None:
    """Locks weapons: neither side uses them or moves (§Bind Weapon)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    for target in targets:
        effects.add_condition(resolution, target, BOUND, source, UNTIL_FREE)
        effects.add_condition(resolution, source, BOUND, target, UNTIL_FREE)


def let_go(use: ActionUse) -> None:
    """Lets go of grappled creatures and bound weapons (§Grappling, §Bind Weapon)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    free = effects.let_go(resolution, GRAPPLED, source, targets, message("let go"))
    held = [each.source for each in effects.of_name(resolution, source, BOUND)]
    part = [each for each in held if not targets or each in targets]
    for other in part:
        effects.let_go(resolution, BOUND, other, (source,), message("let go"))
    if not free and not part:
        raise Impossible(f"{resolution.name(source)} is not holding a creature")


def escape(use: ActionUse) -> None:
    """Ends grapples and binds, after a successful check at the table (§Escape)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    held = effects_of_conditions(resolution, source, (GRAPPLED, BOUND), targets)
    if not held:
        raise Impossible(f"{resolution.name(source)} has nothing to escape from")
    for effect in held:
        how = effect.duration.words if effect.duration.ending == "words" else ""
        effects.end_if_there(resolution, source, effect, message("as said", words=how) if how else message("escaped"))


def disrupt(use: ActionUse) -> None:
    """Breaks concentration after a hit (§Disrupt)."""
    resolution, targets = use.resolution, use.targets
    for target in targets:
        held = concentration(resolution, target)
        if held is None:
            raise Impossible(f"{resolution.name(target)} is not concentrating")
        effects.end(resolution, target, held, message("disrupted"))


def interrupt(use: ActionUse) -> None:
    """After a hit on a creature that has not acted this round, makes its next attack miss (§Interrupt)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    order = resolution.fight.order
    for target in targets:
        if source in order and target in order and has_acted(resolution.fight, target):
            resolution.forbid("comes before", who=target, other=source)
        effects.add_condition(resolution, target, INTERRUPTED, source, ITS_NEXT_END)


def clear_eyes(use: ActionUse) -> None:
    """Ends blindness caused by thrown particles, but no other blindness (§Particles)."""
    resolution, source = use.resolution, use.source
    throwers = [each.source for each in effects_of_conditions(resolution, source, (PELTED,))]
    held = effects_of_conditions(resolution, source, (BLINDED,), tuple(throwers)) if throwers else []
    if not held:
        raise Impossible(f"{resolution.name(source)} has nothing in its eyes")
    for effect in held:
        effects.end_if_there(resolution, source, effect, message("cleared"))


def with_concentration_save(rule: ActionRule) -> ActionRule:
    """The action, then saves of its targets to keep concentrating, as for a shove or grapple (§Concentration)."""

    def apply_and_test(use: ActionUse) -> None:
        rule(use)
        for target in use.targets:
            make_concentration_save(use.resolution, target)

    return apply_and_test


def first_aid(use: ActionUse) -> None:
    """Stabilizes, after a successful Wisdom check against 10 (§Stabilizing a Creature)."""
    life.stabilize(use.resolution, Stabilize(use.targets))


def shield(use: ActionUse) -> None:
    """Takes the attacks on another creature until its next turn (§Shield)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    for target in targets:
        if SHIELDED in conditions_in_force(resolution.view, source):
            resolution.forbid("shielded itself", who=source)
        effects.add_condition(resolution, target, SHIELDED, source, UNTIL_NEXT_TURN)


ACTIONS: Mapping[str, Action] = {
    "bind": on_target(OPEN, "locks weapons, after winning the attack: neither moves", bind),
    "cast": for_itself(
        "free", "concentrates on a spell that takes more than this turn, or is held ready", begin_casting
    ),
    "catch": for_itself(REACTION, "catches what is thrown or shot at it", remark_only("catches")),
    "clear": for_itself(OPEN, "clears its eyes of the particles that blind it", clear_eyes),
    "cleave": on_target(
        "free", "deals the damage left over from a melee hit that dropped a foe to another foe in reach", cleave
    ),
    "cover": on_target(MOVE, "half cover for another until its next turn; costs the open action too", cover_move),
    "dash": for_itself(OPEN, "moves its speed again", remark_only("dashes")),
    "disarm": on_target(OPEN, "a target drops its weapon, after a hit", remark_only("disarms")),
    "disengage": for_itself(OPEN, "provokes no opportunity attacks this turn", gain("disengaged", THIS_TURN)),
    "disrupt": on_target(OPEN, "breaks concentration, after a hit", disrupt),
    "dive": for_itself(DODGE, "like dodge, but prone when its next turn starts", gain(DIVING, UNTIL_NEXT_TURN)),
    "dodge": for_itself(DODGE, "hard to hit until its next turn starts", gain(DODGING, UNTIL_NEXT_TURN)),
    "down": on_target(OPEN, "knocks the grappled target prone, after winning the check", with_concentration_save(down)),
    "drop": for_itself("free", "drops prone", gain(PRONE, UNTIL_REMOVED)),
    "escape": Action(OPEN, "escapes from what holds it, after winning the check", escape, after_check=True),
    "evade": for_itself(MOVE, "avoids one opportunity attack this turn", gain("evading", THIS_TURN)),
    "fall": Action("", "falls that many feet: 1d6 damage for every 10, prone if hurt", fall_from(FALL), counts="feet"),
    "firstaid": Action(
        OPEN, "stabilizes, after a successful check against 10", first_aid, needs_target=True, for_the_fallen=True
    ),
    "fly": for_itself(OPEN, "takes off", fly),
    "flip": on_target(OPEN, "knocks a target prone, after a hit", inflict(PRONE, UNTIL_REMOVED)),
    "grapple": on_target(
        OPEN, "grapples, after winning the check", with_concentration_save(inflict(GRAPPLED, UNTIL_FREE))
    ),
    "help": on_target(OPEN, "like `assist`: advantage for an ally, against an opponent if named", help_ally),
    "hide": for_itself(OPEN, "unseen until it attacks, after a successful check", gain(UNSEEN, UNTIL_REMOVED)),
    "hold": for_itself(MOVE, "holds a place until its next turn", gain("holding", UNTIL_NEXT_TURN)),
    "interrupt": on_target(OPEN, "a target's next attack misses, after a hit", interrupt),
    "investigate": for_itself(OPEN, "looks for clues", remark_only("investigates")),
    "land": for_itself(OPEN, "lands", land),
    "overrun": on_target(
        MOVE, "barrels through a target, after winning a Con check", with_concentration_save(remark_only("overruns"))
    ),
    "particles": on_target(
        OPEN,
        "after a hit: disadvantage on a target's attacks until the attacker's next turn",
        with_concentration_save(inflict(PELTED, UNTIL_NEXT_TURN, "particles")),
    ),
    "pinch": on_target(OPEN, "stills a target for a turn, after a hit", inflict("stilled", ITS_NEXT_END)),
    "release": Action("free", "lets go of the creature it holds", let_go),
    "search": for_itself(OPEN, "looks for something", remark_only("searches")),
    "shield": on_target(OPEN, "takes the attacks on another until its next turn", shield),
    "shift": for_itself(MOVE, "+1 to AC against one attack", shift),
    "shove": on_target(
        OPEN, "pushes a target 5 feet, after winning the check", with_concentration_save(remark_only("shoves away"))
    ),
    "shoveaside": on_target(
        OPEN,
        "pushes a target 3 feet, after winning the check; it gets an opportunity attack",
        with_concentration_save(remark_only("shoves aside")),
    ),
    "shoveprone": on_target(
        OPEN, "knocks a target prone, after winning the check", with_concentration_save(inflict(PRONE, UNTIL_REMOVED))
    ),
    "slap": on_target(
        OPEN,
        "stuns a target for a turn, after it fails a Con save (DC 5 + the attacker's level)",
        inflict("stunned", ITS_NEXT_END),
    ),
    "stand": for_itself(MOVE, "stands up from prone", stand),
    "strangle": on_target(
        OPEN,
        "keeps a target from breathing, after winning the check",
        with_concentration_save(remark_only("strangles")),
    ),
    "study": for_itself(OPEN, "recalls something, after a knowledge check", remark_only("studies")),
    "tackle": on_target(OPEN, "knocks a target and itself prone, after a hit", tackle),
    "toss": on_target(BONUS, "throws a smaller target 5 feet", with_concentration_save(remark_only("tosses"))),
    "tumble": for_itself(OPEN, "disengages, and moves 5 feet", gain("disengaged", THIS_TURN)),
    "trip": on_target(MOVE, "knocks a target prone, after winning the check", inflict(PRONE, UNTIL_REMOVED)),
}
