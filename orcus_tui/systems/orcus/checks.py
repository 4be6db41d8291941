"""The skills of Orcus (§Using Each Ability)."""

from collections.abc import Mapping

from orcus_tui.rules.system.checks import CheckRules

SKILLS: Mapping[str, str] = {
    "acrobatics": "dex", "arcana": "int", "athletics": "str", "bluff": "cha", "diplomacy": "cha",
    "dungeoneering": "wis", "endure": "con", "heal": "wis", "history": "int", "insight": "wis", "intimidate": "cha",
    "perception": "wis", "religion": "int", "sleight of hand": "dex", "stealth": "dex", "streetsmarts": "cha",
}  # fmt: skip
"""The skills and their abilities."""
CHECKS = CheckRules(skills=SKILLS)
