"""Damage in the True SRD: Toughness saves, and the marks of a failure on the track."""

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.creature import Sheet, Track
from orcus_tui.model.damage import Damage
from orcus_tui.model.events import DieRolled, QuestionAsked
from orcus_tui.model.fight import Fight, Question
from orcus_tui.model.message import Message, message
from orcus_tui.rules import effects, triggers
from orcus_tui.rules.attack_rolls import end_after
from orcus_tui.rules.damage import is_immune_to_all, resistance, vulnerability
from orcus_tui.rules.dice_rolls import terms
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.life import DEATH_SAVE
from orcus_tui.rules.modifiers import roll_bonus_dice
from orcus_tui.rules.stats import defense_modifiers, stats_of, total
from orcus_tui.rules.system.hooks import Modifier
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.true_srd.condition_type import TrueSrdCondition
from orcus_tui.systems.true_srd.dying import dying_dc, save_against_death
from orcus_tui.systems.true_srd.track import (
    MINION,
    OBJECT,
    TALLY,
    WORST,
    mark_result,
    new_marks,
    result_by_margin,
    track_of,
)
from orcus_tui.systems.true_srd.track_effects import lose_turn, set_track

BASE, OBJECT_BASE = 15, 10
TOUGHNESS = "toughness"
"""The kind of question for the die of a Toughness save."""


def row_of(resolution: Resolution, damage_dealt: Damage) -> str:
    """The row for damage: lethal unless stated to be non-lethal, and always lethal for objects (§Objects)."""
    if resolution.sheet(damage_dealt.target).kind == OBJECT or "lethal" in damage_dealt.types:
        return "lethal"
    return "nonlethal" if "nonlethal" in damage_dealt.types else "lethal"


def bonus_of(damage_dealt: Damage) -> int:
    """The damage bonus after halving."""
    return int(damage_dealt.rolled // 2**damage_dealt.halving_count)


def save_moment(resolution: Resolution, damage_dealt: Damage) -> Moment:
    """The moment of a Toughness save: the source and the types of the damage."""
    other = damage_dealt.source if damage_dealt.source in resolution.fight.states else ""
    return Moment(resolution.view, damage_dealt.target, other, damage=damage_dealt)


def toughness(resolution: Resolution, damage_dealt: Damage, row: str) -> list[Modifier]:
    """The modifiers of a Toughness save. Raises Impossible if the stat block has no Toughness."""
    creature = damage_dealt.target
    printed = resolution.sheet(creature).defenses.get("toughness")
    if printed is None:
        raise Impossible(
            f"{resolution.name(creature)} has no toughness; `set {creature} defenses.toughness N` gives it one"
        )
    changes = defense_modifiers(save_moment(resolution, damage_dealt), TOUGHNESS, row)
    typed = replace(damage_dealt, types=damage_dealt.types or (row,))
    by_type = [(resistance(resolution, typed), "", "resist"), (-vulnerability(resolution, typed), "", "vulnerable")]
    return [(printed, "", ""), *changes, *(each for each in by_type if each[0])]


def with_typed_die(resolution: Resolution, damage_dealt: Damage) -> Damage:
    """The damage with the next die that was typed with an attack for its Toughness saves, if there is one."""
    if damage_dealt.face is not None or not resolution.typed.toughness:
        return damage_dealt
    return replace(damage_dealt, face=resolution.typed.toughness.pop(0))


def deal(resolution: Resolution, damage_dealt: Damage) -> int:
    """Makes a Toughness save against damage, marks a failure, and returns by how much it failed.

    §Damage and Recovery.
    """
    creature, row = damage_dealt.target, row_of(resolution, damage_dealt)
    if damage_dealt.source not in ("", creature) and not damage_dealt.persistent:
        end_after(resolution, creature, "attacked", message("attacked"))
    if resolution.state(creature).life == "dead":
        resolution.say("dead already", creature)
        return 0
    if is_immune_to_all(resolution, replace(damage_dealt, types=damage_dealt.types or (row,))):
        by_range = effects.is_immune(resolution, creature, damage_dealt.range)
        if by_range:
            resolution.say("immune to attacks", creature, range=damage_dealt.range)
        else:
            resolution.say("immune to damage", creature, types=damage_dealt.types or (row,))
        return 0
    if shrugs_off(resolution, damage_dealt):
        return 0
    modifiers = toughness(resolution, damage_dealt, row)
    damage_dealt = with_typed_die(resolution, damage_dealt)
    asks = resolution.asks if damage_dealt.persistent else resolution.fight_asks
    if damage_dealt.face is None and asks(creature):
        about = " ".join(each for each in (str(bonus_of(damage_dealt)), row, damage_dealt.range) if each)
        asked = resolution.new_question(TOUGHNESS, creature, about)
        power, in_row = resolution.cause.power or None, replace(damage_dealt, types=damage_dealt.types or (row,))
        resolution.emit(QuestionAsked(replace(asked, damage=in_row, power=power)))
        return 0
    difficulty = toughness_dc(resolution.sheet(creature), damage_dealt)
    face = resolution.die(20) if damage_dealt.face is None else damage_dealt.face
    moment, stats = save_moment(resolution, damage_dealt), stats_of(resolution.system, TOUGHNESS)
    modifiers += roll_bonus_dice(resolution, moment, *stats)
    margin = difficulty - face - total(modifiers)
    outcome_ = "unhurt" if margin <= 0 else "fails by"
    shown = replace(damage_dealt, types=(row,), face=None)  # the event already has the die
    resolution.emit(DieRolled(TOUGHNESS, creature, face, terms(modifiers), difficulty, outcome_, damage=shown))
    effects.use_up(resolution, moment, *stats)
    if margin > 0:
        harm(resolution, damage_dealt, row, outcome(resolution, creature, margin, face))
    for known in held_conditions(resolution.view, creature).values():
        if isinstance(known, TrueSrdCondition) and known.when_struck:
            known.when_struck(resolution, creature)
    return max(0, margin)


def toughness_dc(sheet: Sheet, damage_dealt: Damage) -> int:
    """The DC of a Toughness save (§Damage and Recovery, §Damage to Objects)."""
    return (OBJECT_BASE if sheet.kind == OBJECT else BASE) + bonus_of(damage_dealt)


def question_needs(fight: Fight, question: Question) -> int | None:
    """The DC of a Toughness save or dying check that is asked for, if known."""
    if question.kind == TOUGHNESS and question.damage:
        return toughness_dc(fight.sheets[question.creature], question.damage)
    return dying_dc(fight, question.creature) if question.kind == DEATH_SAVE else question.needs


def shrugs_off(resolution: Resolution, damage_dealt: Damage) -> bool:
    """Whether an object ignores non-lethal damage with a bonus below its Toughness (§Damage to Objects)."""
    sheet = resolution.sheet(damage_dealt.target)
    weak = bonus_of(damage_dealt) < sheet.defenses.get("toughness", 0)
    if sheet.kind != OBJECT or "nonlethal" not in damage_dealt.types or not weak:
        return False
    resolution.say("too tough", damage_dealt.target)
    return True


def outcome(resolution: Resolution, creature: str, margin: int, face: int) -> int:
    """The result of a failed save: for minions the worst result, on a natural 20 at most a tally.

    §Impossible Toughness Saves, §Minions.
    """
    if resolution.sheet(creature).kind == MINION:
        return WORST
    if face == 20 and resolution.option("impossible_saves"):
        return TALLY
    return result_by_margin(margin)


def result_message(before: Track, after: Track) -> Message:
    """The message for a result: the worst new mark, if any."""
    if after == before:
        return message("no worse")
    box, *_ = new_marks(before, after)
    return message("falls" if box in ("unconscious", "dying") else "is marked", box=box)


def harm(resolution: Resolution, damage_dealt: Damage, row: str, step: int) -> None:
    """Marks a result on the track, and applies its effects."""
    creature = damage_dealt.target
    before = track_of(resolution.state(creature))
    after = mark_result(before, row, step, resolution.option)
    if resolution.sheet(creature).kind == OBJECT:
        after = replace(after, bruised=0, dazed=False, staggered=False, unconscious=False)
    triggers.note_damage(resolution, creature, damage_dealt.types, damage_dealt.source)
    set_track(resolution, creature, after, result_message(before, after))
    lose_turn(resolution, creature, before, damage_dealt.source)
    save_against_death(resolution, creature, before)
