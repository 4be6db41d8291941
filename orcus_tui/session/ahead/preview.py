"""The preview of a line: its effect now, by dry runs of the rules, with amounts as ranges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from orcus_tui import dice
from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Context
from orcus_tui.commands.parse import Command, locate, parse
from orcus_tui.errors import Impossible
from orcus_tui.model import events, requests, steps, typed_steps
from orcus_tui.model.fight import name_of
from orcus_tui.model.history import NO_TURN, NO_UNDO, UndoInfo, too_few
from orcus_tui.model.power import Power
from orcus_tui.model.steps import Step
from orcus_tui.model.text import Range, number
from orcus_tui.rules import attacks, multiattack
from orcus_tui.rules.attack_rolls import total_advantage
from orcus_tui.rules.group_attacks import refuse_too_many, shared_attacks
from orcus_tui.rules.initiative import INITIATIVE
from orcus_tui.rules.modifiers import rows_of
from orcus_tui.rules.offers import offer_of
from orcus_tui.rules.powers import power_of
from orcus_tui.rules.resolution import AcceptedOffer, default_creature
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.attacks import Strike
from orcus_tui.rules.system.hooks import Advantage
from orcus_tui.rules.templates import Formatter
from orcus_tui.session.ahead.attack_details import counted_modifiers, typed_critical, unusual_damage
from orcus_tui.session.ahead.chances import least_face, lines_source_last, percent, saves_against, saving_throw
from orcus_tui.session.ahead.dry_run import (
    DryRun,
    DryRunner,
    End,
    Runs,
    dry_run,
    hit_points_text,
    outcome_lines,
    outcome_parts,
    outcome_text,
    shape,
    text_ahead,
    with_ranges,
)
from orcus_tui.session.execution import RULES, callbacks_of, carry_out_events
from orcus_tui.session.log_events import worth_reading
from orcus_tui.session.log_text import with_turns_joined

MAX_LINES = 6
"""The largest number of lines in a preview, unless the caller gives another."""
MOST_TOGETHER = 60
"""The largest number of attacks or turns that a preview tries; others are left out."""
SHOWN_IN_ORDER = (
    typed_steps.Begin,
    typed_steps.Next,
    typed_steps.Delay,
    typed_steps.Act,
    typed_steps.Finish,
    typed_steps.Rest,
    typed_steps.Add,
)
"""Steps whose events are shown in order, because the order matters."""


class _Lines(NamedTuple):
    """The lines of a preview, and the number of lines that are left out."""

    lines: Sequence[str] = ()
    more: int = 0


def preview_command(
    command: Command, context: Context, undo_info: UndoInfo = NO_UNDO, most: int = MAX_LINES, cut_to: int | None = None
) -> tuple[str, ...]:
    """The effect of a command in its context, in at most `most` lines; empty if it changes nothing.

    A longer preview is cut to `cut_to` lines. For a command that cannot be executed, the reason.
    """
    try:
        if undo_info.read_only and _changes(command, context):
            return (undo_info.read_only,)
        found = _preview(command, context, undo_info, most)
        is_whole = not found.more and len(found.lines) <= most
        return tuple(found.lines) if is_whole else _shorten(found, cut_to or most)
    except Impossible as error:
        return (str(locate(error, command)),)
    except dice.DiceError as error:
        return (str(error),)


def preview_next(context: Context, targets: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The effect of `next`, without rolling its dice, through the next turns of the targets.

    Raises Impossible if there is no next turn.
    """
    return tuple(_in_order(context, typed_steps.Next((context.fight.active or "", *targets)), overrule=False))


def outcome_for(creature: str, line: str, context: Context) -> str:
    """The outcome of a line for one creature, without its name; the reason if the line cannot be executed."""
    command = parse(line, context)
    if command is None or isinstance(command.step, requests.Request):
        return ""
    trial = DryRunner(context, overrule=command.overrule)
    try:
        runs = trial.both(command.step)
    except Impossible as error:
        return str(locate(error, command))
    outcome = trial.changes(*runs).get(creature)
    return outcome_text(runs[0].formatter(), outcome) if outcome else ""


def _shorten(found: _Lines, most: int) -> tuple[str, ...]:
    """The lines that fit, and how many are left out."""
    count = len(found.lines) + found.more
    shown = found.lines[: most - 1]
    return (*shown, f"… and {count - len(shown)} more")


def _changes(command: Command, context: Context) -> bool:
    """Whether a line would change the fight. Raises Impossible if the rules refuse it first."""
    if type(command.step) in RULES:
        run = DryRunner(context, overrule=command.overrule, optional=command.optional).run(command.step)
        return run.fight is not context.fight
    return isinstance(command.step, requests.Undo | requests.Redo | requests.Amend | requests.Before)


def _preview(
    command: Command, context: Context, undo_info: UndoInfo, most: int, accepted: AcceptedOffer | None = None
) -> _Lines:
    step = command.step
    if isinstance(step, typed_steps.Accept) and step.step is not None:
        accepted = AcceptedOffer(offer_of(context.fight, step.number), step.free)
        return _preview(replace(command, step=step.step), context, undo_info, most, accepted)
    if isinstance(step, requests.Request):
        return _request(step, context, undo_info)
    if isinstance(step, typed_steps.RollDice):
        low, high = dice.minimise(step.dice).total, dice.maximise(step.dice).total
        return _Lines((number(low if low == high else Range(low, high)),))
    if isinstance(step, typed_steps.Next) and context.fight.active in step.targets and not command.overrule:
        return _first_turns(context, step.targets)
    if isinstance(step, SHOWN_IN_ORDER):
        return _Lines(_in_order(context, step, overrule=command.overrule))
    trial = DryRunner(context, overrule=command.overrule, optional=command.optional)
    trial.accepted = accepted
    step = _as_attack(trial, step)
    if isinstance(step, ForEach):
        sample = _sample(trial, step, most)
        lines = [*_lines_for_each(trial, sample, most), *typed_critical(trial, step), *unusual_damage(trial, step)]
        return _Lines(lines, _affected(step) - _affected(sample))
    if isinstance(step, typed_steps.UseByEach):
        one = _preview(replace(command, step=replace(step.use, source=step.sources[0])), context, undo_info, most)
        return _Lines([f"each of {len(step.sources)}: {line}" for line in one.lines], one.more)
    if isinstance(step, typed_steps.AttackByEach) and not (step.attack.faces or step.attack.totals):
        refuse_too_many(dry_run(trial.view), step)
        shares = shared_attacks(context.fight, step) if step.split else [step]
        return _Lines([line for each in shares for line in _attack_by_each(trial, each, most)])
    if isinstance(step, steps.Save | steps.DeathSave) and not step.faces and len(step.targets) == 1:
        return _Lines(saving_throw(trial, step))
    return _Lines(trial.lines(step))


def _as_attack(trial: DryRunner, step: steps.Step) -> steps.Step:
    """The attack for the use of a power; any other step unchanged."""
    if not isinstance(step, typed_steps.UsePower) or not step.targets:
        return step
    return attacks.attack_of_use(_used_power(trial, step), step) or step


def _used_power(trial: DryRunner, step: typed_steps.UsePower) -> Power:
    """The power of a use. Raises Impossible if its user lacks it."""
    run = dry_run(trial.view)
    return power_of(run, step.source or default_creature(run), step.power)


# Undo and redo


def _request(step: requests.Request, context: Context, undo_info: UndoInfo) -> _Lines:
    """The effect of undo, redo or preview; empty for other requests."""
    if isinstance(step, requests.Undo):
        count = undo_info.turn_count if step.turn else step.count
        refusal = too_few("undo", count, undo_info.undo_count) if count else NO_TURN
        return _undo_or_redo_lines("undoes", count, undo_info.undo_lines, refusal)
    if isinstance(step, requests.Redo):
        refusal = too_few("redo", step.count, undo_info.redo_count)
        return _undo_or_redo_lines("redoes", step.count, undo_info.redo_lines, refusal)
    if isinstance(step, requests.Preview):
        return _first_turns(context, step.targets)
    if isinstance(step, requests.Before | requests.Amend):
        from orcus_tui.session.ahead.again import amend_lines, before_lines

        return _Lines(before_lines(step, context) if isinstance(step, requests.Before) else amend_lines(step, context))
    if isinstance(step, requests.RunLines):
        return _Lines(_lines_of_alias(step, context, undo_info))
    return _Lines()


def _lines_of_alias(step: requests.RunLines, context: Context, undo_info: UndoInfo) -> list[str]:
    """The effect of each line of an alias, as if it were the first."""
    found: list[str] = []
    for line in step.lines:
        try:
            command = parse(line, context)
        except CommandError as error:
            return [*found, f"{line}: {error}"]
        if command and not isinstance(command.step, requests.RunLines):
            found += preview_command(command, context, undo_info)
    return found


def _first_turns(context: Context, targets: tuple[str, ...]) -> _Lines:
    """The ends and starts of the turns of the first targets, and how many targets are left out."""
    lines = preview_next(context, targets[:MOST_TOGETHER])
    return _Lines(lines, max(len(targets) - MOST_TOGETHER, 0))


def _undo_or_redo_lines(words: str, count: int, known: Sequence[str], refusal: str) -> _Lines:
    if refusal:
        return _Lines((refusal,))
    lines = [f"{words}: {line}" for line in known[:count]]
    return _Lines(lines, count - len(lines))


# Step by step


def _in_order(context: Context, step: Step, *, overrule: bool) -> list[str]:
    """The events of a step, in order, with those of the encounter; initiative rolls share a line."""
    run = _run_with_events(context, step, "highest", overrule=overrule)
    rolling = [
        name_of(context.fight, each.question.creature)
        for each in run.events
        if isinstance(each, events.QuestionAsked) and each.question.kind == INITIATIVE
    ]
    if rolling and isinstance(step, typed_steps.Begin):
        return [f"initiative is rolled for {', '.join(rolling)}"]
    formatter = Formatter(run.view)
    lines = (
        (each, text_ahead(formatter, each))
        for each in worth_reading(_events_with_ranges(context, run, step), run.fight)
    )
    return [line for _, line in with_turns_joined(formatter, [(event, line) for event, line in lines if line])]


DICE_EVENTS = (events.DiceRolled, events.DieRolled)
"""The events of dice, whose faces are unknown."""


def _run_with_events(context: Context, step: Step, end: End, *, overrule: bool) -> DryRun:
    """Tries a step and the lines of the encounter's events that come with it."""
    later: list[str] = []
    run = dry_run(context.view, end, overrule=overrule)
    run.callbacks = callbacks_of(context.view, context.library, later)
    run.carry_out(step)
    carry_out_events(run, context.library, later)
    return run


def _events_with_ranges(context: Context, highest: DryRun, step: Step) -> Sequence[events.Event]:
    """The events of a run, without dice and with ranges.

    If dice decide which events there are, they are those of the highest dice.
    """
    if not highest.chance:
        return highest.events
    lowest = _run_with_events(context, step, "lowest", overrule=highest.overrule)
    low, high = ([each for each in run.events if not isinstance(each, DICE_EVENTS)] for run in (lowest, highest))
    if [shape(each) for each in low] != [shape(each) for each in high]:
        return high
    return [with_ranges(*each) for each in zip(low, high, strict=True)]


# One target after another


ForEach = (
    typed_steps.Attack
    | typed_steps.UsePower
    | steps.DealDamage
    | steps.Apply
    | steps.Persist
    | steps.Mark
    | steps.Bonus
)
"""Steps with the same effect on each target; trying a hundred targets would be too slow for a keystroke."""


def _lines_for_each(trial: DryRunner, step: ForEach, most: int) -> list[str]:
    """The effect of a step, a line for each target; the user of a power comes last."""
    if isinstance(step, typed_steps.Attack):
        return _one_attack(trial, step, most)
    if isinstance(step, typed_steps.UsePower):
        if step.targets and not step.faces and _used_power(trial, step).save:
            return saves_against(trial, step)
        runs = trial.both(step)
        return lines_source_last(runs, trial.changes(*runs), step.source or trial.fight.active or "")
    return trial.lines(step)


def _sample(trial: DryRunner, step: ForEach, most: int) -> ForEach:
    """The step with only the targets that are shown, and targets that may make it impossible."""
    if isinstance(step, typed_steps.Attack) and (step.faces or step.totals or step.manner == "coup"):
        return step
    if isinstance(step, steps.DealDamage) and step.split:
        return step
    if isinstance(step, typed_steps.UsePower) and step.faces:
        return step
    if isinstance(step, typed_steps.Attack) and _power_of(trial, step).multiattack:
        return step
    bearer = trial.fight.states.get(step.source or trial.fight.active or "")
    marks = {each.source for each in bearer.effects} if bearer else set()

    def some(targets: steps.Targets) -> steps.Targets:
        others = (each for each in targets[most:] if each in marks or trial.may_be_refused(each))
        return (*targets[:most], *others)

    if isinstance(step, steps.DealDamage):
        return replace(step, targets=some(step.targets), missed=some(step.missed))
    return replace(step, targets=some(step.targets))


def _affected(step: ForEach) -> int:
    """The number of targets of a step, including missed ones."""
    return len(step.targets) + len(step.missed if isinstance(step, steps.DealDamage) else ())


def _one_attack(trial: DryRunner, step: typed_steps.Attack, most: int) -> list[str]:
    return (_multiattack if _power_of(trial, step).multiattack else _attack)(trial, step, most)


def _attack(trial: DryRunner, step: typed_steps.Attack, most: int) -> list[str]:
    """For each target the lowest face that hits, and the outcomes of a hit, a critical hit and a miss."""
    if step.faces or step.totals or _hits_without_roll(trial, step):
        runs = trial.both(step)
        return _attack_lines(trial, step, _outcomes(runs[0], step), runs, {})
    best_runs = trial.both(_with_face(step, 20))
    faces = _hit_faces(trial, step, most)
    runs = trial.both(replace(step, faces=tuple(face or 20 for face in faces)))
    sides = [each.side for each in _advantages(trial, step)]
    chances = [
        f"hits on {percent(face, side)}" if face else "no die hits" for face, side in zip(faces, sides, strict=True)
    ]
    others = {"critical": best_runs}
    if _power_of(trial, step).miss != "none":
        others["miss"] = trial.both(_with_face(step, 1))
    return _attack_lines(trial, step, chances, runs, others)


def _attack_by_each(trial: DryRunner, step: typed_steps.AttackByEach, most: int) -> list[str]:
    """The attack of each attacker (only one if all have the same chances), and the outcome of all attacks together."""
    count, targets = len(step.sources), step.attack.targets[:most]
    lines = _attacks_of_each(trial, step, targets, most)
    if count * len(step.attack.targets) > MOST_TOGETHER:
        return lines
    runs = trial.both(step)
    formatter, outcomes = Formatter(trial.view), trial.changes(*runs)
    hurt = [each for each in targets if each in outcomes and outcomes[each].hit_points.is_shown]
    left = [
        f"{formatter.name(each)} {outcome_parts(formatter, outcomes[each])[0]}{_may_fall(runs, each)}" for each in hurt
    ]
    return [*lines, *([f"all {count}: {'; '.join(left)}"] if left else [])]


def _attacks_of_each(trial: DryRunner, step: typed_steps.AttackByEach, targets: steps.Targets, most: int) -> list[str]:
    """The attack of each kind of attacker; attackers with the same preview are counted together."""
    attack = replace(
        step.attack, targets=targets, implied=False if trial.fight.active in step.sources else step.attack.implied
    )
    alike: dict[tuple[str, ...], list[str]] = {}
    others: list[str] = []
    for source in step.sources[:MOST_TOGETHER]:
        lines = _one_attack(trial, replace(attack, source=source), most)
        others = others or lines[len(targets) :]
        alike.setdefault(tuple(lines[: len(targets)]), []).append(source)
    formatter, count = Formatter(trial.view), len(step.sources)
    said = {f"one of {count}" if len(alike) == 1 else formatter.names(each): lines for lines, each in alike.items()}
    if len(said) == 1:
        ((who, (one, *more)),) = said.items()
        return [f"{who}: {one}", *more, *others]
    return [f"{who}: {line}" for who, lines in said.items() for line in lines]


def _may_fall(runs: Runs, creature: str) -> str:
    """`, may fall` for a creature that falls without dying in only one of the two runs; else empty."""
    low, high = (run.system.health.is_at_zero(run.fight, creature) for run in runs)
    may_die = any(run.fight.states[creature].life == "dead" for run in runs)
    return ", may fall" if low != high and not may_die else ""


def _multiattack(trial: DryRunner, step: typed_steps.Attack, _: int) -> list[str]:
    """The target and the chance of each attack, then the possible outcome of all attacks, their source last."""
    runs = trial.both(step)
    source = step.source or trial.fight.active or ""
    lines = lines_source_last(runs, trial.changes(*runs), source)
    rolled = [each for each in runs[0].events if isinstance(each, events.AttackRolled) and not each.again]
    if step.faces or step.totals:
        formatter = runs[0].formatter()
        return [
            f"{each.power} on {formatter.name(each.target)}: {formatter.word(each.outcome)}" for each in rolled
        ] + lines
    parts = multiattack.parts_of(_strike(dry_run(trial.view), step))
    aimed = zip(parts, multiattack.targets_of(step, parts), strict=True)
    made = Counter((part.name, target) for part, target in aimed if part.bonus is not None)
    return [_part(trial, replace(step, source=source), *each, count) for each, count in made.items()] + lines


def _part(trial: DryRunner, step: typed_steps.Attack, power: str, target: str, count: int) -> str:
    """One attack of several, with its number and its chance."""
    (face,) = _hit_faces(trial, replace(step, power=power, targets=(target,)), 1)
    times = f" ×{count}" if count > 1 else ""
    chance = f"hits on {percent(face)}" if face else "no die hits"
    return f"{power}{times} on {name_of(trial.fight, target)}: {chance}"


def _attack_lines(
    trial: DryRunner, step: typed_steps.Attack, chances: list[str], runs: Runs, others: Mapping[str, Runs]
) -> list[str]:
    """A line for each target: its chances, the outcome of a hit, and hit points of other outcomes if they differ."""
    outcomes, formatter = trial.changes(*runs), runs[0].formatter()
    advantages = dict(zip(step.targets, _advantages(trial, step), strict=True))
    lines = []
    for target, chance in zip(step.targets, chances, strict=True):
        outcome = outcomes.pop(target, None)
        points = trial.hit_points(target, *runs)
        parts = outcome_parts(formatter, outcome) if outcome else []
        texts = [", ".join((chance, *parts[:1])), *parts[1:]] if points.is_shown else [chance, *parts]
        for words, other in others.items():
            other_points = trial.hit_points(target, *other)
            if other_points.is_shown and other_points != points:
                texts.append(f"{words} {hit_points_text(other_points, from_now=False)}")
        lines.append(f"{name_of(trial.fight, target)}: {'; '.join(texts)}")
        lines += counted_modifiers(formatter, runs[-1].events, target, advantages[target])
    return lines + outcome_lines(formatter, outcomes)


def _advantages(trial: DryRunner, step: typed_steps.Attack) -> list[Advantage]:
    """The advantage or disadvantage of the attack on each target."""
    strike = _strike(dry_run(trial.view, overrule=trial.overrule), step)
    view = strike.resolution.view
    own = rows_of(view, strike.source).advantages
    return [total_advantage(strike, target, own, rows_of(view, target).advantages) for target in step.targets]


def _hits_without_roll(trial: DryRunner, step: typed_steps.Attack) -> bool:
    """Whether this is a coup de grace that needs no attack roll."""
    if step.manner != "coup":
        return False
    strike = _strike(dry_run(trial.view, overrule=trial.overrule), step)
    return all(attacks.roll_attack(strike, place).face is None for place in range(len(step.targets)))


def _with_face(step: typed_steps.Attack, face: int) -> typed_steps.Attack:
    """An attack in which every die shows this face."""
    return replace(step, faces=(face,) * len(step.targets))


def _strike(run: DryRun, step: typed_steps.Attack) -> Strike:
    source = step.source or run.fight.active or ""
    return Strike(run, power_of(run, source, step.power), source, step)


def _power_of(trial: DryRunner, step: typed_steps.Attack) -> Power:
    return _strike(dry_run(trial.view), step).power


def _hit_faces(trial: DryRunner, step: typed_steps.Attack, most: int) -> list[int | None]:
    """The lowest face that hits each target; None if no face hits, or if the target is not shown.

    Bonuses for one roll are used up target by target.
    """
    so_far = dry_run(trial.view, overrule=trial.overrule)
    found = []
    for place in range(min(len(step.targets), most)):

        def hits(face: int, place: int = place, before: FightView = so_far.view) -> bool:
            run = dry_run(before, overrule=trial.overrule)
            return attacks.roll_attack(_strike(run, _with_face(step, face)), place).hits

        found.append(least_face(hits))
        attacks.roll_attack(_strike(so_far, _with_face(step, 1)), place)
    return [*found, *([None] * (len(step.targets) - len(found)))]


def _outcomes(run: DryRun, step: typed_steps.Attack) -> list[str]:
    """The outcome of the attack on each target; an attack without a roll is a miss."""
    first = [each for each in run.events if isinstance(each, events.AttackRolled) and not each.again]
    outcomes = [each.outcome for each in first]
    return (outcomes + ["miss"] * len(step.targets))[: len(step.targets)]
