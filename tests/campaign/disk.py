"""A disk that is full, read-only or broken at times: the fight continues, and nothing unsaved is shown as saved.

Slow disks are tried in `keys`.
"""

import errno
import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct, structs

from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.journal.recovery import view_journal
from orcus_tui.storage.storage_error import StorageError
from tests.campaign.inputs.fights import fight_of
from tests.campaign.inputs.lines import script_of
from tests.campaign.trials import Broken, Campaign
from tests.helpers.fights.sessions import NO_SYNC, journal_settings_at, session_on

LINES_EACH = 60
FILES = ("fight.toml", "log.md", "log.json", "heroes.toml")
WRITING = ("write fight.toml", "write", "export log.md", "export log.json", "keep heroes.toml", "open fight.toml")
FAILURES = (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES, errno.EDQUOT if hasattr(errno, "EDQUOT") else errno.EIO)
MOODS = (0.0, 0.0, 0.0, 0.02, 0.3, 1.0)
"""Rates of failure; a disk keeps one for a number of lines."""


class BadDisk(Struct, eq=False):
    """A disk whose calls fail at the rate `fails`, and may write less than requested."""

    chance: Random
    fails: float = 0.0

    @property
    def disk(self) -> Disk:
        calls = {name: self._failing(getattr(NO_SYNC, name)) for name in structs.asdict(NO_SYNC)}
        return Disk(**calls | {"write": self._write})

    def _failing(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def fail_or_call(*arguments: Any) -> Any:
            self._fail()
            return call(*arguments)

        return fail_or_call

    def _write(self, fd: int, data: bytes) -> int:
        """Writes a part of the data, and may fail afterwards."""
        some = len(data) if self.chance.random() < 0.5 else self.chance.randint(1, len(data))
        self._fail()
        return os.write(fd, data[:some])

    def _fail(self) -> None:
        if self.chance.random() < self.fails:
            number = self.chance.choice(FAILURES)
            raise OSError(number, os.strerror(number))


def try_disk(seed: int, folder: Path) -> int:
    """A fight on a disk that fails now and then, checked after each line."""
    chance = Random(seed)
    bad = BadDisk(chance, chance.choice(MOODS))
    session = session_on(fight_of(seed), seed)
    session.disk = bad.disk
    journal_settings = journal_settings_at(folder / "share" / "state", bad.disk)
    try:
        session.begin_journal(journal_settings)
    except StorageError:
        if session.is_in_journal:
            raise Broken("there is no journal, but the fight is shown as saved") from None
    for line in script_of(chance.randrange(2**32), LINES_EACH):
        if chance.random() < 0.2:
            bad.fails = chance.choice(MOODS)
        try_line(session, chance.choice(WRITING) if chance.random() < 0.15 else line)
    bad.fails = 0.0
    leave_and_resume(session, journal_settings)
    return LINES_EACH


def try_line(session: Session, line: str, trouble: AbstractContextManager[None] | None = None) -> None:
    """Executes a line on the bad disk. Raises Broken if something is lost without a message, or only partly done."""
    before, files = session.fight, files_now(FILES)
    with trouble or nullcontext():
        result = session.run(line)
    if result and result.error and session.fight is not before:
        raise Broken(f"{line!r} failed, and yet changed the fight: {result.error}")
    try_files(session, line, result, files)
    if session.is_in_journal and session.recorder:
        if view_journal(session.recorder.path).timeline.fight != session.fight:
            raise Broken(f"said to be saved after {line!r}, and is not: {result}")
    elif session.recorder and result and not result.error and session.fight is not before:
        raise Broken(f"{line!r} is shown, and not saved: {result}")


def try_files(session: Session, line: str, result: Result | None, before: dict[str, bytes | None]) -> None:
    """Raises Broken if a file that a line writes has neither its old nor its new content."""
    for name, data in files_now(FILES).items():
        if data == before[name]:
            if line == f"write {name}" and result and not result.error and data != fight_text(session.fight).encode():
                raise Broken(f"{line!r} did not write, and did not say so")
        elif not result or (result.error and "may not survive a power failure" not in result.error):
            raise Broken(f"{line!r} failed, and yet wrote {name}: {result}")
        elif name == "fight.toml" and data != fight_text(session.fight).encode():
            raise Broken(f"{name} is not what it should be after {line!r}: {data!r:.200}")


def files_now(names: Sequence[str]) -> dict[str, bytes | None]:
    """The current contents of files."""
    return {name: Path(name).read_bytes() if Path(name).exists() else None for name in names}


def leave_and_resume(session: Session, journal_settings: JournalSettings) -> None:
    """Checks that everything shown as saved is there once the disk works again."""
    kept, recorder, fight = session.is_in_journal, session.recorder, session.fight
    warning = session.end(finished=False)
    if not kept or not recorder:
        return
    if warning:
        raise Broken(f"closing the journal gave a warning although the disk works again: {warning}")
    again, _ = Session.resume(journal_settings, recorder.id, RandomDice(Random(1)))
    again.end(finished=False)
    if again.fight != fight:
        raise Broken("shown as saved, but different after resuming")


CAMPAIGNS = (Campaign("disk", "a disk that is full, read-only or broken: nothing lost in silence", "lines", try_disk),)
