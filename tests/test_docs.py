"""Pages made from the code say what the code says."""

import re
from pathlib import Path

from orcus_tui.commands.reference import reference
from orcus_tui.systems import SYSTEMS

ROOT = Path(__file__).parent.parent


def test_the_reference_page_is_not_stale():
    written = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert written == reference(SYSTEMS.values()), "python -m orcus_tui.commands.reference > docs/commands.md"


def test_the_readme_names_files_that_exist():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = {each for each in re.findall(r"(?:docs|encounters|orcus_tui|tests)/[\w/.-]+\w", readme) if "*" not in each}
    assert named
    assert not [each for each in named if not (ROOT / each).exists()]
