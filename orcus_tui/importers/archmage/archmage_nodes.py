"""Stat blocks of the Archmage Engine as objects: its JSON, Foundry actors, and blocks of YAML in notes."""

import re
from collections.abc import Iterator, Sequence

from orcus_tui.importers.archmage.passages import action_in, is_rider, read_initiative
from orcus_tui.importers.archmage.powers import PrintedAction, Rider, add_action, riders_in, with_riders
from orcus_tui.importers.archmage.statistics import (
    DEFENSES,
    Head,
    add_trait,
    is_known_strength,
    put_strength,
    read_critical_range,
    read_resistance,
)
from orcus_tui.importers.creature_draft import CreatureDraft, Leftover, one_line, plain
from orcus_tui.importers.heroes.archmage_character import read_character
from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.import_result import ImportResult, result_for_system
from orcus_tui.importers.json_nodes import node_text
from orcus_tui.importers.source_record import EntryFormat, Record, Row, has, nonzero_number, read_rows, rows
from orcus_tui.importers.source_text import decode_source
from orcus_tui.importers.yaml_nodes import PROPERTIES, blocks_and_lines, fence, read_foundry

# A roll of Foundry, `[[/r d20 + 5]]{Attack}`, or a link of Obsidian, `[[Conditions|dazed]]`.
_BRACKETS = re.compile(r"\[\[(?:/[a-z]+ |[^\[\]|]*\|)?(.*?)\]\](?:\{[^{}]*\})?")
_DICE = re.compile(r"`dice: *([^`|]*)[^`]*`")


def _words(source: Record, path: str, _: CreatureDraft) -> str:
    return plain(_value(source, path))


def _small_words(source: Record, path: str, _: CreatureDraft) -> str:
    return plain(_value(source, path)).lower()


def _number(source: Record, path: str, _: CreatureDraft) -> int | None:
    return source.inner_whole(path)


def _defenses(source: Record, path: str, _: CreatureDraft) -> dict[str, int]:
    keys = {each: f"{path}.{each}" if path else each for each in DEFENSES}
    return {each: number for each, key in keys.items() if (number := source.inner_whole(key)) is not None}


def _resistance(source: Record, path: str, draft: CreatureDraft) -> None:
    read_resistance(draft, path.rpartition(".")[2], plain(_value(source, path)), source.line_of(path))


def _value(record: Record, path: str) -> str:
    """The text of a field, with rolls and links as they are shown."""
    return _DICE.sub(r"\1", _BRACKETS.sub(r"\1", html_text(record.inner_text(path))))


def _put_strength(draft: CreatureDraft, role: str, strength: str, line: int, usual: str = "") -> None:
    put_strength(draft, role, strength or usual)
    if strength and not is_known_strength(strength):
        draft.add_unclear(f"strength: {strength}", line)


_NUMBERS: tuple[Row[CreatureDraft], ...] = (
    *rows(("level", "level"), ("hp", "max_hp"), read=_number),
    Row("", "defenses", _defenses),
    *rows(("resistance", ""), ("vulnerability", ""), read=_resistance),
)


# Archmage JSON

_OF_JSON: tuple[Row[CreatureDraft], ...] = (
    *_NUMBERS,
    Row("initiative", "initiative", _number),
    *rows(("role", "role"), ("size", "size"), ("type", "type"), read=_words),
)


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


read_json_creatures = EntryFormat(
    "archmage",
    lambda record: record.has_all(("ac", "hp")) and bool(record.text("role")),  # templates have no role
    _creature,
).read
"""The creatures of an Archmage JSON source."""


def _add_item(draft: CreatureDraft, item: Record) -> None:
    kind, name = item.text("kind"), plain(item.text("name"))
    if kind == "action":
        attack, hit, miss = (item.text(key) for key in ("attack", "hit", "miss"))
        add_action(draft, PrintedAction(item.text("name"), attack, hit, item.line, miss, tuple(_riders(item))))
    else:
        add_trait(draft, name, item.text("description"), item.line, kind)
    draft.add_all_unclear(item.unread_texts())


def _riders(item: Record) -> Iterator[Rider]:
    """The listed riders, then the riders in the description."""
    for node in item.nodes("riders"):
        pair = node.value
        if isinstance(pair, list) and len(pair) == 2 and all(isinstance(each.value, str) for each in pair):
            yield Rider(str(pair[0].value), str(pair[1].value), node.line)
        else:
            yield Rider("", node_text(node), node.line)
    yield from riders_in(item.text("description"), item.line_of("description"))


# Foundry

_OF_FOUNDRY: tuple[Row[CreatureDraft], ...] = (
    *rows(("system.attributes.level | system.details.level", "level"), read=_number),
    *(Row(f"system.details.{each}", each, _small_words) for each in ("role", "size", "type")),
    *rows(("system.attributes.hp.max | system.attributes.hp.value", "max_hp"), read=nonzero_number),
    Row("system.attributes.hp.temp", "temp_hp", nonzero_number),
    *rows(("system.attributes.init.mod | system.attributes.init.value", "initiative"), read=_number),
    Row("system.attributes", "defenses", _defenses),
    *rows(("system.details.resistance", ""), ("system.details.vulnerability", ""), read=_resistance),
)
_RIDERS = tuple(f"hit{number}" for number in range(1, 10))
_OF_ACTION = ("description", "attack", "hit", "miss", *_RIDERS)
# Storage and display of an item.
_MACHINERY = ("name", "embeddedMacro", "sequencer", "group", "critMod", "quantity", "rarity", "isActive")


def _actor(actor: Record) -> CreatureDraft:
    if actor.text("type") == "character":
        return read_character(actor)
    draft = CreatureDraft(actor.text("name"), actor.line)
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


read_foundry_actors = EntryFormat("archmage", has("system", "items"), _actor, read_foundry).read
"""The actors of a Foundry source."""


def _add_foundry_item(draft: CreatureDraft, item: Record) -> None:
    name, kind, system = item.text("name"), item.text("type"), item.record("system")
    description = _value(system, "description")
    read: Sequence[str] = ("description",)
    if kind == "action":
        read = _OF_ACTION
        riders = [_foundry_rider(system, key) for key in _RIDERS if _value(system, key)]
        riders += riders_in(description, system.line_of("description"))
        attack, hit, miss = (_value(system, key) for key in ("attack", "hit", "miss"))
        add_action(draft, PrintedAction(name, attack, hit, item.line, miss, tuple(riders)))
    else:
        add_trait(draft, plain(name), description, item.line, kind)
    for key in system if kind in ("action", "trait", "nastierSpecial") else ():
        if key not in (*read, *_MACHINERY) and (value := _value(system, key)):
            draft.add_unclear(f"{plain(name)}, {key}: {value}", system.line_of(key))


def _foundry_rider(system: Record, key: str) -> Rider:
    return Rider(html_text(system.text(f"{key}.name")), _value(system, key), system.line_of(key))


# Notes: each stat block is a fenced block of YAML

_ACTION_LISTS = ("actions", "triggered_actions", "nastier_actions")
_MARKS = {"triggered_actions": "special trigger", "nastier_actions": "nastier special"}
_TRAIT_LISTS = (("traits", "trait"), ("nastier_traits", "nastierSpecial"))
_LOOKS = ("layout", "columns", "levelOrdinal", "statblock", "image", "color", "columnWidth", "forceColumns", "monster")


def read_notes(data: bytes) -> ImportResult:
    """The creatures of a note. Raises UnreadableSource if there are none."""
    text = decode_source(data)
    properties = PROPERTIES.match(text)  # they describe the note itself
    nodes, lines = blocks_and_lines(text, fence("statblock"), properties.end() if properties else 0)
    others = (Leftover(line, "", one_line(each)) for line, each in lines if plain(each).strip("#`~- "))
    return result_for_system("archmage", [_noted_creature(Record(each)) for each in nodes], others)


def _noted_creature(record: Record) -> CreatureDraft:
    draft = CreatureDraft(_value(record, "name"), record.line)
    head = Head()
    for key in ("strength", "size", "role", "type"):
        head.read(_value(record, key))
    head.put_into(draft, record.line)
    read_rows(record, _NUMBERS, draft)
    if initiative := _value(record, "initiative"):
        read_initiative(draft, initiative, record.line_of("initiative"))
    texts: list[str] = []
    for key in _ACTION_LISTS:
        for item in record.records(key):
            texts += _add_action(draft, item, key)
            draft.add_all_unclear(item.unread_texts())
    for key, kind in _TRAIT_LISTS:
        texts += _add_traits(draft, record, key, kind)
    read_critical_range(draft, texts)
    record.skip(*_LOOKS)
    draft.add_all_unclear(record.unread_texts())
    return draft


def _add_traits(draft: CreatureDraft, record: Record, key: str, kind: str) -> list[str]:
    """Adds the traits of a list; returns their texts."""
    texts: list[str] = []
    for item in record.records(key):
        name, text = _value(item, "name"), _value(item, "desc")
        texts.append(text)
        add_trait(draft, plain(name), text, item.line, kind)
        for each in item.records("traits"):
            draft.add_unclear_trait(plain(_value(each, "name")), _value(each, "desc"), each.line)
        draft.add_all_unclear(item.unread_texts())
    return texts


def _add_action(draft: CreatureDraft, item: Record, key: str) -> list[str]:
    """Adds an action with its riders and its traits; returns the texts of the traits."""
    name, text = _value(item, "name"), _value(item, "desc")
    mark = "" if "trigger" in name.lower() else _MARKS.get(key, "")
    action = action_in(f"{name}—{text}", item.line, mark) or PrintedAction(name, "", text, item.line, mark=mark)
    listed = [Rider(_value(each, "name"), _value(each, "desc"), each.line) for each in item.records("traits")]
    add_action(draft, with_riders(action, [each for each in listed if is_rider(each.label)]))
    traits = [each for each in listed if not is_rider(each.label)]
    for each in traits:
        add_trait(draft, plain(each.label), each.text, each.line)
    return [each.text for each in traits]
