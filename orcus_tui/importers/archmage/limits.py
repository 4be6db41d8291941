"""How often a power of an Archmage stat block can be used, and how many targets or attacks it has."""

import re

from orcus_tui.importers.creature_draft import Table
from orcus_tui.importers.draft_text import Range

_COUNTS = {"once": "1", "twice": "2", "two times": "2", "three times": "3", "one": "1"}
_OFTEN = (
    rf"(?P<count>\d|{'|'.join(_COUNTS)}) ?(?:/|per|each|a|in any|every) ?(?:single )?(?P<per>battle|fight|"
    rf"day|round|turn)"
    r"(?:,? (?=as|while|when|$|\())?"
)
_PER = {"battle": "encounter", "fight": "encounter", "day": "day", "round": "round", "turn": "turn"}
_ESCALATION = r"(?:(?:only )?(?:when|while|if) )?the escalation die is (?P<die>even|odd|\d\+?)(?: or (?:higher|more))?"
_ACTION = r"(?:only |requires |needs )*(?:as )?an? (?P<action>quick|free|move|interrupt|standard) action(?: to use)?"
_FILLER = (
    r"\b(?:limited use|quick use|special|once per battle|and|only|usable|use|can be used|this attack|this "
    r"power)\b|\(once per round\)|[ .,;:()]+"
)

_STRIKES = r"\(?(?P<count>\d|two|three|four|\d*d\d+(?!.*\bdifferent\b)) attacks?\)?"
_TARGETS = (
    r"(?:up to )?(?P<count>\d*d\d+(?: ?\+ ?\d+)?|[2-9]|two|three)(?: or \d)? (?:random |different |"
    r"conscious |other |of the |adjacent |nearby |or |far |away |faraway )*(?:\w+ ){0,2}?(?:enem|creature|"
    r"target|foe|pc|attacks|character)"
)
_WORDS = {"two": "2", "three": "3", "four": "4"}


def read_limit(power: Table, words: str) -> bool:
    """Reads use and action from the words of a limit; returns whether fields hold all of it."""
    left = words.lower()
    for found in re.finditer(_OFTEN, left):
        count = _COUNTS.get(found["count"], found["count"])
        per = _PER[found["per"]]
        if per == "round" and power.get("use"):
            continue
        power["use"] = {"1/encounter": "encounter", "1/day": "daily"}.get(f"{count}/{per}", f"{count}/{per}")
    left = re.sub(_OFTEN, " ", left)
    if found_die := re.search(_ESCALATION, left):
        die = found_die["die"].rstrip("+")
        if not power.get("use"):
            power["use"] = f"escalation {die}{'+' if die.isdigit() else ''}"
            left = left.replace(found_die[0], " ")
    if action := re.search(rf"\b{_ACTION}", left) or re.match(r"(?P<action>quick|free) (?:use|charge)", left):
        power["action"] = action["action"]
        left = left.replace(action[0], " ")
    return not re.sub(_FILLER, "", left)


def read_targets(power: Table) -> str:
    """Reads how many targets an attack has, and returns how many attacks it makes as one action: `2`, `1d3`."""
    reach = power.get("range")
    words = reach.words.lower() if isinstance(reach, Range) else ""
    if strikes := re.match(_STRIKES, words):
        return _WORDS.get(strikes["count"], strikes["count"])
    if found := re.match(_TARGETS, words):
        power["targets"] = _WORDS.get(found["count"], found["count"].replace(" ", ""))
    return "1"
