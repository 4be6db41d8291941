"""Files from within a fight: writing it, opening another, running a script, exporting the log."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from orcus_tui.commands.errors import CommandError
from orcus_tui.commands.parse import parse
from orcus_tui.deeds import carried_out
from orcus_tui.model import requests
from orcus_tui.model.events import read_log
from orcus_tui.rules.resolution import Impossible
from orcus_tui.storage.atomic import write_atomically
from orcus_tui.storage.encounter import read_encounter
from orcus_tui.storage.errors import StorageError, reason
from orcus_tui.storage.export import exported
from orcus_tui.storage.written import fight_text
from orcus_tui.timeline import Change, Deed, Timeline

if TYPE_CHECKING:
    from orcus_tui.session import Answer, Session

DEEPEST_SCRIPT = 10


def write(session: Session, step: requests.Write) -> Answer:
    """Writes the fight to the file named, or last written, or beside the encounter; never to the encounter."""
    path = Path(step.file) if step.file else session.written or _beside(session.encounter, session.fight.name)
    if session.encounter and _same_file(path, session.encounter):
        raise Impossible(f"{path} is the encounter itself, which play never writes to; name another file")
    write_atomically(path, fight_text(session.fight))
    session.written = path
    return [f"written to {path}"], session.checkpoint()


def _beside(encounter: Path | None, name: str) -> Path:
    if encounter:
        stem = encounter.stem.removesuffix("-fight")
        return encounter.with_name(f"{stem}-fight.toml")
    words = "".join(sign if sign.isalnum() else " " for sign in name.lower()).split()
    return Path(f"{'-'.join(words) or 'fight'}-fight.toml")


def _same_file(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)  # noqa: PTH121  # also right for links, on every system
    except OSError:
        return one.absolute() == other.absolute()


def open_file(session: Session, step: requests.Open) -> Answer:
    """Closes this fight's journal and begins with another encounter, or a fight in progress."""
    path = Path(step.file)
    fight = read_encounter(path)
    session.begin_with(fight, path)
    return [f"{fight.name}: {len(fight.states)} creatures"], ""


def run(session: Session, step: requests.Run) -> Answer:
    """Carries out a script as one command: all of it, or none."""
    script = _Script(session)
    script.run(Path(step.file), 0)
    warning = ""
    if script.deeds:
        warning = session.change(Change(f"run {step.file}", tuple(script.deeds)))
    return script.log or ["nothing in it"], warning


class _Script:
    """A script being carried out, on a timeline of its own until it has come to its end."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._timeline = Timeline(session.fight)
        self.deeds: list[Deed] = []
        self.log: list[str] = []

    def run(self, path: Path, depth: int) -> None:
        """Carries out each line of a file. Raises Impossible, with file, line and column, at the first that fails."""
        if depth >= DEEPEST_SCRIPT:
            raise Impossible(f"{path}: scripts run one another more than {DEEPEST_SCRIPT} deep")
        for number, line in enumerate(_lines(path), start=1):
            try:
                self._carry_out(line, path, depth)
            except CommandError as fault:
                raise Impossible(f"{path}:{number}:{fault.column}: {fault.message}") from fault
            except (Impossible, StorageError) as fault:
                raise Impossible(f"{path}:{number}:1: {fault}") from fault

    def _carry_out(self, line: str, path: Path, depth: int) -> None:
        fight = self._timeline.fight
        command = parse(line, self._session.context_for(fight))
        if command is None:
            return
        if isinstance(command.step, requests.Run):
            self.run(path.parent / command.step.file, depth + 1)
        elif self._session.is_request(command.step):
            raise Impossible(f"`{command.verb}` cannot stand in a script that runs as one command")
        else:
            deed = carried_out(fight, command, self._session.faces)
            self._timeline.note(deed)
            self.deeds.append(deed)
            self.log.extend((f"> {deed.line}", *read_log(deed.events, deed.after)))


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as fault:
        raise StorageError(path, f"is not UTF-8 text (byte {fault.start})") from fault
    except OSError as fault:
        raise StorageError(path, reason(fault)) from fault


def export(session: Session, step: requests.Export) -> Answer:
    """Writes the log, in the form the file's suffix names."""
    path = Path(step.file)
    told = [(deed.line, read_log(deed.events, deed.after)) for deed in session.timeline.deeds]
    try:
        text = exported(path.suffix, session.fight.name, told, session.state())
    except ValueError as fault:
        raise Impossible(str(fault)) from fault
    write_atomically(path, text)
    return [f"exported to {path}"], ""


def alias(session: Session, step: requests.Alias) -> Answer:
    """Gives a line a name."""
    session.aliases[step.name] = step.line
    warning = session.recorder.alias(step.name, step.line, session.fight) if session.recorder else ""
    return [f"{step.name} stands for: {step.line}"], warning
