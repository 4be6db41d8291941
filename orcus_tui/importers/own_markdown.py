"""Creatures that `orcus-tui export` wrote as Markdown, read back with all their fields."""

from orcus_tui.importers.creature_draft import CreatureDraft, one_line
from orcus_tui.importers.import_result import ImportResult, result_for_system
from orcus_tui.importers.source_text import UnreadableSource, decode_source
from orcus_tui.storage.encounter.creature_markdown import MARK_PATTERN, MarkdownCreature, markdown_creatures

FORMAT = 1


def read(data: bytes) -> ImportResult:
    """The creatures of a file. Raises UnreadableSource if there are none."""
    text = decode_source(data)
    mark = MARK_PATTERN.search(text)
    if mark is None:
        raise UnreadableSource("no creatures exported by orcus-tui: the first line of such a file is missing")
    if mark["format"] != str(FORMAT):
        raise UnreadableSource(f"exported by a newer orcus-tui: format {mark['format']}, where this one reads {FORMAT}")
    found = markdown_creatures(text.split("\n"))
    return result_for_system(mark["system"], map(_draft, found))


def _draft(creature: MarkdownCreature) -> CreatureDraft:
    draft = CreatureDraft(str(creature.table.pop("name")), creature.line)
    text, powers = (creature.table.pop(key, None) for key in ("text", "power"))
    draft.table.update(creature.table)
    if isinstance(text, str):
        for line in text.split("\n"):
            draft.add_text(line)
    for power in powers or ():
        if isinstance(power.get("name"), str):
            draft.add_power(power)
        else:
            draft.add_unclear(f"a power without a name: {power}", creature.line)
    for number, words in creature.others:
        draft.add_unclear(one_line(words), number)
    return draft
