"""Steps: lines of the language as frozen values, which the rules or the session execute.

Creatures are ids. In a power's line `targets` and `source` are empty until the power is used; in a typed line an empty
`source` is the creature whose turn it is. Steps that no power's line has are in `model/typed_steps.py`.
"""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.dice import Dice
from orcus_tui.model.duration import SAVE_ENDS, UNTIL_REMOVED, Duration
from orcus_tui.model.effect import Aftereffect
from orcus_tui.model.modifier import ALWAYS, Advantage, Limit, When

Targets = tuple[str, ...]


class Step(Struct, frozen=True):
    """The base of all steps."""


class StepOnTargets(Step, frozen=True):
    """The base of steps that must have targets."""

    targets: Targets


# Hit points


class DealDamage(StepOnTargets, frozen=True):
    """Deals damage by the system's rules; targets in `missed` take half of the same roll, as from a miss.

    `tags` are words of the damage. The roll is doubled with `double`, and divided among the targets with `split`.
    """

    amount: Dice
    types: tuple[str, ...] = ()
    half: bool = False
    miss: bool = False
    crit: bool = False
    range: str = ""
    face: int | None = None
    source: str = ""
    missed: Targets = ()
    tags: tuple[str, ...] = ()
    double: bool = False
    split: bool = False


class Heal(StepOnTargets, frozen=True):
    """Restores hit points."""

    amount: Dice


class Temp(StepOnTargets, frozen=True):
    """Gives temporary hit points."""

    amount: Dice
    duration: Duration = UNTIL_REMOVED
    source: str = ""


class Recover(StepOnTargets, frozen=True):
    """Spends recoveries.

    `amounts` are the totals of their dice, in systems that roll recoveries: one for all creatures, or one for each.

    `is_total`: the amount is the whole healing, including the system's bonus to the dice.
    """

    times: int = 1
    amounts: tuple[Dice, ...] = ()
    is_total: bool = False


class Rally(Step, frozen=True):
    """Rallies by the system's rule.

    `amounts` are totals of the recovery's dice, `faces` are the dice of the saves before the rally.
    """

    targets: Targets = ()
    amounts: tuple[Dice, ...] = ()
    faces: tuple[int, ...] = ()


class Kill(StepOnTargets, frozen=True):
    """Kills creatures at any hit points."""


class Knockout(StepOnTargets, frozen=True):
    """Knocks creatures unconscious, not dying."""


class Revive(StepOnTargets, frozen=True):
    """Brings a creature back from the dead."""

    hp: int | None = None


class Stabilize(StepOnTargets, frozen=True):
    """Stabilizes a dying creature."""


# Effects


class JoinedEffects(StepOnTargets, frozen=True, kw_only=True):
    """The shared fields of steps that put effects on their targets.

    `joined` are further effects on the same targets, which share the duration, source and save of this one. `then` are
    the conditions after a failed save, and after the next failures; `after` follows a successful save.
    """

    then: tuple[tuple[str, ...], ...] = ()
    after: Aftereffect | None = None
    joined: tuple["JoinedEffects", ...] = ()


class Apply(JoinedEffects, frozen=True):
    """Applies conditions, or free text, that share a duration and a save."""

    conditions: tuple[str, ...]
    duration: Duration = UNTIL_REMOVED
    source: str = ""


class Persist(JoinedEffects, frozen=True):
    """Adds persistent damage; its dice are rolled once, or with `each` every time the damage is dealt."""

    amount: Dice
    types: tuple[str, ...] = ()
    duration: Duration = SAVE_ENDS
    source: str = ""
    name: str = ""
    each: bool = False


class Regen(JoinedEffects, frozen=True):
    """Gives regeneration."""

    amount: Dice
    duration: Duration = UNTIL_REMOVED
    source: str = ""
    unless: tuple[str, ...] = ()


class Mark(JoinedEffects, frozen=True):
    """Marks the targets for the source."""

    duration: Duration = UNTIL_REMOVED
    source: str = ""


class Bonus(JoinedEffects, frozen=True):
    """Gives a bonus or penalty to a statistic: an `amount`, `dice` with a sign, or `advantage`.

    `once`: only to the first roll it changes. `name` is its power. `when` has the facts it depends on.
    """

    amount: int
    stat: str
    type: str = ""
    duration: Duration = UNTIL_REMOVED
    source: str = ""
    once: bool = False
    name: str = ""
    dice: str = ""
    advantage: Advantage = ""
    when: When = ALWAYS
    limit: Limit = ""


class Withstand(JoinedEffects, frozen=True):
    """Gives resistance, vulnerability or immunity."""

    quality: Literal["resist", "vulnerable", "immune"]
    type: str
    amount: int | None = None
    duration: Duration = UNTIL_REMOVED
    source: str = ""
    unless: tuple[str, ...] = ()


EffectStep = Apply | Persist | Regen | Mark | Bonus | Withstand
"""A step that puts effects on its targets."""


class Remove(StepOnTargets, frozen=True):
    """Ends effects; an empty `name` means all of them."""

    name: str = ""


class Remind(StepOnTargets, frozen=True):
    """Adds a reminder to the start or the end of each target's turns."""

    point: Literal["start", "end"]
    text: str
    duration: Duration = UNTIL_REMOVED
    source: str = ""


class RemindRound(Step, frozen=True):
    """Adds a reminder to the start of a round."""

    round: int
    text: str


class Say(Step, frozen=True):
    """Logs a reminder of a power, in which TARGET and ITSELF mean the target and the power's user.

    If the reminder is a line to type, `line` has it; the game master decides whether it applies.
    """

    text: str
    line: str = ""
    targets: Targets = ()
    source: str = ""


class MakeZone(Step, frozen=True):
    """Makes a zone with the targets inside."""

    name: str
    targets: Targets = ()
    line: Any = None  # a compiled power line; its type is in `model/power.py`, which imports this module
    at: Literal["start", "end", "inside"] = "start"
    duration: Duration = UNTIL_REMOVED
    source: str = ""


class Into(Step, frozen=True):
    """Moves creatures into a zone."""

    zone: str
    targets: Targets


class OutOf(Step, frozen=True):
    """Moves creatures out of a zone."""

    zone: str
    targets: Targets


class EndZone(Step, frozen=True):
    """Ends a zone; `why` is the key of the message that says why."""

    zone: str
    why: str = "removed"


class Maintain(Step, frozen=True):
    """Spends the action that sustains a power, or makes its save; `face` is the die of the save."""

    power: str = ""
    face: int | None = None
    source: str = ""


class Save(StepOnTargets, frozen=True):
    """Makes a saving throw now; an empty `name` is the oldest effect. `words` are the subject of a plain save.

    `bonus_faces` are the bonus dice typed with the faces.
    """

    name: str = ""
    faces: tuple[int, ...] = ()
    bonus: int = 0
    words: str = ""
    bonus_faces: tuple[tuple[int, ...], ...] = ()


class DeathSave(StepOnTargets, frozen=True):
    """Makes a death saving throw now; `amounts` are the totals of recovery dice, if it includes a recovery.

    `bonus_faces` are the bonus dice typed with the faces.
    """

    faces: tuple[int, ...] = ()
    amounts: tuple[Dice, ...] = ()
    bonus_faces: tuple[tuple[int, ...], ...] = ()


# Actions


class FollowUp(Step, frozen=True):
    """Resolves a power as a follow-up, on the targets of another power, without a further action.

    `levels` is how many levels the slot is above the spell's own.
    """

    power: str
    targets: Targets = ()
    source: str = ""
    levels: int = 0


class Recharge(StepOnTargets, frozen=True):
    """Restores uses of a power."""

    power: str
    count: int = 1


class Check(StepOnTargets, frozen=True):
    """A check by an ability or a skill, or a save by name, against the DC `number`, if any.

    `faces` are typed dice, `bonus_faces` the bonus dice typed with them; `bonus` and `bonus_dice` count only here.
    `manner` says whether it is a check or a save, for a statistic that has both. Each repetition with the same `name`
    raises the DC by 1.
    """

    stat: str
    number: int | None = None
    faces: tuple[int, ...] = ()
    bonus: int = 0
    bonus_dice: str = ""
    advantage: Literal["", "ca", "adv", "dis"] = ""
    manner: str = ""
    name: str = ""
    bonus_faces: tuple[tuple[int, ...], ...] = ()

    @property
    def face(self) -> int | None:
        """The typed die of a single creature."""
        return self.faces[0] if self.faces else None


# The roster


class Summon(Step, frozen=True):
    """Makes creatures that act in the turn of `source`, on its side; the other fields are those of `Add`."""

    name: str
    count: int | Dice = 1
    source: str = ""
    printed: Mapping[str, Any] | None = None
    near: str = ""


class Hide(StepOnTargets, frozen=True):
    """Hides creatures from the players."""


class Reveal(StepOnTargets, frozen=True):
    """Shows hidden creatures to the players again."""


# Forms, outcomes and time


class Become(StepOnTargets, frozen=True):
    """Replaces a creature's stat block; an empty `form` restores its own.

    `separate`: the form has separate hit points. `printed` are the values of the library's creature of that name.
    """

    form: str = ""
    separate: bool = False
    printed: Mapping[str, Any] | None = None


# Offers


class LineToOffer(Struct, frozen=True):
    """A line of a power in its offered form: the words before and after its targets, and whether it takes a source.

    `to_self`: its target is the power's user; `alone`: it has no targets. `power` is the power that it uses, `counter`
    the resource (of the user or the fight) that it changes.
    """

    verb: str
    rest: str = ""
    takes_source: bool = False
    to_self: bool = False
    alone: bool = False
    power: str = ""
    counter: str = ""


class MakeOffer(Step, frozen=True):
    """Offers a line of a power for its targets, or a choice of several."""

    lines: tuple[LineToOffer, ...]
    targets: Targets = ()
    source: str = ""


class OwnCounter(Step, frozen=True):
    """Sets or changes a resource of a power's user, or of the fight."""

    name: str
    number: int
    relative: bool = False
    source: str = ""


class FurtherAttack(Step, frozen=True):
    """Further attacks of a power's user, each with its own die: they cost no action.

    Each target takes one; a `count` is shared by the targets in order, starting again with the first.
    """

    power: str
    count: int | None = None
    targets: Targets = ()
    source: str = ""


def bind(step: Step, targets: Targets, source: str) -> Step:
    """A power's step with its targets and source filled in."""
    given = {"targets": targets, "source": source}
    return replace(step, **{name: value for name, value in given.items() if name in step.__struct_fields__})


def targets_of(step: Step) -> Targets:
    """The creatures that a step names as its targets; empty for a step without targets."""
    targets: Targets = getattr(step, "targets", ())
    return targets
