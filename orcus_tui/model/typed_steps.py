"""Steps of lines that are only typed: no line of a power has them; the others are in `model/steps.py`."""

from collections.abc import Mapping
from typing import Any, Literal

from orcus_tui.dice import Dice
from orcus_tui.model.creature import Outcome
from orcus_tui.model.steps import Step, StepOnTargets, Targets

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


class Surprise(StepOnTargets, frozen=True):
    """Makes creatures surprised when the fight begins."""


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


class Spend(StepOnTargets, frozen=True):
    """Marks uses of a power as spent."""

    power: str
    count: int = 1


class ActionPoint(Step, frozen=True):
    """Spends an action point."""

    targets: Targets = ()


class SpendAction(StepOnTargets, frozen=True):
    """Marks an action as used."""

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


class Share(StepOnTargets, frozen=True):
    """Makes creatures act in a partner's turn, or without a partner in their own turns again."""

    partner: str = ""


class Drop(StepOnTargets, frozen=True):
    """Removes creatures for good."""


class Reserve(StepOnTargets, frozen=True):
    """Moves creatures to the reserve."""


class Enter(StepOnTargets, frozen=True):
    """Brings creatures in from the reserve."""


class SetField(StepOnTargets, frozen=True):
    """Corrects a field of the encounter format."""

    field: str
    value: str


class Note(StepOnTargets, frozen=True):
    """Adds a note to a creature."""

    text: str


class Mask(StepOnTargets, frozen=True):
    """Shows players another name of creatures; without one, Unknown A, B, …."""

    name: str = ""


class Unmask(StepOnTargets, frozen=True):
    """Shows players the creatures' own names again."""


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


class ChangeSide(StepOnTargets, frozen=True):
    """Moves creatures to another side."""

    side: str


class Rename(StepOnTargets, frozen=True):
    """Changes a creature's name; the id stays."""

    name: str


class Move(StepOnTargets, frozen=True):
    """Moves a creature in the order."""

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


class SetOutcome(StepOnTargets, frozen=True):
    """Sets how the fight ends for creatures; all but the `slain` leave it."""

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
    """Removes an offer (without a number, the oldest), the offers from `number` to `last`, or all offers."""

    number: int | None = None
    all: bool = False
    last: int | None = None
