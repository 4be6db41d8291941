"""Numbers of the fifth edition that programs leave out of their files, because they follow from others."""

import re
from collections.abc import Mapping

from orcus_tui.dice import DiceError, average, parse
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.srd5.powers import modifier

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
SPEEDS = ("walk", "burrow", "climb", "fly", "swim")
"""The ways to move, as programs name them."""
SENSES = ("blindsight", "darkvision", "tremorsense", "truesight")
"""The senses with a range, as programs name them."""
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
    """Dice and a bonus as a source's text has them, with their average: `10 (2d6 + 3)`; other text as it is."""
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


def bonuses_text(pairs: Mapping[str, int]) -> str:
    """Bonuses as they are shown: `Stealth +6, Perception +4`."""
    return ", ".join(f"{name} {bonus:+d}" for name, bonus in pairs.items())


def speeds(movement: Record) -> str:
    """Speeds as they are shown: `30 ft., fly 60 ft. (hover)`."""
    hover = " (hover)" if movement.flag("hover") else ""
    found = [(each, movement.whole(each)) for each in SPEEDS]
    return ", ".join(
        f"{'' if each == 'walk' else f'{each} '}{feet} ft.{hover if each == 'fly' else ''}"
        for each, feet in found
        if feet
    )


def senses_in(ranges: Record, *, blind_beyond: bool = False) -> list[str]:
    """Senses as they are shown, such as `darkvision 60 ft.`; `blind_beyond` is for those without any other sight."""
    blind = " (blind beyond this radius)" if blind_beyond else ""
    found = [(each, ranges.whole(each)) for each in SENSES]
    return [f"{each} {feet} ft.{blind if each == 'blindsight' else ''}" for each, feet in found if feet]
