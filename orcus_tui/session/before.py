"""`before`: a line is carried out before the last command, which then runs again with its own dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.context import Context
from orcus_tui.commands.parse import Command
from orcus_tui.dice import Face
from orcus_tui.errors import Impossible, OrcusError
from orcus_tui.model import requests, steps, typed_steps
from orcus_tui.model.events import (
    AttackRolled,
    DieRolled,
    Event,
    HitPointsChanged,
    MessageLogged,
    OfferMade,
    SaveRolled,
)
from orcus_tui.model.fight import Fight, name_of
from orcus_tui.model.history import Execution, LastCommand
from orcus_tui.model.message import Message, message, plain
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.rules.system import FightView
from orcus_tui.session.dice_source import AmendedDice, LabelledDice, NoDieGiven
from orcus_tui.session.execution import execute
from orcus_tui.session.recorded_fight import RecordedFight, Result
from orcus_tui.session.undo import command_of, executions_from, replace_executions


def before(session: RecordedFight, request: requests.Before) -> Result:
    """Executes a line before the last command that changed the fight, then that command and later ones again.

    The line of an offer comes before the command that made the offer. Raises Impossible if there is no such command,
    or the line is not possible.
    """
    timeline = session.timeline
    places = timeline.commands_back()
    if request.offer:
        places = (each for each in places if makes_offer(timeline.executions[each], request.offer))
    place = next(places, None)
    if place is None:
        raise Impossible("no command has changed the fight yet" if not request.offer else NO_ORIGIN)
    last = LastCommand(timeline.before(place), timeline.executions[place])
    replaced = executions_from(session, place)
    done = execute_before(session.context_for(last.before), request, last, session.dice_source)
    return replace_executions(session, f"before {request.line}", replaced, done)


def makes_offer(execution: Execution, number: int) -> bool:
    """Whether a command has made the offer with this number."""
    return any(isinstance(each, OfferMade) and each.offer.id == number for each in execution.events)


NO_ORIGIN = "the command that made this offer is not in the history of the fight; `decline` removes the offer"
CHANGES = ("command dropped", "result changed", "damage changed", "healing changed", "no result changed")
"""The keys of the messages that say what `before` changes."""


def execute_before(context: Context, request: requests.Before, last: LastCommand, face: Face) -> tuple[Execution, ...]:
    """The executions of the line and, if it is still possible, of the last command with its own dice.

    Their events say what has changed, or why the command is dropped. `context` is that of the fight before the last
    command. Raises Impossible if the line is not possible.
    """
    own = Command(request.line, request.verb, request.step, request.overrule, optional=request.optional)
    view = context.view
    line = execute(view, own, face)
    after = view.moved(line.after)
    try:
        command = command_of(replace(context, view=after), last.execution)
        _require_same_turn(last, line, command)
        own_dice = AmendedDice(last.execution.dice, face, _joined_dice(context, last))
        again = execute(after, command, own_dice)
    except OrcusError as error:
        if isinstance(error.__cause__, NoDieGiven):
            raise  # the line itself needs dice that are not given
        dropped = message("command dropped", line=last.execution.line, reason=plain(error.message))
        return (_with_messages(line, [MessageLogged(dropped)]),)
    done = Repeated(line.after, again)
    return line, _with_messages(again, changed_results(view, Repeated(last.before, last.execution), done))


def _joined_dice(context: Context, last: LastCommand) -> Sequence[bool]:
    """For each die of a command, whether it was a second die of a roll. The command is executed again to find out."""
    if not last.execution.dice:
        return ()
    labelled = LabelledDice(last.execution.dice)
    execute(context.view, command_of(context, last.execution), labelled)
    return labelled.are_joined


def _require_same_turn(last: LastCommand, line: Execution, command: Command) -> None:
    """Raises Impossible if the line ended the turn that the last command belongs to."""
    was, now = last.before.active, line.after.active
    step = command.step
    of_turn = isinstance(step, typed_steps.Next | typed_steps.Delay | typed_steps.Ready | steps.Maintain)
    if was and was != now and (of_turn or getattr(step, "source", None) == ""):
        raise Impossible(f"it is no longer {name_of(line.after, was)}'s turn")


def _with_messages(execution: Execution, messages: Iterable[MessageLogged]) -> Execution:
    return replace(execution, events=(*execution.events, *messages))


# What has changed


class RollResult(Struct, frozen=True):
    """A roll of a command and its result; the roll identifies it in another execution."""

    key: tuple[str, ...]
    about: str
    total: int | None
    defense: str
    needed: int | None
    outcome: str | Message

    def text(self, was: RollResult | None = None) -> Message:
        """The result, such as `18 vs AC 17 hit`; without the total if it equals that of `was`."""
        if self.needed is None:
            return message("result without roll", outcome=self.outcome)
        total = None if was and was.total == self.total else self.total
        key = "roll result" if total is not None else "new roll result"
        return message(key, total=total, defense=self.defense or "DC", needed=self.needed, outcome=self.outcome)


class Repeated(Struct, frozen=True):
    """An execution of a command that is compared with another, and the fight before it."""

    before: Fight
    done: Execution


def changed_results(view: FightView, old: Repeated, new: Repeated) -> list[MessageLogged]:
    """The differences between two executions of a command: other results of rolls, damage, healing, who falls."""
    was, now = old.done.events, new.done.events
    found = [*_changed_rolls(was, now), *_changed_hit_points(was, now), *_changed_standings(view, old, new)]
    return found or [MessageLogged(message("no result changed"))]


def _changed_standings(view: FightView, old: Repeated, new: Repeated) -> Iterator[MessageLogged]:
    """The creatures that the command no longer fells, or fells now."""
    was, now = view.moved(old.done.after), view.moved(new.done.after)
    for creature in dict.fromkeys((*_felled_or_raised(view, old), *_felled_or_raised(view, new))):
        if creature in was.fight.states and creature in now.fight.states:
            before, after = creature_standing(was, creature), creature_standing(now, creature)
            if before != after:
                yield MessageLogged(message("result changed", was=before, now=after), creature)


def _felled_or_raised(view: FightView, repeated: Repeated) -> Iterator[str]:
    """The creatures whose standing an execution changes."""
    earlier, later = view.moved(repeated.before), view.moved(repeated.done.after)
    for creature in (each for each in earlier.fight.states if each in later.fight.states):
        if creature_standing(earlier, creature) != creature_standing(later, creature):
            yield creature


def _changed_rolls(old: Sequence[Event], new: Sequence[Event]) -> Iterator[MessageLogged]:
    before, after = _rolls(old), _rolls(new)
    for key, roll in after.items():
        was = before.get(key)
        if was and (was.needed, was.outcome, was.total) != (roll.needed, roll.outcome, roll.total):
            yield MessageLogged(message("result changed", was=was.text(), now=roll.text(was)), roll.about)


def _rolls(happened: Iterable[Event]) -> Mapping[tuple[str, ...], RollResult]:
    """The rolls of a command; those of one kind about one creature are numbered."""
    found: dict[tuple[str, ...], RollResult] = {}
    count: Counter[tuple[str, ...]] = Counter()
    for event in happened:
        if roll := _roll_of(event):
            count[roll.key] += 1
            found[(*roll.key, str(count[roll.key]))] = roll
    return found


def _roll_of(event: Event) -> RollResult | None:
    roll: tuple[str, ...]
    match event:
        case AttackRolled(creature, target, power):
            outcome = "missed" if event.outcome == "miss" else event.outcome
            roll = ("attack", creature, target, power)
            return RollResult(roll, target, event.total, event.defense, event.needed, outcome)
        case DieRolled(kind, creature) if event.outcome:
            roll = (kind, creature, event.ability, event.power)
            result = message(event.outcome, margin=(event.needed or 0) - event.total)
            return RollResult(roll, creature, event.total, "", event.needed, result)
        case SaveRolled(creature, effects, face):
            total = face + sum(each.amount for each in event.terms)
            roll = ("save", creature, *[each.name for each in effects])
            return RollResult(roll, creature, total, "", event.needed, event.outcome)
    return None


def _changed_hit_points(old: Sequence[Event], new: Sequence[Event]) -> Iterator[MessageLogged]:
    before, after = _damage_by_creature(old), _damage_by_creature(new)
    for creature in dict.fromkeys((*before, *after)):
        was, now = before[creature], after[creature]
        if was != now:
            kind = "healing changed" if was < 0 or now < 0 else "damage changed"
            yield MessageLogged(message(kind, was=abs(was), now=abs(now)), creature)


def _damage_by_creature(happened: Iterable[Event]) -> Counter[str]:
    """The hit points, including temporary ones, that each creature loses."""
    lost: Counter[str] = Counter()
    for event in happened:
        if isinstance(event, HitPointsChanged):
            lost[event.creature] += event.was_hp + event.was_temp_hp - event.hp - event.temp_hp
    return lost
