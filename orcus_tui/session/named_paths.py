"""The paths that the person named in a session; any other may be a stranger's, from a journal or a folder."""

import os
from pathlib import Path


class NamedPaths:
    """The paths that the person named, as they named them: a link is not the file that it leads to."""

    def __init__(self) -> None:
        self._paths: set[str] = set()

    def add(self, path: Path) -> None:
        """Adds a path."""
        self._paths.add(os.path.abspath(path))  # noqa: PTH100  # `resolve` would follow links

    def __contains__(self, path: Path) -> bool:
        return os.path.abspath(path) in self._paths  # noqa: PTH100

    def share_folder_with(self, path: Path) -> bool:
        """Whether a path is in the working folder, or in the folder of a path that the person named."""
        folders = {os.path.realpath(os.path.dirname(each)) for each in self._paths}  # noqa: PTH120
        return os.path.realpath(path.absolute().parent) in {*folders, os.path.realpath(os.curdir)}
