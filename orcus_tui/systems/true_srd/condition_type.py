"""The type of the True SRD's conditions, names that rules use, and the modifiers of ability checks."""

from collections.abc import Mapping

from orcus_tui.rules.facts import Moment
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.modifiers import bonuses
from orcus_tui.rules.stats import stack_modifiers
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.conditions import Condition, of_kind
from orcus_tui.rules.system.hooks import CreatureRule, Modifier

BURNING, HOLDING_BREATH, SUFFOCATING = "burning", "holding breath", "suffocating"
DISARMED, FEINTING = "disarmed", "feinting"
MOUNTED, DOUBLE_MOVE = "mounted", "double move"
BEGUN = "full action begun"


class TrueSrdCondition(Condition, frozen=True, kw_only=True):
    """A condition of the True SRD, with rules for concealment, cover, checks, and hits on its bearer."""

    missed_from: int = 0  # the lowest die that turns hits on its bearer into misses
    misses_from: int = 0  # the lowest die that turns its bearer's hits into misses
    is_cover: bool = False  # its bonus to Defense comes from an object that attacks may hit instead
    when_struck: CreatureRule | None = None  # even if the Toughness save succeeds


def true_srd_conditions(view: FightView, creature: str) -> Mapping[str, TrueSrdCondition]:
    """The conditions a creature is under, by name, as this system's type."""
    return of_kind(TrueSrdCondition, held_conditions(view, creature))


def check_modifiers(view: FightView, creature: str, ability: str) -> list[Modifier]:
    """The modifiers of an ability check: the ability's own, and those of the creature (§Condition Summary)."""
    own: Modifier = (view.fight.sheets[creature].abilities.get(ability, 0), "", ability.capitalize())
    return [own, *stack_modifiers(view.system, bonuses(Moment(view, creature), "checks", ability))]
