"""Dry runs: a step tried out on a fight with its amounts at both ends, and what that brings for each creature."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from orcus_tui import dice
from orcus_tui.model import events
from orcus_tui.model.duration import read_back
from orcus_tui.model.effect import label
from orcus_tui.model.events import name_of
from orcus_tui.rules.carry_out import RULES
from orcus_tui.rules.stats import is_staggered
from orcus_tui.rules.system import Resolution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from orcus_tui.commands.context import Context
    from orcus_tui.model.fight import Fight
    from orcus_tui.model.steps import Step
    from orcus_tui.rules.system import System

End = Literal["lowest", "highest"]
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


class Trial:
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
        lacks_points = state.hp is None and "hp" in self.system.health.needed
        return state.life == "dead" or lacks_points or any(each not in defenses for each in self.system.words.defenses)

    def lines(self, step: Step) -> list[str]:
        """What a step would do, a line for each creature it concerns."""
        low, high = self.both(step)
        return merged_lines(low.fight, self.changes(low, high))

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
            sums.append(f"temporary {was.temp_hp} → {span(*temporary)}")
        if was.hp is not None and any(each != was.hp for each in points):
            sums.insert(0, f"{was.hp} → {span(*points)}")
        if sums:
            return ", ".join(sums)
        struck = any(isinstance(each, events.HitPointsChanged) and each.creature == creature for each in low.events)
        return f"stays at {was.hp}" if struck else ""


def merged_lines(fight: Fight, changes: Mapping[str, list[str]]) -> list[str]:
    """What comes of it, a line for each creature; its hit points follow its name as they do everywhere."""
    lines: list[str] = []
    for creature, told in changes.items():
        colon = "" if _SUM.match(told[0]) else ":"
        lines += [f"{name_of(fight, creature)}{colon} {'; '.join(told)}"] if creature else told
    return lines


_SUM = re.compile(r"-?\d+ →")


def span(low: object, high: object) -> str:
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
    return "", before_it_happens(event, fight)


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
    return _NUMBERS.sub(lambda _: span(*next(numbers)), low)


def before_it_happens(event: events.Event, fight: Fight) -> str:
    """How an event reads before it happens: a die is to be rolled, whoever rolls it."""
    if isinstance(event, events.QuestionAsked):
        asked = event.question
        what = asked.kind if asked.about == asked.kind else f"a {asked.what}"
        return f"{name_of(fight, asked.creature)} rolls {what}, d{asked.die}"
    return event.read(fight)
