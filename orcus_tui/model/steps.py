"""Steps: lines of the language as frozen values, which the rules or the session execute.

Creatures are ids. In a power's line `targets` and `source` are empty until the power is used; in a typed line an empty
`source` is the creature whose turn it is. The module is longer than others because it is one list: each step has a few
fields.
"""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.dice import Dice
from orcus_tui.model.duration import SAVE_ENDS, UNTIL_REMOVED, Duration
from orcus_tui.model.effect import Aftereffect
from orcus_tui.model.modifier import ALWAYS, Advantage, Limit, When
from orcus_tui.model.outcome import Outcome

Targets = tuple[str, ...]


class Step(Struct, frozen=True):
    """The base of all steps."""


# The turn


class Init(Step, frozen=True):
    """Rolls or sets initiative; `face` is the die rolled at the table, `ties` are the faces that break ties.

    For creatures with several turns a round, `further` are the totals of their other turns. `bonus_faces` are the bonus
    dice typed with the face.
    """

    targets: Targets = ()
    total: int | None = None
    further: tuple[int, ...] = ()
    face: int | None = None
    ties: tuple[int, ...] = ()
    bonus_faces: tuple[int, ...] = ()


class Begin(Step, frozen=True):
    """Starts the fight; `first` takes the first turn; `faces` are the dice of ties, in the order of the rolls."""

    first: str = ""
    faces: tuple[int, ...] = ()


class Next(Step, frozen=True):
    """Ends this turn and starts the next; with `targets`, ends the turns of all of them, one after another."""

    targets: Targets = ()


class Surprise(Step, frozen=True):
    """Makes creatures surprised when the fight begins."""

    targets: Targets


class Delay(Step, frozen=True):
    """Delays the current turn; with a count, until that count."""

    count: int | None = None


class Ready(Step, frozen=True):
    """Readies an action."""

    trigger: str


class Act(Step, frozen=True):
    """Takes a delayed turn or a readied action."""

    creature: str


class Finish(Step, frozen=True):
    """Ends the encounter."""


class Rest(Step, frozen=True):
    """Takes a rest: `short`, `long`, or another of the system; without targets, everyone rests."""

    length: str
    targets: Targets = ()


# Hit points


class DealDamage(Step, frozen=True):
    """Deals damage by the system's rules; targets in `missed` take half of the same roll, as from a miss.

    `tags` are words of the damage. The roll is doubled with `double`, and divided among the targets with `split`.
    """

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
    tags: tuple[str, ...] = ()
    double: bool = False
    split: bool = False


class Heal(Step, frozen=True):
    """Restores hit points."""

    targets: Targets
    amount: Dice


class Temp(Step, frozen=True):
    """Gives temporary hit points."""

    targets: Targets
    amount: Dice
    duration: Duration = UNTIL_REMOVED
    source: str = ""


class Recover(Step, frozen=True):
    """Spends recoveries.

    `amounts` are the totals of their dice, in systems that roll recoveries: one for all creatures, or one for each.

    `is_total`: the amount is the whole healing, including the system's bonus to the dice.
    """

    targets: Targets
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


class Kill(Step, frozen=True):
    """Kills creatures at any hit points."""

    targets: Targets


class Knockout(Step, frozen=True):
    """Knocks creatures unconscious, not dying."""

    targets: Targets


class Revive(Step, frozen=True):
    """Brings a creature back from the dead."""

    targets: Targets
    hp: int | None = None


class Stabilize(Step, frozen=True):
    """Stabilizes a dying creature."""

    targets: Targets


# Effects


class JoinedEffects(Step, frozen=True, kw_only=True):
    """The shared fields of steps that put effects on their targets.

    `joined` are further effects on the same targets, which share the duration, source and save of this one. `then` are
    the conditions after a failed save, and after the next failures; `after` follows a successful save.
    """

    then: tuple[tuple[str, ...], ...] = ()
    after: Aftereffect | None = None
    joined: tuple["JoinedEffects", ...] = ()


class Apply(JoinedEffects, frozen=True):
    """Applies conditions, or free text, that share a duration and a save."""

    targets: Targets
    conditions: tuple[str, ...]
    duration: Duration = UNTIL_REMOVED
    source: str = ""


class Persist(JoinedEffects, frozen=True):
    """Adds persistent damage; its dice are rolled once, or with `each` every time the damage is dealt."""

    targets: Targets
    amount: Dice
    types: tuple[str, ...] = ()
    duration: Duration = SAVE_ENDS
    source: str = ""
    name: str = ""
    each: bool = False


class Regen(JoinedEffects, frozen=True):
    """Gives regeneration."""

    targets: Targets
    amount: Dice
    duration: Duration = UNTIL_REMOVED
    source: str = ""
    unless: tuple[str, ...] = ()


class Mark(JoinedEffects, frozen=True):
    """Marks the targets for the source."""

    targets: Targets
    duration: Duration = UNTIL_REMOVED
    source: str = ""


class Bonus(JoinedEffects, frozen=True):
    """Gives a bonus or penalty to a statistic: an `amount`, `dice` with a sign, or `advantage`.

    `once`: only to the first roll it changes. `name` is its power. `when` has the facts it depends on.
    """

    targets: Targets
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

    targets: Targets
    quality: Literal["resist", "vulnerable", "immune"]
    type: str
    amount: int | None = None
    duration: Duration = UNTIL_REMOVED
    source: str = ""
    unless: tuple[str, ...] = ()


EffectStep = Apply | Persist | Regen | Mark | Bonus | Withstand
"""A step that puts effects on its targets."""


class Remove(Step, frozen=True):
    """Ends effects; an empty `name` means all of them."""

    targets: Targets
    name: str = ""


class Remind(Step, frozen=True):
    """Adds a reminder to the start or the end of each target's turns."""

    targets: Targets
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


class Save(Step, frozen=True):
    """Makes a saving throw now; an empty `name` is the oldest effect. `words` are the subject of a plain save.

    `bonus_faces` are the bonus dice typed with the faces.
    """

    targets: Targets
    name: str = ""
    faces: tuple[int, ...] = ()
    bonus: int = 0
    words: str = ""
    bonus_faces: tuple[tuple[int, ...], ...] = ()


class DeathSave(Step, frozen=True):
    """Makes a death saving throw now; `amounts` are the totals of recovery dice, if it includes a recovery.

    `bonus_faces` are the bonus dice typed with the faces.
    """

    targets: Targets
    faces: tuple[int, ...] = ()
    amounts: tuple[Dice, ...] = ()
    bonus_faces: tuple[tuple[int, ...], ...] = ()


# Actions


class Attack(Step, frozen=True):
    """Resolves a power with an attack roll. `hit` is the damage roll, bonuses included; `toughness` are dice of saves.

    `implied`: whether it is an opportunity attack although the word was not typed; None leaves this to the rules.
    `slot` is the level of the slot that a spell spends, if not its own.
    """

    power: str
    targets: Targets
    source: str = ""
    bonus: int = 0
    advantage: Literal["", "ca", "adv", "dis"] = ""
    manner: str = ""
    faces: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    hit: Dice | None = None
    bonus_dice: str = ""
    bonus_faces: tuple[tuple[int, ...], ...] = ()
    opportunity: bool = False
    toughness: tuple[int, ...] = ()
    implied: bool | None = None
    slot: int = 0


class AttackByEach(Step, frozen=True):
    """The same attack by several creatures; the typed dice are in the order of the attackers.

    `split`: the attackers share the targets in order, one each, and begin again with the first.
    """

    sources: Targets
    attack: Attack
    split: bool = False


class UsePower(Step, frozen=True):
    """Resolves a power without an attack roll; `faces` are the targets' saves, `hit` the damage or healing rolled.

    `slot` is the level of the slot that a spell spends, if not its own.
    """

    power: str
    targets: Targets = ()
    source: str = ""
    faces: tuple[int, ...] = ()
    hit: Dice | None = None
    slot: int = 0


class UseByEach(Step, frozen=True):
    """The same power used by several creatures."""

    sources: Targets
    use: UsePower


class FollowUp(Step, frozen=True):
    """Resolves a power as a follow-up, on the targets of another power, without a further action.

    `levels` is how many levels the slot is above the spell's own.
    """

    power: str
    targets: Targets = ()
    source: str = ""
    levels: int = 0


class Do(Step, frozen=True):
    """Takes an action of the system's table.

    `number` is for actions that need one, such as the squares of a fall; `hit` is the typed damage. `roll`: the program
    makes the required rolls; `faces`: they were typed. `bonus_faces` are the bonus dice typed with the faces.
    """

    action: str
    targets: Targets = ()
    source: str = ""
    number: int | None = None
    hit: Dice | None = None
    roll: bool = False
    faces: tuple[int, ...] = ()
    bonus_faces: tuple[tuple[int, ...], ...] = ()


class Check(Step, frozen=True):
    """A check by an ability or a skill, or a save by name, against the DC `number`, if any.

    `faces` are typed dice, `bonus_faces` the bonus dice typed with them; `bonus` and `bonus_dice` count only here.
    `manner` says whether it is a check or a save, for a statistic that has both. Each repetition with the same `name`
    raises the DC by 1.
    """

    targets: Targets
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


class Contest(Step, frozen=True):
    """An opposed check of two creatures; `bonus_faces` are the bonus dice typed with the faces."""

    creature: str
    stat: str
    rival: str
    rival_stat: str
    faces: tuple[int, ...] = ()
    bonus_faces: tuple[tuple[int, ...], ...] = ()


class SystemStep(Step, frozen=True):
    """Executes a verb that only one system has; `what` is the verb, `bonus` a modifier of its die.

    `number` is the total that the die must reach, `manner` its kind.
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
    """Marks uses of a power as spent."""

    targets: Targets
    power: str
    count: int = 1


class Recharge(Step, frozen=True):
    """Restores uses of a power."""

    targets: Targets
    power: str
    count: int = 1


class ActionPoint(Step, frozen=True):
    """Spends an action point."""

    targets: Targets = ()


class SpendAction(Step, frozen=True):
    """Marks an action as used."""

    targets: Targets
    action: str


class RollDice(Step, frozen=True):
    """Rolls dice into the log."""

    dice: Dice
    label: str = ""


# The roster


class Add(Step, frozen=True):
    """Adds creatures, by a name and fields of the encounter format.

    `count` may be dice. `printed` are the values of the library's creature of that name, by field, if it exists;
    otherwise `near` suggests a similar name, as text after an error.
    """

    name: str
    count: int | Dice = 1
    fields: tuple[tuple[str, str], ...] = ()
    printed: Mapping[str, Any] | None = None
    near: str = ""


class Summon(Step, frozen=True):
    """Makes creatures that act in the turn of `source`, on its side; the other fields are those of `Add`."""

    name: str
    count: int | Dice = 1
    source: str = ""
    printed: Mapping[str, Any] | None = None
    near: str = ""


class Share(Step, frozen=True):
    """Makes creatures act in a partner's turn, or without a partner in their own turns again."""

    targets: Targets
    partner: str = ""


class Drop(Step, frozen=True):
    """Removes creatures for good."""

    targets: Targets


class Reserve(Step, frozen=True):
    """Moves creatures to the reserve."""

    targets: Targets


class Enter(Step, frozen=True):
    """Brings creatures in from the reserve."""

    targets: Targets


class SetField(Step, frozen=True):
    """Corrects a field of the encounter format."""

    targets: Targets
    field: str
    value: str


class Note(Step, frozen=True):
    """Adds a note to a creature."""

    targets: Targets
    text: str


class Hide(Step, frozen=True):
    """Hides creatures from the players."""

    targets: Targets


class Reveal(Step, frozen=True):
    """Shows hidden creatures to the players again."""

    targets: Targets


class Mask(Step, frozen=True):
    """Shows players another name of creatures; without one, Unknown A, B, …."""

    targets: Targets
    name: str = ""


class Unmask(Step, frozen=True):
    """Shows players the creatures' own names again."""

    targets: Targets


class SetPlayers(Step, frozen=True):
    """Sets what players see of the fight, of sides, or of creatures."""

    key: str
    value: str
    sides: tuple[str, ...] = ()
    targets: Targets = ()


class SetInput(Step, frozen=True):
    """`players input`: what phones may send; without a kind, whether they may send anything."""

    value: str
    kind: str = ""
    targets: Targets = ()


class Announce(Step, frozen=True):
    """Shows a line in large print on the players' screens; an empty line clears it."""

    text: str


class ChangeSide(Step, frozen=True):
    """Moves creatures to another side."""

    targets: Targets
    side: str


class Rename(Step, frozen=True):
    """Changes a creature's name; the id stays."""

    targets: Targets
    name: str


class Move(Step, frozen=True):
    """Moves a creature in the order."""

    targets: Targets
    where: Literal["before", "after"]
    anchor: str


class SetOption(Step, frozen=True):
    """Sets a rules option."""

    key: str
    value: str


class SetCounter(Step, frozen=True):
    """Sets or changes a resource of the fight or of a creature."""

    name: str
    number: int
    relative: bool = False
    creature: str = ""


# Forms, outcomes and time


class Become(Step, frozen=True):
    """Replaces a creature's stat block; an empty `form` restores its own.

    `separate`: the form has separate hit points. `printed` are the values of the library's creature of that name.
    """

    targets: Targets
    form: str = ""
    separate: bool = False
    printed: Mapping[str, Any] | None = None


class SetOutcome(Step, frozen=True):
    """Sets how the fight ends for creatures; all but the `slain` leave it."""

    targets: Targets
    outcome: Outcome


class PassTime(Step, frozen=True):
    """Moves the clock outside the fight, by seconds."""

    time: int


class StartTimer(Step, frozen=True):
    """Starts a timer, in seconds, and replaces any with this name; None ends it.

    `line` is offered when it is over.
    """

    name: str
    time: int | None
    line: str = ""


class StartChallenge(Step, frozen=True):
    """Starts a challenge."""

    name: str
    needs: int
    limit: int


class CountInChallenge(Step, frozen=True):
    """Counts successes or failures in a challenge, by default the only one that is open."""

    what: Literal["successes", "failures"]
    name: str = ""
    number: int = 1


# Questions


class Ask(Step, frozen=True):
    """Sets whose dice are asked for."""

    who: Literal["none", "party", "all"]


class Answer(Step, frozen=True):
    """Answers an open question (without a number, the oldest) with a face or a total, or rolls for it.

    `bonus_faces` are the bonus dice typed with the face.
    """

    face: int | None = None
    question: int | None = None
    total: int | None = None
    bonus_faces: tuple[int, ...] = ()


class AnswerAll(Step, frozen=True):
    """Rolls every open question."""


# Offers


class Accept(Step, frozen=True):
    """Carries out the line of an offer (the oldest without a number) with `words` added.

    `step` is the step of the line, and `line` its text; `free`: it takes no action. `others` are the numbers of further
    offers of the same line, which several creatures carry out together.
    """

    number: int | None = None
    words: str = ""
    line: str = ""
    step: Step | None = None
    free: bool = False
    others: tuple[int, ...] = ()


class Decline(Step, frozen=True):
    """Removes an offer (without a number, the oldest), or all offers."""

    number: int | None = None
    all: bool = False


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
