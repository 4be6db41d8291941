"""Checks and saves that the True SRD calls for: recovery, dying, fatigue, abilities, saves.

Each die is rolled here, typed, or asked for.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from orcus_tui.dice import average
from orcus_tui.errors import Impossible
from orcus_tui.model.events import DieRolled, QuestionClosed
from orcus_tui.model.fight import Fight, Question
from orcus_tui.model.message import message
from orcus_tui.model.power import Power
from orcus_tui.model.steps import Check
from orcus_tui.rules import effects, saves, turn
from orcus_tui.rules.actions import spend_for
from orcus_tui.rules.checks import resolve_answer
from orcus_tui.rules.dice_rolls import ask_or_roll, refuse_wrong_faces, terms
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.life import DEATH_SAVE
from orcus_tui.rules.modifiers import roll_bonus_dice
from orcus_tui.rules.stats import defense_modifiers, total
from orcus_tui.rules.system.checks import ActionRoll, CheckRules, by_number
from orcus_tui.rules.system.hooks import AnswerRule, Modifier
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.true_srd.dying import CHECK, CHECK_STATS, constitution, death_save
from orcus_tui.systems.true_srd.fatigue import CONVICTION, level_of, set_level, use_conviction
from orcus_tui.systems.true_srd.track import track_of
from orcus_tui.systems.true_srd.track_effects import set_track

SKILLS: Mapping[str, str] = {
    "acrobatics": "dex", "bluff": "cha", "climb": "str", "computers": "int", "concentration": "wis",
    "diplomacy": "cha", "disable device": "int", "disguise": "cha", "drive": "dex", "escape artist": "dex",
    "gather information": "cha", "handle animal": "cha", "intimidate": "cha", "jump": "str", "medicine": "wis",
    "notice": "wis", "pilot": "dex", "ride": "dex", "search": "int", "sense motive": "wis", "sleight of hand": "dex",
    "stealth": "dex", "survival": "wis", "swim": "str",
}  # fmt: skip
"""The skills and their abilities."""


def attack_bonus(fight: Fight, creature: str) -> int:
    """The bonus of a creature's first melee attack; 0 without one."""
    return next((each.bonus for each in _melee(fight, creature) if each.bonus is not None), 0)


def grapple_bonus(fight: Fight, creature: str) -> int:
    """The bonus of a grapple check: the attack bonus and Strength (§Grapple)."""
    return attack_bonus(fight, creature) + by_number(fight, creature, "str")


def damage_bonus(fight: Fight, creature: str) -> int:
    """The damage bonus of a creature's first melee attack; 0 without one (§Disarm)."""
    return next((average(each.damage) for each in _melee(fight, creature) if each.damage is not None), 0)


def _melee(fight: Fight, creature: str) -> Iterator[Power]:
    return (each for each in fight.sheets[creature].powers if each.origin == "melee" and each.harms)


_HIT = ActionRoll(("attack",), ("dodge", "parry"))
_TRIP = (_HIT, ActionRoll(("str", "dex"), ("str", "dex", "acrobatics")))
_GRAPPLE = ActionRoll(("grapple",), ("grapple",))
_AID = (ActionRoll(("attack",), dc=10),)
_BLUFF = (ActionRoll(("bluff",), ("bluff", "sense motive")),)
_NERVE = ("sense motive", "will")
ROLLS: Mapping[str, tuple[ActionRoll, ...]] = {
    "aidattack": _AID,
    "aiddefense": _AID,
    "counterdisarm": (ActionRoll(("attack damage",), ("str",)),),
    "countertrip": _TRIP[1:],
    "demoralize": (ActionRoll(("intimidate",), _NERVE),),
    "disarm": (_HIT, ActionRoll(("attack damage",), ("str",))),
    "distract": (ActionRoll(("bluff", "intimidate"), _NERVE),),
    "escape": (ActionRoll(("grapple", "escape artist"), ("grapple",)),),
    "feint": _BLUFF,
    "grapple": (_HIT, _GRAPPLE),
    "overrun": _TRIP,
    "pin": (_GRAPPLE,),
    "rush": (ActionRoll(("str",), ("str",)),),
    "taunt": (ActionRoll(("bluff",), _NERVE),),
    "trick": _BLUFF,
    "trip": _TRIP,
}
"""The rolls of each action in order: the hit, then the opposed check (§Disarm, §Grapple, §Overrun, §Rush, §Trip)."""


LEAST_COUNTED, CONVICTION_ADDS = 10, 10
RECOVERS = ("unconscious", "staggered", "wounded", "disabled")
"""The boxes that a recovery check clears, in the order of recovery (§Recovery)."""
FADES = ("unconscious", "staggered")
"""The boxes of the non-lethal row that need a check each minute."""
FATIGUED = "fatigue"
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
RECOVERY, CERTAIN_RECOVERY = "recovery check", "sure recovery check"
"""The rules for the answers: to a recovery check, and to one that Conviction makes certain."""
CHECK_NOW = "check now"
"""The rule for any other check or save, in older journals."""


def with_bare_face(step: Check) -> Check:
    """The step with its number as the die: only saves and checks by ability have a DC.

    Raises Impossible for two numbers, or for a number that a d20 does not have.
    """
    if step.number is None:
        return step
    if step.faces:
        raise Impossible(f"a {step.stat} check is against {CHECK}: leave the DC out", of="number")
    refuse_wrong_faces("number", step.number)
    return replace(step, faces=(step.number,), number=None)


# Dying


def typed_dying_check(resolution: Resolution, creature: str, step: Check) -> None:
    """Makes a dying check, which answers an open question about it."""
    step = with_bare_face(step)
    if not saves.needs_death_save(resolution, creature):
        raise Impossible(f"{resolution.name(creature)} is not dying")
    asked = [each for each in resolution.fight.questions if each.creature == creature and each.kind == DEATH_SAVE]
    if step.face is None and not asked and resolution.asks(creature):
        saves.death_save(resolution, creature)
        return
    for question in asked:
        resolution.emit(QuestionClosed(question))
    face = resolution.die(20) if step.face is None else step.face
    death_save(resolution, creature, face, step.bonus)
    for question in asked:
        turn.end_if_dead(resolution, question)


# Recovery


def recovery_check(resolution: Resolution, creature: str, step: Check) -> None:
    """A Constitution check that clears one box: the named box, else the box that recovers soonest (§Recovery)."""
    step = with_bare_face(step)
    track, name = track_of(resolution.state(creature)), resolution.name(creature)
    if track.dying:
        raise Impossible(f"{name} is dying: `check {creature} dying`, or `stabilize {creature}`")
    marked = [box for box in RECOVERS if getattr(track, box)]
    box = next(iter(marked), "") if step.stat == "recovery" else step.stat
    if box not in marked:
        what = box or " or ".join(RECOVERS)
        raise Impossible(f"no recovery check helps {name}: it is not {what}")
    certain = pay_for_check(resolution, creature, box)
    question = recovery_question(resolution, creature, box, step.bonus, certain=certain)
    ask_or_roll(resolution, question, resolve_recovery, step.face)


def pay_for_check(resolution: Resolution, creature: str, box: str) -> bool:
    """Spends Conviction on a recovery check in a fight.

    Returns whether more Conviction makes it certain (§Recovery).
    """
    paid = use_conviction(resolution, creature)
    if resolution.fight.phase != "turns":
        return paid
    if not paid:
        resolution.say("recovery in a fight", creature)
        return False
    if box not in FADES:
        spend_for(resolution, creature, "full")
    return use_conviction(resolution, creature)


def recover_by_check(resolution: Resolution, creature: str, box: str) -> None:
    """Makes the check for a box that a rest allows."""
    certain = use_conviction(resolution, creature)
    ask_or_roll(resolution, recovery_question(resolution, creature, box, 0, certain=certain), resolve_recovery)


def fatigue_check(resolution: Resolution, creature: str, step: Check) -> None:
    """A Constitution check that removes a level of fatigue, after an hour's rest (§Fatigue)."""
    step = with_bare_face(step)
    if not level_of(resolution, creature):
        raise Impossible(f"{resolution.name(creature)} is not tired")
    certain = use_conviction(resolution, creature)
    question = recovery_question(resolution, creature, FATIGUED, step.bonus, certain=certain)
    ask_or_roll(resolution, question, resolve_recovery, step.face)


def lose_fatigue_by_check(resolution: Resolution, creature: str) -> None:
    """Makes the check against fatigue that an hour's rest allows."""
    fatigue_check(resolution, creature, Check((creature,), FATIGUED))


def recovery_question(resolution: Resolution, creature: str, box: str, bonus: int, *, certain: bool) -> Question:
    """The question for the die of a recovery check."""
    asked = resolution.new_question(RECOVERY, creature, box)
    return replace(asked, needs=CHECK, bonus=bonus or None, rule=CERTAIN_RECOVERY if certain else RECOVERY)


def resolve_recovery(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the die of a recovery check; with Conviction it succeeds, and 10 is added to a die of 10 or less."""
    creature, box, certain = question.creature, question.about, question.rule == CERTAIN_RECOVERY
    modifiers = constitution(resolution.view, creature)
    if certain and face <= LEAST_COUNTED:
        modifiers.insert(0, (CONVICTION_ADDS, "", CONVICTION))
    moment = Moment(resolution.view, creature)
    modifiers += [*roll_bonus_dice(resolution, moment, *CHECK_STATS), (question.bonus or 0, "", "typed")]
    recovered = certain or face + total(modifiers) >= CHECK
    outcome = "recovered" if recovered else "not yet"
    resolution.emit(DieRolled(RECOVERY, creature, face, terms(modifiers), CHECK, outcome, ability=box))
    effects.use_up(resolution, moment, *CHECK_STATS)
    if not recovered:
        return
    if box == FATIGUED:
        set_level(resolution, creature, max(0, level_of(resolution, creature) - 1))
        return
    close_others(resolution, creature, box)
    track = replace(track_of(resolution.state(creature)), **{box: False})
    set_track(resolution, creature, track, message("recovered from", box=box))


def close_others(resolution: Resolution, creature: str, box: str) -> None:
    """Closes the other open checks for a box that is cleared."""
    for each in resolution.fight.questions:
        if each.creature == creature and each.kind == RECOVERY and each.about == box:
            resolution.emit(QuestionClosed(each, message("recovered already")))


# Saves from the stat block


def saving_throw_modifiers(
    resolution: Resolution, creature: str, what: str, moment: Moment | None = None
) -> list[Modifier]:
    """The modifiers of a save in the stat block (§Saving Throws)."""
    printed = resolution.sheet(creature).defenses.get(what, 0)
    return [(printed, "", what.capitalize()), *defense_modifiers(moment or Moment(resolution.view, creature), what)]


CHECKS = CheckRules(
    ability=by_number,
    by_score=False,
    special={
        "dying": typed_dying_check,
        FATIGUED: fatigue_check,
        **dict.fromkeys(("recovery", *RECOVERS), recovery_check),
    },
    tie_by_bonus=True,
    skills=SKILLS,
    derived={"attack": attack_bonus, "grapple": grapple_bonus, "attack damage": damage_bonus},
    holds=("grappled", "pinned"),
    rolls=ROLLS,
)
ANSWERS: Mapping[str, AnswerRule] = {
    RECOVERY: resolve_recovery,
    CERTAIN_RECOVERY: resolve_recovery,
    CHECK_NOW: resolve_answer,
}
