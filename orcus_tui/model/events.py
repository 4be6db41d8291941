"""The events of a fight: each with its values, and its change to the fight.

Events are facts: applying the events of a journal gives the same fight without rolling a die or calling a rule. They
contain no text; the text of each event is in `session/log_text.py`. The module is longer than others because it is one
list.
"""

from collections.abc import Collection
from typing import Any, ClassVar

from msgspec.structs import replace

from orcus_tui.dice import Die
from orcus_tui.model.creature import Sheet, State, Track
from orcus_tui.model.damage import Damage, Harm
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect, EffectLabel
from orcus_tui.model.fight import Fight, Question, Turn, with_state
from orcus_tui.model.journal_struct import JournalStruct
from orcus_tui.model.message import Message, Term
from orcus_tui.model.offer import Offer
from orcus_tui.model.turn_places import acted, is_in_turn
from orcus_tui.model.zone import Zone


class BaseEvent(JournalStruct, frozen=True, tag_field="event"):
    """The base of all events; the tag is the name of an event in journals."""

    begins_turn: ClassVar[bool] = False

    def apply(self, fight: Fight) -> Fight:
        """The fight after the event; by default the same fight, since the results of a roll are separate events."""
        return fight


class CreatureEvent(BaseEvent, frozen=True):
    """The base of events whose first value is the creature that they are about."""

    creature: str


class ZoneEvent(BaseEvent, frozen=True):
    """The base of events of a zone."""

    name: str


class MessageLogged(BaseEvent, frozen=True, tag="said"):
    """A message in the log, such as a reminder. It changes nothing."""

    message: Message
    creature: str = ""


class AttackRolled(CreatureEvent, frozen=True, tag="attack"):
    """An attack on one target.

    `face` is None if only the total was typed, or if nothing was rolled; then `reason` says why. `defense` is the
    attacked defense, `met_with` the defense that the target uses instead; `defense_terms` are the printed number and
    its changes. `again` marks the second roll of the same attack.
    """

    target: str
    power: str
    outcome: str
    face: int | None = None
    terms: tuple[Term, ...] = ()
    total: int | None = None
    defense: str = ""
    met_with: str = ""
    needed: int | None = None
    defense_terms: tuple[Term, ...] = ()
    again: bool = False
    reason: str = ""


class DieRolled(BaseEvent, frozen=True, tag="die"):
    """One die of any other kind, with its modifiers, the needed total, and the outcome.

    `kind` is the purpose of the die, and the key of its template; the fields after `outcome` are only used by some
    kinds.
    """

    kind: str
    creature: str
    face: int
    terms: tuple[Term, ...] = ()
    needed: int | None = None
    outcome: str = ""
    target: str = ""
    power: str = ""
    ability: str = ""
    damage: Damage | None = None
    numbers: tuple[int, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """The face with all modifiers."""
        return self.face + sum(term.amount for term in self.terms)


class SaveRolled(CreatureEvent, frozen=True, tag="save"):
    """The die of a saving throw against effects, the needed total, and the modifiers."""

    effects: tuple[EffectLabel, ...]
    face: int
    needed: int
    outcome: str = "failed"
    terms: tuple[Term, ...] = ()
    ability: str = ""


class SaveLost(CreatureEvent, frozen=True, tag="save lost"):
    """A saving throw against these effects that fails without a roll, and the reason."""

    effects: tuple[EffectLabel, ...]
    why: Message


class AdvantageRolled(CreatureEvent, frozen=True, tag="advantage"):
    """Two dice with advantage (1) or disadvantage (-1), the causes, and the face that counts."""

    faces: tuple[int, int]
    side: int
    face: int
    causes: tuple[Term, ...] = ()


class AdvantageNoted(CreatureEvent, frozen=True, tag="advantage noted"):
    """The causes of advantage and disadvantage, for a die rolled at the table, or if they cancel out (`side` 0)."""

    side: int
    causes: tuple[Term, ...]


class DiceRolled(BaseEvent, frozen=True, tag="dice"):
    """A sum of dice, such as damage: every die, kept or not, and the modifiers.

    `text` is the sum in dice notation. `kind` is the purpose of the roll and the key of its template, `label` the
    user's name for it. `typed`: the dice were rolled at the table, and `text` is their total.
    """

    kind: str
    total: int
    text: str
    dice: tuple[Die, ...] = ()
    terms: tuple[Term, ...] = ()
    creature: str = ""
    power: str = ""
    label: str = ""
    typed: bool = False


class HitPointsChanged(CreatureEvent, frozen=True, tag="hit points"):
    """Hit points and temporary hit points, before and after.

    `harm` is the damage, `healing` the amount offered, including any part above the maximum, and `healer` its source,
    if named; `message` is any other cause. `staggered`: the creature becomes staggered.
    """

    was_hp: int
    hp: int
    was_temp_hp: int = 0
    temp_hp: int = 0
    message: Message | None = None
    harm: Harm | None = None
    healing: int = 0
    staggered: bool = False
    healer: str = ""

    def apply(self, fight: Fight) -> Fight:
        """The fight with the new hit points."""
        state = replace(fight.states[self.creature], hp=self.hp, temp_hp=self.temp_hp)
        return replace(fight, states={**fight.states, self.creature: state})


class StateChanged(CreatureEvent, frozen=True, tag="state"):
    """A change of one field of a creature's state, with a `message` if the log mentions it."""

    field: str
    value: Any
    message: Message | None = None

    def apply(self, fight: Fight) -> Fight:
        """The fight with that field replaced."""
        state = replace(fight.states[self.creature], **{self.field: self.value})
        return replace(fight, states={**fight.states, self.creature: state})

    @property
    def is_death(self) -> bool:
        """Whether the creature dies."""
        return bool(self.field == "life" and self.value == "dead")


class SheetChanged(CreatureEvent, frozen=True, tag="sheet"):
    """A change of one field of a creature's sheet, corrected by hand or changed by a rule."""

    field: str
    value: Any
    message: Message | None = None

    def apply(self, fight: Fight) -> Fight:
        """The fight with that field replaced."""
        sheet = replace(fight.sheets[self.creature], **{self.field: self.value})
        return replace(fight, sheets={**fight.sheets, self.creature: sheet})


class FightChanged(BaseEvent, frozen=True, tag="fight"):
    """A change of one field of the fight: the order, the delaying creatures, a counter, an option."""

    field: str
    value: Any
    message: Message | None = None

    def apply(self, fight: Fight) -> Fight:
        """The fight with that field replaced."""
        return replace(fight, **{self.field: self.value})


class EffectAdded(CreatureEvent, frozen=True, tag="effect added"):
    """An effect begins on a creature."""

    effect: Effect

    def apply(self, fight: Fight) -> Fight:
        """The fight with the effect added to its bearer as the newest."""
        state = fight.states[self.creature]
        state = replace(state, effects=(*state.effects, self.effect))
        return replace(
            fight,
            states={**fight.states, self.creature: state},
            next_effect=max(fight.next_effect, self.effect.id + 1),
            next_bundle=max(fight.next_bundle, (self.effect.bundle or 0) + 1),
        )


class EffectEnded(CreatureEvent, frozen=True, tag="effect ended"):
    """An effect ends; `why` is the cause."""

    effect: EffectLabel
    why: Message | None = None

    def apply(self, fight: Fight) -> Fight:
        """The fight without the effect."""
        state = fight.states[self.creature]
        effects = tuple([each for each in state.effects if each.id != self.effect.id])
        return with_state(fight, self.creature, replace(state, effects=effects))


class EffectChanged(CreatureEvent, frozen=True, tag="effect changed"):
    """An effect changes without ending: a round is counted down, or it is sustained."""

    effect: Effect
    message: Message | None = None

    def apply(self, fight: Fight) -> Fight:
        """The fight with the effect replaced."""
        state = fight.states[self.creature]
        effects = tuple(self.effect if each.id == self.effect.id else each for each in state.effects)
        return with_state(fight, self.creature, replace(state, effects=effects))


class ZoneMade(ZoneEvent, frozen=True, tag="zone"):
    """A zone begins, or an aura comes with its bearer."""

    zone: Zone

    def apply(self, fight: Fight) -> Fight:
        """The fight with the zone."""
        return replace(fight, zones={**fight.zones, self.name: self.zone})


class ZoneMembersChanged(ZoneEvent, frozen=True, tag="zone members"):
    """Creatures enter or leave a zone; `why` is what made them leave."""

    entering: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()
    why: Message | None = None

    def apply(self, fight: Fight) -> Fight:
        """The fight with the creatures that are inside now."""
        zone = fight.zones[self.name]
        inside = (*(each for each in zone.inside if each not in self.leaving), *self.entering)
        return replace(fight, zones={**fight.zones, self.name: replace(zone, inside=inside)})


class ZoneLasts(ZoneEvent, frozen=True, tag="zone lasts"):
    """The duration of a zone changes: a round is counted down, or its power is sustained."""

    duration: Duration

    def apply(self, fight: Fight) -> Fight:
        """The fight with the new duration."""
        zone = replace(fight.zones[self.name], duration=self.duration)
        return replace(fight, zones={**fight.zones, self.name: zone})


class ZoneEnded(ZoneEvent, frozen=True, tag="zone ended"):
    """A zone is over; `why` is what ended it."""

    why: Message | None = None

    def apply(self, fight: Fight) -> Fight:
        """The fight without the zone."""
        ended = {**fight.ended_zones, self.name: fight.zones[self.name]}
        left = {name: zone for name, zone in fight.zones.items() if name != self.name}
        return replace(fight, zones=left, ended_zones=ended)


class ZoneRestored(ZoneEvent, frozen=True, tag="zone restored"):
    """A zone that ended is restored unchanged."""

    def apply(self, fight: Fight) -> Fight:
        """The fight with the zone."""
        return replace(fight, zones={**fight.zones, self.name: fight.ended_zones[self.name]})


class RoundStarted(BaseEvent, frozen=True, tag="round"):
    """A round begins."""

    round: int

    def apply(self, fight: Fight) -> Fight:
        """The fight in that round, in which all turns are still to come."""
        return replace(fight, round=self.round, acted=(), passed=())


class TurnStarted(CreatureEvent, frozen=True, tag="turn"):
    """A creature's turn begins, with the actions it has; `used` are the actions once an encounter that it has used.

    Actions that were used until this turn are possible again, unless the turn was delayed and has begun before. `slot`
    is the number of this turn among its turns in the round. `passed` are the creatures whose places in the order were
    skipped before this turn; it is None in events of an earlier version, in which every earlier place was skipped.
    """

    begins_turn: ClassVar[bool] = True
    actions: tuple[int, ...]
    used: tuple[str, ...] = ()
    began_down: bool = False
    delayed: bool = False
    slot: int = 1
    passed: tuple[str, ...] | None = None

    def apply(self, fight: Fight) -> Fight:
        """The fight in that turn."""
        state = fight.states[self.creature]
        kept = state.used_until_next_turn if self.delayed else ()
        state = replace(state, actions=self.actions, used=self.used, used_until_next_turn=kept)
        turn = Turn(self.creature, self.began_down, delayed=self.delayed, slot=self.slot)
        begun = None
        if self.passed is not None:
            begun = acted(fight)
            begun = begun if begun.count(self.creature) >= self.slot else (*begun, self.creature)
        return replace(
            fight,
            states={**fight.states, self.creature: state},
            turn=turn,
            phase="turns",
            acted=begun,
            passed=(*fight.passed, *(self.passed or ())),
        )


class TurnShared(CreatureEvent, frozen=True, tag="turn shared"):
    """A creature begins to act in the current turn of another, with the actions it has; see `TurnStarted`.

    `again`: it already acted in this turn, before its partner delayed the turn.
    """

    actions: tuple[int, ...]
    again: bool = False

    def apply(self, fight: Fight) -> Fight:
        """The fight in which it acts in that turn."""
        state = fight.states[self.creature]
        kept = state.used_until_next_turn if self.again else ()
        state = replace(state, actions=self.actions, used_until_next_turn=kept)
        turn = fight.turn and replace(fight.turn, companions=(*fight.turn.companions, self.creature))
        begun = acted(fight) if self.again else (*acted(fight), self.creature)
        return replace(fight, states={**fight.states, self.creature: state}, turn=turn, acted=begun)


class ActionSpent(CreatureEvent, frozen=True, tag="action"):
    """A creature spends an action; `actions` are those left."""

    actions: tuple[int, ...]
    message: Message | None = None

    def apply(self, fight: Fight) -> Fight:
        """The fight with that action spent, and recorded if it is the creature's own turn."""
        state = replace(fight.states[self.creature], actions=self.actions)
        turn = fight.turn
        if turn and not turn.acted and is_in_turn(fight, self.creature):
            turn = replace(turn, acted=True)
        return replace(fight, states={**fight.states, self.creature: state}, turn=turn)


class QuestionAsked(BaseEvent, frozen=True, tag="question asked"):
    """A question is asked, or an open one changes; the fight does not wait for the answer."""

    question: Question

    def apply(self, fight: Fight) -> Fight:
        """The fight with the question open, in its former place if it was already open."""
        questions = {each.id: each for each in (*fight.questions, self.question)}
        next_question = max(fight.next_question, self.question.id + 1)
        return replace(fight, questions=tuple(questions.values()), next_question=next_question)


class QuestionClosed(BaseEvent, frozen=True, tag="question closed"):
    """A question is answered, or is closed for the reason `why`."""

    question: Question
    why: Message | None = None

    def apply(self, fight: Fight) -> Fight:
        """The fight without the question."""
        return replace(fight, questions=tuple(each for each in fight.questions if each.id != self.question.id))


class OfferMade(BaseEvent, frozen=True, tag="offer made"):
    """A line is offered; the fight does not wait for it."""

    offer: Offer

    def apply(self, fight: Fight) -> Fight:
        """The fight with the offer, sorted by number: an offer that is made again keeps its old number."""
        offers = (*fight.offers, self.offer)
        if fight.offers and fight.offers[-1].id > self.offer.id:
            offers = tuple(sorted(offers, key=lambda each: each.id))
        return replace(fight, offers=offers, next_offer=max(fight.next_offer, self.offer.id + 1))


class OffersClosed(BaseEvent, frozen=True, tag="offers closed"):
    """Offers are accepted, are declined or have lapsed; `message` is set if the log mentions it."""

    numbers: tuple[int, ...]
    message: Message | None = None
    creature: str = ""

    def apply(self, fight: Fight) -> Fight:
        """The fight without the offers."""
        return replace(fight, offers=tuple([each for each in fight.offers if each.id not in self.numbers]))


class Standing(JournalStruct, frozen=True):
    """The state of one creature as the fight ends: `where` is a word such as `up` or `dead`."""

    creature: str
    where: str
    hp: int | None = None
    max_hp: int | None = None
    track: Track | None = None


class SideStanding(BaseEvent, frozen=True, tag="standing"):
    """The states of a side's creatures as the fight ends."""

    side: str
    members: tuple[Standing, ...]


def share_of(xp: float, heroes: Collection[str]) -> float | None:
    """The XP of each hero, a whole number; None without heroes."""
    return xp // len(heroes) if heroes else None


class ExperienceEarned(BaseEvent, frozen=True, tag="experience"):
    """The XP of the beaten foes, and the heroes that share them."""

    xp: float
    beaten: tuple[str, ...]
    heroes: tuple[str, ...]

    @property
    def share(self) -> float | None:
        """The XP of each hero, a whole number; None without heroes."""
        return share_of(self.xp, self.heroes)


class CreatureAdded(CreatureEvent, frozen=True, tag="creature added"):
    """A creature joins the fight."""

    sheet: Sheet
    state: State

    def apply(self, fight: Fight) -> Fight:
        """The fight with the creature listed last, and its effects."""
        return replace(
            fight,
            sheets={**fight.sheets, self.creature: self.sheet},
            states={**fight.states, self.creature: self.state},
            next_effect=max((fight.next_effect, *(each.id + 1 for each in self.state.effects))),
            next_bundle=max((fight.next_bundle, *((each.bundle or 0) + 1 for each in self.state.effects))),
        )


class FormTaken(CreatureEvent, frozen=True, tag="form taken"):
    """A creature takes a form, or returns to its own: another sheet, and the state that goes with it."""

    sheet: Sheet
    state: State
    message: Message

    def apply(self, fight: Fight) -> Fight:
        """The fight with the creature in that form."""
        fight = with_state(fight, self.creature, self.state)
        return replace(fight, sheets={**fight.sheets, self.creature: self.sheet})


PlainEvent = (
    MessageLogged
    | AttackRolled
    | DieRolled
    | SaveRolled
    | SaveLost
    | AdvantageRolled
    | AdvantageNoted
    | DiceRolled
    | HitPointsChanged
    | StateChanged
    | SheetChanged
    | FightChanged
    | EffectAdded
    | EffectEnded
    | EffectChanged
    | ZoneMembersChanged
    | ZoneLasts
    | ZoneEnded
    | ZoneRestored
    | RoundStarted
    | TurnStarted
    | TurnShared
    | ActionSpent
    | QuestionAsked
    | QuestionClosed
    | OfferMade
    | OffersClosed
    | SideStanding
    | ExperienceEarned
)
"""An event that journals store unchanged."""

Event = PlainEvent | CreatureAdded | ZoneMade | FormTaken
