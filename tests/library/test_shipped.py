"""The shipped creatures pass `check`, their index and licences are complete, and a rebuild makes them again."""

import re
import tomllib
from pathlib import Path

import pytest

from orcus_tui.library.facts import facts_of
from orcus_tui.library.library import Library
from orcus_tui.library.shipped import CREATURES, INDEX, shipped_in
from orcus_tui.model.text import name_key
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.power_book import POWERS
from orcus_tui.systems import SYSTEMS, WHERE, creatures_folder
from tests.helpers.imports.shared_data import data_file, read_once
from tests.helpers.project.files import ROOT
from tools import shipped_creatures
from tools.shipped_creatures import (
    COLLECTIONS,
    Collection,
    UnusableCollection,
    files_of,
    library_files,
    rebuild,
    with_distinct_names,
)

each_collection = pytest.mark.parametrize("collection", COLLECTIONS, ids=lambda each: each.system)


@each_collection
def test_every_creature_passes_the_check(collection: Collection) -> None:
    fight = read_encounter(creatures_folder(collection.system) / CREATURES)
    assert fight.system == collection.system
    assert fight.sheets


@each_collection
def test_the_index_has_every_creature_with_its_place(collection: Collection) -> None:
    folder = creatures_folder(collection.system)
    tables = tomllib.loads((folder / CREATURES).read_text(encoding="utf-8"))["creature"]
    known = shipped_in(folder)
    assert list(known) == [name_key(table["name"]) for table in tables]
    for table, creature in zip(tables, known.values(), strict=True):
        assert creature.facts == facts_of(table)
        assert tomllib.loads(creature.text()) == {"creature": [table]}


@pytest.mark.parametrize("system", WHERE)
def test_every_creature_can_be_added(system: str) -> None:
    library = Library(Path("nowhere"))
    for creature in library.creatures(system):
        fight = library.view_with(SYSTEMS[system], creature)[0].fight
        (sheet,) = fight.sheets.values()
        assert sheet.name == creature.facts.name


@each_collection
def test_the_page_counts_the_creatures_of_each_collection(collection: Collection) -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    opening = page.split("\n\n")[1]
    assert str(len(shipped_in(creatures_folder(collection.system)))) in re.findall(r"\d+", opening)


@each_collection
def test_the_creatures_that_lines_summon_or_become_are_there(collection: Collection) -> None:
    folder = creatures_folder(collection.system)
    named = re.findall(r'(?:summon|become) "([^"]+)"', (folder / CREATURES).read_text(encoding="utf-8"))
    powers = (folder / POWERS).read_text(encoding="utf-8") if (folder / POWERS).exists() else ""
    named += ["".join(each) for each in re.findall(r'self: summon (?:\\"([^"\\]+)|(\w+))', powers)]
    assert not {name_key(each) for each in named} - shipped_in(folder).keys()


@each_collection
def test_the_licence_of_a_collection_is_in_its_folder(collection: Collection) -> None:
    folder = creatures_folder(collection.system)
    readme = (ROOT / "orcus_tui" / "systems" / "CREATURES.md").read_text(encoding="utf-8")
    assert collection.licence in (folder / CREATURES).read_text(encoding="utf-8").splitlines()[0]
    (row,) = [line for line in readme.splitlines() if line.startswith(f"| `{folder.parent.name}` |")]
    named = re.findall(r"`([^`]+\.(?:md|txt))`", row)
    assert named
    assert all((folder / each).is_file() for each in named)
    for text in collection.texts:
        assert (folder / Path(text).name).is_file()


@each_collection
def test_the_rebuild_makes_what_ships_byte_for_byte(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped_creatures, "read_source", read_once)
    data = data_file(collection.file).parent.parent
    for name, content in files_of(collection, data):
        assert (creatures_folder(collection.system) / name).read_bytes() == content, name


def test_the_rebuild_writes_the_files_of_each_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped_creatures, "read_source", read_once)
    orcus = COLLECTIONS[0]
    data = data_file(orcus.file).parent.parent
    monkeypatch.setattr(shipped_creatures, "COLLECTIONS", (orcus,))
    monkeypatch.setattr(shipped_creatures, "creatures_folder", lambda system: tmp_path / system)
    assert [line.split(":")[0] for line in rebuild(data)] == ["orcus"]
    assert {path.name for path in (tmp_path / "orcus").iterdir()} == {CREATURES, INDEX, "LICENSE-OGL.md"}


def test_a_creature_the_format_does_not_take_stops_the_rebuild() -> None:
    with pytest.raises(UnusableCollection, match=r"Half a Goblin: max_hp: missing"):
        list(library_files("orcus", "no licence", [{"name": "Half a Goblin"}]))


def test_creatures_that_share_a_name_get_their_level_in_it() -> None:
    tables = with_distinct_names([{"name": "Rat", "level": 3}, {"name": "rat", "level": 1}, {"name": "Bat"}])
    assert [each["name"] for each in tables] == ["Bat", "rat", "Rat (level 3)"]
    with pytest.raises(UnusableCollection, match=r"Rat \(level 3\): two creatures have this name and level"):
        with_distinct_names([{"name": "Rat", "level": 1}, *[{"name": "Rat", "level": 3}] * 2])
