"""Bonuses to an ability, as modifiers of everything that depends on it."""

from collections.abc import Iterator

from orcus_tui.model.effect import Effect
from orcus_tui.model.modifier import Modifier, read_rows
from orcus_tui.rules.system import FightView, System

UNKNOWN = 10
"""The score of an ability that a stat block leaves out."""


def rows_of_ability(view: FightView, creature: str, effect: Effect) -> Iterator[Modifier]:
    """The rows of a bonus to an ability: to its checks, and to what depends on it in this system."""
    amount = _change(view, creature, effect)
    if amount:
        for words in (effect.name, *view.system.bonuses.depend_on_ability.get(effect.name, ())):
            yield from read_rows(f"{amount:+d} {words}")


def _change(view: FightView, creature: str, effect: Effect) -> int:
    """The change of an ability's modifier by a bonus, given the earlier bonuses to that ability."""
    held = view.fight.states[creature].effects
    earlier = [each for each in held if each.kind == "bonus" and each.name == effect.name and each.id < effect.id]
    before = sum(each.amount or 0 for each in earlier)
    after = before + (effect.amount or 0)
    if not view.system.checks.by_score:
        return after - before
    score = view.fight.sheets[creature].abilities.get(effect.name, UNKNOWN)
    return (score + after) // 2 - (score + before) // 2


def is_to_ability(system: System, effect: Effect) -> bool:
    """Whether an effect is a bonus or penalty to an ability."""
    return effect.kind == "bonus" and effect.name in system.words.abilities
