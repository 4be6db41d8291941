"""`orcus-tui play`: a fight without a screen, with lines from a script, a stream or the command line."""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, BinaryIO

import typer
from msgspec import Struct, field

from orcus_tui.cli import FAILED, INTERRUPTED
from orcus_tui.cli.options import PlayOptions
from orcus_tui.cli.output import print_message, refuse, refusing_errors, standard_input
from orcus_tui.cli.system_list import known_system
from orcus_tui.commands.lexer import split_lines
from orcus_tui.config.paths import house_rules, journal_settings, library, read_settings
from orcus_tui.model.text import printable
from orcus_tui.session.dice_source import DiceSource, GivenDice, RandomDice
from orcus_tui.session.lookup import overview
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import EncounterFile, read_encounter_file
from orcus_tui.storage.journal.journal_file import journal_path
from orcus_tui.storage.journal.recovery import find_unfinished
from orcus_tui.storage.large_file import large_file_message, large_journal_message
from orcus_tui.storage.storage_error import StorageError, storage_errors
from orcus_tui.systems import DEFAULT, empty_fight

MAX_SIZE = 16 * 1024 * 1024
"""The most bytes of a script, or of one line of a stream, since some devices never end."""


class ScriptLine(Struct, frozen=True):
    """A line of a script with its number; `fault` is the error if it cannot be decoded."""

    number: int
    text: str
    fault: str = ""
    column: int = 1


def read_script(path: Path) -> Iterator[ScriptLine]:
    """The lines of a file. Raises StorageError if it cannot be read."""
    with storage_errors(path), path.open("rb") as file:
        data = file.read(MAX_SIZE + 1)
    _refuse_too_large(data, path)
    return _decode_lines(data.splitlines())


def _refuse_too_large(data: bytes, path: Path) -> None:
    if len(data) > MAX_SIZE:
        raise StorageError(path, f"larger than {MAX_SIZE // 1024**2} MB; split the script")


def read_stream(stream: BinaryIO, prompt: str = "") -> Iterator[ScriptLine]:
    """Yields the lines of a stream, and prints a prompt before each.

    Raises StorageError for a line longer than MAX_SIZE.
    """

    def read_line() -> bytes:
        if prompt:
            print(prompt, end="", flush=True)
        line = stream.readline(MAX_SIZE + 1)
        _refuse_too_large(line, Path("<stdin>"))
        return line

    return _decode_lines(iter(read_line, b""))


def split_texts(texts: Sequence[str]) -> Iterator[ScriptLine]:
    """Yields the lines of texts, which semicolons separate."""
    lines = (line for text in texts for line, _ in split_lines(text))
    for number, line in enumerate(lines, start=1):
        yield ScriptLine(number, line)


def _decode_lines(data: Iterable[bytes]) -> Iterator[ScriptLine]:
    for number, raw in enumerate(data, start=1):
        stripped = raw.rstrip(b"\r\n")
        try:
            text = stripped.decode()
        except UnicodeDecodeError as fault:
            shown = stripped.decode(errors="replace").strip()
            column = len(stripped[: fault.start].decode()) + 1
            yield ScriptLine(number, shown, "this line is not UTF-8 text", column)
        else:
            yield ScriptLine(number, text.removeprefix("\ufeff") if number == 1 else text)


if TYPE_CHECKING:
    from orcus_tui.cli.phones import Phones

PROMPT = "› "


class RunOptions(Struct, frozen=True):
    """Options of a run: its output, whether it continues after a failure, whether lines are typed at a terminal."""

    script: str
    json: bool = False
    trace: bool = False
    keep_going: bool = False
    is_interactive: bool = False


class Run(Struct):
    """The execution of lines in a session, and their results."""

    session: Session
    options: RunOptions
    results: list[dict[str, Any]] = field(default_factory=list)
    failed: bool = False
    turns: AbstractContextManager[object] = field(default_factory=nullcontext)

    def execute(self, lines: Iterable[ScriptLine]) -> bool:
        """Executes lines until they end, one fails, or one quits; returns False after a failure."""
        for line in lines:
            result = self._execute_line(line)
            if result is None:
                continue
            self._show(line, result)
            if result.quits:
                return True
            if result.error and not self.options.keep_going:
                return False
        return True

    @property
    def is_over(self) -> bool:
        """Whether the fight is over, so that it is not offered for resuming.

        It is offered if the user left it before its end, or if nothing happened after it was resumed.
        """
        if self.options.is_interactive:
            return self.session.fight.phase == "finished"
        return self.session.fight is not self.session.resumed_at

    def greet(self) -> None:
        """Prints the state of the fight, and how to list the commands."""
        lines = [*overview(self.session.view), "`help` lists the commands, `quit` leaves"]
        print("\n".join(map(printable, lines)), flush=True)

    def _execute_line(self, line: ScriptLine) -> Result | None:
        if line.fault:
            return Result(line.text, error=line.fault, column=line.column)
        with self.turns:
            return self.session.run(line.text)

    def show_phone_result(self, result: Result) -> None:
        """Shows the result of a line that a phone has sent; an error in it does not fail the given lines."""
        failed = self.failed
        self._show(ScriptLine(0, result.command), result)
        self.failed = failed

    def _show(self, line: ScriptLine, result: Result) -> None:
        self.failed = self.failed or bool(result.error)
        if result.warning:
            self._print_message(f"{line.number}: warning: {result.warning}")
        if self.options.json:
            self._add_result(line, result)
        else:
            output = [f"  {each}" for each in result.log]
            if not self.options.is_interactive:
                output.insert(0, f"> {result.command}")
            if output:
                print("\n".join(map(printable, output)), flush=True)
        if result.error:
            self._print_message(f"{line.number}:{result.column}: {result.error}")

    def _print_message(self, message: str) -> None:
        place = "" if self.options.is_interactive else f"{self.options.script}:"
        print(printable(f"{place}{message}"), file=sys.stderr, flush=True)

    def _add_result(self, line: ScriptLine, result: Result) -> None:
        entry: dict[str, Any] = {
            "line": line.number,
            "command": result.command,
            "ok": not result.error,
            "error": result.error or None,
            "log": list(result.log),
        }
        if self.options.trace:
            entry["state"] = self.session.state()
        self.results.append(entry)

    def document(self) -> str:
        """The JSON document of the whole run, in ASCII for any encoding."""
        return json.dumps({"results": self.results, "state": self.session.state()})


def play(options: PlayOptions) -> None:
    """Opens or resumes a fight and executes its lines; exits with status 1 if a line failed."""
    _refuse_contradictions(options)
    with refusing_errors():
        if _is_plain(options):
            _play_plainly(options)
            return
        interactive = _is_interactive(options)
        lines = _lines(options, interactive=interactive)
        dice = _dice_source(options)
        session = _session(options, dice)
        session.library = library(print_message)
        if options.script is None and options.lines is None and not interactive and not options.json:
            print_message("no commands given: use --script FILE, --script - for standard input, or -c LINE")
        keep_going = options.keep_going or interactive
        incomplete = options.campaign is not None and _report_missing(session)
        phones = _phones(session, options) if options.players else None
        script = "<stdin>" if options.script == "-" else options.script or "<line>"
        _run(session, RunOptions(script, options.json, options.trace, keep_going, interactive), lines, phones)
        if incomplete:
            raise typer.Exit(FAILED)


def _is_plain(options: PlayOptions) -> bool:
    """Whether to use the plain prompt: by an option, or because the terminal can do nothing else."""
    if options.plain or options.players or not _is_interactive(options):
        return options.plain
    return os.environ.get("TERM") == "dumb" or read_settings().plain


def _is_interactive(options: PlayOptions) -> bool:
    """Whether a person types the lines at a terminal."""
    no_script = options.lines is None and options.script in (None, "-") and not options.json
    return no_script and sys.stdin is not None and sys.stdin.isatty()


def _session(options: PlayOptions, dice: DiceSource) -> Session:
    if options.campaign is not None:
        return _open_campaign(options.campaign, options, dice)
    return _open_session(options, dice) if options.resume is None else _resume_session(options.resume, dice)


def _open_campaign(folder: Path, options: PlayOptions, dice: DiceSource) -> Session:
    """A session between the fights of a campaign, or in a resumed fight.

    Raises StorageError for an unusable campaign.
    """
    from orcus_tui.campaign.opening import session_between_fights
    from orcus_tui.cli.campaign import open_in

    campaign = open_in(folder)
    if options.resume is not None:
        session = _resume_session(options.resume, dice)
        session.campaign = campaign
    else:
        session = session_between_fights(campaign, dice, journal_settings() if options.journal else None)
    session.house_rules = house_rules()
    return session


def _report_missing(session: Session) -> bool:
    """Prints a message for each missing file of the campaign; returns whether there is one."""
    missing = session.campaign.missing() if session.campaign else []
    for path in missing:
        print_message(f"{path}: there is no such file")
    return bool(missing)


def _play_plainly(options: PlayOptions) -> None:
    """Answers lines in sentences; offers first to resume an unfinished fight of the file."""
    from orcus_tui.cli.plain import Prompt, resume_or_begin
    from orcus_tui.config.own_aliases import own_aliases, save_alias

    standard_input("commands")
    dice = _dice_source(options)
    resumed = options.resume or resume_or_begin(options.encounter, journal_settings().folder, options.width)
    session = _session(options._replace(resume=resumed or None), dice)
    session.library, session.announce = library(print_message), print_message
    aliases, faults = own_aliases()
    session.fight_files.aliases = {**aliases, **session.aliases}
    session.save_alias = save_alias
    prompt = Prompt(session, options.width)
    try:
        prompt.say([f"Warning: {each}" for each in faults])
        prompt.run()
    finally:
        is_over = session.fight.phase == "finished"
        journal = session.recorder.id if session.recorder else ""
        if warning := session.end(finished=is_over):
            print_message(f"warning: {warning}")
    if journal and not is_over:
        prompt.say([f"Saved, round {session.fight.round}. To resume: orcus-tui play --resume {journal}"])


def _refuse_contradictions(options: PlayOptions) -> None:
    if options.plain and (options.script is not None or options.lines is not None or options.json):
        refuse("--plain is a prompt; it takes no --script, -c or --json")
    if options.plain and options.players:
        refuse("--players needs --script or the usual prompt, not --plain")
    if options.script is not None and options.lines is not None:
        refuse("give --script or -c, not both")
    if options.dice is not None and options.seed is not None:
        refuse("give --dice or --seed, not both")
    if options.campaign is not None and (options.encounter or options.system):
        refuse("--campaign opens the fights of a folder; it takes no encounter or --system")
    if options.resume is not None and (options.encounter or options.system or not options.journal):
        refuse("--resume continues a journal; it takes no encounter, --system or --no-journal")


def _lines(options: PlayOptions, *, interactive: bool) -> Iterable[ScriptLine]:
    if options.lines is not None:
        return split_texts(options.lines)
    if options.script == "-" or interactive:
        return read_stream(standard_input("commands"), PROMPT if interactive else "")
    return read_script(Path(options.script)) if options.script is not None else ()


def _dice_source(options: PlayOptions) -> DiceSource:
    if options.dice is not None:
        return GivenDice(faces_of(options.dice))
    return RandomDice(Random(options.seed))  # dice need no cryptography


def faces_of(text: str) -> list[int]:
    """The faces given with `--dice`."""
    return [_face(word) for word in text.split()]


def _face(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 6):
        refuse(f"--dice takes whole numbers separated by spaces, got {word!r}")
    return int(word)


def _open_session(options: PlayOptions, dice: DiceSource) -> Session:
    """A session on the encounter or on an empty fight. Raises StorageError for an unusable file."""
    if options.system is not None and options.encounter is not None:
        refuse("--system is for a fight without a file; an encounter names its own system")
    if options.encounter is None:
        system = known_system(options.system) or DEFAULT
        opened = EncounterFile(empty_fight("Untitled fight", system))
    else:
        print_message(large_file_message(options.encounter))
        opened = read_encounter_file(options.encounter)
    journal = journal_settings() if options.journal else None
    return Session.open(opened, dice, house_rules(), options.encounter, journal)


def _resume_session(journal_id: str, dice: DiceSource) -> Session:
    """A session that continues an unfinished fight. Raises StorageError for an unusable journal."""
    journal = journal_settings()
    found = find_unfinished(journal.folder, journal_id)
    print_message(large_journal_message(journal_path(journal.folder, found)))
    session, lost = Session.resume(journal, found, dice)
    if lost:
        print_message(f"{journal_id}: {lost}")
    return session


def _phones(session: Session, options: PlayOptions) -> "Phones":
    """The players' view with input; its address is the first line on standard error. Raises StorageError."""
    from orcus_tui.cli.phones import Phones

    phones = Phones(session, options.host, options.port)
    print_message(phones.link.url)
    return phones


def _run(session: Session, options: RunOptions, lines: Iterable[ScriptLine], phones: "Phones | None" = None) -> None:
    run = Run(session, options)
    if phones:
        run.turns = phones.turns
        phones.begin(run.show_phone_result)
    session.announce = print_message
    finished = False
    try:
        if options.is_interactive:
            run.greet()
        finished = run.execute(lines) and run.is_over
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    finally:
        if phones:
            phones.stop()
        warning = session.end(finished=finished or session.is_settled)
        if session.campaign:
            session.campaign.close()
        if warning:
            print_message(f"warning: {warning}")
    if options.json:
        typer.echo(run.document())
    if run.failed and not options.is_interactive:
        raise typer.Exit(FAILED)
