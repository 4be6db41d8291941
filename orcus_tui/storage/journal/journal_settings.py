"""What a journal is written with, and the files that go with its fight."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct, field

from orcus_tui.storage.atomic import DISK, Disk

Clock = Callable[[], str]
"""Answers the time as text; passed in, since nothing here reads a clock."""


class JournalSettings(Struct, frozen=True):
    """The folder of the journals, the program that writes them, and its clock."""

    folder: Path
    program: str
    clock: Clock
    disk: Disk = DISK


class FightFiles(Struct):
    """What goes with a fight but is no part of it: its encounter file, the file last saved to, a person's aliases.

    A file in which the fight is in progress, read or saved, has a digest: with another one, it was changed since.
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
