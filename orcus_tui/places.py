"""Where the program keeps its files on this machine, and the desk it writes journals at."""

import os
from datetime import UTC, datetime
from pathlib import Path

from orcus_tui import __version__
from orcus_tui.storage.recorder import Desk

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


def desk() -> Desk:
    """The desk of this program, for this user."""
    return Desk(state_folder(), f"orcus-tui {__version__}", _now)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
