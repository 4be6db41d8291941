"""`orcus-tui check` and `orcus-tui new`: check and build encounter files."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import typer

from orcus_tui.cli import REFUSED
from orcus_tui.cli.output import print_json, print_lines, print_message, refusing_errors

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from orcus_tui.builder.plan import Plan


def check_files(files: Iterable[Path], *, as_json: bool = False) -> None:
    """Prints every fault of encounter files with its line, and exits with status 2 if there are any."""
    from orcus_tui.errors import OrcusError
    from orcus_tui.storage.large_file import large_file_message

    found: dict[str, list[str]] = {}
    for file in files:
        print_message(large_file_message(file))
        try:
            _check(file)
        except OrcusError as fault:
            found[str(file)] = list(fault.lines)
            if not as_json:
                print_message(str(fault))
    if as_json:
        print_json(found)
    if found:
        raise typer.Exit(REFUSED)


def _check(file: Path) -> None:
    """Checks an encounter, for the system of a campaign that lists it, or the file of a campaign. Raises OrcusError."""
    from orcus_tui.campaign.campaign import FILE_NAME
    from orcus_tui.campaign.campaign_file import read_campaign
    from orcus_tui.campaign.opening import campaign_with
    from orcus_tui.config.paths import library
    from orcus_tui.storage.encounter.read import check_encounter
    from orcus_tui.systems import DEFAULT

    if file.name == FILE_NAME:
        read_campaign(file)
    else:
        found = campaign_with(file)
        check_encounter(file, found[0].system if found else DEFAULT, library(print_message))


def build_on_screen(plan: Plan, *, in_ascii: bool) -> None:
    """Opens the builder on a plan."""
    from orcus_tui.cli.tracker import open_builder

    with refusing_errors():
        raise typer.Exit(open_builder(plan, in_ascii=in_ascii))


def build_from_lines(plan: Plan, additions: Sequence[str], fill: str | None = None, seed: int | None = None) -> None:
    """Builds and writes an encounter without a screen, and prints its difficulty.

    `fill` is a query for creatures to fill the budget with; they are drawn with `seed`, or with a random one.
    """
    from orcus_tui.builder.budget_fill import HIGHEST_SEED
    from orcus_tui.builder.plan import FillRequest, build_and_write, open_draft
    from orcus_tui.config.paths import library

    number = Random().randint(1, HIGHEST_SEED) if seed is None else seed
    filling = None if fill is None else FillRequest(fill, number, Random(number))
    with refusing_errors():
        print_lines(build_and_write(open_draft(plan), additions, library(print_message), filling))
