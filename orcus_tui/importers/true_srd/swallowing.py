"""Creatures of the True SRD that swallow others whole: the power that swallows, and the damage of the gizzard."""

import re

from orcus_tui.importers.creature_draft import CreatureDraft, Table
from orcus_tui.importers.draft_text import Amount, Conditions, Quoted, Reminder, effect_line

SWALLOW_WHOLE, SWALLOW = "Swallow Whole", "Swallow"
_EACH, _IF_GRAPPLED = "each swallowed: ", "if grappled: "
_INSIDE = r"(?i)\+(?P<crushing>\d+) bludgeoning damage and \+(?P<acid>\d+) acid damage per round"
_SIZE = r"(?i)creatures up to (?P<sizes>\w+) sizes smaller"


def read_swallowing(draft: CreatureDraft, trait: Table, text: str) -> bool:
    """Adds a power that swallows a grappled creature, and damage to all inside; returns whether the trait has both."""
    inside = re.search(_INSIDE, text) if trait["name"] == SWALLOW_WHOLE else None
    if inside is None:
        return False
    amounts = [Amount(inside[each], ("lethal",)) for each in ("crushing", "acid")]
    trait["trigger"] = "turn start"
    trait["effects"] = [effect_line("damage", each, prefix=_EACH) for each in amounts]
    swallows = effect_line("apply", Conditions((Quoted("swallowed"),)), prefix=_IF_GRAPPLED)
    size = re.search(_SIZE, text)
    limit = [Reminder(own_words=f"only creatures {size['sizes'].lower()} or more sizes smaller")] if size else []
    first = Reminder(own_words="grapple it first", prefix="else: ")
    draft.add_power({"name": SWALLOW, "action": "standard", "range": "melee", "effects": [*limit, swallows, first]})
    return True
