"""The command line: `orcus-tui` and its commands, opening the tracker, and the report of a crash.

May import every package; what a command needs is imported when it runs.
Start reading at `start` (the entry point), then `main` (the table of commands); each command has a module of its own.
"""

FAILED = 1
"""The exit status of a command that could not do what it was asked."""
REFUSED = 2
"""The exit status for wrong arguments and for files that cannot be used."""
INTERRUPTED = 130
"""The exit status after Ctrl+C."""
