"""The arguments and options of commands that have many; each is a field with its name and its help.

Each command has a named tuple, since `--help` and completion must not load another library.
"""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import Annotated, NamedTuple, TypeVar, get_type_hints

from typer import Argument, Option

from orcus_tui.cli.app import Ascii, AsJson, Force, SameDice
from orcus_tui.cli.shell_words import complete_campaign, complete_fight, complete_system

Options = TypeVar("Options")

CreatureSystem = Annotated[
    str | None, Option(help="The rules system of the creatures.", autocompletion=complete_system)
]
Dice = Annotated[str | None, Option(help='The faces of all dice, in order, such as "12 5 20".')]
EmptyFightSystem = Annotated[
    str | None, Option(help="The rules system of an empty fight.", autocompletion=complete_system)
]
Encounter = Annotated[Path | None, Argument(help="An encounter file; without it, an empty fight.")]
Resume = Annotated[str | None, Option(metavar="ID", help="Resume an unfinished fight.", autocompletion=complete_fight)]


class PlayOptions(NamedTuple):
    """The arguments of `orcus-tui play`; `lines` are the texts of `-c`, `resume` is the id of an unfinished fight."""

    encounter: Encounter = None
    script: Annotated[str | None, Option(help="A file of commands; - reads standard input.")] = None
    lines: Annotated[list[str] | None, Option("-c", help="Commands, separated by semicolons; repeatable.")] = None
    dice: Dice = None
    seed: SameDice = None
    json: Annotated[bool, Option("--json", help="Print one JSON document at the end.")] = False
    trace: Annotated[bool, Option(help="With --json: add the state after each command.")] = False
    keep_going: Annotated[bool, Option(help="Continue after a line that fails.")] = False
    system: EmptyFightSystem = None
    journal: Annotated[bool, Option("--journal/--no-journal", help="Keep a journal.")] = True
    resume: Resume = None
    campaign: Annotated[
        Path | None, Option(metavar="FOLDER", help="A campaign: `begin next` opens its next fight.")
    ] = None
    plain: Annotated[bool, Option("--plain", help="A prompt that speaks in sentences, as for a screen reader.")] = False
    width: Annotated[
        int | None, Option(min=10, help="With --plain: the width of lines; by default the terminal's.")
    ] = None
    players: Annotated[bool, Option("--players", help="Serve the players' view, with input from their phones.")] = False
    port: Annotated[int, Option(min=0, max=65535, help="With --players: the port; by default any free one.")] = 0
    host: Annotated[
        str, Option(metavar="ADDRESS", help="With --players: the address to serve on; 0.0.0.0 for the network.")
    ] = "127.0.0.1"


class PlayersOptions(NamedTuple):
    """The arguments of `orcus-tui players`; `name` are other hosts that browsers may request."""

    journal_id: Annotated[
        str | None, Argument(metavar="[ID]", help="The fight; by default the newest running one.")
    ] = None
    web: Annotated[bool, Option("--web", help="Serve the view to browsers; the first line printed is the address.")] = (
        False
    )
    host: Annotated[
        str, Option(metavar="ADDRESS", help="With --web: the address to serve on; 0.0.0.0 for the whole network.")
    ] = "127.0.0.1"
    port: Annotated[int, Option(min=0, max=65535, help="With --web: the port; by default any free one.")] = 0
    name: Annotated[
        list[str] | None, Option(help="With --web: another HOST or HOST:PORT that browsers may request; repeatable.")
    ] = None
    with_tracker: Annotated[bool, Option("--with-tracker", hidden=True)] = False
    ascii: Ascii = False


class EngineOptions(NamedTuple):
    """The arguments of `orcus-tui engine`; `resume` is the id of an unfinished fight."""

    encounter: Encounter = None
    system: EmptyFightSystem = None
    dice: Dice = None
    seed: SameDice = None
    journal: Annotated[bool, Option("--journal", help="Keep a journal.")] = False
    resume: Resume = None


class CampaignOptions(NamedTuple):
    """The words of `orcus-tui campaign` and its options."""

    words: Annotated[
        list[str] | None,
        Argument(
            metavar="[FOLDER|new|play|add|skip|history|recap] …",
            help="A folder to show; or `new FOLDER`, `play [FOLDER]`, `add FILE [after FILE]`, `skip FILE`, "
            "`history NAME`, `recap [FIGHT]`.",
            autocompletion=complete_campaign,
        ),
    ] = None
    folder: Annotated[
        Path, Option("--in", metavar="FOLDER", help="The folder of the campaign; by default this one.")
    ] = Path()
    output: Annotated[Path | None, Option("-o", "--output", help="Write the recap to this file.")] = None
    force: Force = False
    json: Annotated[bool, Option("--json", help="Print the campaign, or a history, as one JSON document.")] = False
    ascii: Ascii = False


class OddsOptions(NamedTuple):
    """The arguments of `orcus-tui odds`."""

    encounters: Annotated[
        list[Path] | None, Argument(help="An encounter file with its party; several are the fights of a day.")
    ] = None
    party: Annotated[Path | None, Option(help="Heroes from this file instead of the encounter's.")] = None
    rest: Annotated[
        str, Option(help="The rest after each fight of a day: short, long, another of the system, or none.")
    ] = "short"
    fights: Annotated[
        int | None, Option(help="Fights to simulate for each pair of habits; by default as many as needed.")
    ] = None
    seed: Annotated[int, Option(help="The seed of the dice; another rolls other dice.")] = 1
    habit: Annotated[
        str | None,
        Option(
            metavar="PARTY,FOES", help="One pair of habits only, such as focused,hunting; mirror: the same for both."
        ),
    ] = None
    what_if: Annotated[
        list[str] | None, Option(metavar="LINE", help='Compare with a change, such as "drop goblin6"; repeatable.')
    ] = None
    middle: Annotated[bool, Option("--middle", help="Print the log of the median fight of the middle pair.")] = False
    opens: Annotated[bool, Option("--open", help="Open the median fight in the tracker, to undo to any turn.")] = False
    offers: Annotated[
        str, Option(metavar="all|none", help="Whether triggered powers, reactions and legendary actions are used.")
    ] = "all"
    journals: Annotated[
        Path | None, Option(metavar="FOLDER", help="Compare forecasts with the outcomes of these journals.")
    ] = None
    json: AsJson = False
    processes: Annotated[int | None, Option(help="Processors to use; by default all.")] = None


class ExportOptions(NamedTuple):
    """The arguments of `orcus-tui export`."""

    query: Annotated[list[str] | None, Argument(help="A search as for `creatures`, or encounter and party files.")] = (
        None
    )
    output: Annotated[
        Path | None, Option("-o", "--output", help="The file to write: .md for Markdown, .toml for an encounter.")
    ] = None
    system: CreatureSystem = None
    markdown: Annotated[bool, Option("--markdown", help="Print Markdown; without it, an encounter.")] = False
    force: Force = False


class PrintOptions(NamedTuple):
    """The arguments of `orcus-tui print`."""

    files: Annotated[list[Path] | None, Argument(help="Encounter files.")] = None
    output: Annotated[
        Path | None, Option("-o", "--output", help="The HTML file to write; by default standard output.")
    ] = None
    cards: Annotated[
        str | None, Option(metavar="QUERY", help='Cards of a search as for `creatures`, such as "undead".')
    ] = None
    system: Annotated[str | None, Option(help="With --cards: the rules system of the creatures.")] = None
    force: Force = False


def with_options(options: type[Options]) -> Callable[[Callable[[Options], None]], Callable[..., None]]:
    """Turns a function that takes a named tuple into a command: the fields become its arguments and options."""

    def command_of(function: Callable[[Options], None]) -> Callable[..., None]:
        @wraps(function)
        def command(**values: object) -> None:
            function(options(**values))

        command.__signature__ = signature(options)  # type: ignore[attr-defined]  # typer reads both
        command.__annotations__ = get_type_hints(options, include_extras=True)
        return command

    return command_of
