"""The commands that play a fight or a campaign, with their options; they import their modules when they run."""

from pathlib import Path
from typing import Annotated

import typer

from orcus_tui.cli.app import Ascii, app
from orcus_tui.cli.shell_words import complete_fight, complete_system


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
def play(
    encounter: Annotated[Path | None, typer.Argument(help="An encounter file; without it, an empty fight.")] = None,
    *,
    script: Annotated[str | None, typer.Option(help="A file of commands; - reads standard input.")] = None,
    lines: Annotated[
        list[str] | None, typer.Option("-c", help="Commands, separated by semicolons; repeatable.")
    ] = None,
    dice: Annotated[str | None, typer.Option(help='The faces of all dice, in order, such as "12 5 20".')] = None,
    seed: Annotated[int | None, typer.Option(help="Roll the same dice every time.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document at the end.")] = False,
    trace: Annotated[bool, typer.Option(help="With --json: add the state after each command.")] = False,
    keep_going: Annotated[bool, typer.Option(help="Continue after a line that fails.")] = False,
    system: Annotated[
        str | None, typer.Option(help="The rules system of an empty fight.", autocompletion=complete_system)
    ] = None,
    journal: Annotated[bool, typer.Option("--journal/--no-journal", help="Keep a journal.")] = True,
    resume: Annotated[
        str | None, typer.Option(metavar="ID", help="Resume an unfinished fight.", autocompletion=complete_fight)
    ] = None,
    campaign: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="A campaign: `begin next` opens its next fight.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="A prompt that speaks in sentences, as for a screen reader.")
    ] = False,
    width: Annotated[
        int | None, typer.Option(min=10, help="With --plain: the width of lines; by default the terminal's.")
    ] = None,
    players: Annotated[
        bool, typer.Option("--players", help="Serve the players' view, with input from their phones.")
    ] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="With --players: the port; by default any free one.")] = 0,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="With --players: the address to serve on; 0.0.0.0 for the network.")
    ] = "127.0.0.1",
) -> None:
    """Play a fight without a screen."""
    from orcus_tui.cli import play as command

    command.play(
        command.PlayOptions(
            encounter=encounter,
            script=script,
            lines=tuple(lines) if lines else None,
            dice=dice,
            seed=seed,
            json=as_json,
            trace=trace,
            keep_going=keep_going,
            system=system,
            journal=journal,
            resume=resume,
            campaign=campaign,
            plain=plain,
            width=width,
            players=players,
            port=port,
            host=host,
        )
    )


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
def players(
    journal_id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The fight; by default the newest running one.")
    ] = None,
    *,
    web: Annotated[
        bool, typer.Option("--web", help="Serve the view to browsers; the first line printed is the address.")
    ] = False,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="With --web: the address to serve on; 0.0.0.0 for the whole network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="With --web: the port; by default any free one.")] = 0,
    name: Annotated[
        list[str] | None,
        typer.Option(help="With --web: another HOST or HOST:PORT that browsers may request; repeatable."),
    ] = None,
    with_tracker: Annotated[bool, typer.Option("--with-tracker", hidden=True)] = False,
    in_ascii: Ascii = False,
) -> None:
    """Show a running fight as players may see it, in this terminal or in browsers."""
    from orcus_tui.cli.players import WebOptions, serve_players, show_players

    if web:
        options = WebOptions(host, port, tuple(name or ()), with_tracker)
        raise typer.Exit(serve_players(journal_id or "", options, in_ascii=in_ascii))
    raise typer.Exit(show_players(journal_id or "", in_ascii=in_ascii))


@app.command()
def engine(
    encounter: Annotated[Path | None, typer.Argument(help="An encounter file; without it, an empty fight.")] = None,
    *,
    system: Annotated[
        str | None, typer.Option(help="The rules system of an empty fight.", autocompletion=complete_system)
    ] = None,
    dice: Annotated[str | None, typer.Option(help='The faces of all dice, in order, such as "12 5 20".')] = None,
    seed: Annotated[int | None, typer.Option(help="Roll the same dice every time.")] = None,
    journal: Annotated[bool, typer.Option("--journal", help="Keep a journal.")] = False,
    resume: Annotated[
        str | None, typer.Option(metavar="ID", help="Resume an unfinished fight.", autocompletion=complete_fight)
    ] = None,
) -> None:
    """Play a fight for another program: JSON objects in on standard input, and out on standard output."""
    from orcus_tui.cli.engine import EngineOptions, run_engine

    run_engine(EngineOptions(encounter=encounter, system=system, dice=dice, seed=seed, journal=journal, resume=resume))


@app.command("campaign")
def campaign_command(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FOLDER|new|play|add|skip|history|recap] …",
            help="A folder to show; or `new FOLDER`, `play [FOLDER]`, `add FILE [after FILE]`, `skip FILE`, "
            "`history NAME`, `recap [FIGHT]`.",
        ),
    ] = None,
    *,
    folder: Annotated[
        Path, typer.Option("--in", metavar="FOLDER", help="The folder of the campaign; by default this one.")
    ] = Path(),
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write the recap to this file.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the campaign as one JSON document.")] = False,
) -> None:
    """Show a campaign: its fights in order, the day, XP and loot; or change it."""
    from orcus_tui.cli.campaign import CampaignOptions, run_campaign

    run_campaign(CampaignOptions(tuple(words or ()), folder, output, force=force, json=as_json))
