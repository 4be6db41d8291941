"""Traits of the True SRD: saving throws as powers, of an aura or offered at their moment, and damage reduction."""

import re

from orcus_tui.importers.creature_draft import CreatureDraft, Table
from orcus_tui.importers.draft_text import Conditions, DraftLine, effect_line
from orcus_tui.importers.prose import use_command
from orcus_tui.importers.traits.auras import aura_table
from orcus_tui.importers.traits.own_name import SELF
from orcus_tui.importers.traits.prose_facts import conditions_in

_SAVE = (
    r"(?i)\b(?:Difficulty|DC) (?P<dc>\d+) (?P<save>Will|Fort(?:itude)?|Reflex|Toughness) save"
    r"(?P<then>[^.]*(?:\.[^.]*)?)"
)
_CONDITIONS = (
    r"(?:or (?:be|become|fall)|is|are) (?P<conditions>[\w ,]+?)(?: (?:for (?P<count>\d+|one|two|three|"
    r"four|five) (?P<unit>round|minute)s?)|[.,]|$)"
)
_DAMAGE = r"(?i)\+(?P<damage>\d+)(?: (?P<type>\w+))? damage"
_DRAIN = (
    rf"(?i)struck by (?:the )?(?:{SELF}'s|its) (?P<weapon>\w+) suffers? (?P<points>\d+) points? of "
    r"(?P<ability>Str|Dex|Con|Int|Wis|Cha)\w* damage"
)
_ABILITY_DAMAGE = r"(?i)or suffer (?P<points>\d+) points? of (?P<ability>Str|Dex|Con|Int|Wis|Cha)\w* damage"
_REDUCTION = r"(?i)damage reduction \+(?P<number>\d+)/(?P<word>[a-z]+)"
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_BEGINS_TURN = r"(?i)(?P<who>any[^.;,]{0,30}? (?:creature|enemy)) that begins its turn"
_ROUNDS_A_MINUTE = 10


def read_special(draft: CreatureDraft, trait: Table, text: str) -> bool:
    """Reads a trait that calls for a saving throw, or is `Damage Reduction +2/magic`; returns whether it is one."""
    if reduction := re.fullmatch(_REDUCTION, str(trait["name"])):
        trait["modifiers"] = [f"resist all {reduction['number']} unless {reduction['word'].lower()}"]
        return True
    if _drains(draft, text):
        return False
    found = re.search(_SAVE, text)
    lines = [*_failed(found["then"]), *_lost_ability(found["then"])] if found else []
    hurt = re.search(_DAMAGE, text)
    if found is None or not (lines or hurt):
        return False
    save = found["save"].lower().replace("fortitude", "fort").replace("fort", "fortitude")
    power: Table = {
        "name": trait["name"],
        "action": "free",
        "text": trait.get("text", ""),
        "save": f"{save} {found['dc']}",
    }
    power["effects"] = lines
    if hurt and not lines:
        power["damage"] = f"{hurt['damage']} lethal"
        power["saved"] = "half" if re.search(r"(?i)\bhalf\b", text) else ""
    begins = re.search(_BEGINS_TURN, text)
    if begins:
        line = use_command(str(trait["name"])).removesuffix(" TARGET")
        if aura := aura_table("true-srd", str(trait["name"]), begins["who"], line, "start"):
            draft.add_aura(aura)
    elif re.search(rf"(?i)(?:hit|struck|bitten|damaged|damage from) |{SELF}'s (?:bite|sting|needles)", text):
        power["trigger"] = "hits"
    else:
        power["action"] = "standard" if "standard action" in text.lower() else "free"
    if daily := re.search(r"(?i)\b(three|two|one|\d) times? per day|once per day", text):
        power["use"] = f"{_COUNTS.get((daily[1] or 'one').lower(), 1)}/day"
    if rounds := re.search(r"(?i)\bonce every (two|three|four|five|\d) rounds", text):
        power["use"] = f"1/{_COUNTS.get(rounds[1].lower(), rounds[1])} rounds"
    draft.remove_trait(trait)
    draft.add_power(power)
    return True


def _drains(draft: CreatureDraft, text: str) -> bool:
    """Reads damage to an ability that weapons deal in place of other damage; returns whether there is any."""
    known = False
    for found in re.finditer(_DRAIN, text):
        for power in draft.powers:
            weapon = found["weapon"].lower().rstrip("s")
            if "attack" in power and str(power["name"]).lower().startswith(weapon):
                power.pop("damage", None)
                power["effects"] = [effect_line("bonus", f"-{found['points']} {found['ability'].lower()[:3]}")]
                known = True
    return known


def _lost_ability(then: str) -> list[DraftLine]:
    """The line for damage to an ability that a failed save costs."""
    found = re.match(_ABILITY_DAMAGE, then.strip())
    return [effect_line("bonus", f"-{found['points']} {found['ability'].lower()}")] if found else []


def _failed(then: str) -> list[DraftLine]:
    """The lines of a failed save."""
    found = re.search(_CONDITIONS, then, re.IGNORECASE)
    named = conditions_in("true-srd", found["conditions"]) if found else []
    if found is None or not named:
        return []
    count = found["count"]
    rounds = (int(count) if count.isdecimal() else _COUNTS[count.lower()]) if count else 0
    times = _ROUNDS_A_MINUTE if found["unit"] and found["unit"].lower() == "minute" else 1
    return [effect_line("apply", Conditions(tuple(named)), f"{rounds * times}r" if rounds else "")]
