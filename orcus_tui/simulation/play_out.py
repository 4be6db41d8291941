"""Plays a fight to its end by the rules; the habit of its side decides for each creature."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from itertools import tee
from math import ceil
from random import Random
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import NO_LIBRARY, Context, Library
from orcus_tui.commands.parse import Command, parse
from orcus_tui.errors import Impossible
from orcus_tui.model import events, steps, typed_steps
from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import Fight
from orcus_tui.model.offer import Offer
from orcus_tui.model.requests import Request
from orcus_tui.model.steps import Step
from orcus_tui.rules.actions import OPPORTUNITY
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.habits import Habit
from orcus_tui.rules.zones import concerns
from orcus_tui.session.execution import resolve
from orcus_tui.simulation.accepting import acceptance, read_offer
from orcus_tui.simulation.battlefield import OPPOSED, Battlefield, points_left
from orcus_tui.simulation.decisions import Choice, Situation, Used, attack_steps, in_random_order, next_choice
from orcus_tui.simulation.playable import Repertoire, known_repertoire
from orcus_tui.systems import SYSTEMS

MOST_ROUNDS = 100
"""Rounds after which a fight counts as endless."""

MOST_ACCEPTED = 20
"""The most offers that are accepted after one step, so that creatures cannot react to one another endlessly."""

CHANCE_TO_BE_NEAR = 2
"""One in this many creatures that shoot or move away has an opponent near enough for an opportunity attack."""

MOST_CHOICES = 12
"""The most choices of a creature in one turn, so that a turn ends even if powers give actions back."""

OWN_TURN_ONLY = frozenset(("get up", "rally"))
"""The choices that only the active creature makes, not the creatures that share its turn."""

_FELLING_EVENTS = (events.HitPointsChanged, events.StateChanged, events.EffectAdded)
"""The events by which a creature can fall."""

End = Literal["won", "lost", "endless"]
BegunStreams = dict[str, Iterator[float]]
"""Streams of dice by name, at their first die; each is copied before it is used."""


class DiceStreams:
    """The dice of one fight: a stream for each creature, so that one creature's dice do not shift another's.

    The same seed, number and creature always give the same faces in the same order. `place` is the place of the fight
    in its day, from 0. `begun` has the beginnings of streams; other fights with the same dice can reuse them.
    """

    def __init__(self, seed: int, number: int, place: int = 0, begun: BegunStreams | None = None) -> None:
        self._key = f"{seed}:{number}:{place}" if place else f"{seed}:{number}"
        self._begun: BegunStreams = {} if begun is None else begun
        self._faces: dict[str, Callable[[int], int]] = {}

    def of(self, whose: str) -> Callable[[int], int]:
        """The faces of one stream, named for a creature or another purpose, as a function of the die's sides."""
        if whose not in self._faces:
            chance = self._begin(f"{self._key}:{whose}").__next__
            self._faces[whose] = lambda sides: int(chance() * sides) + 1
        return self._faces[whose]

    def _begin(self, stream: str) -> Iterator[float]:
        """The random numbers of a stream from its beginning, which other fights with the same dice read again."""
        if stream not in self._begun:
            (self._begun[stream],) = tee(iter(Random(stream).random, None), 1)
        return copy(self._begun[stream])

    def roll(self, whose: str, sides: int) -> int:
        """The next face of a stream, which begins with its first die."""
        return self.of(whose)(sides)


class Earlier(Struct):
    """The results of earlier fights from the same beginning, for later ones.

    They are the lines of offers that use a power, with their steps, and the view of the beginning with its cache.
    """

    uses_read: dict[str, Used] = {}
    view: FightView | None = None


class Pair(Struct, frozen=True):
    """The habits both sides play by."""

    party: Habit
    foes: Habit

    def of(self, side: str) -> Habit:
        """The habit of a side; neutral creatures play as the foes do."""
        return self.party if side == "party" else self.foes


class CreaturePlay(Struct, frozen=True):
    """The parts of a creature's play that change only with its sheet: its habit, its powers, and its choices' dice."""

    sheet: Sheet
    habit: Habit
    repertoire: Repertoire
    chance: Callable[[int], int]


class PlayedFight(Struct, frozen=True):
    """The end of a simulated fight.

    It has the outcome for the party, the rounds, the creatures that fell and died, and what is left.

    `hp` are hit points, or boxes of a damage track. `limited` is the number of limited powers the party has not used.
    `fights` are the fights of a day that were played.
    """

    number: int
    end: End
    rounds: int
    fell: frozenset[str]
    died: frozenset[str]
    hp: Mapping[str, int]
    recoveries: int
    limited: int
    fights: tuple["PlayedFight", ...] = ()


def _are_alike(offer: Offer, other: Offer) -> bool:
    """Whether two offers are for the same creature and the same reason."""
    return (offer.creature, offer.because) == (other.creature, other.because)


def play_out(fight: Fight, pair: Pair, seed: int, number: int) -> PlayedFight:
    """Plays a fight to its end, with the dice of this seed and number."""
    return SimulatedFight(fight, pair, DiceStreams(seed, number)).to_the_end(number)


class SimulatedFight:
    """A fight that is being simulated: its current state, its dice, and the creatures that have fallen.

    `end` is the outcome for the party; None while both sides have a creature up or due from reserve.
    `library` has the creatures that may be summoned. `earlier` has results of earlier fights, and is added to.
    """

    def __init__(
        self,
        fight: Fight,
        pair: Pair,
        streams: DiceStreams,
        library: Library = NO_LIBRARY,
        earlier: Earlier | None = None,
    ) -> None:
        self.system = SYSTEMS[fight.system]
        self.fight = replace(fight, asking="none", offers=())
        self._earlier = earlier or Earlier()
        begun = self._earlier.view
        self._earlier.view = self.view = begun.moved(self.fight) if begun else FightView(self.system, self.fight)
        self.battlefield = Battlefield(self.view)
        self.pair = pair
        self.streams = streams
        self.library = library
        self.habits = self.system.habits
        self.attacks_on: dict[str, int] = {}
        self.fell: set[str] = set()
        self.steps_taken: list[tuple[Step, tuple[tuple[int, int], ...]]] = []
        self.declined: set[int] = set()
        self._plays: dict[str, CreaturePlay] = {}
        self.is_answering = False
        self.end: End | None = self._result()

    def to_the_end(self, number: int) -> PlayedFight:
        """Plays until one side has no creature up, or for 100 rounds."""
        self.begin()
        while not (end := self.end):
            self.take_turn()
        return self._summary(number, end)

    def begin(self) -> None:
        """Starts the fight, unless it has begun."""
        if self.fight.phase == "setup":
            self._take(typed_steps.Begin(), "initiative")

    def _result(self) -> End | None:
        up = self.battlefield.up
        if not up["foes"] and not self._has_reserve("foes"):
            return "won"
        if not up["party"] and not self._has_reserve("party"):
            return "lost"
        return "endless" if self.fight.round > MOST_ROUNDS else None

    def _has_reserve(self, side: str) -> bool:
        return any(sheet.side == side and self._is_due_later(each) for each, sheet in self.fight.sheets.items())

    def _is_due_later(self, creature: str) -> bool:
        due = self.fight.sheets[creature].due_round
        return due is not None and self.fight.states[creature].place == "reserve" and due <= MOST_ROUNDS

    def take_turn(self) -> None:
        """Plays the active creature's turn, the actions of others at its end, and the start of the next turn."""
        self._bring_reserves()
        if self.fight.makes_offers:
            self._prepare()
        creature = self.fight.turn.creature if self.fight.turn else ""
        if creature:
            self._act(creature, frozenset())
        for each in self.fight.turn.companions if self.fight.turn else ():
            self._act(each, OWN_TURN_ONLY)
        if not self.fight.makes_offers and not self.end:
            self._legendary_actions(creature)
        if not self.end:
            self._take(typed_steps.Next(), creature)

    def _act(self, creature: str, tried: frozenset[str]) -> None:
        """Makes a creature's choices in the current turn."""
        for _ in range(MOST_CHOICES):
            is_up = self.battlefield.standing[creature] == "up"
            choice = next_choice(self._situation(creature, tried)) if is_up else None
            if choice is None or self.end:
                break
            done = self._make(choice, creature)
            tried = tried if done and choice.again else tried | {choice.name}

    def _bring_reserves(self) -> None:
        """Brings in the creatures in reserve whose round has come."""
        rounds, fight = self.view.of_sheets(_due_rounds), self.fight
        if not rounds:
            return
        due = [each for each, due in rounds.items() if due <= fight.round and fight.states[each].place == "reserve"]
        if due:
            self._take(typed_steps.Enter(tuple(due)), "initiative")

    def _legendary_actions(self, after: str) -> None:
        """Creatures with legendary actions take one at the end of another's turn (SRD 5.1 §Legendary Actions)."""
        for creature in self.view.of_sheets(_with_legendary_actions):
            if creature == after or self.battlefield.standing[creature] != "up":
                continue
            situation = self._situation(creature, frozenset())
            remaining = self.fight.states[creature].counters.get("legendary", self.fight.sheets[creature].legendary)
            able = [
                each
                for each in situation.repertoire.playable
                if each.purpose == "attack" and 0 < each.legendary <= remaining
            ]
            if able and situation.enemies:
                best = able[0]
                self._make(Choice(best.power.name, attack_steps(situation, best, situation.enemies)), creature)

    def _prepare(self) -> None:
        """Prepares a creature's turn without an action: puts opponents in auras, and readies legendary resistance."""
        for name, creature, chosen in self._to_bring_into_auras() if self.fight.zones else ():
            self.attempt(steps.Into(name, chosen), creature)
        verb, counter = self.habits.resists
        for creature in self.fight.states if verb else ():
            if self.fight.states[creature].counters.get(counter, 0) > 0 and self._can_turn_failed_save(creature):
                self.attempt(typed_steps.SystemStep(verb, (creature,)), creature)

    def _can_turn_failed_save(self, creature: str) -> bool:
        """Whether a creature can use a resource to turn its next failed save into a success."""
        mark = f"{self.habits.resists[1]} of {creature}"
        return self.battlefield.standing[creature] == "up" and not self.fight.system_memory.get(mark)

    def _to_bring_into_auras(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """The empty auras, each with its name, its bearer, and as many opponents as a burst would reach."""
        for name, zone in self.fight.zones.items():
            if not zone.aura or zone.line is None or isinstance(zone.line.step, steps.Say | steps.Remind):
                continue
            bearer = zone.source
            inside = any(self.battlefield.standing[each] == "up" for each in zone.inside)
            if inside or self.battlefield.standing[bearer] != "up":
                continue
            concerned = [
                each for side in OPPOSED for each in self.battlefield.up[side]
                if each != bearer and concerns(self.fight, zone, each)
            ]  # fmt: skip
            situation = self._situation(bearer, frozenset())
            reached = ceil(len(concerned) * situation.habit.area)
            if concerned:
                yield name, bearer, tuple(in_random_order(situation, concerned)[:reached])

    def _answer_offers(self) -> None:
        """Accepts offers one after another, if the habits of their creatures take them, and leaves the others open."""
        self.is_answering = True
        for _ in range(MOST_ACCEPTED):
            waiting = [each for each in self.fight.offers if each.id not in self.declined]
            if not waiting or self.end:
                break
            if waiting[0].because == OPPORTUNITY and not self.habits.knows_who_is_near:
                self._take_an_opportunity([each for each in waiting if each.because == OPPORTUNITY])
            else:
                self._accept(self._best_of([each for each in waiting if _are_alike(each, waiting[0])]))
        self.is_answering = False

    def _take_an_opportunity(self, offers: Sequence[Offer]) -> None:
        """Accepts one of the opportunity attacks, or none, by chance, because the program does not know who is near."""
        chance = self.streams.of(f"{offers[0].creature} chooses")
        offer = offers[chance(len(offers)) - 1]
        self.declined |= {each.id for each in offers}
        if chance(CHANCE_TO_BE_NEAR) == 1:
            self._accept(offer)

    def _accept(self, offer: Offer) -> None:
        """Accepts an offer, or leaves it open if the creature's habit or the rules do not allow it."""
        step = acceptance(self._situation(offer.creature, frozenset()), offer, self._read)
        if step is None or not self.attempt(step, offer.creature):
            self.declined.add(offer.id)
        elif isinstance(step.step, typed_steps.Attack):
            self._count_attacks(step.step.targets)

    def _best_of(self, alike: Sequence[Offer]) -> Offer:
        """The most harmful of several powers that are offered to a creature for the same reason."""
        return max(alike, key=self._worth) if len(alike) > 1 else alike[0]

    def _worth(self, offer: Offer) -> float:
        found = read_offer(self.fight, offer, self._read)
        known = self._play_of(offer.creature).repertoire.by_name
        return known[found.power].worth if isinstance(found, Used) and found.power in known else 0.0

    def _read(self, line: str) -> Step | None:
        """The step of a line; None for a line that is not for the rules, or cannot be carried out now."""
        if line in self._earlier.uses_read:
            return self._earlier.uses_read[line]
        try:
            command = parse(line, Context(self.view, library=self.library))
        except CommandError:
            return None
        if command is None or isinstance(command.step, Request):
            return None
        if isinstance(command.step, Used):  # other lines may name sets, which change
            self._earlier.uses_read[line] = command.step
        return command.step

    def _situation(self, creature: str, tried: frozenset[str]) -> Situation:
        play = self._play_of(creature)
        return Situation(
            self.view,
            self.battlefield.up.get(OPPOSED.get(play.sheet.side, ""), ()),
            creature,
            play.habit,
            play.repertoire,
            self.attacks_on,
            play.chance,
            tried,
        )

    def _play_of(self, creature: str) -> CreaturePlay:
        sheet, known = self.fight.sheets[creature], self._plays.get(creature)
        if known is None or known.sheet is not sheet:
            habit = self.habits.named(sheet.habit) if sheet.habit else self.pair.of(sheet.side)
            chance = partial(self.streams.roll, f"{creature} chooses")
            known = CreaturePlay(sheet, habit, known_repertoire(self.system, sheet.powers), chance)
            self._plays[creature] = known
        return known

    def _make(self, choice: Choice, creature: str) -> bool:
        """Takes the steps of a choice; returns whether the rules allow them."""
        for step in choice.steps:
            if not self.attempt(step, creature):
                return False
            if isinstance(step, typed_steps.Attack):
                self._count_attacks(step.targets)
            if self.end:
                break
        return True

    def _count_attacks(self, targets: steps.Targets) -> None:
        for each in targets:
            self.attacks_on[each] = self.attacks_on.get(each, 0) + 1

    def attempt(self, step: Step, creature: str) -> bool:
        """Takes a step, with the dice of this creature; returns whether the rules allow it."""
        try:
            self._take(step, creature)
        except Impossible:
            return False  # the rules do not allow it now, and the creature does something else
        return True

    def _take(self, step: Step, creature: str) -> None:
        """Takes a step, with the dice of the creature that takes it."""
        done = resolve(self.view, Command("", "", step, library=self.library), self.streams.of(creature))
        self.view, self.fight = done.view, done.fight
        self.steps_taken.append((step, tuple(done.dice)))
        if self.declined and done.fight.offers is not done.began.offers:
            self.declined -= {each.offer.id for each in done.events if isinstance(each, events.OfferMade)}
        if fallen := self.battlefield.follow(self.view, done.changed):
            self._note_falls(fallen, done.events)
        self.end = self._result()
        if self.fight.questions:
            self._take(typed_steps.AnswerAll(), creature)
        if self.fight.offers and not self.is_answering:
            self._answer_offers()

    def _note_falls(self, fallen: Iterable[str], happened: Iterable[events.Event]) -> None:
        """Remembers the newly fallen creatures."""
        self.fell.update({each.creature for each in happened if isinstance(each, _FELLING_EVENTS)}.intersection(fallen))

    def _summary(self, number: int, end: End) -> PlayedFight:
        fight = self.fight
        party = [each for each, sheet in fight.sheets.items() if sheet.side == "party"]
        return PlayedFight(
            number,
            end,
            min(fight.round, MOST_ROUNDS),
            frozenset(self.fell),
            frozenset(each for each, state in fight.states.items() if state.life == "dead"),
            {each: max(0, points_left(self.view, each)) for each in fight.sheets},
            sum(fight.states[each].recoveries or 0 for each in party),
            sum(
                power.use.kind != "at-will" and power.name not in fight.states[each].spent
                for each in party
                for power in fight.sheets[each].powers
            ),
        )


def _due_rounds(sheets: Mapping[str, Sheet]) -> dict[str, int]:
    """The rounds in which creatures in reserve arrive, by creature."""
    return {each: sheet.due_round for each, sheet in sheets.items() if sheet.due_round is not None}


def _with_legendary_actions(sheets: Mapping[str, Sheet]) -> list[str]:
    """The creatures that have legendary actions."""
    return [each for each, sheet in sheets.items() if sheet.legendary]
