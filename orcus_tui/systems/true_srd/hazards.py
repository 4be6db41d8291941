"""Fire and lack of air in the True SRD, turn by turn (§Catching on Fire, §Suffocation)."""

from collections.abc import Mapping

from msgspec.structs import replace

from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import UNTIL_REMOVED
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import EffectChanged, QuestionAsked
from orcus_tui.model.fight import Question
from orcus_tui.model.message import message, plain
from orcus_tui.model.steps import Targets
from orcus_tui.rules import effects, life
from orcus_tui.rules.damage import persistent_amount
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.hooks import AnswerRule
from orcus_tui.systems.true_srd.checks import save_question, succeeds
from orcus_tui.systems.true_srd.track_effects import set_track, track_of
from orcus_tui.systems.true_srd.toughness import deal

BURNING = "burning"
FIRE_DAMAGE, FIRE_DC, SMOTHERING = 2, 15, 4
HOLDING_BREATH, SUFFOCATING = "holding breath", "suffocating"
BREATH = "breath"
"""The counter of rounds for which a creature can still hold its breath."""
BREATH_ROUNDS, ROUNDS_BY_CONSTITUTION, BREATH_DC = 20, 4, 10
FIRE, SMOTHER = "fire", "smothered fire"
"""The rules that answer Reflex saves of the burning: after a failure the fire burns on, or does no further harm."""


HAZARDS = frozenset((BURNING, HOLDING_BREATH, SUFFOCATING))


def face_hazards(resolution: Resolution, creature: str) -> None:
    """What fire and lack of air do as a turn starts."""
    held = {each.name for each in resolution.state(creature).effects}
    if not held.isdisjoint(HAZARDS):
        suffocate(resolution, creature)
        run_out_of_air(resolution, creature)
        burn(resolution, creature)


# Fire


def catch_fire(resolution: Resolution, creature: str) -> None:
    """Whoever catches fire takes damage at once (§Catching on Fire)."""
    burn_on(resolution, creature, worst_fire(resolution, creature))


def fires_on(resolution: Resolution, creature: str) -> list[Effect]:
    """The fires on a creature, the oldest first: the condition, or persistent damage of that name."""
    return [each for each in resolution.state(creature).effects if each.name == BURNING]


def worst_fire(resolution: Resolution, creature: str) -> Effect | None:
    """The fire that counts, of several on one creature."""
    return max(fires_on(resolution, creature), key=fire_damage, default=None)


def fire_damage(fire: Effect) -> int:
    """The damage bonus of a fire: 2, or as much as was typed."""
    return FIRE_DAMAGE if fire.amount is None else fire.amount


def burn(resolution: Resolution, creature: str) -> None:
    """Each round a Reflex save puts the fire out, or it burns on (§Catching on Fire)."""
    fire = worst_fire(resolution, creature)
    if fire and resolution.state(creature).life != "dead":
        save_against_fire(resolution, creature, fire, 0, FIRE)


def smother(resolution: Resolution, source: str, targets: Targets) -> None:
    """Another save against the fire, at +4; a failure does no further harm (§Catching on Fire)."""
    for creature in targets or (source,):
        fire = worst_fire(resolution, creature)
        if fire is None:
            raise Impossible(f"{resolution.name(creature)} is not burning")
        save_against_fire(resolution, creature, fire, SMOTHERING, SMOTHER)


def save_against_fire(resolution: Resolution, creature: str, fire: Effect, bonus: int, rule: str) -> None:
    """A Reflex save against a fire, rolled or asked for."""
    asked = save_question(resolution, creature, "reflex", FIRE_DC, bonus)
    roll_or_ask(resolution, replace(asked, about=BURNING, effect=fire.id, rule=rule), answer_fire)


def roll_or_ask(resolution: Resolution, question: Question, answer: AnswerRule) -> None:
    """Asks for the die of a question, or rolls it and answers."""
    if resolution.asks(question.creature):
        resolution.emit(QuestionAsked(question))
    else:
        answer(resolution, question, resolution.die(question.die))


def answer_fire(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the Reflex save of a burning creature."""
    creature = question.creature
    if succeeds(resolution, question, face):
        for fire in fires_on(resolution, creature):
            effects.end(resolution, creature, fire, message("put out"))
    elif question.rule == FIRE:
        burn_on(resolution, creature, worst_fire(resolution, creature))


def burn_on(resolution: Resolution, creature: str, fire: Effect | None) -> None:
    """The damage of a fire, lethal unless said otherwise."""
    if fire:
        types = fire.types or ("lethal",)
        amount, source = fire_damage(fire), fire.source
        deal(resolution, Damage(creature, amount, types, source=source, persistent=True, cause=message("fire")))


# Air


def hold_breath(resolution: Resolution, creature: str) -> None:
    """Twenty rounds and four for each point of Constitution (§Suffocation)."""
    constitution = resolution.sheet(creature).abilities.get("con", 0)
    set_breath(resolution, creature, BREATH_ROUNDS + ROUNDS_BY_CONSTITUTION * constitution)


def set_breath(resolution: Resolution, creature: str, rounds: int | None) -> None:
    """Sets the rounds a creature can hold its breath; None: it breathes."""
    others = {name: number for name, number in resolution.state(creature).counters.items() if name != BREATH}
    resolution.change(creature, "counters", others if rounds is None else {**others, BREATH: rounds})


def breathe_again(resolution: Resolution, creature: str, ended: Effect) -> None:
    """Forgets the rounds of breath when a creature no longer holds it."""
    if ended.name == HOLDING_BREATH and BREATH in resolution.state(creature).counters:
        set_breath(resolution, creature, None)


def run_out_of_air(resolution: Resolution, creature: str) -> None:
    """A round less of breath; then a Constitution check each round, the DC 1 higher for each success (§Suffocation)."""
    held = next((each for each in resolution.state(creature).effects if each.name == HOLDING_BREATH), None)
    if held is None:
        return
    left = resolution.state(creature).counters.get(BREATH, 0)
    if left > 0:
        set_breath(resolution, creature, left - 1)
        return
    asked = save_question(resolution, creature, "con", BREATH_DC - left, 0)
    roll_or_ask(resolution, replace(asked, about=HOLDING_BREATH, effect=held.id, rule=HOLDING_BREATH), answer_breath)


def answer_breath(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the check of a creature without air: another round, or it begins to suffocate."""
    creature = question.creature
    held = next((each for each in resolution.state(creature).effects if each.name == HOLDING_BREATH), None)
    if succeeds(resolution, question, face):
        set_breath(resolution, creature, min(0, resolution.state(creature).counters.get(BREATH, 0)) - 1)
    elif held:
        effects.end(resolution, creature, held, message("out of air"))
        effects.add_condition(resolution, creature, SUFFOCATING, creature, UNTIL_REMOVED)


def begin_to_suffocate(resolution: Resolution, creature: str) -> None:
    """In the first round it falls unconscious (§Suffocation)."""
    track = track_of(resolution.state(creature))
    if not track.unconscious:
        set_track(resolution, creature, replace(track, unconscious=True), message("suffocates"))


def die_of_suffocation(resolution: Resolution, creature: str) -> None:
    """In the third round it dies, without a check (§Suffocation)."""
    if any(each.name == SUFFOCATING and each.amount for each in resolution.state(creature).effects):
        life.die(resolution, creature)


def suffocate(resolution: Resolution, creature: str) -> None:
    """In the second round it is dying; there is no dying check any longer (§Suffocation)."""
    for effect in resolution.state(creature).effects:
        if effect.name == SUFFOCATING and not effect.amount and resolution.state(creature).life != "dead":
            resolution.emit(EffectChanged(creature, replace(effect, amount=1)))
            track = replace(track_of(resolution.state(creature)), unconscious=True, dying=True)
            set_track(resolution, creature, track, message("dying"))


# Persistent damage


def persistent_damage(resolution: Resolution, creature: str) -> None:
    """What eats at a creature, each turn, until it is removed; of one name only the worst counts. Fire is a hazard."""
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


ANSWERED: Mapping[str, AnswerRule] = {FIRE: answer_fire, SMOTHER: answer_fire, HOLDING_BREATH: answer_breath}
