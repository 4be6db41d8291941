"""Foundry actors of the system dnd5e, as JSON or YAML: creatures of either edition, with and without activities."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.source_record import Record, Row
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.field_maps import (
    FieldMap,
    Reading,
    in_words,
    passive_perception,
    proficiency_of,
    scores,
    senses_in,
    speeds,
)
from orcus_tui.importers.srd5.foundry_character import known_spells, limit_of, read_character
from orcus_tui.importers.srd5.foundry_text import Actor, ItemText
from orcus_tui.importers.srd5.printed_action import AFTER_LONG_REST, AFTER_SHORT_REST, PrintedEntry, recharge
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature
from orcus_tui.importers.srd5.statistics import SKILLS, modifier
from orcus_tui.importers.yaml_nodes import FOUNDRY_SIZES, read_foundry

_LANGUAGES = {"deep": "Deep Speech", "cant": "Thieves' Cant"}
_SKILLS = {
    "acr": "acrobatics", "ani": "animalhandling", "arc": "arcana", "ath": "athletics", "dec": "deception",
    "his": "history", "ins": "insight", "inv": "investigation", "itm": "intimidation", "med": "medicine",
    "nat": "nature", "per": "persuasion", "prc": "perception", "prf": "performance", "rel": "religion",
    "slt": "sleightofhand", "ste": "stealth", "sur": "survival",
}  # fmt: skip
_SECTIONS = {
    "action": "actions", "bonus": "bonus actions", "reaction": "reactions", "reactiondamage": "reactions",
    "legendary": "legendary actions", "mythic": "mythic actions", "lair": "lair actions", "crew": "actions",
}  # fmt: skip
_BYPASSES = {
    frozenset({"mgc"}): "from nonmagical attacks",
    frozenset({"mgc", "sil"}): "from nonmagical attacks not made with silvered weapons",
    frozenset({"mgc", "ada"}): "from nonmagical attacks not made with adamantine weapons",
}
_GEAR, _SPELL = ("equipment", "loot", "consumable", "tool", "container", "backpack"), "spell"
_RESISTANCES = "resources.legres.value"
"""The resource that the item of legendary resistances consumes."""
_ARMOR_KINDS = ("light", "medium", "heavy", "shield", "natural")
_BASES = {"mage": 13, "draconic": 13, "unarmoredMonk": 10, "unarmoredBarb": 10, "unarmoredBard": 10}
_SECOND = {"unarmoredMonk": "wis", "unarmoredBarb": "con", "unarmoredBard": "cha"}

_INNATE = ("innate", "atwill", "will")
_PACT = "pact"
_ORDINALS = ("", "1st", "2nd", "3rd", *(f"{each}th" for each in range(4, 10)))
_CACHED = "cachedFor"
"""The flag of a spell that belongs to another item."""


# Fields


def _type(source: Record, path: str, _: PrintedCreature) -> str:
    """The type, with its subtype: `swarm of Tiny beasts`, `humanoid (elf)`."""
    kind = source.record(path)
    name = source.text(path) or kind.text("custom") or kind.text("value")
    swarm = FOUNDRY_SIZES.get(kind.text("swarm"), "")
    words = f"swarm of {swarm} {name}s" if swarm else name
    return f"{words} ({kind.text('subtype')})" if kind.text("subtype") else words


def _lower_case(source: Record, path: str, _: PrintedCreature) -> str:
    return source.text(path).lower()


def _proficiency(source: Record, path: str, _: PrintedCreature) -> int | None:
    """The proficiency bonus of a character, if it is set; that of others follows from the challenge."""
    return source.whole(path) if source.text("type") == "character" else None


def _armor_class(source: Record, path: str, printed: PrintedCreature) -> int:
    """The armor class, as set or as computed from worn armor, which the stat block names in brackets."""
    armor = source.record(path)
    calculation, flat = armor.text("calc"), armor.whole("flat")
    if flat is None and armor.whole("value") is not None and calculation in ("", "natural", "flat"):
        flat = armor.whole("value")
    if calculation in ("flat", "natural") and flat is not None:
        return flat
    items = source.records("items")
    worn = [each for each in items if each.text("type") == "equipment" and each.flag("system.equipped")]
    kinds = [(each.text("system.type.value") or each.text("system.armor.type"), each) for each in worn]
    names = ", ".join(each.text("name").lower() for kind, each in kinds if kind in _ARMOR_KINDS)
    printed.put("armor", f"({names})" if names else "", armor.line)
    dexterity = modifier(printed.abilities.get("dex"))
    total = _BASES.get(calculation, 10) + dexterity + modifier(printed.abilities.get(_SECOND.get(calculation, "")))
    shield = 0
    for kind, each in kinds:
        number, most = each.whole("system.armor.value") or 0, each.whole("system.armor.dex")
        number += each.whole("system.magicalBonus") or 0
        if kind == "shield":
            shield = max(shield, number)
        elif kind in _ARMOR_KINDS and number:
            total = number + (0 if kind == "heavy" else min(dexterity, dexterity if most is None else most))
    return total + shield


def _hit_points(source: Record, path: str, printed: PrintedCreature) -> int | str | None:
    """The hit points, unless there are none, or they are those of a character (`read_character`)."""
    return None if printed.text("player") else source.whole_or_text(path) or None


def _hit_dice(source: Record, path: str, _: PrintedCreature) -> str:
    return source.text(path) if "d" in source.text(path) else ""


def _initiative(source: Record, path: str, printed: PrintedCreature) -> int:
    initiative = source.record(path)
    words = initiative.text("bonus").replace("@prof", str(proficiency_of(printed))).replace(" ", "")
    product = re.fullmatch(r"([+-]?[0-9]{1,3})(?:\*([0-9]{1,2}))?", words)
    bonus = int(product[1]) * int(product[2] or 1) if product else initiative.whole("value") or 0
    ability = initiative.text("ability") or "dex"
    return modifier(printed.abilities.get(ability)) + bonus


def _saves(source: Record, path: str, printed: PrintedCreature) -> None:
    proficient = [each for each in printed.abilities if source.whole(f"{path}.{each}.proficient")]
    printed.saves = {each: modifier(printed.abilities[each]) + proficiency_of(printed) for each in proficient}


def _skills(source: Record, path: str, printed: PrintedCreature) -> str:
    """Skills with the proficiency bonus, once or twice."""
    known: list[str] = []
    for key in source.record(path):
        times, (name, ability) = source.whole(f"{path}.{key}.value") or 0, SKILLS.get(_SKILLS.get(key, ""), ("", ""))
        if times and name:
            known.append(f"{name} {modifier(printed.abilities.get(ability)) + times * proficiency_of(printed):+d}")
    return ", ".join(known)


def _senses(source: Record, path: str, printed: PrintedCreature) -> list[str]:
    senses = source.record(path)
    ranges = senses.record("ranges") if "ranges" in senses else senses
    times = source.whole("system.skills.prc.value") or 0
    return [*senses_in(ranges), senses.text("special"), passive_perception(printed, times)]


def _languages(source: Record, path: str, _: PrintedCreature) -> list[str]:
    spoken = [_LANGUAGES.get(each, each.capitalize()) for each in source.texts(f"{path}.value")]
    telepathy = source.whole(f"{path}.communication.telepathy.value")
    return [*spoken, source.text(f"{path}.custom"), f"telepathy {telepathy} ft." if telepathy else ""]


def _resistances(name: str) -> Reading:
    """Damage types or conditions; for weapon damage, those that some attacks bypass go into `limited`."""

    def read(source: Record, path: str, printed: PrintedCreature) -> list[str]:
        inner = source.record(path)
        types, custom = inner.texts("value") or [inner.text("value")], inner.text("custom")
        weapons = [each for each in types if each in ("bludgeoning", "piercing", "slashing")]
        bypasses = inner.texts("bypasses")
        bypassed = _BYPASSES.get(frozenset(bypasses), "from some attacks" if bypasses else "")
        if bypassed and weapons:
            types = [each for each in types if each not in weapons]
            printed.limited[name] = [f"{', '.join(weapons)} {bypassed}"]
        return [*types, custom]

    return read


def _description(source: Record, path: str, _: PrintedCreature) -> str:
    return html_text(source.text(path))


# Items


def _items(source: Record, path: str, printed: PrintedCreature) -> None:
    """Puts weapons and features into entries, spells into a list, and everything else into gear."""
    items = source.records(path)
    system = source.record("system")
    names = {each.text("_id"): each.text("name") for each in items}
    of_2014 = source.text("system.source.rules") != "2024"
    ability = source.text("system.attributes.spellcasting")
    actor = Actor(printed.name, printed.abilities, proficiency_of(printed), of_2014, names, ability, system)
    is_hero = bool(printed.text("player"))
    spells = [each for each in items if each.text("type") == _SPELL]
    for each in items:
        if each.text("type") not in (_SPELL, *_GEAR):
            printed.entries.append(_entry_of_character(each, actor, source) if is_hero else _entry(each, actor))
    printed.put("gear", [each.text("name") for each in items if each.text("type") in _GEAR], printed.line)
    if is_hero:
        printed.entries += [_entry(each, actor) for each in known_spells(spells, printed)]
    elif spells:
        printed.entries.append(PrintedEntry(TRAITS, "Spells", _spells_text(spells, actor), printed.line))


def _entry(item: Record, actor: Actor) -> PrintedEntry:
    found, name = ItemText(actor, item), item.text("name")
    action, number = found.activation()
    section = _SECTIONS.get(action, "actions" if item.text("type") == "weapon" else TRAITS)
    if name.lower().startswith("multiattack"):
        section = "actions"
    text = found.printed_text()
    attack, save = found.attack(text), found.saving_throw(text)
    limit = "" if "(" in name else _limit(item.record("system")) or _legendary_resistances(item, actor)
    return PrintedEntry(section, name, text, item.line, attack, save, limit, number if action == "legendary" else 1)


def _entry_of_character(item: Record, actor: Actor, source: Record) -> PrintedEntry:
    """The entry with the uses that its class gives, but without the text of a weapon, which only describes it."""
    entry = _entry(item, actor)
    of_class = "" if "(" in entry.name else limit_of(item, source)
    return replace(entry, text="" if entry.attack else entry.text, limit=of_class or entry.limit)


def _legendary_resistances(item: Record, actor: Actor) -> str:
    """The daily uses of an item that uses up its actor's legendary resistances; empty for any other item."""
    activities = item.record("system.activities")
    used = (each for key in activities for each in activities.records(f"{key}.consumption.targets"))
    number = actor.system.whole("resources.legres.max")
    return f"{number}/Day" if number and any(each.text("target") == _RESISTANCES for each in used) else ""


def _limit(system: Record) -> str:
    """The uses of an item."""
    uses, face = system.record("uses"), system.record("recharge").whole("value")
    period, most = uses.text("per"), uses.text("max") or uses.text("value")
    for each in uses.records("recovery"):
        period = each.text("period")
        face = each.whole("formula") if period == "recharge" else face
    if face and 1 < face <= 6:
        return recharge(face)
    if period == "day" and most.isdecimal():
        return f"{int(most[:4])}/Day"
    if period == "lr":
        return AFTER_LONG_REST
    return AFTER_SHORT_REST if period == "sr" else ""


def _legendary_actions(source: Record, path: str, printed: PrintedCreature) -> int | None:
    is_legendary = any(each.section == "legendary actions" for each in printed.entries)
    return (source.whole(path) or None) if is_legendary else None


# The rest of an actor is pictures and settings.
FOUNDRY = FieldMap(
    marks=("system.attributes",),
    read_document=read_foundry,
    fields=(
        Row("system.abilities", "", scores),
        Row("system.details.cr", "challenge"),
        Row("type", "", read_character),
        Row("system.attributes.prof", "proficiency", _proficiency),
        Row("system.traits.size", "size", in_words(FOUNDRY_SIZES)),
        Row("system.details.type", "type", _type),
        Row("system.details.alignment", "alignment", _lower_case),
        Row("system.attributes.ac", "ac", _armor_class),
        Row("system.attributes.hp.max | system.attributes.hp.value", "hp", _hit_points),
        Row("system.attributes.hp.formula", "hit dice", _hit_dice),
        Row("system.attributes.init", "initiative", _initiative),
        Row("system.abilities", "", _saves),
        Row("system.skills", "skills", _skills),
        Row("system.attributes.movement", "speed", speeds),
        Row("system.attributes.senses", "senses", _senses),
        Row("system.traits.languages", "languages", _languages),
        Row("system.traits.dv", "vulnerable", _resistances("vulnerable")),
        Row("system.traits.dr", "resist", _resistances("resist")),
        Row("system.traits.di", "immune", _resistances("immune")),
        Row("system.traits.ci", "condition immune", _resistances("condition immune")),
        Row("system.details.biography.value", "description", _description),
        Row("items", "", _items),
        Row("system.resources.legact.max", "legendary", _legendary_actions),
    ),
    ignored=None,
)


def _spells_text(spells: list[Record], actor: Actor) -> str:
    """The spells of an actor, after the numbers of its spellcasting."""
    listed: dict[str, list[str]] = {}
    for each in spells:
        if not each.text(f"flags.dnd5e.{_CACHED}"):
            listed.setdefault(_spells_heading(each.record("system"), actor), []).append(each.text("name"))
    order = sorted(listed, key=lambda label: ("/day" in label, label[:2] != "Ca" and label[:2] != "At", label))
    lists = (f"{label}: {', '.join(listed[label])};" for label in order)
    return " ".join([*_spellcasting(actor), *lists]).rstrip(";")


def _spellcasting(actor: Actor) -> Iterator[str]:
    name = next((name for name, short in ABILITIES.items() if short == actor.spellcasting), "")
    if not name:
        return
    bonus = modifier(actor.abilities.get(actor.spellcasting)) + actor.proficiency
    numbers = f"spell save DC {8 + bonus}, {bonus:+d} to hit with spell attacks"
    if level := actor.system.whole("details.spellLevel"):
        yield f"{level}th-level spellcaster."
    yield f"Spellcasting ability is {name.capitalize()} ({numbers})."


def _spells_heading(spell: Record, actor: Actor) -> str:
    """The heading that a stat block has for a spell."""
    mode = spell.text("preparation.mode") or spell.text("method")
    uses, level = spell.text("uses.max"), spell.whole("level") or 0
    if uses.isdecimal() and int(uses):
        return f"{uses}/day"
    if not level:
        return "Cantrips"
    if mode in _INNATE:
        return "At will"
    slots = actor.system.record("spells")
    if mode == _PACT:
        highest = _ORDINALS[min(slots.whole(f"{_PACT}.level") or level, 9)]
        return f"1st-{highest}-level ({_slot_count(slots.record(_PACT))} {highest}-level slots)"
    number = _slot_count(slots.record(f"spell{level}"))
    return f"{_ORDINALS[min(level, 9)]} level" + (f" ({number} slots)" if number else "")


def _slot_count(slots: Record) -> int:
    return slots.whole("override") or slots.whole("max") or slots.whole("value") or 0
