"""The rules of the Archmage variant that change a fight. Sources are sections of its combat rules."""

from msgspec.structs import replace

from orcus_tui.dice import maximise, minimise
from orcus_tui.errors import Impossible
from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.facts import ESCALATION
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, message
from orcus_tui.model.steps import Targets
from orcus_tui.model.typed_steps import SystemStep
from orcus_tui.rules import effects, expiry
from orcus_tui.rules.attack_rolls import lowest_critical
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.modifiers import EITHER
from orcus_tui.rules.powers import power_of
from orcus_tui.rules.stats import barring_condition
from orcus_tui.rules.system.actions import Action, ActionUse
from orcus_tui.rules.system.attacks import AttackResult, AttackRoll, PowerUse, Strike
from orcus_tui.rules.system.conditions import of_kind
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.archmage import attacks as attack_rules
from orcus_tui.systems.archmage import damage, engagement
from orcus_tui.systems.archmage import escalation as escalation_rules
from orcus_tui.systems.archmage.conditions import GRABBED, RISE, ArchmageCondition
from orcus_tui.systems.archmage.dying import is_hero
from orcus_tui.systems.archmage.escalation import HELD, open_escalation, set_escalation
from orcus_tui.systems.archmage.levels import ability_bonus, level_in
from orcus_tui.systems.archmage.options import HIGHEST
from orcus_tui.systems.archmage.play import PLAY as BASE
from orcus_tui.systems.archmage.play import order_late_rolls
from orcus_tui.systems.archmage.rests import full_heal_up

INSPIRATION, LATE_INSPIRATION = "inspiration", "late inspiration"
POSTPONED = "postponed"
"""The rest that postpones a full recovery."""


def inspire(resolution: Resolution, step: SystemStep) -> None:
    """`inspire`: spends inspiration for a bonus to the next attack roll or save (§Inspiration)."""
    for creature in step.targets:
        state, name = resolution.state(creature), resolution.name(creature)
        held = [each for each in (INSPIRATION, LATE_INSPIRATION) if state.counters.get(each, 0) > 0]
        if not held:
            raise Impossible(f"{name} has no inspiration; `counter {creature}.inspiration +1` gives a point")
        if any(each.name == EITHER and each.power == INSPIRATION for each in state.effects):
            resolution.forbid("inspired already", who=creature)
        left = state.counters[held[0]] - 1
        resolution.change(creature, "counters", {**state.counters, held[0]: left}, message("inspired", left=left))
        size = int(resolution.option("inspiration_bonus"))
        until = Duration("words", words="its next attack or save")
        bonus = Effect(0, EITHER, "bonus", creature, until, size, power=INSPIRATION, once=True)
        effects.add(resolution, creature, bonus)


def full_recovery(resolution: Resolution, creature: str) -> None:
    """A full recovery, which ends inspiration; only points gained at the end of the session stay."""
    full_heal_up(resolution, creature)
    held = resolution.state(creature).counters
    left, late = held.get(INSPIRATION, 0), held.get(LATE_INSPIRATION, 0)
    if left or late:
        counters = {**held, INSPIRATION: late, LATE_INSPIRATION: 0}
        resolution.change(creature, "counters", counters, message("inspiration turned over", left=late))


def postpone_recovery(resolution: Resolution, creature: str) -> None:
    """Postpones a full recovery until after the next battle; each player character gets a point of inspiration."""
    if not is_hero(resolution.system, resolution.sheet(creature)):
        return
    held = resolution.state(creature).counters
    left = held.get(INSPIRATION, 0) + 1
    resolution.change(creature, "counters", {**held, INSPIRATION: left}, message("recovery put off", left=left))


AT_MOST, FALLING = "rounds at the highest escalation", "escalation falls"
COMA = "coma counted"
MOOKS_EACH = 3
REROLLED = "rerolled this turn against"


# The escalation die


def advance_escalation(resolution: Resolution) -> None:
    """Raises or holds the die as a round begins, or lowers it after six rounds at its maximum (§Escalation Die)."""
    fight = resolution.fight
    value = fight.counters.get(ESCALATION, 0)
    if fight.round == 1:
        open_escalation(resolution)
        return
    held = fight.system_memory.get(HELD, 0)
    resolution.remember(HELD, max(0, held - 1))
    paused = message("held") if held else pause(resolution, value)
    falling = fight.system_memory.get(FALLING) and value > 0
    if paused and falling and resolution.option("decay_pauses"):
        resolution.say("escalation stays", value=value, why=paused)
    elif falling:
        lower_escalation(resolution, value)
    elif value >= HIGHEST and fight.system_memory.get(AT_MOST, 0) >= HIGHEST:
        begin_decay(resolution, value, paused)
    else:
        resolution.remember(FALLING, 0)
        rise(resolution, value, paused)


def begin_decay(resolution: Resolution, value: int, paused: Message | None) -> None:
    """Lowers the die after six rounds at its highest; by option, not while it is paused."""
    resolution.remember(FALLING, 1)
    if paused and resolution.option("decay_pauses"):
        resolution.say("escalation stays", value=value, why=paused)
    else:
        lower_escalation(resolution, value)


def lower_escalation(resolution: Resolution, value: int) -> None:
    """Lowers the die by one; at 0 it stops falling."""
    resolution.remember(AT_MOST, 0)
    resolution.remember(FALLING, int(value > 1))
    set_escalation(resolution, value - 1, message("long enough"))


def rise(resolution: Resolution, value: int, paused: Message | None) -> None:
    """Raises the die by one unless it is paused; counts rounds at the maximum even while it is paused."""
    reached = value if paused else min(HIGHEST, value + 1)
    if paused:
        resolution.say("escalation stays", value=value, why=paused)
    elif reached != value:
        set_escalation(resolution, reached)
    rounds = resolution.fight.system_memory.get(AT_MOST, 0) + 1 if reached == HIGHEST else 0
    resolution.remember(AT_MOST, rounds)
    if rounds:
        resolution.say("escalation at its highest", value=HIGHEST, number=rounds, most=HIGHEST)


def pause(resolution: Resolution, value: int) -> Message | None:
    """The reason why the die does not rise, if any: an unconscious player character, or too few opponents."""
    fight = resolution.fight
    for creature in heroes(fight):
        if counts_as_dead(resolution, creature):
            continue
        if barring_condition(resolution.view, creature, RISE):
            return message("hero unconscious", who=creature)
    counts = value == 0 or resolution.option("few_mooks") == "always"
    return message("few mooks") if counts and only_few_mooks(fight) else None


def heroes(fight: Fight) -> list[str]:
    """The player characters in play."""
    return [each for each in creatures_in_play(fight) if fight.sheets[each].kind == "pc"]


def creatures_in_play(fight: Fight) -> list[str]:
    """The creatures that are in the fight and not dead."""
    return [each for each, state in fight.states.items() if state.place == "here" and state.life != "dead"]


def only_few_mooks(fight: Fight) -> bool:
    """Whether all opponents are mooks of no higher level, and fewer than three for each player character."""
    party, foes = heroes(fight), [each for each in creatures_in_play(fight) if fight.sheets[each].side == "foes"]
    lowest = min((level_in(fight, each) for each in party), default=0)
    weak = all(fight.sheets[each].kind == "mook" and level_in(fight, each) <= lowest for each in foes)
    return bool(foes) and weak and len(foes) < MOOKS_EACH * len(party)


def lower_escalation_for_death(resolution: Resolution, creature: str) -> None:
    """Lowers the die by one when a player character dies (§Escalation Die)."""
    value = resolution.fight.counters.get(ESCALATION, 0)
    if resolution.sheet(creature).kind == "pc" and resolution.state(creature).life == "dead" and value:
        set_escalation(resolution, value - 1, message("dead", who=creature))


def counts_as_dead(resolution: Resolution, creature: str) -> bool:
    """Whether a creature is in a coma that counts as a death, by option."""
    return resolution.option("coma_counts") == "death" and resolution.state(creature).life == "coma"


def lower_escalation_for_coma(resolution: Resolution, creature: str) -> None:
    """Lowers the die by one when a player character falls into a coma, by option (§Escalation Die)."""
    mark = f"{COMA}: {creature}"
    counts = resolution.sheet(creature).kind == "pc" and counts_as_dead(resolution, creature)
    if counts and not resolution.fight.system_memory.get(mark):
        value = resolution.fight.counters.get(ESCALATION, 0)
        if value:
            set_escalation(resolution, value - 1, message("in coma", who=creature))
    resolution.remember(mark, int(counts))


def mention_reinforcements(resolution: Resolution, arrivals: Targets) -> None:
    """Logs that the game master may hold, reduce or reset the die for reinforcements (§Escalation Die)."""
    if any(resolution.sheet(each).side == "foes" for each in arrivals):
        resolution.say("reinforcements")


def escalation(resolution: Resolution, step: SystemStep) -> None:
    """`escalation`: holds, reduces or resets the die, for reinforcements, a failed challenge, or a pause."""
    escalation_rules.escalation(resolution, step)
    rounds = int(resolution.option("held_rounds"))
    if step.what == "hold" and rounds > 1:
        resolution.remember(HELD, rounds)
        resolution.say("escalation will hold longer", number=rounds)
    if step.what == "reset":
        resolution.remember(FALLING, 0)


# Attacks


def hit_and_crit(strike: Strike, roll: AttackRoll) -> tuple[bool, bool]:
    """Whether an attack roll hits, and whether it is a critical hit.

    Vulnerability does not widen the range (§Crit Range).
    """
    least = lowest_critical(strike, roll)
    return roll.hits_by_face, roll.hits_by_face and roll.face is not None and roll.face >= least


def is_vulnerable(use: PowerUse, target: str) -> bool:
    """Whether a target is vulnerable to this attack: to its type, or to everything."""
    held = of_kind(ArchmageCondition, held_conditions(use.resolution.view, target))
    return bool(attack_rules.vulnerabilities_to(use, target)) or any(each.rerolls_miss for each in held.values())


def reroll_mark(target: str) -> str:
    """The key under which a reroll of a miss against a creature is remembered."""
    return f"{REROLLED}: {target}"


def misses_vulnerable(strike: Strike, result: AttackResult) -> bool:
    """Whether this is the first miss of a turn against a creature that is vulnerable to it."""
    missed = not result.hits and not result.void and result.face is not None
    seen = strike.resolution.fight.system_memory.get(reroll_mark(result.target))
    return missed and not seen and is_vulnerable(strike, result.target)


def further_dice(strike: Strike, result: AttackResult) -> int:
    """The number of rerolls among the typed dice.

    Rerolls against a vulnerable target come first, then those for a natural 2 with two weapons.
    """
    if not misses_vulnerable(strike, result):
        return attack_rules.further_dice(strike, result)
    return 1 + (result.further[:1] == (2,) and attack_rules.TWO_WEAPON in strike.power.tags)


def after_roll(strike: Strike, result: AttackResult) -> AttackResult:
    """The result after rerolling the first miss of a turn against a vulnerable target (§Vulnerable)."""
    if misses_vulnerable(strike, result):
        strike.resolution.remember(reroll_mark(result.target), 1)
        result = attack_rules.reroll(strike, result)
    return attack_rules.after_roll(strike, result)


def forget_rerolls(resolution: Resolution, creature: str) -> None:  # noqa: ARG001  # shared signature
    """Allows rerolls again, as a turn starts."""
    for target in resolution.fight.states:
        resolution.remember(reroll_mark(target), 0)


def note_opportunity(use: PowerUse) -> None:
    """Logs who gets an opportunity attack; by option, also the targets of the attack (§Engaged, §Ranged Attacks)."""
    if use.power.origin == "ranged" and use.resolution.option("ranged_opportunity") == "all":
        engagement.draw_all(use)
    else:
        attack_rules.note_opportunity(use)


def after_attack(strike: Strike, results: list[AttackResult]) -> None:
    """Logs who gets an opportunity attack, and which ally a shot may have hit; remembers hits.

    §Ranged Attacks, §Shooting into Melee, §Grabbed.
    """
    note_opportunity(strike)
    engagement.remember_hits(strike, results)
    strays = [each.target for each in results if each.face == 1 and is_from_outside(strike, each.target)]
    attack_rules.log_stray_shots(strike, strays, "stray shot hits", "stray shot hits one")


def is_from_outside(strike: Strike, target: str) -> bool:
    """Whether an attack comes from outside the melee of its target (§Shooting into Melee)."""
    origin, engaged = strike.power.origin, strike.resolution.state(target).engaged
    return origin == "ranged" or (origin == "near" and strike.source not in engaged)


# Grabs


def remember_damage(strike: Strike, rolled: int) -> None:
    """Remembers the damage of an attack, which decides the damage of its grab (§Grabbed)."""
    resolution, source, power = strike.resolution, strike.source, strike.power
    if rolled > 0:
        place = [each.name for each in resolution.sheet(source).powers].index(power.name) + 1
        resolution.remember(f"{power.name} of {source}", rolled)
        resolution.remember(f"{engagement.ATTACKED}: {source}", place)


def damage_of_grab(resolution: Resolution, creature: str, power: str) -> int | None:
    """The damage of the grabbing attack: its last roll, or by option the average; None if unknown."""
    known = resolution.sheet(creature).power_named(power)
    if resolution.option("grab_damage") == "average" and known and known.damage:
        return (minimise(known.damage).total + maximise(known.damage).total) // 2
    return resolution.fight.system_memory.get(f"{power} of {creature}")


def deal_grab_damage(resolution: Resolution, creature: str) -> None:
    """Deals half of the grabbing attack's damage as the grabber's turn starts, once to each creature (§Grabbed)."""
    held = {
        victim: effect
        for victim, effect in effects.all_effects(resolution)
        if effect.name == GRABBED and effect.source == creature
    }
    for victim, effect in held.items():
        rolled = damage_of_grab(resolution, creature, effect.power)
        if rolled is None:
            resolution.say("grab hurts", victim, by=creature)
            continue
        types = power_of(resolution, creature, effect.power).types
        cause = message("grab", by=creature)
        damage_dealt = Damage(victim, rolled, types, source=creature, halving_count=1, cause=cause, power=effect.power)
        damage.deal(resolution, damage_dealt)


# Intercepting


def intercept(use: ActionUse) -> None:
    """Steps in front of a moving creature (§Intercepting)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    if source in targets:
        raise Impossible(f"{resolution.name(source)} cannot intercept itself")
    if targets:
        resolution.say("intercepts", source, targets=targets)
    else:
        resolution.say("steps in", source)


# The rules

PLAY = replace(
    BASE,
    verbs={**BASE.verbs, ESCALATION: escalation, "inspire": inspire},
    turn=replace(
        BASE.turn,
        start=(forget_rerolls, *BASE.turn.start[:-1], deal_grab_damage, BASE.turn.start[-1]),
        round_start=(advance_escalation, order_late_rolls, expiry.count_rounds_down),
    ),
    do_actions={
        **BASE.do_actions,
        "intercept": Action("interrupt", "steps in front of a passing creature", intercept),
    },
    delay=replace(BASE.delay, turn_start=(forget_rerolls, *BASE.delay.turn_start)),
    attacks=replace(
        BASE.attacks,
        hit_and_crit=hit_and_crit,
        further_dice=further_dice,
        after_roll=after_roll,
        before_lines=attack_rules.unless_attack_roll(note_opportunity),
        after=after_attack,
    ),
    damage=replace(
        BASE.damage,
        after_roll=remember_damage,
        ability_bonus=ability_bonus(champion=2, epic=4),
    ),
    death=replace(BASE.death, after=(lower_escalation_for_death,)),
    rest=replace(BASE.rest, long=full_recovery, more={POSTPONED: postpone_recovery}),
    after=replace(BASE.after, change=lower_escalation_for_coma, arrival=mention_reinforcements),
)
