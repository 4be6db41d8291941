"""The rules of the Archmage Engine's own verbs, and its actions for `do`.

Grabs and engagement are in `engagement`.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.duration import ROUND, Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DieRolled
from orcus_tui.model.facts import ESCALATION
from orcus_tui.model.fight import Question, in_place_order
from orcus_tui.model.message import message
from orcus_tui.model.steps import Stabilize, Targets
from orcus_tui.model.typed_steps import SystemStep
from orcus_tui.rules import effects, life, roster
from orcus_tui.rules.actions import require_action, spend_for
from orcus_tui.rules.dice_rolls import ask_or_roll, terms
from orcus_tui.rules.do_actions import for_itself, release
from orcus_tui.rules.in_force import conditions_in_force, creature_standing
from orcus_tui.rules.resolution import default_creature
from orcus_tui.rules.stats import ability_modifier, total
from orcus_tui.rules.system.actions import Action, ActionUse
from orcus_tui.rules.system.hooks import Modifier
from orcus_tui.rules.system.play import VerbRule
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.archmage.ambush import ambush
from orcus_tui.systems.archmage.conditions import GRABBED, LASH_OUT
from orcus_tui.systems.archmage.engagement import disengage, engage, grab
from orcus_tui.systems.archmage.escalation import escalation
from orcus_tui.systems.archmage.levels import level_in

SPIRITED = "fights in spirit"
SPIRIT = "Fight in Spirit"
"""The name of the bonuses from `spirit`: bonuses of the same name do not add up (§Stacking Rules)."""


def spirit(resolution: Resolution, step: SystemStep) -> None:
    """`spirit`: a fallen creature gives an ally +1 until the end of the next round, once a round (§Fight in Spirit)."""
    source = step.source
    if not source:
        raise Impossible("who fights in spirit? add `by NAME`")
    fight = resolution.fight
    if creature_standing(resolution.view, source) == "up":
        resolution.forbid("still in the fight", who=source)
    mark = f"{SPIRITED}: {source}"
    if fight.phase == "turns" and fight.system_memory.get(mark) == fight.round:
        resolution.forbid("fought in spirit", who=source)
    resolution.remember(mark, fight.round)
    given = step.bonus or 1
    lasts = Duration("rounds", anchor=ROUND, number=2)
    effects.add(resolution, step.targets[0], Effect(0, step.what, "bonus", source, lasts, given, power=SPIRIT))


def flee(use: ActionUse) -> None:
    """Removes the whole party, including the fallen, for a campaign loss (§Flee)."""
    resolution, source = use.resolution, use.source
    fight, side = resolution.fight, resolution.sheet(source).side
    if side != "party":
        raise Impossible(f"{resolution.name(source)} is not in the party; `drop NAME` is for foes that leave")
    leaving = tuple(
        each for each, sheet in fight.sheets.items() if sheet.side == side and fight.states[each].place == "here"
    )
    for each in leaving:
        resolution.change(each, "outcome", "fled")
        roster.leave(resolution, each, message("leaves"))
    resolution.say("campaign loss")


# Confusion (§Confused)

CONFUSED = "confused"


def mention_confusion(resolution: Resolution, creature: str) -> None:
    """Logs at the start of a confused creature's turn that its next attack is against an ally."""
    if CONFUSED in conditions_in_force(resolution.view, creature):
        resolution.say("confused turn", creature)


def lash_out(resolution: Resolution, step: SystemStep) -> None:
    """`lashout`: rolls for the ally that a confused creature attacks."""
    creature = step.targets[0] if step.targets else default_creature(resolution)
    _refuse_unconfused(resolution, creature)
    allies = _nearby_allies(resolution, creature)
    if not allies:
        raise Impossible(f"{resolution.name(creature)} has no allies in the fight")
    if step.face is not None and not 1 <= step.face <= len(allies):
        raise Impossible(f"{len(allies)} allies: the die shows 1 to {len(allies)}, not {step.face}", of="face")
    asked = resolution.new_question("random ally", creature, CONFUSED, len(allies))
    face = 1 if len(allies) == 1 else step.face
    ask_or_roll(resolution, replace(asked, rule=LASH_OUT, members=allies), answer_lash_out, face)


def _refuse_unconfused(resolution: Resolution, creature: str) -> None:
    """Raises Impossible for a creature that is not confused, or not up."""
    standing = creature_standing(resolution.view, creature)
    if standing != "up":
        what = "out of the fight" if standing == "out" else standing
        raise Impossible(f"{resolution.name(creature)} is {what}")
    if CONFUSED not in conditions_in_force(resolution.view, creature):
        raise Impossible(f"{resolution.name(creature)} is not confused")


def _nearby_allies(resolution: Resolution, creature: str) -> Targets:
    """The other creatures of its side that are up, in initiative order."""
    fight = resolution.fight
    side = fight.sheets[creature].side
    return tuple(
        each
        for each in in_place_order(fight)
        if each != creature and fight.sheets[each].side == side and creature_standing(resolution.view, each) == "up"
    )


def answer_lash_out(resolution: Resolution, question: Question, face: int) -> None:
    """Logs which ally the die picks."""
    resolution.emit(DieRolled(LASH_OUT, question.creature, face, target=question.members[face - 1]))


# First aid (§Stabilizing)

STABILIZE = "stabilize"
NEEDED, QUICKLY = 10, 25


def stabilize(use: ActionUse) -> None:
    """`do stabilize`: a check against 10, for a standard action; with 25 or more, for a quick one."""
    resolution, source, targets = use.resolution, use.source, use.targets
    if len(targets) != 1:
        raise Impossible("stabilize treats one creature at a time: `do stabilize TARGET [FACE]`")
    target = targets[0]
    if resolution.state(target).life != "alive" or not resolution.system.death.needs_save(resolution.view, target):
        raise Impossible(f"{resolution.name(target)} is not dying")
    require_action(resolution, source)
    asked = resolution.new_question("check", source, STABILIZE)
    ask_or_roll(
        resolution, replace(asked, needs=NEEDED, rule=STABILIZE, members=(target,)), answer_stabilize, use.number
    )


def answer_stabilize(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the check, which costs its action even when it fails."""
    source, (target,) = question.creature, question.members
    modifiers = skill_modifiers(resolution, source)
    reached = face + total(modifiers)
    outcome = "stabilized" if reached >= NEEDED else "not stabilized"
    resolution.emit(DieRolled(STABILIZE, source, face, terms(modifiers), NEEDED, outcome, target=target))
    spend_for(resolution, source, "quick" if reached >= QUICKLY else "standard")
    dying = resolution.state(target).life == "alive" and resolution.system.death.needs_save(resolution.view, target)
    if reached >= NEEDED and dying:
        life.stabilize(resolution, Stabilize((target,)))


def skill_modifiers(resolution: Resolution, creature: str) -> list[Modifier]:
    """The modifiers of a skill check with Wisdom: the modifier of the ability, and the level."""
    by_ability = ability_modifier(resolution.fight, creature, "wis")
    level = level_in(resolution.fight, creature)
    return [each for each in ((by_ability, "", "wis"), (level, "", message("level"))) if each[0]]


VERB_RULES: Mapping[str, VerbRule] = {
    ESCALATION: escalation,
    "ambush": ambush,
    "grab": grab,
    "engage": engage,
    "disengage": disengage,
    "spirit": spirit,
    LASH_OUT: lash_out,
}
ACTIONS: Mapping[str, Action] = {
    "flee": for_itself("free", "the whole party leaves, including the fallen; a campaign loss", flee),
    STABILIZE: Action(
        "standard",
        "stabilizes a fallen ally with a Wisdom check against 10; with 25 or more it takes only a quick action",
        stabilize,
        needs_target=True,
        by_die=True,
        for_the_fallen=True,
    ),
    "release": Action("free", "lets go of the creature it grabs", release((GRABBED,), "grabbing")),
}
