"""Traits of SRD 5.1 with saving throws, magic weapons, regeneration, or a resistance that is counted."""

import re

from orcus_tui.importers.creature_draft import CreatureDraft, Table
from orcus_tui.importers.draft_text import Amount, effect_line, lines_of_power
from orcus_tui.importers.prose import Reading, use_command
from orcus_tui.importers.srd5.clauses import CLAUSES
from orcus_tui.importers.srd5.powers import add_action
from orcus_tui.importers.srd5.printed_action import PrintedEntry
from orcus_tui.importers.traits.auras import aura_table
from orcus_tui.importers.traits.own_name import SELF

_SAVE = r"(?i)\bDC \d+ \w+ saving throw|\bsaving throw: DC \d+"
_BEGINS_TURN = r"(?i)\b(?P<who>(?:any|each|an?) [^.;,]{0,60}?)(?: that)? starts? its turn (?:within|in|there)"
_OCCASIONS = (
    ("dies", rf"(?i)when (?:the )?{SELF} dies|(?:if|when) (?:it|{SELF}) (?:is reduced to 0|dies)"),
    ("hits", rf"(?i){SELF} moves at least|then hits|{SELF} hits"),
    ("hit", rf"(?i)touch(?:es)? {SELF}|hits (?:it|{SELF})"),
    ("turn start", rf"(?i)at the start of (?:each of )?{SELF}'s turns"),
)
_EXTRA = r"(?i)an extra \d+ \((?P<dice>\d+d\d+)\)(?: (?P<type>\w+))? damage"
_MAGIC_WEAPONS = rf"(?i){SELF}'s weapon attacks are magical"
_STOPPED = r"(?i)takes (?P<types>\w+(?:(?:, | or |, or )\w+)*) damage[^.]*, this trait doesn't function"
_IMMUNE = r"(?i)(?P<types>[\w, ]*(?:bludgeoning|piercing|slashing)[\w, ]*?) (?:damage )?from nonmagical"


def read_prose(text: str) -> Reading:
    """The meaning of a trait's prose."""
    return CLAUSES.read(text, Reading())


def read_special(draft: CreatureDraft, trait: Table, text: str) -> bool:
    """Reads a trait of a special kind; returns whether it needs no further reading."""
    name = str(trait["name"])
    if re.match(_MAGIC_WEAPONS, text):
        for power in draft.powers:
            if "attack" in power:
                power["tags"] = [*lines_of_power(power, "tags"), "magic"]
        return False
    if name.startswith("Damage Immunities") and (found := re.search(_IMMUNE, text)):
        types = re.findall("bludgeoning|piercing|slashing", found["types"].lower())
        others = [each for each in ("adamantine", "silvered") if each in text.lower()]
        trait["modifiers"] = [f"immune {each} unless {','.join(('magic', *others))}" for each in types]
        return True
    if name == "Shapechanger" and draft.name.endswith("Mist Form") and "immune to all nonmagical damage" in text:
        trait["modifiers"] = [
            *(f"adv {each} saves" for each in ("str", "dex", "con")),
            "immune all unless magic,radiant",
        ]
        return True
    counters = draft.table.get("counters")
    if isinstance(counters, dict) and name.lower() in counters:
        return True  # the rules offer it at a failed save
    if re.match("(?i)regeneration", name) and (stopped := re.search(_STOPPED, text)):
        types = re.findall(r"acid|cold|fire|lightning|necrotic|poison|radiant|thunder", stopped["types"].lower())
        amount = draft.table.pop("regeneration", None)
        draft.put("effect", [{"regen": amount, "unless": types}] if amount and types else [])
        return True
    if re.search(_SAVE, text):
        return _called_for(draft, trait, text)
    return _extra_damage(draft, trait, text)


def _extra_damage(draft: CreatureDraft, trait: Table, text: str) -> bool:
    """Turns a trait into a power if it adds damage to hits under a condition that a person has to judge."""
    found = re.search(_EXTRA, text)
    if (
        found is None
        or re.search(r"(?i)included in the attack|\bflammable\b", text)
        or not re.search(r"(?i)\bhits?\b", text)
    ):
        return False
    once = re.search(r"(?i)once per turn|1/turn", f"{trait['name']} {text}") is not None
    draft.remove_trait(trait)
    types = (found["type"].lower(),) if found["type"] else ()
    power: Table = {
        "name": trait["name"],
        "action": "free",
        "use": "1/turn" if once else "",
        "trigger": "hits",
        "text": trait["text"],
    }
    draft.add_power({**power, "damage": Amount(found["dice"], types).field_text})
    return True


def _called_for(draft: CreatureDraft, trait: Table, text: str) -> bool:
    """Turns a trait that calls for a saving throw into a power: of an aura, or offered at its moment."""
    begins = re.search(_BEGINS_TURN, text)
    trigger = "" if begins else next((word for word, pattern in _OCCASIONS if re.search(pattern, text)), "")
    if not begins and not trigger:
        return False
    place = len(draft.powers)
    add_action(draft, PrintedEntry("", str(trait["name"]), str(trait["text"]), draft.line, action="free"))
    if len(draft.powers) == place:
        return False
    power = draft.powers[place]
    power["action"] = "free"
    extra = re.search(r"(?i)takes an extra \d+ \((?P<dice>\d+d\d+)\) (?P<type>\w+) damage", text)
    if extra and trigger == "hits" and "save" in power:
        more = effect_line("damage", Amount(extra["dice"], (extra["type"].lower(),)))
        power["always"] = [more, *lines_of_power(power, "always")]
    if trigger:
        power["trigger"] = trigger
    elif begins:
        line = use_command(str(power["name"])).removesuffix(" TARGET")
        if (aura := aura_table("srd5", str(trait["name"]), begins["who"], line, "start")) is None:
            return False
        draft.extend("aura", [aura])
    draft.remove_trait(trait)
    return True
