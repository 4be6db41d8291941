"""Stat blocks of the Archmage Engine as objects: its JSON, and Foundry actors, exported as JSON or kept as YAML."""

import re
from collections.abc import Iterator, Sequence

from orcus_tui.importers.archmage.heads import DEFENSES, is_known_strength, put_strength
from orcus_tui.importers.archmage.powers import PrintedAction, Rider, add_action, riders_in
from orcus_tui.importers.archmage.traits import add_trait, read_critical_range, read_resistance, read_vulnerability
from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.json_nodes import node_text
from orcus_tui.importers.source_record import EntryFormat, Record, Row, read_entries, read_rows, rows
from orcus_tui.importers.yaml_nodes import read_foundry

_ROLL = re.compile(r"\[\[(?:/[a-z]+ )?(.*?)\]\](?:\{[^{}]*\})?")


def _words(source: Record, path: str, _: CreatureDraft) -> str:
    return plain(_value(source, path))


def _small_words(source: Record, path: str, _: CreatureDraft) -> str:
    return plain(_value(source, path)).lower()


def _number(source: Record, path: str, _: CreatureDraft) -> int | None:
    number = source.whole(f"{path}.value")
    return source.whole(path) if number is None else number


def _above_zero(source: Record, path: str, _: CreatureDraft) -> int | None:
    return source.whole(path) or None


def _defenses(source: Record, path: str, draft: CreatureDraft) -> dict[str, int]:
    keys = {each: f"{path}.{each}" if path else each for each in DEFENSES}
    return {each: number for each, key in keys.items() if (number := _number(source, key, draft)) is not None}


def _resistance(source: Record, path: str, draft: CreatureDraft) -> None:
    read_resistance(draft, plain(_value(source, path)), source.line_of(path))


def _vulnerability(source: Record, path: str, draft: CreatureDraft) -> None:
    read_vulnerability(draft, plain(_value(source, path)), source.line_of(path))


def _value(record: Record, path: str) -> str:
    """The text of a field, which is an object with a value or the value itself; rolls without their brackets."""
    value = record.text(f"{path}.value") if f"{path}.value" in record else record.text(path)
    return _ROLL.sub(r"\1", html_text(value))


def _put_strength(draft: CreatureDraft, role: str, strength: str, line: int, usual: str = "") -> None:
    put_strength(draft, role, strength or usual)
    if strength and not is_known_strength(strength):
        draft.add_unclear(f"strength: {strength}", line)


# Archmage JSON

_OF_JSON = (
    *rows(("level", "level"), ("hp", "max_hp"), ("initiative", "initiative"), read=_number),
    *rows(("role", "role"), ("size", "size"), ("type", "type"), read=_words),
    Row("", "defenses", _defenses),
    Row("resistance", "", _resistance),
    Row("vulnerability", "", _vulnerability),
)


def read_json_creatures(data: bytes) -> ImportResult:
    """The creatures of an Archmage JSON source. Raises UnreadableSource if there are none."""
    return read_entries(data, EntryFormat("archmage", _is_creature, _creature, "a name, a role, hp, ac, pd and md"))


def _is_creature(record: Record) -> bool:
    """Whether an entry has numbers; templates have none."""
    return "ac" in record and "hp" in record and bool(record.text("role"))


def _creature(record: Record) -> CreatureDraft:
    draft = CreatureDraft(record.text("name"), record.line)
    role, strength = plain(record.text("role")), plain(record.text("strength"))
    _put_strength(draft, role, strength, record.line_of("strength"))
    read_rows(record, _OF_JSON, draft)
    items = record.records("items")
    for item in items:
        _add_item(draft, item)
    read_critical_range(draft, (item.text("description") for item in items))
    draft.add_all_unclear(record.unread_texts())
    return draft


def _add_item(draft: CreatureDraft, item: Record) -> None:
    kind, name = item.text("kind"), plain(item.text("name"))
    if kind == "action":
        attack, hit, miss = (item.text(key) for key in ("attack", "hit", "miss"))
        add_action(draft, PrintedAction(item.text("name"), attack, hit, miss, tuple(_riders(item)), item.line))
    else:
        add_trait(draft, name, item.text("description"), item.line, kind)
    draft.add_all_unclear(item.unread_texts())


def _riders(item: Record) -> Iterator[Rider]:
    """The listed riders, and those in the lines of the description."""
    for node in item.nodes("riders"):
        pair = node.value
        if isinstance(pair, list) and len(pair) == 2 and all(isinstance(each.value, str) for each in pair):
            yield Rider(str(pair[0].value), str(pair[1].value), node.line)
        else:
            yield Rider("", node_text(node), node.line)
    yield from riders_in(item.text("description"), item.line_of("description"))


# Foundry

_OF_FOUNDRY = (
    *rows(("system.attributes.level | system.details.level", "level"), read=_number),
    *rows(("system.details.role", "role"), ("system.details.size", "size"), read=_small_words),
    Row("system.details.type", "type", _small_words),
    *rows(("system.attributes.hp.max | system.attributes.hp.value", "max_hp"), read=_above_zero),
    Row("system.attributes.hp.temp", "temp_hp", _above_zero),
    *rows(("system.attributes.init.mod | system.attributes.init.value", "initiative"), read=_number),
    Row("system.attributes", "defenses", _defenses),
    Row("system.details.resistance", "", _resistance),
    Row("system.details.vulnerability", "", _vulnerability),
)
_RIDERS = tuple(f"hit{number}" for number in range(1, 10))
_OF_ACTION = ("description", "attack", "hit", "miss", *_RIDERS)
# How the program stores and shows an item.
_MACHINERY = ("name", "embeddedMacro", "sequencer", "group", "critMod", "quantity", "rarity", "isActive")


def read_foundry_actors(data: bytes) -> ImportResult:
    """The actors of a Foundry source. Raises UnreadableSource if there are none."""
    required = "a name, a system and items"
    return read_entries(data, EntryFormat("archmage", _is_actor, _actor, required, "actor", read_foundry))


def _is_actor(record: Record) -> bool:
    return "system" in record and "items" in record


def _actor(actor: Record) -> CreatureDraft:
    draft = CreatureDraft(actor.text("name"), actor.line)
    if actor.text("type") == "character":
        draft.put("kind", "pc")
    else:
        role, strength = (_small_words(actor, f"system.details.{key}", draft) for key in ("role", "strength"))
        _put_strength(draft, role, strength, actor.line_of("system.details.strength"), usual="normal")
    read_rows(actor, _OF_FOUNDRY, draft)
    most, now = (actor.whole(f"system.attributes.hp.{key}") for key in ("max", "value"))
    draft.put("hp", now if most and now is not None and now < most else None)
    items = actor.records("items")
    for item in items:
        _add_foundry_item(draft, item)
    read_critical_range(draft, (_value(item, "system.description") for item in items))
    for key in ("alignment", "biography", "flavor"):
        draft.add_text(_value(actor, f"system.details.{key}"))
    return draft


def _add_foundry_item(draft: CreatureDraft, item: Record) -> None:
    name, kind, system = item.text("name"), item.text("type"), item.record("system")
    description = _value(system, "description")
    read: Sequence[str] = ("description",)
    if kind == "action":
        read = _OF_ACTION
        riders = [_foundry_rider(system, key) for key in _RIDERS if _value(system, key)]
        riders += riders_in(description, system.line_of("description"))
        attack, hit, miss = (_value(system, key) for key in ("attack", "hit", "miss"))
        add_action(draft, PrintedAction(name, attack, hit, miss, tuple(riders), item.line))
    else:
        add_trait(draft, plain(name), description, item.line, kind)
    for key in system:
        value = _value(system, key)
        if kind in ("action", "trait", "nastierSpecial") and key not in (*read, *_MACHINERY) and value:
            draft.add_unclear(f"{plain(name)}, {key}: {value}", system.line_of(key))


def _foundry_rider(system: Record, key: str) -> Rider:
    return Rider(html_text(system.text(f"{key}.name")), _value(system, key), system.line_of(key))
