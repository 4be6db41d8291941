"""Foundry actors of the Archmage Engine, exported as JSON or kept as YAML."""

import re

from orcus_tui.importers.archmage.heads import DEFENSES, is_known_strength, put_strength
from orcus_tui.importers.archmage.powers import PrintedAction, Rider, add_action, riders_in
from orcus_tui.importers.archmage.traits import add_trait, read_critical_range, read_resistance, read_vulnerability
from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.foundry_nodes import read_foundry
from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.json_entries import EntryFormat, read_entries
from orcus_tui.importers.source_record import Record

_ROLL = re.compile(r"\[\[(?:/[a-z]+ )?(.*?)\]\](?:\{[^{}]*\})?")
_RIDERS = tuple(f"hit{number}" for number in range(1, 10))
_ACTION_KEYS = ("description", "attack", "hit", "miss", *_RIDERS)
# How the program stores and shows an item.
_MACHINERY = ("name", "embeddedMacro", "sequencer", "group", "critMod", "quantity", "rarity", "isActive")


def read(data: bytes) -> ImportResult:
    """The actors of a Foundry source. Raises UnreadableSource if there are none."""
    required = "a name, a system and items"
    return read_entries(data, EntryFormat("archmage", _is_actor, _creature, required, "actor", read_foundry))


def _is_actor(record: Record) -> bool:
    return "system" in record and "items" in record


def _creature(actor: Record) -> CreatureDraft:
    draft = CreatureDraft(actor.text("name"), actor.line)
    system = actor.record("system")
    attributes, details = system.record("attributes"), system.record("details")
    if actor.text("type") == "character":
        draft.put("kind", "pc")
    else:
        _put_kind(draft, details)
    level = _whole(attributes, "level")
    draft.put("level", _whole(details, "level") if level is None else level)
    for key in ("role", "size", "type"):
        draft.put(key, plain(_value(details, key)).lower())
    hit_points = attributes.record("hp")
    most, now = hit_points.whole("max"), hit_points.whole("value")
    draft.put("max_hp", most or now)
    draft.put("hp", now if most and now is not None and now < most else None)
    draft.put("temp_hp", hit_points.whole("temp") or None)
    initiative = attributes.record("init")
    draft.put("initiative", next((initiative.whole(key) for key in ("mod", "value") if key in initiative), None))
    draft.put("defenses", {key: number for key in DEFENSES if (number := _whole(attributes, key)) is not None})
    read_resistance(draft, plain(_value(details, "resistance")), details.line_of("resistance"))
    read_vulnerability(draft, plain(_value(details, "vulnerability")), details.line_of("vulnerability"))
    items = actor.records("items")
    for item in items:
        _add_item(draft, item)
    read_critical_range(draft, (_value(item.record("system"), "description") for item in items))
    for key in ("alignment", "biography", "flavor"):
        draft.add_text(_value(details, key))
    return draft


def _put_kind(draft: CreatureDraft, details: Record) -> None:
    role, strength = plain(_value(details, "role")).lower(), plain(_value(details, "strength")).lower()
    put_strength(draft, role, strength or "normal")
    if strength and not is_known_strength(strength):
        draft.add_unclear(f"strength: {strength}", details.line_of("strength"))


def _add_item(draft: CreatureDraft, item: Record) -> None:
    name, kind, system = item.text("name"), item.text("type"), item.record("system")
    description = _value(system, "description")
    if kind == "action":
        add_action(draft, _action(name, system, description, item.line))
        system.skip(*_ACTION_KEYS)
    else:
        add_trait(draft, plain(name), description, item.line, kind)
        system.skip("description")
    system.skip(*_MACHINERY)
    for key in system:
        value = _value(system, key)
        if kind in ("action", "trait", "nastierSpecial") and key not in (*_ACTION_KEYS, *_MACHINERY) and value:
            draft.add_unclear(f"{plain(name)}, {key}: {value}", system.line_of(key))


def _action(name: str, system: Record, description: str, line: int) -> PrintedAction:
    riders = [_rider(system, key) for key in _RIDERS if _value(system, key)]
    riders += riders_in(description, system.line_of("description"))
    attack, hit, miss = (_value(system, key) for key in ("attack", "hit", "miss"))
    return PrintedAction(name, attack, hit, miss, tuple(riders), line)


def _rider(system: Record, key: str) -> Rider:
    label = html_text(system.record(key).text("name"))
    return Rider(label, _value(system, key), system.line_of(key))


def _value(record: Record, key: str) -> str:
    """The text of a field, which is an object with a value or the value itself; rolls without their brackets."""
    inner = record.record(key)
    value = inner.text("value") if "value" in inner else record.text(key)
    return _ROLL.sub(r"\1", html_text(value))


def _whole(record: Record, key: str) -> int | None:
    inner = record.record(key)
    return inner.whole("value") if "value" in inner else record.whole(key)
