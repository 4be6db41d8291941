"""A fight as an immutable value."""

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import chain, compress, groupby
from math import inf
from operator import is_not
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.model.briefing import EMPTY_BRIEFING, Briefing
from orcus_tui.model.clock import Countdown
from orcus_tui.model.creature import Sheet, State, in_own_form
from orcus_tui.model.damage import Damage
from orcus_tui.model.effect import Effect
from orcus_tui.model.journal_struct import JournalStruct
from orcus_tui.model.modifier import FightModifier
from orcus_tui.model.offer import Offer
from orcus_tui.model.zone import Zone


class Opposed(JournalStruct, frozen=True):
    """Two creatures, each with the statistic of its die.

    `total` and `bonus` are those of the first die once it is known.

    `action` is the action of `do` on `targets` that follows a success, and `stage` the place of this roll among the
    required ones. Without a rival, or against a defense, there is one die.
    """

    creature: str
    stat: str
    rival: str = ""
    rival_stat: str = ""
    total: int | None = None
    bonus: int = 0
    action: str = ""
    targets: tuple[str, ...] = ()
    stage: int = 0


class Challenge(JournalStruct, frozen=True):
    """A challenge that is won with `needs` successes, and lost with `limit` failures before that."""

    needs: int
    limit: int
    successes: int = 0
    failures: int = 0

    @property
    def result(self) -> Literal["won", "lost"] | None:
        """How it was decided; None while it is open."""
        if self.successes >= self.needs:
            return "won"
        return "lost" if self.failures >= self.limit else None


Phase = Literal["setup", "turns", "finished"]
Asking = Literal["none", "party", "all"]
OF_LAST_ATTACK = ("hit", "missed", "failed", "saved")
"""The keys of `Fight.last_targets`: results of an attack or a use."""
OptionValue = bool | int | str


class Turn(JournalStruct, frozen=True):
    """The current turn: its creature, whether it began at 0 hit points or fewer, and whether any action was taken.

    `delayed`: the start of the turn was carried out before the delay. `slot` is the number of this turn among the
    creature's turns in the round. `companions` share this turn.
    """

    creature: str
    began_down: bool = False
    acted: bool = False
    delayed: bool = False
    slot: int = 1
    companions: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The key of this turn in its round: the creature, with a number for any turn after its first."""
        return self.creature if self.slot == 1 else f"{self.creature} {self.slot}"


class Question(JournalStruct, frozen=True):
    """A die that a person is asked to roll, for one creature and one subject.

    `kind` and `about` are as in STATE; the fields after `die` are for the answer. `rule` names the system's rule for
    the answer if `kind` is not enough. `effect` is the effect that the die is about, `needs` the total to reach, if no
    other field gives it. `bonus`, `bonus_dice` and `advantage` (the word for advantage or disadvantage) were typed for
    only this die. `power` is the power to recharge, `ability` the ability of a check or save, `damage` the damage that
    a save is against. `members` are the creatures that share the die, or whose places a tie decides. `starts_turn`: the
    die belongs to the start of the creature's turn, so if it dies by this die, the turn ends. `recovery` is the typed
    total of the dice of a recovery that may follow. `opposed` is the contest or action that the die belongs to,
    `hazard` the name of a check that gets harder.
    """

    id: int
    kind: str
    creature: str
    about: str
    die: int
    effect: int | None = None
    needs: int | None = None
    bonus: int | None = None
    advantage: str | None = field(name="edge", default=None)
    rule: str | None = None
    power: str | None = None
    ability: str | None = None
    damage: Damage | None = None
    members: tuple[str, ...] = ()
    starts_turn: bool = False
    recovery: int | None = None
    bonus_dice: str = ""
    opposed: Opposed | None = None
    hazard: str = ""


class Fall(JournalStruct, frozen=True):
    """A death at 0 hit points or fewer, and all that it ended, such as delays, and effects with their bearers."""

    creature: str
    effects: tuple[tuple[str, Effect], ...] = ()
    questions: tuple[Question, ...] = ()
    readied: tuple[str, int] | None = None
    delayed: tuple[int | None, ...] = ()  # the count to which its turn was delayed, if it was
    left: tuple[str, ...] = ()  # creatures that it created, which left with it
    zones: tuple[tuple[str, tuple[str, ...]], ...] = ()  # zones that ended or that it left


class Fight(Struct, frozen=True, gc=False):
    """A fight.

    `order` has every place in the initiative, including those of creatures that are dead or gone, since effects may end
    on their turns. `delayed` maps creatures to the count on which they act, `readied` maps creatures to the trigger and
    the round. `readied_actor` has taken a readied action before its regular turn of this round, and is not finished
    with it. `system_memory` has numbers that only the system's own rules use. `options` has only values that differ
    from the defaults. `reminders` are texts to log when a round begins, each with its round. `last_targets` are the
    targets of the last attack or use by their results: hit, missed, saved or failed. `fallen` are the deaths of the
    latest command, while they can still become knockouts. `players` are the settings of the players' view
    (`player_settings`), `announcement` is its line in large print. `zones` and `ended_zones` are by name. `modifiers`
    are those of the terrain and of house rules. `makes_offers` is false in a simulated fight in which nobody accepts
    any. `clock` is the time in seconds since the file was opened; `timers` and `challenges` are by name.
    """

    name: str
    system: str
    sheets: Mapping[str, Sheet]
    states: Mapping[str, State]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    briefing: Briefing = EMPTY_BRIEFING
    phase: Phase = "setup"
    round: int = 0
    turn: Turn | None = None
    order: tuple[str, ...] = ()
    acted: tuple[str, ...] | None = None
    passed: tuple[str, ...] = ()
    delayed: Mapping[str, int | None] = field(default_factory=dict)
    readied: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    readied_actor: str = field(name="interrupter", default="")
    counters: Mapping[str, int] = field(default_factory=dict)
    system_memory: Mapping[str, int] = field(name="remembered", default_factory=dict)
    reminders: tuple[tuple[int, str], ...] = ()
    last_targets: Mapping[str, tuple[str, ...]] | None = None
    fallen: tuple[Fall, ...] = ()
    asking: Asking = "none"
    questions: tuple[Question, ...] = ()
    next_question: int = 1
    next_effect: int = 1
    next_bundle: int = 1
    players: Mapping[str, str] = field(default_factory=dict)
    announcement: str = ""
    offers: tuple[Offer, ...] = ()
    next_offer: int = 1
    zones: Mapping[str, Zone] = field(default_factory=dict)
    modifiers: tuple[FightModifier, ...] = ()
    makes_offers: bool = True
    ended_zones: Mapping[str, Zone] = field(default_factory=dict)
    clock: int = 0
    timers: Mapping[str, Countdown] = field(default_factory=dict)
    challenges: Mapping[str, Challenge] = field(default_factory=dict)

    @property
    def active(self) -> str | None:
        """The id of the creature whose turn it is."""
        return self.turn.creature if self.turn else None


def with_state(fight: Fight, creature: str, state: State) -> Fight:
    """The fight with one creature's state replaced."""
    return replace(fight, states={**fight.states, creature: state})


def changed_creatures(before: Fight, after: Fight) -> Iterable[str]:
    """The creatures whose state has changed since an earlier fight, including new ones."""
    if after.states is before.states:
        return ()
    was = before.states.values() if after.sheets is before.sheets else map(before.states.get, after.states)
    return compress(after.states, map(is_not, after.states.values(), was))


def in_place_order(fight: Fight) -> list[str]:
    """All creatures: first those in the order, each followed by the creatures that share its turn; then the others."""
    placed = dict.fromkeys(fight.order)
    others = [each for each in fight.states if each not in placed]
    with_partner: dict[str, list[str]] = {}
    for each in others:
        partner = fight.states[each].shares_turn
        if partner in placed:
            with_partner.setdefault(partner, []).append(each)
    if with_partner:
        placed = dict.fromkeys(chain.from_iterable((each, *with_partner.get(each, ())) for each in placed))
    return [*placed, *(each for each in others if each not in placed)]


def order_to_show(fight: Fight) -> list[str]:
    """All creatures in the order to show; after a fight, dead creatures are inserted by their initiative."""
    listed = in_place_order(fight)
    if fight.phase != "finished":
        return listed
    placed = len({*fight.order})
    places = {each: place for place, each in enumerate(fight.states)}
    out = sorted(listed[placed:], key=lambda each: (_initiative(fight, each), -places[each]))  # the first is last
    shown: list[str] = []
    for creature in listed[:placed]:
        while out and _acts_after(fight, creature, out[-1], places):
            shown.append(out.pop())
        shown.append(creature)
    return [*shown, *reversed(out)]


def _initiative(fight: Fight, creature: str) -> float:
    """A creature's initiative; a creature without one comes last."""
    total = fight.states[creature].initiative
    return -inf if total is None else total


def _acts_after(fight: Fight, one: str, other: str, places: Mapping[str, int]) -> bool:
    """Whether one creature's initiative is lower than another's, or equal in the same group and listed later."""
    low, high = _initiative(fight, one), _initiative(fight, other)
    group = fight.sheets[one].group
    is_of_group = group is not None and group == fight.sheets[other].group
    return low < high or (low == high and is_of_group and places[one] > places[other])


def is_enemy(fight: Fight, creature: str, other: str) -> bool:
    """Whether two creatures are on opposite sides; a neutral creature has no enemies."""
    side, opposite = fight.sheets[creature].side, fight.sheets[other].side
    return side != opposite and "neutral" not in (side, opposite)


def enemies_among(fight: Fight, creature: str, others: Iterable[str]) -> list[str]:
    """The enemies of a creature among these creatures, in the same order."""
    opposite = {"party": "foes", "foes": "party"}.get(fight.sheets[creature].side)
    return [each for each in others if fight.sheets[each].side == opposite]


def name_of(fight: Fight, creature: str) -> str:
    """A creature's name; its id if the creature is no longer known."""
    sheet = fight.sheets.get(creature)
    return sheet.name if sheet else creature


def who_offers(fight: Fight, offer: Offer) -> str:
    """The text of the event of the encounter that made an offer, else the name of the creature that has it."""
    event = fight.briefing.event_that_offers(offer)
    return event.sentence.rstrip(".") or "Event" if event else name_of(fight, offer.creature)


def alike_offers(fight: Fight, offer: Offer) -> tuple[Offer, ...]:
    """The open offers of this line, for the same reason, to creatures of a group, in the order of their numbers.

    Only those with no other offer between their numbers, so that a range names them all.
    """
    in_order = sorted(fight.offers, key=lambda each: each.id)
    runs = (tuple(run) for _, run in groupby(in_order, partial(_what_is_offered, fight)))
    return next((run for run in runs if any(each.id == offer.id for each in run)), (offer,))


def _what_is_offered(fight: Fight, offer: Offer) -> tuple[str, str, str]:
    """The creature's group (the creature itself unless it is the line's source), the reason and the line."""
    is_source = all(line.source == offer.creature for line in offer.choices)
    sheet = fight.sheets.get(offer.creature)
    group = sheet.group if sheet and is_source else ""
    return group or offer.creature, offer.because, offer.short_line


def own_sheet(fight: Fight, creature: str) -> Sheet:
    """A creature's own sheet, whatever its form."""
    return in_own_form(fight.sheets[creature], fight.states[creature])[0]
