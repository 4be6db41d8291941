"""Lanterns, a small rules system: what a sixth one takes. Light for blood, and a dusk that deepens each round."""

from orcus_tui.model.duration import SAVE_ENDS
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import FightChanged, Rolled
from orcus_tui.model.steps import Own
from orcus_tui.rules import boundary_phases, effects, life, rest
from orcus_tui.rules.damage import worded
from orcus_tui.rules.resolution import Resolution
from orcus_tui.rules.system import (
    Action,
    Condition,
    Critical,
    Damage,
    Kind,
    Option,
    OwnVerb,
    Swing,
    System,
)
from orcus_tui.rules.turn import go_off_before

DUSK = "dusk"


def deepen(resolution: Resolution) -> None:
    """The dusk deepens by one as each round begins, if the table plays with it."""
    if resolution.fight.round > 1 and resolution.option("dusk_deepens"):
        deeper = {**resolution.fight.counters, DUSK: resolution.fight.counters[DUSK] + 1}
        resolution.emit(FightChanged("counters", deeper, f"dusk {deeper[DUSK]}"))


def meets(resolution: Resolution, swing: Swing) -> tuple[bool, bool]:
    """A roll that reaches the nerve hits; a 20 is a critical hit."""
    hits = swing.reached >= swing.defense
    return hits, hits and swing.face == 20


def doubled(resolution: Resolution, hit: Critical) -> int:
    """A critical hit rolls its dice and counts them twice."""
    roll = resolution.roll(hit.damage)
    resolution.emit(Rolled("deals twice", roll.text, creature=hit.source))
    return 2 * roll.total


def dim(resolution: Resolution, damage_dealt: Damage) -> int:
    """A blow takes light, and one more for each step of dusk; without light a creature is out."""
    dusk = resolution.fight.counters[DUSK]
    taken = damage_dealt.rolled + dusk
    life.lose(resolution, damage_dealt.target, taken, worded(damage_dealt, taken, [f"{dusk:+d} dusk"] if dusk else []))
    if resolution.system.is_down(resolution.fight, damage_dealt.target):
        life.die(resolution, damage_dealt.target, "goes out")
    return taken


def shine(resolution: Resolution, step: Own) -> None:
    """`shine TARGETS`: those are dazzled until they save."""
    for creature in step.targets:
        dazzled = Effect(0, "dazzled", "condition", creature, SAVE_ENDS)
        effects.add(resolution, creature, dazzled)


def light_again(resolution: Resolution, creature: str) -> None:
    """A rest brings all the light back."""
    rest.end_saveable(resolution, creature)
    life.set_hit_points(resolution, creature, resolution.sheet(creature).max_hp or 0, 0, "is lit again")


LANTERNS = System(
    id="lanterns",
    title="Lanterns",
    defenses=("nerve",),
    kinds={"pc": Kind(side="party"), "standard": Kind()},
    actions=(Action("deed", 1),),
    conditions={"dazzled": Condition(means="−2 to attacks", attack=-2)},
    options={"dusk_deepens": Option(default=True, values=(True, False), about="the dusk deepens each round")},
    verbs=(OwnVerb("shine", "TARGETS", "dazzles them until they save", shine),),
    damage_types=("cold",),
    counters={DUSK: 0},
    save_needs=11,
    brings={boundary_phases.saving_throws: "save"},
    turn_start=(effects.expire_at_start,),
    turn_end=(boundary_phases.saving_throws, effects.expire_at_end),
    round_start=(deepen, effects.count_rounds_down),
    turn_actions=lambda *_: (1,),
    verdict=meets,
    critical=doubled,
    deal=dim,
    readied_action=go_off_before,
    short_rest=light_again,
    long_rest=light_again,
)
