"""`orcus-tui export`: creatures are exported with all their fields, and can be imported again."""

import tomllib
from typing import Any

import pytest

from orcus_tui.importers import own_markdown
from orcus_tui.storage.encounter.casting import Casting, filled_tables
from orcus_tui.storage.encounter.creature_markdown import creatures_markdown, markdown_creatures
from orcus_tui.storage.power_book import power_book
from orcus_tui.systems import SYSTEMS, creatures_folder
from tests.helpers.disks.shell import Shell
from tests.helpers.imports.hostile_sources import check_cut
from tools.shipped_creatures import COLLECTIONS

OGRE: dict[str, Any] = {
    "name": "Ogre *Chief* `x`",
    "level": 3,
    "max_hp": 40,
    "text": "Two\nlines, and `code` with ``more``.",
    "defenses": {"ac": 17},
    "trait": [{"name": "Slow", "text": "It <b>thinks</b> slowly.", "trigger": "hit"}, {"name": "Big"}],
    "power": [{"name": "Slam", "attack": "+8 vs AC", "damage": "1d8", "effects": ['apply "a `tick`" save']}],
}


def shipped_creatures(system: str) -> list[dict[str, Any]]:
    text = (creatures_folder(system) / "creatures.toml").read_text("utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)["creature"]
    return found


@pytest.mark.parametrize("system", [each.system for each in COLLECTIONS])
def test_every_shipped_creature_survives_markdown_with_all_fields(system: str) -> None:
    found = own_markdown.read(creatures_markdown(system, shipped_creatures(system)).encode())
    assert found.system == system
    assert list(found.creatures) == shipped_creatures(system)
    assert not found.leftovers


@pytest.mark.parametrize("system", ["orcus", "archmage", "srd5-plain"])
def test_every_power_and_spell_of_the_books_survives_markdown_with_all_fields(system: str) -> None:
    numbers = Casting(attack=7, dc=15, weapon="1d8", modifier=4, level=9)
    used = [each for each in power_book(system).powers if not each.is_trait]
    powers = [[*filled_tables(each, SYSTEMS[system], numbers)] for each in used]
    heroes = [{**OGRE, "name": f"Hero {place}", "power": each} for place, each in enumerate(powers)]
    found = own_markdown.read(creatures_markdown(system, heroes).encode())
    assert list(found.creatures) == heroes
    assert not found.leftovers


def test_markdown_characters_and_line_ends_are_kept() -> None:
    text = creatures_markdown("orcus", [OGRE])
    assert [each.table for each in markdown_creatures(text.split("\n"))] == [OGRE]


def test_traits_and_powers_have_headings() -> None:
    lines = creatures_markdown("orcus", [OGRE]).splitlines()
    headings = [line for line in lines if line.startswith("###")]
    assert headings == ["### Trait: Slow", "### Trait: Big", "### Power: Slam"]


def test_unknown_fields_stay_as_text_with_their_lines() -> None:
    text = creatures_markdown("orcus", [OGRE]) + "\nA note of mine.\n### Chapter: Two\n- **colour**: green\n"
    found = own_markdown.read(text.encode())
    lines = text.splitlines()
    assert {each.text: lines[each.line - 1] for each in found.leftovers} == {
        line: line for line in ("A note of mine.", "### Chapter: Two", "- **colour**: green")
    }
    (ogre,) = found.creatures
    assert "A note of mine." in str(ogre["text"])


def test_cut_and_garbled_markdown_is_read_in_part_or_refused() -> None:
    check_cut(own_markdown.read, creatures_markdown("orcus", [OGRE]))
    check_cut(own_markdown.read, creatures_markdown("orcus", [OGRE]).replace("format 1", "format 2"))


@pytest.mark.parametrize("system", SYSTEMS)
def test_creatures_of_the_library_go_into_an_encounter_that_passes_check(shell: Shell, system: str) -> None:
    assert shell("export", "level", "3", "--system", system, "-o", "out.toml").returncode == 0
    checked = shell("check", "out.toml")
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_file_survives_conversion_to_markdown_and_back(shell: Shell) -> None:
    assert shell("export", "ambush.toml", "-o", "out.md").stderr == "Wrote out.md: 2 creatures\n"
    assert shell("import", "out.md", "-o", "back.toml").returncode == 0
    before, after = (tomllib.loads((shell.folder / name).read_text("utf-8")) for name in ("ambush.toml", "back.toml"))
    assert after["creature"] == before["creature"]
    assert shell("export", "back.toml", "--markdown").stdout == (shell.folder / "out.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("balor", "-o", "out.doc"), 2, "out.doc: name a file that ends with .md or .toml"),
        (("balor", "-o", "ambush.toml"), 2, "ambush.toml exists; name another file, or overwrite it with --force"),
        (("none.toml",), 2, "none.toml: there is no such file"),
        (("nobody-at-all",), 1, 'no matches for "nobody-at-all"'),
    ],
)
def test_impossible_exports_are_refused(shell: Shell, arguments: tuple[str, ...], status: int, message: str) -> None:
    done = shell("export", *arguments)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.splitlines()[0].startswith(message)


def test_files_of_two_systems_are_exported_one_by_one(shell: Shell) -> None:
    shell.write("other.toml", 'format = 1\nsystem = "srd5"\n\n[[creature]]\nname = "Wolf"\nmax_hp = 11\n')
    done = shell("export", "ambush.toml", "other.toml")
    assert (done.returncode, done.stderr) == (
        2,
        "the files are for different rules systems (orcus, srd5); export them one by one\n",
    )
