"""A hero from the hero form: the typed texts by field, powers of the library by name, and the party file."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from orcus_tui.errors import OrcusError
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import defense_name, name_key
from orcus_tui.rules.field_faults import FieldFaults
from orcus_tui.rules.system import System
from orcus_tui.storage.atomic import DISK, Disk, write_atomically
from orcus_tui.storage.encounter.casting import derived_numbers, numbers_needed
from orcus_tui.storage.encounter.fight_tables import FORMAT, fight_from_table
from orcus_tui.storage.encounter.read import Document, read_document, read_encounter_bytes
from orcus_tui.storage.lock import folder_lock
from orcus_tui.storage.power_book import BookPower, UnknownPower, power_book
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.storage.toml.edit import edit_text
from orcus_tui.storage.toml.write import encounter_text
from orcus_tui.systems import DEFAULT, libraries_of

_ABILITY_NAMES = ("str", "dex", "con", "int", "wis", "cha")
_NUMBER, _TEXT, _DICE, _SCORES, _ATTACKS, _SLOTS = "number", "text", "dice", "scores", "attacks", "slots"
_SNEAK_DICE = "sneak attack"


class HeroField(Struct, frozen=True):
    """A field of the form: its key in the table of a creature, its label, a hint, and the kind of its text."""

    key: str
    label: str
    hint: str = ""
    kind: str = _NUMBER


class BadHero(OrcusError):
    """The form does not describe a valid hero; `key` is the faulty field."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(problem)
        self.key = key


_HEAD = (
    HeroField("name", "name", "required", _TEXT),
    HeroField("role", "class", "if wanted", _TEXT),
    HeroField("level", "level", "1"),
)
_HP_FIELD = HeroField("max_hp", "hit points", "required")
_INITIATIVE = HeroField("initiative", "initiative", "+3")
_RECOVERIES = HeroField("max_recoveries", "recoveries", "8")
_ABILITIES = HeroField("abilities", "abilities", "str 16 dex 14 con 12 int 8 wis 10 cha 13", _SCORES)
_ATTACK = HeroField("casting.attack", "attack bonus", "of powers: +7")
_WEAPON = HeroField("casting.weapon", "weapon dice", "1d8", _DICE)
_MODIFIER = HeroField("casting.modifier", "modifier", "of the ability that powers add: +4")
_BASIC = HeroField("attacks", "attacks", "Longsword +7 1d8+4; Fire Bow +5 vs AC 1d6+3 fire", _ATTACKS)
_TYPED = HeroField("attacks", "attacks", "Longsword +7 1d8+4 slashing; Bow +5 1d6+3 piercing", _ATTACKS)
_SNEAK = HeroField("trait", "sneak attack", "of a rogue: 3d6", _SNEAK_DICE)
_OF_SYSTEM: Mapping[str, tuple[HeroField, ...]] = {
    "orcus": (_INITIATIVE, _RECOVERIES, _ABILITIES, _BASIC, _ATTACK, _WEAPON, _MODIFIER),
    "archmage": (
        _INITIATIVE, _RECOVERIES, HeroField("recovery", "recovery dice", "3d8+2", _DICE), _ABILITIES, _BASIC, _ATTACK,
        _WEAPON, _MODIFIER,
    ),
    "srd5": (
        _INITIATIVE, HeroField("hit_dice", "hit dice", "5d8", _DICE), _ABILITIES,
        HeroField("saves", "saves", "where proficient: con +7 wis +5", _SCORES), _TYPED, _SNEAK,
        HeroField("casting.dc", "save DC", "of spells: 15"), HeroField("casting.attack", "spell attack", "+7"),
        HeroField("casting.modifier", "spell modifier", "of its ability: +4"),
        HeroField("resources", "spell slots", "by level: 4 3 2", _SLOTS),
    ),
    "true-srd": (_INITIATIVE, _ABILITIES, _BASIC),
}  # fmt: skip
"""The fields after hit points and defenses, by system."""


def hero_fields(system: System) -> tuple[HeroField, ...]:
    """The fields of a system's heroes, in order."""
    defenses = (HeroField(f"defenses.{each}", defense_name(each)) for each in system.words.defenses)
    family = next(each for each in reversed(libraries_of(system.id)) if each in _OF_SYSTEM)
    hit_points = () if family == "true-srd" else (_HP_FIELD,)
    return (*_HEAD, *hit_points, *defenses, *_OF_SYSTEM[family])


def hero_table(system: System, texts: Mapping[str, str], powers: Sequence[str]) -> dict[str, Any]:
    """The table of a hero. Raises BadHero for a text that is not valid."""
    table: dict[str, Any] = {"name": "", "kind": "pc"}
    for each in hero_fields(system):
        if text := texts.get(each.key, "").strip():
            _put(table, each, _read(each, text, system))
    if not table["name"]:
        raise BadHero("name", "a hero needs a name")
    if "max_hp" not in table and _HP_FIELD in hero_fields(system):
        raise BadHero("max_hp", "a hero needs hit points")
    _put_hit_die(table)
    if powers:
        table["powers"] = list(powers)
    return table


def _put_hit_die(table: dict[str, Any]) -> None:
    """Lets the hero spend hit dice of one size, each with the Constitution modifier (SRD 5.1 §Short Rest)."""
    if found := re.fullmatch(r"(\d{1,3})(d\d{1,3})", table.get("hit_dice", "").replace(" ", "")):
        modifier = (table.get("abilities", {}).get("con", 10) - 10) // 2
        bonus = f"{modifier:+}" if modifier else ""
        table |= {"max_recoveries": int(found[1]), "recovery": f"1{found[2]}{bonus}"}


def checked_fight(system: System, table: Mapping[str, Any]) -> Fight:
    """A fight with only one hero. Raises BadHero, with the field, for a table that the system refuses."""
    for name in table.get("powers", ()):
        _refuse_missing_number(system, table, name)
    try:
        return fight_from_table({"format": FORMAT, "system": system.id, "creature": [dict(table)]})
    except FieldFaults as wrong:
        tail = [each for each in wrong.faults[0].tail[2:] if isinstance(each, str)]
        field = next((each for each in hero_fields(system) if each.key.split(".")[0] in tail), _HEAD[0])
        raise BadHero(field.key, f"{field.label}: {wrong.faults[0].message}") from wrong


def _refuse_missing_number(system: System, table: Mapping[str, Any], name: str) -> None:
    """Raises BadHero if a power needs a number that the form lacks."""
    power = power_of(system, name)
    known = {*table.get("casting", {}), *(key for key in ("level",) if key in table)}
    known |= {"modifier"} if table.get("abilities") else set()
    for key, terms in derived_numbers(system.id).items():
        known |= {key} if {*re.findall(r"[a-z]+", terms)} <= known else set()
    missing = numbers_needed(power) - known if power else set()
    fields = {each.key.rpartition(".")[2]: each for each in hero_fields(system)}
    if field := next((fields[each] for each in sorted(missing) if each in fields), None):
        raise BadHero(field.key, f"{field.label}: {name} needs it")


def _put(table: dict[str, Any], field: HeroField, value: object) -> None:
    outer, _, inner = field.key.partition(".")
    if field.kind == _ATTACKS:
        table["power"] = value
    elif inner:
        table.setdefault(outer, {})[inner] = value
    else:
        table[outer] = value


def _read(field: HeroField, text: str, system: System) -> object:
    match field.kind:
        case "number":
            return _number(field, text)
        case "scores":
            return _scores(field, text)
        case "attacks":
            return [_attack(field, each, system) for each in text.split(";") if each.strip()]
        case "slots":
            counts = [_number(field, each) for each in re.split(r"[ ,/]+", text)]
            return {f"slot{place}": {"max": count} for place, count in enumerate(counts, 1) if count}
        case "sneak attack":
            return [_sneak_attack(field, text)]
        case _:
            return text


def _number(field: HeroField, text: str) -> int:
    if re.fullmatch(r"[+-]?\d{1,5}", text) is None:
        raise BadHero(field.key, f"{field.label}: a whole number, not {text}")
    return int(text)


def _scores(field: HeroField, text: str) -> dict[str, int]:
    """Ability scores: `str 16 dex 14`, or all six in the order of most sheets."""
    words = re.findall(r"[a-z]+|[+-]?\d+", text.lower())
    names = [each for each in words if each.isalpha()]
    numbers = [int(each) for each in words if not each.isalpha()]
    names = [each[:3] for each in names] or (list(_ABILITY_NAMES) if field is _ABILITIES else [])
    if len(names) != len(numbers) or not {*names} <= {*_ABILITY_NAMES}:
        raise BadHero(field.key, f"{field.label}: {field.hint}")
    return dict(zip(names, numbers, strict=True))


_NAME_AND_BONUS = r" *(?P<name>.+?)[ :]+(?P<bonus>[+-]\d{1,3})(?P<rest>(?:[ ,].*)?)"
_AFTER_BONUS = (
    r",? *(?:to hit|vs\.? (?P<defense>\w+))?,? *"
    r"(?P<damage>\d*d\d+(?:[+-]\d+)?|\d+)?(?: +(?!damage)(?P<type>[a-z]+))?(?: damage)? *"
)


def _attack(field: HeroField, text: str, system: System) -> dict[str, Any]:
    """A basic attack: `Longsword +7 vs AC 1d8+4 fire`. Raises BadHero if it is invalid."""

    def refuse(problem: str) -> BadHero:
        return BadHero(field.key, f"{field.label}: {text.strip()}: {problem}")

    head = re.fullmatch(_NAME_AND_BONUS, text)
    if head is None:
        raise refuse("no attack bonus after the name, such as +7")
    found = re.fullmatch(_AFTER_BONUS, head["rest"])
    if found is None or not found["damage"]:
        raise refuse(f"no damage after {head['bonus']}, such as 1d8+4")
    type_, types = found["type"], (*system.words.damage_types, *system.words.damage_aliases)
    if type_ and type_ not in types:
        raise refuse(f"{type_} is no damage type; there are {', '.join(system.words.damage_types)}")
    defenses = [defense_name(each) for each in system.words.defenses]
    if found["defense"] and found["defense"].lower() not in map(str.lower, (*defenses, *system.words.defense_aliases)):
        raise refuse(f"{found['defense']} is no defense; there are {', '.join(defenses)}")
    name = head["name"].strip()
    return {
        "name": name,
        "range": "ranged" if re.search(r"(?i)bow|sling|dart|javelin|ranged|gun|thrown", name) else "melee",
        "attack": f"{head['bonus']} vs {found['defense'] or defenses[0]}",
        "damage": f"{found['damage']} {type_}" if type_ else found["damage"],
        "tags": ["basic"],
    }


def _sneak_attack(field: HeroField, text: str) -> dict[str, Any]:
    """The trait of a rogue that adds its dice once a turn, with advantage (SRD 5.1 §Sneak Attack)."""
    if re.fullmatch(r"\d{1,2}d\d{1,2}", text) is None:
        raise BadHero(field.key, f"{field.label}: dice such as 3d6, not {text}")
    return {
        "name": "Sneak Attack",
        "text": "With advantage; add it by hand where an ally is next to the target.",
        "modifiers": [f"+{text} damage with adv+!spell each turn"],
    }


def own_list(power: BookPower, role: str) -> str:
    """The list of a power that belongs to the hero's class; empty if none does."""
    words = {*re.findall(r"[^\W\d_]+", role.lower())}
    return next((each for each in power.lists if {*each.lower().split()} <= words), "")


def name_for(system: System, power: BookPower, role: str) -> str:
    """The name of a power in a hero's file: prefixed with the hero's class, or alone if it is unambiguous."""
    if own := own_list(power, role):
        return f"{own}: {power.name}"
    try:
        return power_book(system.id).named(power.name).name
    except UnknownPower:
        return power.full_name


def power_of(system: System, name: str) -> BookPower | None:
    """The power of the library with a name, if there is one."""
    try:
        return power_book(system.id).named(name)
    except UnknownPower:
        return None


def save_hero(path: Path, system: System, table: Mapping[str, Any], *, disk: Disk = DISK) -> bool:
    """Saves a hero; returns whether it replaced one of the same name.

    Raises StorageError for a file of another system, or one that cannot be read, edited or written.
    """
    with folder_lock(path):
        if not os.path.lexists(path):
            text = encounter_text({"format": FORMAT, "system": system.id, "creature": [dict(table)]})
            read_encounter_bytes(text.encode(), path)
            write_atomically(path, text, disk=disk)
            return False
        edited, replaced = _text_with_hero(read_document(path), system, table)
        read_encounter_bytes(edited.encode(), path)
        write_atomically(path, edited, disk=disk)
        return replaced


def _text_with_hero(document: Document, system: System, table: Mapping[str, Any]) -> tuple[str, bool]:
    path, before = document.path, document.table
    if before.get("system", DEFAULT) != system.id:
        raise StorageError(path, f"a party of {before.get('system', DEFAULT)}, not of {system.id}")
    creatures = list(before.get("creature", []))
    names = [name_key(str(each.get("name", ""))) for each in creatures]
    key = name_key(str(table["name"]))
    replaced = key in names
    if replaced:
        place = names.index(key)
        creatures[place] = {**_other_fields(creatures[place], table), **table, "name": creatures[place]["name"]}
    else:
        creatures.append(dict(table))
    return edit_text(path, document.data.decode("utf-8"), {**before, "creature": creatures}), replaced


def _other_fields(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a saved hero that the form does not ask for."""
    return {key: value for key, value in old.items() if key in new or key not in ("powers", "casting", "power")}
