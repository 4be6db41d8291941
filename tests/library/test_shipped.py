"""What ships: each file passes the check, each index fits, its licence is there, and the rebuild makes it again."""

import re
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace
from project_files import ROOT
from shared_data import data_file, read_once

from orcus_tui.library.facts import facts_of
from orcus_tui.library.library import Library
from orcus_tui.library.rebuild import (
    COLLECTIONS,
    Collection,
    UnusableCollection,
    distinct,
    files_of,
    library_files,
    rebuild,
)
from orcus_tui.library.shipped import CREATURES, INDEX, SHIPPED, SHIPPED_WITH, shipped_in
from orcus_tui.model.text import name_key
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.systems import SYSTEMS

HERE = [each for each in COLLECTIONS if each.system in SYSTEMS]
each_collection = pytest.mark.parametrize("collection", HERE, ids=lambda each: each.system)


@each_collection
def test_every_creature_passes_the_check(collection: Collection) -> None:
    fight = read_encounter(SHIPPED / collection.system / CREATURES)
    assert fight.system == collection.system
    assert fight.sheets


@each_collection
def test_the_index_has_every_creature_with_its_place(collection: Collection) -> None:
    folder = SHIPPED / collection.system
    tables = tomllib.loads((folder / CREATURES).read_text(encoding="utf-8"))["creature"]
    known = shipped_in(folder)
    assert list(known) == [name_key(table["name"]) for table in tables]
    for table, creature in zip(tables, known.values(), strict=True):
        assert creature.facts == facts_of(table)
        assert tomllib.loads(creature.text()) == {"creature": [table]}


@pytest.mark.parametrize("system", [*(each.system for each in HERE), *SHIPPED_WITH])
def test_every_creature_can_be_added(system: str) -> None:
    library = Library(Path("nowhere"))
    for creature in library.creatures(system):
        fight = library.fight_with(SYSTEMS[system], creature)
        (sheet,) = fight.sheets.values()
        assert sheet.name == creature.facts.name


@each_collection
def test_the_page_counts_the_creatures_of_each_collection(collection: Collection) -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    opening = page.split("\n\n")[1]
    assert str(len(shipped_in(SHIPPED / collection.system))) in re.findall(r"\d+", opening)


@each_collection
def test_the_licence_of_a_collection_lies_beside_it(collection: Collection) -> None:
    folder = SHIPPED / collection.system
    readme = (SHIPPED / "README.md").read_text(encoding="utf-8")
    assert collection.licence in (folder / CREATURES).read_text(encoding="utf-8").splitlines()[0]
    (row,) = [line for line in readme.splitlines() if line.startswith(f"| `{collection.system}` |")]
    named = re.findall(rf"`({collection.system}/[^`]+)`", row)
    assert named
    assert all((SHIPPED / each).is_file() for each in named)
    for text in collection.texts:
        assert (folder / Path(text).name).is_file()


@each_collection
def test_the_rebuild_makes_what_ships_byte_for_byte(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orcus_tui.library.rebuild.read_source", read_once)
    data = data_file(collection.file).parent.parent
    for name, content in files_of(collection, data):
        assert (SHIPPED / collection.system / name).read_bytes() == content, name


def test_the_rebuild_writes_the_files_of_each_system_that_is_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("orcus_tui.library.rebuild.read_source", read_once)
    orcus = COLLECTIONS[0]
    data = data_file(orcus.file).parent.parent
    monkeypatch.setattr("orcus_tui.library.rebuild.COLLECTIONS", (orcus, replace(orcus, system="chess")))
    assert [line.split(":")[0] for line in rebuild(data, tmp_path)] == ["orcus"]
    assert {path.name for path in (tmp_path / "orcus").iterdir()} == {CREATURES, INDEX, "LICENSE-OGL.md"}


def test_a_creature_the_format_does_not_take_stops_the_rebuild() -> None:
    with pytest.raises(UnusableCollection, match=r"Half a Goblin: max_hp: missing"):
        list(library_files("orcus", "no licence", [{"name": "Half a Goblin"}]))


def test_creatures_that_share_a_name_get_their_level_in_it() -> None:
    tables = distinct([{"name": "Rat", "level": 3}, {"name": "rat", "level": 1}, {"name": "Bat"}])
    assert [each["name"] for each in tables] == ["Bat", "rat", "Rat (level 3)"]
    with pytest.raises(UnusableCollection, match=r"Rat \(level 3\): two creatures have this name and level"):
        distinct([{"name": "Rat", "level": 1}, *[{"name": "Rat", "level": 3}] * 2])
