"""`orcus-tui import`: makes an encounter file from stat blocks in other formats."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from orcus_tui.cli.messages import print_message, refuse, refusing_errors
from orcus_tui.importers.import_report import report_lines
from orcus_tui.importers.imported_encounter import make_encounter
from orcus_tui.importers.sources import read_sources
from orcus_tui.storage.atomic import write_atomically
from orcus_tui.storage.large_file import LARGE_SOURCE, large_file_message


def import_files(files: Sequence[str], output: Path | None, *, force: bool) -> None:
    """Writes the creatures of files as an encounter and reports on each file; by default to standard output."""
    if output is not None and os.path.lexists(output) and not force:
        refuse(f"{output} exists; name another file, or overwrite it with --force")
    for message in filter(None, (large_file_message(Path(file), LARGE_SOURCE) for file in files)):
        print_message(message)
    with refusing_errors():
        sources = read_sources(files, _read_stdin)
        encounter = make_encounter(sources, output)
        if output is None:
            typer.echo(encounter.text, nl=False)
        else:
            write_atomically(output, encounter.text)
    for line in report_lines(sources, encounter):
        print_message(line)
    if output is not None:
        print_message(f"Wrote {output}")


def _read_stdin(most: int) -> bytes:
    """Standard input, up to one byte more than `most`."""
    if sys.stdin is None:  # the parent process closed it
        refuse("no standard input to read stat blocks from")
    return sys.stdin.buffer.read(most + 1)
