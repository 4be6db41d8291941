"""A rules system: a few small structs, one for each subject, data first and functions where data will not do.

Start with `System`. Each subject has a module here, with the defaults of a system that has no such thing.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from orcus_tui.model.fight import Fight, OptionValue
from orcus_tui.rules.resolution import ResolutionUnder
from orcus_tui.rules.system.actions import ActionRules
from orcus_tui.rules.system.after import AfterRules
from orcus_tui.rules.system.attacks import AttackRules
from orcus_tui.rules.system.bonuses import Bonuses
from orcus_tui.rules.system.conditions import Conditions
from orcus_tui.rules.system.counters import Counters
from orcus_tui.rules.system.creatures import Creatures
from orcus_tui.rules.system.damage import DamageRules
from orcus_tui.rules.system.death import DeathRules
from orcus_tui.rules.system.delay import DelayRules, ReadyRules
from orcus_tui.rules.system.health import HealthRules
from orcus_tui.rules.system.hooks import AnswerRule
from orcus_tui.rules.system.initiative import InitiativeRules
from orcus_tui.rules.system.options import Option
from orcus_tui.rules.system.rest import RestRules
from orcus_tui.rules.system.saves import SaveRules
from orcus_tui.rules.system.turn import TurnRules
from orcus_tui.rules.system.verbs import SystemVerb
from orcus_tui.rules.system.words import Words


class System(Struct, frozen=True, kw_only=True):
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

    @property
    def display_name(self) -> str:
        """What messages call the system."""
        return self.short_title or self.title

    def option(self, fight: Fight, key: str) -> OptionValue:
        """The value of an option in this fight.

        Raises KeyError for a key the system does not have: a mistake in the program, not the user's.
        """
        return fight.options.get(key, self.options[key].default)


Resolution = ResolutionUnder[System]
"""A command being carried out under a system: what every rule works through."""
