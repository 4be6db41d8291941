"""Any keys in any order, in any terminal: the tracker never falls over, and what was done is in the journal."""

import os
from pathlib import Path

import pytest

from benchmarks.trust.keys_campaign import try_keys


@pytest.mark.parametrize("seed", range(2))
def test_no_keys_in_any_order_crash_it_and_the_journal_has_the_fight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, os.environ.get(name, ""))  # put back afterwards: the trial sets it
    assert try_keys(seed, tmp_path) > 100
