"""The skills of the fifth edition, with the ability each goes by."""

SKILLS = {
    "acrobatics": ("Acrobatics", "dex"), "animalhandling": ("Animal Handling", "wis"), "arcana": ("Arcana", "int"),
    "athletics": ("Athletics", "str"), "deception": ("Deception", "cha"), "history": ("History", "int"),
    "insight": ("Insight", "wis"), "intimidation": ("Intimidation", "cha"), "investigation": ("Investigation", "int"),
    "medicine": ("Medicine", "wis"), "nature": ("Nature", "int"), "perception": ("Perception", "wis"),
    "performance": ("Performance", "cha"), "persuasion": ("Persuasion", "cha"), "religion": ("Religion", "int"),
    "sleightofhand": ("Sleight of Hand", "dex"), "stealth": ("Stealth", "dex"), "survival": ("Survival", "wis"),
}  # fmt: skip
"""Their names and abilities, by their names without capitals and spaces."""


def skill_ability(name: str) -> str:
    """The ability of a skill, however its name is written; empty for no skill."""
    return SKILLS.get("".join(name.lower().split()), ("", ""))[1]
