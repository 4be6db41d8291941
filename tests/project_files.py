"""Where the project's own files are, for the tests that read them."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "encounters"
