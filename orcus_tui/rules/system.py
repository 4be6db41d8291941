"""What a rules system is: data first, functions where data will not do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from orcus_tui.model.creature import Side
from orcus_tui.model.fight import Fight, OptionValue

if TYPE_CHECKING:
    from orcus_tui.dice import Dice
    from orcus_tui.model.power import Power
    from orcus_tui.model.steps import Attack, Targets
    from orcus_tui.rules.resolution import Resolution

Modifier = tuple[int, str, str]
"""A bonus or penalty, its type (empty: untyped), and what it comes from."""


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of creature, and what it brings where its stat block does not say.

    `dies_at_zero`: it is dead at 0 hit points; the others fall, and save against death.
    """

    side: Side = "foes"
    saves: int = 0
    action_points: int = 0
    max_hp: int | None = None
    dies_at_zero: bool = True
    unhurt_by_misses: bool = False


class Option(Struct, frozen=True):
    """A point the rules leave open: the default, the values it takes (none listed: a whole number), what it settles."""

    default: OptionValue
    values: tuple[OptionValue, ...]
    about: str


class Action(Struct, frozen=True):
    """A kind of action counted: how many a turn brings, and what larger action may be traded for one."""

    name: str
    each_turn: int
    traded_from: tuple[str, ...] = ()
    off_turn: bool = False


class Condition(Struct, frozen=True, kw_only=True):
    """What a condition does, as numbers.

    `grants_advantage` lists the ranges whose attackers have combat advantage (`*`: all). `against` are bonuses to
    defenses against attacks of a range. `concealed` is the penalty of those who attack its bearer, `unseeing` its
    bearer's own. `limits` caps the actions left. `bars` are kinds of use, or `action point`, it must leave. `leaves`
    are conditions that stay when this one ends. `linked`: it ends when its source is dead (`dead`), unconscious or
    incapacitated. `means` is the line a card shows.
    """

    means: str
    includes: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    attack: int = 0
    attack_without_source: int = 0
    defenses: int = 0
    against: Mapping[str, int] = field(default_factory=dict)
    grants_advantage: tuple[str, ...] = ()
    has_advantage: bool = False
    concealed: int = 0
    unseeing: int = 0
    limits: Mapping[str, int] = field(default_factory=dict)
    no_actions: bool = False
    bars: tuple[str, ...] = ()
    deals_half: bool = False
    takes_half: bool = False
    resist_all: int = 0
    speed_cap: int | None = None
    incapacitates: bool = False
    linked: tuple[str, ...] = ()
    only_one: bool = False


class Maneuver(Struct, frozen=True):
    """An action of the system's table, done with `do`: what it costs, and what it brings."""

    action: str
    means: str
    carry_out: Callable[[Resolution, str, Targets], None]
    needs_target: bool = False


class Blow(Struct, frozen=True):
    """Damage on its way to one creature.

    `rolled` is the amount before anything changes it. `range` is that of the attack, if it is one. `halves` says how
    often the attack itself is halved. `natural` is the attack die, where a system goes by it.
    """

    target: str
    rolled: int
    types: tuple[str, ...] = ()
    range: str = ""
    source: str = ""
    halves: int = 0
    missed: bool = False
    crit: bool = False
    persistent: bool = False
    natural: int | None = None
    cause: str = ""


CreatureRule = Callable[["Resolution", str], None]
"""What follows for one creature; the steps of a turn's boundary are such rules."""


class System(Struct, frozen=True, kw_only=True):
    """A rules system. Adding one is a module with one of these, a table of conditions, and a line in the registry.

    Tables first:
    `variants` replace conditions where an option has a value. `counters` are the fight's own, with their first
    values. `tag_ends` says by which condition of its user a power with that tag ends, `crit_rewards` what a critical
    hit of a power without damage gives: the bonus, and the tags of the powers it is good for. `edges` are the words
    for having the better or the worse of it that `attack` takes.

    Then what happens at the boundaries, in order: `turn_start` and `turn_end` at a turn's, `delayed_turn_start` when a
    delayed turn is taken up, `round_start` at a round's, `before_first_round` and `after_round_zero` around the
    beginning, `after_finish` for each creature at the end, `after_death` for whoever dies or leaves.

    Then rules that stand where the shared ones ask for the system's own.
    """

    id: str
    title: str
    defenses: tuple[str, ...]
    kinds: Mapping[str, Kind]
    actions: tuple[Action, ...]
    conditions: Mapping[str, Condition]
    options: Mapping[str, Option]
    maneuvers: Mapping[str, Maneuver]
    damage_types: tuple[str, ...]
    save_needs: int
    variants: Mapping[tuple[str, OptionValue], Mapping[str, Condition]] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    tag_ends: Mapping[str, str] = field(default_factory=dict)
    crit_rewards: Mapping[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    ranges: tuple[str, ...] = ("melee", "ranged", "near", "far")
    bonus_stats: tuple[str, ...] = ("attack", "damage", "saves", "defenses", "speed")
    edges: tuple[str, ...] = ("ca",)
    save_degrees: Mapping[str, int] = field(default_factory=lambda: {"easy": 6, "hard": 16})
    condition_aliases: Mapping[str, str] = field(default_factory=dict)
    defense_aliases: Mapping[str, str] = field(default_factory=dict)
    action_aliases: Mapping[str, str] = field(default_factory=dict)
    abilities: tuple[str, ...] = ("str", "con", "dex", "int", "wis", "cha")
    save_abilities: tuple[str, ...] = ()
    numbered_resistances: bool = True
    has_hit_points: bool = True
    persistent_by_name: bool = False

    turn_start: tuple[CreatureRule, ...]
    turn_end: tuple[CreatureRule, ...]
    delayed_turn_start: tuple[CreatureRule, ...] = ()
    round_start: tuple[Callable[[Resolution], None], ...] = ()
    before_first_round: Callable[[Resolution], None]
    after_round_zero: Callable[[Resolution], None]
    after_finish: tuple[CreatureRule, ...] = ()
    after_death: tuple[CreatureRule, ...] = ()

    derived_conditions: Callable[[Fight, str], tuple[str, ...]]
    is_down: Callable[[Fight, str], bool]
    default_recoveries: Callable[[str, int], int | None]
    initiative_rank: Callable[[Fight, str], tuple[int, ...]]
    rolls_off_ties: Callable[[Fight], bool]
    has_round_zero: Callable[[Fight], bool]
    acts_this_round: Callable[[Fight, str], bool]
    turn_actions: Callable[[Fight, str], tuple[int, ...]]
    situation: Callable[[Resolution, Attack, Power, str, str], list[Modifier]]
    check_coup: CreatureRule
    critical: Callable[[Resolution, Dice, str], int]
    deal: Callable[[Resolution, Blow], int]
    death_save: Callable[[Resolution, str, int], None]
    recover: Callable[[Resolution, str, int | None], None]
    rally: CreatureRule
    action_point: CreatureRule
    ready_cost: CreatureRule
    readied_action: Callable[[Resolution, str, str], None]
    delay_runs_out: CreatureRule
    short_rest: CreatureRule
    long_rest: CreatureRule


def option(system: System, fight: Fight, key: str) -> OptionValue:
    """What an option is set to in this fight.

    Raises KeyError for a key the system does not have: that is a mistake of ours, not of the user's.
    """
    return fight.options.get(key, system.options[key].default)
