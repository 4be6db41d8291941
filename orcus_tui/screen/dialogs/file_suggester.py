"""Suggesting the rest of a file's name while it is typed."""

import asyncio

from textual.suggester import Suggester

from orcus_tui.importers.sources import path_of


class FileSuggester(Suggester):
    """Suggests the first file or folder whose name begins as typed; hidden ones only after a dot."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)  # files come and go

    async def get_suggestion(self, value: str) -> str | None:
        """The path typed so far with the rest of a name; a folder's ends with a slash."""
        return await asyncio.to_thread(completed_path, value)


def completed_path(typed: str) -> str | None:
    """The path with its last name completed; None if no name in its folder begins so."""
    folder, slash, begun = typed.rpartition("/")
    if not begun:
        return None
    try:
        found = sorted(each for each in path_of(folder + slash).iterdir() if each.name.startswith(begun))
        first = next((each for each in found if each.name != begun or each.is_dir()), None)
        return f"{folder}{slash}{first.name}{'/' if first.is_dir() else ''}" if first else None
    except (OSError, ValueError):
        return None
