"""The entry point: opens the tracker directly, and leaves every other command to `main`.

Opening a fight does not wait for the library that parses options, which takes 50 ms to import.
"""

import gc
import os
import sys

from orcus_tui.child_process import remove_working_folder_from_path
from orcus_tui.cli import GROUPS, INTERRUPTED

COMMANDS = {name: module for group in GROUPS.values() for name, module in group.items()}
"""The commands by name, each with its module; any other first word is an encounter file."""


COMPLETION = "_ORCUS_TUI_COMPLETE"
"""The variable with which a shell requests completions."""


def main() -> None:
    """Runs `orcus-tui`."""
    remove_working_folder_from_path()
    words = sys.argv[1:]
    in_ascii = words[:1] == ["--ascii"]
    files = words[1:] if in_ascii else words
    if COMPLETION in os.environ or len(files) > 1 or any(each in COMMANDS or each.startswith("-") for each in files):
        _run_command(words[0] if words and COMPLETION not in os.environ else "")
        return
    gc.disable()  # until the fight is shown: before that, nothing becomes garbage
    import signal
    from pathlib import Path

    # Ctrl+C ends the program at once while nothing is open; on the screen it is a key like any other.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from orcus_tui.cli.tracker import open_tracker

    try:
        sys.exit(open_tracker(Path(files[0]) if files else None, in_ascii=in_ascii))
    except KeyboardInterrupt:  # pressed while the screen closes
        sys.exit(INTERRUPTED)


def _run_command(name: str) -> None:
    """Runs a command with its own module; anything else, such as `--help`, with all of them."""
    from importlib import import_module

    import_module(f"orcus_tui.cli.{'app' if name == '--version' else COMMANDS.get(name, 'main')}")
    from orcus_tui.cli import app

    app.main()
