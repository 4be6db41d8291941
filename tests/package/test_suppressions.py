"""Each suppression of a checker has its reason on the same line."""

import re
from collections.abc import Iterator

from tests.helpers.project.files import ROOT

SUPPRESSION = re.compile(r"# (?:noqa|type: ?ignore|pyright|pragma)\b(?!.*# *[\w`])")


def suppressions_without_a_reason() -> Iterator[str]:
    for folder in ("orcus_tui", "tests", "tools", "benchmarks"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if SUPPRESSION.search(line):
                    yield f"{path.relative_to(ROOT).as_posix()}:{number}: {line.strip()}"


def test_each_suppression_says_why() -> None:
    assert list(suppressions_without_a_reason()) == []
