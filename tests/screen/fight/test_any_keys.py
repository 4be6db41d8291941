"""Any keys in any order, in any terminal: the tracker never falls over, and what was done is in the journal."""

import os
from pathlib import Path

import pytest

from benchmarks.trust.keys_campaign import try_keys


def test_no_keys_in_any_order_crash_it_and_the_journal_has_the_fight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One trial of the campaign `keys`, of which `.ci/run` makes many more."""
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, os.environ.get(name, ""))  # put back afterwards: the trial sets it
    assert try_keys(0, tmp_path) > 100
