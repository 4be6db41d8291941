"""Stat blocks of the fifth edition as text: pasted from a page or a PDF, or Markdown in any dialect."""

from orcus_tui.importers.import_result import ImportResult, Leftover, UnreadableSource
from orcus_tui.importers.source_text import decode_source, refuse_too_many_lines
from orcus_tui.importers.srd5.block_body import read_body, with_labels_joined
from orcus_tui.importers.srd5.block_entries import split_one_line_block
from orcus_tui.importers.srd5.block_heads import BlockLines, blocks_in
from orcus_tui.importers.srd5.printed_creature import PrintedCreature, draft_of
from orcus_tui.importers.srd5.source_lines import SourceLine, source_lines
from orcus_tui.importers.system_check import result_for_system


def read(data: bytes) -> ImportResult:
    """The creatures of a text. Raises UnreadableSource if there are none."""
    text = decode_source(data)
    refuse_too_many_lines(text.count("\n") + 1)
    lines = [each for line in source_lines(text) for each in split_one_line_block(line)]
    blocks, outside = blocks_in(with_labels_joined(lines))
    if not blocks:
        raise UnreadableSource("no stat block found; each has an armor class and, soon after, hit points")
    printed: list[PrintedCreature] = []
    for block in blocks:
        creature, after = _creature(block)
        printed.append(creature)
        outside += after
    return result_for_system("srd5", map(draft_of, printed), _paragraphs(outside))


def _creature(block: BlockLines) -> tuple[PrintedCreature, list[SourceLine]]:
    printed = PrintedCreature(block.name, block.line)
    printed.put("kind", block.kind, block.kind_line)
    return printed, read_body(printed, block.body)


def _paragraphs(lines: list[SourceLine]) -> list[Leftover]:
    """The lines outside any creature, those that follow each other together."""
    found: list[Leftover] = []
    last = -1
    for line in lines:
        if not line.text:
            continue
        if found and line.number <= last + 1:
            found[-1] = Leftover(found[-1].line, "", f"{found[-1].text} {line.text}")
        else:
            found.append(Leftover(line.number, "", line.text))
        last = line.number
    return found
