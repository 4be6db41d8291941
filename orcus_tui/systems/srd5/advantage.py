"""Advantage and disadvantage in SRD 5.1, ability checks and saving throws (§Advantage and Disadvantage)."""

from collections.abc import Mapping

from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, message
from orcus_tui.rules import effects, stats
from orcus_tui.rules.dice_rolls import add_advantage, combine_advantage
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.in_force import conditions_of
from orcus_tui.rules.modifiers import ADVANTAGE_SIDES, EITHER, advantages, bonuses, counting
from orcus_tui.rules.system.attacks import Strike
from orcus_tui.rules.system.checks import ActionRoll, CheckRules
from orcus_tui.rules.system.conditions import of_kind
from orcus_tui.rules.system.hooks import Advantage, Modifier
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.srd5.conditions import EXHAUSTION, Srd5Condition

OFFHAND = "offhand"
SKILLS: Mapping[str, str] = {
    "acrobatics": "dex", "animal handling": "wis", "arcana": "int", "athletics": "str", "deception": "cha",
    "history": "int", "insight": "wis", "intimidation": "cha", "investigation": "int", "medicine": "wis",
    "nature": "int", "perception": "wis", "performance": "cha", "persuasion": "cha", "religion": "int",
    "sleight of hand": "dex", "stealth": "dex", "survival": "wis",
}  # fmt: skip
"""The skills and their abilities (SRD 5.1 §Using Each Ability)."""

# Causes of advantage


def level_of_exhaustion(fight: Fight, creature: str) -> int:
    """A creature's levels of exhaustion."""
    return sum(each.name == EXHAUSTION for each in fight.states[creature].effects)


def attack_advantage(strike: Strike, _target: str) -> Advantage:
    """The advantage or disadvantage of an attack roll that does not come from modifiers (§Attack Rolls)."""
    causes = _typed(strike.step.advantage)
    return combine_advantage([*causes, (-1, "off hand")] if OFFHAND in strike.power.tags else causes)


def save_advantage(resolution: Resolution, creature: str, ability: str) -> Advantage:
    """The advantage of a saving throw by this ability, or why it fails without a roll (§Conditions)."""
    moment, stat = Moment(resolution.view, creature), f"{ability} saves"
    lost = next((held.cause for held in counting(moment, stat) if held.row.advantage == "fails"), None)
    if lost:
        return Advantage(lost=message("fails saves", condition=lost, ability=ability))
    return combine_advantage(advantages(moment, stat))


def full_save_advantage(resolution: Resolution, creature: str, ability: str) -> Advantage:
    """The advantage of a saving throw, including advantage from modifiers to all saves."""
    known = save_advantage(resolution, creature, ability)
    return add_advantage(known, advantages(Moment(resolution.view, creature), "saves", EITHER))


def initiative_advantage(resolution: Resolution, creature: str) -> Advantage:
    """The disadvantage on initiative.

    It is a Dexterity check, which the Help action does not affect (§Initiative, §Help).
    """
    return combine_advantage(each for each in advantages(Moment(resolution.view, creature), "checks") if each[0] < 0)


def _typed(given: str) -> list[tuple[int, str | Message]]:
    return [(ADVANTAGE_SIDES[given], "typed")] if given in ADVANTAGE_SIDES else []


# Checks and saves


def saving_throw_modifiers(
    resolution: Resolution, creature: str, ability: str, moment: Moment | None = None
) -> list[Modifier]:
    """The modifiers of a save against an attack or power: a Dexterity save includes cover (§Cover)."""
    modifiers = stats.save_modifiers(resolution.view, creature, ability, moment)
    by_ability = bonuses(moment or Moment(resolution.view, creature), f"{ability} saves")
    return modifiers + stats.stack_modifiers(resolution.system, by_ability)


def use_up_on_check(resolution: Resolution, creature: str) -> None:
    """Ends conditions that count only for the next check; of several equal conditions, only one."""
    table, used = of_kind(Srd5Condition, conditions_of(resolution.view)), set[str]()
    for effect in resolution.state(creature).effects:
        for_checks = effect.name in table and table[effect.name].ends_on_check and not effect.against
        if for_checks and effect.name not in used:
            used.add(effect.name)
            effects.end(resolution, creature, effect, message("used"))


def attack_bonus(fight: Fight, creature: str) -> int:
    """The bonus of a creature's first melee attack, or its Strength modifier."""
    known = (each.bonus for each in fight.sheets[creature].powers if each.origin == "melee" and each.bonus is not None)
    return next(known, stats.ability_modifier(fight, creature, "str"))


ATTACK = "attack"
_RESISTS = ("athletics", "acrobatics")
_CONTESTED = (ActionRoll(("athletics",), _RESISTS),)
CHECKS = CheckRules(
    skills=SKILLS,
    after_check=use_up_on_check,
    derived={ATTACK: attack_bonus},
    holds=("grappled", "bound"),
    rolls={
        **dict.fromkeys(("grapple", "shove", "shoveaside", "shoveprone", "strangle", "trip"), _CONTESTED),
        **dict.fromkeys(
            ("disarm", "disrupt", "flip", "interrupt", "pinch", "tackle"), (ActionRoll((ATTACK,), ("ac",)),)
        ),
        "bind": (ActionRoll((ATTACK,), _RESISTS),),
        "down": (ActionRoll(_RESISTS, _RESISTS),),
        "escape": (ActionRoll(_RESISTS, ("athletics",)),),
        "firstaid": (ActionRoll(("medicine",), dc=10),),
    },
)
