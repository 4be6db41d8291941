"""Steps: lines of the language as frozen values, which the rules or the session execute.

Creatures are ids. In a power's line `targets` is empty until the power is used, and so is `source`; in a typed line
an empty `source` is the creature whose turn it is. The module is longer than others because it is one list: each step
is a few fields.
"""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.dice import Dice
from orcus_tui.model.duration import SAVE_ENDS, UNTIL_REMOVED, Duration
from orcus_tui.model.effect import Aftereffect

Targets = tuple[str, ...]


class Step(Struct, frozen=True):
    """The base of all steps."""


# The turn


class Init(Step, frozen=True):
    """Rolls, or sets, initiative; `face` is the die rolled at the table, `ties` those that break ties."""

    targets: Targets = ()
    total: int | None = None
    face: int | None = None
    ties: tuple[int, ...] = ()


class Begin(Step, frozen=True):
    """Starts the fight; `first` takes the first turn; `faces` are the dice of ties, in the order they are rolled."""

    first: str = ""
    faces: tuple[int, ...] = ()


class Next(Step, frozen=True):
    """Ends this turn and starts the next; of `targets`, who act one after another, the turns of all."""

    targets: Targets = ()


class Surprise(Step, frozen=True):
    """These are surprised when the fight begins."""

    targets: Targets


class Delay(Step, frozen=True):
    """Steps out of the order; with a count, comes up there by itself."""

    count: int | None = None


class Ready(Step, frozen=True):
    """Readies an action."""

    trigger: str


class Act(Step, frozen=True):
    """A delayed creature takes its turn, or a readied one its action."""

    creature: str


class Finish(Step, frozen=True):
    """Ends the encounter."""


class Rest(Step, frozen=True):
    """A rest: `short`, `long`, or a length of the system."""

    length: str


# Hit points


class DealDamage(Step, frozen=True):
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


class Heal(Step, frozen=True):
    """Hit points back."""

    targets: Targets
    amount: Dice


class Temp(Step, frozen=True):
    """Temporary hit points."""

    targets: Targets
    amount: Dice
    duration: Duration = UNTIL_REMOVED
    source: str = ""


class Recover(Step, frozen=True):
    """Spends recoveries; `amount` is what the dice gave, where the system rolls them.

    `is_total`: the amount is all that they heal, with what the system adds to the dice.
    """

    targets: Targets
    times: int = 1
    amount: Dice | None = None
    is_total: bool = False


class Rally(Step, frozen=True):
    """The system's rally; `amount` is what the dice of its recovery gave, `face` the die of a save before it."""

    targets: Targets = ()
    amount: Dice | None = None
    face: int | None = None


class Kill(Step, frozen=True):
    """Dead, whatever the hit points."""

    targets: Targets


class Knockout(Step, frozen=True):
    """Out cold, and not dying."""

    targets: Targets


class Revive(Step, frozen=True):
    """Back from the dead."""

    targets: Targets
    hp: int | None = None


class Stabilize(Step, frozen=True):
    """No longer dying."""

    targets: Targets


# Effects


class JoinedEffects(Step, frozen=True, kw_only=True):
    """The shared fields of steps that put effects on their targets.

    `joined` are further effects on the same targets, which share the duration, source and save of this one. `then` is
    what a failed save turns all of them into, and what the next failures turn that into; `after` is what a successful
    save leaves behind.
    """

    then: tuple[tuple[str, ...], ...] = ()
    after: Aftereffect | None = None
    joined: tuple["JoinedEffects", ...] = ()


class Apply(JoinedEffects, frozen=True):
    """Conditions, or a person's own words, that share a duration and a save."""

    targets: Targets
    conditions: tuple[str, ...]
    duration: Duration = UNTIL_REMOVED
    source: str = ""


class Persist(JoinedEffects, frozen=True):
    """Persistent damage; its dice are rolled once, or with `each` every time it is dealt."""

    targets: Targets
    amount: Dice
    types: tuple[str, ...] = ()
    duration: Duration = SAVE_ENDS
    source: str = ""
    name: str = ""
    each: bool = False


class Regen(JoinedEffects, frozen=True):
    """Regeneration."""

    targets: Targets
    amount: Dice
    duration: Duration = UNTIL_REMOVED
    source: str = ""


class Mark(JoinedEffects, frozen=True):
    """Marks, for the marker."""

    targets: Targets
    duration: Duration = UNTIL_REMOVED
    source: str = ""


class Bonus(JoinedEffects, frozen=True):
    """A bonus or penalty to a statistic; `once`: only to the first roll it changes. `name` is the power it is from."""

    targets: Targets
    amount: int
    stat: str
    type: str = ""
    duration: Duration = UNTIL_REMOVED
    source: str = ""
    once: bool = False
    name: str = ""


class Withstand(JoinedEffects, frozen=True):
    """Resistance, vulnerability or immunity."""

    targets: Targets
    quality: Literal["resist", "vulnerable", "immune"]
    type: str
    amount: int | None = None
    duration: Duration = UNTIL_REMOVED
    source: str = ""


EffectStep = Apply | Persist | Regen | Mark | Bonus | Withstand
"""A step that puts effects on its targets."""


class Remove(Step, frozen=True):
    """Ends effects; an empty `name` means all of them."""

    targets: Targets
    name: str = ""


class Remind(Step, frozen=True):
    """A reminder at that point of each target's turns."""

    targets: Targets
    point: Literal["start", "end"]
    text: str
    duration: Duration = UNTIL_REMOVED
    source: str = ""


class RemindRound(Step, frozen=True):
    """A reminder when a round begins."""

    round: int
    text: str


class Say(Step, frozen=True):
    """A reminder in the log by a line of a power, in which TARGET and ITSELF mean the target and the power's user.

    `line` is the same as a line to type, where it is one: the game master knows whether it applies.
    """

    text: str
    line: str = ""
    targets: Targets = ()
    source: str = ""


class Maintain(Step, frozen=True):
    """Spends the action that keeps a power going."""

    power: str = ""


class Save(Step, frozen=True):
    """A saving throw now; an empty `name` is the oldest effect. `words` are what a plain one is against."""

    targets: Targets
    name: str = ""
    face: int | None = None
    bonus: int = 0
    words: str = ""


class DeathSave(Step, frozen=True):
    """A death saving throw now; `amount` is the sum of the recovery dice, if a recovery comes with it."""

    targets: Targets
    face: int | None = None
    amount: Dice | None = None


# Actions


class Attack(Step, frozen=True):
    """Resolves a power with an attack roll. `hit` is the damage that was or is rolled, bonuses included."""

    power: str
    targets: Targets
    source: str = ""
    bonus: int = 0
    advantage: Literal["", "ca", "adv", "dis"] = ""
    manner: str = ""
    faces: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    hit: Dice | None = None


class AttackByEach(Step, frozen=True):
    """The same attack by several creatures; the dice typed are those of one after another."""

    sources: Targets
    attack: Attack


class UsePower(Step, frozen=True):
    """Resolves a power without an attack roll; `faces` are the targets' saves, `hit` the damage or healing rolled."""

    power: str
    targets: Targets = ()
    source: str = ""
    faces: tuple[int, ...] = ()
    hit: Dice | None = None


class FollowUp(Step, frozen=True):
    """Resolves a power for the targets of another one, which has it as a line: it costs no further action."""

    power: str
    targets: Targets = ()
    source: str = ""


class Do(Step, frozen=True):
    """An action of the system's table.

    `number` is for an action that goes by one, such as the squares of a fall; `hit` is its damage, if it was typed.
    """

    action: str
    targets: Targets = ()
    source: str = ""
    number: int | None = None
    hit: Dice | None = None


class SystemStep(Step, frozen=True):
    """A verb that only one system has; `what` is the word that goes with it, `bonus` a change to its die.

    `number` is what that die must reach, `manner` what kind of die it is.
    """

    verb: str
    targets: Targets = ()
    source: str = ""
    what: str = ""
    face: int | None = None
    bonus: int = 0
    number: int | None = None
    advantage: Literal["", "ca", "adv", "dis"] = ""
    manner: str = ""


class Spend(Step, frozen=True):
    """Marks a power as used."""

    targets: Targets
    power: str


class Recharge(Step, frozen=True):
    """Recharges a power."""

    targets: Targets
    power: str


class ActionPoint(Step, frozen=True):
    """Spends an action point."""

    targets: Targets = ()


class SpendAction(Step, frozen=True):
    """Marks an action as used."""

    targets: Targets
    action: str


class RollDice(Step, frozen=True):
    """Dice, to the log."""

    dice: Dice
    label: str = ""


# The roster


class Add(Step, frozen=True):
    """New creatures, from a name and fields of the encounter format.

    `count` may be rolled. `printed` are the values of the library's creature of that name, by field, where it has one;
    where nobody is called that, `near` offers a name to go after a message that says so.
    """

    name: str
    count: int | Dice = 1
    fields: tuple[tuple[str, str], ...] = ()
    printed: Mapping[str, Any] | None = None
    near: str = ""


class Drop(Step, frozen=True):
    """Leaves for good."""

    targets: Targets


class Reserve(Step, frozen=True):
    """Waits off stage."""

    targets: Targets


class Enter(Step, frozen=True):
    """Comes on stage."""

    targets: Targets


class SetField(Step, frozen=True):
    """Corrects a field of the encounter format."""

    targets: Targets
    field: str
    value: str


class Note(Step, frozen=True):
    """A note on a creature."""

    targets: Targets
    text: str


class Hide(Step, frozen=True):
    """Hidden from the players."""

    targets: Targets


class Reveal(Step, frozen=True):
    """No longer hidden."""

    targets: Targets


class Mask(Step, frozen=True):
    """Shown to the players under another name; without one, as one of the unknown."""

    targets: Targets
    name: str = ""


class Unmask(Step, frozen=True):
    """Shown to the players under its own name again."""

    targets: Targets


class SetPlayers(Step, frozen=True):
    """A setting of the players' view: of the fight, of sides, of creatures."""

    key: str
    value: str
    sides: tuple[str, ...] = ()
    targets: Targets = ()


class Announce(Step, frozen=True):
    """A line in large print on the players' screens; an empty one takes it away."""

    text: str


class ChangeSide(Step, frozen=True):
    """Another side."""

    targets: Targets
    side: str


class Rename(Step, frozen=True):
    """Another name; the id stays."""

    targets: Targets
    name: str


class Move(Step, frozen=True):
    """Another place in the order."""

    targets: Targets
    where: Literal["before", "after"]
    anchor: str


class SetOption(Step, frozen=True):
    """A rules option."""

    key: str
    value: str


class SetCounter(Step, frozen=True):
    """A resource, of the fight or of a creature, set or changed."""

    name: str
    number: int
    relative: bool = False
    creature: str = ""


# Questions


class Ask(Step, frozen=True):
    """Sets whose dice are asked for."""

    who: Literal["none", "party", "all"]


class Answer(Step, frozen=True):
    """A face for an open question; without a number, the oldest."""

    face: int
    question: int | None = None


class AnswerAll(Step, frozen=True):
    """Rolls every open question."""


def bind(step: Step, targets: Targets, source: str) -> Step:
    """A power's step with the creatures it now concerns filled in."""
    given = {"targets": targets, "source": source}
    return replace(step, **{name: value for name, value in given.items() if name in step.__struct_fields__})
