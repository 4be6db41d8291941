"""The rules of SRD 5.1 as printed that change a fight: only the differences. Sources are sections of SRD 5.1."""

from collections.abc import Callable, Mapping
from itertools import count

from msgspec.structs import replace

from orcus_tui.model.duration import UNTIL_FREE, UNTIL_REMOVED
from orcus_tui.model.turn_places import is_in_turn
from orcus_tui.rules.actions import counted_kind, spend_for, use_until_next_turn
from orcus_tui.rules.do_actions import PRONE, for_itself, inflict, on_target, remark_only
from orcus_tui.rules.system.actions import Action, ActionUse
from orcus_tui.rules.system.attacks import PowerUse, Strike
from orcus_tui.rules.system.hooks import Advantage, nothing
from orcus_tui.rules.system.play import Play
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.srd5 import advantage, play, reactions, spells
from orcus_tui.systems.srd5.conditions import ACTION, BONUS, GRAPPLED, MOVE
from orcus_tui.systems.srd5.spells import SPELL

# Attacks


def attack_cost(strike: Strike) -> str:
    """The cost of an attack: the power's action, or for a single attack the result of `cost_of_one`."""
    cost, kind = reactions.attack_cost(strike), counted_kind(strike.resolution, strike.power.action)
    is_one = kind is not None and kind.name == ACTION and not strike.power.multiattack
    return cost_of_one(strike.resolution, strike.source) if is_one else cost


def cost_of_one(resolution: Resolution, creature: str) -> str:
    """The cost of one attack.

    Of the attacks that a multiattack allows, the first costs the action and the others are free.
    """
    if not is_in_turn(resolution.fight, creature):
        return ACTION
    powers = resolution.sheet(creature).powers
    most = max((sum(part.count for part in each.multiattack) for each in powers), default=0)
    used = resolution.state(creature).used_until_next_turn
    made = next(number for number in count() if f"attack {number}" not in used)
    use_until_next_turn(resolution, creature, f"attack {made}")
    return "free" if most and made % most else ACTION


def in_place_of_attack(rule: Callable[[ActionUse], None]) -> Callable[[ActionUse], None]:
    """A special attack, which takes the place of one attack of the action (§Grappling, §Shoving a Creature)."""

    def pay_and_apply(use: ActionUse) -> None:
        spend_for(use.resolution, use.source, cost_of_one(use.resolution, use.source))
        rule(use)

    return pay_and_apply


def attack_advantage(strike: Strike, target: str) -> Advantage:
    """The advantage of an attack roll; the off hand has no disadvantage (§Two-Weapon Fighting)."""
    tags = tuple(each for each in strike.power.tags if each != advantage.OFFHAND)
    return advantage.attack_advantage(replace(strike, power=replace(strike.power, tags=tags)), target)


def cast(use: PowerUse) -> None:
    """Notes a second spell in a turn in which a spell was cast with a bonus action.

    A cantrip is allowed (§Casting Time).
    """
    resolution, power, turn = use.resolution, use.power, use.resolution.fight.active
    if not spells.is_cast(power):
        return
    spells.finish_casting(resolution, use.source)
    kind = counted_kind(resolution, power.action)
    cost = kind.name if kind else ""
    if turn is None or (cost == ACTION and power.use.kind == "at-will"):
        return
    other, quick = (f"{each} in the turn of {turn}" for each in (SPELL, f"{BONUS} {SPELL}"))
    used = resolution.state(use.source).used_until_next_turn
    if quick in used or (cost == BONUS and other in used):
        resolution.say("second spell", use.source)
    use_until_next_turn(resolution, use.source, quick if cost == BONUS else other)


# The tables

_TAKEN_OVER = {
    **dict.fromkeys(("dash", "disengage", "dodge", "escape", "firstaid", "help", "hide", "search"), ACTION),
    **dict.fromkeys(("cast", "drop", "fly", "land", "release"), "free"),
    "fall": "",
    "stand": MOVE,
}
_SPECIAL_ATTACKS = {
    "grapple": ("grapples", inflict(GRAPPLED, UNTIL_FREE)),
    "shove": ("pushes a target 5 feet", remark_only("shoves away")),
    "shoveprone": ("knocks a target prone", inflict(PRONE, UNTIL_REMOVED)),
}
ACTIONS: Mapping[str, Action] = {
    **{name: replace(play.PLAY.do_actions[name], cost=cost) for name, cost in _TAKEN_OVER.items()},
    "object": for_itself(ACTION, "uses an object", remark_only("uses object")),
    **{
        name: on_target("", f"{means} in place of an attack, after winning the check", in_place_of_attack(rule))
        for name, (means, rule) in _SPECIAL_ATTACKS.items()
    },
}

PLAY: Play = replace(
    play.PLAY,
    ready=replace(play.PLAY.ready, cost=ACTION),
    do_actions=ACTIONS,
    costs=replace(play.PLAY.costs, of_attack=attack_cost),
    attacks=replace(play.PLAY.attacks, before_lines=cast, after=nothing, advantage=attack_advantage),
    damage=replace(play.PLAY.damage, without=nothing, after=nothing),
)
