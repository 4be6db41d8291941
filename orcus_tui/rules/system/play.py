"""The rules that change a fight, a struct for each subject; a system imports them when they are first needed."""

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from orcus_tui.model.effect import Effect
from orcus_tui.model.steps import Targets
from orcus_tui.model.typed_steps import SetCounter, SystemStep
from orcus_tui.rules.resolution import AnyResolution
from orcus_tui.rules.system.actions import Action, ActionCosts
from orcus_tui.rules.system.attacks import AttackRules
from orcus_tui.rules.system.checks import CheckRules
from orcus_tui.rules.system.damage import DamageRules
from orcus_tui.rules.system.habits import Habits
from orcus_tui.rules.system.health import DeathRules, HealthChanges, RestRules
from orcus_tui.rules.system.hooks import AnswerRule, CreatureRule, nothing
from orcus_tui.rules.system.saves import SaveRolls
from orcus_tui.rules.system.turn import DelayRules, InitiativeRules, ReadyRules, TurnRules

VerbRule = Callable[[AnyResolution, SystemStep], None]
"""The rule of a verb that only one system has."""
StackRule = Callable[[AnyResolution, str, Effect], Effect | None]
"""The effect to add to those on a creature; None if an equal one exists."""


class AfterRules(Struct, frozen=True, kw_only=True):
    """The rules that run after a change, whatever caused it."""

    change: CreatureRule = nothing  # after a change of a creature's hit points, track or conditions
    effect_end: Callable[[AnyResolution, str, Effect], None] = nothing
    arrival: Callable[[AnyResolution, Targets], None] = nothing  # of creatures in a running fight
    correction: CreatureRule = nothing  # with `set`
    counter: Callable[[AnyResolution, SetCounter], None] = nothing  # with `counter`
    free_action: CreatureRule = nothing  # for the taker, during turns
    failed_recharge: Callable[[AnyResolution, str, str], None] = nothing


class Play(Struct, frozen=True, kw_only=True):
    """The rules of a system that change a fight; `System` has the same subjects as attributes."""

    # Order and turns
    initiative: InitiativeRules = InitiativeRules()
    turn: TurnRules
    delay: DelayRules = DelayRules()
    ready: ReadyRules
    verbs: Mapping[str, VerbRule] = field(default_factory=dict)  # the rules of the system's own verbs, by name
    do_actions: Mapping[str, Action] = field(default_factory=dict)  # the actions of `do`, by name
    costs: ActionCosts = ActionCosts()
    action_point: CreatureRule | None = None  # spends one; None: the system has none

    # Attacks, damage and recovery
    attacks: AttackRules
    damage: DamageRules
    stack_effect: StackRule = lambda _resolution, _creature, effect: effect
    checks: CheckRules = CheckRules()
    save_rolls: SaveRolls = SaveRolls()
    answers: Mapping[str, AnswerRule] = field(default_factory=dict)  # for own questions, by `kind` or `rule`
    health_changes: HealthChanges
    death: DeathRules = DeathRules()
    rest: RestRules
    after: AfterRules = AfterRules()
    habits: Habits = Habits()
