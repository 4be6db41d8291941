"""A creature: its sheet, as printed, and its current state in the fight, with its damage track."""

import re
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.model.effect import Effect
from orcus_tui.model.journal_struct import JournalStruct
from orcus_tui.model.modifier import Modifier
from orcus_tui.model.power import Line, Power
from orcus_tui.model.trigger import Trigger
from orcus_tui.model.zone import Aura


class Track(JournalStruct, frozen=True):
    """Two rows of boxes, and the tallies before them (True SRD §Damage and Recovery)."""

    bruised: int = 0
    dazed: bool = False
    staggered: bool = False
    unconscious: bool = False
    hurt: int = 0
    wounded: bool = False
    disabled: bool = False
    dying: bool = False
    dead: bool = False


TALLIES = ("bruised", "hurt")


def read_track(track: Track) -> str:
    """The marked boxes, the lethal row first: `hurt 2, wounded; bruised 2, dazed`; empty without any."""
    return "; ".join(row for row in (_row(track, LETHAL), _row(track, NONLETHAL)) if row)


LETHAL = ("hurt", "wounded", "disabled", "dying", "dead")
NONLETHAL = ("bruised", "dazed", "staggered", "unconscious")
"""The rows, from the tally to the last box."""


def _row(track: Track, names: tuple[str, ...]) -> str:
    marked = ((name, getattr(track, name)) for name in names)
    return ", ".join(f"{name} {mark}" if name in TALLIES else name for name, mark in marked if mark)


Side = Literal["party", "foes", "neutral"]
Life = Literal["alive", "stable", "knocked out", "dead", "coma"]
Place = Literal["here", "reserve", "gone"]
OUT = ("dead", "coma")
"""The lives of creatures that are out of the fight until they are revived."""


class Trait(Struct, frozen=True):
    """A passive ability of a creature.

    When its `trigger` occurs (`rules/triggers`), the log shows its text, and its `effects` are carried out. With
    `again`, it reacts every time to an occasion that otherwise counts once in a fight. `modifiers` are in force unless
    the creature is dead or out.
    """

    name: str
    text: str = ""
    trigger: tuple[Trigger, ...] = ()
    effects: tuple[Line, ...] = ()
    again: bool = False
    modifiers: tuple[Modifier, ...] = ()


class Form(Struct, frozen=True):
    """A stat block that `become` puts in place of a creature's own, and the resources that come with it."""

    name: str
    sheet: "Sheet"
    counters: Mapping[str, int] = field(default_factory=dict)


class TakenForm(Struct, frozen=True):
    """The form that a creature has taken, and its own stat block.

    `hp` are the creature's own hit points, if the form has separate ones. Otherwise `beyond` is how much more damage
    the creature has than the form; below 0, the form has more. `lost` is what the form's maximum has lost, if it is
    halved.
    """

    name: str
    own: "Sheet"
    hp: int | None = None
    beyond: int = 0
    lost: int | None = None


class Resource(JournalStruct, frozen=True):
    """A resource of a creature: its maximum, and when it is restored.

    `per` is `turn`, `round`, `encounter`, `short` or `long` (a rest), `never`, or `1/4 rounds`: one is restored at the
    fourth start of a round after it was spent. `now` is the amount at the start, and `back` the amount after each
    restoration; both are by default the maximum.
    """

    max: int
    per: str = "long"
    now: int | None = None
    back: int | None = None

    @property
    def every_rounds(self) -> tuple[int, int] | None:
        """The amount that is restored, and the number of round starts until then; None for any other period."""
        found = re.fullmatch("([0-9]+)/([0-9]+) rounds", self.per)
        return (int(found[1]), int(found[2])) if found else None


class Sheet(Struct, frozen=True, kw_only=True, gc=False):
    """The printed values of a creature; the members of a group have the same values except for the name.

    `group` is the first id of the creatures that arrived together: they share one initiative roll. `saves` is one
    bonus, or a bonus for each ability in a system with such saves. `level` is None if unknown. Resistances and
    vulnerabilities are by damage type, `all`, or range. `skills` are the complete bonuses of checks.
    """

    name: str
    kind: str = "standard"
    side: Side = "foes"
    group: str = ""
    level: int | None = None
    role: str = ""
    size: str = ""
    type: str = ""
    tags: tuple[str, ...] = ()
    xp: float = 0
    speed: str = ""
    senses: str = ""
    languages: str = ""
    alignment: str = ""
    habit: str = ""
    text: str = ""
    notes: str = ""
    max_hp: int | None = None
    staggered: int | None = None
    initiative: int = 0
    turns: int = 1
    saves: int | Mapping[str, int] = 0
    max_recoveries: int | None = None
    recovery: str = ""
    hit_dice: str = ""
    regeneration: int = 0
    defenses: Mapping[str, int] = field(default_factory=dict)
    abilities: Mapping[str, int] = field(default_factory=dict)
    skills: Mapping[str, int] = field(default_factory=dict)
    resist: Mapping[str, int] = field(default_factory=dict)
    vulnerable: Mapping[str, int] = field(default_factory=dict)
    immune: tuple[str, ...] = ()
    half: tuple[str, ...] = ()
    uses_death_rules: bool = False
    named_villain: bool = False
    uses_escalation: bool = False
    legendary: int = 0
    aura: str = ""
    auras: tuple[Aura, ...] = ()
    reserve_until: str = ""
    traits: tuple[Trait, ...] = ()
    powers: tuple[Power, ...] = ()
    forms: tuple[Form, ...] = ()
    resources: Mapping[str, Resource] = field(default_factory=dict)

    def power_named(self, name: str | None) -> Power | None:
        """The power with this name, if the creature has it."""
        return next((each for each in self.powers if each.name == name), None)

    @property
    def due_round(self) -> int | None:
        """The round in which a creature enters from the reserve; None if `reserve_until` does not name a round."""
        found = re.fullmatch("round ([1-9][0-9]{0,3})", self.reserve_until)
        return int(found[1]) if found else None


Outcome = Literal["slain", "fled", "captured", "spared", "absent"]
"""How the fight ended for a creature."""


class State(Struct, frozen=True, gc=False):
    """The values of a creature that change in a fight.

    `initiative` is the count of its turn, or of its first turn in a round, `further_turns` are the counts of its other
    turns. `actions` are the remaining actions, in the system's order. `used` are the keys of used actions that are
    possible once an encounter, `used_until_next_turn` the keys of those that are possible again when its next turn
    starts. `spent` are the names of powers without a use left. `uses` are the remaining uses of powers that have
    several, if some are spent. `waits` is the number of round starts until a use of a power, or of a resource, returns,
    by name. `hp` is None in a system without hit points. `shown_as` is the name that players see instead of the
    creature's own, `players` are the other settings of the players' view (`player_settings`). `shares_turn` is the
    creature in whose turn it acts, without a place in the order. `engaged` are the creatures that it fights at close
    quarters; the relation is mutual.
    """

    hp: int | None = None
    temp_hp: int = 0
    initiative: int | None = None
    further_turns: tuple[int, ...] = ()
    life: Life = "alive"
    place: Place = "here"
    effects: tuple[Effect, ...] = ()
    actions: tuple[int, ...] = ()
    recoveries: int | None = None
    action_points: int = 0
    death_failures: int = 0
    death_successes: int = 0
    spent: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    used_until_next_turn: tuple[str, ...] = ()
    counters: Mapping[str, int] = field(default_factory=dict)
    hidden: bool = False
    shown_as: str | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    surprised: bool = False
    shares_turn: str | None = None
    track: Track | None = None
    engaged: tuple[str, ...] = ()
    outcome: Outcome | None = None
    form: TakenForm | None = None
    uses: Mapping[str, int] = field(default_factory=dict)
    waits: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_out(self) -> bool:
        """Whether the creature is dead or in a coma, and out of the fight until it is revived."""
        return self.life in OUT


def joined_effects(state: State, effect: Effect) -> list[Effect]:
    """The effects of a creature that share a saving throw with this effect, itself included."""
    if effect.bundle is None:
        return [effect]
    return [each for each in state.effects if each.bundle == effect.bundle]


def hit_points_in(sheet: Sheet, state: State, other: Sheet) -> int | None:
    """The hit points that a creature would have with another sheet after the same damage."""
    if state.hp is None or sheet.max_hp is None or other.max_hp is None:
        return state.hp
    return other.max_hp - (sheet.max_hp - state.hp)


def in_own_form(sheet: Sheet, state: State) -> tuple[Sheet, State]:
    """A creature's own sheet, and its state without a form.

    Damage carries over unless the form has separate hit points.
    """
    taken = state.form
    if taken is None:
        return sheet, state
    own = replace(taken.own, name=sheet.name, side=sheet.side, notes=sheet.notes, forms=sheet.forms)
    hp = hit_points_in(sheet, state, own) if taken.hp is None else taken.hp
    hp = hp - taken.beyond if hp is not None and taken.beyond else hp
    return own, replace(state, form=None, hp=hp)
