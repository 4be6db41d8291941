"""The user's aliases: those of the settings file, and new aliases that are added to it; its comments stay."""

import tomllib
from collections.abc import Mapping

from orcus_tui.commands.aliases import lines_in
from orcus_tui.config.paths import config_file
from orcus_tui.storage.atomic import make_folders, write_atomically
from orcus_tui.storage.storage_error import StorageError, reason
from orcus_tui.storage.toml.edit import edit_text


def own_aliases() -> tuple[Mapping[str, str], list[str]]:
    """The valid aliases of the settings file, and the faults of the others."""
    from orcus_tui.config.settings import ScreenNames, read_config

    config, faults = read_config(config_file(), ScreenNames({}, ()), ("aliases",))
    return config.aliases, faults


def save_alias(name: str, line: str) -> str:
    """Writes an alias to the settings file, and returns a message. Raises StorageError."""
    path = config_file()
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        settings = tomllib.loads(text)
    except (OSError, ValueError) as fault:
        raise StorageError(path, reason(fault) if isinstance(fault, OSError) else str(fault)) from fault
    lines = lines_in(line)
    aliases = settings.get("aliases")
    known = aliases if isinstance(aliases, dict) else {}
    wanted = {**settings, "aliases": {**known, name: lines[0] if len(lines) == 1 else lines}}
    make_folders(path.parent)
    write_atomically(path, edit_text(path, text, wanted))
    return f"saved in {path}"
