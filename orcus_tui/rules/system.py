"""What a rules system is: data first, functions where data will not do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, field

from orcus_tui.model.creature import Side
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight, OptionValue, Question

if TYPE_CHECKING:
    from orcus_tui.dice import Dice
    from orcus_tui.model.power import Power
    from orcus_tui.model.steps import Attack, Own, Targets
    from orcus_tui.rules.resolution import Resolution

Modifier = tuple[int, str, str]
"""A bonus or penalty, its type (empty: untyped), and what it comes from."""

Matter = Literal[
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
    """What a condition does, as numbers.

    `grants_advantage` lists the ranges whose attackers have combat advantage (`*`: all). `against` are bonuses to
    defenses against attacks of a range. `concealed` is the penalty of those who attack its bearer, `unseeing` its
    bearer's own. `source_attack` is what its source adds to attacks against its bearer, `crit_range` by how much it
    widens the range of critical hits against it. `limits` caps the actions left. `bars` are kinds of use, ranges, or
    other things by name (`action point`, `opportunity`), it must leave. `leaves` are conditions that stay when this
    one ends. `linked`: it ends when its source is dead (`dead`), unconscious or incapacitated. `means` is the line a
    card shows.
    """

    means: str
    includes: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    attack: int = 0
    attack_without_source: int = 0
    source_attack: int = 0
    crit_range: int = 0
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
    """

    target: str
    hits: bool
    crit: bool
    face: int | None
    void: bool = False
    bonus: int = 0
    defense: int = 0


class Edge(Struct, frozen=True):
    """Whether a d20 is thrown twice: with advantage (1) the better counts, with disadvantage (-1) the worse; and why.

    `lost`: there is nothing to throw, it has failed.
    """

    side: int = 0
    why: str = ""
    lost: bool = False


LEVEL = Edge()
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


def second_sight(_resolution: Resolution, _step: Attack, _power: Power, _source: str, strike: Strike) -> Strike:
    """An attack roll stands as it fell."""
    return strike


def as_aimed(_resolution: Resolution, step: Attack, _source: str) -> Attack:
    """An attack meets those it is made on."""
    return step


class System(Struct, frozen=True, kw_only=True):
    """A rules system. Adding one is a module with one of these, a table of conditions, and a line in the registry.

    Tables first:
    `variants` replace conditions where an option has a value. `counters` are the fight's own, with their first values,
    `counter_limits` the least and the most of them. `tag_ends` says by which condition of its user a power with that
    tag ends, `ends_by_attacking` which conditions its bearer's next attack roll ends, `crit_rewards` what a critical
    hit of a power without damage gives: the bonus, and the tags of the powers it is good for. `edges` are the words
    for having the better or the worse of it that `attack` takes, `manners` those for a way of attacking. `verbs` are
    its own. `best_of` are the types of bonus of which only the best counts (None: every type); `same_power_once`: nor
    do two bonuses of one power add up. `crits_share_the_roll`: a critical hit is reckoned from the damage roll of all,
    and `multiplies_crits`: also where that roll is called. `usual_vulnerability` is the number of one that is given
    none (0: there is no such number; None: it needs one). `brings` says what its own rules at the boundaries bring,
    `only_with` which of them need an option set so, `over_with_round_zero` which condition ends when the opening round
    does. What was `used` and begins with one of `used_beyond_a_fight` stays so in the next fight.

    Then what happens at the boundaries, in order: `turn_start` and `turn_end` at a turn's, `delayed_turn_start` when a
    delayed turn is taken up, `round_start` at a round's, `before_first_round` and `after_round_zero` around the
    beginning, `after_finish` for each creature at the end, `after_death` for whoever dies or leaves.

    Then rules that stand where the shared ones ask for the system's own. Most have a default, which is what a system
    without such a rule does; `recover`, `rally` and `action_point` are refused where there is none. Of those only some
    systems know: who rolls no initiative before round 1 (`waits_for_round_one`), what comes of having rolled it, an
    attack that needs no roll (`foregone`) or is looked at again (`reconsider`), what follows a blow, an attack, or a
    recharge that failed, what a power's damage owes to an ability; on whom an attack really falls (`aim`), what gives a
    d20 advantage (`attack_edge`, `save_edge`), the ability a save goes by (`saved_by`), why an action is not there at
    all (`withheld`), what follows from how a creature stands now (`after_change`) or from the end of an effect, who may
    still be spared (`may_be_spared`), and questions of its own (`answered`, by their kind, and `question_edge`).
    """

    id: str
    title: str
    defenses: tuple[str, ...]
    kinds: Mapping[str, Kind]
    actions: tuple[Action, ...]
    conditions: Mapping[str, Condition]
    options: Mapping[str, Option] = field(default_factory=dict)
    maneuvers: Mapping[str, Maneuver] = field(default_factory=dict)
    damage_types: tuple[str, ...]
    save_needs: int
    death_save_needs: int = 0
    variants: Mapping[tuple[str, OptionValue], Mapping[str, Condition]] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    counter_limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    tag_ends: Mapping[str, str] = field(default_factory=dict)
    crit_rewards: Mapping[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    ranges: tuple[str, ...] = ("melee", "ranged", "near", "far")
    ends_by_attacking: tuple[str, ...] = ()
    bonus_stats: tuple[str, ...] = ("attack", "damage", "saves", "defenses", "speed")
    edges: tuple[str, ...] = ()
    manners: tuple[str, ...] = ()
    verbs: tuple[OwnVerb, ...] = ()
    best_of: tuple[str, ...] | None = None
    same_power_once: bool = False
    crits_share_the_roll: bool = False
    multiplies_crits: bool = False
    usual_vulnerability: int | None = None
    has_surprise: bool = True
    one_opportunity_each: bool = True
    delays_last: bool = False
    save_degrees: Mapping[str, int] = field(default_factory=lambda: {"easy": 6, "hard": 16})
    condition_aliases: Mapping[str, str] = field(default_factory=dict)
    defense_aliases: Mapping[str, str] = field(default_factory=dict)
    action_aliases: Mapping[str, str] = field(default_factory=dict)
    damage_aliases: Mapping[str, str] = field(default_factory=dict)
    abilities: tuple[str, ...] = ("str", "con", "dex", "int", "wis", "cha")
    save_abilities: tuple[str, ...] = ()
    damage_abilities: tuple[str, ...] = ()
    numbered_resistances: bool = True
    has_hit_points: bool = True
    persistent_by_name: bool = False
    used_beyond_a_fight: tuple[str, ...] = ()

    brings: Mapping[object, Matter] = field(default_factory=dict)
    only_with: Mapping[object, tuple[str, OptionValue]] = field(default_factory=dict)
    over_with_round_zero: str = ""

    turn_start: tuple[CreatureRule, ...]
    turn_end: tuple[CreatureRule, ...]
    delayed_turn_start: tuple[CreatureRule, ...] = ()
    round_start: tuple[Callable[[Resolution], None], ...] = ()
    before_first_round: Callable[[Resolution], None] = nothing
    after_round_zero: Callable[[Resolution], None] = nothing
    after_finish: tuple[CreatureRule, ...] = ()
    after_death: tuple[CreatureRule, ...] = ()

    derived_conditions: Callable[[Fight, str], tuple[str, ...]] = none
    is_down: Callable[[Fight, str], bool] = at_zero
    default_recoveries: Callable[[str, int], int | None] = nothing
    initiative_rank: Callable[[Fight, str], tuple[int, ...]] = by_total
    rolls_off_ties: Callable[[Fight], bool] = always
    has_round_zero: Callable[[Fight], bool] = never
    acts_this_round: Callable[[Fight, str], bool] = always
    turn_actions: Callable[[Fight, str], tuple[int, ...]]
    situation: Callable[[Resolution, Attack, Power, str, str], Sequence[Modifier]] = none
    check_coup: CreatureRule = nothing
    verdict: Callable[[Resolution, Swing], tuple[bool, bool]]
    critical: Callable[[Resolution, Critical], int]
    deal: Callable[[Resolution, Blow], int]
    faces_death: Callable[[Fight, str], bool] = never
    death_save: Callable[[Resolution, str, int], None] = nothing
    recover: Callable[[Resolution, str, int | None], None] | None = None
    rally: CreatureRule | None = None
    action_point: CreatureRule | None = None
    ready_cost: CreatureRule = nothing
    readied_action: Callable[[Resolution, str, str], None]
    delay_runs_out: CreatureRule = nothing
    short_rest: CreatureRule
    long_rest: CreatureRule

    waits_for_round_one: Callable[[Fight, str], bool] = never
    after_initiative: CreatureRule = nothing
    delay_lapses: CreatureRule = nothing
    condition_type: Callable[[Fight], str] = lambda _: ""
    foregone: Callable[[Resolution, Attack, Power, str, str], Strike | None] = nothing
    reconsider: Callable[[Resolution, Attack, Power, str, Strike], Strike] = second_sight
    after_blow: Callable[[Resolution, Attack, Blow, int], None] = nothing
    after_attack: Callable[[Resolution, Power, str, list[Strike]], None] = nothing
    after_damage_roll: Callable[[Resolution, str, Power, int], None] = nothing
    not_recharged: Callable[[Resolution, str, str], None] = nothing
    ability_damage: Callable[[Fight, str, Power], int] = lambda *_: 0
    aim: Callable[[Resolution, Attack, str], Attack] = as_aimed
    attack_edge: Callable[[Resolution, Attack, Power, str, str], Edge] = lambda *_: LEVEL
    save_edge: Callable[[Resolution, str, str], Edge] = lambda *_: LEVEL
    saved_by: Callable[[Fight, Effect], str] = lambda *_: ""
    withheld: Callable[[Fight, str, str], str] = lambda *_: ""
    after_change: CreatureRule = nothing
    after_effect: Callable[[Resolution, str, Effect], None] = nothing
    may_be_spared: Callable[[Fight, str], bool] = never
    answered: Mapping[str, Answered] = field(default_factory=dict)
    question_edge: Callable[[Resolution, Question], Edge] = lambda *_: LEVEL


def option(system: System, fight: Fight, key: str) -> OptionValue:
    """What an option is set to in this fight.

    Raises KeyError for a key the system does not have: that is a mistake of ours, not of the user's.
    """
    return fight.options.get(key, system.options[key].default)
