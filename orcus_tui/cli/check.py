"""`orcus-tui check`: every fault of encounter files, each with its line."""

from collections.abc import Iterable
from pathlib import Path

import typer

from orcus_tui.cli import REFUSED
from orcus_tui.cli.output import print_message
from orcus_tui.errors import OrcusError
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.large_file import large_file_message


def check_files(files: Iterable[Path]) -> None:
    """Prints the faults of encounter files and exits with status 2 if there are any."""
    has_faults = False
    for file in files:
        if message := large_file_message(file):
            print_message(message)
        try:
            read_encounter(file)
        except OrcusError as fault:
            print_message(str(fault))
            has_faults = True
    if has_faults:
        raise typer.Exit(REFUSED)
