"""The conditions of a system, and their effects on their bearer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, TypeVar

from msgspec import Struct, field

from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight, OptionValue
from orcus_tui.model.modifier import Modifier
from orcus_tui.model.power import Power
from orcus_tui.rules.system.attacks import AttackResult, Strike
from orcus_tui.rules.system.hooks import CreatureRule, never, none

if TYPE_CHECKING:
    from orcus_tui.rules.resolution import AnyResolution

BeforeAttack = Callable[[Strike, str], AttackResult | None]
"""The result of an attack on a target that needs no roll; None if the attack is rolled."""

AfterAction = Callable[["AnyResolution", str, str], None]
"""A rule for a creature that has spent an action of a kind."""


GONE = ("dead", "unconscious", "incapacitated")
"""The states in which a creature loses its hold on another."""
OUT_OF_REACH = (*GONE, "away")
"""The states of the holder or of the held creature that end a hold; `away` is in reserve or gone."""


class Condition(Struct, frozen=True, kw_only=True):
    """A condition: rows of modifiers, and functions for everything that rows cannot express.

    Its bearer is the creature that has it, its source the creature that caused it. Fields of only one system are in its
    own class, such as `OrcusCondition`. What happens as a turn starts or ends is a phase in the system's `TurnRules`.
    """

    # Words
    means: str  # the line a card shows
    includes: tuple[str, ...] = ()  # other conditions that come with it
    supersedes: tuple[str, ...] = ()  # conditions that do nothing together with it
    leaves_behind: tuple[str, ...] = ()  # conditions that stay when this one ends
    by_action: bool = False  # only actions apply it, so a typed prefix never means it
    only_one: bool = False  # a second one replaces the first

    rows: tuple[Modifier, ...] = ()
    """The modifiers of its bearer. In their facts, `source` is the creature that caused it."""
    begins: CreatureRule | None = None  # runs when it is added

    # End
    ends_with_source: tuple[str, ...] = ()
    """The states of its source that end it: `dead`, `unconscious`, `incapacitated`, or `away` (in reserve or gone).

    `away` also ends it if it is the bearer's state.
    """
    ends_on_roll: bool = False  # with its bearer's next attack roll
    ends_after: Literal["", "attacking", "attacked"] = ""  # with the next attack by its bearer, or on it

    # Attacks by its bearer
    denies: tuple[str, ...] = ()  # parts of defenses its targets lose
    spares_source: bool = False  # it cannot attack its source
    before_attack: BeforeAttack | None = None

    # Attacks against its bearer
    loses: tuple[str, ...] = ()  # parts of defenses it takes away
    keeps_against_source: bool = False  # but not against its source
    defense_cap: int | None = None  # the cap on every defense that attacks target
    no_target: bool = False  # it cannot be attacked
    source_takes_attacks: bool = False  # attacks on it hit its source instead
    open_to_coup: bool = False  # a coup de grace can be made on it
    before_attacked: BeforeAttack | None = None
    rolls_before_attack: bool = False  # `before_attacked` rolls a die before the attack roll

    # Other dice
    save_types: tuple[str, ...] = ()  # the types that saves against it are against: `poison`
    needs_death_save: bool = False  # while its bearer is alive
    blind: bool = False  # its bearer cannot see
    unseen: bool = False  # nobody sees its bearer
    lying: bool = False  # its bearer lies on the ground after a fall, and stands up after the fight

    # Actions of its bearer
    no_actions: bool = False
    leaves_reactions: bool = False  # it may still react, even with a readied action
    incapacitates: bool = False
    limits: Mapping[str, int] = field(default_factory=dict)  # the most actions left of these kinds
    may_trade: bool = False  # an action of another kind may still be traded for a limited one
    bars: tuple[str, ...] = ()
    """The powers and actions that its bearer cannot use: kinds of use, ranges, or names such as `action point`,
    `opportunity`, or `provoking`, which gives others an opportunity."""
    avoids_opportunity: bool = False  # it avoids one opportunity attack, and the condition ends
    leaves_tags: tuple[str, ...] = ()  # it can only use powers with one of these; empty: any power
    after_action: AfterAction | None = None  # after a command in which its bearer, who already had it, spent an action

    def amount(self, stat: str) -> int:
        """The sum of its rows for a statistic, regardless of when they count."""
        return sum(each.amount for each in self.rows if each.stat == stat)


Kind = TypeVar("Kind", bound=Condition)


def of_kind(kind: type[Kind], conditions: Mapping[str, Condition]) -> dict[str, Kind]:
    """The conditions that are of a system's own class, by name."""
    return {name: known for name, known in conditions.items() if isinstance(known, kind)}


class Conditions(Struct, frozen=True, kw_only=True):
    """The conditions of a system, and the rules that end or imply them."""

    table: Mapping[str, Condition]
    aliases: Mapping[str, str] = field(default_factory=dict)
    by_option: Mapping[tuple[str, OptionValue], Mapping[str, Condition]] = field(default_factory=dict)
    """The conditions that replace others when an option has this value."""
    ended_by_tag: Mapping[str, str] = field(default_factory=dict)  # for the user of a power with this tag
    outlasts: Callable[[Power, str, Effect], bool] = never  # whether an effect on this creature outlasts its power
    spares: Callable[[Fight, str, str], bool] = never  # whether a condition, or `persistent`, cannot affect a creature
    once_for_good: bool = False  # a condition that lasts until removed is not added again
    speed_after_caps: Callable[[Fight, str], int] = lambda *_: 0  # the bonus to a speed that conditions limit
    implied: Callable[[Fight, str], tuple[str, ...]] = none
    """The conditions that follow from hit points or a damage track.

    The function may only use the creature's state and sheet, and the phase and round of the fight, since it is called
    again only when one of these changes.
    """
    modifier_type: Callable[[Fight], str] = lambda _: ""  # the bonus type of conditions

    @property
    def lying(self) -> str:
        """The condition of a creature that lies on the ground; empty in a system without one."""
        return next((name for name, known in self.table.items() if known.lying), "")
