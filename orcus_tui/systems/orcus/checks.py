"""The skills of Orcus, and the rolls that its actions require (§Using Each Ability, §Actions in Combat)."""

from collections.abc import Mapping

from orcus_tui.model.fight import Fight
from orcus_tui.rules.system.checks import ActionRoll, CheckRules
from orcus_tui.rules.system.hooks import by_score

SKILLS: Mapping[str, str] = {
    "acrobatics": "dex", "arcana": "int", "athletics": "str", "bluff": "cha", "diplomacy": "cha",
    "dungeoneering": "wis", "endure": "con", "heal": "wis", "history": "int", "insight": "wis", "intimidate": "cha",
    "perception": "wis", "religion": "int", "sleight of hand": "dex", "stealth": "dex", "streetsmarts": "cha",
}  # fmt: skip
"""The skills and their abilities."""
STRENGTH_ATTACK = "strength attack"


def strength_attack(fight: Fight, creature: str) -> int:
    """The bonus of a Strength attack: the ability, and half the level (§Attack Bonus)."""
    return by_score(fight, creature, "str") + (fight.sheets[creature].level or 0) // 2


CHECKS = CheckRules(
    skills=SKILLS,
    derived={STRENGTH_ATTACK: strength_attack},
    holds=("grappled",),
    rolls={
        "escape": (ActionRoll(("athletics", "acrobatics"), ("fortitude", "reflex"), paired=True),),
        "grapple": (ActionRoll((STRENGTH_ATTACK,), ("reflex",)),),
        "shove": (ActionRoll((STRENGTH_ATTACK,), ("fortitude",)),),
    },
)
