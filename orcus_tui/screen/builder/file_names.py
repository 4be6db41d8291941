"""The names of encounter files: the one that is typed, the one to suggest, a free one."""

import os
import re
from itertools import chain, count
from pathlib import Path

from orcus_tui.rules.resolution import Impossible
from orcus_tui.screen.dialogs.file_choices import SUFFIX


def path_of(typed: str) -> Path:
    """The path that is typed. Raises Impossible for an empty text."""
    if not typed:
        raise Impossible("name a file, e.g. ford.toml")
    return Path(typed)


def suggested_name(encounter: str) -> str:
    """A file name for an encounter's name."""
    words = "".join(sign if sign.isalnum() else " " for sign in encounter.lower()).split()
    return f"{'-'.join(words) or 'encounter'}{SUFFIX}"


def free_path(path: Path) -> Path:
    """The path, or the first with a number that is free, as `ford-2.toml` for `ford.toml`."""
    numbered = re.fullmatch("(.+)-([0-9]{1,3})", path.stem)
    stem, first = (numbered[1], int(numbered[2]) + 1) if numbered else (path.stem, 2)
    others = (path.with_stem(f"{stem}-{number}") for number in count(first))
    return next(each for each in chain([path], others) if not os.path.lexists(each))
