"""The library: shipped creatures are read by an index, own creatures come before them, and faults do no harm."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from orcus_tui.commands.context import Unusable
from orcus_tui.library.facts import facts_of
from orcus_tui.library.library import Library
from orcus_tui.library.saved_creatures import SaveOptions
from orcus_tui.library.shipped import CREATURES, INDEX, shipped_in
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.storage_error import NotSynced, StorageError
from orcus_tui.storage.toml.write import creature_text
from orcus_tui.systems import SYSTEMS
from orcus_tui.systems.orcus.system import ORCUS
from tests.helpers.casts.library import OWN, SHIPPED, library_at, shipped_at, write_own
from tests.helpers.casts.small_library import library
from tests.helpers.disks.disks import fails, is_full, posix
from tests.helpers.disks.programs import run_at_once


def names(library: Library, query: str = "", system: str = "orcus") -> list[str]:
    return [each.facts.name for each in library.search(system, query)]


def found(library: Library, name: str) -> Mapping[str, Any]:
    """The creature of that name, which must be there."""
    creature = library.find(ORCUS, name)
    assert creature is not None
    return creature


# Shipped creatures


def test_each_creature_is_read_from_its_own_place_in_the_file(tmp_path: Path) -> None:
    known = shipped_in(shipped_at(tmp_path) / "orcus")
    for table in SHIPPED:
        creature = known[str(table["name"]).lower().replace(" ", "-")]
        assert creature.facts == facts_of(table)
        assert tomllib.loads(creature.text()) == {"creature": [table]}


def test_the_file_is_an_ordinary_encounter_file(tmp_path: Path) -> None:
    text = (shipped_at(tmp_path) / "orcus" / CREATURES).read_text(encoding="utf-8")
    assert tomllib.loads(text) == {"format": 1, "system": "orcus", "creature": list(SHIPPED)}


def test_creatures_are_sorted_by_level_and_name(tmp_path: Path) -> None:
    assert names(library_at(tmp_path))[:3] == ["Mud Goblin", "Bone Dog", "Fen Ghost"]


def test_a_file_that_grew_since_its_index_was_made_is_reported(tmp_path: Path) -> None:
    library = library_at(tmp_path)
    file = tmp_path / "open" / "orcus" / CREATURES
    file.write_bytes(file.read_bytes() + b"# more\n")
    with pytest.raises(StorageError, match=r"creatures.index.json: does not fit creatures.toml"):
        library.search("orcus", "mook")
    with pytest.raises(Unusable, match="reinstall the program"):
        library.find(ORCUS, "bone dog")
    assert list(library.offer(ORCUS, "bone")) == []


def test_a_creature_changed_since_is_reported_and_the_others_are_available(tmp_path: Path) -> None:
    library = library_at(tmp_path)
    file = tmp_path / "open" / "orcus" / CREATURES
    file.write_bytes(file.read_bytes().replace(b"max_hp = 62", b"max_hp = 26"))
    with pytest.raises(Unusable, match=r"creatures.toml: does not fit creatures.index.json"):
        library.find(ORCUS, "barrow wight")
    assert found(library, "mud goblin")["max_hp"] == 25


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"format":99,"size":1,"creatures":[]}', b"\xff"])
def test_an_invalid_index_is_reported(tmp_path: Path, content: bytes) -> None:
    library = library_at(tmp_path)
    (tmp_path / "open" / "orcus" / INDEX).write_bytes(content)
    with pytest.raises(StorageError, match=r"creatures.index.json: (not a valid index|does not fit)"):
        library.creatures("orcus")


def test_a_missing_one_of_the_two_files_is_reported(tmp_path: Path) -> None:
    library = library_at(tmp_path)
    (tmp_path / "open" / "orcus" / CREATURES).unlink()
    with pytest.raises(StorageError, match=r"creatures.toml: missing"):
        library.creatures("orcus")


def test_a_system_without_creatures_has_none(tmp_path: Path) -> None:
    assert library_at(tmp_path).creatures("archmage") == []


def test_a_variant_has_the_creatures_of_its_system(tmp_path: Path) -> None:
    table = {"name": "Reed Drake", "level": 2, "max_hp": 40, "defenses": {"ac": 18, "pd": 16, "md": 12}}
    library = Library(tmp_path / "none", shipped_at(tmp_path, "archmage", (table,)))
    assert names(library, system="archmage-plus") == ["Reed Drake"]
    assert library.find(SYSTEMS["archmage-plus"], "reed drake") is not None


# Own creatures


def test_own_creatures_are_added_and_come_before_shipped_ones(tmp_path: Path) -> None:
    library = library_at(tmp_path, OWN)
    assert names(library, "goblin") == ["Mud Goblin", "Mud Goblin Chief"]
    assert names(library, "owlet") == ["Tame Owlet"]
    goblin = found(library, "mud GOBLIN")
    assert (goblin["level"], goblin["max_hp"]) == (2, 31)
    assert library.faults("orcus") == []


def test_own_creatures_of_another_system_stay_there(tmp_path: Path) -> None:
    library = library_at(tmp_path, OWN.replace('"orcus"', '"archmage"'))
    assert names(library, "goblin level 1") == ["Mud Goblin"]
    assert names(library, system="archmage") == ["Tame Owlet", "Mud Goblin"]


def test_a_file_changed_while_the_program_runs_is_read_again(tmp_path: Path) -> None:
    library = library_at(tmp_path)
    assert library.find(ORCUS, "tame owlet") is None
    path = write_own(tmp_path, "mine.toml", OWN)
    assert library.find(ORCUS, "tame owlet") is not None
    path.write_text(OWN.replace("max_hp = 31", "max_hp = 310"), encoding="utf-8")
    assert found(library, "mud goblin")["max_hp"] == 310
    path.unlink()
    assert found(library, "mud goblin")["max_hp"] == 25


def test_a_faulty_creature_is_reported_with_its_line_and_the_others_are_available(tmp_path: Path) -> None:
    library = library_at(tmp_path, OWN.replace("max_hp = 31", "max_hpp = 31"))
    path = tmp_path / "creatures" / "mine.toml"
    expected = [
        f"{path}:5: creature[1].max_hp: missing: Orcus counts hit points",
        f'{path}:8: creature[1].max_hpp: unknown key (did you mean "max_hp"?)',
    ]
    assert sorted(library.faults("orcus")) == expected
    with pytest.raises(Unusable, match=r"mine.toml:8: creature\[1\].max_hpp: unknown key"):
        library.find(ORCUS, "mud goblin")
    assert library.find(ORCUS, "tame owlet") is not None
    assert library.find(ORCUS, "bone dog") is not None


def test_a_file_that_is_not_toml_is_reported_and_the_others_are_read(tmp_path: Path) -> None:
    library = library_at(tmp_path, OWN)
    broken = write_own(tmp_path, "broken.toml", 'format = 1\n[[creature]]\nname = "Half\n')
    (fault,) = library.faults("orcus")
    assert fault.startswith(f"{broken}:3:")
    assert names(library, "owlet") == ["Tame Owlet"]


def test_the_first_of_two_namesakes_stays(tmp_path: Path) -> None:
    library = library_at(tmp_path, OWN)
    again = write_own(tmp_path, "second.toml", OWN.replace("Tame Owlet", "mud  goblin"))
    assert library.faults("orcus") == [
        f"{again}:6: creature[1].name: Mud Goblin is already in mine.toml; that one is used",
        f"{again}:11: creature[2].name: mud goblin is already in mine.toml; that one is used",
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('id = "gob"', "creature[1].id: leave it out: a creature of the library gets its id in the fight"),
        ("count = 3", "creature[1].count: leave it out: `add NAME x3` says how many"),
        ('group = "gob"', "creature[1].group: leave it out: creatures added together are a group"),
    ],
)
def test_values_that_only_a_fight_gives_are_reported(tmp_path: Path, line: str, message: str) -> None:
    library = library_at(tmp_path, OWN.replace("level = 2", line))
    (fault,) = library.faults("orcus")
    assert fault.endswith(f":7: {message}")


HOSTILE = {
    "empty": b"",
    "no creatures": b"format = 1",
    "no format": b'[[creature]]\nname = "Tame Owlet"\nkind = "mook"',
    "a list of texts": b'format = 1\ncreature = ["Mud Goblin"]',
    "a text": b'format = 1\ncreature = "Mud Goblin"',
    "no name": b"format = 1\n[[creature]]\nmax_hp = 3",
    "a name that is a number": b"format = 1\n[[creature]]\nname = 7",
    "levels of no kind": b'format = 1\n[[creature]]\nname = "Tame Owlet"\nlevel = "x"\ntags = [1, [2]]\nxp = true',
    "a name that steers the terminal": b'format = 1\n[[creature]]\nname = "Ow\\u001b[31mlet"\nkind = "mook"',
    "a name without end": b'format = 1\n[[creature]]\nname = "' + b"owl" * 100_000 + b'"\nkind = "mook"',
    "an unknown system": b'format = 1\nsystem = "orcsu"\n[[creature]]\nname = "Tame Owlet"\nkind = "mook"',
    "a fight in progress": b'format = 1\n[fight]\nround = 3\n[[creature]]\nname = "Tame Owlet"\nkind = "mook"',
    "bytes": bytes(range(256)),
    "too large": b"#" * (5 * 1024 * 1024),
    "deep": b"x = " + b"[" * 5000,
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_a_fault_in_a_file_leaves_the_rest_of_the_library_available(tmp_path: Path, content: bytes) -> None:
    library = library_at(tmp_path, OWN)
    path = write_own(tmp_path, "another.toml", content)
    faults = library.faults("orcus")
    assert all(each.startswith((f"{path}:", f"{path.parent}/mine.toml:")) for each in faults)
    assert all(each.isprintable() for each in names(library))
    assert found(library, "mud goblin")["max_hp"] == 31


@posix
def test_a_pipe_in_the_folder_does_not_block(tmp_path: Path) -> None:
    library = library_at(tmp_path, OWN)
    os.mkfifo(tmp_path / "creatures" / "pipe.toml")
    assert library.faults("orcus") == [f"{tmp_path / 'creatures' / 'pipe.toml'}: this is not an ordinary file"]


def test_a_file_where_the_folder_should_be_is_a_fault_that_disturbs_nothing(tmp_path: Path) -> None:
    library = library_at(tmp_path)
    (tmp_path / "creatures").write_text("", encoding="utf-8")
    assert library.faults("orcus") == [f"{tmp_path / 'creatures'}: Not a directory"]
    assert names(library, "wolf") == ["Wolf-of-9 Moons"]


def test_a_folder_that_cannot_be_looked_at_is_a_fault_that_disturbs_nothing(tmp_path: Path) -> None:
    library = Library(tmp_path / ("x" * 300), shipped_at(tmp_path))
    assert library.faults("orcus") == [f"{tmp_path / ('x' * 300)}: File name too long"]
    assert names(library, "wolf") == ["Wolf-of-9 Moons"]


# Files written by hand


def test_an_own_creature_is_written_like_a_shipped_one(tmp_path: Path) -> None:
    library = library_at(tmp_path, OWN)
    owlet = library.creature_named("orcus", "tame owlet")
    assert owlet is not None
    assert owlet.text() == '[[creature]]\nname = "Tame Owlet"\nkind = "mook"\nlevel = 1\n'


def test_every_table_is_read_back_as_it_was_written() -> None:
    odd = {"name": 'The "Duke" \\ of\tMoths', "notes": 'it\'s "odd"\n\u2028', "xp": 31.25, "tags": [], "resist": {}}
    long = {"name": "L", "tags": [f"word {number}" for number in range(40)], "counters": {"a b": 1, "c": -2}}
    for table in (odd, long, *SHIPPED):
        assert tomllib.loads(creature_text(table)) == {"creature": [table]}


# Saving creatures


GHOUL = {"name": "Marsh Ghoul", "max_hp": 30}


def test_creatures_are_saved_in_a_new_file_and_known_at_once(tmp_path: Path) -> None:
    library = Library(tmp_path / "creatures", tmp_path / "none")
    path = library.save(
        "orcus", [{**GHOUL, "id": "mg", "count": 3}, {"name": "Élan", "max_hp": 3}], SaveOptions("From the Fen")
    ).path
    assert path == tmp_path / "creatures" / "from-the-fen.toml"
    assert names(library) == ["Marsh Ghoul", "Élan"]
    assert library.faults("orcus") == []
    assert (
        library.save("orcus", [{"name": "Eel", "max_hp": 3}], SaveOptions("From the Fen")).path.name
        == "from-the-fen-2.toml"
    )
    again = library.save("orcus", [GHOUL], SaveOptions("Again"))
    assert (again.path, again.known, again.creatures) == (path, ["Marsh Ghoul"], [GHOUL])
    assert len(list(path.parent.iterdir())) == 2


SAVES = """
from orcus_tui.library.library import Library
from orcus_tui.library.saved_creatures import SaveOptions

library = Library(Path("creatures"), Path("none"))
wait()
library.save("orcus", [{"name": f"Ghoul {sys.argv[1]}", "max_hp": 30}], SaveOptions("From the Fen"))
"""


def test_files_that_several_programs_save_under_one_name_all_remain(tmp_path: Path) -> None:
    run_at_once(SAVES, 4, tmp_path)
    library = Library(tmp_path / "creatures", tmp_path / "none")
    assert names(library) == [f"Ghoul {number}" for number in range(4)]
    assert len(list((tmp_path / "creatures").iterdir())) == 4


def test_namesakes_are_numbered_and_keep_their_numbers(tmp_path: Path) -> None:
    library = Library(tmp_path, tmp_path / "none")
    library.save("orcus", [GHOUL], SaveOptions("ghoul"))
    others = [{"name": "marsh ghoul", "max_hp": 31}, GHOUL, {"name": "Eel", "max_hp": 1}, {"name": "Eel", "max_hp": 2}]
    saved = library.save("orcus", others, SaveOptions("fen"))
    assert saved.renamed == [("marsh ghoul", "marsh ghoul 2"), ("Eel", "Eel 2")]
    assert saved.known == ["Marsh Ghoul"]
    assert [each["name"] for each in saved.creatures] == ["marsh ghoul 2", "Marsh Ghoul", "Eel", "Eel 2"]
    tried = library.save("orcus", [{"name": "Eel", "max_hp": 3}], SaveOptions("eel", dry_run=True))
    assert tried.renamed == [("Eel", "Eel 3")]
    again = library.save("orcus", others, SaveOptions("fen"))
    assert (again.renamed, len(again.known)) == ([], 4)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["fen.toml", "ghoul.toml"]


def test_one_of_the_same_name_is_replaced_where_that_is_asked_for_and_its_file_copied(tmp_path: Path) -> None:
    library = Library(tmp_path, tmp_path / "none")
    text = '# mine\nformat = 1\nsystem = "orcus"\n\n[[creature]]\nname = "Marsh Ghoul" # damp\nmax_hp = 30\n'
    (tmp_path / "ghouls.toml").write_text(text, encoding="utf-8")
    saved = library.save("orcus", [{"name": "Marsh Ghoul", "max_hp": 31}], SaveOptions("ghoul", replace=True))
    assert (saved.replaced, saved.renamed, saved.path) == (["Marsh Ghoul"], [], tmp_path / "ghouls.toml")
    assert (tmp_path / "ghouls.toml").read_text(encoding="utf-8") == text.replace("30", "31")
    assert [each.read_text(encoding="utf-8") for each in saved.backups] == [text]
    assert library.faults("orcus") == []


@pytest.mark.parametrize("replace", [False, True])
def test_creatures_that_cannot_be_saved_leave_the_folder_unchanged(tmp_path: Path, replace: bool) -> None:
    library = Library(tmp_path, tmp_path / "none")
    library.save("orcus", [GHOUL], SaveOptions("ghoul"))
    eels = [{"name": "Marsh Ghoul", "max_hp": 2}, {"name": "Eel", "max_hp": "many"}]
    with pytest.raises(StorageError, match="not written: Eel: max_hp: expected a whole number"):
        library.save("orcus", eels, SaveOptions("eel", replace=replace))
    assert [each.name for each in tmp_path.iterdir()] == ["ghoul.toml"]


BATS = '# mine\nformat = 1\nsystem = "orcus"\n\n[[creature]]\nname = "Bat"\nmax_hp = 3\n'
NEW_BATS = [{"name": "Bat", "max_hp": 4}, {"name": "Marsh Ghoul", "max_hp": 31}, {"name": "Eel", "max_hp": 2}]
"""One replaces a creature of the same file, one a creature of another file, and one is new."""


def shelf(folder: Path) -> Library:
    """A library of two files, each with a creature of NEW_BATS."""
    (folder / "bats.toml").write_text(BATS, encoding="utf-8")
    library = Library(folder, folder / "none")
    library.save("orcus", [GHOUL], SaveOptions("ghoul"))
    return library


def full_after_writes(writes: int, replace: Callable[[Path, Path], None] = os.replace) -> Disk:
    """A disk that is full after a number of writes."""
    left = [writes]

    def write(fd: int, data: bytes) -> int:
        left[0] -= 1
        if left[0] < 0:
            is_full()
        return os.write(fd, data)

    return Disk(write=write, replace=replace)


@pytest.mark.parametrize("writes", range(5))
def test_a_disk_that_fills_up_while_creatures_are_replaced_leaves_all_files_as_they_were(
    tmp_path: Path, writes: int
) -> None:
    library = shelf(tmp_path)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    with pytest.raises(StorageError, match="No space left on device"):
        library.save("orcus", NEW_BATS, SaveOptions("eel", replace=True, disk=full_after_writes(writes)))
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_a_file_that_cannot_be_restored_is_named_with_its_copy(tmp_path: Path) -> None:
    library = shelf(tmp_path)

    def replace(source: Path, target: Path) -> None:
        if ".old" in source.name:
            fails()
        source.replace(target)

    with pytest.raises(StorageError, match=r"No space .*; bats.toml could not be restored, see "):
        library.save("orcus", NEW_BATS, SaveOptions("eel", replace=True, disk=full_after_writes(2, replace)))
    assert (tmp_path / "bats.toml.old").read_text(encoding="utf-8") == BATS


def test_creatures_that_are_saved_but_not_synced_stay_saved(tmp_path: Path) -> None:
    library = shelf(tmp_path)

    def fail(_: Path) -> None:
        if (tmp_path / "bats.toml").read_text(encoding="utf-8") != BATS:
            fails()

    with pytest.raises(NotSynced, match="saved, but it may not survive a power failure"):
        library.save("orcus", NEW_BATS[:1], SaveOptions("bats", replace=True, disk=Disk(sync_folder=fail)))
    assert library.faults("orcus") == []
    assert (tmp_path / "bats.toml").read_text(encoding="utf-8") == BATS.replace("3", "4")


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "creatures").write_text("a file", encoding="utf-8")
    with pytest.raises(StorageError, match="creatures"):
        Library(tmp_path / "creatures", tmp_path / "none").save("orcus", [GHOUL], SaveOptions("ghoul"))


# Loaded only when it is needed


def test_the_library_is_not_loaded_with_the_fight() -> None:
    code = "import sys, orcus_tui.cli.tracker, orcus_tui.screen.app, orcus_tui.cli.main; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "orcus_tui.session.session" in loaded
    assert [each for each in loaded if each.startswith("orcus_tui.library.")] == ["orcus_tui.library.library"]


def test_a_list_loads_neither_rules_nor_creature_modules(tmp_path: Path) -> None:
    shipped = shipped_at(tmp_path)
    code = f"""
import sys
from pathlib import Path
from orcus_tui.library.library import Library
print(len(Library(Path({str(tmp_path / "none")!r}), Path({str(shipped)!r})).search("orcus", "level 3-5 mook undead")))
print(sorted(each for each in sys.modules if each.startswith("orcus_tui.")))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    count, loaded = done.stdout.splitlines()
    assert count == "2"
    assert "orcus_tui.rules" not in loaded
    assert "orcus_tui.storage.encounter.fight_tables" not in loaded


def test_an_exact_name_comes_first() -> None:
    creatures = "".join(
        f'[[creature]]\nname = "{name}"\nlevel = {level}\nmax_hp = 9\n'
        for name, level in (("Ogre Cub", 1), ("Ogre", 6))
    )
    found = library(f"format = 1\n{creatures}").search("orcus", "ogre")
    assert [each.facts.name for each in found] == ["Ogre", "Ogre Cub"]


def test_large_own_files_are_announced_once_before_they_are_read(tmp_path: Path) -> None:
    said: list[str] = []
    own = tmp_path / "own"
    own.mkdir()
    for name in ("one", "two"):
        (own / f"{name}.toml").write_text(f'{OWN}\nnotes = "{"x" * 600_000}"\n', encoding="utf-8")
    library = Library(own, shipped_at(tmp_path), announce=said.append)
    assert library.creature_named("orcus", "Mud Goblin")
    assert library.creature_named("orcus", "Bone Dog")
    assert said == ["reading your creatures: 1.2 MB"]
