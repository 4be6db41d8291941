"""A rules system: a few small structs, one for each subject, data first and functions where data will not do.

Start with `System`. Subjects of a few fields come before it, each other one has its own module, with the
defaults of a system that has no such thing.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight, OptionValue
from orcus_tui.model.steps import SetCounter, SystemStep, Targets
from orcus_tui.rules.fight_view import FightViewUnder
from orcus_tui.rules.resolution import AnyResolution, ResolutionUnder
from orcus_tui.rules.system.actions import ActionRules
from orcus_tui.rules.system.attacks import AttackRules
from orcus_tui.rules.system.conditions import Conditions
from orcus_tui.rules.system.creatures import Creatures
from orcus_tui.rules.system.damage import DamageRules
from orcus_tui.rules.system.habits import Habits
from orcus_tui.rules.system.health import DeathRules, HealthRules, RestRules
from orcus_tui.rules.system.hooks import AnswerRule, CreatureRule, nothing
from orcus_tui.rules.system.saves import SaveRules
from orcus_tui.rules.system.turn import DelayRules, InitiativeRules, ReadyRules, TurnRules
from orcus_tui.rules.system.words import Words


class Option(Struct, frozen=True):
    """A point the rules leave open: its default, its values (none listed: any whole number), what it settles."""

    default: OptionValue
    values: tuple[OptionValue, ...]
    about: str


class Bonuses(Struct, frozen=True, kw_only=True):
    """Which bonuses there are, and which of them add up."""

    types: tuple[str, ...] = ("power", "feat", "item")  # what `bonus` takes as a type
    best_of: tuple[str, ...] | None = None  # the types of which only the best counts; None: every type
    once_per_power: bool = False  # two bonuses of one power do not add up


class Counters(Struct, frozen=True, kw_only=True):
    """The counters that the rules themselves know."""

    initial: Mapping[str, int] = field(default_factory=dict)  # of the fight, with their first values
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # of the fight, lowest and highest
    implicit: tuple[str, ...] = ()  # of creatures: every creature has them, at 0 at first
    after_set: Callable[[AnyResolution, SetCounter], None] = nothing


class AfterRules(Struct, frozen=True, kw_only=True):
    """What follows from a change, whatever caused it."""

    change: CreatureRule = nothing  # of a creature's hit points, track or conditions
    effect_end: Callable[[AnyResolution, str, Effect], None] = nothing
    arrival: Callable[[AnyResolution, Targets], None] = nothing  # of creatures in a running fight
    correction: CreatureRule = nothing  # with `set`
    failed_recharge: Callable[[AnyResolution, str, str], None] = nothing


class SystemVerb(Struct, frozen=True):
    """A verb of one system; its `usage` is its grammar, as for the shared verbs.

    `in_powers`: the lines of a power may use it, for the creatures hit. Typed with the word `before_last_roll`, it is
    carried out before the last attack roll or save of its target, and then that and all later commands again.
    `for_numbers` is the line to type instead of a number here. `yields`: a beginning of the name that other verbs have
    too means those.
    """

    name: str
    usage: str
    means: str
    rule: Callable[[AnyResolution, SystemStep], None]
    in_powers: bool = False
    before_last_roll: str = ""
    yields: bool = False
    for_numbers: str = ""


class System(Struct, frozen=True, kw_only=True, eq=False):
    """A rules system. Adding one takes a module with one of these, a table of conditions, and a line in the registry.

    A subject with a default here need not be given, nor need any field with one in its struct. A creature is its id.
    """

    id: str
    title: str
    short_title: str = ""  # in sentences, where the title is long
    words: Words
    options: Mapping[str, Option] = field(default_factory=dict)

    # What there is
    creatures: Creatures
    health: HealthRules
    conditions: Conditions
    bonuses: Bonuses = Bonuses()
    counters: Counters = Counters()

    # Order and turns
    initiative: InitiativeRules = InitiativeRules()
    turn: TurnRules
    actions: ActionRules
    delay: DelayRules = DelayRules()
    ready: ReadyRules
    verbs: tuple[SystemVerb, ...] = ()

    # What happens
    attacks: AttackRules
    damage: DamageRules
    saves: SaveRules
    answers: Mapping[str, AnswerRule] = field(default_factory=dict)  # to questions of its own, by kind or by `what`
    death: DeathRules = DeathRules()
    rest: RestRules
    after: AfterRules = AfterRules()
    habits: Habits = Habits()

    @property
    def display_name(self) -> str:
        """What messages call the system."""
        return self.short_title or self.title

    def option(self, fight: Fight, key: str) -> OptionValue:
        """The value of an option in this fight.

        Raises KeyError for a key the system does not have: a mistake in the program, not the user's.
        """
        return fight.options.get(key, self.options[key].default)


FightView = FightViewUnder[System]
"""A fight under its rules system: what every rule that only reads takes."""

Resolution = ResolutionUnder[System]
"""A command being carried out under a system: what every rule works through."""
