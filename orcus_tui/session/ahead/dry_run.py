"""Dry runs: a step with its lowest and highest amounts, and the outcome for each creature."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui import dice
from orcus_tui.commands.context import finder_in
from orcus_tui.model import events
from orcus_tui.model.creature import State
from orcus_tui.model.fight import Asking
from orcus_tui.model.message import Message, message
from orcus_tui.model.power import RollLine
from orcus_tui.model.steps import DealDamage, Heal, Step, Temp
from orcus_tui.model.text import Number, Range, number
from orcus_tui.rules import triggers
from orcus_tui.rules.in_force import is_staggered
from orcus_tui.rules.power_effects import roll_line
from orcus_tui.rules.resolution import AcceptedOffer, Callbacks, Rules
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.templates import Formatter
from orcus_tui.session.execution import RULES
from orcus_tui.session.log_events import worth_reading
from orcus_tui.session.log_text import event_line
from orcus_tui.session.question_text import question_about, question_dice, question_text
from orcus_tui.session.stat_block_text import rolled_lines

if TYPE_CHECKING:
    from orcus_tui.commands.context import Context

End = Literal["lowest", "highest"]
Key = tuple[object, int]
"""A key for corresponding events of two runs: their shape, and the number of earlier events of that shape."""


class HitPoints(NamedTuple):
    """Hit points and temporary hit points before, and after if they change; `struck`: there was damage or healing."""

    was: int | None
    now: Number | None
    was_temporary: int
    temporary: Number | None
    struck: bool = False

    @property
    def is_shown(self) -> bool:
        """Whether to show them: for a change, and for damage or healing that changes nothing."""
        return self.now is not None or self.temporary is not None or self.struck


class Note(NamedTuple):
    """An event of a step, its numbers as ranges, and whether it is certain or possible."""

    event: events.Event
    certain: bool


class CreatureOutcome(NamedTuple):
    """The outcome of a step for one creature: its hit points, changes of its state, and notes on the rest."""

    hit_points: HitPoints
    state_changes: tuple[Message, ...]
    notes: tuple[Note, ...]


def roll_line_ahead(resolution: Resolution, step: RollLine) -> None:
    """Tries `roll` in a line of a power: shows the line of each number, or only that of a typed number.

    Of all effects, only changes of hit points are tried with their lowest and highest results.
    """
    if resolution.typed.rows is not None:
        roll_line(resolution, step)
        return
    rows = rolled_lines(resolution.formatter(), step, resolution.cause.source)
    for target in step.targets:
        resolution.say("preview rolls", target, rows=rows)
    hurting = tuple(each for each in step.rows if isinstance(each.line.step, DealDamage | Heal | Temp))
    roll_line(resolution, replace(step, rows=hurting))


_ROWS: dict[type[Step], Callable[[Resolution, Any], None]] = {RollLine: roll_line_ahead}
DRY_RULES: Rules = {**RULES, **_ROWS}
"""The rules of a dry run: those of a command, except that no dice choose a line."""


class DryRun(Resolution, eq=False):
    """A trial of a step with the lowest or the highest amounts, and with questions left open."""

    end: End = "highest"
    rolled_count: int = 0
    chance: bool = False

    def roll(self, expression: dice.Dice) -> dice.Roll:
        """The lowest or the highest total of the dice."""
        self.chance = self.chance or not expression.is_constant
        return dice.minimise(expression) if self.end == "lowest" else dice.maximise(expression)

    def die(self, sides: int) -> int:
        """The lowest or the highest face; after 100 dice, different faces, so that ties can be resolved."""
        self.chance = True
        self.rolled_count += 1
        if self.rolled_count > 100:
            face = self.rolled_count % sides + 1
            return face if self.end == "lowest" else sides + 1 - face
        return 1 if self.end == "lowest" else sides

    def carry_out(self, step: Step) -> None:
        """Carries out one step, and what it triggers."""
        super().carry_out(step)
        triggers.finish(self)


def dry_run(view: FightView, end: End = "highest", *, overrule: bool = False) -> DryRun:
    """A trial that starts from the fight of a view."""
    fight = view.fight
    return DryRun(
        view=view,
        face=lambda sides: sides,
        rules=DRY_RULES,
        fight=fight,
        system=view.system,
        began=fight,
        began_view=view,
        asking="all",
        overrule=overrule,
        end=end,
    )


RECOVERY = "recovery"
"""The kind of question for the dice of a recovery: if the program rolls them, the healing is shown as a range."""
Runs = tuple[DryRun, DryRun]
"""The runs of a step with its lowest and its highest amounts."""


class DryRunner:
    """Tries steps in a fight without changing it."""

    def __init__(self, context: Context, *, overrule: bool, optional: frozenset[str] = frozenset()) -> None:
        self.view = context.view
        self.fight = context.fight
        self.system = context.system
        self.overrule = overrule
        self.optional = optional
        self.accepted: AcceptedOffer | None = None
        self.callbacks = Callbacks(find_in_library=finder_in(context.library, context.system))

    def run(self, step: Step, end: End = "lowest") -> DryRun:
        """Tries a step with its lowest or its highest amounts. Raises Impossible if the rules refuse it."""
        run = self._try(step, end, asking="all")
        asked = {each.question.kind for each in run.events if isinstance(each, events.QuestionAsked)}
        return self._try(step, end, asking=self.fight.asking) if asked == {RECOVERY} else run

    def _try(self, step: Step, end: End, asking: Asking) -> DryRun:
        run = dry_run(self.view, end, overrule=self.overrule)
        run.optional = self.optional
        run.accepted = self.accepted
        run.callbacks = self.callbacks
        run.asking = asking
        run.carry_out(step)
        return run

    def both(self, step: Step) -> Runs:
        """Tries a step with its lowest and its highest amounts; only once if it rolls no dice."""
        low = self.run(step)
        return low, self.run(step, "highest") if low.chance else low

    def may_be_refused(self, creature: str) -> bool:
        """Whether a creature lacks something that a target may need: life, hit points, or a defense."""
        state, defenses = self.fight.states[creature], self.fight.sheets[creature].defenses
        lacks_health = self.system.health.is_missing(state)
        return state.life == "dead" or lacks_health or any(each not in defenses for each in self.system.words.defenses)

    def lines(self, step: Step) -> list[str]:
        """The outcome of a step, a line for each creature."""
        low, high = self.both(step)
        return outcome_lines(low.formatter(), self.changes(low, high))

    def changes(self, low: DryRun, high: DryRun) -> dict[str, CreatureOutcome]:
        """The combined outcomes of two runs, by creature; events of only one run are possible, not certain."""
        lowest, highest = _events_by_creature(low), _events_by_creature(high)
        struck = _hurt_or_healed(low)
        found: dict[str, CreatureOutcome] = {}
        for creature in (*lowest, *(each for each in highest if each not in lowest)):
            points, state_changes = NO_HIT_POINTS, tuple[Message, ...]()
            if creature in self.fight.states:
                points = self._hit_points(creature, low, high, struck=creature in struck)
                state_changes = tuple(self._state_changes(creature, low, high, points))
            notes = tuple(_notes(lowest.get(creature, {}), highest.get(creature, {})))
            if notes or state_changes or points.is_shown:
                found[creature] = CreatureOutcome(points, state_changes, notes)
        return found

    def _state_changes(self, creature: str, low: DryRun, high: DryRun, points: HitPoints) -> Iterable[Message]:
        """Messages if a creature becomes or stops being staggered, or dies."""
        was = self.fight.states[creature]
        ends = [run.fight.states[creature] for run in (low, high)]
        before = is_staggered(self.view, creature)
        after = [is_staggered(run.view, creature) for run in (low, high)]
        dead = [each.life == "dead" and was.life != "dead" for each in ends]
        if points.now is not None and self.system.words.term("staggered"):
            standing = [not self.system.health.is_at_zero(run.fight, creature) for run in (low, high)]
            yield from _if_so(
                [up and now and not before for up, now in zip(standing, after, strict=True)], STAGGERED, MAY_STAGGER
            )
            yield from _if_so([before and not now for now in after], RECOVERED, MAY_RECOVER)
            if before and all(after) and all(standing) and not any(dead):
                yield STILL_STAGGERED
        yield from _if_so(dead, DEAD, MAY_DIE)

    def hit_points(self, creature: str, low: DryRun, high: DryRun) -> HitPoints:
        """The hit points of a creature before, and after both runs."""
        return self._hit_points(creature, low, high, struck=creature in _hurt_or_healed(low))

    def _hit_points(self, creature: str, low: DryRun, high: DryRun, *, struck: bool) -> HitPoints:
        was = self.fight.states[creature]
        one, other = (run.fight.states[creature] for run in (low, high))
        now = None if was.hp is None else _new_value(was.hp, *_hp_ends(was, one, other))
        temporary = _new_value(was.temp_hp, one.temp_hp, other.temp_hp)
        return HitPoints(was.hp, now, was.temp_hp, temporary, struck)


NO_HIT_POINTS = HitPoints(None, None, 0, None)


def _hurt_or_healed(run: DryRun) -> set[str]:
    """The creatures that took damage or healing in a run, even if it changed nothing."""
    return {each.creature for each in run.events if isinstance(each, events.HitPointsChanged)}


def _hp_ends(was: State, low: State, high: State) -> tuple[int, int]:
    """The hit points at both ends of the range of two runs.

    If only one of them ends a form, a result between them may leave its last hit point, or all the creature's own.
    """
    ends = low.hp or 0, high.hp or 0
    if was.form is None or was.form.hp is None or (low.form is None) == (high.form is None):
        return ends
    possible = (*ends, 1, was.form.hp)
    return max(possible), min(possible)


def _new_value(was: int, low: int, high: int) -> Number | None:
    """The new value of a number in the two runs; None if neither run changes it."""
    return None if was == low == high else _range_between(low, high)


def _range_between(low: int, high: int) -> Number:
    return low if low == high else Range(low, high)


def hit_points_text(points: HitPoints, *, from_now: bool = True) -> str:
    """`40 → 34..24`, and temporary hit points; empty without damage or healing. Without `from_now`: `→ 34..24`."""
    parts = []
    if points.now is not None:
        was = f"{number(points.was or 0)} " if from_now else ""
        parts.append(f"{was}→ {number(points.now)}")
    if points.temporary is not None:
        parts.append(f"temporary {points.was_temporary} → {number(points.temporary)}")
    if parts:
        return ", ".join(parts)
    return f"stays at {number(points.was or 0)}" if points.struck else ""


def outcome_text(formatter: Formatter, outcome: CreatureOutcome) -> str:
    """The outcome for one creature in a line: `40 → 34..24, may be staggered; dazed, save ends`."""
    return "; ".join(outcome_parts(formatter, outcome))


def outcome_parts(formatter: Formatter, outcome: CreatureOutcome) -> list[str]:
    """The parts of `outcome_text`: hit points with staggered or death, then each note."""
    points, state_changes = hit_points_text(outcome.hit_points), map(formatter.text, outcome.state_changes)
    first = ", ".join((*([points] if points else ()), *state_changes))
    return [*([first] if first else []), *_note_texts(formatter, outcome.notes)]


def outcome_lines(formatter: Formatter, outcomes: Mapping[str, CreatureOutcome]) -> list[str]:
    """The outcomes of a step, a line for each creature, its hit points right after its name."""
    lines: list[str] = []
    for creature, outcome in outcomes.items():
        colon = "" if outcome.hit_points.now is not None else ":"
        text, notes = outcome_text(formatter, outcome), _note_texts(formatter, outcome.notes)
        lines += [f"{formatter.name(creature)}{colon} {text}"] if creature else notes
    return lines


STAGGERED = message("preview staggered", condition="staggered")
MAY_STAGGER = message("preview may stagger", condition="staggered")
RECOVERED = message("preview recovered", condition="staggered")
MAY_RECOVER = message("preview may recover", condition="staggered")
STILL_STAGGERED = message("preview still staggered", condition="staggered")
DEAD, MAY_DIE = message("preview dead"), message("preview may die")


def _if_so(ends: list[bool], certain: Message, possible: Message) -> Iterable[Message]:
    """`certain` if true in both runs, `possible` if true in one."""
    if any(ends):
        yield certain if all(ends) else possible


def _note_texts(formatter: Formatter, notes: Iterable[Note]) -> Iterable[str]:
    """The notes on one creature; joined effects share a note, as they share a line of the log."""
    for joined, some in groupby(notes, key=_bundle_key):
        first, *others = some
        if joined:
            yield _maybe(formatter, first, _effects_ahead(formatter, [each.event for each in (first, *others)]))
        else:
            yield from (
                _maybe(formatter, each, TEXTS_AHEAD[type(each.event)](formatter, each.event))
                for each in (first, *others)
            )


def _bundle_key(note: Note) -> tuple[object, ...]:
    """The key that notes on joined effects share; empty for any other note."""
    event = note.event
    if not isinstance(event, events.EffectAdded) or event.effect.bundle is None:
        return ()
    return event.effect.bundle, event.effect.duration, note.certain


def _effects_ahead(formatter: Formatter, added: Sequence[Any]) -> str:
    """Future effects with their shared duration: `dazed and slowed, save ends`."""
    shared, creature = added[0].effect, added[0].creature
    named = formatter.effects(each.effect for each in added)
    return f"{named}, {formatter.duration_of(shared, creature)}{formatter.then_and_after(shared, creature)}"


def _maybe(formatter: Formatter, note: Note, text: str) -> str:
    return text if note.certain else formatter.text(message("preview may", what=text))


# The events of a run


def _events_by_creature(run: DryRun) -> dict[str, dict[Key, events.Event]]:
    """The events that a preview shows, by creature; hit points and deaths are shown separately, dice are not shown."""
    formatter = Formatter(run.view)
    found: dict[str, dict[Key, events.Event]] = {}
    alike = Counter[tuple[str, object]]()
    for event in worth_reading(run.events, run.fight):
        if isinstance(event, events.HitPointsChanged):
            found.setdefault(event.creature, {})
        elif _dies(event):
            found.setdefault(_creature_of(event), {})
        elif type(event) in TEXTS_AHEAD and TEXTS_AHEAD[type(event)](formatter, event):
            creature, plain = _creature_of(event), shape(event)
            found.setdefault(creature, {})[plain, alike[creature, plain]] = event
            if not _is_count_left(event):  # of several recoveries, the last event has the number that is left
                alike[creature, plain] += 1
    return found


def _dies(event: events.Event) -> bool:
    """Whether an event is a death, which is shown with the hit points."""
    return isinstance(event, events.StateChanged) and event.is_death


def _is_count_left(event: events.Event) -> bool:
    return isinstance(event, events.StateChanged) and event.field == "recoveries"


def _creature_of(event: Any) -> str:
    """The creature that an event is about; empty for an event of the whole fight."""
    return event.creature if isinstance(event, OF_CREATURES) else ""


def _notes(low: Mapping[Key, events.Event], high: Mapping[Key, events.Event]) -> Iterable[Note]:
    """The events of both runs, with their numbers as ranges; then the events of only one run."""
    for key, event in low.items():
        if key in high:
            yield Note(with_ranges(event, high[key]), certain=True)
    for key in (*low, *high):
        if (key in low) != (key in high):
            yield Note(low[key] if key in low else high[key], certain=False)


OfCreature = (
    events.MessageLogged | events.StateChanged | events.SheetChanged | events.ActionSpent | events.EffectChanged
)


def _remark(formatter: Formatter, event: OfCreature) -> str:
    """A remark on a creature, without its name."""
    if event.message is None:
        return ""
    return formatter.predicate(event.message, who=event.creature, value=getattr(event, "value", None))


def _typed_sum(formatter: Formatter, event: events.DiceRolled) -> str:
    """The total of dice rolled at the table with their modifiers; empty if the program rolls, or without modifiers."""
    if not event.typed or not event.terms:
        return ""
    return formatter.fill_predicate(event.kind, {"dice": formatter.dice_sum(event.text, event.terms, event.total)})


def text_ahead(formatter: Formatter, event: events.Event) -> str:
    """The text of an event before it happens; a question is shown as a die to roll."""
    if isinstance(event, events.QuestionAsked):
        asked = event.question
        key = "rolls a die about" if question_about(formatter, asked) else "rolls a die"
        what, rolled = question_text(formatter, asked), question_dice(formatter, asked)
        return formatter.text(message(key, what=what, dice=rolled), who=asked.creature)
    return event_line(formatter, event)


TEXTS_AHEAD: Mapping[type, Callable[[Formatter, Any], str]] = {
    events.MessageLogged: _remark,
    events.DiceRolled: _typed_sum,
    events.StateChanged: _remark,
    events.SheetChanged: _remark,
    events.ActionSpent: _remark,
    events.EffectAdded: lambda formatter, event: _effects_ahead(formatter, [event]),
    events.EffectEnded: lambda formatter, event: f"{formatter.effect(event.effect)} ends",
    events.EffectChanged: _remark,
    events.FightChanged: text_ahead,
    events.ZoneMade: text_ahead,
    events.ZoneMembersChanged: text_ahead,
    events.ZoneEnded: text_ahead,
    events.ZoneRestored: text_ahead,
    events.RoundStarted: text_ahead,
    events.TurnStarted: text_ahead,
    events.TurnShared: text_ahead,
    events.QuestionAsked: text_ahead,
    events.CreatureAdded: text_ahead,
    events.FormTaken: text_ahead,
}
"""The function for the text of each kind of event before it happens."""

OF_CREATURES = (
    events.MessageLogged,
    events.DiceRolled,
    events.StateChanged,
    events.SheetChanged,
    events.ActionSpent,
    events.EffectAdded,
    events.EffectEnded,
    events.EffectChanged,
)
"""Events that are shown in the line of their creature."""


# Combining two runs


def shape(value: Any) -> object:
    """A value without its numbers: equal for values that differ only in their numbers."""
    if isinstance(value, int) and not isinstance(value, bool):
        return int
    if isinstance(value, Struct):
        return (type(value), *(shape(getattr(value, name)) for name in value.__struct_fields__))
    if isinstance(value, tuple):
        return tuple(shape(each) for each in value)
    if isinstance(value, Mapping):
        return tuple((name, shape(each)) for name, each in value.items())
    return value


def with_ranges(low: Any, high: Any) -> Any:
    """Two values of the same shape as one, with a `Range` for each number that differs."""
    if low == high:
        return low
    if isinstance(low, Struct):
        fields = {name: with_ranges(getattr(low, name), getattr(high, name)) for name in low.__struct_fields__}
        return type(low)(**fields)
    if isinstance(low, tuple):
        return tuple(with_ranges(one, other) for one, other in zip(low, high, strict=True))
    if isinstance(low, Mapping):
        return {name: with_ranges(each, high[name]) for name, each in low.items()}
    return Range(low, high)
