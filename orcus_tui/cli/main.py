"""The door from a shell: `orcus-tui` and its commands.

What a command needs is imported when it runs, so that none waits for what it does not use.
"""

import os
import sys
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from orcus_tui import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from orcus_tui.builder.plan import Plan
    from orcus_tui.cli.creatures import Manner as ListManner
    from orcus_tui.cli.play import Line, Manner
    from orcus_tui.library.library import Creature, Library
    from orcus_tui.session.dice_source import DiceSource
    from orcus_tui.session.session import Session
    from orcus_tui.storage.journal.recorder import JournalSettings
    from orcus_tui.storage.journal.recovery import UnfinishedFight

FAILED = 1
WRONG = 2
INTERRUPTED = 130


class EncounterFirst(TyperGroup):
    """Puts `open` before arguments that begin with no command, so that `orcus-tui FILE` opens the file."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # typer keeps the context's class to itself
        """The arguments, `open` put before them where they name no command."""
        if not args or args[0] == "--ascii" or (args[0] not in self.commands and not args[0].startswith("-")):
            args = ["open", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=EncounterFirst,
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A combat tracker for game masters. `orcus-tui FILE` opens an encounter in the tracker.",
)


def _version(wanted: bool) -> None:  # noqa: FBT001  # the form a callback has
    if wanted:
        typer.echo(f"orcus-tui {__version__}")
        raise typer.Exit


@app.callback()
def everywhere(
    *,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="The version.")] = False,
) -> None:
    """What may stand before every command."""


@app.command("open")
def open_tracker(
    encounter: Annotated[Path | None, typer.Argument(help="An encounter file; none: a sample fight.")] = None,
    *,
    in_ascii: Annotated[bool, typer.Option("--ascii", help="Draws with ASCII signs only.")] = False,
) -> None:
    """The tracker on a screen; what `orcus-tui FILE` does."""
    from orcus_tui.cli.tracker import open_tracker as opened

    raise typer.Exit(opened(encounter, in_ascii=in_ascii))


@app.command()
def play(
    encounter: Annotated[Path | None, typer.Argument(help="An encounter file; none: an empty fight.")] = None,
    *,
    script: Annotated[str | None, typer.Option(help="A file of commands; - reads them as they come.")] = None,
    lines: Annotated[str | None, typer.Option("-c", help="Commands, parted by semicolons.")] = None,
    dice: Annotated[str | None, typer.Option(help="The faces of all dice to come.")] = None,
    seed: Annotated[int | None, typer.Option(help="Makes the dice fall the same again.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document at the end.")] = False,
    trace: Annotated[bool, typer.Option(help="With --json: the state after each command.")] = False,
    keep_going: Annotated[bool, typer.Option(help="Goes on after a line that fails.")] = False,
    system: Annotated[str | None, typer.Option(help="The rules system of an empty fight.")] = None,
    journal: Annotated[bool, typer.Option("--journal/--no-journal", help="Keeps a journal.")] = True,
    resume: Annotated[str | None, typer.Option(metavar="ID", help="Goes on with an unfinished fight.")] = None,
) -> None:
    """Plays a fight without a screen."""
    from orcus_tui.cli.play import Manner
    from orcus_tui.config.paths import LibraryUnopened

    if script is not None and lines is not None:
        refuse("give the commands with --script or with -c, not both")
    if dice is not None and seed is not None:
        refuse("give the dice with --dice or by --seed, not both")
    if resume is not None and (encounter or system or not journal):
        refuse("--resume goes on with a journal, which has an encounter already")
    with faults_told():
        by_hand = (
            lines is None and script in (None, "-") and not as_json and sys.stdin is not None and sys.stdin.isatty()
        )
        commands = _lines("-" if by_hand else script, lines, by_hand=by_hand)
        faces = _faces(dice, seed)
        journal_settings = _journal_settings() if journal else None
        if journal_settings is not None and resume is not None:
            session = _resumed(journal_settings, resume, faces)
        else:
            session = _opened(encounter, system, faces, journal_settings)
        session.library = LibraryUnopened()
        label = "<stdin>" if script == "-" else script or "<line>"
        if script is None and lines is None and not by_hand and not as_json:
            _tell("no commands were given: --script FILE has them, --script - takes what is piped in, -c a line")
        _run(session, Manner(label, as_json, trace, keep_going or by_hand, by_hand), commands)


def _lines(script: str | None, lines: str | None, *, by_hand: bool) -> "Iterable[Line]":
    from orcus_tui.cli.play import PROMPT, lines_in, script_lines, stream_lines

    if lines is not None:
        return lines_in(lines)
    if script == "-":
        if sys.stdin is None:  # closed by whoever started us
            refuse("there is no standard input to read commands from")
        return stream_lines(sys.stdin.buffer, PROMPT if by_hand else "")
    return script_lines(Path(script)) if script is not None else ()


def _faces(dice: str | None, seed: int | None) -> "DiceSource":
    from orcus_tui.cli.play import faces_for
    from orcus_tui.errors import OrcusError

    try:
        return faces_for(dice, seed)
    except OrcusError as fault:
        refuse(str(fault))


def _opened(
    encounter: Path | None, system: str | None, faces: "DiceSource", journal_settings: "JournalSettings | None"
) -> "Session":
    from orcus_tui.cli.play import opened
    from orcus_tui.systems import DEFAULT

    if system is not None and encounter is not None:
        refuse("--system is for a fight without a file; an encounter names its own")
    return opened(encounter, _known_system(system) or DEFAULT, faces, journal_settings)


def _known_system(system: str | None) -> str | None:
    """The id as given; leaves with 2 where there is no such system."""
    from orcus_tui.systems import SYSTEMS

    if system is not None and system not in SYSTEMS:
        refuse(f"there is no rules system {system!r}; there is {', '.join(SYSTEMS)}")
    return system


def _resumed(journal_settings: "JournalSettings", journal_id: str, faces: "DiceSource") -> "Session":
    from orcus_tui.session.session import Session
    from orcus_tui.storage.journal.recovery import find_unfinished

    session, lost = Session.resume(journal_settings, find_unfinished(journal_settings.folder, journal_id), faces)
    if lost:
        _tell(f"{journal_id}: {lost}")
    return session


def _run(session: "Session", manner: "Manner", commands: "Iterable[Line]") -> None:
    from orcus_tui.cli.play import Run

    playing = Run(session, manner)
    finished = False
    try:
        if manner.by_hand:
            playing.greet()
        finished = playing.carry_out(commands) and playing.is_over
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    finally:
        warning = session.end(finished=finished)
        if warning:
            _tell(f"warning: {warning}")
    if manner.json:
        typer.echo(playing.document())
    if playing.failed and not manner.by_hand:
        raise typer.Exit(FAILED)


@app.command()
def check(files: Annotated[list[Path], typer.Argument(help="Encounter files.")]) -> None:
    """Tells the faults of encounter files; silent where there are none."""
    from orcus_tui.storage.encounter.read import read_encounter
    from orcus_tui.storage.storage_error import StorageError

    faulty = False
    for file in files:
        try:
            read_encounter(file)
        except StorageError as fault:
            _tell(str(fault))
            faulty = True
    if faulty:
        raise typer.Exit(WRONG)


@app.command("import")
def import_creatures(
    files: Annotated[list[str], typer.Argument(help="Stat blocks in any known format; - reads a pasted text.")],
    *,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The encounter file to write.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Writes over a file that is there.")] = False,
) -> None:
    """Makes an encounter of creatures written elsewhere; without -o it goes to standard output."""
    from orcus_tui.importers.conversion import Refused, encounter_of, read_all, told_of
    from orcus_tui.storage.atomic import write_atomically

    if output is not None and output.exists() and not force:
        refuse(f"{output} is there already: name another file, or write over it with --force")
    with faults_told():
        try:
            sources = read_all(files, _pasted)
            encounter = encounter_of(sources, output)
        except Refused as fault:
            refuse(str(fault))
        if output is None:
            typer.echo(encounter.text, nl=False)
        else:
            write_atomically(output, encounter.text)
    for line in told_of(sources, encounter):
        _tell(line)
    if output is not None:
        _tell(f"written to {output}")


def _pasted(most: int) -> bytes:
    """What comes in by standard input, up to one byte more than `most`."""
    if sys.stdin is None:  # closed by whoever started us
        refuse("there is no standard input to read stat blocks from")
    return sys.stdin.buffer.read(most + 1)


@app.command()
def roll(
    dice: Annotated[list[str], typer.Argument(help="Dice, such as 2d6+4 or 4d6kh3.")],
    *,
    seed: Annotated[int | None, typer.Option(help="Makes the dice fall the same again.")] = None,
) -> None:
    """Rolls dice, and shows every face."""
    from random import Random

    from orcus_tui.dice import DiceError, parse
    from orcus_tui.dice import roll as rolled

    chance = Random(seed)  # dice need no cryptography
    try:
        typer.echo(rolled(parse(" ".join(dice)), lambda sides: chance.randint(1, sides)).text)
    except DiceError as fault:
        refuse(fault.pointed())


@app.command()
def systems() -> None:
    """Lists the rules systems, their options and defaults."""
    from orcus_tui.systems import DEFAULT, SYSTEMS

    for system in SYSTEMS.values():
        typer.echo(f"{system.id} – {system.title}{' (the default)' if system.id == DEFAULT else ''}")
        for key, option in system.options.items():
            values = " | ".join(map(_toml, option.values)) or "a whole number"
            typer.echo(f"  {key} = {_toml(option.default)}    # {values}: {option.about}")


def _toml(value: bool | int | str) -> str:  # noqa: FBT001  # any option's value
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


@app.command()
def creatures(
    query: Annotated[list[str] | None, typer.Argument(help="Such as: level 1-3 mook humanoid. None: all.")] = None,
    *,
    system: Annotated[str | None, typer.Option(help="The rules system whose creatures they are.")] = None,
    show: Annotated[bool, typer.Option("--show", help="The stat block of each; one alone is shown anyway.")] = False,
    as_toml: Annotated[bool, typer.Option("--toml", help="The tables, ready to paste into an encounter.")] = False,
) -> None:
    """Finds creatures of the library by name, level, kind, role, size, type and tag."""
    from orcus_tui.cli.creatures import elsewhere
    from orcus_tui.commands.command_error import CommandError
    from orcus_tui.config.paths import library as opened
    from orcus_tui.library.query import NothingSo
    from orcus_tui.systems import DEFAULT

    if show and as_toml:
        refuse("give --show or --toml, not both")
    id_ = _known_system(system) or DEFAULT
    library, asked = opened(), " ".join(query or ())
    with faults_told():
        try:
            found = library.search(id_, asked)
            nothing = "" if found else library.why_nothing(id_, asked)
        except NothingSo as fault:
            found, nothing = [], fault.message
        except CommandError as fault:
            refuse(fault.message)
        if nothing:
            _tell(nothing + elsewhere(library, id_, asked))
            _tell_faults(library, id_)
            raise typer.Exit(FAILED)
        _tell_of(library, id_, found, "toml" if as_toml else "blocks" if show or len(found) == 1 else "list")


def _tell_of(library: "Library", system: str, found: "Sequence[Creature]", manner: "ListManner") -> None:
    """Prints creatures that were found, and after them what is wrong with a person's own."""
    from orcus_tui.cli.creatures import told
    from orcus_tui.model.text import printable

    for line in told(library, system, found, manner):
        typer.echo(printable(line))
    _tell_faults(library, system)


def _tell_faults(library: "Library", system: str) -> None:
    """What is wrong with a person's own files, among which may be what was looked for."""
    for fault in library.faults(system):
        _tell(fault)


@app.command()
def new(
    file: Annotated[Path | None, typer.Argument(help="The file to be written, or with --edit changed.")] = None,
    *,
    name: Annotated[str | None, typer.Option(help="What the fight is called; else as the file.")] = None,
    system: Annotated[str | None, typer.Option(help="Its rules system; else the party's.")] = None,
    party: Annotated[str | None, typer.Option(help="The party file, beside the new one.")] = None,
    heroes: Annotated[str | None, typer.Option(help="Levels, where no party is named: 4x3 is four of level 3.")] = None,
    add: Annotated[list[str] | None, typer.Option(help='As "goblin x3", "ogre +1" or "Bandit x2 hp=20".')] = None,
    edit: Annotated[bool, typer.Option("--edit", help="Changes a file that is there; comments stay.")] = False,
    in_ascii: Annotated[bool, typer.Option("--ascii", help="Draws with ASCII signs only.")] = False,
) -> None:
    """Builds an encounter: on a screen, or without one from what is added."""
    from orcus_tui.builder.plan import Plan

    plan = Plan(file, name, _known_system(system), party, heroes, edit)
    if not add:
        from orcus_tui.cli.tracker import open_builder

        with faults_told(), _plan_told():
            raise typer.Exit(open_builder(plan, in_ascii=in_ascii))
    _made(plan, add)


def _made(plan: "Plan", additions: "Sequence[str]") -> None:
    """Builds an encounter without a screen, and tells what it comes to."""
    from orcus_tui.builder.plan import begun, written
    from orcus_tui.config.paths import library
    from orcus_tui.model.text import printable

    with faults_told(), _plan_told():
        for line in written(begun(plan), additions, library()):
            typer.echo(printable(line))


@contextmanager
def _plan_told() -> "Iterator[None]":
    """Turns what is wrong with what is to be built into its message and the exit status 2."""
    from orcus_tui.commands.command_error import CommandError
    from orcus_tui.rules.resolution import Impossible

    try:
        yield
    except CommandError as fault:
        refuse(fault.message)
    except Impossible as fault:
        refuse(str(fault))


@app.command()
def schema() -> None:
    """Prints the JSON Schema of encounter and party files, for an editor."""
    from orcus_tui.storage.encounter.schema import text

    typer.echo(text(), nl=False)


@app.command()
def recover(
    journal_id: Annotated[str | None, typer.Argument(metavar="[ID]", help="An unfinished fight.")] = None,
    *,
    listed: Annotated[bool, typer.Option("--list", help="Lists the unfinished fights.")] = False,
    in_ascii: Annotated[bool, typer.Option("--ascii", help="Draws with ASCII signs only.")] = False,
) -> None:
    """Lists unfinished fights, or goes on with one in the tracker."""
    if journal_id and not listed:
        from orcus_tui.cli.tracker import open_tracker as opened

        raise typer.Exit(opened(None, resume=journal_id, in_ascii=in_ascii))
    from orcus_tui.model.text import printable
    from orcus_tui.storage.journal.recovery import list_unfinished

    with faults_told():
        found = list_unfinished(_journal_settings().folder)
    for each in found:
        typer.echo(printable(_told_of(each)))
    if not found:
        _tell("there are no unfinished fights")


def _told_of(fight: "UnfinishedFight") -> str:
    """An unfinished fight in a line: its id, name, when it began, and who has it; or why it cannot be read."""
    held = "  (open elsewhere)" if fight.in_use else ""
    told = f"cannot be read: {fight.fault}" if fight.fault else f"{fight.name}  {fight.when}{held}"
    return f"{fight.id}  {told}"


def _journal_settings() -> "JournalSettings":
    from orcus_tui.config.paths import journal_settings

    return journal_settings()


def _tell(message: str) -> None:
    from orcus_tui.model.text import printable

    typer.echo(printable(message), err=True)


def refuse(message: str) -> NoReturn:
    """Leaves with 2, having said why."""
    _tell(message)
    raise typer.Exit(WRONG)


@contextmanager
def faults_told() -> "Iterator[None]":
    """Turns what is wrong with a file into its message and the exit status 2."""
    from orcus_tui.storage.storage_error import StorageError

    try:
        yield
    except StorageError as fault:
        _tell(str(fault))
        raise typer.Exit(WRONG) from fault


def main() -> None:
    """Runs `orcus-tui`; a reader that goes away ends it without a word."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal or a pipe in a lesser encoding gets a ? for what it cannot show, such as the arrow in 7 → 3.
            stream.reconfigure(errors="replace")
    try:
        app(prog_name="orcus-tui")
    except BrokenPipeError:
        _give_up_on_output()
        sys.exit(FAILED)
    except OSError as fault:  # files are looked after where they are used: this is the output, on a full disk
        with suppress(OSError):
            typer.echo(f"orcus-tui: {fault.strerror or fault}", err=True)
        _give_up_on_output()
        sys.exit(FAILED)


def _give_up_on_output() -> None:
    """Lets what could not be written go nowhere, or Python would try again, and complain, as it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            os.dup2(nowhere, stream.fileno())
