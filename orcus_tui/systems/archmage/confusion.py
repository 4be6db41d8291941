"""Confused creatures in the Archmage Engine, and the allies they attack (§Confused)."""

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.events import DieRolled
from orcus_tui.model.fight import Question, in_place_order
from orcus_tui.model.steps import Targets
from orcus_tui.model.typed_steps import SystemStep
from orcus_tui.rules.dice_rolls import ask_or_roll
from orcus_tui.rules.in_force import conditions_in_force, creature_standing
from orcus_tui.rules.resolution import default_creature
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.archmage.conditions import LASH_OUT

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
