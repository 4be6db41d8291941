"""The output of commands: lines on standard output, messages on standard error, and refusals with status 2."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import typer

from orcus_tui.cli import REFUSED


def print_line(line: str) -> None:
    """Prints a line to standard output, without control characters."""
    from orcus_tui.model.text import printable

    typer.echo(printable(line))


def print_json(document: object) -> None:
    """Prints a JSON document on a line, in ASCII for any encoding."""
    import json

    typer.echo(json.dumps(document))


def print_message(message: str) -> None:
    """Prints a message to standard error, without control characters."""
    from orcus_tui.model.text import printable

    typer.echo(printable(message), err=True)


def refuse_to_overwrite(output: Path | None) -> None:
    """Refuses to write a file that exists."""
    if output is not None and os.path.lexists(output):
        refuse(f"{output} exists; name another file, or overwrite it with --force")


def refuse(message: str) -> NoReturn:
    """Prints a message and exits with status 2."""
    print_message(message)
    raise typer.Exit(REFUSED)


@contextmanager
def refusing_errors() -> Iterator[None]:
    """Turns an error into its message and exit status 2."""
    from orcus_tui.errors import OrcusError

    try:
        yield
    except OrcusError as fault:
        print_message(str(fault))
        raise typer.Exit(REFUSED) from fault
