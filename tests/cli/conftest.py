"""The command line, for every test of it; some begin with a folder of their own making."""

from pathlib import Path

import pytest

from tests.helpers.disks.shell import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)
