"""Charges by creatures of the True SRD: a stronger attack, or attacks with all natural weapons."""

import re

from orcus_tui.importers.creature_draft import CreatureDraft, Table
from orcus_tui.importers.traits.own_name import SELF

POUNCE = "Pounce"
WITH_BOTH = " (with both)"
"""The end of the name of an attack's version with two weapons in one action."""
_STRONGER = rf"(?i)when {SELF} charges, its (?P<weapon>[a-z]+)(?: attack)? deals \+(?P<damage>\d+) damage"


def charge_modifier(draft: CreatureDraft, text: str) -> str:
    """The modifier of an attack that deals more damage on a charge; empty for other texts."""
    found = re.search(_STRONGER, text)
    for power in draft.powers if found else ():
        damage = re.match(r"\d+", str(power.get("damage", "")))
        if found and damage and str(power["name"]).lower() == found["weapon"].lower():
            more = int(found["damage"]) - int(damage[0])
            return f'+{more} damage with "{found["weapon"].lower()}" while charging' if more > 0 else ""
    return ""


def add_pounce(draft: CreatureDraft, trait: Table, text: str) -> bool:
    """Adds the attack with several weapons after a charge as a power; returns whether there are several."""
    melee = [str(each["name"]) for each in draft.powers if each.get("range") == "melee" and "attack" in each]
    weapons = [each for each in melee if f"{each}{WITH_BOTH}" not in melee]
    named = [each for each in weapons if re.search(rf"(?i)\b{re.escape(each.rstrip('s'))}s?\b", text)]
    if len(named or weapons) < 2:
        return False
    draft.remove_trait(trait)
    draft.add_power(
        {"name": POUNCE, "action": "standard", "multiattack": named or weapons, "text": trait.get("text", "")}
    )
    return True
