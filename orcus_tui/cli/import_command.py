"""`orcus-tui import`: an encounter, or creatures of the library, from stat blocks in other formats."""

import sys
from collections.abc import Sequence
from pathlib import Path

import typer
from msgspec import Struct

from orcus_tui.cli import FAILED, REFUSED
from orcus_tui.cli.output import (
    print_lines,
    print_message,
    print_messages,
    refuse,
    refuse_to_overwrite,
    refusing_errors,
    standard_input,
)
from orcus_tui.config import paths
from orcus_tui.errors import OrcusError
from orcus_tui.importers.import_report import report_lines, total_lines
from orcus_tui.importers.sources import (
    STDIN,
    STDIN_NAME,
    Source,
    SourceName,
    Unread,
    make_encounter,
    read_each,
    refuse_several_systems,
    source_names,
    unread_source,
)
from orcus_tui.library.library import Library
from orcus_tui.library.missing_creatures import with_missing_creatures
from orcus_tui.library.saved_creatures import SavedCreatures, SaveOptions
from orcus_tui.library.stat_block import stat_block
from orcus_tui.model.text import plural, some_of
from orcus_tui.storage.atomic import DISK, Disk, write_atomically
from orcus_tui.storage.large_file import LARGE_SOURCE, large_data_message, large_file_message
from orcus_tui.systems import SYSTEMS, view_of

LIBRARY = "library"
_START_OF_LINE = "\r\x1b[K"


class ImportOptions(Struct, frozen=True):
    """The destination of the creatures (a file, `library`, or by default standard output), and options for it."""

    to: str | None = None
    force: bool = False
    replace: bool = False
    dry_run: bool = False
    disk: Disk = DISK


def import_files(files: Sequence[str], options: ImportOptions) -> None:
    """Imports the creatures of files and folders, and reports on each."""
    to_library = options.to == LIBRARY
    output = Path(options.to) if options.to and not to_library else None
    _refuse_options(options, output)
    with refusing_errors():
        names = source_names(files)
        read, unread = _read_all(names)
        if not read:
            print_messages(total_lines(read, unread))
            raise typer.Exit(REFUSED)
        if to_library:
            _import_into_library(read, names, options)
        else:
            _import_into_encounter(read, output, options)
    print_messages(total_lines(read, unread))
    if output is not None and not options.dry_run:
        print_message(f"Wrote {output}")
    if options.dry_run:
        print_message("Nothing written (--dry-run)")
    if any(each.is_named for each in unread):
        raise typer.Exit(FAILED)


def _refuse_options(options: ImportOptions, output: Path | None) -> None:
    refuse_to_overwrite(output, force=options.force or options.dry_run)
    if options.replace and options.to != LIBRARY:
        refuse("--replace goes with --to library")


# Reading


def _read_all(names: list[SourceName]) -> tuple[list[Source], list[Unread]]:
    """Reads all sources; shows progress on a terminal, and announces large sources."""
    shows_progress = len(names) > 1 and sys.stderr is not None and sys.stderr.isatty()
    read: list[Source] = []
    unread: list[Unread] = []
    for number, name in enumerate(names, 1):
        if shows_progress:
            shown = "".join(each for each in Path(name.name).name if each.isprintable())[:60]
            typer.echo(f"{_START_OF_LINE}{number} of {len(names)}: {shown}", err=True, nl=False)
        if name.name != STDIN:
            print_message(large_file_message(Path(name.name), LARGE_SOURCE))
        for found in read_each([name], _read_stdin):
            _sort(found, name, read, unread)
    if shows_progress:
        typer.echo(_START_OF_LINE, err=True, nl=False)
    return read, unread


def _sort(found: Source | Unread, name: SourceName, read: list[Source], unread: list[Unread]) -> None:
    """Adds a source to `read`, with the library creatures that it names, or to `unread`."""
    if isinstance(found, Source):
        try:
            found = with_missing_creatures(found, paths.library())
        except OrcusError as fault:
            found = unread_source(found.name, fault, is_named=name.is_named)
    if isinstance(found, Source):
        read.append(found)
    else:
        unread.append(found)


def _read_stdin(most: int) -> bytes:
    """Standard input, up to one byte more than `most`."""
    data = standard_input("stat blocks").read(most + 1)
    print_message(large_data_message(STDIN_NAME, len(data), LARGE_SOURCE))
    return data


# Writing


def _import_into_encounter(read: list[Source], output: Path | None, options: ImportOptions) -> None:
    if options.dry_run:
        _print_stat_blocks(read)
        print_messages(report_lines(read, None))
        return
    refuse_several_systems(read)
    encounter = make_encounter(read, output)
    if output is None:
        typer.echo(encounter.text, nl=False)
    else:
        write_atomically(output, encounter.text, disk=options.disk)
    print_messages(report_lines(read, encounter))


def _import_into_library(read: list[Source], names: list[SourceName], options: ImportOptions) -> None:
    """Saves the creatures of each named file or folder to a library file, one for each system."""
    if options.dry_run:
        _print_stat_blocks(read)
    print_messages(report_lines(read, None))
    library = paths.library()
    origins = {STDIN_NAME if each.name == STDIN else each.name: each.origin for each in names}
    groups: dict[tuple[str, str], list[Source]] = {}
    for source in read:
        groups.setdefault((origins[source.name], source.result.system), []).append(source)
    for (origin, system), sources in groups.items():
        creatures = [table for each in sources for table in each.result.creatures]
        name = str(creatures[0]["name"]) if origin == STDIN else Path(origin).absolute().stem
        save_options = SaveOptions(name, replace=options.replace, dry_run=options.dry_run, disk=options.disk)
        saved = library.save(system, creatures, save_options)
        print_messages(_saved_lines(library, system, saved, dry_run=options.dry_run))


def _saved_lines(library: Library, system: str, saved: SavedCreatures, *, dry_run: bool) -> list[str]:
    """The creatures that were saved, or would be with `dry_run`: new, known, renamed and replaced ones."""
    number = len(saved.creatures) - len(saved.known)
    title = SYSTEMS[system].display_name
    where = "Would save" if dry_run else "Saved"
    path = "" if dry_run else f" to {saved.path}"
    lines = [f"{where} {plural(number, 'creature')} for {title}{path}"] if number else []
    if saved.known:
        lines.append(f"  already in the library: {some_of(saved.known)}")
    if saved.renamed:
        named = some_of([new for _, new in saved.renamed])
        lines.append(f"  renamed to {named}, since the names are taken; --replace replaces those creatures")
    if saved.replaced:
        copies = f"; backup: {', '.join(map(str, saved.backups))}" if saved.backups else ""
        lines.append(f"  replaced: {some_of(saved.replaced)}{copies}")
    shadowed = [str(each["name"]) for each in saved.creatures if library.ships(system, str(each["name"]))]
    if shadowed:
        lines.append(f"  used in place of shipped creatures: {some_of(shadowed)}")
    return lines


def _print_stat_blocks(read: list[Source]) -> None:
    for source in read:
        fight = make_encounter([source], None).fight
        for creature in fight.sheets:
            print_lines([*stat_block(view_of(fight), creature), ""])
