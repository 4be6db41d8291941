"""The file of an open campaign: locked against other programs, and read again when it has changed."""

from pathlib import Path

from orcus_tui.campaign.campaign import Campaign
from orcus_tui.campaign.campaign_cache import version_of
from orcus_tui.campaign.campaign_file import Edit, Written, read_campaign, take_back, write_edit
from orcus_tui.storage.atomic import DISK, Disk
from orcus_tui.storage.encounter.read import path_inside
from orcus_tui.storage.lock import FileLock


class OpenFile:
    """A campaign's file while the campaign is open.

    `read_only` is the reason why nothing is written to it; empty if it can be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._campaign = read_campaign(path)
        self._lock = FileLock(path)
        self.read_only = self._lock.take()
        self._seen = version_of(path)

    def close(self) -> None:
        """Lets other programs write to the file."""
        self._lock.close()

    @property
    def campaign(self) -> Campaign:
        """The campaign as the file is now. Raises EncounterFaults if it cannot be read any more."""
        version = version_of(self.path)
        if version != self._seen:
            self._campaign, self._seen = read_campaign(self.path), version
        return self._campaign

    @property
    def party(self) -> Path | None:
        """The party file."""
        return path_inside(self.path, self.campaign.party) if self.campaign.party else None

    def write(self, edit: Edit, disk: Disk = DISK) -> Written:
        """Writes an entry: a new file replaces the old file, and the lock moves to it."""
        with self._lock.released():
            return write_edit(self.path, edit, disk)

    def take_back(self, written: Written, disk: Disk) -> None:
        """Removes an entry from the file. Raises ChangedByHand, or StorageError."""
        with self._lock.released():
            take_back(self.path, written, disk)
