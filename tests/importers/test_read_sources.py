"""Readings of sources in many formats, complete and with lines missing or repeated, in a file that makes changes
visible.
"""

import json
from collections.abc import Iterator

from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.source_text import UnreadableSource
from tests.helpers.imports.fen_brute import OF_2008, OF_2010
from tests.helpers.imports.fen_lurker import BOOK, COPIED
from tests.helpers.imports.orcus_stat_blocks import BOG_WARDEN, THE_SAME_LOOSER
from tests.helpers.imports.reed_stalker import MARKDOWN, OF_2014, OF_2024, SOURCES
from tests.helpers.project.files import ROOT
from tests.helpers.project.snapshots import check_file

TEXTS = {
    "Orcus": BOG_WARDEN,
    "Orcus, looser": THE_SAME_LOOSER,
    "2008": OF_2008,
    "2010": OF_2010,
    "Archmage book": BOOK,
    "Archmage, copied": COPIED,
    "2014": OF_2014,
    "2024": OF_2024,
    "Markdown": MARKDOWN,
    **SOURCES,
}
EACH = 3
"""One of this many lines is left out, and the next one is repeated."""


def read(text: str) -> list[str]:
    """The fields of the creatures in a source and the leftovers, or the reason why it is refused."""
    try:
        found = read_source(text.encode(), "source")
    except UnreadableSource as refused:
        return [str(refused)]
    rows = [found.system]
    for creature in found.creatures:
        for field, value in creature.items():
            several = value if field == "power" else [value]
            rows += [f"{creature['name']} {field} {json.dumps(each, ensure_ascii=False)}" for each in several]
    return [*rows, *(f"left over {each.creature}: {json.dumps(each.text)}" for each in found.leftovers)]


def changed(text: str) -> Iterator[tuple[str, str]]:
    """The source with a line missing or repeated; JSON without one of its keys."""
    if text.startswith("{"):
        whole = json.loads(text)
        yield from ((f"without {key}", json.dumps({**whole, key: None})) for key in whole)
        return
    lines = text.splitlines()
    for at in range(0, len(lines), EACH):
        yield f"without {lines[at].strip()}", "\n".join(lines[:at] + lines[at + 1 :])
        yield f"twice {lines[at - 1].strip()}", "\n".join(lines[:at] + lines[at - 1 :])


def rows_of(text: str) -> Iterator[str]:
    whole = read(text)
    yield from whole
    for name, other in changed(text):
        found = read(other)
        yield f"> {name}"
        yield from (f"- {row}" for row in whole if row not in found)
        yield from (f"+ {row}" for row in found if row not in whole)


def test_the_result_of_each_source_is_as_last_reviewed() -> None:
    rows = [row for name, text in TEXTS.items() for row in (f"# {name}", *rows_of(text))]
    check_file(ROOT / "tests" / "importers" / "read_sources.txt", "".join(f"{row}\n" for row in rows))
