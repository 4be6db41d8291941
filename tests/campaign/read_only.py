"""Folders and files without permission to write or read: the fight continues, and nothing is lost silently.

Unlike in `disk`, the errors come from the operating system.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from orcus_tui.storage.storage_error import StorageError
from tests.campaign.disk import FILES, WRITING, leave_and_resume, try_line
from tests.campaign.inputs.fights import fight_of
from tests.campaign.inputs.lines import script_of
from tests.campaign.trials import Broken, Campaign
from tests.helpers.fights.sessions import NO_SYNC, journal_settings_at, session_on

LINES_EACH = 40
MODES = (0o500, 0o500, 0o400, 0o000)
"""The permissions of a restricted folder or file."""
NOBODY = 65534
"""The user in place of root, since permissions do not apply to root."""


def try_read_only(seed: int, folder: Path) -> int:
    """Tries a fight whose folders and files lose and regain their permissions, checked after each line."""
    chance = Random(seed)
    load_code(seed)
    with without_privileges(folder):
        session = session_on(fight_of(seed), seed)
        session.disk = NO_SYNC
        share = folder / "share"
        share.mkdir()
        journal_settings = journal_settings_at(share / "state")
        try:
            with closed({share: chance.choice(MODES)} if chance.random() < 0.3 else {}):
                session.begin_journal(journal_settings)
        except StorageError:
            if session.is_in_journal:
                raise Broken("no journal, and yet said to be saved") from None
        places: dict[Path, int] = {}
        for line in script_of(chance.randrange(2**32), LINES_EACH):
            if chance.random() < 0.3:
                there = [folder, share, *share.rglob("*"), *(Path(name).absolute() for name in FILES)]
                places = {place: chance.choice(MODES) for place in chance.sample(there, chance.randint(0, 2))}
            try_line(session, chance.choice(WRITING) if chance.random() < 0.3 else line, closed(places))
        leave_and_resume(session, journal_settings)
    return LINES_EACH


def load_code(seed: int) -> None:
    """Imports all code in advance, since the other user may not be allowed to read it."""
    import tomlrt  # noqa: F401  # loaded by `keep`, which these lines may not reach

    with contextlib.chdir(_made(Path("before"))):
        session = session_on(fight_of(seed), seed, journal_settings=journal_settings_at(Path("state").absolute()))
        for line in (*WRITING, "open nothing.toml", "add Wolf"):
            session.run(line)
        session.end(finished=False)


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


@contextlib.contextmanager
def without_privileges(folder: Path) -> Iterator[None]:
    """Gives a folder to a user other than root, and runs as that user."""
    if sys.platform == "win32" or os.geteuid() != 0:
        yield
        return
    for each in (folder, *folder.rglob("*")):
        os.chown(each, NOBODY, -1)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@contextlib.contextmanager
def closed(places: dict[Path, int]) -> Iterator[None]:
    """Restricts the permissions of existing folders and files."""
    before = {place: place.stat().st_mode for place in places if place.exists()}
    inner_first = sorted(before, key=lambda place: -len(place.parts))
    for place in inner_first:
        place.chmod(places[place])
    try:
        yield
    finally:
        for place in reversed(inner_first):
            with contextlib.suppress(FileNotFoundError):
                place.chmod(before[place])


WHAT = "folders and files that may not be written or read: nothing lost in silence"
CAMPAIGNS = () if sys.platform == "win32" else (Campaign("read-only", WHAT, "lines", try_read_only, 0.3),)
