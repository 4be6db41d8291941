"""`orcus-tui new`: an encounter built in the builder, or without a screen."""

from collections.abc import Sequence
from random import Random

import typer

from orcus_tui.builder.budget_fill import HIGHEST_SEED
from orcus_tui.builder.plan import FillRequest, Plan, build_and_write, open_draft
from orcus_tui.cli.output import print_line, print_message, refusing_errors
from orcus_tui.config.paths import library


def build_on_screen(plan: Plan, *, in_ascii: bool) -> None:
    """Opens the builder on a plan."""
    from orcus_tui.cli.tracker import open_builder

    with refusing_errors():
        raise typer.Exit(open_builder(plan, in_ascii=in_ascii))


def build_from_lines(plan: Plan, additions: Sequence[str], fill: str | None = None, seed: int | None = None) -> None:
    """Builds and writes an encounter without a screen, and prints its difficulty.

    `fill` is a query for the creatures to fill the budget with, picked with the dice of the seed, or of one at random.
    """
    number = Random().randint(1, HIGHEST_SEED) if seed is None else seed
    filling = None if fill is None else FillRequest(fill, number, Random(number))
    with refusing_errors():
        for line in build_and_write(open_draft(plan), additions, library(print_message), filling):
            print_line(line)
