"""Imports all commands of `orcus-tui`, for `--help`, completion and the man page; one command needs only its module."""

from orcus_tui.cli import playing_commands, preparing_commands, short_commands
from orcus_tui.cli.app import app, main

__all__ = ["app", "main", "playing_commands", "preparing_commands", "short_commands"]
