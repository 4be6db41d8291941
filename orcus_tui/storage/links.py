"""Links: names of another file, which may be outside the folder of the link."""

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
"""For `os.open`: fails at a link. Windows has no such flag, so `is_link` is asked first as well."""
