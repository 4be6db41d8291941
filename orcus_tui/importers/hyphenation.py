"""Lines joined into a text: a word that a hyphen parts at a line's end is whole again, as `pier-cing`.

`fire-breathing` stays as it is printed: only the words that stat blocks are full of count as parted.
"""

import re
from collections.abc import Iterable

BROKEN_WORD = "¬"
"""Stands for a soft hyphen at a line's end, which always parts a word."""
_OF_STAT_BLOCKS = """
ability acid action additional adjacent advantage against alignment another attack aware become begin behind
blind blinded bludgeoning bonus breath cannot cantrip charisma charm charmed check choose concentration
condition constitution construct contact creature damage darkness darkvision deafened dexterity difficult
disadvantage distance during effect elemental encounter enemy engulf engulfed escape every exhaustion expend
failed failure fiend following force forced fortitude frightened grapple grappled ground happen healing humanoid
immediately immobilized immune incapacitated include increase initiative instead intelligence invisibility
invisible itself legendary level lightning location magical maximum medium melee minute monster monstrosity
movement multiattack natural nearest necrotic nonmagical normal number object ongoing opportunity otherwise
paralyzed passive penalty perception petrified piercing poison poisoned possible prevent proficiency psychic
radiant radius range reaction recharge reduce reflex regain remain repeat resistance restrain restrained round
saving second short simple slashing speed spell spellcasting square staggered start strength stunned success
successful surface surprise surprised target telepathy temporary terrain throw thunder touch trigger turn
unconscious undead unless until vulnerabilities vulnerability vulnerable weapon whenever whether willing wisdom
within without
"""
_WORDS = frozenset(_OF_STAT_BLOCKS.split())
_ENDINGS = ("", "s", "es", "ed", "d", "ing", "ly", "fully")
_FIRST_PART = re.compile(r"(?<![\w-])[A-Za-z]+(?=-$)")
_SECOND_PART = re.compile(r"[a-z]+(?![\w-])")


def join_lines(parts: Iterable[str]) -> str:
    """The text of several lines, with a space between them unless a hyphen parts a word there."""
    text: list[str] = []
    for part in filter(None, map(str.strip, parts)):
        before = text[-1] if text else ""
        if before.endswith(BROKEN_WORD):
            text[-1] = before.removesuffix(BROKEN_WORD)
        elif is_broken_at_hyphen(before, part):
            text[-1] = without_parting_hyphen(before, part)
        elif text:
            text.append(" ")
        text.append(part)
    return "".join(text).replace(BROKEN_WORD, "")


def is_broken_at_hyphen(before: str, after: str) -> bool:
    """Whether a line ends with a hyphen that belongs to the first word of the next."""
    return re.search(r"[a-z]-$", before[-2:]) is not None and after[:1].islower()


def without_parting_hyphen(before: str, after: str) -> str:
    """The first line without the hyphen at its end, if that is no part of the word across the two."""
    begun, ended = _FIRST_PART.search(before), _SECOND_PART.match(after)
    if begun is None or ended is None:
        return before
    word = f"{begun[0]}{ended[0]}".lower()
    known = any(word.endswith(each) and word[: len(word) - len(each)] in _WORDS for each in _ENDINGS)
    return before.removesuffix("-") if known else before
