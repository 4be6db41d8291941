"""What a line of the language comes to: frozen values that the rules, or the session, carry out.

Creatures are ids. In a power's line `targets` is empty until the power is used, and so is `source`; in a typed line
an empty `source` means whoever's turn it is.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from orcus_tui.dice import Dice
from orcus_tui.model.duration import SAVE_ENDS, UNTIL_REMOVED, Duration

Targets = tuple[str, ...]


class Step:
    """What every step is; it holds nothing of its own."""

    __slots__ = ()


# The turn


@dataclass(frozen=True, slots=True)
class Init(Step):
    """Rolls, or sets, initiative; `face` is the die rolled at the table."""

    targets: Targets = ()
    total: int | None = None
    face: int | None = None


@dataclass(frozen=True, slots=True)
class Begin(Step):
    """Starts the fight; `first` takes the first turn."""

    first: str = ""


@dataclass(frozen=True, slots=True)
class Next(Step):
    """Ends this turn and starts the next."""


@dataclass(frozen=True, slots=True)
class Surprise(Step):
    """These are surprised when the fight begins."""

    targets: Targets


@dataclass(frozen=True, slots=True)
class Delay(Step):
    """Steps out of the order; with a count, comes up there by itself."""

    count: int | None = None


@dataclass(frozen=True, slots=True)
class Ready(Step):
    """Readies an action."""

    trigger: str


@dataclass(frozen=True, slots=True)
class Act(Step):
    """A delayed creature takes its turn, or a readied one its action."""

    creature: str


@dataclass(frozen=True, slots=True)
class Finish(Step):
    """Ends the encounter."""


@dataclass(frozen=True, slots=True)
class Rest(Step):
    """A rest of the system's."""

    length: Literal["short", "long"]


# Hit points


@dataclass(frozen=True, slots=True)
class Damage(Step):
    """Damage through the system's pipeline; `missed` take half of the same roll, as missed."""

    targets: Targets
    amount: Dice
    types: tuple[str, ...] = ()
    half: bool = False
    miss: bool = False
    crit: bool = False
    range: str = ""
    face: int | None = None
    source: str = ""
    missed: Targets = ()


@dataclass(frozen=True, slots=True)
class Heal(Step):
    """Hit points back."""

    targets: Targets
    amount: Dice


@dataclass(frozen=True, slots=True)
class Temp(Step):
    """Temporary hit points."""

    targets: Targets
    amount: Dice


@dataclass(frozen=True, slots=True)
class Recover(Step):
    """Spends recoveries; `amount` is what the dice gave, where the system rolls them."""

    targets: Targets
    times: int = 1
    amount: Dice | None = None


@dataclass(frozen=True, slots=True)
class Rally(Step):
    """The system's rally."""

    targets: Targets = ()


@dataclass(frozen=True, slots=True)
class Kill(Step):
    """Dead, whatever the hit points."""

    targets: Targets


@dataclass(frozen=True, slots=True)
class Knockout(Step):
    """Out cold, and not dying."""

    targets: Targets


@dataclass(frozen=True, slots=True)
class Revive(Step):
    """Back from the dead."""

    targets: Targets
    hp: int | None = None


@dataclass(frozen=True, slots=True)
class Stabilize(Step):
    """No longer dying."""

    targets: Targets


# Effects


@dataclass(frozen=True, slots=True)
class Apply(Step):
    """Conditions, or a person's own words, that share a duration and a save."""

    targets: Targets
    conditions: tuple[str, ...]
    duration: Duration = UNTIL_REMOVED
    source: str = ""
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Persist(Step):
    """Persistent damage."""

    targets: Targets
    amount: Dice
    types: tuple[str, ...] = ()
    duration: Duration = SAVE_ENDS
    source: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Regen(Step):
    """Regeneration."""

    targets: Targets
    amount: Dice
    duration: Duration = UNTIL_REMOVED
    source: str = ""


@dataclass(frozen=True, slots=True)
class Mark(Step):
    """Marks, for the marker."""

    targets: Targets
    duration: Duration = UNTIL_REMOVED
    source: str = ""


@dataclass(frozen=True, slots=True)
class Bonus(Step):
    """A bonus or penalty to a statistic."""

    targets: Targets
    amount: int
    stat: str
    type: str = ""
    duration: Duration = UNTIL_REMOVED
    source: str = ""


@dataclass(frozen=True, slots=True)
class Withstand(Step):
    """Resistance, vulnerability or immunity."""

    targets: Targets
    quality: Literal["resist", "vulnerable", "immune"]
    type: str
    amount: int | None = None
    duration: Duration = UNTIL_REMOVED
    source: str = ""


@dataclass(frozen=True, slots=True)
class Remove(Step):
    """Ends effects; an empty `name` means all of them."""

    targets: Targets
    name: str = ""


@dataclass(frozen=True, slots=True)
class Remind(Step):
    """A reminder at that point of each target's turns."""

    targets: Targets
    point: Literal["start", "end"]
    text: str
    duration: Duration = UNTIL_REMOVED
    source: str = ""


@dataclass(frozen=True, slots=True)
class Say(Step):
    """A reminder in the log, now: a power's line."""

    text: str
    targets: Targets = ()


@dataclass(frozen=True, slots=True)
class Maintain(Step):
    """Spends the action that keeps a power going."""

    power: str = ""


@dataclass(frozen=True, slots=True)
class Save(Step):
    """A saving throw now; an empty `name` is the oldest effect."""

    targets: Targets
    name: str = ""
    face: int | None = None
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class DeathSave(Step):
    """A death saving throw now."""

    targets: Targets
    face: int | None = None


# Doing


@dataclass(frozen=True, slots=True)
class Attack(Step):
    """Resolves a power with an attack roll. `hit` is the damage rolled, bonuses included."""

    power: str
    targets: Targets
    source: str = ""
    bonus: int = 0
    edge: Literal["", "ca", "adv", "dis"] = ""
    manner: Literal["", "coup", "charge"] = ""
    faces: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    hit: int | None = None


@dataclass(frozen=True, slots=True)
class UsePower(Step):
    """Resolves a power without an attack roll."""

    power: str
    targets: Targets = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Do(Step):
    """An action of the system's table."""

    action: str
    targets: Targets = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Spend(Step):
    """A power is used up."""

    targets: Targets
    power: str


@dataclass(frozen=True, slots=True)
class Recharge(Step):
    """A power is there again."""

    targets: Targets
    power: str


@dataclass(frozen=True, slots=True)
class ActionPoint(Step):
    """Spends an action point."""

    targets: Targets = ()


@dataclass(frozen=True, slots=True)
class SpendAction(Step):
    """Marks an action as used."""

    targets: Targets
    action: str


@dataclass(frozen=True, slots=True)
class RollDice(Step):
    """Dice, to the log."""

    dice: Dice
    label: str = ""


# Who is there


@dataclass(frozen=True, slots=True)
class Add(Step):
    """New creatures, from a name and fields of the encounter format."""

    name: str
    count: int = 1
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Drop(Step):
    """Leaves for good."""

    targets: Targets


@dataclass(frozen=True, slots=True)
class Reserve(Step):
    """Waits off stage."""

    targets: Targets


@dataclass(frozen=True, slots=True)
class Enter(Step):
    """Comes on stage."""

    targets: Targets


@dataclass(frozen=True, slots=True)
class SetField(Step):
    """Corrects a field of the encounter format."""

    targets: Targets
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Note(Step):
    """A note on a creature."""

    targets: Targets
    text: str


@dataclass(frozen=True, slots=True)
class Hide(Step):
    """Hidden from the players."""

    targets: Targets


@dataclass(frozen=True, slots=True)
class Reveal(Step):
    """Hidden no more."""

    targets: Targets


@dataclass(frozen=True, slots=True)
class ChangeSide(Step):
    """Another side."""

    targets: Targets
    side: str


@dataclass(frozen=True, slots=True)
class Rename(Step):
    """Another name; the id stays."""

    targets: Targets
    name: str


@dataclass(frozen=True, slots=True)
class Move(Step):
    """Another place in the order."""

    targets: Targets
    where: Literal["before", "after"]
    anchor: str


@dataclass(frozen=True, slots=True)
class SetOption(Step):
    """A rules option."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class SetCounter(Step):
    """A resource, of the fight or of a creature, set or changed."""

    name: str
    number: int
    relative: bool = False
    creature: str = ""


# Questions


@dataclass(frozen=True, slots=True)
class Ask(Step):
    """Whose dice are asked for."""

    who: Literal["none", "party", "all"]


@dataclass(frozen=True, slots=True)
class Answer(Step):
    """A face for an open question; without a number, the oldest."""

    face: int
    question: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerAll(Step):
    """Rolls every open question."""


def bind(step: Step, targets: Targets, source: str) -> Step:
    """A power's step with the creatures it now concerns filled in."""
    every: Any = step  # a step's type does not say that each is a dataclass
    names = {each.name for each in fields(every)}
    given = {"targets": targets, "source": source}
    bound: Step = replace(every, **{name: value for name, value in given.items() if name in names})
    return bound
