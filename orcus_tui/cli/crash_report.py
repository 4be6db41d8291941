"""A mistake of the program's own: told in a line, all of it written down beside the journals."""

import platform
import sys
from pathlib import Path
from traceback import format_exception

from orcus_tui import __version__
from orcus_tui.model.text import printable
from orcus_tui.storage.atomic import write_atomically
from orcus_tui.storage.journal.recovery import list_unfinished
from orcus_tui.storage.storage_error import StorageError

LONGEST = 200
"""Characters of what went wrong that are told; the rest is written down."""


def told(mistake: Exception, file: Path, fight: str) -> str:
    """What went wrong, what is kept of the fight of that id, and where the rest is written: `file`.

    Where that cannot be written it is told as well.
    """
    what = " ".join(f"{type(mistake).__name__}: {mistake}".rstrip(": ").split())[:LONGEST]
    if _is_kept(file.parent, fight):
        goes_on = f"nothing is lost: `orcus-tui recover {fight}` goes on with the fight"
    else:
        goes_on = "there is no fight to go on with"
    report = _report(mistake)
    rest = f"what happened is written in {file}" if _written(report, file) else f"what happened:\n{report}"
    return printable(f"orcus-tui made a mistake and had to end ({what}); {goes_on}; {rest}")


def _is_kept(folder: Path, fight: str) -> bool:
    try:
        return any(each.id == fight for each in list_unfinished(folder))
    except StorageError:
        return False


def _report(mistake: Exception) -> str:
    """All that helps to mend it; no more of the person's own than the lines of the program say."""
    python = f"Python {platform.python_version()} on {sys.platform}"
    return f"orcus-tui {__version__}, {python}\n\n{''.join(format_exception(mistake))}"


def _written(report: str, file: Path) -> bool:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, report)
    except (OSError, StorageError):
        return False
    return True
