"""The rules of the verbs of SRD 5.1 (§Actions)."""

from collections.abc import Mapping

from orcus_tui.errors import Impossible
from orcus_tui.model.duration import UNTIL_NEXT_TURN
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import message
from orcus_tui.model.typed_steps import SystemStep
from orcus_tui.rules import effects, turn
from orcus_tui.rules.actions import refuse_forbidden, spend_for
from orcus_tui.rules.do_actions import allies_and_opponent
from orcus_tui.rules.in_force import conditions_in_force
from orcus_tui.rules.resolution import default_creature
from orcus_tui.rules.system.actions import ActionUse
from orcus_tui.rules.system.play import VerbRule
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.srd5.conditions import DIVING, DODGING, HELPED
from orcus_tui.systems.srd5.movement import cannot_move

DODGE = "open or move"
"""The cost of dodging: the action that an option names."""


def convert(resolution: Resolution, step: SystemStep) -> None:  # noqa: ARG001  # shared signature
    """`convert`: turns the move action into an open action, before anything else (§Actions)."""
    creature = turn.active_creature(resolution.fight)
    name = resolution.name(creature)
    running = resolution.fight.turn
    if running and running.acted:
        resolution.forbid("converts first", who=creature)
    open_, move, *others = resolution.state(creature).actions
    if not move:
        raise Impossible(f"{name} has no move action to convert")
    refuse_forbidden(resolution, creature, "")
    resolution.change(creature, "actions", (open_ + 1, move - 1, *others), message("converts"))


def dodge(resolution: Resolution, step: SystemStep) -> None:
    """`dodge`: makes a creature hard to hit until the start of its next turn (§Dodge)."""
    for creature in step.targets or (default_creature(resolution),):
        spend_for(resolution, creature, resolution.system.do_actions["dodge"].cost)
        effects.add_condition(resolution, creature, DODGING, creature, UNTIL_NEXT_TURN)


def assist(resolution: Resolution, step: SystemStep) -> None:
    """`assist`: the Help action."""
    source = resolution.source(step.source)
    if not source:
        raise Impossible("who helps? add `by NAME`")
    spend_for(resolution, source, resolution.system.do_actions["help"].cost)
    help_ally(ActionUse(resolution, source, step.targets))


def help_ally(use: ActionUse) -> None:
    """Gives an ally advantage on its next check or attack, against one opponent if named (§Help)."""
    resolution, source = use.resolution, use.source
    allies, opponent = allies_and_opponent(use)
    if len(allies) > 1:
        raise Impossible("help is for one ally: ALLY or ALLY,OPPONENT")
    pattern = Effect(0, "", "condition", source, UNTIL_NEXT_TURN, against=opponent)
    effects.add_conditions(resolution, allies[0], (HELPED,), pattern, None)
    if opponent:
        resolution.say("helps attack", source, ally=allies[0], target=opponent)


def stop_dodging(resolution: Resolution, creature: str) -> None:
    """Ends dodging and diving for a creature that is incapacitated or cannot move (§Dodge, §Dive)."""
    held = [each for each in resolution.state(creature).effects if each.name in (DODGING, DIVING)]
    if not held:
        return
    conditions = conditions_in_force(resolution.view, creature)
    held_by = cannot_move(resolution.view, creature)
    why = "incapacitated" if "incapacitated" in conditions else held_by
    for effect in held if why else ():
        effects.end_if_there(resolution, creature, effect, message("because", condition=why))


VERB_RULES: Mapping[str, VerbRule] = {"convert": convert, "dodge": dodge, "assist": assist}
