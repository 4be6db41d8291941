"""The command `orcus-tui` itself: its options, its default command, and the list of commands by subject."""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from orcus_tui import __version__
from orcus_tui.cli import FAILED, GROUPS


class EncounterFirst(TyperGroup):
    """Makes `open` the default command, so that `orcus-tui FILE` opens the file; lists the commands by subject."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # as click calls it
        """The commands in the order of `GROUPS`."""
        return [name for names in GROUPS.values() for name in names]

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  # as click calls it
        """Writes a list for each subject, with the names of all in one column."""
        widest = max(map(len, self.commands))
        for title, names in GROUPS.items():
            room = formatter.width - widest - 6
            rows = [(name.ljust(widest), self.commands[name].get_short_help_str(room)) for name in names]
            with formatter.section(title):
                formatter.write_dl(rows)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # typer does not export the context's class
        """Inserts `open` before arguments without a command."""
        if ctx.resilient_parsing and len(args) < 1:  # a shell requests the commands
            return super().parse_args(ctx, args)
        if (
            not args
            or args[0] in ("--ascii", "--read-only")
            or (args[0] not in self.commands and not args[0].startswith("-"))
        ):
            args = ["open", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=EncounterFirst,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help"]},
    pretty_exceptions_enable=False,
    help="A combat tracker for game masters. `orcus-tui FILE` opens an encounter in the tracker.",
)


# Options of several commands
Ascii = Annotated[
    bool, typer.Option("--ascii", help="Draw with ASCII characters only and send as little as possible (slow lines).")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]
SameDice = Annotated[int | None, typer.Option(help="Roll the same dice every time.")]


def _print_version(wanted: bool) -> None:  # noqa: FBT001  # the signature of a callback
    if wanted:
        typer.echo(f"orcus-tui {__version__}")
        raise typer.Exit


@app.callback()
def common_options(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """The options of `orcus-tui` itself."""


def main() -> None:
    """Runs `orcus-tui` with the registered commands; ends silently if the reader of its output closes the pipe."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # An encoding that lacks a character, such as the arrow in 7 → 3, shows a ? instead.
            stream.reconfigure(errors="replace")
    try:
        app(prog_name="orcus-tui")
    except BrokenPipeError:
        _discard_output()
        sys.exit(FAILED)
    except OSError as fault:  # an error of the output, such as a full disk; commands handle errors of their files
        with suppress(OSError):
            typer.echo(f"orcus-tui: {fault.strerror or fault}", err=True)
        _discard_output()
        sys.exit(FAILED)


def _discard_output() -> None:
    """Discards output that could not be written; otherwise Python would try again at exit and report an error."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            os.dup2(devnull, stream.fileno())
