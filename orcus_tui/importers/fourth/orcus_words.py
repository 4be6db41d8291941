"""The words of the fourth edition in those of Orcus: bloodied is staggered, a minion a mook, an area far."""

import re

ROLES = {
    "soldier": "Blocker",
    "brute": "Wrecker",
    "skirmisher": "Striker",
    "lurker": "Skulker",
    "artillery": "Archer",
    "controller": "Spoiler",
}
"""The roles of the fourth edition, and those of Orcus that they are."""
RANKS = ("elite", "solo", "minion", "standard")

_DICE_FACES = {sign: f" {number}" for number, sign in enumerate("⚀⚁⚂⚃⚄⚅", 1)}
_WORDS: tuple[tuple[str, str], ...] = (
    ("unbloodied", "unstaggered"),
    ("bloodied", "staggered"),
    ("minions?", "mook"),
    ("minor actions?", "swift action"),
    (r"(?<=\()minor(?=[;,)])", "swift"),
    ("ongoing", "persistent"),
    ("recharges", "refreshes"),
    ("recharge", "refresh"),
    ("healing surges?", "recovery"),
    ("dominated", "controlled"),
    ("immobilized|immobilised", "immobile"),
    ("grabbed", "grappled"),
    ("grabbing", "grappling"),
    ("grabs", "grapples"),
    ("insubstantial", "incorporeal"),
    ("extended rests?", "long rest"),
    ("immediate interrupts?", "counter"),
    ("immediate reactions?", "reaction"),
    ("close blast", "near arc"),
    ("area blast", "far arc"),
    (r"close(?= (?:burst|wall|arc|attacks?\b|or\b|and (?:area|far)))", "near"),
    (r"area(?= (?:burst|wall|arc|attacks?\b))", "far"),
)
_ANY_WORD = "|".join(f"(?P<w{at}>{word})" for at, (word, _) in enumerate(_WORDS))
_PATTERN = re.compile(rf"\b(?:{_ANY_WORD})\b", re.IGNORECASE)
_GLYPH = re.compile(rf"[{''.join(_DICE_FACES)}]")
_RECHARGE_BRACKETS = re.compile(r"(?i)\b(recharge)\s*\(([1-6])\)")
_GRABS = re.compile(
    r"(?i)\b(?P<and>(?:and )?)(?:(?:the [\w' -]{1,40}|it|they|he|she) )?"
    r"grabs (?:it|the target|them)(?: \((?P<dc>escape DC \d+)\))?"
)


def in_orcus_words(text: str) -> str:
    """A text with the words of the rules replaced, in the same case; plurals stay plural."""
    text = _RECHARGE_BRACKETS.sub(r"\1 \2", _GLYPH.sub(lambda found: _DICE_FACES[found[0]], text))
    return _PATTERN.sub(_replacement, _GRABS.sub(_being_grabbed, text))


def _being_grabbed(found: "re.Match[str]") -> str:
    """`grabs the target (escape DC 15)` from the target's side: `the target is grabbed; escape DC 15`."""
    return f"{found['and']}the target is grabbed{'; ' + found['dc'] if found['dc'] else ''}"


def _replacement(found: "re.Match[str]") -> str:
    word = found[0]
    ours = _WORDS[int((found.lastgroup or "w0")[1:])][1]
    if word.lower().endswith("s") and ours.endswith(("action", "mook", "rest", "counter", "reaction")):
        ours += "s"
    if word.lower() == "healing surges":
        ours = "recoveries"
    return ours.upper() if word.isupper() and len(word) > 1 else ours.capitalize() if word[0].isupper() else ours
