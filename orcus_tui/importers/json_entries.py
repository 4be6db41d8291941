"""Formats whose source is a list of stat blocks, read entry by entry: JSON, or YAML of the same shape."""

from collections.abc import Callable

from msgspec import Struct

from orcus_tui.importers.creature_draft import CreatureDraft, one_line
from orcus_tui.importers.import_result import ImportResult, Leftover, UnreadableSource
from orcus_tui.importers.json_nodes import Node, entry_nodes, node_text, read_json
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.source_text import decode_source
from orcus_tui.importers.system_check import result_for_system


class EntryFormat(Struct, frozen=True):
    """How to read the entries of a format: its system, which entries are creatures, and the draft of one.

    `required` names what a stat block has, for the message about a source without any; `noun` is what the format calls
    one. `read_document` reads the text of the source.
    """

    system: str
    is_creature: Callable[[Record], bool]
    draft_of: Callable[[Record], CreatureDraft]
    required: str
    noun: str = "stat block"
    read_document: Callable[[str], Node] = read_json


def read_entries(data: bytes, entry_format: EntryFormat) -> ImportResult:
    """The creatures among the entries, and the text of every other entry.

    Raises UnreadableSource for a source that is no such document or has no creature.
    """
    drafts: list[CreatureDraft] = []
    others: list[Leftover] = []
    for node in entry_nodes(entry_format.read_document(decode_source(data))):
        record = Record(node)
        if entry_format.is_creature(record):
            drafts.append(entry_format.draft_of(record))
        elif node_text(node):
            others.append(Leftover(node.line, "", f"no {entry_format.noun}: {one_line(node_text(node))}"))
    if not drafts:
        raise UnreadableSource(f"no {entry_format.noun} found; each has {entry_format.required}")
    return result_for_system(entry_format.system, drafts, others)
