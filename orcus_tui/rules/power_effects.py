"""The lines of a power: applies them to their targets, and starts sustaining the power."""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from orcus_tui.dice import Dice, Roll, minimise, parse, shows
from orcus_tui.model import steps
from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DiceRolled
from orcus_tui.model.facts import Facts
from orcus_tui.model.power import Line, RollLine
from orcus_tui.model.trigger import ANY_ROLL
from orcus_tui.model.turn_places import is_in_turn
from orcus_tui.rules import effects
from orcus_tui.rules.facts import Moment, holds
from orcus_tui.rules.resolution import Cause
from orcus_tui.rules.system.attacks import AttackResult, PowerUse
from orcus_tui.rules.system.resolution import Resolution


def apply_lines(resolution: Resolution, lines: tuple[Line, ...], results: list[AttackResult], cause: Cause) -> None:
    """Applies a power's lines in order, each to its targets."""
    if not lines:
        return
    for line, targets in lines_with_targets(
        resolution, lines, lambda line: line_targets(resolution, line, results), cause
    ):
        apply_line(resolution, line, targets, cause)


def lines_with_targets(
    resolution: Resolution, lines: Iterable[Line], targets_of: Callable[[Line], steps.Targets], cause: Cause
) -> Iterator[tuple[Line, steps.Targets]]:
    """Lines, each with its targets; the facts of `if` and `else` are tested when the line is reached.

    Two equal lines, for the targets and for the user, are combined, so that their dice are rolled once.
    """
    among: steps.Targets = ()
    met: steps.Targets = ()
    for line, for_targets in _without_repetitions(lines):
        if for_targets is not None:
            targets = targets_of(for_targets)
            all_of_them = (cause.source, *targets) if line.to_self else (*targets, cause.source)
            yield for_targets, tuple(dict.fromkeys(all_of_them)) if targets else ()
            continue
        targets = _left_over(line, among, met, targets_of) if line.otherwise else targets_of(line)
        if line.bearing:
            targets = bearers(resolution, line, cause.source) if targets else ()
        if line.when is not None:
            among = _without_waiting(resolution, targets, cause)
            met = tuple(each for each in among if _is_met(resolution, line, line.when, each, cause))
            targets = met
        yield line, targets


def _without_waiting(resolution: Resolution, targets: steps.Targets, cause: Cause) -> steps.Targets:
    """The targets whose damage from this power does not wait for a die that was asked for."""
    waiting = [
        each.creature
        for each in resolution.fight.questions
        if 0 < cause.asked_from <= each.id and each.damage and each.damage.power == cause.power
    ]
    return tuple(each for each in targets if each not in waiting) if waiting else targets


def apply_waiting_lines(resolution: Resolution, damage_dealt: Damage) -> None:
    """Applies the lines with facts of a power that waited for the die of a creature's damage."""
    source, target = damage_dealt.source, damage_dealt.target
    power = resolution.sheet(source).power_named(damage_dealt.power) if source in resolution.fight.sheets else None
    if power is None:
        return
    is_attack = power.bonus is not None
    result = AttackResult(target, not damage_dealt.missed, damage_dealt.crit, damage_dealt.natural)
    lines = (*(power.effects if result.hits else ()), *power.always)
    due = [each for each in lines if (each.when or each.otherwise) and (is_attack or not each.to_self)]
    use = PowerUse(resolution, power, source)
    cause = Cause(power.name, {target: result.face}, source, use, {target: result.outcome} if is_attack else {})
    apply_lines(resolution, tuple(due), [result], cause)


def bearers(resolution: Resolution, line: Line, source: str) -> steps.Targets:
    """The creatures with the effect that an `each` line names, from the user of the power."""
    states = resolution.fight.states.items()
    wanted = line.bearing, source
    return tuple(each for each, state in states if any((one.name, one.source) == wanted for one in state.effects))


def apply_to_nobody(resolution: Resolution, lines: Iterable[Line], target: str, cause: Cause) -> bool:
    """Whether all of these lines depend on facts that are false, or on effects that nobody has."""
    return all(
        (line.bearing and not bearers(resolution, line, cause.source))
        or (line.when is not None and not line.bearing and not _is_met(resolution, line, line.when, target, cause))
        for line in lines
    )


def _left_over(
    line: Line, among: steps.Targets, met: steps.Targets, targets_of: Callable[[Line], steps.Targets]
) -> steps.Targets:
    """The targets of an `else` line: those for which the `if` before it was false."""
    left = tuple(each for each in among if each not in met)
    if line.outcome == ANY_ROLL:
        return left
    rolled = targets_of(line)
    return tuple(each for each in left if each in rolled)


def _without_repetitions(lines: Iterable[Line]) -> Iterator[tuple[Line, Line | None]]:
    """Pairs of equal lines that differ only in `self:`; every other line is paired with None."""
    left = list(lines)
    while left:
        line = left.pop(0)
        if left and line.to_self != left[0].to_self and _is_same(line, left[0]):
            other = left.pop(0)
            yield line, other if line.to_self else line
        else:
            yield line, None


def _is_same(line: Line, other: Line) -> bool:
    """Whether two lines without conditions roll the same dice, one for the targets and one for the user."""
    amount = getattr(line.step, "amount", None)
    is_rolled = isinstance(amount, Dice) and not amount.is_constant
    return is_rolled and line.step == other.step and line.outcome == other.outcome and not (line.when or other.when)


def _is_met(resolution: Resolution, line: Line, facts: Facts, target: str, cause: Cause) -> bool:
    outcome = cause.outcomes.get(target, "")
    moment = Moment(resolution.view, cause.source, target, cause.use, cause.damage, outcome=outcome)
    conditions = ((facts, line.of_self), *line.further)
    return all(holds(each, moment, "bearer" if of_self else "other") for each, of_self in conditions)


def line_targets(resolution: Resolution, line: Line, results: list[AttackResult]) -> steps.Targets:
    """The targets whose attack roll triggers a line; if the die is unknown, the log leaves it to the game master."""
    outcome = line.outcome
    targets: list[str] = []
    for each in results:
        if each.void and not (line.to_self and each.user_only):
            continue
        if (outcome.crit and not each.crit) or outcome.hits not in (None, each.hits):
            continue
        if outcome.faces and each.face is None:
            resolution.say("face not known", each.target, line=line.text)
        elif not outcome.faces or each.face in outcome.faces:
            targets.append(each.target)
    return tuple(targets)


def apply_lines_to(
    resolution: Resolution, lines: tuple[Line, ...], targets: steps.Targets, cause: Cause, *, even_dead: bool = False
) -> None:
    """Applies lines that no attack roll decides, each to all targets."""
    for line, concerned in lines_with_targets(resolution, lines, lambda _: targets, cause):
        apply_line(resolution, line, concerned, cause, even_dead=even_dead)


def apply_line(
    resolution: Resolution, line: Line, targets: steps.Targets, cause: Cause, *, even_dead: bool = False
) -> None:
    """Applies a power's line to its living targets, or to its user; offers are made for the dead, too.

    A power without targets still makes its zone.
    """
    even_dead = even_dead and isinstance(line.step, steps.MakeOffer | steps.Say)
    living = tuple([each for each in targets if even_dead or resolution.fight.states[each].life != "dead"])
    concerned = (cause.source,) if line.to_self and targets else living
    is_empty_zone = isinstance(line.step, steps.MakeZone) and cause.use is not None and not cause.use.targets
    if not concerned and not is_empty_zone:
        return
    before, resolution.cause = resolution.cause, cause
    resolution.attempt(steps.bind(line.step, concerned, cause.source), line.text)
    resolution.cause = before


def roll_line(resolution: Resolution, step: RollLine) -> None:
    """`roll` in a line of a power: for each target, the dice choose one of its lines."""
    cause = resolution.cause
    for target in step.targets:
        rolled = _typed_roll(resolution, step.dice) or resolution.roll(step.dice)
        resolution.emit(DiceRolled("labelled roll", rolled.total, rolled.text, rolled.dice, label=cause.power))
        chosen = [each.line for each in step.rows if each.first <= rolled.total <= each.last]
        apply_lines_to(resolution, tuple(chosen), (target,), cause)


def _typed_roll(resolution: Resolution, dice: Dice) -> Roll | None:
    """The next roll that was typed for a `roll d6:` line; None if the program rolls it.

    Too few numbers, or a number that these dice cannot show, are refused later, once all dice are known.
    """
    typed = resolution.typed
    if typed.rows is None:
        return None
    typed.rows_rolled.append(dice)
    face = typed.rows.pop(0) if typed.rows else None
    return minimise(dice) if face is None or not shows(dice, face) else resolution.roll(parse(str(face)))


def start_sustaining(use: PowerUse) -> None:
    """Starts sustaining a power that can be maintained; in the turn of its use, that is free (Orcus §Maintain)."""
    resolution, power, source = use.resolution, use.power, use.source
    if power.maintain:
        until = Duration("words", words="it is not sustained")
        held = Effect(0, power.name, "other", source, until, power=power.name, maintain=power.maintain)
        sustained = is_in_turn(resolution.fight, source)
        effects.add(resolution, source, replace(held, sustained=sustained))
