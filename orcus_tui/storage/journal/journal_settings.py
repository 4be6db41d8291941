"""The settings for writing journals, and the files that belong to a fight."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct, field

from orcus_tui.storage.atomic import DISK, Disk

Clock = Callable[[], str]
"""A function that returns the time as text; it is passed in because this package reads no clock."""


class JournalSettings(Struct, frozen=True):
    """The folder of the journals, the program that writes them, and its clock."""

    folder: Path
    program: str
    clock: Clock
    disk: Disk = DISK


class FightFiles(Struct):
    """The files and aliases of a fight: its encounter file, the file last saved to, the aliases.

    The digests are those of the fight in progress as it was read from each file or saved to it. A file whose digest
    differs was changed later.
    """

    encounter: Path | None = None
    saved_to: Path | None = None
    aliases: dict[str, str] = field(default_factory=dict)
    encounter_digest: str = ""
    saved_digest: str = ""

    def contents(self) -> list[tuple[Path, str]]:
        """The files with the fight in progress, and the digest of each."""
        files = ((self.encounter, self.encounter_digest), (self.saved_to, self.saved_digest))
        return [(path, digest) for path, digest in files if path and digest]
