"""A fight, as a value: replaced, never changed."""

from collections.abc import Mapping
from math import inf
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.model.briefing import EMPTY_BRIEFING, Briefing
from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.damage import Damage
from orcus_tui.model.effect import Effect
from orcus_tui.model.journal_struct import JournalStruct

Phase = Literal["setup", "turns", "finished"]
Asking = Literal["none", "party", "all"]
OF_LAST_ATTACK = ("hit", "missed", "failed", "saved")
"""The keys of `Fight.last_targets`: results of an attack or a use."""
OptionValue = bool | int | str


class Turn(JournalStruct, frozen=True):
    """The current turn: whose it is, whether it began at 0 hit points or fewer, and whether any action was taken.

    `delayed` turns have had their start already.
    """

    creature: str
    began_down: bool = False
    acted: bool = False
    delayed: bool = False


class Question(JournalStruct, frozen=True):
    """A die a person is to roll: one die of one creature about one thing.

    `kind` and `about` are the words of STATE; all that the answer needs is in the fields after `die`. `rule` says
    which rule of the system takes the answer, where `kind` alone does not. `effect` is the effect it is about, `needs`
    what the die must come to, where nothing else says so. `bonus` and `advantage` (its word, or that of disadvantage)
    are what was typed for this die alone. `power` is the one to be recharged, `ability` what a check or save goes by,
    `damage` what a save is against. `members` are those who share the die, where it is not the creature's alone; for
    a tie, those who take their places by it. `starts_turn` says that the start of the creature's turn asked, so that
    its death by this die ends that turn. `recovery` is what the dice of the recovery that may follow came to, where
    they were typed.
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


class Fall(JournalStruct, frozen=True):
    """A death at 0 hit points or fewer, and all that ended with it: effects with their bearers, what it waited for."""

    creature: str
    effects: tuple[tuple[str, Effect], ...] = ()
    questions: tuple[Question, ...] = ()
    readied: tuple[str, int] | None = None
    delayed: tuple[int | None, ...] = ()  # the count, if its turn was delayed
    left: tuple[str, ...] = ()  # creatures of its making that have left


class Fight(Struct, frozen=True, gc=False):
    """A fight.

    `order` holds every place in the initiative, also those the dead and the departed have left behind: what is
    anchored to their turns ends when that place comes up. `delayed` maps to the count to come up on, `readied`
    to the trigger and the round it was readied in. `readied_actor` took a readied action before its regular turn of
    this round, and still owes that turn's end. `system_memory` holds numbers that only the system's own rules
    use. `options` holds only those set otherwise than by default. `reminders` are texts to be said when a round
    begins, each with its round. `last_targets` are the targets of the last attack or use that were hit, missed, failed
    a save or made it, by these words. `fallen` are the deaths of the latest command, while it can still be said
    that they were none. `players` are the settings of the players' view (`player_settings`), `announcement` the line in
    large print there.
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

    @property
    def active(self) -> str | None:
        """The id of the creature whose turn it is."""
        return self.turn.creature if self.turn else None


def with_state(fight: Fight, creature: str, state: State) -> Fight:
    """The fight with one creature's state replaced."""
    return replace(fight, states={**fight.states, creature: state})


def in_place_order(fight: Fight) -> list[str]:
    """All creatures, those with a place in the initiative first, the others as listed."""
    placed = dict.fromkeys(fight.order)
    return [*placed, *(each for each in fight.states if each not in placed)]


def order_to_show(fight: Fight) -> list[str]:
    """All creatures as they are listed: after a fight the dead, who have lost their places, by their initiative."""
    listed = in_place_order(fight)
    if fight.phase != "finished":
        return listed
    placed = len({*fight.order})
    places = {each: place for place, each in enumerate(fight.states)}
    out = sorted(listed[placed:], key=lambda each: (_initiative(fight, each), -places[each]))  # who acts first is last
    shown: list[str] = []
    for creature in listed[:placed]:
        while out and _acts_after(fight, creature, out[-1], places):
            shown.append(out.pop())
        shown.append(creature)
    return [*shown, *reversed(out)]


def _initiative(fight: Fight, creature: str) -> float:
    """A creature's initiative; one that has none comes after all."""
    total = fight.states[creature].initiative
    return -inf if total is None else total


def _acts_after(fight: Fight, one: str, other: str, places: Mapping[str, int]) -> bool:
    """Whether one creature's initiative is lower than another's, or equal in one group where it is listed later."""
    low, high = _initiative(fight, one), _initiative(fight, other)
    group = fight.sheets[one].group
    is_of_group = group is not None and group == fight.sheets[other].group
    return low < high or (low == high and is_of_group and places[one] > places[other])


def is_enemy(fight: Fight, creature: str, other: str) -> bool:
    """Whether two creatures are on opposite sides; a neutral creature has no enemies."""
    return {fight.sheets[creature].side, fight.sheets[other].side} == {"party", "foes"}


def name_of(fight: Fight, creature: str) -> str:
    """A creature's name; for one that is no longer known, its id."""
    sheet = fight.sheets.get(creature)
    return sheet.name if sheet else creature
