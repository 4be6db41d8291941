"""Numbers of the fifth edition that programs leave out of their files, because they follow from others."""

import re

from orcus_tui.importers.source_record import Record
from orcus_tui.importers.srd5.powers import modifier

HIT_DICE = {"tiny": 4, "small": 6, "medium": 8, "large": 10, "huge": 12, "gargantuan": 20}
"""The hit die by size."""
ARMORS = {
    "padded": (11, 9), "padded armor": (11, 9), "leather": (11, 9), "leather armor": (11, 9), "studded": (12, 9),
    "studded leather": (12, 9), "hide": (12, 2), "hide armor": (12, 2), "chain shirt": (13, 2), "scale mail": (14, 2),
    "breastplate": (14, 2), "half plate": (15, 2), "ring mail": (14, 0), "chain mail": (16, 0), "splint": (17, 0),
    "plate": (18, 0), "mage armor": (13, 9), "none": (10, 9), "": (10, 9),
}  # fmt: skip
"""The armor class of each armor, and the most that Dexterity adds."""
SPEEDS = ("walk", "burrow", "climb", "fly", "swim")
"""The ways to move, as programs name them."""
_DICE = r"([0-9]{1,3})d([0-9]{1,4})"


def proficiency_bonus(rating: str) -> int:
    """The proficiency bonus at a challenge rating, which may be a fraction."""
    number = re.match(r"[0-9]{1,2}(?![0-9]*/)", rating)
    return 2 + max(0, int(number[0]) - 1) // 4 if number else 2


def armor_class(armor: str, dexterity: int, shield: int) -> int | None:
    """The armor class in an armor, with a shield's bonus; None for an armor that is not known."""
    known = ARMORS.get(armor.strip().lower())
    return None if known is None else known[0] + min(modifier(dexterity), known[1]) + shield


def dice_words(dice: str, bonus: int = 0) -> str:
    """Dice and a bonus as printed, with their average: `10 (2d6 + 3)`; other text as it is."""
    found = re.fullmatch(_DICE, dice.strip().lower())
    if found is None:
        return dice
    average = max(int(found[1]) * (int(found[2]) + 1) // 2 + bonus, 1)
    return f"{average} ({found[0]}{f' {bonus:+d}'.replace('+', '+ ').replace('-', '- ') if bonus else ''})"


def hit_points(number: int, die: int, constitution: int) -> str:
    """Hit points as printed, from how many dice they are: `45 (6d10 + 12)`."""
    return dice_words(f"{number}d{die}", number * modifier(constitution))


def bonuses_text(pairs: dict[str, int]) -> str:
    """Bonuses as printed: `Con +6, Wis +4`."""
    return ", ".join(f"{name} {bonus:+d}" for name, bonus in pairs.items())


def speeds(movement: Record) -> str:
    """Speeds as printed: `30 ft., fly 60 ft. (hover)`."""
    hover = " (hover)" if movement.flag("hover") else ""
    found = [(each, movement.whole(each)) for each in SPEEDS]
    return ", ".join(
        f"{'' if each == 'walk' else f'{each} '}{feet} ft.{hover if each == 'fly' else ''}"
        for each, feet in found
        if feet
    )
