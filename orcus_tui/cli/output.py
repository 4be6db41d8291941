"""The output of commands: lines on standard output, messages on standard error, and refusals with status 2."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NoReturn

import typer

from orcus_tui.cli import REFUSED


def print_line(line: str) -> None:
    """Prints a line to standard output, without control characters."""
    from orcus_tui.model.text import printable

    typer.echo(printable(line))


def print_lines(lines: Iterable[str]) -> None:
    """Prints lines to standard output, each as soon as it is there."""
    for line in lines:
        print_line(line)


def print_json(document: object) -> None:
    """Prints a JSON document on a line, in ASCII for any encoding."""
    import json

    typer.echo(json.dumps(document))


def print_message(message: str) -> None:
    """Prints a message, unless it is empty, to standard error, without control characters."""
    from orcus_tui.model.text import printable

    if message:
        typer.echo(printable(message), err=True)


def print_messages(messages: Iterable[str]) -> None:
    """Prints messages to standard error."""
    for message in messages:
        print_message(message)


def standard_input(what: str) -> BinaryIO:
    """Standard input, to read `what` from; refuses if the parent process has closed it."""
    if sys.stdin is None:
        refuse(f"no standard input to read {what} from")
    return sys.stdin.buffer


def refuse_to_overwrite(output: Path | None, *, force: bool) -> None:
    """Refuses to write a file that exists, unless with `force`."""
    if output is not None and not force and os.path.lexists(output):
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
