"""What can happen to a fight: each event, how it changes the fight, and how it reads in the log.

Events are facts. Applying those of a journal gives the same fight without rolling a die or asking a rule.
"""

from typing import Any

from msgspec.structs import replace

from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.duration import read_back
from orcus_tui.model.effect import Effect, label
from orcus_tui.model.fight import Fight, Question, Turn, with_state
from orcus_tui.model.journal_struct import JournalStruct


def name_of(fight: Fight, creature: str) -> str:
    """A creature's name; for one that is no longer known, its id."""
    sheet = fight.sheets.get(creature)
    return sheet.name if sheet else creature


class BaseEvent(JournalStruct, frozen=True, tag_field="event"):
    """What all events have in common: each stands in journals under its tag."""


class Said(BaseEvent, frozen=True, tag="said"):
    """A remark: a reminder, a note on what was allowed. It changes nothing."""

    text: str
    creature: str = ""

    def apply(self, fight: Fight) -> Fight:
        """The same fight."""
        return fight

    def read(self, fight: Fight) -> str:
        """The line in the log."""
        return f"{name_of(fight, self.creature)} {self.text}" if self.creature else self.text


class Rolled(BaseEvent, frozen=True, tag="rolled"):
    """Dice, with every face and every sum, and what came of them."""

    what: str
    working: str
    outcome: str = ""
    creature: str = ""

    def apply(self, fight: Fight) -> Fight:
        """The same fight: what follows from the dice are events of their own."""
        return fight

    def read(self, fight: Fight) -> str:
        """The line in the log."""
        who = f"{name_of(fight, self.creature)} " if self.creature else ""
        outcome = f" – {self.outcome}" if self.outcome else ""
        return f"{who}{self.what} {self.working}{outcome}"


class HitPointsChanged(BaseEvent, frozen=True, tag="hit points"):
    """Hit points and temporary hit points, before and after; `working` is the sum that led there."""

    creature: str
    working: str
    was_hp: int
    hp: int
    was_temp_hp: int
    temp_hp: int
    note: str = ""

    def apply(self, fight: Fight) -> Fight:
        """The fight with the new hit points."""
        state = replace(fight.states[self.creature], hp=self.hp, temp_hp=self.temp_hp)
        return with_state(fight, self.creature, state)

    def read(self, fight: Fight) -> str:
        """The line in the log: `Ari takes 7 fire (12, resist 5): 42 → 35`."""
        changes = [f"{self.was_hp} → {self.hp}"] if self.hp != self.was_hp else []
        if self.temp_hp != self.was_temp_hp:
            changes.append(f"temporary {self.was_temp_hp} → {self.temp_hp}")
        sums = ", ".join(changes) or f"stays at {self.hp}"
        note = f" · {self.note}" if self.note else ""
        return f"{name_of(fight, self.creature)} {self.working}: {sums}{note}"


class StateChanged(BaseEvent, frozen=True, tag="state"):
    """One field of a creature's state; `text` follows its name in the log, where there is anything to say."""

    creature: str
    field: str
    value: Any
    text: str = ""

    def apply(self, fight: Fight) -> Fight:
        """The fight with that field replaced."""
        state = replace(fight.states[self.creature], **{self.field: self.value})
        return with_state(fight, self.creature, state)

    def read(self, fight: Fight) -> str:
        """The line in the log."""
        return f"{name_of(fight, self.creature)} {self.text}" if self.text else ""


class SheetChanged(BaseEvent, frozen=True, tag="sheet"):
    """One field of a creature's sheet, corrected by hand or changed by a rule."""

    creature: str
    field: str
    value: Any
    text: str = ""

    def apply(self, fight: Fight) -> Fight:
        """The fight with that field replaced."""
        sheet = replace(fight.sheets[self.creature], **{self.field: self.value})
        return replace(fight, sheets={**fight.sheets, self.creature: sheet})

    def read(self, fight: Fight) -> str:
        """The line in the log."""
        return f"{name_of(fight, self.creature)} {self.text}" if self.text else ""


class FightChanged(BaseEvent, frozen=True, tag="fight"):
    """One field of the fight: the order, who delays, a counter, an option."""

    field: str
    value: Any
    text: str = ""

    def apply(self, fight: Fight) -> Fight:
        """The fight with that field replaced."""
        return replace(fight, **{self.field: self.value})

    def read(self, fight: Fight) -> str:  # noqa: ARG002  # every event reads alike
        """The line in the log."""
        return self.text


class EffectAdded(BaseEvent, frozen=True, tag="effect added"):
    """An effect comes to be on a creature."""

    creature: str
    effect: Effect

    def apply(self, fight: Fight) -> Fight:
        """The fight with the effect, the newest of its bearer's."""
        state = fight.states[self.creature]
        state = replace(state, effects=(*state.effects, self.effect))
        return replace(
            fight,
            states={**fight.states, self.creature: state},
            next_effect=max(fight.next_effect, self.effect.id + 1),
            next_bundle=max(fight.next_bundle, (self.effect.bundle or 0) + 1),
        )

    def read(self, fight: Fight) -> str:
        """The line in the log: `Ari: dazed, save ends (from Ogre)`."""
        source = self.effect.source
        origin = f" (from {name_of(fight, source)})" if source not in ("", self.creature) else ""
        then = f", then {'+'.join(self.effect.then)}" if self.effect.then else ""
        lasts = read_back(self.effect.duration)
        return f"{name_of(fight, self.creature)}: {label(self.effect)}, {lasts}{then}{origin}"


class EffectEnded(BaseEvent, frozen=True, tag="effect ended"):
    """An effect is over; `label` is what it was called, `why` what ended it."""

    creature: str
    effect: int
    label: str
    why: str = ""

    def apply(self, fight: Fight) -> Fight:
        """The fight without the effect."""
        state = fight.states[self.creature]
        effects = tuple(each for each in state.effects if each.id != self.effect)
        return with_state(fight, self.creature, replace(state, effects=effects))

    def read(self, fight: Fight) -> str:
        """The line in the log."""
        why = f" ({self.why})" if self.why else ""
        return f"{name_of(fight, self.creature)}: {self.label} ends{why}"


class EffectChanged(BaseEvent, frozen=True, tag="effect changed"):
    """An effect goes on, but otherwise: a round less, kept up, its anchor's own turn over."""

    creature: str
    effect: Effect
    text: str = ""

    def apply(self, fight: Fight) -> Fight:
        """The fight with the effect replaced, in its place."""
        state = fight.states[self.creature]
        effects = tuple(self.effect if each.id == self.effect.id else each for each in state.effects)
        return with_state(fight, self.creature, replace(state, effects=effects))

    def read(self, fight: Fight) -> str:
        """The line in the log."""
        return f"{name_of(fight, self.creature)}: {self.text}" if self.text else ""


class RoundStarted(BaseEvent, frozen=True, tag="round"):
    """A round begins."""

    round: int

    def apply(self, fight: Fight) -> Fight:
        """The fight in that round."""
        return replace(fight, round=self.round)

    def read(self, fight: Fight) -> str:  # noqa: ARG002  # every event reads alike
        """The line in the log."""
        return f"Round {self.round}"


class TurnStarted(BaseEvent, frozen=True, tag="turn"):
    """A creature's turn begins, with the actions it has; `used` is what of its once-a-turn marks remains."""

    creature: str
    actions: tuple[int, ...]
    used: tuple[str, ...] = ()
    began_down: bool = False
    delayed: bool = False

    def apply(self, fight: Fight) -> Fight:
        """The fight with that turn running."""
        state = replace(fight.states[self.creature], actions=self.actions, used=self.used)
        turn = Turn(self.creature, self.began_down, delayed=self.delayed)
        return replace(fight, states={**fight.states, self.creature: state}, turn=turn, phase="turns")

    def read(self, fight: Fight) -> str:
        """The line in the log."""
        return f"{name_of(fight, self.creature)}'s turn" + (" (delayed)" if self.delayed else "")


class ActionSpent(BaseEvent, frozen=True, tag="action"):
    """A creature spends an action; `actions` are those it has left."""

    creature: str
    actions: tuple[int, ...]
    text: str = ""

    def apply(self, fight: Fight) -> Fight:
        """The fight with that action spent, and noted if it is the creature's own turn."""
        fight = with_state(fight, self.creature, replace(fight.states[self.creature], actions=self.actions))
        if fight.turn and fight.turn.creature == self.creature:
            return replace(fight, turn=replace(fight.turn, acted=True))
        return fight

    def read(self, fight: Fight) -> str:
        """The line in the log."""
        return f"{name_of(fight, self.creature)} {self.text}" if self.text else ""


class QuestionAsked(BaseEvent, frozen=True, tag="question asked"):
    """A die is asked for, or one that is open already from now on about something else; the fight goes on meanwhile."""

    question: Question

    def apply(self, fight: Fight) -> Fight:
        """The fight with the question open, in its place if it was so before."""
        questions = {each.id: each for each in (*fight.questions, self.question)}
        next_question = max(fight.next_question, self.question.id + 1)
        return replace(fight, questions=tuple(questions.values()), next_question=next_question)

    def read(self, fight: Fight) -> str:
        """The line in the log."""
        asked = self.question
        return f"{name_of(fight, asked.creature)}: {asked.what}? d{asked.die} [question {asked.id}]"


class QuestionClosed(BaseEvent, frozen=True, tag="question closed"):
    """A question is answered, or has lapsed; `why` says so where it has."""

    question: Question
    why: str = ""

    def apply(self, fight: Fight) -> Fight:
        """The fight without the question."""
        return replace(fight, questions=tuple(each for each in fight.questions if each.id != self.question.id))

    def read(self, fight: Fight) -> str:
        """The line in the log."""
        if not self.why:
            return ""
        asked = self.question
        return f"question {asked.id} lapses: {name_of(fight, asked.creature)}, {asked.what}: {self.why}"


class CreatureAdded(BaseEvent, frozen=True, tag="creature added"):
    """A creature joins."""

    creature: str
    sheet: Sheet
    state: State

    def apply(self, fight: Fight) -> Fight:
        """The fight with the creature, listed last, and what is on it as it joins."""
        return replace(
            fight,
            sheets={**fight.sheets, self.creature: self.sheet},
            states={**fight.states, self.creature: self.state},
            next_effect=max((fight.next_effect, *(each.id + 1 for each in self.state.effects))),
            next_bundle=max((fight.next_bundle, *((each.bundle or 0) + 1 for each in self.state.effects))),
        )

    def read(self, fight: Fight) -> str:  # noqa: ARG002  # every event reads alike
        """The line in the log."""
        return f"{self.sheet.name} joins as {self.creature}"


PlainEvent = (
    Said
    | Rolled
    | HitPointsChanged
    | StateChanged
    | SheetChanged
    | FightChanged
    | EffectAdded
    | EffectEnded
    | EffectChanged
    | RoundStarted
    | TurnStarted
    | ActionSpent
    | QuestionAsked
    | QuestionClosed
)
"""An event that journals hold as it is."""

Event = PlainEvent | CreatureAdded


def read_log(events: tuple[Event, ...], fight: Fight) -> list[str]:
    """What happened, a line each, names as they are now."""
    return [line for line in (event.read(fight) for event in events) if line]
