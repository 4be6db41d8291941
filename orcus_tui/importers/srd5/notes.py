"""Notes of Obsidian for the fifth edition: stat blocks of Fantasy Statblocks, and encounters of Initiative Tracker.

Both are YAML, in fenced blocks or in a note's properties.
"""

import re
from collections.abc import Iterable, Iterator

from orcus_tui.importers.creature_draft import Leftover, Table, plain
from orcus_tui.importers.import_result import ImportResult, MissingCreature, result_for_system
from orcus_tui.importers.json_nodes import Node, entry_nodes, node_text
from orcus_tui.importers.source_record import Record, Row, rows
from orcus_tui.importers.source_text import UnreadableSource, decode_source
from orcus_tui.importers.srd5.field_maps import (
    RESISTANCES,
    FieldMap,
    Reading,
    introduction,
    named_saves,
    named_skills,
    scores,
    with_detail,
)
from orcus_tui.importers.srd5.printed_action import PrintedEntry, attack_in_fields
from orcus_tui.importers.srd5.printed_creature import SECTIONS, TRAITS, PrintedCreature, draft_of
from orcus_tui.importers.srd5.source_lines import without_links
from orcus_tui.importers.srd5.statistics import head_count
from orcus_tui.importers.yaml_nodes import PROPERTIES, block_node, blocks_and_lines, fence, read_json_or_yaml

_STAT_BLOCK = fence(r"statblock[^\n]*")
_OF_CREATURE = {"hp", "stats", "statblock"}
_REFERENCES = ("creature", "monster", "extends", "note")
# Layout and storage of the block.
_INTERNAL_FIELDS = (
    "bestiary", "statblock", "creature", "monster", "layout", "image", "columns", "columnWidth", "forceColumns", "dice",
    "render", "tags", "aliases", "cssclass", "cssclasses", "path", "note", "color", "token", "group", "obsidianUIMode",
    "id", "url", "export", "extends",
)  # fmt: skip


def _dice(source: Record, path: str, _: PrintedCreature) -> str:
    return plain(source.text(path)).replace("+ -", "- ")


def _add_entry(item: Record, _: str, section: str, printed: PrintedCreature) -> None:
    """Adds an entry and those inside it."""
    text = without_links(item.joined_text("desc"))
    bonus, dice, more = item.whole("attack_bonus"), item.text("damage_dice"), item.whole("damage_bonus")
    attack = attack_in_fields(text, bonus or None, f"{dice}{f'{more:+d}' if more else ''}" if dice else "")
    printed.entries.append(PrintedEntry(section, item.text("name"), text, item.line, attack))
    _add_nodes(item, "traits", section, printed)
    printed.unread += item.unread_texts()


def _add_nodes(source: Record, path: str, section: str, printed: PrintedCreature) -> None:
    """Adds the entries of a list; older notes have each as a name and a text."""
    for node in source.nodes(path):
        if isinstance(node.value, list) and len(node.value) > 1:
            name, *texts = [node_text(each) for each in node.value]
            printed.entries.append(PrintedEntry(section, name, " ".join(texts), node.line))
        else:
            _add_entry(Record(node), "", section, printed)


def _section(section: str) -> Reading:
    """A reading for the entries of a section, or for a text without entries."""

    def read(source: Record, path: str, printed: PrintedCreature) -> None:
        _add_nodes(source, path, section, printed)
        printed.introductions += filter(None, [source.text(path)])

    return read


def _spells(source: Record, path: str, printed: PrintedCreature) -> None:
    """Spells, as a trait."""
    words = [node_text(each) for each in source.nodes(path)]
    listed = " ".join(each if each.endswith((".", ":", ";")) else f"{each};" for each in words).strip("; ")
    if listed:
        is_known = any(each.name.casefold() == "spellcasting" for each in printed.entries)
        name = "Spells" if is_known else "Spellcasting"
        printed.entries.append(PrintedEntry(TRAITS, name, listed, source.line_of(path)))


FANTASY_STATBLOCKS = FieldMap(
    marks=(),
    fields=(
        *rows(("ac", "ac"), ("ac_class", "armor"), ("hp", "hp"), ("speed", "speed"), ("senses", "senses")),
        *rows(("languages", "languages"), ("cr", "challenge"), ("size", "size"), ("alignment", "alignment")),
        *RESISTANCES,
        Row("hit_dice", "hit dice", _dice),
        Row("type", "type", with_detail("subtype")),
        *rows(("", ""), ("stats", ""), read=scores),
        *rows(("modifier | initiative", "initiative"), ("source", "source"), ("gear", "gear")),
        Row("saves", "saves", named_saves),
        Row("skillsaves", "skills", named_skills),
        *(Row(each.replace(" ", "_"), "", _section(each)) for each in (TRAITS, *SECTIONS)),
        Row("regional_effects", "", _section("regional")),
        Row("spells", "", _spells),
        *rows(("legendary_description", ""), ("mythic_description", ""), ("lair_description", ""), read=introduction),
    ),
    sections=(),
    text=lambda text, _: without_links(text),
    ignored=_INTERNAL_FIELDS,
)


def read_stat_blocks(data: bytes) -> ImportResult:
    """The creatures of a note or a bestiary. Raises UnreadableSource if there are none."""
    missing, notes, text = _encounters_in(decode_source(data))
    printed: list[PrintedCreature] = []
    elsewhere: list[Leftover] = []
    blocks, others = _blocks(text)
    for node in blocks:
        record = Record(node)
        if "hp" in record or "stats" in record or "actions" in record:
            creature = FANTASY_STATBLOCKS.creature_in(record)
            creature.name = creature.name or without_links(record.text("creature"))
            printed.append(creature)
        elif named := next((record.text(key) for key in _REFERENCES if record.text(key)), ""):
            elsewhere.append(Leftover(record.line, "", f"{named}: the stat block is in another note; import that"))
        else:
            others += record.leftovers()
    if not printed and elsewhere:
        raise UnreadableSource(elsewhere[0].text)
    names = {each.name.casefold() for each in printed}
    others = [each for each in (*others, *elsewhere) if each.text.partition(":")[0].casefold() not in names]
    return result_for_system("srd5", map(draft_of, printed), (*others, *notes), missing)


def _blocks(text: str) -> tuple[list[Node], list[Leftover]]:
    """The YAML blocks of a note with its other text, or the stat blocks of a bestiary in JSON or YAML."""
    properties = PROPERTIES.match(text)
    if not properties and not _STAT_BLOCK.search(text):
        return entry_nodes(read_json_or_yaml(text)), []
    of_note = [block_node(text, properties)] if properties else []
    nodes, lines = blocks_and_lines(text, _STAT_BLOCK, properties.end() if properties else 0)
    return [*(each for each in of_note if {*Record(each)} & _OF_CREATURE), *nodes], _outside(lines)


def _outside(lines: Iterable[tuple[int, str]]) -> list[Leftover]:
    """The text between the blocks of a note, line by line."""
    return [Leftover(line, "", shown) for line, each in lines if (shown := without_links(each).strip("#`~-^ "))]


# Encounters

_ENCOUNTER = fence("encounter(?:-table)?")
_FRIENDS, _HIDDEN = ("friend", "friendly", "ally", "allied"), "hidden"
_NUMBERS = ("max_hp", "ac", "initiative", "xp")
"""The fields of the numbers after a name, in order."""
_KEYS = {"hp": "max_hp", "ac": "ac", "mod": "initiative", "modifier": "initiative", "xp": "xp"}
_NAMED = ("creature", "monster")


def read_encounters(data: bytes) -> ImportResult:
    """The creatures that the encounters of a note name. Raises UnreadableSource if there are none."""
    missing, others, rest = _encounters_in(decode_source(data))
    return result_for_system("srd5", (), [*others, *_outside(enumerate(rest.split("\n"), 1))], missing)


def _encounters_in(text: str) -> tuple[list[MissingCreature], list[Leftover], str]:
    """The creatures named in encounters of a note, the rest of the encounters, and the note without them."""
    missing: list[MissingCreature] = []
    others: list[Leftover] = []
    encounters: list[Record] = []
    for found in _ENCOUNTER.finditer(text):
        node = block_node(text, found)
        encounters += map(Record, node.value if isinstance(node.value, list) else [node])
    for encounter in encounters:
        name = encounter.text("name")
        hidden = encounter.text("hide") == "creatures" or "creatures" in encounter.texts("hide")
        for node in encounter.nodes("creatures"):
            missing += _members(node, others, hidden=hidden, encounter=name if len(encounters) > 1 else "")
        others += encounter.leftovers(f"{name} ")
    rest = _ENCOUNTER.sub(lambda found: "\n" * found[0].count("\n"), text)
    return missing, others, rest


def _members(node: Node, others: list[Leftover], *, hidden: bool, encounter: str) -> Iterator[MissingCreature]:
    """The creature in a line such as `3: Goblin, 7, 15, hidden`, or in a table with a key for each of its numbers."""
    count, value = "1", node
    if isinstance(node.value, dict) and not any(key in node.value for key in _NAMED) and len(node.value) == 1:
        ((count, value),) = node.value.items()
    name, fields, odd = _participant(value)
    heads = head_count(count, {})
    fields |= {"count": heads.number} if heads.number > 1 else {}
    fields |= {"hidden": True} if hidden else {}
    fields |= {"notes": encounter} if encounter else {}
    if heads.note:
        others.append(Leftover(node.line, "", f"{name}: {heads.note}"))
    others += [Leftover(node.line, "", f"{name}: {each}") for each in odd]
    if name:
        yield MissingCreature(name, node.line, fields)


def _participant(value: Node) -> tuple[str, Table, list[str]]:
    """The name of a creature, its fields, and unknown words."""
    if isinstance(value.value, dict):
        return _in_table(Record(value))
    if isinstance(value.value, list):  # the name in the bestiary, and the name in the fight
        names = [without_links(node_text(each)) for each in value.value]
        fields: Table = {"name": names[1]} if len(names) > 1 and names[1] else {}
        return names[0] if names else "", fields, names[2:]
    name, *words = [without_links(each).strip() for each in node_text(value).split(",")]
    numbers = [each for each in words if re.fullmatch(r"-?[0-9]{1,6}", each)]
    fields = _fields(dict(zip(_NUMBERS, map(int, numbers), strict=False)))
    odd = [each for each in words if each not in numbers and not _mark(fields, each)]
    return name, fields, [*odd, *numbers[len(_NUMBERS) :]]


def _in_table(record: Record) -> tuple[str, Table, list[str]]:
    name = next((record.text(key) for key in _NAMED if record.text(key)), "")
    numbers = {field: number for key, field in _KEYS.items() if (number := record.whole(key)) is not None}
    fields = _fields(numbers)
    if record.text("name"):
        fields["name"] = without_links(record.text("name"))
    for key in (_HIDDEN, *_FRIENDS):
        if record.flag(key):
            _mark(fields, key)
    return without_links(name), fields, [words for _, words in record.unread_texts()]


def _fields(numbers: dict[str, int]) -> Table:
    """Numbers as fields of a creature; a creature has at least one hit point."""
    fields: Table = {
        key: number for key, number in numbers.items() if key in ("initiative", "xp") and abs(number) < 10**6
    }
    if numbers.get("max_hp", 0) > 0:
        fields["max_hp"] = numbers["max_hp"]
    if "ac" in numbers:
        fields["defenses"] = {"ac": numbers["ac"]}
    return fields


def _mark(fields: Table, word: str) -> bool:
    """Sets the field for a side or for hidden, if the word means that; returns whether it does."""
    if word.lower() in _FRIENDS:
        fields["side"] = "party"
    elif word.lower() == _HIDDEN:
        fields["hidden"] = True
    return word.lower() in (*_FRIENDS, _HIDDEN)
