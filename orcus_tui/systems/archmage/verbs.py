"""The rules of the Archmage Engine's own verbs, and its actions for `do`."""

from collections.abc import Mapping

from orcus_tui.errors import Impossible
from orcus_tui.model.duration import ROUND, Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import message
from orcus_tui.model.typed_steps import SystemStep
from orcus_tui.rules import effects, roster
from orcus_tui.rules.do_actions import release
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.rules.system.actions import Action, ActionUse
from orcus_tui.rules.system.play import VerbRule
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.archmage.ambush import ambush
from orcus_tui.systems.archmage.conditions import GRABBED, LASH_OUT
from orcus_tui.systems.archmage.confusion import lash_out
from orcus_tui.systems.archmage.engagement import disengage, engage, grab
from orcus_tui.systems.archmage.escalation import escalation
from orcus_tui.systems.archmage.first_aid import STABILIZE, stabilize

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


VERB_RULES: Mapping[str, VerbRule] = {
    "escalation": escalation,
    "ambush": ambush,
    "grab": grab,
    "engage": engage,
    "disengage": disengage,
    "spirit": spirit,
    LASH_OUT: lash_out,
}
ACTIONS: Mapping[str, Action] = {
    "flee": Action("free", "the whole party leaves, including the fallen; a campaign loss", flee, for_itself=True),
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
