"""Opposed checks: `contest`, and the rolls that an action of `do` requires."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import TypeAlias

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model import typed_steps
from orcus_tui.model.events import FightChanged
from orcus_tui.model.fight import Opposed, Question
from orcus_tui.model.text import plural
from orcus_tui.rules import actions, checks, life
from orcus_tui.rules.dice_rolls import d20_for
from orcus_tui.rules.do_actions import stand_up
from orcus_tui.rules.resolution import default_creature
from orcus_tui.rules.stats import defenses, total
from orcus_tui.rules.system.actions import ActionUse
from orcus_tui.rules.system.checks import ActionRoll
from orcus_tui.rules.system.resolution import Resolution

CONTEST = "contest"
"""The rule for the answers."""
ESCAPE, STAND = "escape", "stand"
TypedDice: TypeAlias = Sequence[tuple[int, ...]]
"""Typed dice that are still to be used, each with its face and the faces of its bonus dice."""


def contest(resolution: Resolution, step: typed_steps.Contest) -> None:
    """`contest`: the higher total wins; the winner is `@saved`, the loser `@failed`.

    Raises Impossible for a contest with oneself.
    """
    if step.creature == step.rival:
        raise Impossible(f"{resolution.name(step.creature)} cannot contest with itself", of="rival")
    if step.faces and len(step.faces) != 2:
        raise Impossible(f"a contest has two dice, not {len(step.faces)}", of="faces")
    for creature in (step.creature, step.rival):
        life.refuse_the_dead(resolution, creature)
    checks.required_roll(resolution, step.rival, step.rival_stat, None)  # refuses an unknown statistic first
    _roll_first(resolution, Opposed(step.creature, step.stat, step.rival, step.rival_stat), _typed_dice(step))


def do(resolution: Resolution, step: typed_steps.Do) -> None:
    """`do`: takes an action; with `roll` or typed dice, makes the rolls that it requires, and applies a success."""
    action = resolution.system.do_actions[step.action]
    takes_toughness = action.counts and "toughness" in resolution.system.words.defenses
    if any(step.bonus_faces) and (action.by_die or takes_toughness):
        raise Impossible(f"no bonus dice count for {step.action}: type the face alone", of="faces")
    if not (step.roll or step.faces) or action.by_die:
        face = step.faces[0] if step.faces else step.number
        actions.do(resolution, replace(step, number=face))
        return
    if takes_toughness:
        resolution.typed.toughness = list(step.faces)
        actions.do(resolution, step)
        return
    source = resolution.source(step.source) or default_creature(resolution)
    if step.action == STAND and not _holders(resolution, source):
        actions.do(resolution, step)
        return
    rolls = _rolls_of(resolution, step.action)
    if not rolls:
        raise Impossible(f"{step.action} requires no roll: `do {step.action}`", of="roll")
    rival = _rival(resolution, step, source)
    _refuse_surplus_dice(resolution, step.faces, rolls)
    use = actions.begin_action(resolution, step)
    opposed = Opposed(use.source, "", rival, action=step.action, targets=step.targets)
    _begin_stage(resolution, opposed, _typed_dice(step))


def _typed_dice(step: typed_steps.Contest | typed_steps.Do) -> TypedDice:
    """The dice that were typed, each with its bonus dice."""
    bonuses = step.bonus_faces or ((),) * len(step.faces)
    return [(face, *more) for face, more in zip(step.faces, bonuses, strict=True)]


def _rival(resolution: Resolution, step: typed_steps.Do, source: str) -> str:
    """The creature that an action is against: its target, or the holder of a creature that escapes."""
    if step.action in (ESCAPE, STAND) and not step.targets:
        holders = _holders(resolution, source)
        if not holders:
            raise Impossible(f"{resolution.name(source)} is not held")
        return holders[0]
    enemies = [each for each in step.targets if resolution.sheet(each).side != resolution.sheet(source).side]
    others = enemies or [each for each in step.targets if each != source]
    if len(others) != 1:
        raise Impossible(f"{step.action} is rolled against one creature at a time", of="targets")
    return others[0]


def _holders(resolution: Resolution, creature: str) -> list[str]:
    """The creatures that hold a creature, the oldest hold first."""
    held_by = resolution.system.checks.holds
    return [each.source for each in resolution.state(creature).effects if each.name in held_by]


def _rolls_of(resolution: Resolution, action: str) -> Sequence[ActionRoll]:
    """The rolls that an action requires; standing up while held requires those of an escape."""
    rolls: Sequence[ActionRoll] = resolution.system.checks.rolls.get(ESCAPE if action == STAND else action, ())
    return rolls


def _refuse_surplus_dice(resolution: Resolution, faces: Sequence[int], rolls: Iterable[ActionRoll]) -> None:
    """Raises Impossible for more typed dice than the rolls of an action can have."""
    system = resolution.system
    most = sum(1 if each.dc is not None or _is_defense(resolution, each.against) else 2 for each in rolls)
    if len(faces) > most:
        raise Impossible(f"{system.display_name} rolls {plural(most, 'die', 'dice')} for this", of="faces")


def _is_defense(resolution: Resolution, stats: Sequence[str]) -> bool:
    """Whether a roll is against a defense, and not against the die of a check or save."""
    system = resolution.system
    return bool(stats) and all(each in system.words.defenses and each not in system.saves.names for each in stats)


# Stages


def _begin_stage(resolution: Resolution, opposed: Opposed, dice: TypedDice) -> None:
    """Makes the next roll that an action requires."""
    roll = _rolls_of(resolution, opposed.action)[opposed.stage]
    source, rival = opposed.creature, opposed.rival
    if roll.paired or _is_defense(resolution, roll.against):
        pairs = zip(roll.own, roll.against, strict=True) if roll.paired else product(roll.own, roll.against)
        values = defenses(resolution.view, rival)
        own, defense = max(pairs, key=lambda each: _bonus(resolution, source, each[0]) - values.get(each[1], 0))
        needs: int | None = max(values.get(each, 0) for each in (roll.against if not roll.paired else (defense,)))
        _roll(resolution, replace(opposed, stat=own, rival_stat=""), source, needs, dice)
        return
    own = max(roll.own, key=lambda stat: _bonus(resolution, source, stat))
    if roll.dc is not None:
        _roll(resolution, replace(opposed, stat=own, rival_stat=""), source, roll.dc, dice)
        return
    against = max(roll.against, key=lambda stat: _bonus(resolution, rival, stat))
    _roll_first(resolution, replace(opposed, stat=own, rival_stat=against, total=None), dice)


def _bonus(resolution: Resolution, creature: str, stat: str) -> int:
    """The bonus of a check, without dice."""
    question = checks.required_roll(resolution, creature, stat, None)
    return total(checks.fixed_modifiers(resolution, replace(question, opposed=Opposed(creature, stat))))


def _fail(resolution: Resolution, opposed: Opposed) -> None:
    """Logs that an action fails after one of its rolls."""
    resolution.say("action fails", opposed.creature, action=opposed.action, target=opposed.rival)


def _succeed(resolution: Resolution, opposed: Opposed, dice: TypedDice) -> None:
    """Makes the next roll of an action, or carries it out after the last."""
    if opposed.stage + 1 < len(_rolls_of(resolution, opposed.action)):
        _begin_stage(resolution, replace(opposed, stage=opposed.stage + 1, total=None), dice)
    else:
        is_held = opposed.action == STAND  # the rule of `stand` itself refuses a held creature
        rule = stand_up if is_held else resolution.system.do_actions[opposed.action].rule
        rule(ActionUse(resolution, opposed.creature, opposed.targets))


# Dice


def _roll_first(resolution: Resolution, opposed: Opposed, dice: TypedDice) -> None:
    _roll(resolution, opposed, opposed.creature, None, dice)


def _roll(resolution: Resolution, opposed: Opposed, creature: str, needs: int | None, dice: TypedDice) -> None:
    """Rolls, takes or asks for the die of one of the two creatures."""
    stat = opposed.stat if creature == opposed.creature else opposed.rival_stat
    asked = replace(checks.required_roll(resolution, creature, stat, needs), rule=CONTEST, opposed=opposed)
    typed = dice[0] if dice else ()
    face = d20_for(resolution, asked, checks.advantage_of(resolution, asked), typed[0] if typed else None)
    if face is not None:
        with resolution.typed_bonus_dice((typed[1:],), 0):
            _resolve(resolution, asked, face, dice[1:])


def resolve_answer(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the die of a contest or action that was asked for."""
    _resolve(resolution, question, face, ())


def _resolve(resolution: Resolution, question: Question, face: int, dice: TypedDice) -> None:
    opposed = question.opposed
    if opposed is None or (opposed.rival not in resolution.fight.states and opposed.rival):
        return
    reached = checks.log_roll(resolution, question, face)
    if question.needs is not None:
        if reached >= question.needs:
            _succeed(resolution, opposed, dice)
        else:
            _fail(resolution, opposed)
    elif opposed.total is None:
        first = replace(opposed, total=reached, bonus=reached - face)
        _roll(resolution, first, opposed.rival, None, dice)
    else:
        _settle(resolution, opposed, reached, reached - face, dice)


def _settle(resolution: Resolution, opposed: Opposed, reached: int, bonus: int, dice: TypedDice) -> None:
    """Logs who wins; the winner is `@saved`, the loser `@failed`. The better bonus may win a tie."""
    ours = opposed.total or 0, opposed.bonus if resolution.system.checks.tie_by_bonus else 0
    theirs = reached, bonus if resolution.system.checks.tie_by_bonus else 0
    if ours == theirs:
        resolution.say("contest tied", opposed.creature, target=opposed.rival, total=reached)
    else:
        pair = (opposed.creature, opposed.rival)
        winner, loser = pair if ours > theirs else pair[::-1]
        high, low = (ours[0], theirs[0]) if ours > theirs else (theirs[0], ours[0])
        resolution.say("contest won", winner, target=loser, total=high, other=low)
        last = resolution.fight.last_targets or {}
        resolution.emit(FightChanged("last_targets", {**last, "saved": (winner,), "failed": (loser,)}))
    if opposed.action and ours > theirs:
        _succeed(resolution, opposed, dice)
    elif opposed.action:
        _fail(resolution, opposed)
