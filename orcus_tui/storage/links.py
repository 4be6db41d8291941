"""Links: names for another file, which may be outside the folder of the link."""

import os
import stat
import sys
from pathlib import Path


def is_link(path: Path) -> bool:
    """Whether a path itself is a symbolic link, or a junction of Windows; false for one that does not exist."""
    try:
        return leads_elsewhere(path.lstat())
    except (OSError, ValueError):
        return False


def leads_elsewhere(found: os.stat_result) -> bool:
    """Whether `lstat` found a symbolic link, or a junction of Windows."""
    if sys.platform == "win32" and found.st_reparse_tag == stat.IO_REPARSE_TAG_MOUNT_POINT:
        return True
    return stat.S_ISLNK(found.st_mode)


NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
"""A flag for `os.open` that makes it fail at a link. Windows has no such flag, so callers also check `is_link`."""


class NamedPaths:
    """The paths that the user named, with links unresolved.

    Any other path may come from a stranger's journal or folder.
    """

    def __init__(self) -> None:
        self._paths: set[str] = set()

    def add(self, path: Path) -> None:
        """Adds a path."""
        self._paths.add(os.path.abspath(path))  # noqa: PTH100  # `resolve` would follow links

    def __contains__(self, path: Path) -> bool:
        return os.path.abspath(path) in self._paths  # noqa: PTH100  # as it was added

    def share_folder_with(self, path: Path) -> bool:
        """Whether a path is in the working folder, or in the folder of a path that the person named."""
        folders = {os.path.realpath(os.path.dirname(each)) for each in self._paths}  # noqa: PTH120  # they are texts
        return os.path.realpath(path.absolute().parent) in {*folders, os.path.realpath(os.curdir)}
