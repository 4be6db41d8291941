"""Files to open: encounters and fights in progress, in the folders where they are looked for, and unfinished fights."""

import os
import re
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from orcus_tui.model.fight import Fight
from orcus_tui.rules.creation import unnumbered
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Offer
from orcus_tui.screen.dialogs.unfinished import unfinished_choices
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.storage_error import StorageError, reason
from orcus_tui.systems import SYSTEMS

SUFFIX = ".toml"
GLANCE = 65_536
"""Bytes read of a file to see what it is."""

_IN_PROGRESS = re.compile(rb"^\s*\[fight\]", re.MULTILINE)
_ANY = re.compile(b"")
_OURS = re.compile(rb"^\s*(\[\[creature\]\]|\[fight\])", re.MULTILINE)


def files_offer(here: Path, encounter: Path | None, journals: Path | None, *, journal: str = "") -> Offer:
    """What can be opened: beside the present encounter, in `here` and its folder `encounters`; and unfinished fights.

    `journals` is the folder of these, `journal` the one of the present fight, which is not offered.
    """
    found = list(_files(here, encounter))
    unfinished = unfinished_choices(journals, but=journal) if journals else []
    return Offer("Open", [*found, *unfinished] or [_nothing(here)])


def _nothing(here: Path) -> Choice:
    """There is no file to be offered: where it was looked for, and what to do."""
    about = f"no encounter in {_real(here)} or its folder encounters; `open FILE` opens any"
    return Choice("nothing to open here", about, DialogResult("begin", "open "))


def _files(here: Path, encounter: Path | None) -> Iterator[Choice]:
    """A choice for each file, folder by folder."""
    beside = [encounter.parent] if encounter else []
    here = _real(here)
    for folder in dict.fromkeys(_real(each) for each in (*beside, here / "encounters", here)):
        # In the working folder there may be any TOML: what has no creatures in it is none of ours.
        yield from _in_folder(folder, here, _OURS if folder == here else _ANY)


def _real(folder: Path) -> Path:
    """The folder without links on the way to it; unlike a path's own `resolve`, no link makes this fail."""
    return Path(os.path.realpath(folder))


def _in_folder(folder: Path, here: Path, wanted: re.Pattern[bytes]) -> Iterable[Choice]:
    """A choice for each file that has what is wanted near its beginning."""
    group = f"In {_shown(folder, here)}"
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as fault:
        yield Choice(str(folder), f"cannot be read: {reason(fault)}", group=group)
        return
    for path in paths:
        choice = _file(path, group, wanted)
        if choice:
            yield choice


def _shown(path: Path, here: Path) -> str:
    """A path as short as it can be."""
    if path == here:
        return "this folder"
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _file(path: Path, group: str, wanted: re.Pattern[bytes]) -> Choice | None:
    """A file as a choice; none where it is something else."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return None
        with path.open("rb") as file:
            begins = file.read(GLANCE)
    except OSError as fault:
        return Choice(str(path), f"cannot be read: {reason(fault)}", group=group)
    if not wanted.search(begins):
        return None
    about = "in progress" if _IN_PROGRESS.search(begins) else ""
    return Choice(path.name, about, DialogResult("open", str(path)), partial(what_it_is, path), group, from_disk=True)


def what_it_is(path: Path) -> Sequence[str]:
    """What a file describes: its name, system and creatures; or every fault of it."""
    try:
        fight = read_encounter(path)
    except StorageError as faults:
        return ["it has faults:", "", *str(faults).splitlines()]
    lines = [fight.name, SYSTEMS[fight.system].title]
    if fight.phase != "setup":
        lines.append("over" if fight.phase == "finished" else f"in progress: round {fight.round}")
    return [*lines, "", *_creatures(fight), "", str(path)]


def _creatures(fight: Fight) -> list[str]:
    """The creatures of a fight, those alike in one line with their number."""
    alike = Counter(unnumbered(sheet.name) for sheet in fight.sheets.values())
    return [f"{count} × {name}" if count > 1 else name for name, count in alike.items()] or ["no creatures"]
