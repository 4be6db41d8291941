"""What conditions do, and which a system has."""

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct, field

from orcus_tui.model.fight import Fight, OptionValue
from orcus_tui.model.power import Power
from orcus_tui.rules.resolution import AnyResolution
from orcus_tui.rules.system.attacks import AttackResult
from orcus_tui.rules.system.defaults import none
from orcus_tui.rules.system.hooks import CreatureRule

BeforeAttack = Callable[[AnyResolution, Power, str, str], AttackResult | None]
"""What settles an attack of a source on a target before it is rolled; None: nothing does."""

AfterAction = Callable[[AnyResolution, str, str], None]
"""What follows for a creature that has spent an action of a kind."""


class D20Sway(Struct, frozen=True, kw_only=True):
    """How a condition gives d20s advantage (1) or disadvantage (-1).

    `attack` is for its bearer's attacks, `attacked` for attacks against it by range (`*`: any other); `saves` are by
    ability (`*`: any). `fails` are the saves it loses without a roll. `in_sight`: only while its source is about.
    `seeing`: only against attackers it can see. `crit` are the ranges from which a hit is critical.
    """

    attack: int = 0
    attacked: Mapping[str, int] = field(default_factory=dict)
    checks: int = 0
    saves: Mapping[str, int] = field(default_factory=dict)
    fails: tuple[str, ...] = ()
    in_sight: bool = False
    seeing: bool = False
    crit: tuple[str, ...] = ()


class Condition(Struct, frozen=True, kw_only=True):
    """What a condition does: numbers, and a function where numbers will not do.

    Its bearer is the creature that has it, its source the creature that caused it.
    """

    # Words
    means: str  # the line a card shows
    includes: tuple[str, ...] = ()  # other conditions that come with it
    leaves_behind: tuple[str, ...] = ()  # conditions that stay when this one ends
    only_one: bool = False  # another of it takes the place of the first
    good_for_bearer: bool = False

    # What ends it
    ends_with_source: tuple[str, ...] = ()
    """What its source must be for it to end: `dead`, `unconscious`, `incapacitated`, or off stage (`away`), its bearer
    too."""
    ends_with_fight: bool = False  # however long it would last
    ends_on_roll: bool = False  # with its bearer's next attack roll
    ends_on_check: bool = False  # with its bearer's next ability check, unless it is for attacks on one opponent
    ends_after: Literal["", "attacking", "attacked"] = ""  # with the next attack by its bearer, or on it
    saved_by: str = ""  # the ability a save against it goes by

    # Attacks by its bearer
    attack: int = 0
    attack_with: Mapping[str, int] = field(default_factory=dict)  # by the range of the attack
    attack_without_source: int = 0  # if its source is not among the targets; `rules/attack_conditions` adds it
    damage_with: Mapping[str, int] = field(default_factory=dict)  # by the range of the attack
    deals_half: bool = False
    has_advantage: bool = False
    blind: bool = False  # it sees nobody
    blind_attack: int = 0  # a penalty against targets it cannot see
    misses_from: int = 0  # a die that shows so much or more turns its hits into misses
    denies: tuple[str, ...] = ()  # parts of defenses its targets lose
    spares_source: bool = False  # it cannot attack its source
    before_attack: BeforeAttack | None = None

    # Attacks against its bearer
    defenses: int = 0
    is_cover: bool = False  # what would have hit without it hits the cover
    against: Mapping[str, int] = field(default_factory=dict)  # added to defenses, by the range of the attack
    changes: Mapping[str, int] = field(default_factory=dict)  # to single defenses, or parts of them
    loses: tuple[str, ...] = ()  # parts of defenses it takes away
    keeps_against_source: bool = False  # but not against its source
    defense_cap: int | None = None  # the most that is left of every defense that attacks meet
    grants_advantage: tuple[str, ...] = ()  # the ranges whose attackers have combat advantage; `*`: all
    source_attack: int = 0  # what its source adds to attacks
    unseen: bool = False
    unseen_attack: int = 0  # a penalty of attackers, who cannot see it
    missed_from: int = 0  # a die that shows so much or more turns hits on it into misses
    rerolls_miss: bool = False  # the first attack of a turn that misses it is rolled again
    crit_range: int = 0  # by how much it widens the range of critical hits
    takes_half: bool = False
    resist_all: int = 0
    no_target: bool = False  # it cannot be attacked
    source_takes_attacks: bool = False  # attacks on it are on its source instead
    open_to_coup: bool = False  # a coup de grace can be made on it
    before_attacked: BeforeAttack | None = None
    when_harmed: CreatureRule | None = None

    # Other dice
    sway: D20Sway = D20Sway()
    needs_death_save: bool = False  # while its bearer is alive
    saves: int = 0
    initiative: int = 0

    # What its bearer may do
    no_actions: bool = False
    leaves_reactions: bool = False  # but it may still react, also with a readied action
    incapacitates: bool = False
    limits: Mapping[str, int] = field(default_factory=dict)  # the most that is left of kinds of action
    may_trade: bool = False  # an action of another kind may still be traded for one so limited
    bars: tuple[str, ...] = ()
    """What it must leave: kinds of use, ranges, or things by name, as `action point`, `opportunity`, or `provoking`:
    giving others an opportunity."""
    speed_cap: int | None = None
    after_action: AfterAction | None = None  # after a command in which its bearer, under it already, spent an action


class Conditions(Struct, frozen=True, kw_only=True):
    """The conditions of a system, and what ends or implies them."""

    table: Mapping[str, Condition]
    aliases: Mapping[str, str] = field(default_factory=dict)
    by_option: Mapping[tuple[str, OptionValue], Mapping[str, Condition]] = field(default_factory=dict)
    """Conditions as they are where an option is set so."""
    ended_by_tag: Mapping[str, str] = field(default_factory=dict)  # for the user of a power with this tag
    implied: Callable[[Fight, str], tuple[str, ...]] = none  # by hit points or a damage track
    modifier_type: Callable[[Fight], str] = lambda _: ""  # the type of bonus that conditions are
