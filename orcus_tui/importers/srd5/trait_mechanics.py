"""Traits of SRD 5.1 that are mechanics: saving throws, magic weapons, regeneration, counted resistances, swallowing."""

import re
from collections.abc import Iterator

from orcus_tui.importers.creature_draft import CreatureDraft, Table, plain
from orcus_tui.importers.draft_text import (
    EACH_SWALLOWED,
    IF_GRAPPLED,
    SWALLOWED,
    Amount,
    Conditions,
    DraftLine,
    EffectLine,
    Reminder,
    effect_line,
    entries_of,
)
from orcus_tui.importers.prose import SELF, use_command
from orcus_tui.importers.srd5 import clauses
from orcus_tui.importers.srd5.powers import add_action
from orcus_tui.importers.srd5.printed_action import PrintedEntry
from orcus_tui.importers.traits.prose_triggers import aura_table

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


read_prose = clauses.read_prose
"""The reader of prose, which is looked up here together with that of special traits."""


def read_special(draft: CreatureDraft, trait: Table, text: str) -> bool:
    """Reads a trait of a special kind; returns whether it needs no further reading."""
    name = str(trait["name"])
    if re.match(_MAGIC_WEAPONS, text):
        for power in draft.powers:
            if "attack" in power:
                power["tags"] = [*entries_of(power, "tags"), "magic"]
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
        power["always"] = [more, *entries_of(power, "always")]
    if trigger:
        power["trigger"] = trigger
    elif begins:
        line = use_command(str(power["name"]))
        if (aura := aura_table("srd5", str(trait["name"]), begins["who"], line, "start")) is None:
            return False
        draft.extend("aura", [aura])
    draft.remove_trait(trait)
    return True


# Swallowing: the effect on those swallowed, the damage inside, and the ways out


_INSIDE = (
    r"(?i)\bswallowed\b.*?\btakes (?:[0-9]+ \()?(?P<dice>[0-9]+d[0-9]+(?: ?\+ ?[0-9]+)?)\)? (?P<type>[a-z]+) damage "
    r"at the start of each of [^.;]{3,60}?'s? turns"
)
_TOO_MUCH = (
    r"(?i)takes (?P<damage>[0-9]+) damage or more on a single turn from [^.;]{3,60}? must "
    r"(?:succeed on|make) a dc (?P<dc>[0-9]+) constitution saving throw"
)
_CORPSE = r"(?i)escape from the corpse (?:by )?using (?P<feet>[0-9]+) (?:ft|feet)"
_BITES = r"(?i)makes one (?P<attack>[a-z]+) attack against [^.;]{3,60} (?:it is|it's) grappling"
_GRAPPLED = r"(?i)\bgrappl(?:ed|ing)\b.*?\bis (?:also )?swallowed"
_SIZE = r"(?i)\b(?P<size>huge|large|medium|small|tiny) or smaller"
_ATTACK_FIELDS = ("range", "attack", "damage")
_IF_SWALLOWED = 'if "swallowed": '
_HELD = 'while "swallowed"'


def read_swallowing(draft: CreatureDraft) -> None:
    """Completes the powers that swallow, and adds traits for the start of turns and for the ways out."""
    for power in [*draft.powers]:
        text = plain(str(power.get("text", "")))
        inside = re.search(_INSIDE, text)
        if inside and ("save" in power or re.search(_GRAPPLED, text)):  # excludes the power for the save after a hit
            name = re.sub(r" \(.*", "", str(power["name"]))
            _read_attack(draft, power, text)
            power["effects"] = [*_damage_lines(power), *_swallowing_lines(text)]
            hurts = effect_line("damage", Amount(inside["dice"], (inside["type"].lower(),)), prefix=EACH_SWALLOWED)
            _add_trait(draft, f"{name} (inside)", "turn start", hurts)
            _add_ways_out(draft, name, text)


def _read_attack(draft: CreatureDraft, power: Table, text: str) -> None:
    """Copies the fields of an attack into a power that makes this attack."""
    called = re.search(_BITES, text)
    attacks = [each for each in draft.powers if called and str(each["name"]).lower() == called["attack"].lower()]
    for each in attacks[:1]:
        power |= {key: each[key] for key in _ATTACK_FIELDS if key in each}
        power["effects"] = _damage_lines(each)


def _damage_lines(power: Table) -> list[DraftLine]:
    """The lines of a power that deal damage."""
    lines = entries_of(power, "effects")
    return [each for each in lines if isinstance(each, EffectLine) and each.verb == "damage"]


def _swallowing_lines(text: str) -> Iterator[DraftLine]:
    """The lines that swallow a target, after a reminder of its size; if it must be grappled, the grapple ends."""
    if found := re.search(_SIZE, text):
        yield Reminder(own_words=f"only {found['size']} or smaller")
    if not re.search(_GRAPPLED, text):
        yield effect_line("apply", SWALLOWED)
        yield effect_line("apply", Conditions(("blinded", "restrained")), _HELD)
        return
    yield effect_line("apply", SWALLOWED, prefix=IF_GRAPPLED)
    yield effect_line("apply", Conditions(("blinded", "restrained")), _HELD, prefix=IF_GRAPPLED)
    yield effect_line("remove", "grappled", prefix=IF_GRAPPLED)


def _add_ways_out(draft: CreatureDraft, name: str, text: str) -> None:
    """Adds the ways out for swallowed creatures: enough damage in a turn, and the swallower's death."""
    freed = effect_line("remove", "swallowed", prefix=EACH_SWALLOWED)
    if found := re.search(_TOO_MUCH, text):
        prone = effect_line("apply", Conditions(("prone",)), prefix=EACH_SWALLOWED)
        expels = f"{name} (expels)"
        draft.add_power({"name": expels, "action": "free", "save": f"con {found['dc']}", "effects": [prone, freed]})
        used = effect_line("use", expels, own=True, prefix=_IF_SWALLOWED)
        _add_trait(draft, f"{name} (hurt)", f"hurt {found['damage']}", used)
    if found := re.search(_CORPSE, text):
        leaves = Reminder(own_words=f"can leave with {found['feet']} feet of movement, prone", prefix=EACH_SWALLOWED)
        _add_trait(draft, f"{name} (corpse)", "dies", leaves, freed)


def _add_trait(draft: CreatureDraft, name: str, trigger: str, *lines: DraftLine) -> None:
    trait = draft.add_trait(name, "")
    if trait is not None:
        trait |= {"trigger": trigger, "effects": [*lines]}
