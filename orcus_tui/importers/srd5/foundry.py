"""Foundry actors of the system dnd5e, as JSON or YAML: creatures of either edition, with and without activities."""

import re

from orcus_tui.importers.foundry_nodes import SIZES, read_foundry
from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.import_result import ImportResult, Leftover, UnreadableSource
from orcus_tui.importers.json_nodes import entry_nodes, node_text
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.source_text import decode_source
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.derived_numbers import bonuses_text, proficiency_bonus, senses_in, speeds
from orcus_tui.importers.srd5.foundry_text import Actor, ItemText
from orcus_tui.importers.srd5.powers import modifier
from orcus_tui.importers.srd5.printed_creature import (
    TRAITS,
    Limit,
    PrintedCreature,
    PrintedEntry,
    draft_of,
    recharge,
    uses_a_day,
)
from orcus_tui.importers.srd5.skills import SKILLS
from orcus_tui.importers.system_check import result_for_system

_DAMAGE = (("dv", "vulnerable"), ("dr", "resist"), ("di", "immune"), ("ci", "condition immune"))
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
"""What an item uses up that stands for legendary resistances."""
_ARMOR_KINDS = ("light", "medium", "heavy", "shield", "natural")
_BASES = {"mage": 13, "draconic": 13, "unarmoredMonk": 10, "unarmoredBarb": 10, "unarmoredBard": 10}
_SECOND = {"unarmoredMonk": "wis", "unarmoredBarb": "con", "unarmoredBard": "cha"}


def read(data: bytes) -> ImportResult:
    """The actors of a Foundry source. Raises UnreadableSource if there are none."""
    document = read_foundry(decode_source(data))
    printed: list[PrintedCreature] = []
    others: list[Leftover] = []
    for node in entry_nodes(document):
        record = Record(node)
        if "attributes" in record.record("system"):
            printed.append(_creature(record))
        elif node_text(node):
            others.append(Leftover(node.line, "", f"no actor: {record.text('name') or node_text(node)[:200]}"))
    if not printed:
        raise UnreadableSource("no actor found; each has a name and system.attributes")
    return result_for_system("srd5", map(draft_of, printed), others)


def _creature(record: Record) -> PrintedCreature:
    # The rest of an actor is pictures and settings.
    system = record.record("system")
    printed = PrintedCreature(record.text("name"), record.line)
    scores = system.record("abilities")
    for short in ABILITIES.values():
        score = scores.record(short).whole("value")
        printed.abilities |= {} if score is None else {short: score}
    attributes, details, traits = (system.record(each) for each in ("attributes", "details", "traits"))
    rating = details.text("cr")
    proficiency = proficiency_bonus(rating)
    if record.text("type") == "character":
        proficiency = attributes.whole("prof") or proficiency
    printed.put("challenge", rating, details.line)
    printed.put("size", SIZES.get(traits.text("size"), traits.text("size")), traits.line)
    printed.put("type", _type(details), details.line)
    printed.put("alignment", details.text("alignment").lower(), details.line)
    items = record.records("items")
    number, names_of_armor = _armor(attributes.record("ac"), items, printed)
    printed.put("ac", number, attributes.line)
    printed.put("armor", names_of_armor, attributes.line)
    points = attributes.record("hp")
    formula = points.text("formula")
    printed.put("hp", points.whole_or_text("max") or points.whole_or_text("value"), points.line)
    printed.put("hit dice", formula if "d" in formula else "", points.line)
    names = {each.text("_id"): each.text("name") for each in items}
    of_2014 = system.record("source").text("rules") != "2024"
    ability = attributes.text("spellcasting")
    actor = Actor(printed.name, printed.abilities, proficiency, of_2014, names, ability, system)
    _put_initiative(printed, attributes, proficiency)
    _put_bonuses(printed, system, proficiency)
    _put_senses(printed, system, proficiency)
    _put_damage(printed, traits)
    _read_items(printed, items, actor)
    biography = details.record("biography")
    printed.put("description", html_text(biography.text("value")), biography.line)
    legendary = system.record("resources").record("legact").whole("max")
    if legendary and any(each.section == "legendary actions" for each in printed.entries):
        printed.legendary = legendary
    return printed


def _type(details: Record) -> str:
    kind = details.record("type")
    name = details.text("type") or kind.text("custom") or kind.text("value")
    swarm = SIZES.get(kind.text("swarm"), "")
    words = f"swarm of {swarm} {name}s" if swarm else name
    return f"{words} ({kind.text('subtype')})" if kind.text("subtype") else words


def _armor(armor: Record, items: list[Record], printed: PrintedCreature) -> tuple[int, str]:
    """The armor class, as set or from the armor that is worn, and the names of that armor in brackets."""
    calculation, flat = armor.text("calc"), armor.whole("flat")
    if flat is None and armor.whole("value") is not None and calculation in ("", "natural", "flat"):
        flat = armor.whole("value")
    if calculation in ("flat", "natural") and flat is not None:
        return flat, ""
    worn = [each for each in items if each.text("type") == "equipment" and each.record("system").flag("equipped")]
    kinds = [(_armor_kind(each), each) for each in worn]
    dexterity = modifier(printed.abilities.get("dex"))
    total = _BASES.get(calculation, 10) + dexterity + modifier(printed.abilities.get(_SECOND.get(calculation, "")))
    shield = 0
    for kind, each in kinds:
        values = each.record("system").record("armor")
        number, most = values.whole("value") or 0, values.whole("dex")
        number += each.record("system").whole("magicalBonus") or 0
        if kind == "shield":
            shield = max(shield, number)
        elif kind in _ARMOR_KINDS and number:
            total = number + (0 if kind == "heavy" else min(dexterity, dexterity if most is None else most))
    names = ", ".join(each.text("name").lower() for kind, each in kinds if kind in _ARMOR_KINDS)
    return (total + shield, f"({names})") if names else (total, "")


def _armor_kind(item: Record) -> str:
    system = item.record("system")
    return system.record("type").text("value") or system.record("armor").text("type")


def _put_initiative(printed: PrintedCreature, attributes: Record, proficiency: int) -> None:
    initiative = attributes.record("init")
    words = initiative.text("bonus").replace("@prof", str(proficiency)).replace(" ", "")
    product = re.fullmatch(r"([+-]?[0-9]{1,3})(?:\*([0-9]{1,2}))?", words)
    bonus = int(product[1]) * int(product[2] or 1) if product else initiative.whole("value") or 0
    ability = initiative.text("ability") or "dex"
    printed.put("initiative", modifier(printed.abilities.get(ability)) + bonus, initiative.line)


def _put_bonuses(printed: PrintedCreature, system: Record, proficiency: int) -> None:
    """Saving throws and skills with the proficiency bonus, once or twice."""
    scores, skills = system.record("abilities"), system.record("skills")
    printed.saves = {
        each: modifier(score) + proficiency
        for each, score in printed.abilities.items()
        if scores.record(each).whole("proficient")
    }
    known: dict[str, int] = {}
    for key in skills:
        times, (name, ability) = skills.record(key).whole("value") or 0, SKILLS.get(_SKILLS.get(key, ""), ("", ""))
        if times and name:
            known[name] = modifier(printed.abilities.get(ability)) + times * proficiency
    printed.put("skills", bonuses_text(known), skills.line)


def _put_senses(printed: PrintedCreature, system: Record, proficiency: int) -> None:
    attributes, traits = system.record("attributes"), system.record("traits")
    movement, senses, languages = attributes.record("movement"), attributes.record("senses"), traits.record("languages")
    printed.put("speed", speeds(movement), movement.line)
    ranges = senses.record("ranges") if "ranges" in senses else senses
    times = system.record("skills").record("prc").whole("value") or 0
    passive = 10 + modifier(printed.abilities.get("wis")) + times * proficiency
    printed.put(
        "senses",
        ", ".join(filter(None, [*senses_in(ranges), senses.text("special"), f"passive Perception {passive}"])),
        senses.line,
    )
    spoken = [_LANGUAGES.get(each, each.capitalize()) for each in languages.texts("value")]
    telepathy = languages.record("communication").record("telepathy").whole("value")
    spoken += [languages.text("custom"), f"telepathy {telepathy} ft." if telepathy else ""]
    printed.put("languages", ", ".join(filter(None, spoken)), languages.line)


def _put_damage(printed: PrintedCreature, traits: Record) -> None:
    for key, name in _DAMAGE:
        inner = traits.record(key)
        types, custom = inner.texts("value") or [inner.text("value")], inner.text("custom")
        weapons = [each for each in types if each in ("bludgeoning", "piercing", "slashing")]
        bypassed = _BYPASSES.get(
            frozenset(inner.texts("bypasses")), "from some attacks" if inner.texts("bypasses") else ""
        )
        if bypassed and weapons:
            types = [each for each in types if each not in weapons]
            printed.limited[name] = [f"{', '.join(weapons)} {bypassed}"]
        printed.put(name, [*types, custom], inner.line)


def _read_items(printed: PrintedCreature, items: list[Record], actor: Actor) -> None:
    """Reads weapons and features as entries, spells as a list, and the rest as gear."""
    spells: list[str] = []
    gear: list[str] = []
    for each in items:
        kind = each.text("type")
        if kind == _SPELL:
            spells.append(each.text("name"))
        elif kind in _GEAR:
            gear.append(each.text("name"))
        else:
            item = ItemText(actor, each)
            action, number = item.activation()
            section = _SECTIONS.get(action, "actions" if kind == "weapon" else TRAITS)
            if each.text("name").lower().startswith("multiattack"):
                section = "actions"
            name, text = each.text("name"), item.printed_text()
            attack, save = item.attack(text), item.saving_throw(text)
            limit = None if "(" in name else _limit(each.record("system")) or _legendary_resistances(each, actor)
            cost = number if action == "legendary" else 1
            printed.entries.append(PrintedEntry(section, name, text, each.line, attack, save, limit, cost))
    printed.put("gear", ", ".join(gear), printed.line)
    if spells:
        printed.entries.append(PrintedEntry(TRAITS, "Spells", ", ".join(spells), printed.line))


def _legendary_resistances(item: Record, actor: Actor) -> Limit | None:
    """How often a day an item can be used that uses up the legendary resistances of its actor; None for any other."""
    activities = item.record("system").record("activities")
    used = (each for key in activities for each in activities.record(key).record("consumption").records("targets"))
    number = actor.system.record("resources").record("legres").whole("max") if actor.system else None
    return uses_a_day(number) if number and any(each.text("target") == _RESISTANCES for each in used) else None


def _limit(system: Record) -> Limit | None:
    """How often an item can be used."""
    uses, face = system.record("uses"), system.record("recharge").whole("value")
    period, most = uses.text("per"), uses.text("max") or uses.text("value")
    for each in uses.records("recovery"):
        period = each.text("period")
        face = each.whole("formula") if period == "recharge" else face
    if face and 1 < face <= 6:
        return recharge(face)
    if period == "day" and most.isdecimal():
        return uses_a_day(int(most[:4]))
    if period == "lr":
        return Limit("daily", words="Recharges after a Long Rest")
    return Limit("encounter", words="Recharges after a Short or Long Rest") if period == "sr" else None
