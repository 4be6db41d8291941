"""Heroes as the book of examples prints them: the level in brackets, all defenses on a line."""

from typing import Any

import pytest

from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.source_text import UnreadableSource
from tests.helpers.imports.imported import check_import
from tests.helpers.imports.orcus import found
from tests.helpers.imports.orcus_stat_blocks import block

HERO = """\
# Odo, the Ferryman

Odo rows whoever pays.

*Class and Kit:* Guardian (Water) who Rows (Level 2)

**Abilities:** Str 16 (+4), Con 14 (+3), Dex 10 (+1), Int 8 (+0), Wis 12 (+2), Cha 11 (+1)

**HP:** 31 (Staggered 14), **Recoveries:** 9
**Defences:** AC 17, Fort 15, Ref 12, Will 13; **Speed:** 5

**Initiative:** +1; **Skills:** Athletics +9

**Basic melee attack:** Oar +6 (1d10+4)

**Features:**

* **Sure Footing:** Odo does not slip.

## Powers

> #### Ferryman's Due
>
> **Encounter** **Swift Action**
> **Attack 1** ● **Martial, Weapon**
> **Near** burst 2, one creature you can see
> **Attack:**  +6 vs Will
> **Hit:**  1d6+4 damage, and the target is dazed (save ends).
> **Miss:** Half damage.
"""


def test_a_hero_has_level_defenses_features_and_powers() -> None:
    actual = found(HERO)
    (odo,) = actual.creatures
    assert (odo["name"], odo["kind"], odo["level"]) == ("Odo, the Ferryman", "pc", 2)
    assert (odo["max_hp"], odo["staggered"], odo["max_recoveries"], odo["initiative"]) == (31, 14, 9, 1)
    assert odo["defenses"] == {"ac": 17, "fortitude": 15, "reflex": 12, "will": 13}
    assert odo["abilities"] == {"str": 16, "con": 14, "dex": 10, "int": 8, "wis": 12, "cha": 11}
    assert (odo["speed"], odo["trait"]) == ("5", [{"name": "Sure Footing", "text": "Odo does not slip."}])
    assert "Odo rows whoever pays." in str(odo["text"])
    assert not actual.leftovers


def test_the_powers_of_a_hero_attack() -> None:
    powers: Any = found(HERO).creatures[0]["power"]
    oar, due = powers
    assert (oar["name"], oar["attack"], oar["damage"], oar["range"]) == ("Oar", "+6 vs AC", "1d10+4", "melee")
    assert (due["name"], due["action"], due["use"]) == ("Ferryman's Due", "swift", "encounter")
    assert (due["attack"], due["damage"], due["miss"]) == ("+6 vs Will", "1d6+4", "half")
    assert (due["effects"], due["tags"]) == (["apply dazed save"], ["martial", "weapon"])
    assert due["range"] == "near burst 2, one creature you can see"


@pytest.mark.parametrize(
    ("hit", "miss", "field", "lines", "left"),
    [
        ("1d6+4 damage", "Half damage, and the target is slowed (save ends).", "half", ["miss: apply slowed save"], []),
        ("1d6+4 damage", "2 damage.", "2", [], []),
        ("The target suffers 5 persistent damage (save ends)", "2 damage.", None, ["miss: damage 2"], []),
        ("The target is dazed (save ends)", "Half damage.", None, [], ["Ferryman's Due: miss: Half damage."]),
    ],
)
def test_a_miss_has_its_damage_as_a_field_and_half_damage_needs_that_of_a_hit(
    hit: str, miss: str, field: str | None, lines: list[str], left: list[str]
) -> None:
    text = HERO.replace("1d6+4 damage, and the target is dazed (save ends).", f"{hit}.").replace("Half damage.", miss)
    actual = found(text)
    due: Any = actual.creatures[0]["power"][1]
    assert (due.get("miss"), due.get("always", [])) == (field, lines)
    assert [each.text for each in actual.leftovers] == left


def test_monsters_next_to_heroes_are_read_too() -> None:
    both = found(f"{HERO}\n# Monsters\n\n{block()}")
    assert [each["name"] for each in both.creatures] == ["Odo, the Ferryman", "Ogre"]
    assert check_import(both).sheets["ogre"].side == "foes"


@pytest.mark.parametrize("end", range(1, HERO.count("\n")))
def test_a_hero_that_is_cut_short_is_read_or_refused(end: int) -> None:
    try:
        assert read_source("\n".join(HERO.split("\n")[:end]).encode(), "odo.md").creatures
    except UnreadableSource as refusal:
        assert str(refusal).startswith("odo.md")


def test_blank_lines_within_the_head_of_a_hero_do_not_count() -> None:
    assert found(HERO.replace("\n\n", "\n\n\n\n")).creatures == found(HERO).creatures


def test_a_power_without_a_name_is_read() -> None:
    (odo,) = found(HERO.replace("#### Ferryman's Due", "####")).creatures
    assert [each["name"] for each in odo["power"]] == ["Oar", "Power"]
