"""What conditions do, and which a system has."""

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from orcus_tui.model.fight import Fight, OptionValue
from orcus_tui.rules.system.defaults import none


class Condition(Struct, frozen=True, kw_only=True):
    """What a condition does, as numbers. Its bearer is who has it, its source whose doing it is."""

    # Words
    means: str  # the line a card shows
    includes: tuple[str, ...] = ()  # other conditions that come with it
    leaves: tuple[str, ...] = ()  # conditions that stay when this one ends
    linked: tuple[str, ...] = ()
    """What its source must be for it to end: `dead`, `unconscious`, `incapacitated`, or off stage (`away`), its bearer
    too."""
    only_one: bool = False  # another of it takes the place of the first

    # Attacks by its bearer
    attack: int = 0
    attack_with: Mapping[str, int] = field(default_factory=dict)  # by the range of the attack
    attack_without_source: int = 0  # where the source is none of the targets
    damage_with: Mapping[str, int] = field(default_factory=dict)  # by the range of the attack
    deals_half: bool = False
    has_advantage: bool = False
    unseeing: int = 0  # a penalty, for it does not see its targets
    misses_on: int = 0  # the face from which on what it hits has missed after all
    robs: tuple[str, ...] = ()  # parts of defenses its targets lose

    # Attacks against its bearer
    defenses: int = 0
    against: Mapping[str, int] = field(default_factory=dict)  # added to defenses, by the range of the attack
    changes: Mapping[str, int] = field(default_factory=dict)  # to single defenses, or parts of them
    loses: tuple[str, ...] = ()  # parts of defenses it takes away
    keeps_against_source: bool = False  # but not against whom it comes from
    fixed: int | None = None  # the most that is left of every defense that attacks meet
    grants_advantage: tuple[str, ...] = ()  # the ranges whose attackers have combat advantage; `*`: all
    source_attack: int = 0  # what its source adds to attacks
    concealed: int = 0  # a penalty of those who attack, for they do not see it
    missed_on: int = 0  # the face from which on what has hit it has missed after all
    crit_range: int = 0  # by how much it widens the range of critical hits
    takes_half: bool = False
    resist_all: int = 0

    # Other dice
    saves: int = 0
    initiative: int = 0

    # What its bearer may do
    no_actions: bool = False
    leaves_reactions: bool = False  # but it may still react, as to what an action was readied for
    incapacitates: bool = False
    limits: Mapping[str, int] = field(default_factory=dict)  # the most that is left of kinds of action
    either: bool = False  # one of another kind may still be traded for one of these
    bars: tuple[str, ...] = ()
    """What it must leave: kinds of use, ranges, or things by name, as `action point`, `opportunity`, or `provoking`:
    giving others an opportunity."""
    speed_cap: int | None = None


class Conditions(Struct, frozen=True, kw_only=True):
    """The conditions of a system, and what ends or implies them."""

    table: Mapping[str, Condition]
    aliases: Mapping[str, str] = field(default_factory=dict)
    by_option: Mapping[tuple[str, OptionValue], Mapping[str, Condition]] = field(default_factory=dict)
    """Conditions as they are where an option is set so."""
    ended_by_tag: Mapping[str, str] = field(default_factory=dict)  # for the user of a power with this tag
    ended_by_attacking: tuple[str, ...] = ()  # by their bearer's next attack roll
    implied: Callable[[Fight, str], tuple[str, ...]] = none  # by hit points or a damage track
    modifier_type: Callable[[Fight], str] = lambda _: ""  # the type of bonus that conditions are
