"""Creatures that an import names: from the same source, from own files, or from the shipped ones."""

from pathlib import Path

import pytest

from orcus_tui.importers.sources import ImportRefused, Source, make_encounter, read_pasted_text
from orcus_tui.library.library import Library
from orcus_tui.library.missing_creatures import with_missing_creatures

ENCOUNTER = (
    "```encounter\nname: Ford\ncreatures:\n - 3: Goblin\n - Ogre, 70, 12\n - Marsh Thing\n - Hollow Man, 9\n```\n"
)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


def test_an_encounter_lists_creatures_and_counts(library: Library) -> None:
    source = with_missing_creatures(read_pasted_text(ENCOUNTER), library)
    goblin, ogre, hollow = source.result.creatures
    assert (goblin["name"], goblin["count"], goblin["max_hp"]) == ("Goblin", 3, 7)
    assert (ogre["max_hp"], ogre["defenses"]) == (70, {"ac": 12})
    assert "power" in ogre
    assert hollow == {"name": "Hollow Man", "max_hp": 9}
    assert [(each.line, each.text) for each in source.result.leftovers if each.line > 5] == [
        (6, "Marsh Thing: not in the library; import its stat block first"),
        (7, "not in the library; it has only the encounter's numbers"),
    ]
    assert list(make_encounter([source], None).fight.states) == ["goblin1", "goblin2", "goblin3", "ogre", "hollow-man"]


def test_the_creatures_of_the_same_note_come_first(library: Library) -> None:
    block = "```statblock\nname: Goblin\nac: 9\nhp: 5\nstats: [8, 8, 8, 8, 8, 8]\n```\n"
    goblin, *_ = with_missing_creatures(read_pasted_text(block + ENCOUNTER), library).result.creatures
    assert (goblin["max_hp"], goblin["count"]) == (5, 3)


def test_an_own_creature_comes_before_a_shipped_one(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('format = 1\nsystem = "srd5"\n[[creature]]\nname = "Goblin"\nmax_hp = 99\n')
    goblin, *_ = with_missing_creatures(read_pasted_text(ENCOUNTER), Library(tmp_path)).result.creatures
    assert goblin["max_hp"] == 99


def test_an_encounter_of_unknown_creatures_is_refused(library: Library) -> None:
    source = read_pasted_text("```encounter\ncreatures:\n - Marsh Thing\n```\n")
    with pytest.raises(ImportRefused, match=r"^the pasted text: Marsh Thing: not in the library; "):
        with_missing_creatures(source, library)


def test_a_source_that_names_no_creature_does_not_change(library: Library) -> None:
    source = Source("x", read_pasted_text("Ogre\nArmor Class 11\nHit Points 59 (7d10 + 21)\nSpeed 40 ft.\n").result)
    assert with_missing_creatures(source, library) is source
