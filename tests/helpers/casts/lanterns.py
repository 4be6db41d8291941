"""Lanterns, a small rules system that shows what a new one needs: light as hit points, and a deepening dusk."""

from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import SAVE_ENDS
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DiceRolled, FightChanged
from orcus_tui.model.message import message
from orcus_tui.model.modifier import read_rows
from orcus_tui.model.typed_steps import SystemStep
from orcus_tui.rules import boundary_phases, effects, expiry, life, rest
from orcus_tui.rules.delay import go_off_before
from orcus_tui.rules.hit_point_changes import HIT_POINT_CHANGES
from orcus_tui.rules.hit_points import HIT_POINTS
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.system import Counters, Option, System, SystemVerb
from orcus_tui.rules.system.actions import ActionKind, ActionRules
from orcus_tui.rules.system.attacks import AttackRoll, AttackRules, Strike
from orcus_tui.rules.system.conditions import Condition, Conditions, of_kind
from orcus_tui.rules.system.creatures import Creatures, Kind
from orcus_tui.rules.system.damage import CriticalHit, DamageRules
from orcus_tui.rules.system.health import RestRules
from orcus_tui.rules.system.play import Play
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.system.saves import SaveRules
from orcus_tui.rules.system.turn import ReadyRules, TurnRules
from orcus_tui.rules.system.words import Words

DUSK = "dusk"
MESSAGES = {"dusk": "dusk {dusk}", "doubled": "{who:name} deals twice {dice}", "leaking": "{name} {light}"}


class LanternCondition(Condition, frozen=True, kw_only=True):
    leaks: int = 0  # the light it loses in addition to the damage


CONDITIONS = {
    "cracked": LanternCondition(means="loses 1 more light", leaks=1),
    "dazzled": LanternCondition(means="−2 to attacks", rows=read_rows("-2 attack")),
}


def deepen(resolution: Resolution) -> None:
    """Deepens the dusk by one as each round begins, if the option is on."""
    if resolution.fight.round > 1 and resolution.option("dusk_deepens"):
        deeper = {**resolution.fight.counters, DUSK: resolution.fight.counters[DUSK] + 1}
        resolution.emit(FightChanged("counters", deeper, message("dusk", dusk=deeper[DUSK])))


def meets(_strike: Strike, swing: AttackRoll) -> tuple[bool, bool]:
    """Whether an attack hits: its roll reaches the nerve; a 20 is a critical hit."""
    hits = swing.reached >= swing.defense
    return hits, hits and swing.face == 20


def doubled(resolution: Resolution, hit: CriticalHit) -> int:
    """The damage of a critical hit: the dice are rolled once and count twice."""
    roll = resolution.roll(hit.damage)
    resolution.emit(DiceRolled("doubled", 2 * roll.total, roll.text, roll.dice, creature=hit.source))
    return 2 * roll.total


def dim(resolution: Resolution, damage_dealt: Damage) -> int:
    """Deals damage to the light, more at dusk and to cracked creatures; without light a creature is out."""
    dusk = resolution.fight.counters[DUSK]
    held = of_kind(LanternCondition, held_conditions(resolution.view, damage_dealt.target))
    leaks = {name: known.leaks for name, known in held.items() if known.leaks}
    taken = damage_dealt.rolled + dusk + sum(leaks.values())
    darker = [message("dusk", dusk=dusk)] if dusk else []
    darker += [message("leaking", name=name, light=light) for name, light in leaks.items()]
    life.lose(resolution, damage_dealt.target, taken, damage_dealt.harm(taken, tuple(darker)))
    if resolution.system.health.is_down(resolution.view, damage_dealt.target):
        life.die(resolution, damage_dealt.target, life.DIES)
    return taken


def shine(resolution: Resolution, step: SystemStep) -> None:
    """`shine TARGETS`: dazzles the targets until they save."""
    for creature in step.targets:
        dazzled = Effect(0, "dazzled", "condition", creature, SAVE_ENDS)
        effects.add(resolution, creature, dazzled)


def light_again(resolution: Resolution, creature: str) -> None:
    """Restores all light with a rest."""
    rest.end_saveable(resolution, creature)
    life.set_hit_points(resolution, creature, resolution.sheet(creature).max_hp or 0, 0, message("rises"))


PLAY = Play(
    verbs={"shine": shine},
    turn=TurnRules(
        boundary_effects={boundary_phases.saving_throws: "save"},
        start=(expiry.expire_at_start,),
        end=(boundary_phases.saving_throws, expiry.expire_at_end),
        round_start=(deepen, expiry.count_rounds_down),
    ),
    ready=ReadyRules(act=go_off_before),
    attacks=AttackRules(hit_and_crit=meets),
    damage=DamageRules(critical=doubled, deal=dim),
    health_changes=HIT_POINT_CHANGES,
    rest=RestRules(short=light_again, long=light_again),
)
LANTERNS = System(
    id="lanterns",
    title="Lanterns",
    words=Words(messages=MESSAGES, defenses=("nerve",), damage_types=("cold",)),
    options={"dusk_deepens": Option(default=True, values=(True, False), about="the dusk deepens each round")},
    health=HIT_POINTS,
    creatures=Creatures(kinds={"pc": Kind(side="party"), "standard": Kind()}),
    conditions=Conditions(table=CONDITIONS),
    counters=Counters(initial={DUSK: 0}),
    actions=ActionRules(kinds=(ActionKind("deed", 1),), for_turn=lambda *_: (1,)),
    saves=SaveRules(needs=11),
    verbs=(SystemVerb("shine", "TARGETS", "dazzles them until they save"),),
    load_play=lambda: PLAY,
)
