"""Encounter blocks of Obsidian's Initiative Tracker: who takes part and how many, in fenced blocks of a note."""

import re
from collections.abc import Iterator

from orcus_tui.importers.import_result import ImportResult, Leftover, MissingCreature, Table, UnreadableSource
from orcus_tui.importers.json_nodes import Node, node_text
from orcus_tui.importers.obsidian_notes import block_node, fence
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.source_text import decode_source
from orcus_tui.importers.srd5.head_counts import head_count
from orcus_tui.importers.srd5.source_lines import without_links

_FENCE = fence("encounter(?:-table)?")
_FRIENDS, _HIDDEN = ("friend", "friendly", "ally", "allied"), "hidden"
_NUMBERS = ("max_hp", "ac", "initiative", "xp")
"""The numbers after a name, in their order."""
_KEYS = {"hp": "max_hp", "ac": "ac", "mod": "initiative", "modifier": "initiative", "xp": "xp"}
_NAMED = ("creature", "monster")


def read(data: bytes) -> ImportResult:
    """The creatures that the encounters of a note name. Raises UnreadableSource if there are none."""
    missing, others, rest = take_out(decode_source(data))
    if not missing:
        raise UnreadableSource("no encounter block with creatures found; each is YAML between ```encounter and ```")
    lines = enumerate(rest.split("\n"), 1)
    others += [Leftover(number, "", shown) for number, each in lines if (shown := without_links(each).strip("#`~-^ "))]
    return ImportResult("srd5", (), tuple(sorted(others, key=lambda each: each.line)), tuple(missing))


def take_out(text: str) -> tuple[list[MissingCreature], list[Leftover], str]:
    """The creatures that encounters of a note name, what they leave over, and the note with them blank."""
    missing: list[MissingCreature] = []
    others: list[Leftover] = []
    encounters: list[Record] = []
    for found in _FENCE.finditer(text):
        node = block_node(text, found)
        encounters += map(Record, node.value if isinstance(node.value, list) else [node])
    for encounter in encounters:
        name = encounter.text("name")
        hidden = encounter.text("hide") == "creatures" or "creatures" in encounter.texts("hide")
        for node in encounter.nodes("creatures"):
            missing += _members(node, others, hidden=hidden, encounter=name if len(encounters) > 1 else "")
        others += [
            Leftover(line, "", " ".join(filter(None, (name, words)))) for line, words in encounter.unread_texts()
        ]
    rest = _FENCE.sub(lambda found: "\n" * found[0].count("\n"), text)
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
    """The name of a creature, its fields, and words that say nothing known."""
    if isinstance(value.value, dict):
        return _in_table(Record(value))
    if isinstance(value.value, list):  # its name, and that of this one
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
    """Whether a word is a mark: whose side a creature is on, or that it is hidden."""
    if word.lower() in _FRIENDS:
        fields["side"] = "party"
    elif word.lower() == _HIDDEN:
        fields["hidden"] = True
    return word.lower() in (*_FRIENDS, _HIDDEN)
