"""The paths of the program's files on this machine: journals, history, settings and creatures."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from orcus_tui import __version__
from orcus_tui.library.library import Library
from orcus_tui.storage.journal.journal_settings import JournalSettings

if TYPE_CHECKING:
    from orcus_tui.config.settings import Config
    from orcus_tui.model.fight import Fight

SAMPLE = Path(__file__).parent.with_name("sample-fight.toml")
"""The fight that opens by default."""


def shipped_encounters() -> Path:
    """The folder of the encounters that come with the program: in the installed package, else in the project."""
    installed = SAMPLE.with_name("encounters")
    return installed if installed.is_dir() else SAMPLE.parent.with_name("encounters")


def state_folder() -> Path:
    """The folder of journals: `ORCUS_TUI_STATE`, or the operating system's folder for a user's state."""
    override = os.environ.get("ORCUS_TUI_STATE")
    if override:
        return Path(override)
    from platformdirs import user_state_path

    return user_state_path("orcus-tui", appauthor=False)


def history_file() -> Path:
    """The history of the command line."""
    return state_folder() / "history"


def crash_file() -> Path:
    """The report of the last crash."""
    return state_folder() / "crash.txt"


def config_file() -> Path:
    """The settings file: `ORCUS_TUI_CONFIG`, or `config.toml` in the operating system's folder for settings."""
    override = os.environ.get("ORCUS_TUI_CONFIG")
    if override:
        return Path(override)
    from platformdirs import user_config_path

    return user_config_path("orcus-tui", appauthor=False) / "config.toml"


def read_settings() -> "Config":
    """The settings of this user, except for themes and keys; the tracker reports the faults of the file."""
    from orcus_tui.config.settings import ScreenNames, read_config

    config, _ = read_config(config_file(), ScreenNames({}, ()))
    return config


def creatures_folder() -> Path:
    """The folder of the user's creatures: `ORCUS_TUI_CREATURES`, or `creatures` next to the settings file."""
    override = os.environ.get("ORCUS_TUI_CREATURES")
    return Path(override) if override else config_file().with_name("creatures")


def library(announce: "Callable[[str], None] | None" = None) -> Library:
    """The library of this user, which reads nothing yet; `announce` is called before it reads a large folder."""
    return Library(creatures_folder(), announce=announce)


def journal_settings() -> JournalSettings:
    """The settings with which this program writes journals."""
    return JournalSettings(state_folder(), f"orcus-tui {__version__}", _now)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def house_rules() -> "Callable[[Fight], Fight]":
    """Adds the house rules of the settings file to a fight."""
    from orcus_tui.config.house_rules import with_house_rules

    rules = read_settings().modifier
    return lambda fight: with_house_rules(fight, rules)
