"""The wheel that the tests of the package share."""

from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from tests.helpers.project.files import ROOT


@pytest.fixture(scope="session")
def built_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("dist")))
    return Path(built)
