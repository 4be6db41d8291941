"""The verbs that exist only in fights of the Archmage Engine, and its actions for `do`."""

from collections.abc import Mapping

from msgspec.structs import replace

from orcus_tui.model.duration import ROUND, Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DieRolled, FightChanged, QuestionAsked
from orcus_tui.model.fight import Question
from orcus_tui.model.message import Message, message
from orcus_tui.model.steps import Drop, SystemStep, Targets
from orcus_tui.rules import effects, presence, saves
from orcus_tui.rules.actions import spend_for
from orcus_tui.rules.life import acting
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.stats import barring_condition, save_modifiers, standing, total
from orcus_tui.rules.sums import terms
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.actions import Action
from orcus_tui.rules.system.hooks import Modifier
from orcus_tui.rules.system.verbs import SystemVerb
from orcus_tui.systems.archmage.attacks import ESCALATION, hit_mark
from orcus_tui.systems.archmage.dying import UNTIL_FREE

HELD = "escalation held"
AMBUSHES, STARTS = "ambushes", "starts the ambush"
SPIRITED = "fights in spirit"
ATTACKED = "attacked with"
DISENGAGE = "disengage"
HIGHEST = 6
GRABBED_PENALTY = -5


# The escalation die


def set_escalation(resolution: Resolution, value: int, why: Message | None = None) -> None:
    """Turns the escalation die, from 0 to 6."""
    shown = max(0, min(HIGHEST, value))
    counters = {**resolution.fight.counters, ESCALATION: shown}
    note = message("escalation because", value=shown, why=why) if why else message("escalation", value=shown)
    resolution.emit(FightChanged("counters", counters, note))


def remember(resolution: Resolution, what: str, number: int) -> None:
    """Keeps a number for later; 0 is forgotten."""
    kept = {**resolution.fight.remembered, what: number}
    if resolution.fight.remembered.get(what, 0) != number:
        resolution.emit(FightChanged("remembered", {name: each for name, each in kept.items() if each}))


def escalation(resolution: Resolution, step: SystemStep) -> None:
    """`escalation`: held where the party avoids the fight, reset where fighting all but ends (§Escalation Die)."""
    value = resolution.fight.counters.get(ESCALATION, 0)
    if step.what == "hold":
        remember(resolution, HELD, 1)
        resolution.say("escalation will hold")
    elif step.what == "reduce":
        set_escalation(resolution, value - 1, message("reduced"))
    else:
        set_escalation(resolution, 0, message("reset"))


# Ambush


def is_ambush(resolution: Resolution) -> bool:
    """Whether this fight opens with an ambush."""
    return any(AMBUSHES in state.used for state in resolution.fight.states.values())


def ambush(resolution: Resolution, step: SystemStep) -> None:
    """`ambush`: these ambush the others, who roll initiative after it; the first named starts (§Ambushes)."""
    if resolution.fight.phase != "setup":
        raise Impossible("the fight has begun already; an ambush is made before `begin`")
    for creature, state in resolution.fight.states.items():
        others = tuple(each for each in state.used if each not in (AMBUSHES, STARTS))
        starts = creature == step.targets[0]
        marks = [AMBUSHES] * (creature in step.targets) + [STARTS] * starts
        note = message("starts the ambush" if starts else "ambushes") if marks else None
        resolution.change(creature, "used", (*others, *marks), note)


# Grabs, disengaging, fighting in spirit


def last_attack(resolution: Resolution, creature: str) -> str:
    """The power a creature last did damage with, where that is kept."""
    place = resolution.fight.remembered.get(f"{ATTACKED}: {creature}", 0)
    known = resolution.sheet(creature).powers
    return known[place - 1].name if 0 < place <= len(known) else ""


def grab(resolution: Resolution, step: SystemStep) -> None:
    """`grab`: holds a creature, the attack that grabs having hit (§Grabbed)."""
    source = resolution.source(step.source)
    if not source:
        raise Impossible("who grabs? say by NAME")
    for creature in step.targets:
        if creature == source:
            raise Impossible(f"{resolution.name(creature)} cannot grab itself")
        until = Duration("words", words=UNTIL_FREE)
        by_attack = resolution.cause.power or last_attack(resolution, source)
        held = Effect(0, "", "condition", source, until, power=by_attack)
        effects.add_conditions(resolution, creature, ("grabbed",), held, None)


def disengage(resolution: Resolution, step: SystemStep) -> None:
    """`disengage`: a move action and a normal save, at −5 in a grab unless the grabber was hit (§Disengaging)."""
    creature = step.targets[0] if step.targets else acting(resolution)
    bar = barring_condition(resolution.system, resolution.fight, creature, "disengage")
    if bar:
        resolution.forbid("cannot disengage", who=creature, condition=bar)
    if step.face is not None and not 1 <= step.face <= 20:
        raise Impossible(f"a d20 shows 1 to 20, not {step.face}")
    spend_for(resolution, creature, "move")
    if step.face is None and resolution.asks(creature):
        asked = resolution.new_question(saves.SAVE, creature, DISENGAGE)
        needs = resolution.system.saves.needs
        resolution.emit(QuestionAsked(replace(asked, needs=needs, bonus=step.bonus or None, rule=DISENGAGE)))
    else:
        face = resolution.die(20) if step.face is None else step.face
        break_away(resolution, creature, face, step.bonus, resolution.system.saves.needs)


def answer_disengage(resolution: Resolution, question: Question, face: int) -> None:
    """The die of a disengage check that was asked for."""
    needs = question.needs or resolution.system.saves.needs
    break_away(resolution, question.creature, face, question.bonus or 0, needs)


def break_away(resolution: Resolution, creature: str, face: int, bonus: int, needs: int) -> None:
    """What a disengage check comes to: free to move away, out of any grab, or a move that is wasted."""
    holds = [each for each in resolution.state(creature).effects if each.name == "grabbed"]
    modifiers = disengaging(resolution, creature, bonus, [each.source for each in holds])
    free = face + total(modifiers) >= needs
    outcome = "free to move" if free else "move wasted"
    resolution.emit(DieRolled(DISENGAGE, creature, face, terms(modifiers), needs, outcome))
    saves.use_up_once(resolution, creature)
    for hold in holds if free else ():
        effects.end(resolution, creature, hold, message("disengaged"))


def disengaging(resolution: Resolution, creature: str, bonus: int, grabbers: list[str]) -> list[Modifier]:
    """What is added to a disengage check; further foes engaged are given with the line."""
    modifiers = save_modifiers(resolution.system, resolution.fight, creature)
    if bonus:
        modifiers.append((bonus, "", "given"))
    used = resolution.state(creature).used
    if any(hit_mark(each) not in used for each in grabbers):
        modifiers.append((GRABBED_PENALTY, "", "grabbed"))
    return modifiers


def spirit(resolution: Resolution, step: SystemStep) -> None:
    """`spirit`: a fallen creature gives an ally +1, once a round, to the end of the next (§Fight in Spirit)."""
    source = step.source
    if not source:
        raise Impossible("who fights in spirit? say by NAME")
    fight = resolution.fight
    if standing(resolution.system, fight, source) == "up":
        resolution.forbid("still in the fight", who=source)
    mark = f"{SPIRITED}: {source}"
    if fight.phase == "turns" and fight.remembered.get(mark) == fight.round:
        resolution.forbid("fought in spirit", who=source)
    remember(resolution, mark, fight.round)
    given = step.bonus or 1
    lasts = Duration("rounds", anchor=ROUND, number=2)
    effects.add(resolution, step.targets[0], Effect(0, step.what, "bonus", source, lasts, given))


def release(resolution: Resolution, source: str, targets: Targets) -> None:
    """Lets go of the creature it grabs (§Grabbed)."""
    if not effects.let_go(resolution, "grabbed", source, targets, message("let go")):
        raise Impossible(f"{resolution.name(source)} grabs nobody")


def flee(resolution: Resolution, source: str, targets: Targets) -> None:  # noqa: ARG001  # shared signature
    """The whole party leaves, the fallen too, and the campaign loses by it (§Flee)."""
    fight, side = resolution.fight, resolution.sheet(source).side
    if side != "party":
        raise Impossible(f"{resolution.name(source)} is not of the party; `drop NAME` is for foes that leave")
    leaving = tuple(
        each for each, sheet in fight.sheets.items() if sheet.side == side and fight.states[each].place == "here"
    )
    presence.drop(resolution, Drop(leaving))
    resolution.say("campaign loss")


VERBS = (
    SystemVerb("escalation", "hold|reduce|reset", "the die does not rise next round, falls by 1, or is 0", escalation),
    SystemVerb("ambush", "STARTER,OTHERS", "these ambush: round 0 for the first and the best of the others", ambush),
    SystemVerb("grab", "TARGET [by SOURCE]", "grabs, after a hit", grab, in_powers=True),
    SystemVerb("disengage", "[TARGET] [FACE] [±N]", "a move action and a save; ±N: −1 for each further foe", disengage),
    SystemVerb(
        "spirit",
        "TARGET attack|ac|pd|md [±N] [by SOURCE]",
        "a creature out of the fight gives an ally +1 until the end of the next round",
        spirit,
    ),
)

ACTIONS: Mapping[str, Action] = {
    "flee": Action("free", "the whole party leaves, the fallen too; a campaign loss", flee, for_itself=True),
    "release": Action("free", "lets go of the creature it grabs", release),
}
