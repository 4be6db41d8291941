"""Fire, lack of air and persistent damage in the True SRD (§Catching on Fire, §Suffocation)."""

from collections.abc import Mapping

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import UNTIL_REMOVED, Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import EffectChanged
from orcus_tui.model.fight import Question
from orcus_tui.model.message import message, plain
from orcus_tui.rules import effects, life
from orcus_tui.rules.checks import required_roll, succeeds
from orcus_tui.rules.damage import persistent_amount
from orcus_tui.rules.dice_rolls import ask_or_roll
from orcus_tui.rules.system.actions import ActionUse
from orcus_tui.rules.system.checks import Hazard
from orcus_tui.rules.system.hooks import AnswerRule
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.true_srd.condition_type import BURNING, HOLDING_BREATH, SUFFOCATING
from orcus_tui.systems.true_srd.fatigue import tire
from orcus_tui.systems.true_srd.toughness import deal
from orcus_tui.systems.true_srd.track import track_of
from orcus_tui.systems.true_srd.track_effects import set_track

FIRE_DAMAGE, FIRE_DC, SMOTHERING = 2, 15, 4
BREATH = "breath"
"""The counter of the rounds that a creature can still hold its breath."""
BREATH_DC = 10
FIRE, SMOTHER = "fire", "smothered fire"
"""The rules for Reflex saves against fire: after a failed save, FIRE deals damage and SMOTHER does not."""


HAZARDS = frozenset((BURNING, HOLDING_BREATH, SUFFOCATING))


def face_hazards(resolution: Resolution, creature: str) -> None:
    """Applies fire and lack of air at the start of a turn."""
    held = {each.name for each in resolution.state(creature).effects}
    if not held.isdisjoint(HAZARDS):
        suffocate(resolution, creature)
        run_out_of_air(resolution, creature)
        burn(resolution, creature)


# Fire


def worst_fire(resolution: Resolution, creature: str) -> Effect | None:
    """The most damaging of the fires on a creature, if any: the condition, or persistent damage of that name."""
    return max(effects.of_name(resolution, creature, BURNING), key=fire_damage, default=None)


def fire_damage(fire: Effect) -> int:
    """The damage bonus of a fire: as typed, or 2."""
    return FIRE_DAMAGE if fire.amount is None else fire.amount


def burn(resolution: Resolution, creature: str) -> None:
    """Makes a burning creature's Reflex save of the round, which puts the fire out on a success (§Catching on Fire)."""
    fire = worst_fire(resolution, creature)
    if fire and resolution.state(creature).life != "dead":
        save_against_fire(resolution, creature, fire, 0, FIRE)


def smother(use: ActionUse) -> None:
    """Makes another save against the fire, at +4; a failure deals no damage (§Catching on Fire)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    for creature in targets or (source,):
        fire = worst_fire(resolution, creature)
        if fire is None:
            raise Impossible(f"{resolution.name(creature)} is not burning")
        save_against_fire(resolution, creature, fire, SMOTHERING, SMOTHER)


def save_against_fire(resolution: Resolution, creature: str, fire: Effect, bonus: int, rule: str) -> None:
    """Rolls or asks for a Reflex save against a fire."""
    asked = required_roll(resolution, creature, "reflex", FIRE_DC, bonus)
    ask_or_roll(resolution, replace(asked, about=BURNING, effect=fire.id, rule=rule), answer_fire)


def answer_fire(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the Reflex save of a burning creature."""
    creature = question.creature
    if succeeds(resolution, question, face):
        for fire in effects.of_name(resolution, creature, BURNING):
            effects.end(resolution, creature, fire, message("put out"))
    elif question.rule == FIRE:
        burn_on(resolution, creature, worst_fire(resolution, creature))


def burn_on(resolution: Resolution, creature: str, fire: Effect | None) -> None:
    """Deals the damage of a fire, lethal by default."""
    if fire:
        types = fire.types or ("lethal",)
        amount, source = fire_damage(fire), fire.source
        deal(resolution, Damage(creature, amount, types, source=source, persistent=True, cause=message("fire")))


# Air


def set_breath(resolution: Resolution, creature: str, rounds: int | None) -> None:
    """Sets the number of rounds that a creature can hold its breath; None if it breathes."""
    others = {name: number for name, number in resolution.state(creature).counters.items() if name != BREATH}
    resolution.change(creature, "counters", others if rounds is None else {**others, BREATH: rounds})


def breathe_again(resolution: Resolution, creature: str, ended: Effect) -> None:
    """Forgets the rounds of breath when a creature no longer holds it."""
    if ended.name == HOLDING_BREATH and BREATH in resolution.state(creature).counters:
        set_breath(resolution, creature, None)


def _held_breath(resolution: Resolution, creature: str) -> Effect | None:
    return next(iter(effects.of_name(resolution, creature, HOLDING_BREATH)), None)


def run_out_of_air(resolution: Resolution, creature: str) -> None:
    """Counts down the breath; then makes Constitution checks, whose DC rises by 1 with each success (§Suffocation)."""
    held = _held_breath(resolution, creature)
    if held is None:
        return
    left = resolution.state(creature).counters.get(BREATH, 0)
    if left > 0:
        set_breath(resolution, creature, left - 1)
        return
    asked = required_roll(resolution, creature, "con", BREATH_DC - left, 0)
    ask_or_roll(resolution, replace(asked, about=HOLDING_BREATH, effect=held.id, rule=HOLDING_BREATH), answer_breath)


def answer_breath(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the check of a creature without air: it holds on for a round, or begins to suffocate."""
    creature = question.creature
    held = _held_breath(resolution, creature)
    if succeeds(resolution, question, face):
        set_breath(resolution, creature, min(0, resolution.state(creature).counters.get(BREATH, 0)) - 1)
    elif held:
        effects.end(resolution, creature, held, message("out of air"))
        effects.add_condition(resolution, creature, SUFFOCATING, creature, UNTIL_REMOVED)


def die_of_suffocation(resolution: Resolution, creature: str) -> None:
    """Kills a suffocating creature in the third round (§Suffocation)."""
    if any(each.name == SUFFOCATING and each.amount for each in resolution.state(creature).effects):
        life.die(resolution, creature)


def suffocate(resolution: Resolution, creature: str) -> None:
    """Makes a suffocating creature dying in the second round, without a dying check (§Suffocation)."""
    for effect in resolution.state(creature).effects:
        if effect.name == SUFFOCATING and not effect.amount and resolution.state(creature).life != "dead":
            resolution.emit(EffectChanged(creature, replace(effect, amount=1)))
            track = replace(track_of(resolution.state(creature)), unconscious=True, dying=True)
            set_track(resolution, creature, track, message("dying"))


# Cold, heat, smoke, hunger and thirst


def weaken(resolution: Resolution, creature: str) -> None:
    """Adds a level of fatigue; a creature that is unconscious becomes disabled, then dying (§Cold, §Heat)."""
    track = track_of(resolution.state(creature))
    if not track.unconscious:
        tire(resolution, creature)
    elif track.disabled:
        set_track(resolution, creature, replace(track, dying=True), message("dying"))
    else:
        set_track(resolution, creature, replace(track, disabled=True), message("is marked", box="disabled"))


def choke(resolution: Resolution, creature: str) -> None:
    """Makes a creature choke for a round; in the second in a row it is winded (§Smoke)."""
    held = next(iter(effects.of_name(resolution, creature, CHOKING)), None)
    if held:
        effects.end(resolution, creature, held, message("chokes on"))
        tire(resolution, creature)
    effects.add(resolution, creature, Effect(0, CHOKING, "other", creature, Duration("end", anchor=creature)))


CHOKING = "choking"
WEATHER = Hazard("fortitude", 15, weaken)
WANT = Hazard("con", 10, weaken)
CHECKED: Mapping[str, Hazard] = {
    "cold": WEATHER,
    "heat": WEATHER,
    "smoke": Hazard("fortitude", 15, choke),
    "thirst": WANT,
    "starvation": WANT,
}
"""Hazards with a check that gets harder, by the names that `check` takes in quotes."""


# Persistent damage


def persistent_damage(resolution: Resolution, creature: str) -> None:
    """Deals the worst persistent damage of each name, until it is removed. Fire is a separate hazard."""
    worst: dict[object, Effect] = {}
    for effect in resolution.state(creature).effects:
        if effect.kind != "persistent" or effect.name == BURNING:
            continue
        key = effect.id if effect.name == "persistent" else effect.name
        if key not in worst or (effect.amount or 0) > (worst[key].amount or 0):
            worst[key] = effect
    for effect in worst.values():
        if resolution.state(creature).life != "dead":
            cause = None if effect.name == "persistent" else plain(effect.name)
            amount, source = persistent_amount(resolution, effect), effect.source
            deal(resolution, Damage(creature, amount, effect.types, source=source, persistent=True, cause=cause))


ANSWERS: Mapping[str, AnswerRule] = {FIRE: answer_fire, SMOTHER: answer_fire, HOLDING_BREATH: answer_breath}
