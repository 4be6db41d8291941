"""The words of triggers, the occasions that powers and traits wait for; files, `check` and the rules share them."""

import re
from collections.abc import Mapping

from orcus_tui.model.facts import ESCALATION
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.trigger import IN_WORDS, RollOutcome, Trigger, read_faces
from orcus_tui.rules.system import System

STAGGERED, DIES, HURT = Trigger("staggered"), Trigger("dies"), Trigger("hurt")
HIT, MISSED, HITS, MISSES, CRITS = (Trigger(each) for each in ("hit", "missed", "hits", "misses", "crits"))
SAVES, FAILS, MARKED_ATTACK = Trigger("saves"), Trigger("fails"), Trigger("marked attack")
ROUND_START, TURN_START, TURN_END = Trigger("round start"), Trigger("turn start"), Trigger("turn end")
HIT_POINTS, HURT_BY, NATURAL = "hp", "hurt by", "natural"
SUSTAINS, LAPSES = "sustains", "lapses"
"""The events with a number, a damage type, or the name of a power."""
ATTACK_EVENTS = tuple(each.event for each in (HIT, MISSED, HITS, MISSES, CRITS))
"""The triggers that are about an attack roll."""

TRIGGERS: Mapping[str, str] = {
    "staggered": "it becomes staggered",
    "dies": "it dies",
    "hit": "an attack hits it",
    "missed": "an attack misses it",
    "hurt": "it takes damage",
    "hits": "its attack hits",
    "misses": "its attack misses",
    "crits": "its attack is a critical hit",
    "turn start": "its turn starts",
    "turn end": "its turn ends",
    "round start": "a round starts",
    "ally dies": "another creature of its side dies",
    "ally staggered": "another creature of its side becomes staggered",
    "foe dies": "a foe dies",
    "foe staggered": "a foe becomes staggered",
    "foe casts": "a foe casts a spell",
    "saves": "it succeeds at a saving throw",
    "fails": "it fails a saving throw",
    "marked attack": "a creature that it marked attacks and leaves it out",
}
"""The triggers without a variable part, with their meanings."""
FORMS: Mapping[str, str] = {
    "hurt by fire": "it takes damage of this type",
    "hurt 30": "a creature has dealt it this much damage in one turn, as that turn ends",
    "hp 50%": "its hit points fall to this share of the maximum",
    "hp 20": "its hit points fall to this number",
    "escalation 3": "the escalation die reaches this number",
    "natural 1": "its attack die shows this number",
    "natural 16+ hit": "its attack shows such a number, and hits",
    "sustains Song of Heroes": "it keeps a power going",
    "lapses Song of Heroes": "a power that it kept going ends",
}
"""The triggers with a number or a damage type, by an example."""
ONCE = (HIT_POINTS, STAGGERED.event)
"""The events that count only once in a fight, unless a trait says `again`."""


def read_trigger(system: System, text: str) -> Trigger:
    """The trigger of a text; a trigger without an event for other words."""
    words = " ".join(text.lower().split())
    if words in TRIGGERS:
        return Trigger(words)
    kind, colon, judged = text.partition(":")
    if colon and kind.strip().lower() == IN_WORDS:
        return Trigger(IN_WORDS, words=judged.strip())
    event, _, last = words.rpartition(" ")
    if event == HURT_BY and last in system.words.damage_types:
        return Trigger(event, type=last)
    if event == ESCALATION and event not in system.counters.initial:
        return Trigger(words=text)
    kind, _, rest = words.partition(" ")
    if kind == NATURAL and not last.isdecimal() and (rolls := _read_rolls(rest)):
        return Trigger(NATURAL, rolls=rolls)
    if kind in (SUSTAINS, LAPSES) and rest:
        return Trigger(kind, of=" ".join(text.split()[1:]))
    number = last.removesuffix("%")
    if event in _NUMBERS and re.fullmatch(_NUMBERS[event], last):
        return Trigger(event, int(number), is_share=number != last)
    return Trigger(words=text)


def _read_rolls(words: str) -> RollOutcome | None:
    """The attack rolls in `16+ hit`; None for other words."""
    numbers, _, result = words.partition(" ")
    if result not in _RESULTS:
        return None
    faces = read_faces(numbers)
    return RollOutcome(faces, hits=_RESULTS[result]) if faces else None


_RESULTS = {"": None, "hit": True, "miss": False}
_NUMBERS = {
    HURT.event: "[1-9][0-9]{0,5}",
    HIT_POINTS: "0*[1-9][0-9]{0,2}%?|[0-9]{1,6}",
    ESCALATION: "[1-6]",
    NATURAL: "[1-9]|1[0-9]|20",
}
"""The patterns of the numbers after an event."""


def trigger_fault(system: System, text: str, max_hp: int | None = None) -> str:
    """The fault of a trigger that never fires: unknown words, or hit points to which nothing falls.

    Empty for a trigger that is marked as text. `max_hp` is the maximum of its creature, if known.
    """
    trigger = read_trigger(system, text)
    if trigger.event == HIT_POINTS and trigger.number is not None:
        most = 100 if trigger.is_share else max_hp
        if most is not None and trigger.number >= most:
            return f'"{text}" never comes: its hit points are never above {most}{"%" if trigger.is_share else ""}'
    if trigger.event:
        return ""
    event, _, number = " ".join(text.lower().split()).partition(" ")
    if event == HIT_POINTS and number.strip("0") == "%":
        return f'unknown trigger "{text}"; write "hp 0"'
    if text.split()[:1] == [ESCALATION] and ESCALATION not in system.counters.initial:
        return f'unknown trigger "{text}": {system.display_name} has no escalation die'
    hurt = (f"{HURT_BY} {each}" for each in system.words.damage_types)
    near = did_you_mean(" ".join(text.lower().split()), (*TRIGGERS, *FORMS, *hurt))
    return f'unknown trigger "{text}"{near}; for your own words, begin with "{IN_WORDS}:"'
