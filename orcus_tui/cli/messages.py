"""What commands print: lines on standard output, messages on standard error, and a refusal that exits with status 2."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import typer

from orcus_tui.cli import REFUSED


def print_line(line: str) -> None:
    """Prints a line to standard output, without control characters."""
    from orcus_tui.model.text import printable

    typer.echo(printable(line))


def print_message(message: str) -> None:
    """Prints a message to standard error, without control characters."""
    from orcus_tui.model.text import printable

    typer.echo(printable(message), err=True)


def refuse(message: str) -> NoReturn:
    """Prints a message and exits with status 2."""
    print_message(message)
    raise typer.Exit(REFUSED)


@contextmanager
def refusing_bad_files() -> Iterator[None]:
    """Turns a StorageError into its message and exit status 2."""
    from orcus_tui.storage.storage_error import StorageError

    try:
        yield
    except StorageError as fault:
        print_message(str(fault))
        raise typer.Exit(REFUSED) from fault
