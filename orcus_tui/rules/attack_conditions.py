"""Conditions in attacks: targets, modifiers, results without a roll, and conditions that end with the attack."""

from collections.abc import Mapping

from msgspec.structs import replace

from orcus_tui.model.message import Message
from orcus_tui.rules import effects
from orcus_tui.rules.in_force import held_conditions, of_conditions
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import AttackResult, Strike
from orcus_tui.rules.system.conditions import Condition


def require_open_to_coup(resolution: Resolution, target: str) -> None:
    """Refuses a coup de grace on a target that is not helpless (Orcus §Coup de Grace)."""
    held = held_conditions(resolution.view, target)
    if not any(known.open_to_coup for known in held.values()):
        resolution.forbid("not helpless", who=target)


def redirect_attack(strike: Strike) -> Strike:
    """The attack, with each target replaced by its protector; refuses targets that conditions rule out."""
    step = strike.step
    targets = tuple([_protector_or_target(strike.resolution, strike.source, target) for target in step.targets])
    return strike if targets == step.targets else replace(strike, step=replace(step, targets=targets))


def _protector_or_target(resolution: Resolution, source: str, target: str) -> str:
    """The target of an attack, or its protector. Refuses a target that conditions do not allow."""
    view = resolution.view
    of_target, of_source = held_conditions(view, target), held_conditions(view, source)
    if not of_target and not of_source:
        return target
    for condition, known in of_target.items():
        if known.no_target:
            resolution.forbid("no target", who=target, condition=condition)
    for condition, known in of_source.items():
        if known.spares_source and target in _sources(resolution, source, condition):
            resolution.forbid("spares", who=source, condition=condition, other=target)
    for condition, known in of_target.items():
        sources = _sources(resolution, target, condition) if known.source_takes_attacks else []
        for protector in sources:
            if protector in view.fight.states and protector != source:
                resolution.say("shields", protector, target=target)
                return protector
    return target


def _sources(resolution: Resolution, creature: str, condition: str) -> list[str]:
    return [each.source for each in resolution.state(creature).effects if each.name == condition]


def result_without_roll(strike: Strike, target: str) -> AttackResult | None:
    """The result of an attack that a condition of the attacker or target decides without a roll; else None."""
    for known in held_conditions(strike.resolution.view, strike.source).values():
        result = known.before_attack(strike, target) if known.before_attack else None
        if result:
            return result
    for known in held_conditions(strike.resolution.view, target).values():
        result = known.before_attacked(strike, target) if known.before_attacked else None
        if result:
            return result
    return None


def end_after(resolution: Resolution, creature: str, what: str, why: Message) -> None:
    """Ends a creature's conditions that last until its next attack, or until the next attack on it."""
    lasting = of_conditions(resolution.view, _until_an_attack)
    for effect in resolution.state(creature).effects if lasting else ():
        if lasting.get(effect.name) == what:
            effects.end(resolution, creature, effect, why)


def _until_an_attack(table: Mapping[str, Condition]) -> Mapping[str, str]:
    """The conditions that end after an attack, each with what ends it."""
    return {name: known.ends_after for name, known in table.items() if known.ends_after}
