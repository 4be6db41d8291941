"""`orcus-tui print`: encounters, creatures and a blank tracker as one page for a browser to print."""

from collections.abc import Sequence
from pathlib import Path

import typer

from orcus_tui.campaign.campaign import FILE_NAME
from orcus_tui.campaign.opening import planned_files, read_fight
from orcus_tui.cli.creatures import search
from orcus_tui.cli.options import PrintOptions
from orcus_tui.cli.output import print_line, print_message, refuse, refuse_to_overwrite, refusing_errors
from orcus_tui.cli.system_list import known_system
from orcus_tui.config import paths
from orcus_tui.model.fight import Fight
from orcus_tui.paper.page import Card, card_of, cards_page, encounter_page
from orcus_tui.storage.atomic import write_atomically
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import DEFAULT, SYSTEMS, view_of


def print_page(options: PrintOptions) -> None:
    """Writes the page of encounters, or of the creatures of a search."""
    files = options.files or ()
    if bool(files) == (options.cards is not None):
        refuse('name encounters, or creatures of the library with --cards "undead level 1-3"')
    if not options.force:
        refuse_to_overwrite(options.output)
    with refusing_errors():
        text = encounter_page(_fights(files)) if files else cards_page(_cards(options))
        if options.output is None:
            typer.echo(text, nl=False)
        else:
            write_atomically(options.output, text)
            print_line(f"wrote {options.output}; open it in a browser and print it")


def _fights(files: Sequence[Path]) -> list[Fight]:
    """The fights of encounters; a campaign's file stands for its planned fights."""
    found: list[Fight] = []
    for each in files:
        encounters = planned_files(each) if each.name == FILE_NAME else [each]
        if not encounters:
            raise StorageError(each, "no fight is planned")
        found += map(read_fight, encounters)
    return found


def _cards(options: PrintOptions) -> list[Card]:
    """A card for each creature of a search."""
    library, system = paths.library(print_message), known_system(options.system) or DEFAULT
    cards = []
    for each in search(library, system, options.cards or ""):
        fight = library.fight_with(SYSTEMS[system], each)
        cards.append(card_of(view_of(fight), next(iter(fight.sheets))))
    return cards
