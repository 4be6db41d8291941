"""The commands of `orcus-tui`, with their arguments and options.

A command's modules are imported when it runs, so that no command waits for modules it does not use.
"""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from orcus_tui import __version__
from orcus_tui.cli import FAILED
from orcus_tui.cli.shell_words import complete_creature, complete_fight, complete_system

GROUPS = {
    "Playing": ("open", "play", "recover", "players"),
    "Preparing": ("new", "creatures", "import", "check", "odds", "print", "export"),
    "From evening to evening": ("campaign", "report"),
    "For other programs": ("engine", "schema"),
    "Looking up": ("roll", "systems"),
}
"""The commands by subject, in the order of `--help`: the most used first."""


class EncounterFirst(TyperGroup):
    """Makes `open` the default command, so that `orcus-tui FILE` opens the file; lists the commands by subject."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # as click calls it
        """The commands in the order of `GROUPS`."""
        return [name for names in GROUPS.values() for name in names]

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  # as click calls it
        """Writes a list for each subject, with the names of all in one column."""
        widest = max(map(len, self.commands))
        for title, names in GROUPS.items():
            room = formatter.width - widest - 6
            rows = [(name.ljust(widest), self.commands[name].get_short_help_str(room)) for name in names]
            with formatter.section(title):
                formatter.write_dl(rows)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # typer does not export the context's class
        """Inserts `open` before arguments without a command."""
        if ctx.resilient_parsing and len(args) < 1:  # a shell asks for the commands
            return super().parse_args(ctx, args)
        if (
            not args
            or args[0] in ("--ascii", "--read-only")
            or (args[0] not in self.commands and not args[0].startswith("-"))
        ):
            args = ["open", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=EncounterFirst,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help"]},
    pretty_exceptions_enable=False,
    help="A combat tracker for game masters. `orcus-tui FILE` opens an encounter in the tracker.",
)

Ascii = Annotated[
    bool, typer.Option("--ascii", help="Draw with ASCII characters only and send as little as possible (slow lines).")
]


AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def _print_version(wanted: bool) -> None:  # noqa: FBT001  # the signature of a callback
    if wanted:
        typer.echo(f"orcus-tui {__version__}")
        raise typer.Exit


@app.callback()
def common_options(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """The options of `orcus-tui` itself."""


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


@app.command()
def check(files: Annotated[list[Path], typer.Argument(help="Encounter files.")], *, as_json: AsJson = False) -> None:
    """Check encounter files; print nothing if they are valid."""
    from orcus_tui.cli.encounters import check_files

    check_files(files, as_json=as_json)


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
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
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
def roll(
    dice: Annotated[list[str], typer.Argument(help="Dice, such as 2d6+4 or 4d6kh3.")],
    *,
    seed: Annotated[int | None, typer.Option(help="Roll the same dice every time.")] = None,
) -> None:
    """Roll dice and show every face."""
    from random import Random

    from orcus_tui.cli.output import refuse
    from orcus_tui.dice import DiceError, parse
    from orcus_tui.dice import roll as roll_dice

    chance = Random(seed)
    try:
        typer.echo(roll_dice(parse(" ".join(dice)), lambda sides: chance.randint(1, sides)).text)
    except DiceError as fault:
        refuse(fault.with_caret())


@app.command()
def odds(
    encounters: Annotated[
        list[Path] | None, typer.Argument(help="An encounter file with its party; several are the fights of a day.")
    ] = None,
    *,
    party: Annotated[Path | None, typer.Option(help="Heroes from this file instead of the encounter's.")] = None,
    rest: Annotated[
        str, typer.Option(help="The rest after each fight of a day: short, long, another of the system, or none.")
    ] = "short",
    fights: Annotated[
        int | None, typer.Option(help="Fights to simulate for each pair of habits; by default as many as needed.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Roll other dice.")] = 1,
    habit: Annotated[
        str | None,
        typer.Option(
            metavar="PARTY,FOES", help="One pair of habits only, such as focused,hunting; mirror: the same for both."
        ),
    ] = None,
    what_if: Annotated[
        list[str] | None,
        typer.Option(metavar="LINE", help='Compare with a change, such as "drop goblin6"; repeatable.'),
    ] = None,
    middle: Annotated[
        bool, typer.Option("--middle", help="Print the log of the median fight of the middle pair.")
    ] = False,
    opens: Annotated[
        bool, typer.Option("--open", help="Open the median fight in the tracker, to undo to any turn.")
    ] = False,
    offers: Annotated[
        str,
        typer.Option(metavar="all|none", help="Triggered powers, reactions and legendary actions are played, or not."),
    ] = "all",
    journals: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Compare forecasts with the outcomes of these journals.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    processes: Annotated[int | None, typer.Option(help="Processors to use; by default all.")] = None,
) -> None:
    """Simulate a fight many times: how often the party wins, and who falls."""
    from orcus_tui.cli.odds import OddsOptions, print_odds

    print_odds(
        OddsOptions(
            encounters=tuple(encounters or ()),
            party=party,
            rest=rest,
            fights=fights,
            seed=seed,
            habit=habit,
            json=as_json,
            processes=processes,
            what_if=tuple(what_if or ()),
            middle=middle,
            opens=opens,
            offers=offers,
            journals=journals,
        )
    )


@app.command()
def report(
    fight: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID|FILE.jsonl|FOLDER]",
            help="A fight's journal, or a folder of them; by default the newest journal.",
        ),
    ] = None,
    *,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write FILE.html, .svg, .md, .csv or .json instead.")
    ] = None,
    ranked: Annotated[bool, typer.Option("--ranked", help="Sort by damage dealt.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Show the statistics of a fight: damage dealt, taken and healed, who fell, and how it went."""
    from orcus_tui.cli.report import print_report

    print_report(fight, output, ranked=ranked, force=force)


@app.command()
def systems(*, as_json: AsJson = False) -> None:
    """List the rules systems, their options and defaults."""
    from orcus_tui.cli.system_list import print_systems

    print_systems(as_json=as_json)


@app.command()
def creatures(
    query: Annotated[
        list[str] | None,
        typer.Argument(
            help="Such as: level 1-3 mook not undead. By default all creatures.", autocompletion=complete_creature
        ),
    ] = None,
    *,
    system: Annotated[
        str | None, typer.Option(help="The rules system of the creatures.", autocompletion=complete_system)
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Show stat blocks, as for a single match.")] = False,
    as_toml: Annotated[bool, typer.Option("--toml", help="Print tables to paste into an encounter.")] = False,
    as_json: AsJson = False,
) -> None:
    """Search the library by name, level, kind, statistics, attacks and defenses."""
    from orcus_tui.cli.creatures import Form, print_creatures
    from orcus_tui.cli.output import refuse
    from orcus_tui.cli.system_list import known_system
    from orcus_tui.systems import DEFAULT

    wanted: dict[Form, bool] = {"show": show, "toml": as_toml, "json": as_json}
    forms = [form for form, is_wanted in wanted.items() if is_wanted]
    if len(forms) > 1:
        refuse(f"give {' or '.join(f'--{each}' for each in forms)}, not both")
    print_creatures(" ".join(query or ()), known_system(system) or DEFAULT, forms[0] if forms else "list")


@app.command()
def export(
    query: Annotated[
        list[str] | None, typer.Argument(help="A search as for `creatures`, or encounter and party files.")
    ] = None,
    *,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file to write: .md for Markdown, .toml for an encounter.")
    ] = None,
    system: Annotated[
        str | None, typer.Option(help="The rules system of the creatures.", autocompletion=complete_system)
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown; without it, an encounter.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Write creatures from the library or from files, with all their fields."""
    from orcus_tui.cli.export_command import ExportOptions, export_creatures

    export_creatures(query or (), ExportOptions(output, system, markdown=markdown, force=force))


@app.command("print")
def print_command(
    files: Annotated[list[Path] | None, typer.Argument(help="Encounter files.")] = None,
    *,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The HTML file to write; by default standard output.")
    ] = None,
    cards: Annotated[
        str | None, typer.Option(metavar="QUERY", help='Cards of a search as for `creatures`, such as "undead".')
    ] = None,
    system: Annotated[str | None, typer.Option(help="With --cards: the rules system of the creatures.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Make one page for a browser to print: encounter sheets, stat-block cards, initiative tents, a blank tracker."""
    from orcus_tui.cli.print_command import PrintOptions, print_page

    print_page(files or (), PrintOptions(output, cards, system, force=force))


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
        list[Path] | None,
        typer.Option(help="An earlier fight of the same day for the same party; repeatable."),
    ] = None,
    edit: Annotated[bool, typer.Option("--edit", help="Change an existing file; its comments are kept.")] = False,
    in_ascii: Ascii = False,
) -> None:
    """Build an encounter in the builder, or with --add or --fill without a screen."""
    from orcus_tui.builder.plan import Plan
    from orcus_tui.cli.encounters import build_from_lines, build_on_screen
    from orcus_tui.cli.output import refuse
    from orcus_tui.cli.system_list import known_system
    from orcus_tui.config.paths import default_party

    plan = Plan(file, name, known_system(system), party, heroes, edit, default_party(), tuple(after or ()))
    if seed is not None and fill is None:
        refuse("--seed is for --fill")
    if add or fill is not None:
        build_from_lines(plan, add or (), fill, seed)
    else:
        build_on_screen(plan, in_ascii=in_ascii)


@app.command()
def schema(
    what: Annotated[
        str, typer.Argument(metavar="[files|events]", help="Encounter and party files, or the events of `engine`.")
    ] = "files",
) -> None:
    """Print the JSON Schema of encounter and party files, for editors, or of the events of `engine`."""
    if what == "files":
        from orcus_tui.storage.encounter.schema import text

        typer.echo(text(), nl=False)
    elif what == "events":
        from orcus_tui.api.events import schema_text

        typer.echo(schema_text(), nl=False)
    else:
        from orcus_tui.cli.output import refuse

        refuse(f'there is no schema of "{what}"; there is files, events')


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


def main() -> None:
    """Runs `orcus-tui`; ends silently if the reader of its output closes the pipe."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # An encoding that lacks a character, such as the arrow in 7 → 3, shows a ? instead.
            stream.reconfigure(errors="replace")
    try:
        app(prog_name="orcus-tui")
    except BrokenPipeError:
        _discard_output()
        sys.exit(FAILED)
    except OSError as fault:  # of the output, such as a full disk; commands handle the errors of their files
        with suppress(OSError):
            typer.echo(f"orcus-tui: {fault.strerror or fault}", err=True)
        _discard_output()
        sys.exit(FAILED)


def _discard_output() -> None:
    """Discards output that could not be written; otherwise Python would try again at exit and complain."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            os.dup2(devnull, stream.fileno())
