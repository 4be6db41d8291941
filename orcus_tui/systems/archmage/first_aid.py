"""Stabilizing a fallen ally in the Archmage Engine (§Stabilizing)."""

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.events import DieRolled
from orcus_tui.model.fight import Question
from orcus_tui.model.message import message
from orcus_tui.model.steps import Stabilize
from orcus_tui.rules import life
from orcus_tui.rules.actions import require_action, spend_for
from orcus_tui.rules.dice_rolls import ask_or_roll, terms
from orcus_tui.rules.stats import ability_modifier, total
from orcus_tui.rules.system.actions import ActionUse
from orcus_tui.rules.system.hooks import Modifier
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.archmage.levels import level_in

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
