"""The stat blocks among the entries of a JSON source."""

from collections.abc import Callable

from orcus_tui.importers.creature_draft import Draft, one_line
from orcus_tui.importers.import_result import Leftover, NotReadable
from orcus_tui.importers.json_lines import Record, entries_of, read_json, said
from orcus_tui.importers.source_text import text_of


def drafts_in(
    data: bytes, is_creature: Callable[[Record], bool], draft_of: Callable[[Record], Draft], each_has: str
) -> tuple[list[Draft], list[Leftover]]:
    """A draft for each entry that is a creature; and the others, as far as they say anything.

    Raises NotReadable where the source is no JSON, or none of its entries is a creature: `each_has` is what one has.
    """
    drafts: list[Draft] = []
    others: list[Leftover] = []
    for node in entries_of(read_json(text_of(data))):
        record = Record(node)
        if is_creature(record):
            drafts.append(draft_of(record))
        elif said(node):
            others.append(Leftover(node.line, "", f"no stat block: {one_line(said(node))}"))
    if not drafts:
        raise NotReadable(f"no stat block is in it: each has {each_has}")
    return drafts, others
