"""Where the program keeps its files on this machine, and the desk it writes journals at."""

import os
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orcus_tui import __version__
from orcus_tui.storage.journal.recorder import JournalSettings

if TYPE_CHECKING:
    from orcus_tui.commands.candidates import Candidate
    from orcus_tui.library.library import Library
    from orcus_tui.rules.system import System

SAMPLE = Path(__file__).with_name("sample.toml")
"""The fight that opens where no file is named."""


def state_folder() -> Path:
    """Where journals are kept: `ORCUS_TUI_STATE`, else where the operating system keeps a user's state."""
    moved = os.environ.get("ORCUS_TUI_STATE")
    if moved:
        return Path(moved)
    from platformdirs import user_state_path

    return user_state_path("orcus-tui", appauthor=False)


def history_file() -> Path:
    """Where the lines typed are kept."""
    return state_folder() / "history"


def mistake_file() -> Path:
    """Where the last mistake of the program's own is written down."""
    return state_folder() / "mistake.txt"


def config_file() -> Path:
    """The config: `ORCUS_TUI_CONFIG`, else `config.toml` where the operating system keeps a user's settings."""
    moved = os.environ.get("ORCUS_TUI_CONFIG")
    if moved:
        return Path(moved)
    from platformdirs import user_config_path

    return user_config_path("orcus-tui", appauthor=False) / "config.toml"


def creatures_folder() -> Path:
    """A person's own creatures: `ORCUS_TUI_CREATURES`, else `creatures` beside the config."""
    moved = os.environ.get("ORCUS_TUI_CREATURES")
    return Path(moved) if moved else config_file().with_name("creatures")


def library() -> "Library":
    """The library of this program, for this user; nothing of it is read yet."""
    from orcus_tui.library.library import Library

    return Library(creatures_folder())


class LibraryUnopened:
    """The library of this user, loaded when a creature is first asked for: a fight is shown without it."""

    @cached_property
    def opened(self) -> "Library":
        """The library itself."""
        return library()

    def find(self, system: "System", name: str) -> Mapping[str, Any] | None:
        """As the library."""
        return self.opened.find(system, name)

    def offer(self, system: "System", start: str) -> "Iterable[Candidate]":
        """As the library."""
        return self.opened.offer(system, start)


def journal_settings() -> JournalSettings:
    """The desk of this program, for this user."""
    return JournalSettings(state_folder(), f"orcus-tui {__version__}", _now)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
