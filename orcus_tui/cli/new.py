"""`orcus-tui new`: an encounter built in the builder, or from the command line alone."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import typer

from orcus_tui.builder.plan import Plan, build_and_write, open_draft
from orcus_tui.cli.messages import print_line, refuse, refusing_bad_files
from orcus_tui.commands.command_error import CommandError
from orcus_tui.config.paths import library
from orcus_tui.rules.resolution import Impossible


def build_on_screen(plan: Plan, *, in_ascii: bool) -> None:
    """Opens the builder on a plan."""
    from orcus_tui.cli.tracker import open_builder

    with refusing_bad_files(), _refusing_impossible_plans():
        raise typer.Exit(open_builder(plan, in_ascii=in_ascii))


def build_from_lines(plan: Plan, additions: Sequence[str]) -> None:
    """Builds and writes an encounter without a screen, and prints its difficulty."""
    with refusing_bad_files(), _refusing_impossible_plans():
        for line in build_and_write(open_draft(plan), additions, library()):
            print_line(line)


@contextmanager
def _refusing_impossible_plans() -> Iterator[None]:
    try:
        yield
    except (CommandError, Impossible) as fault:
        refuse(fault.message)
