"""The statistics of the fifth edition: how they become fields of a creature, and numbers that follow from others."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from orcus_tui.dice import DiceError, average, parse
from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.srd5.clauses import ABILITIES, CONDITIONS, TYPES
from orcus_tui.systems.srd5.encounters import XP

_REGENERATION = r"regains (?P<amount>[0-9]+) hit points at the start of its turn"
_LIMITED = {"resist": "Damage Resistances", "immune": "Damage Immunities", "vulnerable": "Damage Vulnerabilities"}
"""The name of the trait for values that a field cannot express, such as a resistance to only nonmagical weapons."""
_FRACTIONS = {".125": "1/8", ".25": "1/4", ".5": "1/2", "⅛": "1/8", "¼": "1/4", "½": "1/2"}
ABILITY_TITLES = {short: name.capitalize() for name, short in ABILITIES.items()}
SIZES = {"T": "Tiny", "S": "Small", "M": "Medium", "L": "Large", "H": "Huge", "G": "Gargantuan"}
"""The sizes by the letters that programs have for them."""
HIT_DICE = {"tiny": 4, "small": 6, "medium": 8, "large": 10, "huge": 12, "gargantuan": 20}
"""The hit die by size."""
ARMORS = {
    "padded": (11, 9), "padded armor": (11, 9), "leather": (11, 9), "leather armor": (11, 9), "studded": (12, 9),
    "studded leather": (12, 9), "hide": (12, 2), "hide armor": (12, 2), "chain shirt": (13, 2), "scale mail": (14, 2),
    "breastplate": (14, 2), "half plate": (15, 2), "ring mail": (14, 0), "chain mail": (16, 0), "splint": (17, 0),
    "plate": (18, 0), "mage armor": (13, 9), "none": (10, 9), "": (10, 9),
}  # fmt: skip
"""The armor class of each armor, and the most that Dexterity adds."""
SKILLS = {
    "acrobatics": ("Acrobatics", "dex"), "animalhandling": ("Animal Handling", "wis"), "arcana": ("Arcana", "int"),
    "athletics": ("Athletics", "str"), "deception": ("Deception", "cha"), "history": ("History", "int"),
    "insight": ("Insight", "wis"), "intimidation": ("Intimidation", "cha"), "investigation": ("Investigation", "int"),
    "medicine": ("Medicine", "wis"), "nature": ("Nature", "int"), "perception": ("Perception", "wis"),
    "performance": ("Performance", "cha"), "persuasion": ("Persuasion", "cha"), "religion": ("Religion", "int"),
    "sleightofhand": ("Sleight of Hand", "dex"), "stealth": ("Stealth", "dex"), "survival": ("Survival", "wis"),
}  # fmt: skip
"""The names and abilities of skills, by their names without capitals and spaces."""
_DICE = r"([0-9]{1,3})d([0-9]{1,4})"


def modifier(score: int | None) -> int:
    """The modifier of an ability score."""
    return 0 if score is None else (score - 10) // 2


def proficiency_bonus(rating: str) -> int:
    """The proficiency bonus at a challenge rating, which may be a fraction."""
    number = re.match(r"[0-9]{1,2}(?![0-9]*/)", rating)
    return 2 + max(0, int(number[0]) - 1) // 4 if number else 2


def armor_class(armor: str, dexterity: int, shield: int) -> int | None:
    """The armor class in an armor, with a shield's bonus; None for an armor that is not known."""
    known = ARMORS.get(armor.strip().lower())
    return None if known is None else known[0] + min(modifier(dexterity), known[1]) + shield


def dice_words(dice: str, bonus: int = 0) -> str:
    """Dice and a bonus with their average: `10 (2d6 + 3)`; other text unchanged."""
    found = re.fullmatch(_DICE, dice.strip().lower())
    if found is None:
        return dice
    usual = max(int(found[1]) * (int(found[2]) + 1) // 2 + bonus, 1)
    return f"{usual} ({found[0]}{f' {bonus:+d}'.replace('+', '+ ').replace('-', '- ') if bonus else ''})"


def hit_points(number: int, die: int, constitution: int) -> tuple[int, str]:
    """Hit points, and their dice: 45 and `6d10+12`."""
    bonus = number * modifier(constitution)
    return max(number * (die + 1) // 2 + bonus, 1), f"{number}d{die}{f'{bonus:+d}' if bonus else ''}"


def average_of(dice: str) -> int | None:
    """The average of dice as hit points; None for anything else."""
    try:
        known = parse(dice)
    except DiceError:
        return None
    return None if known.is_constant else max(average(known), 1)


def better_saves(saves: Mapping[str, int], abilities: Mapping[str, int]) -> dict[str, int]:
    """The saving throws that are more or less than the ability alone."""
    return {name: bonus for name, bonus in saves.items() if bonus != modifier(abilities.get(name, 10))}


def skill_ability(name: str) -> str:
    """The ability of a skill, by its name in any spelling; empty for another word."""
    return SKILLS.get("".join(name.lower().split()), ("", ""))[1]


# Statistics that become fields


def read_hit_dice(draft: CreatureDraft, text: str) -> None:
    """Reads the dice of a creature's hit points; anything else stays text."""
    try:
        draft.put("hit_dice", parse(text.replace(" ", "")).text if text else "")
    except DiceError:
        draft.add_text(f"Hit dice {text}")


def read_trait(draft: CreatureDraft, name: str, text: str, line: int) -> None:
    """Reads a trait, which is applied at the table; regeneration is also a field."""
    found = re.search(_REGENERATION, plain(text), re.IGNORECASE)
    draft.put("regeneration", int(found["amount"]) if found else None)
    draft.add_unclear_trait(name, text, line)


def add_types(draft: CreatureDraft, key: str, words: list[str], line: int, only: Sequence[str] = ()) -> None:
    """Adds resistances, vulnerabilities or immunities; all but plain damage types become a trait.

    `only` are those known to be limited.
    """
    known: list[str] = []
    limited = [*map(plain, only)]
    for passage in words:
        for each in _type_lists(passage):
            if each in TYPES:
                known.append(each)
            else:
                limited.append(each)
    draft.add_unclear_trait(_LIMITED[key] if limited else "", "; ".join(limited), line)
    draft.extend(key, dict.fromkeys(known))


def _type_lists(passage: str) -> list[str]:
    """The types of a list; a part with other words stays whole."""
    parts: list[str] = []
    for each in plain(passage).lower().split(";"):
        simple = re.fullmatch(rf"\s*(?:{'|'.join(TYPES)})(?:(?:, and |, | and )(?:{'|'.join(TYPES)}))*\s*", each)
        parts += re.split(r", and |, | and ", each.strip()) if simple else [each.strip()]
    return [each for each in parts if each]


def add_conditions(draft: CreatureDraft, words: list[str], line: int) -> None:
    """Adds immunities to conditions, each once; other words are not understood."""
    known = [each for each in words if each in (*CONDITIONS, "exhaustion")]
    draft.put("immune", list(dict.fromkeys((*draft.entries("immune"), *known))))
    for each in words:
        if each not in known:
            draft.add_unclear(f"immune: {each}", line)


def refresh_from(face: int) -> str:
    """The use of a power that comes back on this face of a d6, or a higher one."""
    return f"refresh {','.join(map(str, range(face, 7)))}"


def read_challenge(draft: CreatureDraft, rating: str, *known: int | None) -> None:
    """Reads a challenge rating, and the experience points: the first known ones, else those of the rating."""
    written = _FRACTIONS.get(rating.lstrip("0") if "." in rating else rating, rating)
    draft.add_fact(f"Challenge {written}" if written else "")
    usual = XP.get(float(Fraction(written))) if re.fullmatch(r"[0-9]{1,2}(?:/[1-9])?", written) else None
    draft.put("xp", next((each for each in (*known, usual) if each is not None), None))


# The number of a creature in an encounter

MOST = 999


class HeadCount(Struct, frozen=True):
    """The number of creatures, and a note if it is an estimate."""

    number: int
    note: str = ""


def head_count(words: str, others: Mapping[str, int]) -> HeadCount:
    """The number in `3`, `1d4+2` or `goblins + 2`; dice count as their average, unknown names as 0."""
    total, unsure = 0, False
    for sign, part in re.findall(r"([+-]?)\s*([^\s+-]+)", words[:200]):
        number = int(part[:9]) if part.isdecimal() else others.get(part.casefold())
        unsure = unsure or number is None
        number = average_of(part.lower()) if number is None else number
        total += (number or 0) * (-1 if sign == "-" else 1)
    number = min(max(total, 1), MOST)
    return HeadCount(
        number, f"{words} of them; imported as {number}, change it if needed" if unsure or number != total else ""
    )
