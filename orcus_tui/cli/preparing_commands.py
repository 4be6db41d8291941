"""The commands that prepare a fight, with their options; they import their modules when they run."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from orcus_tui.cli import REFUSED
from orcus_tui.cli.app import Ascii, AsJson, Force, app
from orcus_tui.cli.options import CreatureSystem, ExportOptions, OddsOptions, PrintOptions, with_options
from orcus_tui.cli.output import print_json, print_lines, print_message, refuse, refusing_errors
from orcus_tui.cli.shell_words import complete_creature

if TYPE_CHECKING:
    from orcus_tui.builder.plan import Plan


@app.command()
def check(files: Annotated[list[Path], typer.Argument(help="Encounter files.")], *, as_json: AsJson = False) -> None:
    """Check encounter files; print nothing if they are valid."""
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


def _print_formats(wanted: bool) -> None:  # noqa: FBT001  # the signature of a callback
    if wanted:
        from orcus_tui.importers.format_detection import all_formats

        for each in all_formats():
            typer.echo(each.name)
        raise typer.Exit


@app.command("import")
def import_creatures(
    files: Annotated[list[str], typer.Argument(help="Files and folders with stat blocks; - reads standard input.")],
    *,
    to: Annotated[
        str | None, typer.Option("-o", "--to", "--output", metavar="FILE|library", help="Where the creatures go.")
    ] = None,
    force: Force = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace creatures of the library that have the same names.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Write nothing; show each stat block.")] = False,
    _formats: Annotated[
        bool, typer.Option("--formats", callback=_print_formats, is_eager=True, help="List the known formats.")
    ] = False,
) -> None:
    """Read stat blocks in other formats into an encounter or your library."""
    from orcus_tui.cli.import_command import ImportOptions, import_files

    import_files(files, ImportOptions(to, force=force, replace=replace, dry_run=dry_run))


@app.command()
@with_options(OddsOptions)
def odds(options: OddsOptions) -> None:
    """Simulate a fight many times: how often the party wins, and who falls."""
    from orcus_tui.cli.odds import print_odds

    print_odds(options)


@app.command()
def creatures(
    query: Annotated[
        list[str] | None,
        typer.Argument(
            help="Such as: level 1-3 mook not undead. By default all creatures.", autocompletion=complete_creature
        ),
    ] = None,
    *,
    system: CreatureSystem = None,
    show: Annotated[bool, typer.Option("--show", help="Show stat blocks, as for a single match.")] = False,
    as_toml: Annotated[bool, typer.Option("--toml", help="Print tables to paste into an encounter.")] = False,
    as_json: AsJson = False,
) -> None:
    """Search the library by name, level, kind, statistics, attacks and defenses."""
    from orcus_tui.cli.creatures import Form, print_creatures
    from orcus_tui.cli.system_list import known_system
    from orcus_tui.systems import DEFAULT

    wanted: dict[Form, bool] = {"show": show, "toml": as_toml, "json": as_json}
    forms = [form for form, is_wanted in wanted.items() if is_wanted]
    if len(forms) > 1:
        refuse(f"give {' or '.join(f'--{each}' for each in forms)}, not both")
    print_creatures(" ".join(query or ()), known_system(system) or DEFAULT, forms[0] if forms else "list")


@app.command()
@with_options(ExportOptions)
def export(options: ExportOptions) -> None:
    """Write creatures from the library or from files, with all their fields."""
    from orcus_tui.cli.documents import export_creatures

    export_creatures(options)


@app.command("print")
@with_options(PrintOptions)
def print_command(options: PrintOptions) -> None:
    """Make one page for a browser to print: encounter sheets, stat-block cards, initiative tents, a blank tracker."""
    from orcus_tui.cli.documents import print_page

    print_page(options)


@app.command()
def new(
    file: Annotated[Path | None, typer.Argument(help="The file to write, or to change with --edit.")] = None,
    *,
    name: Annotated[str | None, typer.Option(help="The fight's name; by default from the file's.")] = None,
    system: Annotated[str | None, typer.Option(help="Its rules system; by default the party's.")] = None,
    party: Annotated[str | None, typer.Option(help="The party file, relative to the new file.")] = None,
    heroes: Annotated[
        str | None, typer.Option(help="The heroes' levels instead of a party file: 4x3 is four of level 3.")
    ] = None,
    add: Annotated[
        list[str] | None, typer.Option(help='Creatures to add, such as "goblin x3", "ogre +1" or "Bandit x2 hp=20".')
    ] = None,
    fill: Annotated[
        str | None, typer.Option(help='Fill the budget with random creatures of a search, such as "undead"; "" is any.')
    ] = None,
    seed: Annotated[int | None, typer.Option(help="With --fill: pick the same creatures every time.")] = None,
    after: Annotated[
        list[Path] | None, typer.Option(help="An earlier fight of the same day for the same party; repeatable.")
    ] = None,
    edit: Annotated[bool, typer.Option("--edit", help="Change an existing file; its comments are kept.")] = False,
    in_ascii: Ascii = False,
) -> None:
    """Build an encounter in the builder, or with --add or --fill without a screen."""
    from orcus_tui.builder.plan import Plan
    from orcus_tui.cli.system_list import known_system
    from orcus_tui.config.paths import read_settings

    plan = Plan(file, name, known_system(system), party, heroes, edit, read_settings().party, tuple(after or ()))
    if seed is not None and fill is None:
        refuse("--seed is for --fill")
    if add or fill is not None:
        _build_from_lines(plan, add or (), fill, seed)
    else:
        _build_on_screen(plan, in_ascii=in_ascii)


def _build_on_screen(plan: "Plan", *, in_ascii: bool) -> None:
    """Opens the builder on a plan."""
    from orcus_tui.cli.tracker import open_builder

    with refusing_errors():
        raise typer.Exit(open_builder(plan, in_ascii=in_ascii))


def _build_from_lines(plan: "Plan", additions: Sequence[str], fill: str | None, seed: int | None) -> None:
    """Builds and writes an encounter without a screen, and prints its difficulty.

    `fill` is a query for creatures to fill the budget with; they are drawn with `seed`, or with a random one.
    """
    from random import Random

    from orcus_tui.builder.budget_fill import HIGHEST_SEED
    from orcus_tui.builder.plan import FillRequest, build_and_write, open_draft
    from orcus_tui.config.paths import library

    number = Random().randint(1, HIGHEST_SEED) if seed is None else seed
    filling = None if fill is None else FillRequest(fill, number, Random(number))
    with refusing_errors():
        print_lines(build_and_write(open_draft(plan), additions, library(print_message), filling))
