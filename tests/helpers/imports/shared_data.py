"""Collections of creatures by other people, which are not part of the project."""

import os
from functools import cache
from pathlib import Path

import pytest

from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.import_result import ImportResult

_BESIDE = Path(__file__).resolve().parents[4] / "shared" / "data"
DATA = Path(os.environ.get("ORCUS_TUI_DATA") or _BESIDE)


def data_file(name: str) -> Path:
    """A file of the data; the test is skipped if the file is missing."""
    path = DATA / name
    if not path.is_file():
        pytest.skip(f"{name} is not here: ORCUS_TUI_DATA names the folder of the data")
    return path


def data_files(folder: str, pattern: str) -> list[Path]:
    """The files of a format, without their README."""
    found = data_file(f"formats/{folder}/README.md").parent.glob(pattern)
    return sorted(each for each in found if each.name != "README.md")


read_once = cache(read_source)
"""`read_source` with a cache; tests must not change the results."""


def read_collection(name: str) -> ImportResult:
    """The creatures of a file of the data."""
    path = data_file(name)
    return read_once(path.read_bytes(), str(path))
