"""Sessions in a folder with an encounter and its party, for the tests of files."""

from pathlib import Path

import pytest

from orcus_tui.session.session import Session
from tests.helpers.casts.ford import PARTY, WITH_PARTY
from tests.helpers.fights.random_fights import journal_settings_at, play_lines, session_on, small_fight


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an encounter and its party, as the current one."""
    (tmp_path / "party.toml").write_text(PARTY)
    (tmp_path / "ford.toml").write_text(WITH_PARTY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def session(here: Path) -> Session:
    """A fight opened from the encounter and begun, with its journal."""
    opened = session_on(small_fight(), journal_settings=journal_settings_at(here / "state"))
    play_lines(opened, "open ford.toml", "begin first ari", "d ogre 5")
    return opened
