"""Texts kept in files: compared with what is shown now, or renewed with `RENEW_SNAPSHOTS=1`."""

import difflib
import os
from pathlib import Path

import pytest

RENEWED = "RENEW_SNAPSHOTS"


def check_file(kept: Path, shown: str) -> None:
    """Compares what is shown with what the file has, or keeps it there instead."""
    if os.environ.get(RENEWED):
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(shown, encoding="utf-8", newline="\n")
        return
    before = kept.read_text(encoding="utf-8") if kept.exists() else ""
    if shown != before:
        changes = difflib.unified_diff(before.splitlines(), shown.splitlines(), "kept", "shown", lineterm="", n=1)
        pytest.fail(f"{kept.name} is drawn otherwise (meant? {RENEWED}=1)\n" + "\n".join(changes), pytrace=False)
