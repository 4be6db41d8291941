"""A command during its execution: the current fight, the dice, and the events."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct, field

from orcus_tui.dice import Dice, Face, JoinedDice, Roll, roll
from orcus_tui.errors import Forbidden, Impossible
from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.events import DieRolled, Event, FightChanged, MessageLogged, SaveRolled, StateChanged
from orcus_tui.model.fight import Asking, Fight, OptionValue, Question, name_of
from orcus_tui.model.message import Message, Value, plain
from orcus_tui.model.offer import Offer
from orcus_tui.model.steps import Step
from orcus_tui.model.trigger import Trigger
from orcus_tui.rules.fight_view import FightViewUnder
from orcus_tui.rules.templates import Formatter, HasWords

Rules = Mapping[type[Step], Callable[["AnyResolution", Step], None]]


class TypedDice(Struct):
    """Typed dice that are not used yet.

    `ties` are dice for ties in the order, `further_attacks` dice for attacks that follow others, `toughness` dice for
    Toughness saves; `save` is the die of a save that may come before a recovery, `recovery` the total of a recovery's
    dice. `rows` are the numbers for `roll d6:` lines (None if they are rolled), `rows_rolled` the dice of all such
    lines so far. `joined` are the bonus dice of the next roll (None if they are rolled); they count for a roll after
    `joined_at` events.
    """

    ties: list[int] = []
    further_attacks: list[int] = []
    toughness: list[int] = []
    save: int | None = None
    recovery: int | None = None
    rows: list[int] | None = None
    rows_rolled: list[Dice] = []
    joined: list[int] | None = None
    joined_at: int = 0

    def take_recovery(self) -> int | None:
        """Takes the total of a recovery's dice; None if they are to be rolled."""
        typed, self.recovery = self.recovery, None
        return typed


@lru_cache(maxsize=4096)
def _pair(sides: int, face: int) -> tuple[int, int]:
    """A recorded die; equal dice share one object, since a long fight has thousands."""
    return (sides, face)


class Cause(Struct, frozen=True):
    """The power or zone whose lines are being applied, its attack dice by target, and its user.

    `use` is its `PowerUse`, if it is a power in use; `outcomes` are `hit`, `miss` or `crit`, by target. `zone` is set
    if the effects end when their bearer leaves that zone. `damage` is the damage dealt, for a trait that reacts to an
    attack of which only the damage is known. `asked_from` is the number of the first question that the damage of the
    power may ask, or 0: lines with facts about the creature that it asks wait for the answer.
    """

    power: str = ""
    natural: Mapping[str, int | None] = field(default_factory=dict)
    source: str = ""
    use: Any = None
    outcomes: Mapping[str, str] = field(default_factory=dict)
    zone: str = ""
    damage: Any = None
    asked_from: int = 0


NO_CAUSE = Cause()


class Chain:
    """A chain of triggers that set each other off, and its length."""

    __slots__ = ("length",)

    def __init__(self) -> None:
        self.length = 0


class LoopGuards(Struct):
    """Guards against rules that set each other off without end.

    `announced` are the encounter's events that a count has already announced, `attacks_in_a_row` is how many further
    attacks have led to one another, `in_zones` are the zones, each with a creature, whose line is being applied. While
    triggers are set off, `is_setting_off` is true, and `chain` has the triggers that led to the present lines.
    """

    announced: set[tuple[int, int, int]] = set()
    attacks_in_a_row: int = 0
    chain: Chain | None = None
    in_zones: set[tuple[str, str]] = set()
    is_setting_off: bool = False


class AcceptedOffer(Struct, frozen=True):
    """An offer whose line is being carried out, and whether that takes no action."""

    offer: Offer
    free: bool


class Triggered(Struct, frozen=True):
    """A trigger that has occurred for a creature, the other creature involved, and the chain that it belongs to.

    `use`, `damage` and `outcome` describe the attack that it is about, as in `Cause`; `face` is the attack die.
    """

    creature: str
    trigger: Trigger
    other: str = ""
    chain: Chain | None = None
    use: Any = None
    damage: Any = None
    outcome: str = ""
    face: int | None = None


class OptionSource(HasWords, Protocol):
    """The parts of a system that the resolution itself needs: its words and the values of its options."""

    def option(self, fight: Fight, key: str) -> OptionValue:
        """The value of an option in this fight."""


SystemT = TypeVar("SystemT", bound=OptionSource)


def _run_nothing(_resolution: "AnyResolution", _lines: Iterable[str]) -> None:
    """Carries out no lines, in a dry run."""


def _find_nothing(_: str) -> None:
    """Finds no creature, without a library."""


class Callbacks(Struct, frozen=True):
    """Functions of a session for rules: to carry out the lines of events, and to find creatures of the library."""

    run_lines: Callable[["AnyResolution", Iterable[str]], None] = _run_nothing
    find_in_library: Callable[[str], Mapping[str, Any] | None] = _find_nothing


NO_CALLBACKS = Callbacks()


class ResolutionUnder(Struct, Generic[SystemT], eq=False):
    """One command being carried out.

    Each event is applied as it is emitted, so that the next rule sees its effect: `fight` is the fight after it, and
    `view` its view, for rules that only read. `began` is the fight before the first event, `began_view` its view.
    `dice` are all dice rolled so far as (sides, face), `typed` the typed dice that are not used yet, `actions_spent`
    all spent actions as (creature, kind). With `overrule` set, what is forbidden is allowed and noted. `starting` is
    the creature whose turn is starting, if any. `rules` has the rule of each step, so that a power's lines reach the
    rules as typed lines do. `triggers` are the triggers that `triggers.set_off` will set off; `guards` stop endless
    loops. `accepted` is the offer whose line is carried out, if any; `in_event` is set for the lines of an event of the
    encounter. `callbacks` are functions of the session. `changed` are the creatures whose states the command has
    changed, once it has been carried out. `optional` are the targets that only a set names, such as `@party`: a command
    skips such a target if it is impossible for it.

    Rules take a `Resolution`, which is a resolution under a `System` (`rules/system/resolution`). A system is itself
    made of rules, so the types of its parts can only name an `AnyResolution`.
    """

    view: FightViewUnder[SystemT]
    face: Face
    rules: Rules
    fight: Fight
    system: SystemT
    began: Fight
    began_view: FightViewUnder[SystemT]
    asking: Asking
    overrule: bool = False
    callbacks: Callbacks = NO_CALLBACKS
    optional: frozenset[str] = frozenset()
    cause: Cause = NO_CAUSE
    starting: str = ""
    accepted: AcceptedOffer | None = None
    in_event: bool = False
    events: list[Event] = []
    dice: list[tuple[int, int]] = []
    actions_spent: list[tuple[str, str]] = []
    triggers: list[Triggered] = []
    typed: TypedDice = field(default_factory=TypedDice)
    guards: LoopGuards = field(default_factory=LoopGuards)
    changed: tuple[str, ...] = ()

    def carry_out(self, step: Step) -> None:
        """Executes a step."""
        self.rules[type(step)](self, step)

    def attempt(self, step: Step, line: str) -> None:
        """Executes a step; if it is impossible, only logs a message."""
        reason = self._try(lambda: self.carry_out(step))
        if reason:
            self.say("line skipped", line=line, reason=plain(str(reason)))

    def for_each(self, targets: Iterable[str], rule: Callable[[str, int], None]) -> int:
        """Carries out a rule for each target, passing its index; returns the number of targets.

        Skips targets of a set for which it is impossible. Raises Impossible if no target is left.
        """
        done = 0
        reasons: list[Impossible] = []
        for creature in targets:
            if creature in self.optional:
                reason = self._try(partial(rule, creature, done))
                if reason:
                    reasons.append(reason)
                    continue
            else:
                rule(creature, done)
            done += 1
        if reasons:
            said = "; ".join(dict.fromkeys(each.message for each in reasons))
            if not done:
                forbidden = any(isinstance(each, Forbidden) for each in reasons)
                raise (Forbidden if forbidden else Impossible)(f"nobody is left: {said}")
            self.say("left out", reason=plain(said))
        return done

    def _try(self, rule: Callable[[], None]) -> "Impossible | None":
        """Carries out a rule; if it is impossible, undoes what it has done, and returns the reason."""
        view, happened, spent, triggered = self.view, len(self.events), len(self.actions_spent), len(self.triggers)
        try:
            rule()
        except Impossible as reason:
            self.view, self.fight = view, view.fight
            del self.events[happened:]
            del self.actions_spent[spent:]
            del self.triggers[triggered:]
            return reason
        return None

    def emit(self, event: Event) -> None:
        """Applies an event and records it."""
        before = self.fight
        fight = event.apply(before)
        if fight is not before:
            self.view, self.fight = self.view.moved(fight), fight
        self.events.append(event)

    def say(self, key: str, creature: str = "", /, **values: Value) -> None:
        """Logs the message with this key and these values, about a creature if given."""
        self.emit(MessageLogged(Message(key, values), creature))

    def change(self, creature: str, field: str, value: object, message: Message | None = None) -> None:
        """Changes one field of a creature's state, unless it already has that value."""
        if getattr(self.fight.states[creature], field) != value:
            self.emit(StateChanged(creature, field, value, message))

    def remember(self, what: str, number: int) -> None:
        """Remembers a number for the system's own rules; 0 forgets it."""
        if self.fight.system_memory.get(what, 0) != number:
            numbers = {**self.fight.system_memory, what: number}
            self.emit(FightChanged("system_memory", {name: each for name, each in numbers.items() if each}))

    def forbid(self, key: str, /, **values: Value) -> None:
        """Refuses a command for the reason in this message, or notes that the rule was overridden.

        Raises Forbidden unless the command was written with `!`.
        """
        reason = Message(key, values)
        if not self.overrule:
            raise Forbidden(self.text(reason))
        self.say("overridden", reason=reason)

    def text(self, message: Message) -> str:
        """The current text of a message, for an error; the log keeps the message itself."""
        return self.formatter().text(message)

    def formatter(self) -> Formatter:
        """The formatter for messages and effects of the current fight."""
        return Formatter(self.view)

    def roll(self, expression: Dice) -> Roll:
        """Rolls dice, keeping every face."""
        return roll(expression, self.die)

    def die(self, sides: int) -> int:
        """Rolls one die."""
        face = self.face(sides)
        self.dice.append(_pair(sides, face))
        return face

    def joined_die(self, sides: int) -> int:
        """Rolls a second die of a roll: the other die with advantage, or a bonus die."""
        if self.typed.joined is not None and not self._has_logged_roll(self.typed.joined_at):
            return self._next_typed(sides, self.typed.joined)
        if not isinstance(self.face, JoinedDice):
            return self.die(sides)
        face = self.face.joined(sides)
        self.dice.append(_pair(sides, face))
        return face

    def _has_logged_roll(self, start: int) -> bool:
        """Whether a d20 with its bonuses has been rolled since this event; later rolls belong to other creatures."""
        return any(isinstance(each, DieRolled | SaveRolled) for each in self.events[start:])

    @staticmethod
    def _next_typed(sides: int, typed: list[int]) -> int:
        if not typed:
            raise Impossible(f"the face lacks the d{sides} of a bonus; write e.g. face 8+2", of="faces")
        if typed[0] > sides:
            raise Impossible(f"the die of the bonus is a d{sides} and cannot show {typed[0]}", of="faces")
        return typed.pop(0)

    @contextmanager
    def typed_bonus_dice(self, typed: Sequence[tuple[int, ...]], place: int) -> Iterator[None]:
        """Uses the bonus dice typed with the face at this index, as in `8+2`, for the first roll in the context.

        Bonus dice that were not typed are rolled. Raises Impossible for more or fewer typed dice than there are.
        """
        left = [*typed[place]] if place < len(typed) else []
        self.typed.joined, self.typed.joined_at = left or None, len(self.events)
        try:
            yield
        finally:
            self.typed.joined = None
        if left:
            raise Impossible("the face has more bonus dice than are rolled", of="faces")

    def asks(self, creature: str) -> bool:
        """Whether this creature's dice are asked for instead of rolled; a dry run leaves all dice open."""
        asking = self.asking
        return asking == "all" or (asking == "party" and self.sheet(creature).side == "party")

    def fight_asks(self, creature: str) -> bool:
        """Whether the fight itself asks for this creature's dice; the same in a dry run."""
        asking = self.fight.asking
        return asking == "all" or (asking == "party" and self.sheet(creature).side == "party")

    def state(self, creature: str) -> State:
        """A creature's current state."""
        return self.fight.states[creature]

    def sheet(self, creature: str) -> Sheet:
        """A creature's current sheet."""
        return self.fight.sheets[creature]

    def name(self, creature: str) -> str:
        """A creature's name."""
        return name_of(self.fight, creature)

    def option(self, key: str) -> OptionValue:
        """The value of a rules option."""
        return self.system.option(self.fight, key)

    def source(self, named: str, otherwise: str = "") -> str:
        """The source of an effect: the named creature, else the one whose turn it is, else `otherwise`."""
        return named or self.fight.active or otherwise

    def new_question(self, kind: str, creature: str, about: str, die: int = 20) -> Question:
        """A question with the next id, which is not yet asked."""
        starts_turn = creature == self.starting
        number, recovery = self.fight.next_question, self.typed.recovery
        return Question(number, kind, creature, about, die, starts_turn=starts_turn, recovery=recovery)


def resolution_of(
    view: FightViewUnder[SystemT], face: Face, rules: Rules, callbacks: Callbacks = NO_CALLBACKS
) -> ResolutionUnder[SystemT]:
    """The resolution of a command that begins in the fight of a view."""
    fight = view.fight
    return ResolutionUnder(
        view=view,
        face=face,
        rules=rules,
        fight=fight,
        system=view.system,
        began=fight,
        began_view=view,
        asking=fight.asking,
        callbacks=callbacks,
    )


AnyResolution = ResolutionUnder[Any]
"""A resolution under any system, for the types of a system's own rules."""


def default_creature(resolution: AnyResolution) -> str:
    """The creature that acts if a line names none: the creature whose turn it is. Raises Impossible between turns."""
    active = resolution.fight.active
    if not active:
        raise Impossible("it is nobody's turn; name the creature")
    return active
