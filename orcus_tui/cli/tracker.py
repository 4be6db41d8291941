"""The tracker's door: an encounter, or an unfinished fight, onto the screen.

It is apart from the other commands so that opening the tracker waits for nothing it does not use.
"""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.config.paths import (
    SAMPLE,
    LibraryUnopened,
    config_file,
    history_file,
    journal_settings,
    mistake_file,
)
from orcus_tui.config.settings import Known, read_config
from orcus_tui.model.text import printable
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.line_history import LineHistory
from orcus_tui.storage.storage_error import StorageError

if TYPE_CHECKING:
    from orcus_tui.builder.plan import Begun, Plan

FAILED = 1
WRONG = 2


def open_tracker(encounter: Path | None, *, resume: str = "", in_ascii: bool = False) -> int:
    """Opens the tracker on an encounter (none: the sample fight), or goes on with an unfinished fight.

    Answers the exit status when the tracker has been left.
    """
    missing = _terminal_missing()
    if missing:
        instead = f"--resume {resume}" if resume else str(encounter or "FILE")
        return _refused(f"{missing}; `orcus-tui play {instead} --script -` plays a fight without one")
    gc.disable()  # until it is on the screen: what is made meanwhile stays
    try:
        session, lost = _session(encounter, resume)
        session.library = LibraryUnopened()
    except StorageError as fault:
        return _refused(str(fault))
    return _run(session, [lost] if lost else [], in_ascii=in_ascii)


def open_builder(plan: "Plan", *, in_ascii: bool = False) -> int:
    """Opens the builder on an encounter to be made or changed. Answers the exit status when it has been left.

    Raises StorageError and Impossible where the plan is none.
    """
    missing = _terminal_missing()
    if missing:
        return _refused(f"{missing.replace('tracker', 'builder')}; `orcus-tui new FILE --add NAME` builds without one")
    from orcus_tui.builder.plan import begun

    session = Session(read_encounter(SAMPLE), RandomDice(Random()))
    session.library = LibraryUnopened()
    return _run(session, [], in_ascii=in_ascii, begun=begun(plan))


def _terminal_missing() -> str:
    """Why there is no terminal to draw on; empty where there is one."""
    streams = (sys.stdin, sys.stdout, sys.__stderr__)  # Textual draws on the last
    if any(stream is None or not stream.isatty() for stream in streams):
        return "the tracker needs a terminal to draw on"
    return "this terminal (TERM=dumb) cannot be drawn on" if os.environ.get("TERM") == "dumb" else ""


def _refused(message: str) -> int:
    print(printable(message), file=sys.stderr)  # noqa: T201
    return WRONG


def _session(encounter: Path | None, resume: str) -> tuple[Session, str]:
    """The fight to open, and a word on what its journal had lost. Raises StorageError where it cannot be read."""
    faces = RandomDice(Random())  # dice need no cryptography
    if resume:
        from orcus_tui.storage.journal.recovery import find_unfinished

        own = journal_settings()
        return Session.resume(own, find_unfinished(own.folder, resume), faces)
    return Session(read_encounter(encounter or SAMPLE), faces, encounter=encounter), ""


def _run(session: Session, remarks: list[str], *, in_ascii: bool, begun: "Begun | None" = None) -> int:
    from orcus_tui.screen.app import Tracker
    from orcus_tui.screen.fight.keys import KEYS
    from orcus_tui.screen.fight.user_input import UserInput
    from orcus_tui.screen.themes import theme_names

    known = Known({key.id: key.keys for key in KEYS.values()}, theme_names())
    config, faults = read_config(config_file(), known)
    if in_ascii or config.ascii is None:
        config = replace(config, ascii=in_ascii or not _shows_signs())
    history = LineHistory(history_file())
    user_input = UserInput(config.keys, history.read(), history.add)
    tracker = Tracker(session, journal_settings(), config, user_input, [*remarks, *faults])
    tracker.begun = begun
    mistake = _mistake_in(lambda: tracker.run(mouse=config.mouse)) or tracker.crash
    recorder = tracker.fight.session.recorder
    mistake = _mistake_in(lambda: _warn(tracker.close())) or mistake
    if mistake:
        return _told(mistake, recorder.id if recorder else "")
    return tracker.return_code or 0


def _mistake_in(work: Callable[[], object]) -> Exception | None:
    """Does something; answers the mistake of the program's own that ended it, if one did."""
    try:
        work()
    except Exception as mistake:  # noqa: BLE001  # of any kind: it is written down, and told in one line
        return mistake
    return None


def _warn(warning: str) -> None:
    if warning:
        print(printable(f"warning: {warning}"), file=sys.stderr)  # noqa: T201


def _told(mistake: Exception, fight: str) -> int:
    from orcus_tui.cli.crash_report import told

    print(told(mistake, mistake_file(), fight), file=sys.stderr)  # noqa: T201
    return FAILED


def _shows_signs() -> bool:
    """Whether the terminal's encoding has the signs the screen draws with."""
    try:
        "▶─█".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
