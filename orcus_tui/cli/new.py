"""`orcus-tui new`: an encounter built in the builder, or without a screen."""

from collections.abc import Sequence

import typer

from orcus_tui.builder.plan import Plan, build_and_write, open_draft
from orcus_tui.cli.messages import print_line, refusing_errors
from orcus_tui.config.paths import library


def build_on_screen(plan: Plan, *, in_ascii: bool) -> None:
    """Opens the builder on a plan."""
    from orcus_tui.cli.tracker import open_builder

    with refusing_errors():
        raise typer.Exit(open_builder(plan, in_ascii=in_ascii))


def build_from_lines(plan: Plan, additions: Sequence[str]) -> None:
    """Builds and writes an encounter without a screen, and prints its difficulty."""
    with refusing_errors():
        for line in build_and_write(open_draft(plan), additions, library()):
            print_line(line)
