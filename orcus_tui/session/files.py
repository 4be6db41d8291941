"""The requests about files: write, open, run, export, alias and macro."""

from __future__ import annotations

import codecs
import os
import stat
import tomllib
from itertools import islice
from pathlib import Path

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Context
from orcus_tui.commands.parse import parse
from orcus_tui.commands.reading import read_line
from orcus_tui.errors import Impossible
from orcus_tui.model import requests
from orcus_tui.model.history import Change, Execution
from orcus_tui.model.text import plural
from orcus_tui.session.execution import execute
from orcus_tui.session.log_text import execution_lines, log_lines
from orcus_tui.session.recorded_fight import RecordedFight, Result
from orcus_tui.storage.atomic import Resolve, digest, is_link, write_atomically, write_with_backup
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.encounter.read import bytes_of, comes_with_program, read_encounter, read_encounter_file
from orcus_tui.storage.export import export_text
from orcus_tui.storage.journal.journal_file import ARCHIVE, SUFFIX
from orcus_tui.storage.large_file import large_file_message
from orcus_tui.storage.lock import folder_lock
from orcus_tui.storage.storage_error import NotSynced, StorageError, storage_errors
from orcus_tui.storage.toml.positions import LARGEST_FILE

STAYS_READ_ONLY = "this tracker only follows a fight: quit, then `orcus-tui FILE` opens another"
"""Why a tracker that follows a fight cannot open another one: it was started read-only."""
MAX_SCRIPT_DEPTH = 10
MAX_SCRIPT_LINES = 10_000
"""The most lines of a script and of the scripts it runs, since scripts that run each other would never end."""
LONG_SCRIPT = 100
"""The most lines that a script runs without an announcement; a longer script may take seconds."""
MAX_SCRIPT_SIZE = 1024 * 1024
"""Bytes of one file."""


def write(session: RecordedFight, step: requests.Write) -> Result:
    """Writes the fight to the named file, else to the file last written, else next to the encounter.

    A read-only fight is only written to a named file; the other files belong to the program that plays it.
    """
    if session.read_only and not step.file:
        raise Impossible("this fight is read-only: name a file for the copy, as in `write copy.toml`")
    path = named_path(session, step.file) if step.file else _usual_path(session)
    _refuse_protected(session, path)
    text = fight_text(session.fight)
    if len(text.encode()) > LARGEST_FILE:
        most = LARGEST_FILE >> 20
        raise Impossible(f"the fight is too large to read back from a file: more than {most} MB; shorten its texts")
    backup = _write(session, path, text)
    files = session.fight_files
    files.saved_to, files.saved_digest = path.absolute(), digest(text.encode())
    return Result(lines=(f"written to {path}", *backup), warning=_checkpoint(session))


def named_path(session: RecordedFight, text: str) -> Path:
    """The path that a line names.

    Raises Impossible if only an alias from the journal names it and it is outside the usual folders.
    """
    path = _path(text)
    _refuse_elsewhere(session, path, "an alias of the resumed fight names it; define that alias again to use it")
    return path


def _usual_path(session: RecordedFight) -> Path:
    """The file last written, else one next to the encounter. Raises Impossible if the user should name it.

    The content of a journal or a folder may come from a stranger, so a path that the user did not name must be inside
    the folders that the user named, and must not be a link.
    """
    files = session.fight_files
    path = files.saved_to or _default_path(files.encounter, session.fight.name)
    remedy = f"name it, as in `write {path}`"
    _refuse_elsewhere(session, path, remedy)
    if path.suffix != ".toml" and path not in session.named_paths:
        raise Impossible(f"{path} does not end in .toml: {remedy}")
    return path


def _refuse_elsewhere(session: RecordedFight, path: Path, remedy: str) -> None:
    """Raises Impossible for a path not named by the user that is a link, or outside the folders named by the user."""
    if path in session.named_paths:
        return
    if is_link(path):
        raise Impossible(f"{path} is a link to {os.path.realpath(path)}; write to another name, or {remedy}")
    is_near = session.named_paths.share_folder_with(path)
    if not is_near and not _is_next_to_encounter(path, session.fight_files.encounter):
        raise Impossible(f"{path} is outside this folder: {remedy}")


def _is_next_to_encounter(path: Path, encounter: Path | None) -> bool:
    """Whether a path is a `.toml` file in the folder of an existing encounter."""
    if encounter is None or path.suffix != ".toml":
        return False
    if os.path.realpath(path.absolute().parent) != os.path.realpath(encounter.absolute().parent):
        return False
    try:
        read_encounter(encounter)
    except StorageError:
        return False
    return True


def _checkpoint(session: RecordedFight) -> str:
    """Puts the whole fight into the journal. Returns a warning if that fails."""
    if not session.recorder:
        return ""
    try:
        return session.recorder.write_checkpoint(session.fight, session.fight_files.saved_to)
    except StorageError as fault:
        return str(fault)


def _path(text: str) -> Path:
    """The path of a file name. Raises Impossible for an empty name."""
    if not text:
        raise Impossible("a file name is missing")
    return Path(text)


def _write(session: RecordedFight, path: Path, text: str) -> list[str]:
    """Writes a file. Old content that is not from this fight is copied first; returns a line about the copy."""
    backup = None
    resolve: Resolve = os.path.realpath if path in session.named_paths else os.path.abspath
    with folder_lock(path):
        try:
            if session.digests.has_same_content(path):
                write_atomically(path, text, disk=session.disk, resolve=resolve)
            else:
                backup = write_with_backup(path, text, disk=session.disk, resolve=resolve)
        except NotSynced:
            session.digests.note(path, digest(text.encode()))  # it is written
            raise
    session.digests.note(path, digest(text.encode()))
    return [f"the previous file is now {backup}"] if backup else []


def _refuse_protected(session: RecordedFight, path: Path) -> None:
    """Raises Impossible for the game master's own files, which are never overwritten, and for the journal."""
    for own_file, what in _files_of_the_game_master(session.fight_files.encounter).items():
        if same_file(path, own_file):
            raise Impossible(f"{path} is {what}; name another file")
    if session.recorder and same_file(path, session.recorder.path):
        raise Impossible(f"{path} is the journal of this fight; name another file")
    if session.journal_settings and _is_journal(path, session.journal_settings.folder):
        raise Impossible(f"{path} is the journal of a fight; name another file")


def _is_journal(path: Path, folder: Path) -> bool:
    """Whether a path, links resolved, is that of a journal in this folder or its archive."""
    file = Path(os.path.realpath(path))
    return file.suffix.casefold() == SUFFIX and any(same_file(file.parent, each) for each in (folder, folder / ARCHIVE))


def _files_of_the_game_master(encounter: Path | None) -> dict[Path, str]:
    """The game master's own files, each with a description; not fights in progress, which the program wrote."""
    if encounter is None:
        return {}
    files = {encounter: "the encounter itself, which is never overwritten"}
    try:
        table = tomllib.loads(bytes_of(encounter).decode())
    except (StorageError, ValueError, RecursionError):
        return files  # the game master wrote it: it was read when the fight was opened
    if "fight" in table:
        return {}
    party = table.get("party")
    if isinstance(party, str):
        files[encounter.parent / party] = "the encounter's party file, which only `keep` changes"
    return files


def _default_path(encounter: Path | None, name: str) -> Path:
    """`bridge-fight.toml` next to `bridge.toml`; without an encounter, named for the fight.

    Next to an encounter that is itself called `bridge-fight.toml`, it is `bridge-fight-fight.toml`.
    """
    if encounter and not comes_with_program(encounter):
        usual = encounter.with_name(f"{encounter.stem.removesuffix('-fight')}-fight.toml")
        is_protected = any(same_file(usual, each) for each in _files_of_the_game_master(encounter))
        return encounter.with_name(f"{encounter.stem}-fight.toml") if is_protected else usual
    words = "".join(sign if sign.isalnum() else " " for sign in name.lower()).split()
    return Path(f"{'-'.join(words) or 'fight'}-fight.toml")


def same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)  # also right for links
    except OSError:
        return one.absolute() == other.absolute()


def open_file(session: RecordedFight, step: requests.Open) -> Result:
    """Closes this fight's journal, then opens another encounter or fight in progress; not while following one."""
    if session.is_following:
        raise Impossible(STAYS_READ_ONLY)
    path = named_path(session, step.file)
    if message := large_file_message(path):
        session.announce(message)
    opened = read_encounter_file(path)
    fight = opened.with_rules(session.house_rules)
    warning = session.move_on_to(fight, path, opened.digest)
    return Result(lines=(f"{opened.fight.name}: {plural(len(opened.fight.states), 'creature')}",), warning=warning)


def run(session: RecordedFight, step: requests.Run) -> Result:
    """Executes a script as one command, in full or not at all."""
    script = _Script(session)
    script.run(_path(step.file), 0)
    return Result(lines=tuple(script.log) or ("the script is empty",), warning=script.record(f"run {step.file}"))


def run_lines(session: RecordedFight, step: requests.RunLines) -> Result:
    """Executes the lines of an alias as one command, in full or not at all."""
    script = _Script(session)
    script.run_lines(step, 0)
    return Result(lines=tuple(script.log), warning=script.record(step.typed))


class _Script:
    """A script that is running; the fight of the session does not change before the script is done."""

    def __init__(self, session: RecordedFight) -> None:
        self._session = session
        self._fight = session.fight
        self._count = 0
        self._announced = False
        self.executions: list[Execution] = []
        self.log: list[str] = []

    def record(self, line: str) -> str:
        """Records the executions as one change. Returns a warning, if any."""
        if any(execution.changed for execution in self.executions):
            return self._session.change(Change(line, tuple(self.executions)))
        return "; ".join(filter(None, map(self._session.note, self.executions)))

    def run(self, path: Path, depth: int) -> None:
        """Executes each line of a file. Raises Impossible, with file, line and column, at the first that fails."""
        if depth >= MAX_SCRIPT_DEPTH:
            raise Impossible(f"{path}: scripts are nested more than {MAX_SCRIPT_DEPTH} deep")
        lines = _script_lines(path)
        self._announce(path, len(lines))
        for number, line in enumerate(lines, start=1):
            self._count += 1
            if self._count > MAX_SCRIPT_LINES:
                raise Impossible(f"{path}:{number}:1: a script has at most {MAX_SCRIPT_LINES:,} lines; split it")
            try:
                self._execute(_line_text(line), path, depth)
            except CommandError as fault:
                raise Impossible(f"{path}:{number}:{fault.column}: {fault.message}") from fault
            except (Impossible, StorageError) as fault:
                raise Impossible(f"{path}:{number}:1: {fault}") from fault

    def run_lines(self, step: requests.RunLines, depth: int) -> None:
        """Executes the lines of an alias. Raises Impossible, with the line, at the first that fails."""
        if depth >= MAX_SCRIPT_DEPTH:
            raise Impossible(f'the alias "{step.alias}" refers to itself, or to aliases more than {depth} deep')
        for number, line in enumerate(step.lines, start=1):
            self._count += 1
            if self._count > MAX_SCRIPT_LINES:
                raise Impossible(f"an alias has at most {MAX_SCRIPT_LINES:,} lines")
            try:
                self._execute(line, Path(), depth)
            except (CommandError, Impossible, StorageError) as fault:
                raise Impossible(f"{step.alias}, line {number} ({line}): {fault}") from fault

    def _announce(self, path: Path, count: int) -> None:
        """Announces a long script once, before the nested file with which it becomes long."""
        if not self._announced and self._count + count > LONG_SCRIPT:
            self._announced = True
            self._session.announce(f"running {path}: {count:,} lines")

    def _execute(self, line: str, path: Path, depth: int) -> None:
        command = parse(line, self._session.context_for(self._fight))
        if command is None:
            return
        if isinstance(command.step, requests.Run):
            self.run(path.parent / _path(command.step.file), depth + 1)
        elif isinstance(command.step, requests.RunLines):
            self.run_lines(command.step, depth + 1)
        elif isinstance(command.step, requests.Request):
            raise Impossible(f"`{command.verb}` cannot be used in a script")
        else:
            execution = execute(
                self._session.view_of(self._fight), command, self._session.dice_source, in_script=bool(self.executions)
            )
            self._fight = execution.after
            self.executions.append(execution)
            self.log.extend(execution_lines(execution))


def _script_lines(path: Path) -> list[bytes]:
    """The lines of a script. Raises StorageError if it cannot be read."""
    with storage_errors(path):
        if not stat.S_ISREG(path.stat().st_mode):
            raise StorageError(path, "is not a regular file")  # a pipe would block
        with path.open("rb") as file:
            data = file.read(MAX_SCRIPT_SIZE + 1)
    if len(data) > MAX_SCRIPT_SIZE:
        raise StorageError(path, f"larger than {MAX_SCRIPT_SIZE // 1024**2} MB; split the script")
    return data.removeprefix(codecs.BOM_UTF8).splitlines()


def _line_text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as fault:
        raise CommandError("this line is not UTF-8 text", len(raw[: fault.start].decode()) + 1) from fault


def export(session: RecordedFight, step: requests.Export) -> Result:
    """Exports the log, in the format of the file's suffix."""
    path = named_path(session, step.file)
    commands = [
        (execution.line, log_lines(execution.events, execution.after)) for execution in session.timeline.executions
    ]
    text = export_text(path.suffix, session.fight.name, commands, session.state())
    _refuse_protected(session, path)
    return Result(lines=(f"exported to {path}", *_write(session, path, text)))


def alias(session: RecordedFight, step: requests.Alias) -> Result:
    """Gives a line a short name."""
    files, before = session.fight_files, session.aliases
    files.aliases = {**before, step.name: step.line}  # set first, so that a journal that begins now includes it
    session.own_aliases.add(step.name)
    try:
        warning = session.recorder.write_alias(step.name, step.line, session.fight) if session.recorder else ""
    except StorageError:
        files.aliases = before
        raise
    return Result(lines=(f"alias {step.name}: {step.line}",), warning=warning)


MOST_PARAMETERS = 9


def macro(session: RecordedFight, request: requests.Macro) -> Result:
    """Makes an alias of the last lines that changed the fight, and saves it in the settings file, if there is one."""
    lines = [*islice(session.timeline.undo_lines(), request.count)][::-1]
    if len(lines) < request.count:
        raise Impossible(f"there are only {len(lines)} lines; `macro {request.name} N` takes the last N", of="count")
    parameters: dict[str, str] = {}
    text = "; ".join(_with_parameters(each, session.context, parameters) for each in lines)
    result = alias(session, requests.Alias(request.name, text))
    kept = session.save_alias(request.name, text)
    return Result(lines=(*result.lines, kept), warning=result.warning)


def _with_parameters(line: str, context: Context, parameters: dict[str, str]) -> str:
    """The line with `$1`, `$2` … in place of its targets; the same targets are the same parameter in every line."""
    reading = read_line(line, len(line), context)
    if not reading.command or "targets" not in reading.spans or reading.command.aliases:
        return line
    words = [each.raw for each in reading.words]
    start, end = reading.spans["targets"]
    for place in range(start, end):
        if words[place] not in parameters and len(parameters) < MOST_PARAMETERS:
            parameters[words[place]] = f"${len(parameters) + 1}"
        words[place] = parameters.get(words[place], words[place])
    return " ".join(words)
