"""The commands that play a fight or a campaign, with their options; they import their modules when they run."""

from pathlib import Path
from typing import Annotated

import typer

from orcus_tui.cli.app import Ascii, app
from orcus_tui.cli.options import CampaignOptions, EngineOptions, PlayersOptions, PlayOptions, with_options
from orcus_tui.cli.shell_words import complete_fight


@app.command("open")
def open_encounter(
    encounter: Annotated[Path | None, typer.Argument(help="An encounter file; without it, a sample fight.")] = None,
    *,
    in_ascii: Ascii = False,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Watch the fight of this file that another tracker is running.")
    ] = False,
) -> None:
    """Open the tracker; the same as `orcus-tui FILE`."""
    from orcus_tui.cli.tracker import follow_fight, open_tracker

    raise typer.Exit((follow_fight if read_only else open_tracker)(encounter, in_ascii=in_ascii))


@app.command()
@with_options(PlayOptions)
def play(options: PlayOptions) -> None:
    """Play a fight without a screen."""
    from orcus_tui.cli import play as command

    command.play(options)


@app.command()
def recover(
    journal_id: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID]",
            help="The unfinished fight to resume; an archived fight or the path of a journal opens read-only.",
            autocompletion=complete_fight,
        ),
    ] = None,
    *,
    list_only: Annotated[bool, typer.Option("--list", help="List the unfinished fights.")] = False,
    archive: Annotated[
        str | None,
        typer.Option(
            metavar="OLDER",
            help="Move finished fights from before a day (2026-01-01) or older than an age (90d), "
            "or one fight by its ID, finished or not, to the folder `archive` next to the journals.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With --list: print one JSON document.")] = False,
    in_ascii: Ascii = False,
) -> None:
    """List unfinished fights, resume one in the tracker, or archive old fights."""
    if archive is not None:
        from orcus_tui.cli.output import refuse
        from orcus_tui.cli.recover import archive_fights

        if journal_id or list_only:
            refuse("give --archive alone: with a day, an age or an ID")
        archive_fights(archive)
        return
    if journal_id and not list_only:
        from orcus_tui.cli.tracker import open_tracker

        raise typer.Exit(open_tracker(None, resume=journal_id, in_ascii=in_ascii))
    from orcus_tui.cli.recover import print_unfinished

    print_unfinished(as_json=as_json)


@app.command()
@with_options(PlayersOptions)
def players(options: PlayersOptions) -> None:
    """Show a running fight as players may see it, in this terminal or in browsers."""
    from orcus_tui.cli.players import serve_players, show_players

    raise typer.Exit((serve_players if options.web else show_players)(options))


@app.command()
@with_options(EngineOptions)
def engine(options: EngineOptions) -> None:
    """Play a fight for another program: JSON objects in on standard input, and out on standard output."""
    from orcus_tui.cli.engine import run_engine

    run_engine(options)


@app.command()
@with_options(CampaignOptions)
def campaign(options: CampaignOptions) -> None:
    """Show a campaign: its fights in order, the day, XP and loot; or change it."""
    from orcus_tui.cli.campaign import run_campaign

    run_campaign(options)
