"""What a line would do if it were carried out now: dry runs of the rules themselves, with amounts as ranges."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec.structs import replace

from orcus_tui import dice
from orcus_tui.commands.errors import CommandError
from orcus_tui.commands.parse import parse
from orcus_tui.model import events, requests, steps
from orcus_tui.model.duration import read_back
from orcus_tui.model.effect import label
from orcus_tui.model.events import name_of
from orcus_tui.rules import attacks
from orcus_tui.rules.carry_out import RULES
from orcus_tui.rules.initiative import INITIATIVE
from orcus_tui.rules.powers import power_of
from orcus_tui.rules.resolution import Forbidden, Impossible, Resolution
from orcus_tui.rules.stats import is_staggered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from orcus_tui.commands.context import Context
    from orcus_tui.commands.parse import Command
    from orcus_tui.model.fight import Fight
    from orcus_tui.model.power import Power
    from orcus_tui.model.steps import Step
    from orcus_tui.rules.system import System

MOST_LINES = 6
"""How much is told where nobody says for how many lines there is room."""
End = Literal["lowest", "highest"]
TOLD_IN_ORDER = (steps.Begin, steps.Next, steps.Delay, steps.Act, steps.Finish, steps.Rest)
"""Steps of which it matters what comes after what, so that their events are told as they come."""

Key = tuple[str, int]
"""By what two runs' texts are known to say the same: themselves without numbers, and how many like it came before."""


class DryRun(Resolution):
    """A step carried out on nothing but paper: amounts at one end of what they can be, questions left open."""

    __slots__ = ("chance", "end", "thrown")

    def __init__(self, fight: Fight, system: System, end: End = "highest", *, overrule: bool = False) -> None:
        super().__init__(fight, system, lambda sides: sides, RULES, overrule=overrule)
        self.asking = "all"
        self.end = end
        self.thrown = 0
        self.chance = False

    def roll(self, expression: dice.Dice) -> dice.Roll:
        """The least or the most that dice can come to."""
        self.chance = self.chance or not expression.is_constant
        return dice.minimise(expression) if self.end == "lowest" else dice.maximise(expression)

    def die(self, sides: int) -> int:
        """The lowest or the highest face; after very many, any, since ties are rolled off until they are broken."""
        self.chance = True
        self.thrown += 1
        if self.thrown > 100:
            face = self.thrown % sides + 1
            return face if self.end == "lowest" else sides + 1 - face
        return 1 if self.end == "lowest" else sides


Runs = tuple[DryRun, DryRun]
"""A step tried out with its amounts at both ends."""


class Steps(NamedTuple):
    """The steps around a fight: the lines that would be undone, and done again, the next one first, as far as is known.

    `can_undo` and `can_redo` are how many there are in all, where there are more. `only_to_look` says why nothing can
    be changed, as the session would; it is empty for any other fight.
    """

    back: Sequence[str] = ()
    on: Sequence[str] = ()
    can_undo: int = 0
    can_redo: int = 0
    only_to_look: str = ""


NO_STEPS = Steps()


class _Told(NamedTuple):
    """Lines, and how many more there would be."""

    lines: Sequence[str] = ()
    more: int = 0


def foreseen(line: str, context: Context, around: Steps = NO_STEPS, most: int = MOST_LINES) -> tuple[str, ...]:
    """What a line would do, in at most so many short lines; nothing for one that cannot be read or only looks.

    Where the line could be read and not carried out it is the reason.
    """
    try:
        command = parse(line, context)
    except CommandError:
        return ()
    if command is None:
        return ()
    try:
        if around.only_to_look and _changes(command, context):
            return (around.only_to_look,)
        return _shortened(_told(command, context, around, most), most)
    except dice.DiceError as fault:
        return (fault.message,)
    except Forbidden as reason:
        return (f"{str(reason).partition(' (write the verb')[0]}; {command.verb}! overrules",)
    except Impossible as reason:
        return (str(reason),)


def ahead(system: System, fight: Fight) -> tuple[str, ...]:
    """What `next` would do: the very steps it takes, with the dice left open.

    Raises Impossible where there is no next turn.
    """
    return tuple(_in_order(system, fight, steps.Next(), overrule=False))


def _shortened(told: _Told, most: int) -> tuple[str, ...]:
    """As many of the lines as go, and how many do not."""
    count = len(told.lines) + told.more
    if count == len(told.lines) <= most:
        return tuple(told.lines)
    shown = told.lines[: most - 1]
    return (*shown, f"… and {count - len(shown)} more")


def _changes(command: Command, context: Context) -> bool:
    """Whether a line would change the fight. Raises Impossible where the rules refuse it first."""
    if type(command.step) in RULES:
        run = DryRun(context.fight, context.system, overrule=command.overrule)
        run.carry_out(command.step)
        return run.fight is not context.fight
    return isinstance(command.step, requests.Undo | requests.Redo | requests.Amend)


def _told(command: Command, context: Context, around: Steps, most: int) -> _Told:
    step = command.step
    if isinstance(step, requests.Request):
        return _requested(step, context, around)
    if isinstance(step, steps.RollDice):
        return _Told((_span(dice.minimise(step.dice).total, dice.maximise(step.dice).total),))
    if isinstance(step, TOLD_IN_ORDER):
        return _Told(_in_order(context.system, context.fight, step, overrule=command.overrule))
    trial = _Trial(context, overrule=command.overrule)
    if isinstance(step, ForEach):
        tried = _tried(trial, step, most)
        lines = _attack(trial, tried, most) if isinstance(tried, steps.Attack) else trial.lines(tried)
        return _Told(lines, len(step.targets) - len(tried.targets))
    if isinstance(step, steps.Save | steps.DeathSave) and step.face is None and len(step.targets) == 1:
        return _Told(_saving_throw(trial, step))
    return _Told(trial.lines(step))


# Steps back and on


def _requested(step: requests.Request, context: Context, around: Steps) -> _Told:
    """What the session would do without the rules; nothing where it only looks."""
    if isinstance(step, requests.Undo):
        return _moved("takes back", step.count, around.back, too_few(step.count, _there(around.back, around.can_undo)))
    if isinstance(step, requests.Redo):
        there = _there(around.on, around.can_redo)
        return _moved("does again", step.count, around.on, too_few(step.count, there, again=True))
    if isinstance(step, requests.Preview):
        return _Told(ahead(context.system, context.fight))
    return _Told()


def _there(known: Sequence[str], count: int) -> int:
    return max(count, len(known))


def _moved(words: str, count: int, known: Sequence[str], refusal: str) -> _Told:
    if refusal:
        return _Told((refusal,))
    lines = [f"{words}: {line}" for line in known[:count]]
    return _Told(lines, count - len(lines))


def too_few(count: int, there: int, *, again: bool = False) -> str:
    """Why so many steps cannot be undone, or done `again`; empty where there are enough."""
    if count <= there:
        return ""
    if not there:
        return f"nothing to {'do again' if again else 'undo'}"
    commands = "1 command" if there == 1 else f"{there} commands"
    return f"{commands} can be {'done again' if again else 'undone'}, not {count}"


# Step by step


def _in_order(system: System, fight: Fight, step: Step, *, overrule: bool) -> list[str]:
    """What a step would do, event by event; who rolls initiative first, in a line."""
    run = DryRun(fight, system, overrule=overrule)
    run.carry_out(step)
    rolling = [
        name_of(fight, each.question.creature)
        for each in run.events
        if isinstance(each, events.QuestionAsked) and each.question.kind == INITIATIVE
    ]
    if rolling and isinstance(step, steps.Begin):
        return [f"initiative is rolled for {', '.join(rolling)}"]
    return [line for line in (_before_it_happens(each, run.fight) for each in run.events) if line]


def _before_it_happens(event: events.Event, fight: Fight) -> str:
    """How an event reads before it happens: a die is to be rolled, whoever rolls it."""
    if isinstance(event, events.QuestionAsked):
        asked = event.question
        what = asked.kind if asked.about == asked.kind else f"a {asked.what}"
        return f"{name_of(fight, asked.creature)} rolls {what}, d{asked.die}"
    return event.read(fight)


# What changes for whom


ForEach = steps.Attack | steps.UsePower | steps.Damage | steps.Apply | steps.Persist | steps.Mark | steps.Bonus
"""Steps that do the same to each of their targets, which for a hundred takes longer than a key may."""


def _tried(trial: _Trial, step: ForEach, most: int) -> ForEach:
    """The step upon no more targets than are told of, and those on whose account it may be refused, or be harder."""
    if isinstance(step, steps.Attack) and (step.faces or step.totals or step.manner == "coup"):
        return step
    bearer = trial.fight.states.get(step.source or trial.fight.active or "")
    marks = {each.source for each in bearer.effects} if bearer else set()
    others = (each for each in step.targets[most:] if each in marks or trial.may_be_refused(each))
    return replace(step, targets=(*step.targets[:most], *others))


class _Trial:
    """A fight in which steps are tried out, as often as need be."""

    def __init__(self, context: Context, *, overrule: bool) -> None:
        self.fight = context.fight
        self.system = context.system
        self.overrule = overrule

    def run(self, step: Step, end: End = "lowest") -> DryRun:
        """A step tried out, with amounts at one end. Raises Impossible where it cannot be carried out."""
        run = DryRun(self.fight, self.system, end, overrule=self.overrule)
        run.carry_out(step)
        return run

    def both(self, step: Step) -> Runs:
        """A step tried out with its amounts at both ends; once where nothing is left to chance."""
        low = self.run(step)
        return low, self.run(step, "highest") if low.chance else low

    def may_be_refused(self, creature: str) -> bool:
        """Whether a creature lacks something by which rules would refuse it as a target: life, points, a defense."""
        state, defenses = self.fight.states[creature], self.fight.sheets[creature].defenses
        return state.life == "dead" or state.hp is None or any(each not in defenses for each in self.system.defenses)

    def lines(self, step: Step) -> list[str]:
        """What a step would do, a line for each creature it concerns."""
        low, high = self.both(step)
        return _lines(low.fight, self.changes(low, high))

    def changes(self, low: DryRun, high: DryRun) -> dict[str, list[str]]:
        """What two runs of a step bring for each creature, merged; what only one of them brings may come."""
        one, other = _brought(low), _brought(high)
        found: dict[str, list[str]] = {}
        for creature in (*one, *(each for each in other if each not in one)):
            points = ", ".join(self._points(creature, low, high)) if creature in self.fight.states else ""
            told = [points] if points else []
            told += _merged(one.get(creature, {}), other.get(creature, {}))
            if told:
                found[creature] = told
        return found

    def _points(self, creature: str, low: DryRun, high: DryRun) -> Iterable[str]:
        """Hit points before and after, and what they make of a creature."""
        was = self.fight.states[creature]
        ends = [run.fight.states[creature] for run in (low, high)]
        changes = self.sums(creature, low, high)
        if changes:
            yield changes
        before = is_staggered(self.system, self.fight, creature)
        after = [is_staggered(self.system, run.fight, creature) for run in (low, high)]
        dead = [each.life == "dead" and was.life != "dead" for each in ends]
        if changes and any(each.hp != was.hp for each in ends):
            standing = [(each.hp or 0) > 0 for each in ends]
            yield from _if_so([up and now and not before for up, now in zip(standing, after, strict=True)], "staggered")
            yield from _if_so([before and not now for now in after], "no longer staggered")
            if before and all(after) and not any(dead):
                yield "stays staggered"
        yield from _if_so(dead, "dies")

    def sums(self, creature: str, low: DryRun, high: DryRun) -> str:
        """`40 → 34..24`, and temporary hit points alike; empty where no hit points are concerned."""
        was = self.fight.states[creature]
        ends = [run.fight.states[creature] for run in (low, high)]
        points, temporary = ([getattr(each, field) for each in ends] for field in ("hp", "temp_hp"))
        sums = []
        if any(each != was.temp_hp for each in temporary):
            sums.append(f"temporary {was.temp_hp} → {_span(*temporary)}")
        if was.hp is not None and any(each != was.hp for each in points):
            sums.insert(0, f"{was.hp} → {_span(*points)}")
        if sums:
            return ", ".join(sums)
        struck = any(isinstance(each, events.HitPointsChanged) and each.creature == creature for each in low.events)
        return f"stays at {was.hp}" if struck else ""


def _lines(fight: Fight, changes: Mapping[str, list[str]]) -> list[str]:
    """What comes of it, a line for each creature; its hit points follow its name as they do everywhere."""
    lines = changes.get("", [])
    for creature, told in changes.items():
        if creature:
            colon = "" if _SUM.match(told[0]) else ":"
            lines = [*lines, f"{name_of(fight, creature)}{colon} {'; '.join(told)}"]
    return lines


_SUM = re.compile(r"-?\d+ →")


def _span(low: object, high: object) -> str:
    """Both ends of an amount: `34..24`."""
    return f"{low}" if low == high else f"{low}..{high}"


MAY = {"dies": "may die", "staggered": "may be staggered", "no longer staggered": "may be staggered no longer"}


def _if_so(ends: list[bool], what: str) -> Iterable[str]:
    """What is so at both ends, or at one."""
    if all(ends):
        yield what
    elif any(ends):
        yield MAY[what]


def _brought(run: DryRun) -> dict[str, dict[Key, str]]:
    """What a run brings beside hit points, by creature; dice are not worth a word."""
    found: dict[str, dict[Key, str]] = {}
    for event in run.events:
        if isinstance(event, events.HitPointsChanged):
            found.setdefault(event.creature, {})
        elif type(event) in TOLD:
            creature, text = TOLD[type(event)](event, run.fight)
            told = found.setdefault(creature, {})
            plain = _NUMBERS.sub("", text)
            if text:
                told[plain, sum(key == plain for key, _ in told)] = text
    return found


OfCreature = events.Said | events.StateChanged | events.SheetChanged | events.ActionSpent


def _of_creature(event: OfCreature, _: Fight) -> tuple[str, str]:
    """A remark on a creature; its death is told with its hit points."""
    dies = isinstance(event, events.StateChanged) and event.field == "life" and event.value == "dead"
    return event.creature, "" if dies else event.text


def _added(event: events.EffectAdded, _: Fight) -> tuple[str, str]:
    effect = event.effect
    then = f", then {'+'.join(effect.then)}" if effect.then else ""
    return event.creature, f"{label(effect)}, {read_back(effect.duration)}{then}"


def _of_fight(event: events.Event, fight: Fight) -> tuple[str, str]:
    return "", _before_it_happens(event, fight)


TOLD: Mapping[type, Callable[..., tuple[str, str]]] = {
    events.Said: _of_creature,
    events.StateChanged: _of_creature,
    events.SheetChanged: _of_creature,
    events.ActionSpent: _of_creature,
    events.EffectAdded: _added,
    events.EffectEnded: lambda event, _: (event.creature, f"{event.label} ends"),
    events.EffectChanged: lambda event, _: (event.creature, event.text),
    events.FightChanged: _of_fight,
    events.RoundStarted: _of_fight,
    events.TurnStarted: _of_fight,
    events.QuestionAsked: _of_fight,
    events.CreatureAdded: _of_fight,
}
"""How each kind of event is told before it happens: of whom, and what."""

_NUMBERS = re.compile(r"\d+")


def _merged(low: Mapping[Key, str], high: Mapping[Key, str]) -> Iterable[str]:
    """What both ends bring, with their numbers as ranges; then what only one of them brings."""
    for key, text in low.items():
        if key in high:
            yield _ranged(text, high[key])
    for key in (*low, *high):
        if (key in low) != (key in high):
            yield f"may: {low.get(key) or high[key]}"


def _ranged(low: str, high: str) -> str:
    """Two texts that differ in nothing but numbers, as one."""
    if low == high:
        return low
    numbers = iter(zip(_NUMBERS.findall(low), _NUMBERS.findall(high), strict=True))
    return _NUMBERS.sub(lambda _: _span(*next(numbers)), low)


# Dice that decide


def _percent(face: int) -> str:
    """A face of a d20 that must be reached, and how likely it is."""
    return f"{face}+ ({(21 - face) * 5} %)"


def _least(is_enough: Callable[[int], bool]) -> int | None:
    """The least face of a d20 that is enough, if any; more is never worse."""
    if not is_enough(20):
        return None
    low, high = 1, 20
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle + 1, high)
    return low


def _saving_throw(trial: _Trial, step: steps.Save | steps.DeathSave) -> list[str]:
    """From which face on a saving throw succeeds, what that brings, and what a failure does, or a 20."""
    (creature,) = step.targets

    def bringing(face: int) -> str:
        run = trial.run(replace(step, face=face))
        return "; ".join(trial.changes(run, run).get(creature, ()))

    face = _least(lambda face: _saved(trial.run(replace(step, face=face))))
    told = f"saves on {_percent(face)}" if face else "no die is enough to save"
    success = bringing(face) if face else ""
    failure = "" if face == 1 else bringing(1)
    at_best = bringing(20)
    told += f": {success}" if success else ""
    told += f"; otherwise {failure}" if failure else ""
    told += f"; on 20 {at_best}" if at_best not in (success, failure) else ""
    return [f"{name_of(trial.fight, creature)}: {told}"]


def _saved(run: DryRun) -> bool:
    return any(isinstance(each, events.Rolled) and each.outcome == "saved" for each in run.events)


def _attack(trial: _Trial, step: steps.Attack, most: int) -> list[str]:
    """For each target from which face on it is hit, and what a hit, a critical hit and a miss bring."""
    if step.faces or step.totals:
        runs = trial.both(step)
        return _struck(trial, step, _outcomes(runs[0]), runs, {})
    at_best = trial.both(_showing(step, 20))
    faces = _hitting(trial, step, most)
    runs = trial.both(replace(step, faces=tuple(face or 20 for face in faces)))
    chances = [f"hits on {_percent(face)}" if face else "no die hits" for face in faces]
    others = {"critical": at_best}
    if _power(trial, step).miss != "none":
        others["miss"] = trial.both(_showing(step, 1))
    return _struck(trial, step, chances, runs, others)


def _struck(trial: _Trial, step: steps.Attack, chances: list[str], runs: Runs, others: Mapping[str, Runs]) -> list[str]:
    """A line for each target: its chances, what a hit brings, and hit points where they come out otherwise."""
    brought = trial.changes(*runs)
    lines = []
    for target, chance in zip(step.targets, chances, strict=True):
        hit, *more = [*brought.pop(target, []), ""]
        sums = trial.sums(target, *runs)
        start = f"{trial.fight.states[target].hp} "
        told = [f"{chance}, {hit}" if sums else chance, *(each for each in ([] if sums else [hit]) + more if each)]
        for words, other in others.items():
            otherwise = trial.sums(target, *other)
            told += [f"{words} {otherwise.removeprefix(start)}"] if otherwise not in ("", sums) else []
        lines.append(f"{name_of(trial.fight, target)}: {'; '.join(told)}")
    return lines + _lines(runs[0].fight, brought)


def _showing(step: steps.Attack, face: int) -> steps.Attack:
    """An attack in which every die shows this face."""
    return replace(step, faces=(face,) * len(step.targets))


def _power(trial: _Trial, step: steps.Attack) -> Power:
    return power_of(DryRun(trial.fight, trial.system), step.source or trial.fight.active or "", step.power)


def _hitting(trial: _Trial, step: steps.Attack, most: int) -> list[int | None]:
    """For each target the least face that hits it, if any; bonuses for one roll are used up target by target.

    Nobody looks for more targets than are told of.
    """
    source, power = step.source or trial.fight.active or "", _power(trial, step)
    so_far = DryRun(trial.fight, trial.system, overrule=trial.overrule)
    found = []
    for place in range(min(len(step.targets), most)):

        def hits(face: int, place: int = place, before: Fight = so_far.fight) -> bool:
            run = DryRun(before, trial.system, overrule=trial.overrule)
            return attacks.strike(run, _showing(step, face), power, source, place).hits

        found.append(_least(hits))
        attacks.strike(so_far, _showing(step, 1), power, source, place)
    return [*found, *([None] * (len(step.targets) - len(found)))]


def _outcomes(run: DryRun) -> list[str]:
    """How the attack rolls of a run came out, in the order of the targets."""
    return [each.outcome for each in run.events if isinstance(each, events.Rolled) and each.outcome in OUTCOMES]


OUTCOMES = ("hit", "critical hit", "miss")
