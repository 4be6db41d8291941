"""The commands with few options; they import their modules when they run."""

from pathlib import Path
from typing import Annotated

import typer

from orcus_tui.cli.app import AsJson, Force, SameDice, app


@app.command()
def roll(
    dice: Annotated[list[str], typer.Argument(help="Dice, such as 2d6+4 or 4d6kh3.")],
    *,
    seed: SameDice = None,
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
    force: Force = False,
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

        refuse(f'there is no schema "{what}"; choose files or events')
