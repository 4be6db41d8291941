"""The fights of a day in the builder: simulated together, and printed on one page."""

import os
from collections.abc import Sequence
from pathlib import Path

from orcus_tui.builder.draft import Draft
from orcus_tui.builder.draft_file import draft_fight
from orcus_tui.simulation.day import Day
from orcus_tui.storage.storage_error import StorageError

REST = "short"
"""The rest between the fights of a day."""


def day_of(drafts: Sequence[Draft], folder: Path) -> Day:
    """The fights of drafts in a folder, with a rest between them. Raises OrcusError for a draft that is not a fight."""
    return Day(tuple(draft_fight(each, folder) for each in drafts), REST)


def print_day(path: Path, drafts: Sequence[Draft], folder: Path) -> str:
    """Writes the page of drafts to a new file; returns a message. Raises OrcusError, as `day_of` does."""
    from orcus_tui.paper.page import encounter_page  # imported here, because few fights are printed
    from orcus_tui.storage.atomic import write_atomically

    if os.path.lexists(path):
        raise StorageError(path, "exists already")
    write_atomically(path, encounter_page(day_of(drafts, folder).fights))
    return f"wrote {path}; open it in a browser and print it"
