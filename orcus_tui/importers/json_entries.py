"""The stat blocks among the entries of a JSON source: for formats whose source is a list of them."""

from collections.abc import Callable

from orcus_tui.importers.creature_draft import CreatureDraft, one_line
from orcus_tui.importers.import_result import Leftover, UnreadableSource
from orcus_tui.importers.json_nodes import entry_nodes, node_text, read_json
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.source_text import decode_source


def read_entries(
    data: bytes, is_creature: Callable[[Record], bool], draft_of: Callable[[Record], CreatureDraft], each_has: str
) -> tuple[list[CreatureDraft], list[Leftover]]:
    """A draft for each entry that is a creature, and the text of every other entry.

    `each_has` names what a stat block has, for the message. Raises UnreadableSource for a source that is not JSON or
    has no creature.
    """
    drafts: list[CreatureDraft] = []
    others: list[Leftover] = []
    for node in entry_nodes(read_json(decode_source(data))):
        record = Record(node)
        if is_creature(record):
            drafts.append(draft_of(record))
        elif node_text(node):
            others.append(Leftover(node.line, "", f"no stat block: {one_line(node_text(node))}"))
    if not drafts:
        raise UnreadableSource(f"no stat block found; each has {each_has}")
    return drafts, others
