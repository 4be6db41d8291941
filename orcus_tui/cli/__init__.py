"""The command line: `orcus-tui` with its commands, opening the tracker, and crash reports.

May import every package; a command's dependencies are imported when it runs.
Start reading at `start` (the entry point), then `main` (the commands); most commands have a separate module.
"""

PLAYING, PREPARING, SHORT = "playing_commands", "preparing_commands", "short_commands"
GROUPS = {
    "Playing": dict.fromkeys(("open", "play", "recover", "players"), PLAYING),
    "Preparing": dict.fromkeys(("new", "creatures", "import", "check", "odds", "print", "export"), PREPARING),
    "From evening to evening": {"campaign": PLAYING, "report": SHORT},
    "For other programs": {"engine": PLAYING, "schema": SHORT},
    "Looking up": dict.fromkeys(("roll", "systems"), SHORT),
}
"""The commands by subject, in the order of `--help`: the most used first; each with its module."""
FAILED = 1
"""The exit status of a command that failed."""
REFUSED = 2
"""The exit status for wrong arguments and unusable files."""
INTERRUPTED = 130
"""The exit status after Ctrl+C."""
