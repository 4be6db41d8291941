"""The shell for every test of the command line; some tests define a different one."""

from pathlib import Path

import pytest

from tests.helpers.disks.shell import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)
