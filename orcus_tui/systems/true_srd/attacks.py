"""Attacks in the True SRD: manners of attack, two weapons, the coup de grace.

`hits` has the rules after the attack roll.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import UNTIL_REMOVED, Duration
from orcus_tui.model.events import DieRolled
from orcus_tui.model.fight import Question
from orcus_tui.model.message import message
from orcus_tui.model.power import Power
from orcus_tui.rules import effects
from orcus_tui.rules.actions import use_until_next_turn
from orcus_tui.rules.attack_rolls import result_of_coup
from orcus_tui.rules.dice_rolls import ask_or_try, terms
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.modifiers import roll_bonus_dice
from orcus_tui.rules.power_effects import apply_waiting_lines
from orcus_tui.rules.resolution import Cause
from orcus_tui.rules.stats import barring_condition, stats_of, total
from orcus_tui.rules.system.attacks import AttackResult, AttackRoll, Strike
from orcus_tui.rules.system.damage import CriticalHit
from orcus_tui.rules.system.hooks import AnswerRule, Modifier
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.true_srd import hits
from orcus_tui.systems.true_srd.checks import saving_throw_modifiers
from orcus_tui.systems.true_srd.conditions import OFF_GUARD
from orcus_tui.systems.true_srd.dying import save_against_death
from orcus_tui.systems.true_srd.mounts import couch_lance, mounted_modifiers
from orcus_tui.systems.true_srd.toughness import TOUGHNESS, bonus_of, deal, row_of
from orcus_tui.systems.true_srd.track import FLAT_FOOTED, track_of
from orcus_tui.systems.true_srd.track_effects import set_track

COUP_BASE = 10
COUP = "coup de grace"
"""The rule for the answer to the Fortitude save after a coup de grace."""
CRITICAL = 3
CHARGE, UNSEEN = 2, 2
HAND_PENALTY: Mapping[str, int] = {"twoweapons": -6, "offhand": -10}
FEAT_PENALTY, LIGHTER = -4, 2
OFF_HAND, LIGHT = "off-hand", "light"
"""Tags of the weapon in the off hand."""
TWO_WEAPON_FEAT = "two-weapon fighting"
"""The tag of a creature with the feat for two weapons."""
BOTH_HANDS = "two weapons"
FULL = "full"


def defenses_against(power: Power) -> tuple[str, ...]:
    """The defenses against an attack: dodge, and in melee parry; the better one counts (§Defense Bonus)."""
    if power.defense != "defense":
        return (power.defense,)
    return ("dodge", "parry") if power.origin == "melee" else ("dodge",)


# Attacks


def attack_cost(strike: Strike) -> str:
    """The action an attack takes: a charge and a coup de grace are full actions (§Charge, §Coup de Grace)."""
    resolution, step, power, source = strike.resolution, strike.step, strike.power, strike.source
    for what in ("attack", step.manner):
        bar = barring_condition(resolution.view, source, what) if what else ""
        if bar:
            resolution.forbid("barred", who=source, condition=bar, what=what)
    if step.manner != "charge":
        return apply_manner(strike)
    couch_lance(strike)
    if power.origin != "melee":
        resolution.forbid("charge in melee", power=power.name)
    until = Duration("start", anchor=source)
    effects.add_condition(resolution, source, "charging", source, until)
    if not has_both_actions(resolution, source):
        resolution.say("charges slowly", source)
        return power.action
    return FULL


def apply_manner(strike: Strike) -> str:
    """Applies the effects of an attack's manner, except a charge; returns the action that it takes."""
    resolution, step, source = strike.resolution, strike.step, strike.source
    if step.manner == "surprise":
        for target in step.targets:
            catch_off_guard(resolution, source, target)
    elif step.manner == "twoweapons":
        use_until_next_turn(resolution, source, BOTH_HANDS)
    elif step.manner == "offhand":
        if BOTH_HANDS not in resolution.state(source).used_until_next_turn:
            resolution.forbid("off hand alone", who=source)
        return "free"
    return FULL if step.manner in ("coup", "twoweapons") else strike.power.action


def catch_off_guard(resolution: Resolution, source: str, target: str) -> None:
    """Makes a target without Uncanny Dodge lose dodge and 2 Defense against a surprise attack (§Surprise Attack)."""
    held = held_conditions(resolution.view, target)
    alert = FLAT_FOOTED in resolution.sheet(target).immune and held.keys().isdisjoint(("stunned", "helpless"))
    if alert:
        resolution.forbid("never off guard", who=target)
    effects.add_condition(resolution, target, OFF_GUARD, source, UNTIL_REMOVED)


def has_both_actions(resolution: Resolution, creature: str) -> bool:
    """Whether a turn of this creature has a standard and a move action now (§The Surprise Round)."""
    held = held_conditions(resolution.view, creature)
    limited = any("move" in known.limits for known in held.values())
    return not limited and not (resolution.fight.phase == "turns" and resolution.fight.round == 0)


def situation(strike: Strike, target: str) -> list[Modifier]:
    """Modifiers by manner: a charge, two weapons, from a mount, unseen (§Charge, §Two-Weapon Fighting, §Invisible)."""
    resolution, step, source = strike.resolution, strike.step, strike.source
    found = mounted_modifiers(strike, target)
    if step.manner == "charge":
        found.append((CHARGE, "", "charge"))
    elif step.manner in ("twoweapons", "offhand"):
        found.append((two_weapon_penalty(resolution, source, step.manner), "", "two weapons"))
    elif step.manner == "surprise" and not resolution.option("invisible_always"):
        unseen = "invisible" in held_conditions(resolution.view, source)
        found += [(UNSEEN, "", "invisible")] if unseen else []
    return found


def two_weapon_penalty(resolution: Resolution, source: str, hand: str) -> int:
    """The penalty for two weapons: less with a light one or the feat (§Two-Weapon Fighting)."""
    sheet = resolution.sheet(source)
    light = any(OFF_HAND in each.tags and LIGHT in each.tags for each in sheet.powers)
    usual = FEAT_PENALTY if TWO_WEAPON_FEAT in sheet.tags else HAND_PENALTY[hand]
    return usual + (LIGHTER if light else 0)


def check_coup(resolution: Resolution, creature: str) -> None:
    """Refuses a coup de grace on a target immune to critical hits (§Coup de Grace)."""
    if effects.is_immune(resolution, creature, hits.CRITICAL_HITS):
        resolution.forbid("immune to criticals", who=creature)


def resolve_without_roll(strike: Strike, target: str) -> AttackResult | None:
    """The result of a coup de grace, which needs no roll and is a critical hit; None for other attacks."""
    return result_of_coup(strike, target) if strike.step.manner == "coup" else None


def hit_and_crit(strike: Strike, roll: AttackRoll) -> tuple[bool, bool]:  # noqa: ARG001  # shared signature
    """Whether an attack roll hits: a 20 always does, a 1 never.

    Only confirmed hits are critical (§Automatic Misses).
    """
    return roll.hits_by_face, False


def critical(resolution: Resolution, hit: CriticalHit) -> int:
    """The damage bonus of a critical hit: 3 more, or the weapon's own bonus (§Critical Hits)."""
    rolled = resolution.roll(hit.damage).total
    return rolled if hit.power and hit.power.crit else rolled + CRITICAL


def after_damage(strike: Strike, damage_dealt: Damage, taken: int) -> None:
    """Makes a Fortitude save after a coup de grace that harms its target but does not fell it (§Coup de Grace)."""
    if strike.step.manner == "coup":
        finish_off(strike.resolution, damage_dealt, taken)


def refuse_unused_face(strike: Strike, _: list[AttackResult]) -> None:
    """Refuses a face typed for a coup de grace whose target makes no Toughness save."""
    if strike.step.manner == "coup" and strike.step.faces and strike.resolution.typed.toughness:
        raise Impossible("more dice than Toughness saves; leave out the face", of="faces")


def finish_off(resolution: Resolution, damage_dealt: Damage, taken: int) -> None:
    """Rolls or asks for the Fortitude save of a creature harmed but not felled by a coup de grace."""
    creature = damage_dealt.target
    if taken <= 0 or is_felled(resolution, damage_dealt):
        return
    asked = resolution.new_question("fortitude save", creature, "coup de grace")
    difficulty = COUP_BASE + bonus_of(damage_dealt) - critical_part(resolution, damage_dealt)
    question = replace(asked, rule=COUP, needs=difficulty, ability="fortitude", damage=damage_dealt)
    ask_or_try(resolution, question, resolve_finishing_save)


def is_felled(resolution: Resolution, damage_dealt: Damage) -> bool:
    """Whether the damaged creature is already in the worst state that this damage can cause."""
    state = resolution.state(damage_dealt.target)
    track = track_of(state)
    return state.life == "dead" or (track.dying if row_of(resolution, damage_dealt) == "lethal" else track.unconscious)


def critical_part(resolution: Resolution, damage_dealt: Damage) -> int:
    """The part of the damage bonus that comes from the critical hit, if an option excludes it from the save's DC.

    Otherwise it is 0.
    """
    if resolution.option("coup_with_critical"):
        return 0
    powers = resolution.sheet(damage_dealt.source).powers if damage_dealt.source in resolution.fight.sheets else ()
    extra = next((each.crit for each in powers if each.name == damage_dealt.power), None)
    return CRITICAL if extra is None or not extra.is_constant else resolution.roll(extra).total


def resolve_finishing_save(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the Fortitude save after a coup de grace."""
    creature, damage_dealt = question.creature, question.damage
    moment, stats = Moment(resolution.view, creature), stats_of(resolution.system, "fortitude")
    modifiers = saving_throw_modifiers(resolution, creature, "fortitude", moment)
    modifiers += roll_bonus_dice(resolution, moment, *stats)
    saved = face + total(modifiers) >= (question.needs or 0)
    outcome = "saved" if saved else "failed"
    resolution.emit(DieRolled("finishing save", creature, face, terms(modifiers), question.needs, outcome))
    effects.use_up(resolution, moment, *stats)
    if saved or damage_dealt is None or is_felled(resolution, damage_dealt):
        return
    before, lethal = track_of(resolution.state(creature)), row_of(resolution, damage_dealt) == "lethal"
    after = replace(before, unconscious=True, dying=before.dying or lethal)
    set_track(resolution, creature, after, message("finished off" if lethal else "passes out"))
    save_against_death(resolution, creature, before)


def resolve_answer(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the die of a Toughness save that was asked for, then makes the save of a coup de grace.

    Raises Impossible for a question without damage.
    """
    if question.damage is None:
        raise Impossible(f"question {question.id} has no damage to save against; type `damage {question.creature} N`")
    damage_dealt = replace(question.damage, face=face)
    if question.power:
        resolution.cause = Cause(question.power, {question.creature: damage_dealt.natural}, damage_dealt.source)
    taken = deal(resolution, damage_dealt)
    if damage_dealt.coup:
        finish_off(resolution, damage_dealt, taken)
    apply_waiting_lines(resolution, damage_dealt)


ANSWERS: Mapping[str, AnswerRule] = {TOUGHNESS: resolve_answer, COUP: resolve_finishing_save, **hits.ANSWERS}
