"""The command line: `orcus-tui` with its commands, opening the tracker, and crash reports.

May import every package; a command's dependencies are imported when it runs.
Start reading at `start` (the entry point), then `main` (the commands); most commands have a separate module.
"""

FAILED = 1
"""The exit status of a command that failed."""
REFUSED = 2
"""The exit status for wrong arguments and unusable files."""
INTERRUPTED = 130
"""The exit status after Ctrl+C."""
