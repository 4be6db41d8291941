"""Encounters that name their creatures: blocks of Obsidian's Initiative Tracker."""

import pytest

from orcus_tui.importers.format_detection import format_of, read_source
from orcus_tui.importers.source_text import UnreadableSource
from orcus_tui.importers.srd5 import notes
from tests.helpers.imports.hostile_sources import check_cut

NOTE = """# Session

Dusk at the ford.

```encounter
name: Ford
creatures:
 - 3: Goblin
 - Wolf
 - 1d4+1: Giant Rat
```

```encounter
name: Horn
hide: creatures
creatures:
  - 2: Hobgoblin, 20, 18, 2, 100
  - 1: Bugbear, hidden
  - Knight, friendly
  - [Ogre, Old Grub]
  - creature: "[[Ogre]]"
    hp: 70
    friendly: true
rollHP: true
```
"""


def test_every_way_of_writing_a_creature_is_read():
    found = notes.read_encounters(NOTE.encode())
    assert [(each.name, each.line, each.fields) for each in found.missing_creatures] == [
        ("Goblin", 8, {"count": 3, "notes": "Ford"}),
        ("Wolf", 9, {"notes": "Ford"}),
        ("Giant Rat", 10, {"count": 3, "notes": "Ford"}),
        (
            "Hobgoblin",
            17,
            {
                "max_hp": 20,
                "defenses": {"ac": 18},
                "initiative": 2,
                "xp": 100,
                "count": 2,
                "hidden": True,
                "notes": "Horn",
            },
        ),
        ("Bugbear", 18, {"hidden": True, "notes": "Horn"}),
        ("Knight", 19, {"side": "party", "hidden": True, "notes": "Horn"}),
        ("Ogre", 20, {"name": "Old Grub", "hidden": True, "notes": "Horn"}),
        ("Ogre", 21, {"max_hp": 70, "side": "party", "hidden": True, "notes": "Horn"}),
    ]
    assert [(each.line, each.text) for each in found.leftovers] == [
        (1, "Session"),
        (3, "Dusk at the ford."),
        (10, "Giant Rat: 1d4+1 of them; imported as 3, change it if needed"),
        (24, "Horn rollHP: True"),
    ]


def test_a_note_with_encounters_is_known_by_them():
    found = format_of(NOTE)
    assert found is not None
    assert found.name == "encounter blocks"


def test_a_note_with_stat_blocks_and_encounters_has_both():
    text = "```statblock\nname: Goblin\nac: 15\nhp: 7\nstats: [8, 14, 10, 10, 8, 8]\n```\n" + NOTE
    found = read_source(text.encode(), "note")
    assert [each["name"] for each in found.creatures] == ["Goblin"]
    assert len(found.missing_creatures) == 8


def test_a_block_without_creatures_is_refused():
    with pytest.raises(UnreadableSource, match=r"^note: no creature found, although it looks like encounter blocks$"):
        read_source(b"```encounter\nname: a\ncreatures: []\n```", "note")


def test_a_note_cut_anywhere_is_read_up_to_the_cut_or_refused():
    check_cut(notes.read_encounters, NOTE)
