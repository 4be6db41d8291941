"""The tests with the oldest dependencies install the oldest versions that pyproject.toml allows."""

import re
import tomllib

import pytest

from tests.helpers.project.files import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINNED = dict(
    re.findall(
        r"^([A-Za-z0-9-]+)==([0-9.]+)", (ROOT / "tests/requirements-oldest.txt").read_text(encoding="utf-8"), re.M
    )
)


def version(text: str) -> tuple[int, ...]:
    """A version for comparisons: 1.2 and 1.2.0 are equal."""
    numbers = [int(each) for each in text.split(".")]
    return tuple(numbers + [0] * (4 - len(numbers)))


@pytest.mark.parametrize("dependency", PROJECT["dependencies"])
def test_the_oldest_allowed_versions_are_tested(dependency: str) -> None:
    found = re.match(r"([A-Za-z0-9-]+)>=([0-9.]+),<", dependency)
    assert found, f"{dependency} has no floor"
    name, floor = found.groups()
    assert version(PINNED[name]) == version(floor), "run .ci/lock"
