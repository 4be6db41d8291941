"""The project's own files."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "encounters"
SAMPLE = ROOT / "orcus_tui" / "sample-fight.toml"
EXAMPLE_FILES = sorted(EXAMPLES.glob("*.toml"))
"""Fights, and the parties that play them."""
EXAMPLE_FIGHTS = [path for path in EXAMPLE_FILES if not path.stem.endswith("party")]


@cache
def modules() -> dict[Path, ast.Module]:
    """The syntax trees of the program's modules, by path; they must not be changed."""
    paths = sorted((ROOT / "orcus_tui").rglob("*.py"))
    return {path.relative_to(ROOT): ast.parse(path.read_text(encoding="utf-8")) for path in paths}
