"""The kind of condition that the True SRD has: with concealment, checks, and what being struck does to it."""

from collections.abc import Mapping

from msgspec import field

from orcus_tui.rules.stats import held_conditions
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.conditions import Condition, of_kind
from orcus_tui.rules.system.hooks import CreatureRule, Modifier


class TrueSrdCondition(Condition, frozen=True, kw_only=True):
    """A condition of the True SRD: with concealment and cover, checks, and what being struck does to it."""

    missed_from: int = 0  # a die that shows so much or more turns hits on its bearer into misses
    misses_from: int = 0  # a die that shows so much or more turns its bearer's hits into misses
    is_cover: bool = False  # what it adds to Defense stands between its bearer and an attack
    checks: int = 0  # to every check: initiative, dying and recovery checks among them
    abilities: Mapping[str, int] = field(default_factory=dict)  # to effective abilities, and so to checks by them
    when_struck: CreatureRule | None = None  # also where the Toughness save succeeds


def true_srd_conditions(view: FightView, creature: str) -> Mapping[str, TrueSrdCondition]:
    """The conditions a creature is under, by name, to read what this system alone has."""
    return of_kind(TrueSrdCondition, held_conditions(view, creature))


def check_modifiers(view: FightView, creature: str, ability: str) -> list[Modifier]:
    """What is added to a check by an ability: its modifier, and what conditions do to it (§Condition Summary)."""
    found: list[Modifier] = [(view.fight.sheets[creature].abilities.get(ability, 0), "", ability.capitalize())]
    for name, known in true_srd_conditions(view, creature).items():
        change = known.checks + known.abilities.get(ability, 0)
        if change:
            found.append((change, "", name))
    return found
