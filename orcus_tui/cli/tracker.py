"""Opens the tracker, the builder and the players' view.

It is separate from the other commands, so that opening the tracker imports only what it uses.
"""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.cli import FAILED, REFUSED
from orcus_tui.config.paths import SAMPLE, config_file, crash_file, history_file, house_rules, journal_settings, library
from orcus_tui.config.settings import Config, ScreenNames, key_name, read_config
from orcus_tui.errors import OrcusError
from orcus_tui.model.text import printable
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter, read_encounter_file
from orcus_tui.storage.large_file import large_file_message, large_journal_message
from orcus_tui.storage.line_history import LineHistory

if TYPE_CHECKING:
    from orcus_tui.builder.plan import OpenDraft, Plan
    from orcus_tui.players.feed import FightFeed
    from orcus_tui.storage.journal.running_fight import RunningFight


def open_tracker(encounter: Path | None, *, resume: str = "", in_ascii: bool = False) -> int:
    """Opens the tracker on an encounter, on the fight `resume` (a journal's id or path), or on the sample fight.

    Returns the exit status once the tracker is closed.
    """
    missing = _why_no_terminal("tracker")
    if missing:
        return _refuse(f"{missing}; {_alternative_command(encounter, resume)}")
    gc.disable()  # until the fight is on the screen, since nothing created before then becomes garbage
    try:
        session, lost = _open_session(encounter, resume)
        session.library = library()
    except OrcusError as fault:
        return _refuse(str(fault))
    return _run(session, [lost] if lost else [], in_ascii=in_ascii)


def open_campaign_in_tracker(folder: Path, *, in_ascii: bool = False) -> int:
    """Opens the tracker on the next fight of a campaign. Returns the exit status once the tracker is closed.

    Raises StorageError for an unusable campaign.
    """
    from orcus_tui.campaign.opening import complete, open_campaign, session_between_fights

    missing = _why_no_terminal("tracker")
    if missing:
        return _refuse(f"{missing}; `orcus-tui play --campaign {folder}` plays without one")
    campaign = open_campaign(folder, journal_settings().folder)
    remarks = complete(campaign)
    running = [*campaign.running().values()]
    if running:
        session, lost = Session.resume(journal_settings(), running[0], RandomDice(Random()))
        session.campaign = campaign
        remarks += [lost] if lost else []
    else:
        session = session_between_fights(campaign, RandomDice(Random()), None)
    session.house_rules, session.library = house_rules(), library()
    if not running:
        result = session.run("begin next")
        remarks += [result.error] if result and result.error else []
    return _run(session, remarks, in_ascii=in_ascii)


def follow_fight(encounter: Path | None, *, in_ascii: bool = False) -> int:
    """Opens the tracker read-only on a running fight, of an encounter if one is given.

    Returns the exit status once the tracker is closed.
    """
    from orcus_tui.storage.journal.running_fight import follow_running

    missing = _why_no_terminal("tracker")
    if missing:
        return _refuse(f"{missing}; `orcus-tui players --web` shows a fight without one")
    try:
        running_fight = follow_running(
            journal_settings().folder, encounter, lambda path: _announce(large_journal_message(path))
        )
    except OrcusError as fault:
        return _refuse(str(fault))
    session = Session.follow(running_fight.journal, RandomDice(Random()))
    session.library = library()
    return _run(session, [], in_ascii=in_ascii, running_fight=running_fight)


def _alternative_command(encounter: Path | None, resume: str) -> str:
    """A hint at the command that does the same without a screen."""
    wanted, why = str(encounter or "FILE"), ""
    if resume:
        from orcus_tui.storage.journal.recovery import find_to_view, find_unfinished

        folder = journal_settings().folder
        if find_to_view(folder, resume):
            why = "only the tracker shows a fight from the archive or from a journal's path; "
        try:
            wanted = f"--resume {find_unfinished(folder, resume)}"
        except OrcusError as fault:
            why = why or f"{fault}; "
    return f"{why}`orcus-tui play {wanted} --script -` plays a fight without one"


def open_builder(plan: "Plan", *, in_ascii: bool = False) -> int:
    """Opens the builder on a plan. Returns the exit status once it is closed.

    Raises OrcusError for an impossible plan.
    """
    missing = _why_no_terminal("builder")
    if missing:
        return _refuse(f"{missing}; `orcus-tui new FILE --add NAME` builds without one")
    from orcus_tui.builder.plan import open_draft

    session = Session(read_encounter(SAMPLE), RandomDice(Random()))
    session.library = library()
    return _run(session, [], in_ascii=in_ascii, open_draft=open_draft(plan))


def _why_no_terminal(screen: str) -> str:
    """Why this terminal cannot show the screen; empty if it can."""
    streams = (sys.stdin, sys.stdout, sys.__stderr__)  # Textual draws on standard error
    if any(stream is None or not stream.isatty() for stream in streams):
        return f"the {screen} needs a terminal to draw on"
    return "this terminal (TERM=dumb) cannot be drawn on" if os.environ.get("TERM") == "dumb" else ""


def _refuse(message: str) -> int:
    print(printable(message), file=sys.stderr)
    return REFUSED


def _open_session(encounter: Path | None, resume: str) -> tuple[Session, str]:
    """The session to open, and a warning if its journal lost lines. Raises StorageError if it cannot be read."""
    dice = RandomDice(Random())  # dice need no cryptography
    if resume:
        from orcus_tui.storage.journal.journal_file import journal_path
        from orcus_tui.storage.journal.recovery import find_to_view, find_unfinished

        journal = journal_settings()
        to_view = find_to_view(journal.folder, resume)
        found = "" if to_view else find_unfinished(journal.folder, resume)
        _announce(large_journal_message(to_view or journal_path(journal.folder, found)))
        return Session.open_for_viewing(journal, to_view, dice) if to_view else Session.resume(journal, found, dice)
    path = encounter or SAMPLE
    _announce(large_file_message(path))
    return Session.open(read_encounter_file(path), dice, house_rules(), encounter), ""


def _announce(message: str, kind: str = "") -> None:
    """Prints a message, if any, after the word for its kind."""
    if message:
        print(printable(f"{kind}{message}"), file=sys.stderr)


def _run(
    session: Session,
    remarks: list[str],
    *,
    in_ascii: bool,
    open_draft: "OpenDraft | None" = None,
    running_fight: "RunningFight | None" = None,
) -> int:
    from orcus_tui.screen.app import Tracker
    from orcus_tui.screen.fight.user_input import UserInput

    config, faults = _config(in_ascii=in_ascii)
    history = LineHistory(history_file())
    address = (str(config.players.get("host", "")), int(config.players.get("port", 0)))
    lines = {key_name(key): line for key, line in config.lines.items()}
    names = config.players.get("hosts", ())
    user_input = UserInput(
        config.keys, history.read(), history.add, config.party, address, names, config.turn_clock, lines
    )
    tracker = Tracker(session, journal_settings(), config, user_input, [*remarks, *faults])
    tracker.open_draft, tracker.running_fight = open_draft, running_fight
    crash = _crash_during(lambda: tracker.run(mouse=config.mouse)) or tracker.crash
    recorder = tracker.fight.session.recorder
    crash = _crash_during(lambda: _announce(tracker.close(), "warning: ")) or crash
    if crash:
        return _report_crash(crash, recorder.id if recorder else "")
    return tracker.return_code or 0


def open_players_view(feed: "FightFeed", *, in_ascii: bool) -> int:
    """Opens the players' view on a feed. Returns the exit status once it is closed."""
    missing = _why_no_terminal("players' view")
    if missing:
        return _refuse(f"{missing}; `orcus-tui players --web` serves it to browsers")
    from orcus_tui.screen.players_app import PlayersApp

    config, _ = _config(in_ascii=in_ascii)  # the tracker reports the faults of the file
    app = PlayersApp(feed, config)
    if crash := _crash_during(app.run) or app.crash:
        return _report_crash(crash, "")
    _announce(app.problem)
    return app.return_code or 0


def _config(*, in_ascii: bool) -> tuple[Config, list[str]]:
    """The settings, with signs that the terminal can show, and the faults of their file."""
    from orcus_tui.screen.fight.keys import KEYS
    from orcus_tui.screen.themes import theme_names

    names = ScreenNames({key.id: key.keys for key in KEYS.values()}, theme_names())
    config, faults = read_config(config_file(), names)
    if in_ascii or config.ascii is None:
        config = replace(config, ascii=in_ascii or not _can_encode_signs())
    return config, faults


def _crash_during(work: Callable[[], object]) -> Exception | None:
    """Runs a function; returns the error that ended it, if any."""
    try:
        work()
    except Exception as error:  # noqa: BLE001  # any error becomes a crash report
        return error
    return None


def _report_crash(error: Exception, fight: str) -> int:
    from orcus_tui.cli.crash_report import crash_message

    print(crash_message(error, crash_file(), fight), file=sys.stderr)
    return FAILED


def _can_encode_signs() -> bool:
    """Whether the terminal's encoding has the characters of the screen."""
    try:
        "▶─█".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
