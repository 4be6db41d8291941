"""Aliases in the settings file: their forms, and those that `macro` saves."""

from pathlib import Path

import pytest

from orcus_tui.config.own_aliases import own_aliases, save_alias
from orcus_tui.storage.storage_error import StorageError

SETTINGS = """# my table
[aliases]
burn = "persist $1 5 fire save"  # fire
volley = ["attack bow $1", "attack bow $2"]
hush = { do = ["apply {target?} dazed", "next"], help = "dazes" }
empty = []
odd = { does = "next" }
"""


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "config.toml"
    monkeypatch.setenv("ORCUS_TUI_CONFIG", str(path))
    return path


def test_every_form_of_an_alias_is_read_and_a_wrong_one_is_left_out(settings: Path) -> None:
    settings.write_text(SETTINGS, encoding="utf-8")
    aliases, faults = own_aliases()
    assert [each.rpartition("aliases.")[2].partition(":")[0] for each in faults] == ["empty", "odd"]
    assert aliases == {
        "burn": "persist $1 5 fire save",
        "volley": "attack bow $1; attack bow $2",
        "hush": "apply {target?} dazed; next # dazes",
    }


def test_saving_an_alias_keeps_comments(settings: Path) -> None:
    settings.write_text(SETTINGS, encoding="utf-8")
    assert save_alias("smash", "damage $1 3; next") == f"saved in {settings}"
    text = settings.read_text(encoding="utf-8")
    assert "# my table" in text
    assert "# fire" in text
    assert own_aliases()[0]["smash"] == "damage $1 3; next"
    save_alias("smash", "damage $1 4")
    assert own_aliases()[0]["smash"] == "damage $1 4"


def test_a_new_settings_file_is_made(settings: Path) -> None:
    save_alias("smash", "damage $1 3")
    assert own_aliases()[0] == {"smash": "damage $1 3"}


def test_a_damaged_settings_file_is_not_touched(settings: Path) -> None:
    settings.write_text("[aliases", encoding="utf-8")
    with pytest.raises(StorageError):
        save_alias("smash", "damage $1 3")
    assert settings.read_text(encoding="utf-8") == "[aliases"
