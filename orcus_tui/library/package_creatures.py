"""The creatures of separately installed packages: folders of TOML files, as the person's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from orcus_tui import extensions
from orcus_tui.storage.storage_error import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from orcus_tui.library.own_creatures import OwnCreatures


def creatures_of_packages() -> Iterator[OwnCreatures]:
    """The creatures of each package, with the faults of its files; a package that cannot be loaded is left out."""
    for name in extensions.installed(extensions.LIBRARIES):
        folder = extensions.load(extensions.LIBRARIES, name)
        if isinstance(folder, Path):
            yield _creatures_in(folder)


def _creatures_in(folder: Path) -> OwnCreatures:
    from orcus_tui.library.own_creatures import OwnCreatures, read_own, stamp  # few programs have such a package

    try:
        files = [file for file, *_ in stamp(folder)]
    except StorageError as fault:
        return OwnCreatures(faults=[str(fault)])
    return read_own(folder, files)
