"""Where `orcus-tui` begins: the tracker opens at once, every other command goes through the command line's door.

Reading options takes a library and a twentieth of a second; a game master who opens a fight need not wait for it.
"""

import gc
import sys

COMMANDS = frozenset({"open", "play", "check", "roll", "systems", "creatures", "new", "schema", "recover", "import"})
"""The words that are commands; any other first word is an encounter."""
INTERRUPTED = 130


def main() -> None:
    """Runs `orcus-tui`."""
    words = sys.argv[1:]
    in_ascii = words[:1] == ["--ascii"]
    files = words[1:] if in_ascii else words
    if len(files) > 1 or any(each in COMMANDS or each.startswith("-") for each in files):
        from orcus_tui.cli.main import main as command_line

        command_line()
        return
    gc.disable()  # until the fight is on the screen: what is made meanwhile stays
    import signal
    from pathlib import Path

    # Ctrl+C ends it at once, since nothing is begun; on the screen it is a key like any other.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from orcus_tui.cli.tracker import open_tracker

    try:
        sys.exit(open_tracker(Path(files[0]) if files else None, in_ascii=in_ascii))
    except KeyboardInterrupt:  # as it is being left
        sys.exit(INTERRUPTED)
