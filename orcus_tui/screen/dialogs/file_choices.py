"""The menu of files to open: encounters, saved fights, and unfinished fights."""

import os
import re
import stat
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, count
from pathlib import Path

from msgspec.structs import replace

from orcus_tui.config.paths import SAMPLE, shipped_encounters
from orcus_tui.errors import Impossible
from orcus_tui.model.fight import Fight
from orcus_tui.rules.creation import base_name
from orcus_tui.screen.dialogs.choices import NO_MATCHES, Choice, DialogResult, Menu, matches
from orcus_tui.screen.dialogs.unfinished import unfinished_choices
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.storage_error import StorageError, reason
from orcus_tui.systems import SYSTEMS

SUFFIX = ".toml"
SHIPPED = "With the program"
"""The heading of the encounters that come with the program."""
FIRST_UNFINISHED = 2
"""The number of unfinished fights, the newest, above the files."""
HEAD_BYTES = 65_536
"""The bytes of a file that are read to recognize it."""

_IN_PROGRESS = re.compile(rb"^\s*\[fight\]", re.MULTILINE)
_ANY = re.compile(b"")
_TITLE = re.compile(r'^name\s*=\s*"((?:[^"\\\n])*)"', re.MULTILINE)
_SYSTEM = re.compile(r'^system\s*=\s*"([^"\\\n]*)"', re.MULTILINE)
_CREATURE = re.compile(rb"^\s*\[\[creature\]\]", re.MULTILINE)
_HERO = re.compile(rb'^\s*kind\s*=\s*"pc"', re.MULTILINE)
_WITH_CREATURES = re.compile(rb"^\s*(\[\[creature\]\]|\[fight\])", re.MULTILINE)


def file_menu(here: Path, encounter: Path | None, journals: Path | None, *, own_journal: str = "") -> Menu:
    """The newest unfinished fights, the files next to the current encounter and in `here`, and those of the program.

    The unfinished fights are those in the folder `journals`, without the current fight's `own_journal`. A file of the
    program with the name of one's own file is left out: in a clone they are the same.
    """
    folders = _own_folders(here, encounter)
    own = [*_own_files(here, folders)]
    names = {each.text for each in own}
    shipped = [each for each in _shipped_files(folders) if each.text not in names]
    unfinished = unfinished_choices(journals, without=own_journal) if journals else []
    known = [*unfinished[:FIRST_UNFINISHED], *own, *_earlier(unfinished[FIRST_UNFINISHED:]), *shipped]
    known = known or [_no_files(here)]
    choices = [*known, *_folders(here, "")]

    def search(typed: str) -> tuple[Sequence[Choice], str]:
        if is_path(typed):
            return choices_in_path(here, typed)
        return matches(choices, typed), NO_MATCHES

    return Menu("Open", choices, search=search, is_path=is_path, place="In the files to open")


def _earlier(unfinished: Iterable[Choice]) -> Iterator[Choice]:
    """The unfinished fights that are listed below one's own files."""
    return (replace(each, group=f"Earlier {each.group[:1].lower()}{each.group[1:]}") for each in unfinished)


# Paths that are typed


def is_path(typed: str) -> bool:
    """Whether the typed text is a path: it has a separator, or is `~`, `.` or `..`."""
    return "/" in typed or os.sep in typed or typed in ("~", ".", "..")


def choices_in_path(here: Path, typed: str) -> tuple[Sequence[Choice], str]:
    """The files and folders that complete a path, and a message if there are none."""
    before, start = _split_path(typed)
    folder = _at_home(Path(before or typed))
    folder = folder if folder.is_absolute() else here / folder
    begun = start.casefold()
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX and path.is_file())
    except OSError as fault:
        return (), f"{folder}: {reason(fault)}"
    found = [
        Choice(path.name, "", DialogResult("open", str(path)), partial(describe_file, path), from_disk=True)
        for path in files
        if path.name.casefold().startswith(begun)
    ]
    folders = [each for each in _folders(folder, before or f"{typed}/") if each.text.casefold().startswith(begun)]
    return [*found, *folders], f"no encounter or folder in {folder}"


def _at_home(path: Path) -> Path:
    """The path with `~` expanded; unchanged for a person without a home folder."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def _split_path(typed: str) -> tuple[str, str]:
    """A path up to its last separator, and the rest; a bare `~` or `..` is a folder."""
    at = max(typed.rfind("/"), typed.rfind(os.sep)) + 1
    return (typed[:at], typed[at:]) if at else ("", "")


def _folders(folder: Path, path: str) -> list[Choice]:
    """Choices that open the parent of a folder and the visible folders in it; `path` is the folder as typed."""
    try:
        names = sorted(each.name for each in folder.iterdir() if each.is_dir() and not each.name.startswith("."))
    except OSError:
        return []  # the list of its files reports that it cannot be read
    inside = [f"{path}{name}/" for name in names]
    return [
        Choice(f"{Path(each).name}/", "folder", group="Folders", completes=each)
        for each in (f"{path or './'}../", *inside)
    ]


def _no_files(here: Path) -> Choice:
    about = f"no encounter in {_real(here)} or its folder encounters; `open FILE` opens any"
    return Choice("Nothing to open here", about, DialogResult("insert", "open "))


def _own_folders(here: Path, encounter: Path | None) -> Collection[Path]:
    """The folders of a person's own files: that of the current encounter, `encounters` in `here`, and `here`."""
    parents = [encounter.parent] if encounter and encounter != SAMPLE else []
    return dict.fromkeys(_real(each) for each in (*parents, here / "encounters", here))


def _own_files(here: Path, folders: Iterable[Path]) -> Iterator[Choice]:
    """A choice for each file of these folders."""
    here = _real(here)
    for folder in folders:
        # The working folder may have TOML files of other programs; files without creatures are not listed.
        yield from _in_folder(folder, f"In {_short_path(folder, here)}", _WITH_CREATURES if folder == here else _ANY)


def _shipped_files(own: Collection[Path]) -> Iterator[Choice]:
    """A choice for each file that comes with the program, unless its folder is listed among one's own."""
    for folder in map(_real, (SAMPLE.parent, shipped_encounters())):
        if folder not in own:
            yield from _in_folder(folder, SHIPPED, _ANY)


def _real(folder: Path) -> Path:
    """The folder with links resolved; unlike `Path.resolve`, it never fails."""
    return Path(os.path.realpath(folder))


def _in_folder(folder: Path, group: str, marker: re.Pattern[bytes]) -> Iterable[Choice]:
    """A choice for each file that has the marker near its beginning; party files come last, in a separate group."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as fault:
        yield Choice(str(folder), f"cannot be read: {reason(fault)}", group=group)
        return
    found = list(filter(None, (_file(path, group, marker) for path in paths)))
    yield from (each for each in found if each.group == group)
    yield from (each for each in found if each.group != group)


def _short_path(path: Path, here: Path) -> str:
    if path == here:
        return "this folder"
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _file(path: Path, group: str, marker: re.Pattern[bytes]) -> Choice | None:
    """A file as a choice, or None for a file of another kind."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return None
        with path.open("rb") as file:
            start = file.read(HEAD_BYTES)
    except OSError as fault:
        return Choice(str(path), f"cannot be read: {reason(fault)}", group=group)
    if not marker.search(start):
        return None
    in_progress = "in progress" if _IN_PROGRESS.search(start) else ""
    title = _title(start)
    is_repeated = suggested_name(title.replace("'", "")) == path.name  # the title is already in the name of the file
    about = ", ".join(filter(None, ("" if is_repeated else title, in_progress, _system_title(start))))
    if not in_progress and 0 < len(_CREATURE.findall(start)) == len(_HERO.findall(start)):
        group = f"Party files {group[:1].lower()}{group[1:]}"
    return Choice(
        path.name, about, DialogResult("open", str(path)), partial(describe_file, path), group, from_disk=True
    )


def _title(start: bytes) -> str:
    """The name of an encounter, from the beginning of its file before the first table."""
    found = _TITLE.search(_head(start))
    return found[1] if found else ""


def _head(start: bytes) -> str:
    """The lines before the first table."""
    return start.decode("utf-8", "replace").partition("\n[")[0]


def _system_title(start: bytes) -> str:
    """The title of the system that the beginning of a file names; empty for the default and for an unknown one."""
    found = _SYSTEM.search(_head(start))
    return SYSTEMS[found[1]].title if found and found[1] in SYSTEMS else ""


def describe_file(path: Path) -> Sequence[str]:
    """The name, system and creatures of a file, or every fault in it."""
    try:
        fight = read_encounter(path)
    except StorageError as faults:
        return ["This file has errors:", "", *faults.lines]
    lines = [fight.name, SYSTEMS[fight.system].title]
    if fight.phase != "setup":
        lines.append("over" if fight.phase == "finished" else f"in progress: round {fight.round}")
    return [*lines, "", *_creatures(fight), "", str(path)]


def _creatures(fight: Fight) -> list[str]:
    """The creatures of a fight, a line for each kind with its number."""
    kinds = Counter(base_name(sheet.name) for sheet in fight.sheets.values())
    return [f"{count} × {name}" if count > 1 else name for name, count in kinds.items()] or ["no creatures"]


def path_of(typed: str) -> Path:
    """The typed path. Raises Impossible for an empty text."""
    if not typed:
        raise Impossible("name a file, e.g. ford.toml")
    return Path(typed)


def suggested_name(encounter: str) -> str:
    """A file name for an encounter's name."""
    words = "".join(sign if sign.isalnum() else " " for sign in encounter.lower()).split()
    return f"{'-'.join(words) or 'encounter'}{SUFFIX}"


def free_path(path: Path) -> Path:
    """The first free path, with a number if necessary: `ford-2.toml` for `ford.toml`."""
    numbered = re.fullmatch("(.+)-([0-9]{1,3})", path.stem)
    stem, first = (numbered[1], int(numbered[2]) + 1) if numbered else (path.stem, 2)
    others = (path.with_stem(f"{stem}-{number}") for number in count(first))
    return next(each for each in chain([path], others) if not os.path.lexists(each))
