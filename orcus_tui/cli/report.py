"""`orcus-tui report`: the statistics of a fight from its journal, or of all fights in a folder."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path

from orcus_tui.cli.output import print_line, print_lines, print_message, refuse, refuse_to_overwrite, refusing_errors
from orcus_tui.config import paths
from orcus_tui.report.figures import FightFigures
from orcus_tui.report.journal_report import report_journal, total_figures
from orcus_tui.report.report_forms import as_csv, as_json, as_markdown
from orcus_tui.report.report_page import as_html, charts
from orcus_tui.report.report_text import report_lines
from orcus_tui.storage.atomic import write_atomically
from orcus_tui.storage.encounter.read import is_folder
from orcus_tui.storage.journal.journal_file import has_journal, journal_path
from orcus_tui.storage.journal.journal_list import list_journals
from orcus_tui.storage.large_file import large_folder_message, large_journal_message
from orcus_tui.storage.storage_error import StorageError

FORMS: Mapping[str, Callable[[FightFigures], str]] = {
    ".html": as_html,
    ".svg": charts,
    ".md": as_markdown,
    ".csv": as_csv,
    ".json": lambda figures: json.dumps(as_json(figures), indent=1) + "\n",
}
"""The formats of `-o`, by the ending of the file's name."""


def print_report(wanted: str | None, output: Path | None, *, ranked: bool, force: bool = False) -> None:
    """Prints the statistics of a journal, or writes them in the format of the file's name.

    Only overwrites an existing file with `force`.
    """
    if output is not None and output.suffix.lower() not in FORMS:
        refuse(f"{output}: name a file that ends in {', '.join(FORMS)}")
    refuse_to_overwrite(output, force=force)
    with refusing_errors():
        figures = _figures(wanted)
        if output is not None:
            write_atomically(output, FORMS[output.suffix.lower()](figures))
            print_line(f"wrote {output}")
            return
    print_lines(report_lines(figures, ranked=ranked))


def _figures(wanted: str | None) -> FightFigures:
    """The statistics of a journal's path, a folder, or a full or abbreviated ID; by default of the newest journal."""
    if wanted and is_folder(wanted):
        return _folder_figures(Path(wanted))
    path = _journal(wanted)
    print_message(large_journal_message(path))
    found = report_journal(path)
    if found.problem:
        print_message(f"read up to the fault: {found.problem}")
    return found.figures


def _journal(wanted: str | None) -> Path:
    folder = paths.state_folder()
    if wanted and (wanted.endswith(".jsonl") or _exists(wanted)):
        return Path(os.path.realpath(wanted))
    if wanted and has_journal(folder, wanted):
        return journal_path(folder, wanted)
    known = [each for each in list_journals(folder) if not each.fault]
    if not wanted:
        if not known:
            raise StorageError(folder, "holds no journal yet; play a fight first")
        return max((journal_path(folder, each.id) for each in known), key=lambda path: path.stat().st_mtime)
    matching = [each.id for each in known if each.id.startswith(wanted)]
    if not matching:
        raise StorageError(
            folder, f'no journal has an ID that begins with "{wanted}"; without an ID, the newest is read'
        )
    if len(matching) > 1:
        raise StorageError(folder, f'"{wanted}" could be {", ".join(matching)}')
    return journal_path(folder, matching[0])


def _exists(path: str) -> bool:
    """Whether a path exists; False for a name that no file can have."""
    try:
        return Path(path).exists()
    except OSError:
        return False


def _folder_figures(folder: Path) -> FightFigures:
    """The statistics of all journals in a folder; prints which unreadable ones are left out."""
    reports: list[FightFigures] = []
    journals = sorted(folder.glob("*.jsonl"))
    print_message(large_folder_message(journals))
    for path in journals:
        try:
            found = report_journal(path)
        except StorageError as fault:
            print_message(f"left out: {fault}")
            continue
        if found.problem:
            print_message(f"{path}: read up to the fault: {found.problem}")
        reports.append(found.figures)
    if not reports:
        raise StorageError(folder, "holds no journal that can be read")
    return total_figures(reports)
