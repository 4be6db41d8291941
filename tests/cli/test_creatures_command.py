"""`orcus-tui creatures`: a list, a stat block or TOML to paste, and the exit status."""

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner, Result

from orcus_tui.cli.main import app
from orcus_tui.config import paths
from orcus_tui.storage.encounter.read import read_encounter
from tests.helpers.casts.library import OWN
from tests.helpers.project.files import ROOT


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ORCUS_TUI_CREATURES", str(tmp_path))
    return tmp_path


def creatures(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["creatures", *arguments])


def test_a_query_lists_each_creature_in_a_line() -> None:
    done = creatures("level 3-5 undead")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert len(lines) > 1
    for line in lines:
        assert "Undead" in line
        assert any(f"level  {level}" in line for level in (3, 4, 5))


def test_a_query_may_be_several_words_and_name_another_system() -> None:
    apart = creatures("level", "2", "orc", "--system", "archmage")
    assert apart.exit_code == 0
    assert apart.stdout == creatures("level 2 orc", "--system", "archmage").stdout
    assert "Orc Shaman" in apart.stdout


def test_a_single_match_is_shown_in_full() -> None:
    done = creatures('"veteran thrall"')
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Veteran Thrall [veteran-thrall] – Medium Cosmic Humanoid")
    assert any(line.startswith("  Scimitar (standard") for line in lines)


def test_several_matches_are_shown_in_full_with_show() -> None:
    listed = creatures("thrall").stdout.splitlines()
    shown = creatures("thrall", "--show").stdout.split("\n\n")
    assert len(shown) == len(listed) > 1
    assert [block.split(" [")[0].strip() for block in shown] == [line.split("  ")[0] for line in listed]


def test_printed_toml_with_a_head_is_an_encounter(tmp_path: Path) -> None:
    done = creatures("thrall", "--toml")
    names = [each["name"] for each in tomllib.loads(done.stdout)["creature"]]
    path = tmp_path / "pasted" / "fight.toml"
    path.parent.mkdir()
    path.write_text(f"format = 1\n\n{done.stdout}", encoding="utf-8")
    assert [sheet.name for sheet in read_encounter(path).sheets.values()] == names


def test_own_creatures_are_marked_and_their_faults_listed_below(own: Path) -> None:
    (own / "mine.toml").write_text(OWN.replace("max_hp = 31", "max_hp = 0"), encoding="utf-8")
    done = creatures("owlet")
    assert done.exit_code == 0
    assert done.stdout.startswith("Tame Owlet [tame-owlet]")
    assert (
        done.stderr
        == f"{own / 'mine.toml'}:8: creature[1].max_hp: expected a whole number from 1 to 1,000,000, got 0\n"
    )
    assert "yours" in next(line for line in creatures("level 1").stdout.splitlines() if "Owlet" in line)


def test_every_digit_of_large_numbers_is_in_the_list(own: Path) -> None:
    worth = OWN.replace("max_hp = 31", "max_hp = 31\nxp = 1234567")
    (own / "mine.toml").write_text(worth, encoding="utf-8")
    assert "1,234,567 XP" in next(line for line in creatures("level 2").stdout.splitlines() if "Mud Goblin" in line)


def test_names_in_wide_characters_leave_the_columns_where_they_are(own: Path) -> None:
    (own / "mine.toml").write_text(OWN.replace("Tame Owlet", "灯台守の影"), encoding="utf-8")
    lines = creatures("level 1").stdout.splitlines()
    assert any("灯台守の影" in line for line in lines)
    assert len({cell_len(line.partition("level  1")[0]) for line in lines}) == 1


def test_a_search_without_matches_reports_faults_in_own_files(own: Path) -> None:
    (own / "broken.toml").write_text('format = 1\n[[creature]]\nname = "Owl', encoding="utf-8")
    done = creatures("owlet")
    assert done.exit_code == 1
    assert done.stderr.startswith('no matches for "owlet"')
    assert f"{own / 'broken.toml'}:3:8: " in done.stderr


def test_a_faulty_own_creature_asked_for_by_name_is_reported(own: Path) -> None:
    (own / "mine.toml").write_text(OWN.replace("max_hp = 31", "max_hp = 0"), encoding="utf-8")
    done = creatures('"mud goblin"')
    assert (done.exit_code, done.stdout) == (2, "")
    assert ":8: creature[1].max_hp" in done.stderr


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("level 30 mook", 'no creature matches all of "level 30 mook"; without level 30: '),
        ("undaed", 'no matches for "undaed" (did you mean "undead"?)'),
        ("gibbering", 'no matches for "gibbering"; found with --system archmage'),
        ("cr undaed", 'no matches for "undaed" (did you mean "undead"?)'),
        ('"gouhl"', 'no creature named "gouhl" (did you mean "Ghoul"?)'),
    ],
)
def test_a_query_without_matches_suggests_others(query: str, message: str) -> None:
    done = creatures(query)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith(message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["level", "x"], 'expected a level such as level 3, level 3-5 or level 3+, got "x"'),
        (['"mook'], "this quote is never closed"),
        (["mook", "--show", "--toml"], "give --show or --toml, not both"),
        (["mook", "--system", "chess"], "unknown rules system 'chess'"),
    ],
)
def test_nonsensical_queries_are_refused(arguments: list[str], message: str) -> None:
    done = creatures(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(message)


@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_every_query_on_the_pages_finds_something(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    shown = re.findall(r"(?m)^orcus-tui creatures (.*?)(?: +#.*)?$", text)
    assert shown
    for line in shown:
        assert creatures(*shlex.split(line)).exit_code == 0, line


def test_own_creatures_are_next_to_the_config_or_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert paths.creatures_folder() == tmp_path
    monkeypatch.delenv("ORCUS_TUI_CREATURES")
    monkeypatch.setenv("ORCUS_TUI_CONFIG", str(tmp_path / "settings" / "config.toml"))
    assert paths.creatures_folder() == tmp_path / "settings" / "creatures"


def test_play_adds_from_the_library(own: Path) -> None:
    (own / "mine.toml").write_text(OWN, encoding="utf-8")
    done = CliRunner().invoke(app, ["play", "--no-journal", "-c", "add tame-owlet x2; show tame-owlet2"])
    assert done.exit_code == 0
    assert "Tame Owlet 2 [tame-owlet2] – mook, level 1, foes" in done.stdout


def test_a_search_for_powers_and_spells() -> None:
    listed = creatures("spell class:wizard level<=1 fire", "--system", "srd5")
    assert listed.stdout.splitlines() == [
        "Fire Bolt      level 0 spell; Sorcerer, Wizard",
        "Burning Hands  level 1 spell; Sorcerer, Wizard; 3d6 fire, dex save",
    ]
    in_full = creatures("spell hold person", "--system", "srd5").stdout
    assert 'effects = ["self: apply concentrating 10r", "apply paralyzed wis save dc {dc}"]' in in_full
    (wish,) = json.loads(creatures("spell wish", "--system", "srd5", "--json").stdout)
    assert (wish["name"], wish["level"]) == ("Wish", 9)
    missing = creatures("spell class:fighter", "--system", "srd5")
    assert (missing.exit_code, "no class or list" in missing.stderr) == (1, True)


@pytest.mark.parametrize(
    ("query", "name"), [("cr<=1/8 fly", "Blood Hawk"), ("hp>=500", "Tarrasque"), ("fire breath cr=24", "Ancient Gold")]
)
def test_numbers_without_blanks_and_free_words_are_read(query: str, name: str) -> None:
    assert name in creatures(query, "--system", "srd5").stdout
