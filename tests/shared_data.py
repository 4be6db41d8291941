"""Where creatures written by others lie, for the tests that read them; they are no part of the project."""

import os
from pathlib import Path

import pytest

_BESIDE = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
DATA = Path(os.environ.get("ORCUS_TUI_DATA") or _BESIDE)


def data_file(name: str) -> Path:
    """A file of the data; the test that asks for it is skipped, by its name, where it is absent."""
    path = DATA / name
    if not path.is_file():
        pytest.skip(f"{name} is not here: ORCUS_TUI_DATA names the folder of the data")
    return path
