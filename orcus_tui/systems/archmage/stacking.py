"""Stacking in the Archmage Engine: of two equal effects, the worse counts (§Stacking Rules, §Conditions)."""

from msgspec.structs import replace

from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DieRolled
from orcus_tui.model.message import message
from orcus_tui.rules import effects
from orcus_tui.rules.damage import is_immune_to_all, resistance
from orcus_tui.rules.in_force import conditions_of
from orcus_tui.rules.system.resolution import Resolution

UNNAMED = "persistent"
RESISTANCE = "resistance"
"""The roll against a resistance for damage without an attack roll."""


def stack_effect(resolution: Resolution, creature: str, effect: Effect) -> Effect | None:
    """The effect to add, after ending a lesser effect of the same kind; None if an equal or worse one exists."""
    effect = with_resistance_roll(resolution, creature, effect)
    for old in resolution.state(creature).effects:
        if not is_same_effect(resolution, old, effect):
            continue
        if severity(resolution, creature, effect) <= severity(resolution, creature, old):
            resolution.say("as bad already", creature, held=old.name)
            return None
        effects.end(resolution, creature, old, message("superseded"))
    return effect


def with_resistance_roll(resolution: Resolution, creature: str, effect: Effect) -> Effect:
    """Ongoing damage with the resistance roll made for the damage that was dealt with it (§Resistance)."""
    if effect.kind != "persistent" or effect.natural is not None:
        return effect
    for event in reversed(resolution.events):
        if isinstance(event, DieRolled) and (event.kind, event.creature) == (RESISTANCE, creature):
            return replace(effect, natural=event.face)
    return effect


def is_same_effect(resolution: Resolution, old: Effect, new: Effect) -> bool:
    """Whether a new effect replaces an old one instead of adding to it."""
    if old.kind != new.kind or not has_same_ending(old.duration, new.duration):
        return False
    if new.kind == "persistent":
        return is_same_damage(resolution, old, new)
    if (old.name, old.type, old.point) != (new.name, new.type, new.point):
        return False
    if new.kind == "condition":
        known = conditions_of(resolution.view).get(new.name)
        return old.source == new.source or not (known and known.ends_with_source)
    if new.kind in ("bonus", "regeneration"):
        return is_same_bonus(old, new)
    return not old.maintain and not new.maintain


def has_same_ending(old: Duration, new: Duration) -> bool:
    """Whether two effects have the same ending: a save, or the same moment."""
    return old == new or old.ending == new.ending == "save"


def is_same_damage(resolution: Resolution, old: Effect, new: Effect) -> bool:
    """Whether ongoing damage is the same: by name or, depending on the option, by type or never."""
    stack = resolution.option("ongoing_stack")
    if stack == "name":
        return old.name == new.name != UNNAMED
    return stack == "type" and old.type == new.type


def is_same_bonus(old: Effect, new: Effect) -> bool:
    """Whether a bonus, a penalty or regeneration comes from the same power."""
    alike = (old.power, old.against, old.tags, old.once) == (new.power, new.against, new.tags, new.once)
    alike = alike and (old.when, old.limit, old.dice) == (new.when, new.limit, new.dice)
    return bool(new.power) and alike and ((old.amount or 0) > 0) == ((new.amount or 0) > 0)


def severity(resolution: Resolution, creature: str, effect: Effect) -> tuple[int, ...]:
    """The severity of an effect: its amount, then its save, then whether a failed save makes it worse."""
    dealt = ongoing_amount(resolution, creature, effect) if effect.kind == "persistent" else abs(effect.amount or 0)
    needed = effect.duration.number or resolution.system.saves.needs if effect.duration.ending == "save" else 0
    return dealt, needed, len(effect.then)


def ongoing_amount(resolution: Resolution, creature: str, effect: Effect) -> int:
    """The amount of ongoing damage, halved by a resistance that its attack roll does not reach."""
    amount = effect.amount or 0
    dealt = Damage(creature, amount, effect.types, persistent=True, natural=effect.natural)
    if is_immune_to_all(resolution, dealt):
        return 0
    resisted = effect.natural is not None and effect.natural < resistance(resolution, dealt)
    return amount // 2 if resisted else amount
