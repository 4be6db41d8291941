"""Snapshots: texts in files that tests compare, or renew with `RENEW_SNAPSHOTS=1`."""

import difflib
import os
from pathlib import Path

import pytest

RENEWED = "RENEW_SNAPSHOTS"


def check_file(kept: Path, shown: str) -> None:
    """Compares a text with the file, or renews the file."""
    if os.environ.get(RENEWED):
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(shown, encoding="utf-8", newline="\n")
        return
    before = kept.read_text(encoding="utf-8") if kept.exists() else ""
    if shown != before:
        changes = difflib.unified_diff(before.splitlines(), shown.splitlines(), "kept", "shown", lineterm="", n=1)
        pytest.fail(
            f"{kept.name} has changed; if that is meant, {RENEWED}=1 renews it\n" + "\n".join(changes), pytrace=False
        )
