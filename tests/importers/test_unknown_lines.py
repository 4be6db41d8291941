"""A line that no importer understands, anywhere in a stat block: the rest is read the same, and the line is kept."""

import re
from typing import Any

import pytest

from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.import_result import ImportResult
from tests.helpers.imports.fen_brute import OF_2008, OF_2010
from tests.helpers.imports.fen_lurker import BOOK, COPIED
from tests.helpers.imports.orcus_stat_blocks import BOG_WARDEN, THE_SAME_LOOSER
from tests.helpers.imports.reed_stalker import MARKDOWN, OF_2014, OF_2024
from tests.helpers.project.exhaustive import some_of

NONSENSE = "Quibbling zephyrs jumble the wet parapets."
ONE_LINE_FIGURES = """Fen Lurker
Large 4th level spoiler [beast]
Initiative +8, AC 19, PD 17, MD 13, HP 110
Muddy claws +9 vs. AC (2 attacks)—14 damage
Natural even hit against a stuck or hampered enemy: The target is dazed (save ends).
R: Bog spit +7 vs. PD (1d3 nearby enemies)—10 acid damage
Limited use: 1/battle.
Patient: The fen lurker likes to wait.
Nastier Specials
Reek: Nobody near it smells anything else.
"""

SOURCES = {
    "Archmage, as a book": BOOK,
    "Archmage, as copied": COPIED,
    "Archmage, figures in one line": ONE_LINE_FIGURES,
    "fifth edition of 2014": OF_2014,
    "fifth edition of 2024": OF_2024,
    "fifth edition in Markdown": MARKDOWN,
    "fourth edition of 2008": OF_2008,
    "fourth edition of 2010": OF_2010,
    "Orcus": BOG_WARDEN,
    "Orcus, as typed": THE_SAME_LOOSER,
}


def read(text: str) -> ImportResult:
    return read_source(text.encode(), "a source")


def places(text: str) -> list[int]:
    """The places where a line can be inserted: below the first line, but not within a sentence of two lines."""
    lines = text.split("\n")
    return [at for at in range(1, len(lines)) if not _is_within_sentence(lines[at - 1], lines[at])]


def _is_within_sentence(before: str, after: str) -> bool:
    return (len(before) > 40 and before[-1] not in ".!?") or re.match(r"[a-z]", after) is not None


def with_line(text: str, at: int, line: str) -> str:
    lines = text.split("\n")
    mark = re.match(r"(?:> ?)?", lines[at - 1] or lines[min(at, len(lines) - 1)])
    return "\n".join([*lines[:at], f"{mark[0] if mark else ''}{line}", *lines[at:]])


def without(value: Any, words: str) -> Any:
    """A value of a creature's table without the words, and without entries that become empty."""
    if isinstance(value, str):
        left = re.sub(rf"(?:(?:hp|miss|self|saved): |remind )*{re.escape(words.strip('.'))}[.:…]*", "", value)
        return " ".join(re.findall(r"[^\s.]+", left))
    if isinstance(value, list):
        return [left for each in value if (left := without(each, words)) not in ("", {}, [])]
    if isinstance(value, dict):
        return {key: left for key, each in value.items() if (left := without(each, words)) not in ("", {}, [])}
    return value


TEXT_ALONE = {("Orcus", 24), ("Orcus", 25)}
"""Lines in a power without an attack roll, whose lines must express its whole text."""
CASES = [(name, at) for name, text in SOURCES.items() for at in places(text) if (name, at) not in TEXT_ALONE]


@pytest.mark.parametrize(("name", "at"), some_of(CASES, one_in=3))
def test_an_unknown_line_changes_nothing_else_and_is_kept(name: str, at: int):
    text = SOURCES[name]
    before, after = read(text), read(with_line(text, at, NONSENSE))
    left = [each.text for each in after.leftovers]
    assert "zephyrs jumble" in " ".join([str(after.creatures), *left])
    assert without(list(after.creatures), NONSENSE) == without(list(before.creatures), NONSENSE)
