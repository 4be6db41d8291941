"""What a rules system is: data first, functions where data will not do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, field

from orcus_tui.model.creature import Side
from orcus_tui.model.fight import Fight, OptionValue, Question

if TYPE_CHECKING:
    from orcus_tui.dice import Dice
    from orcus_tui.model.effect import Effect
    from orcus_tui.model.power import Power
    from orcus_tui.model.steps import Attack, Own, SetCounter, Targets
    from orcus_tui.rules.resolution import Resolution

Modifier = tuple[int, str, str]
"""A bonus or penalty, its type (empty: untyped), and what it comes from."""

BoundaryEffect = Literal[
    "damage", "regeneration", "refresh", "death save", "save", "lapse", "said at start", "said at end", "start", "end"
]
"""What a rule at a turn's boundary brings; `start` and `end` are the durations that are over there."""


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


class Maneuver(Struct, frozen=True):
    """An action of the system's table, done with `do`: what it costs, and what it brings.

    `for_itself`: it is about who does it and nobody else.
    """

    action: str
    means: str
    carry_out: Callable[[Resolution, str, Targets], None]
    needs_target: bool = False
    for_itself: bool = False


class Damage(Struct, frozen=True):
    """Damage on its way to one creature.

    `rolled` is the amount before anything changes it. `range` is that of the attack, if it is one. `halves` says how
    often the attack itself is halved. `natural` is the attack die, where a system goes by it; `face` the die that was
    typed with `damage`, whatever the system takes it for.
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
    face: int | None = None


class Swing(Struct, frozen=True):
    """An attack roll as it came out: what it reached, and the defense it had to; no face where the total was called."""

    step: Attack
    power: Power
    source: str
    target: str
    face: int | None
    reached: int
    defense: int


class Strike(Struct, frozen=True):
    """What an attack comes to for one target; `void`: nothing at all, not even what a miss brings.

    `bonus` is what was added to the die, `defense` what had to be reached; both stay for a second roll.
    `confirming` is the die of that roll, where it was typed.
    """

    target: str
    hits: bool
    crit: bool
    face: int | None
    void: bool = False
    bonus: int = 0
    defense: int = 0
    confirming: int | None = None


class Advantage(Struct, frozen=True):
    """Whether a d20 is thrown twice: with advantage (1) the better counts, with disadvantage (-1) the worse; and why.

    `lost`: there is nothing to throw, it has failed.
    """

    side: int = 0
    why: str = ""
    lost: bool = False


LEVEL = Advantage()
"""One die, as it falls."""


class Critical(Struct, frozen=True):
    """The damage of a critical hit to come: its dice, and what was rolled where all hits share the roll."""

    damage: Dice
    source: str
    rolled: int = 0
    power: Power | None = None


Answered = Callable[["Resolution", Question, int], None]
"""What the face that answers a question brings."""
CreatureRule = Callable[["Resolution", str], None]
"""What follows for one creature; the steps of a turn's boundary are such rules."""


class TrackRules(Struct, frozen=True):
    """What verbs about hit points come to where a damage track stands in for them.

    `instead` says what to type for those that come to nothing; `{0}` in it is the creature.
    """

    instead: str
    knock_out: CreatureRule
    revive: CreatureRule
    stabilize: CreatureRule


class OwnVerb(Struct, frozen=True):
    """A verb that exists only in a system's fights; `usage` is read as the grammar of every verb's is.

    `in_powers`: a power's lines may have it, for the creatures hit.
    """

    name: str
    usage: str
    means: str
    carry_out: Callable[[Resolution, Own], None]
    in_powers: bool = False


def nothing(*_: object) -> None:
    """What follows where a system has nothing to add."""


def never(*_: object) -> bool:
    """What holds for no creature."""
    return False


def always(*_: object) -> bool:
    """What holds for every creature, and in every fight."""
    return True


def none(*_: object) -> tuple[()]:
    """What there is none of."""
    return ()


def at_zero(fight: Fight, creature: str) -> bool:
    """Whether a creature is at 0 hit points or fewer."""
    hp = fight.states[creature].hp
    return hp is not None and hp <= 0


def by_total(fight: Fight, creature: str) -> tuple[int, ...]:
    """Where a creature stands in the initiative: by its total, then by its modifier."""
    return (fight.states[creature].initiative or 0, fight.sheets[creature].initiative)


def keep_roll(_resolution: Resolution, _step: Attack, _power: Power, _source: str, strike: Strike) -> Strike:
    """An attack roll stands as it fell."""
    return strike


def same_targets(_resolution: Resolution, step: Attack, _source: str) -> Attack:
    """An attack meets those it is made on."""
    return step


class System(Struct, frozen=True, kw_only=True):
    """A rules system. Adding one is a module with one of these, a table of conditions, and a line in the registry.

    What has a default here need not be said: the default is what a system without such a thing does. Rules are asked
    where they stand; a creature is its id.
    """

    # Words
    id: str
    title: str
    defenses: tuple[str, ...]
    defense_aliases: Mapping[str, str] = field(default_factory=dict)
    attacked: tuple[str, ...] = ()  # the defenses an attack can be against; none listed: all
    defense_parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # defenses that are sums of printed ones
    abilities: tuple[str, ...] = ("str", "con", "dex", "int", "wis", "cha")
    save_abilities: tuple[str, ...] = ()  # those saving throws go by; none: one bonus for all
    damage_abilities: tuple[str, ...] = ()  # those a power may name to add to its damage
    damage_types: tuple[str, ...]
    damage_aliases: Mapping[str, str] = field(default_factory=dict)
    ranges: tuple[str, ...] = ("melee", "ranged", "near", "far")
    bonus_stats: tuple[str, ...] = ("attack", "damage", "saves", "defenses", "speed")
    stat_groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # what a bonus to several goes to
    advantage_words: tuple[str, ...] = ()  # words of `attack` for having the better or the worse of it
    manners: tuple[str, ...] = ()  # words of `attack` for a way of attacking
    save_degrees: Mapping[str, int] = field(default_factory=lambda: {"easy": 6, "hard": 16})

    # Tables
    kinds: Mapping[str, Kind]
    actions: tuple[Action, ...]
    action_aliases: Mapping[str, str] = field(default_factory=dict)
    compound_actions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # those that take several of these
    conditions: Mapping[str, Condition]
    condition_aliases: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[tuple[str, OptionValue], Mapping[str, Condition]] = field(default_factory=dict)  # by option
    options: Mapping[str, Option] = field(default_factory=dict)
    maneuvers: Mapping[str, Maneuver] = field(default_factory=dict)
    verbs: tuple[OwnVerb, ...] = ()
    counters: Mapping[str, int] = field(default_factory=dict)  # the fight's own, with their first values
    counter_limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    tag_ends: Mapping[str, str] = field(default_factory=dict)  # the condition of its user a power so tagged ends by
    ends_by_attacking: tuple[str, ...] = ()  # conditions that their bearer's next attack roll ends
    crit_rewards: Mapping[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    """What a critical hit of a power without damage gives, by its tag: the bonus, and the tags of what it is for."""

    # What holds in all its fights: saving throws
    save_needs: int
    death_save_needs: int = 0

    # … hit points and damage
    deadly_failures: int = 0  # how many failed death saves are death; 0: they are not counted
    has_hit_points: bool = True
    track: TrackRules | None = None  # for a system without hit points
    damage_is_bonus: bool = False  # to a difficulty, and so may be negative
    numbered_resistances: bool = True
    usual_vulnerability: int | None = None  # of one that is given no number (0: there is none; None: it needs one)
    persistent_by_name: bool = False

    # … bonuses and attack rolls
    best_of: tuple[str, ...] | None = None  # types of bonus of which only the best counts; None: every type
    same_power_once: bool = False  # nor do two bonuses of one power add up
    throws_two: bool = False  # by advantage or disadvantage (`attack_edge`), so that both dice may be typed
    crits_share_the_roll: bool = False  # a critical hit is reckoned from the damage roll of all
    multiplies_crits: bool = False  # also where that roll is called

    # … order and turns
    has_surprise: bool = True
    one_opportunity_each: bool = True  # against each creature in its turn
    delays_last: bool = False  # into the next round
    instead_of_delay: str = ""  # what a system has whose rules have no delaying

    # … from fight to fight
    used_beyond_a_fight: tuple[str, ...] = ()  # how what was used begins, where it stays used in the next fight
    counted_from_none: tuple[str, ...] = ()  # creatures' counters of which to have none is to have 0

    # The boundaries, each a list in order
    turn_start: tuple[CreatureRule, ...]
    turn_end: tuple[CreatureRule, ...]
    delayed_turn_start: tuple[CreatureRule, ...] = ()
    round_start: tuple[Callable[[Resolution], None], ...] = ()
    after_finish: tuple[CreatureRule, ...] = ()
    after_death: tuple[CreatureRule, ...] = ()  # for whoever dies or leaves
    brings: Mapping[object, BoundaryEffect] = field(default_factory=dict)  # what rules of its own at a boundary bring
    only_with: Mapping[object, tuple[str, OptionValue]] = field(default_factory=dict)  # which need an option set so
    over_with_round_zero: str = ""  # the condition that ends when the opening round does

    # Order
    initiative_rank: Callable[[Fight, str], tuple[int, ...]] = by_total
    rolls_off_ties: Callable[[Fight], bool] = always
    rolls_with: Callable[[Fight, str], str] = lambda fight, creature: fight.sheets[creature].group or creature
    waits_for_round_one: Callable[[Fight, str], bool] = never  # who rolls no initiative before it
    keeps_order: Callable[[Fight], bool] = never  # no total moves those who have a place by now
    after_initiative: CreatureRule = nothing
    before_first_round: Callable[[Resolution], None] = nothing
    has_round_zero: Callable[[Fight], bool] = never
    acts_this_round: Callable[[Fight, str], bool] = always
    after_round_zero: Callable[[Resolution], None] = nothing
    leaves_place: CreatureRule = nothing  # somebody is about to take another place in the order

    # Actions
    turn_actions: Callable[[Fight, str], tuple[int, ...]]
    withheld: Callable[[Fight, str, str], str] = lambda *_: ""  # why an action is not there at all
    attack_cost: Callable[[Resolution, Attack, Power, str], str] = lambda _, __, power, ___: power.action
    action_point: CreatureRule | None = None  # refused where there is none, as are `rally` and `recover`
    delay_begins: CreatureRule = nothing
    delay_floor: Callable[[Fight, str], int | None] = nothing
    delay_rank: Callable[[Fight, str], tuple[int, ...]] = lambda fight, creature: (fight.sheets[creature].initiative,)
    delay_lapses: CreatureRule = nothing
    delay_runs_out: CreatureRule = nothing
    ready_cost: CreatureRule = nothing
    readied_action: Callable[[Resolution, str, str], None]

    # Attacks, in the order they are asked
    check_coup: CreatureRule = nothing
    aim: Callable[[Resolution, Attack, str], Attack] = same_targets  # on whom it really falls
    resolve_without_roll: Callable[[Resolution, Attack, Power, str, str], Strike | None] = (
        nothing  # an attack without a roll
    )
    meets: Callable[[Power], tuple[str, ...]] = lambda power: (power.defense,)  # of these defenses the best counts
    defense_changes: Callable[[Fight, str, str, str], Sequence[Modifier]] = none
    condition_type: Callable[[Fight], str] = lambda _: ""  # the type of bonus that conditions bring
    situation: Callable[[Resolution, Attack, Power, str, str], Sequence[Modifier]] = none
    attack_edge: Callable[[Resolution, Attack, Power, str, str], Advantage] = lambda *_: LEVEL
    verdict: Callable[[Resolution, Swing], tuple[bool, bool]]  # whether it hits, and is a critical hit
    is_threat: Callable[[Resolution, Power, str, Strike], bool] | None = None
    """Whether a hit is critical if a second die says so, which may be typed; None: no hit needs one."""
    after_roll: Callable[[Resolution, Attack, Power, str, Strike], Strike] = keep_roll
    ability_damage: Callable[[Fight, str, Power], int] = lambda *_: 0
    after_damage_roll: Callable[[Resolution, str, Power, int], None] = nothing
    critical: Callable[[Resolution, Critical], int]
    deal: Callable[[Resolution, Damage], int]  # answers what was taken
    after_damage: Callable[[Resolution, Attack, Damage, int], None] = nothing
    after_attack: Callable[[Resolution, Power, str, list[Strike]], None] = nothing
    not_recharged: Callable[[Resolution, str, str], None] = nothing

    # Saving throws
    saved_by: Callable[[Fight, Effect], str] = lambda *_: ""  # the ability
    save_edge: Callable[[Resolution, str, str], Advantage] = lambda *_: LEVEL
    answered: Mapping[str, Answered] = field(default_factory=dict)  # questions of its own, by kind or all they ask
    question_edge: Callable[[Resolution, Question], Advantage] = lambda *_: LEVEL

    # How a creature stands
    derived_conditions: Callable[[Fight, str], tuple[str, ...]] = none  # what hit points or a track imply
    is_down: Callable[[Fight, str], bool] = at_zero
    faces_death: Callable[[Fight, str], bool] = never
    death_save: Callable[[Resolution, str, int], None] = nothing
    death_save_modifiers: Callable[[Fight, str], list[Modifier]] | None = None  # None: as to any save
    may_be_spared: Callable[[Fight, str], bool] = never
    default_recoveries: Callable[[str, int], int | None] = nothing
    recover: Callable[[Resolution, str, int | None], None] | None = None
    rally: CreatureRule | None = None
    short_rest: CreatureRule
    long_rest: CreatureRule

    # What follows
    after_change: CreatureRule = nothing  # from how a creature stands now
    after_effect: Callable[[Resolution, str, Effect], None] = nothing  # from the end of an effect
    after_correction: CreatureRule = nothing  # from `set`
    after_counter: Callable[[Resolution, SetCounter], None] = nothing
    settle: Callable[[Resolution], None] = nothing  # from a whole command


def option(system: System, fight: Fight, key: str) -> OptionValue:
    """What an option is set to in this fight.

    Raises KeyError for a key the system does not have: that is a mistake of ours, not of the user's.
    """
    return fight.options.get(key, system.options[key].default)
