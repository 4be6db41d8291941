"""Engagement in the Archmage Engine: opportunity attacks, grabs, disengaging (§Engaged, §Grabbed, §Disengaging)."""

from collections.abc import Sequence

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.duration import UNTIL_FREE
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DieRolled
from orcus_tui.model.fight import Question
from orcus_tui.model.message import message
from orcus_tui.model.typed_steps import SystemStep
from orcus_tui.rules import effects, engagement, saves
from orcus_tui.rules.actions import refuse_barred, spend_for, use_until_next_turn
from orcus_tui.rules.dice_rolls import ask_or_roll, refuse_wrong_faces, terms
from orcus_tui.rules.engagement import foes_up
from orcus_tui.rules.modifiers import roll_save_dice
from orcus_tui.rules.opportunities import offer_opportunities
from orcus_tui.rules.resolution import default_creature
from orcus_tui.rules.stats import save_modifiers, total
from orcus_tui.rules.system.attacks import AttackResult, PowerUse, Strike
from orcus_tui.rules.system.hooks import Modifier
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.archmage.conditions import GRABBED

AUTO_ENGAGE = "auto_engage"
ATTACKED = "attacked with"
DISENGAGE = "disengage"
GRABBED_PENALTY = -5


def engage(resolution: Resolution, step: SystemStep) -> None:
    """`engage`: engages the targets with the source (§Engaged)."""
    source = resolution.source(step.source)
    if not source:
        raise Impossible("who engages? add `by NAME`")
    for creature in (source, *step.targets):
        state = resolution.state(creature)
        if state.is_out or state.place != "here":
            raise Impossible(f"{resolution.name(creature)} is dead or away and cannot engage")
    if source in step.targets:
        raise Impossible(f"{resolution.name(source)} cannot engage itself", of="targets")
    new = [each for each in step.targets if each not in resolution.state(source).engaged]
    if not new:
        names = resolution.formatter().names_and(step.targets)
        raise Impossible(f"{resolution.name(source)} is engaged with {names} already", of="targets")
    for creature in new:
        if _are_allies(resolution, source, creature):
            resolution.forbid("engages ally", who=source, ally=creature)
    engagement.engage(resolution, source, new)


def engage_targets(strike: Strike) -> None:
    """Engages an attacker with the foes that it attacks in melee, by option (§Engaged)."""
    resolution, source = strike.resolution, strike.source
    if strike.power.origin == "melee" and resolution.option(AUTO_ENGAGE):
        engage_by_melee(resolution, source, strike.targets)


def engage_by_melee(resolution: Resolution, source: str, targets: Sequence[str]) -> None:
    """Engages a creature with foes that it has reached, unless the fight is over."""
    here = [each for each in targets if resolution.state(each).place == "here" and not resolution.state(each).is_out]
    if resolution.fight.phase != "finished":
        engagement.engage(
            resolution, source, [each for each in here if each != source and not _are_allies(resolution, source, each)]
        )


def _are_allies(resolution: Resolution, one: str, other: str) -> bool:
    side = resolution.sheet(one).side
    return side != "neutral" and side == resolution.sheet(other).side


def draw_all(use: PowerUse) -> None:
    """Logs and offers the opportunity attacks of all foes that are engaged with the user."""
    if is_known(use.resolution, use.source):
        _offer_to(use, foes_up(use.resolution.view, use.source))
    else:
        use.resolution.say("draws all", use.source)


def draw_others(use: PowerUse) -> None:
    """Logs and offers the opportunity attacks of the foes engaged with the user, except its targets."""
    if is_known(use.resolution, use.source):
        _offer_to(use, [each for each in foes_up(use.resolution.view, use.source) if each not in use.targets])
    else:
        use.resolution.say("draws others", use.source)


def _offer_to(use: PowerUse, foes: Sequence[str]) -> None:
    if foes:
        use.resolution.say("draws from", use.source, foes=tuple(foes))
        offer_opportunities(use.resolution, use.source, tuple(foes))


def is_known(resolution: Resolution, creature: str) -> bool:
    """Whether the engagement of a creature is tracked: an option derives it from melee attacks, or it was typed."""
    return bool(resolution.option(AUTO_ENGAGE) or resolution.state(creature).engaged)


def allies_engaged_with(resolution: Resolution, source: str, target: str) -> tuple[str, ...] | None:
    """The allies of a creature that are engaged with its target; None if that is not known (§Fumbles)."""
    engaged = resolution.state(target).engaged
    if not engaged:
        return None
    return tuple(each for each in engaged if each != source and _are_allies(resolution, source, each))


# Grabs, and getting away


def last_attack(resolution: Resolution, creature: str) -> str:
    """The power that a creature last dealt damage with; empty if unknown."""
    place = resolution.fight.system_memory.get(f"{ATTACKED}: {creature}", 0)
    known = resolution.sheet(creature).powers
    return known[place - 1].name if 0 < place <= len(known) else ""


def grab(resolution: Resolution, step: SystemStep) -> None:
    """`grab`: holds a creature after the grabbing attack has hit (§Grabbed)."""
    source = resolution.source(step.source)
    if not source:
        raise Impossible("who grabs? add `by NAME`")
    for creature in step.targets:
        if creature == source:
            raise Impossible(f"{resolution.name(creature)} cannot grab itself")
        by_attack = resolution.cause.power or last_attack(resolution, source)
        held = Effect(0, "", "condition", source, UNTIL_FREE, power=by_attack)
        engage_by_melee(resolution, source, (creature,))
        effects.add_conditions(resolution, creature, (GRABBED,), held, None)


def hit_mark(grabber: str) -> str:
    """The mark of a creature that has hit its grabber."""
    return f"hit {grabber}"


def remember_hits(strike: Strike, results: list[AttackResult]) -> None:
    """Marks a creature that has hit its grabber, so that it disengages without penalty this turn (§Grabbed)."""
    resolution, source = strike.resolution, strike.source
    grabbers = {each.source for each in effects.of_name(resolution, source, GRABBED)}
    for result in results:
        if result.hits and result.target in grabbers:
            use_until_next_turn(resolution, source, hit_mark(result.target))


def disengage(resolution: Resolution, step: SystemStep) -> None:
    """`disengage`: a move action and a normal save, at −5 in a grab unless the grabber was hit (§Disengaging).

    With `free`, it needs neither, for a creature that pops free or accepts opportunity attacks.
    """
    creature = step.targets[0] if step.targets else default_creature(resolution)
    if step.what:
        pop_free(resolution, creature)
        return
    refuse_barred(resolution, creature, "disengage", "cannot disengage")
    refuse_wrong_faces("face", step.face)
    spend_for(resolution, creature, "move")
    asked = resolution.new_question(saves.SAVE, creature, DISENGAGE)
    question = replace(asked, needs=resolution.system.saves.needs, bonus=step.bonus or None, rule=DISENGAGE)
    ask_or_roll(resolution, question, answer_disengage, step.face)


def pop_free(resolution: Resolution, creature: str) -> None:
    """Ends the engagement of a creature without a save."""
    foes = resolution.state(creature).engaged
    if not foes:
        raise Impossible(f"{resolution.name(creature)} is not engaged with anybody")
    engagement.end_all(resolution, creature, message("pops free", foes=foes))


def answer_disengage(resolution: Resolution, question: Question, face: int) -> None:
    """Applies a disengage check: the creature gets away from its foes and any grab, or its move is wasted."""
    creature, needs = question.creature, question.needs or resolution.system.saves.needs
    holds = effects.of_name(resolution, creature, GRABBED)
    modifiers = disengage_modifiers(resolution, creature, question.bonus or 0, [each.source for each in holds])
    modifiers += roll_save_dice(resolution, creature)
    free = face + total(modifiers) >= needs
    outcome = "free to move" if free else "move wasted"
    resolution.emit(DieRolled(DISENGAGE, creature, face, terms(modifiers), needs, outcome))
    effects.use_up_once(resolution, creature)
    for hold in holds if free else ():
        effects.end(resolution, creature, hold, message("disengaged"))
    if free:
        engagement.end_all(resolution, creature)


def disengage_modifiers(resolution: Resolution, creature: str, bonus: int, grabbers: list[str]) -> list[Modifier]:
    """The modifiers of a disengage check: −1 for each foe beyond the first, the grab, and typed modifiers."""
    modifiers = save_modifiers(resolution.view, creature)
    foes = len(foes_up(resolution.view, creature))
    if foes > 1:
        modifiers.append((1 - foes, "", message("engaged with", count=foes)))
    if bonus:
        modifiers.append((bonus, "", "typed"))
    used = resolution.state(creature).used_until_next_turn
    if any(hit_mark(each) not in used for each in grabbers):
        modifiers.append((GRABBED_PENALTY, "", GRABBED))
    return modifiers
