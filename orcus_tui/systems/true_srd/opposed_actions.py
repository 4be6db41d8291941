"""Grapples and other actions of the True SRD with opposed checks: made at the table, their results applied here.

A failed attempt has separate actions: the defender's counter, and the consequence for the attacker.
"""

from collections.abc import Mapping
from functools import partial

from orcus_tui.errors import Impossible
from orcus_tui.model.duration import SOURCE, UNTIL_FREE, UNTIL_REMOVED, Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import message
from orcus_tui.rules import effects
from orcus_tui.rules.do_actions import (
    PRONE,
    effects_of_conditions,
    end_condition,
    for_itself,
    inflict,
    lose,
    on_target,
    release,
    remark_only,
)
from orcus_tui.rules.fight_view import bearers_by_source
from orcus_tui.rules.system.actions import Action, ActionUse
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.true_srd.condition_type import DISARMED, FEINTING

A_ROUND = Duration("rounds", number=1)
FASCINATED = "fascinated"
HOLDS = ("grappled", "pinned")
GRAPPLING = "grappling"
"""The condition of a creature that holds another."""


def feint(use: ActionUse) -> None:
    """Denies a target its dodge against the creature's next attack (§Feint)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    until = Duration("end", SOURCE)
    for target in targets:
        effects.add(resolution, source, Effect(0, FEINTING, "condition", source, until, against=target))


def hold(use: ActionUse, condition: str) -> None:
    """Grapples or pins the targets, after winning the opposed check at the table (§Grapple)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    if source in targets:
        raise Impossible(f"{resolution.name(source)} cannot hold itself")
    for target in targets:
        effects.add_condition(resolution, target, condition, source, UNTIL_FREE)


def escape(use: ActionUse) -> None:
    """Ends the grapples of its user, or those by the targets, after winning the check (§Grapple)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    held = effects_of_conditions(resolution, source, HOLDS, targets)
    if not held:
        raise Impossible(f"{resolution.name(source)} is not grappled{' by them' if targets else ''}")
    for effect in held:
        effects.end(resolution, source, effect, message("escaped"))


def begin_grappling(resolution: Resolution, creature: str) -> None:
    """Makes a grappler lose dodge as well, except against the creature it holds (§Grapple)."""
    engaged = {each.source for each in effects.of_name(resolution, creature, GRAPPLING)}
    held = bearers_by_source(resolution.view, creature, HOLDS)
    for other in sorted(held - engaged - {creature}):
        effects.add(resolution, creature, Effect(0, GRAPPLING, "condition", other, UNTIL_FREE))


def end_grappling(resolution: Resolution, creature: str, ended: Effect) -> None:
    """Ends the loss of dodge when a creature no longer holds another (§Grapple)."""
    still = [each for each in resolution.state(creature).effects if each.name in HOLDS and each.source == ended.source]
    if ended.name in HOLDS and not still:
        effects.let_go(resolution, GRAPPLING, creature, (ended.source,), message("hold over"))


def overrun(use: ActionUse) -> None:
    """Runs over the targets and trips them (§Overrun)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    for target in targets:
        effects.add_condition(resolution, target, PRONE, source, UNTIL_REMOVED)
    resolution.say("overruns", source, targets=targets)


pick_up = lose(DISARMED, message("armed again"))
"""Takes up a weapon again (§Manipulate Object)."""


def rouse(use: ActionUse) -> None:
    """Shakes fascinated creatures free, with an aid action (§Condition Summary)."""
    for target in use.targets:
        end_condition(use.resolution, target, FASCINATED, message("shaken free"))


OPPOSED_ACTIONS: Mapping[str, Action] = {
    "counterdisarm": on_target(
        "free", "disarms a creature that failed to disarm it, after winning the check", inflict(DISARMED, UNTIL_REMOVED)
    ),
    "countertrip": on_target(
        "free", "trips a creature that failed to trip it, after winning the check", inflict(PRONE, UNTIL_REMOVED)
    ),
    "demoralize": on_target(
        "standard", "a target is shaken for a round, after winning the check", inflict("shaken", A_ROUND)
    ),
    "disarm": on_target(
        "standard",
        "a target loses its weapon, after a hit and winning the check; else it may `do counterdisarm`",
        inflict(DISARMED, UNTIL_REMOVED),
    ),
    "distract": on_target(
        "standard", "a target is dazed for a round, after winning the check", inflict("dazed", A_ROUND)
    ),
    "escape": Action("standard", "escapes from a grapple, after winning the check", escape, after_check=True),
    "feint": on_target("standard", "a target has no dodge against its next attack, after winning the check", feint),
    "grapple": on_target("standard", "grapples a target, after winning the check", partial(hold, condition="grappled")),
    "overrun": on_target(
        "standard",
        "runs over a target in its way and knocks it prone; else the target may `do countertrip`, or `do overrunfails`",
        overrun,
    ),
    "overrunfails": Action(
        "free", "moves back 5 feet after a failed overrun; prone if that space is taken", remark_only("driven back")
    ),
    "pickup": for_itself("move", "takes up a weapon after being disarmed", pick_up),
    "pin": on_target("standard", "pins a target, after winning the check", partial(hold, condition="pinned")),
    "quicktaunt": on_target("move", "like taunt, with the check at −5", inflict("shaken", A_ROUND)),
    "release": Action("free", "lets go of the creature it holds", release(HOLDS, "holding")),
    "rouse": on_target("standard", "shakes a fascinated friend free", rouse),
    "rush": on_target(
        "standard",
        "pushes a target back 5 feet for each point the check is won by; else `do rushfails`",
        remark_only("pushes back"),
    ),
    "rushfails": Action(
        "free", "moves back 5 feet after a failed rush; prone if that space is taken", remark_only("driven back")
    ),
    "taunt": on_target(
        "standard", "a target is shaken for a round, after winning the check", inflict("shaken", A_ROUND)
    ),
    "trick": on_target(
        "standard", "tricks a target, after winning the check; you say what it does", remark_only("tricks")
    ),
    "trip": on_target(
        "standard",
        "brings a target down, after a hit and winning the check; else it may `do countertrip`",
        inflict(PRONE, UNTIL_REMOVED),
    ),
}
