"""Extensions: objects that separately installed packages provide through entry points, loaded on demand.

A group has names, each with an object. An object that cannot be loaded is left out, and reported with the reason.
"""

import sys
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

SYSTEMS = "orcus_tui.systems"
IMPORTERS = "orcus_tui.importers"
LIBRARIES = "orcus_tui.libraries"


@cache
def installed(group: str) -> dict[str, str]:
    """The names in a group, each with the location of its object: `package.module:NAME`."""
    if not _are_there_any():
        return {}
    from importlib.metadata import entry_points  # here, since the import takes longer than `_are_there_any`

    return {each.name: each.value for each in entry_points(group=group)}


@cache
def _are_there_any() -> bool:
    """Whether an installed package has one of the groups; True if that cannot be ruled out."""
    for folder in map(Path, sys.path):
        if folder.is_file():  # an archive
            return True
        for file in folder.glob("*-info/entry_points.txt"):
            if f"[{__package__}." in file.read_text(encoding="utf-8", errors="replace"):
                return True
    return False


class Loaded(Struct, frozen=True):
    """The result of loading a name in a group: its object, or the reason why it cannot be loaded."""

    object: Any = None
    reason: str = ""


@cache
def _loaded(group: str, name: str) -> Loaded:
    from importlib.metadata import EntryPoint

    if name not in installed(group):
        return Loaded()
    try:
        return Loaded(EntryPoint(name, installed(group)[name], group).load())
    except Exception as error:  # noqa: BLE001  # an extension may fail in any way, and everything else works
        return Loaded(reason=" ".join(f"{type(error).__name__}: {error}".split()))


def load(group: str, name: str) -> Any:
    """The object of a name in a group; None if there is no such name, or it cannot be loaded (`broken`)."""
    return _loaded(group, name).object


GROUPS = {SYSTEMS: "system", IMPORTERS: "importer", LIBRARIES: "library"}
"""The kind of object in each group."""


def why_broken(group: str, name: str) -> str:
    """A message about a name in a group that cannot be loaded; empty if it can be loaded, or does not exist."""
    reason = _loaded(group, name).reason
    return f'the {GROUPS[group]} "{name}" cannot be loaded: {reason}' if reason else ""


def broken(group: str) -> dict[str, str]:
    """The names in a group that cannot be loaded, with the reasons; tries to load every name."""
    return {name: reason for name in installed(group) if (reason := _loaded(group, name).reason)}
