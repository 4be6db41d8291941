"""The clauses of each family's prose, one by one, with their readings, in a file that makes changes visible.

In `clauses.txt`, a line after `>` is a sentence, written by hand; the lines below it are its reading. To add a
sentence, write it into the file, and renew the file.
"""

from collections.abc import Iterator
from pathlib import Path

from orcus_tui.importers.archmage.clauses import read_prose as read_archmage
from orcus_tui.importers.orcus.clauses import subject_for
from orcus_tui.importers.orcus.effects import read_effects
from orcus_tui.importers.prose import NO_DAMAGE, Reading
from orcus_tui.importers.srd5.clauses import read_prose as read_srd5
from tests.helpers.project.snapshots import check_file

CLAUSES = Path(__file__).with_name("clauses.txt")
SENTENCE = "> "
READERS = {
    "archmage": read_archmage,
    "orcus": lambda sentence: read_effects(sentence, subject_for("Ogre")),
    "srd5": read_srd5,
}


def read(reading: Reading) -> Iterator[str]:
    """A reading, with a line for each field that is not empty."""
    for name in Reading.__struct_fields__:
        value = getattr(reading, name)
        if value and value != NO_DAMAGE:
            yield f"  {name}: {'; '.join(map(str, value)) if isinstance(value, list | tuple) else value}"


def test_the_result_of_each_clause_is_as_last_reviewed() -> None:
    rows: list[str] = []
    for line in CLAUSES.read_text(encoding="utf-8").splitlines():
        if line.startswith(SENTENCE):
            family, _, sentence = line.removeprefix(SENTENCE).partition(" ")
            rows += [line, *read(READERS[family](sentence))]
    check_file(CLAUSES, "".join(f"{row}\n" for row in rows))
