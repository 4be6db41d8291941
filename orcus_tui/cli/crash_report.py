"""The report of a crash: one line on the terminal, and a file next to the journals with the details."""

import os
import platform
import sys
from pathlib import Path
from traceback import format_exception

from orcus_tui import __version__
from orcus_tui.model.text import printable
from orcus_tui.storage.atomic import is_link, make_folders, write_atomically
from orcus_tui.storage.journal.journal_list import list_unfinished
from orcus_tui.storage.storage_error import StorageError

LONGEST_REASON = 200
"""Characters of the error in the message; the report has the whole error."""


def crash_message(error: Exception, file: Path, fight: str) -> str:
    """Writes a report to `file`.

    Returns a message with the error, the command that resumes the fight, and the report's path.

    `fight` is the id of the running fight. If the report cannot be written, the message contains it.
    """
    reason = " ".join(f"{type(error).__name__}: {error}".rstrip(": ").split())[:LONGEST_REASON]
    if _is_unfinished(file.parent, fight):
        resume = f"nothing is lost: `orcus-tui recover {fight}` resumes the fight"
    else:
        resume = "there is no fight to recover"
    report = _report(error)
    details = f"details in {file}" if _write_report(report, file) else f"details:\n{report}"
    return printable(f"orcus-tui crashed ({reason}); {resume}; {details}")


def _is_unfinished(folder: Path, fight: str) -> bool:
    try:
        return any(each.id == fight for each in list_unfinished(folder))
    except StorageError:
        return False


def _report(error: Exception) -> str:
    """The versions and the traceback, and no other data."""
    python = f"Python {platform.python_version()} on {sys.platform}"
    return f"orcus-tui {__version__}, {python}\n\n{''.join(format_exception(error))}"


def _write_report(report: str, file: Path) -> bool:
    """Writes the report, but not through a link; returns whether it succeeded."""
    if is_link(file):
        return False
    try:
        make_folders(file.parent)
        write_atomically(file, report, resolve=os.path.abspath)
    except (OSError, StorageError):
        return False
    return True
