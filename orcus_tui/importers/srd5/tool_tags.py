"""The tags in texts of 5etools, as the words that stat blocks print: `{@hit 5}` is `+5`."""

import re

_TAG = re.compile(r"\{@(?P<tag>\w{1,30})(?: (?P<words>[^{}]*))?\}")
_DEEPEST = 6
"""Tags within tags; texts have two."""
_ATTACK_KINDS = {
    "mw": ("Melee", "Weapon"), "rw": ("Ranged", "Weapon"), "ms": ("Melee", "Spell"), "rs": ("Ranged", "Spell"),
    "m": ("Melee", ""), "r": ("Ranged", ""), "mp": ("Melee", "Power"), "rp": ("Ranged", "Power"),
}  # fmt: skip
_ABILITIES = {
    "str": "Strength", "dex": "Dexterity", "con": "Constitution", "int": "Intelligence", "wis": "Wisdom",
    "cha": "Charisma",
}  # fmt: skip
_WORDS = {
    "h": "Hit: ", "m": "Miss: ", "hom": "Hit or Miss: ", "actSaveSuccess": "Success:", "actTrigger": "Trigger:",
    "actSaveSuccessOrFail": "Failure or Success:", "actSaveFail": "Failure:", "actResponse": "Response:",
}  # fmt: skip
_NUMBERS = {"1": "First", "2": "Second", "3": "Third"}


def without_tags(text: str) -> str:
    """The text as printed."""
    for _ in range(_DEEPEST):
        shown = _TAG.sub(_tag_text, text)
        if shown == text:
            break
        text = shown
    return text


def _tag_text(found: re.Match[str]) -> str:
    tag, words = found["tag"], found["words"] or ""
    if tag in ("atk", "atkr"):
        return _attack(words, "Attack Roll:" if tag == "atkr" else "Attack:")
    if tag == "recharge":
        return f"(Recharge {words}-6)" if words and words != "6" else "(Recharge 6)"
    if tag == "actSave":
        return f"{_ABILITIES.get(words, words)} Saving Throw:"
    if tag == "actSaveFail" and words in _NUMBERS:
        return f"{_NUMBERS[words]} Failure:"
    if tag in _WORDS:
        return _WORDS[tag]
    return _with_sign(tag, _shown_part(words))


def _attack(words: str, ending: str) -> str:
    kinds = [_ATTACK_KINDS.get(each.strip(), ("", "")) for each in words.split(",")]
    reach, weapon = kinds[0]
    return " ".join(filter(None, (reach if len(kinds) == 1 else "Melee or Ranged", weapon, ending)))


def _shown_part(words: str) -> str:
    """The part of a tag that is shown: its third where there is one, else its first."""
    parts = words.split("|")
    return parts[2] if len(parts) > 2 and parts[2] else parts[0]


def _with_sign(tag: str, words: str) -> str:
    if tag == "hit" and words[:1].isdigit():
        return f"+{words}"
    if tag == "dc":
        return f"DC {words}"
    return f"{words} percent" if tag == "chance" else words
