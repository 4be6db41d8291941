"""`orcus-tui export` and `orcus-tui print`: creatures and encounters as documents."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from orcus_tui.campaign.campaign import FILE_NAME
from orcus_tui.campaign.opening import planned_files, read_fight
from orcus_tui.cli.creatures import search
from orcus_tui.cli.options import ExportOptions, PrintOptions
from orcus_tui.cli.output import print_line, print_message, refuse, refuse_to_overwrite, refusing_errors
from orcus_tui.cli.system_list import known_system
from orcus_tui.config import paths
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import plural
from orcus_tui.paper.page import Card, card_of, cards_page, encounter_page, write_page
from orcus_tui.storage.atomic import write_atomically
from orcus_tui.storage.encounter.creature_markdown import creatures_markdown
from orcus_tui.storage.encounter.fight_tables import FORMAT
from orcus_tui.storage.encounter.read import Document, bytes_of, read_encounter_bytes
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.storage.toml.write import encounter_text
from orcus_tui.systems import DEFAULT, SYSTEMS

MARKDOWN = (".md", ".markdown")
TOML = ".toml"

Table = Mapping[str, Any]


def export_creatures(options: ExportOptions) -> None:
    """Writes the creatures of files, or the matches of a query in the library."""
    output = options.output
    if output is not None and output.suffix.lower() not in (*MARKDOWN, TOML):
        refuse(f"{output}: name a file that ends with .md or .toml")
    refuse_to_overwrite(output, force=options.force)
    as_markdown = options.markdown if output is None else output.suffix.lower() in MARKDOWN
    with refusing_errors():
        system, creatures = _creatures(options.query or (), options.system)
        text = creatures_markdown(system, creatures) if as_markdown else _encounter(system, creatures, output)
        if output is None:
            typer.echo(text, nl=False)
        else:
            write_atomically(output, text)
            print_message(f"Wrote {output}: {plural(len(creatures), 'creature')}")


def _creatures(words: Sequence[str], system: str | None) -> tuple[str, list[Table]]:
    """The system and the tables of the creatures; the words are either all files, or a query."""
    files = [Path(each) for each in words]
    if not files or not all(each.suffix == TOML for each in files):
        known = known_system(system) or DEFAULT
        found = search(paths.library(print_message), known, " ".join(words))
        return known, [each.table for each in found]
    documents = [(path, bytes_of(path)) for path in files]
    systems = {read_encounter_bytes(data, path).system for path, data in documents}
    if len(systems) > 1:
        refuse(f"the files are for different rules systems ({', '.join(sorted(systems))}); export them one by one")
    tables = [each for path, data in documents for each in Document(path, data).creatures]
    return systems.pop(), [each for each in tables if isinstance(each, dict)]


def _encounter(system: str, creatures: Sequence[Table], output: Path | None) -> str:
    name = output.stem if output else "export"
    return encounter_text({"format": FORMAT, "name": name, "system": system, "creature": list(creatures)})


def print_page(options: PrintOptions) -> None:
    """Writes the page of encounters, or of the creatures of a search."""
    files = options.files or ()
    if bool(files) == (options.cards is not None):
        refuse('name encounters, or creatures of the library with --cards "undead level 1-3"')
    refuse_to_overwrite(options.output, force=options.force)
    with refusing_errors():
        text = encounter_page(_fights(files)) if files else cards_page(_cards(options))
        if options.output is None:
            typer.echo(text, nl=False)
        else:
            print_line(write_page(options.output, text))


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
    found = search(library, system, options.cards or "")
    return [card_of(*library.view_with(SYSTEMS[system], each)) for each in found]
