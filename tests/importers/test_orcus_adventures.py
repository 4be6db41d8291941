"""The layout of adventures: boxes in place of hit points, and levels in a list."""

import pytest

from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.source_text import UnreadableSource
from tests.helpers.imports.orcus import found

POND = """\
### Challenges

* Pond guards (Level 2 Blocker): ♝♗
* Pond rat (Level 1 Mook Striker): ♟
* Pond queen (Level 3 Elite Spoiler (Leader)): ♛

#### Pond Guard

♝: ☐☐☐☐☐ ☐☐ / ☐☐☐☐☐ ☐☐☐

♗: ☐☐☐☐☐ ☐☐ / ☐☐☐☐☐ ☐☐☐

**Senses:** Perception +2; **Initiative:** +4; **Speed** 6
**AC:** 18; **Fort:** 16, **Ref:** 13, **Will** 13

<span style='height: 2px'>⚔️</span> **Oar** (standard, at-will) ● Weapon
+7 vs. AC; 1d8+3 damage.

#### Pond Rat

**Senses:** Perception +2; **Initiative:** +3; **Speed** 7
**AC:** 15; **Fort:** 12, **Ref:** 14, **Will** 11

⚔️ **Bite** (standard, at-will)
+6 vs. AC; 4 damage.

#### Pond Queen

♛: ☐☐☐☐☐ ☐☐☐☐☐ / ☐☐☐☐☐

**Initiative:** +5; **Speed** swim 6
**AC:** 17; **Fort:** 15, **Ref:** 15, **Will** 17
*Chill Aura 2:* The water freezes.

⚔️ **Sceptre** (standard, at-will)
+8 vs. AC; 1d6+4 damage.

#### Pond Frog

☐☐☐ / ☐☐☐

**AC:** 12; **Fort:** 11, **Ref:** 11, **Will** 11
"""


def test_levels_come_from_the_list_and_hit_points_from_the_boxes() -> None:
    guard, rat, queen = found(POND).creatures
    assert [each["name"] for each in (guard, rat, queen)] == ["Pond Guard", "Pond Rat", "Pond Queen"]
    assert (guard["level"], guard["role"], guard["max_hp"], guard["initiative"]) == (2, "Blocker", 15, 4)
    assert "staggered" not in guard
    assert (rat["level"], rat["kind"], rat["speed"]) == (1, "mook", "7")
    assert "max_hp" not in rat
    assert (queen["kind"], queen["tags"], queen["max_hp"]) == ("elite", ["leader"], 15)
    assert (queen["staggered"], queen["aura"]) == (5, "2: Chill: The water freezes.")


def test_a_block_without_a_level_is_left_over() -> None:
    assert any("Pond Frog" in each.text for each in found(POND).leftovers if not each.creature)


def test_boxes_below_the_powers_are_hit_points_without_the_line_after_them() -> None:
    boxes = "♛: ☐☐☐☐☐ ☐☐☐☐☐ / ☐☐☐☐☐\n\n"
    below = POND.replace(boxes, "").replace(
        "+8 vs. AC; 1d6+4 damage.", f"+8 vs. AC; 1d6+4 damage.\n\n{boxes}(in water)"
    )
    queen = found(below).creatures[2]
    assert (queen["max_hp"], queen["staggered"], queen["power"][0]["damage"]) == (15, 5, "1d6+4")
    assert "☐" not in str(queen)


def test_a_creature_that_is_printed_again_is_read_once() -> None:
    again = POND[POND.index("#### Pond Rat") : POND.index("#### Pond Queen")]
    assert len(found(f"{POND}\n{again}").creatures) == len(found(POND).creatures)


@pytest.mark.parametrize("end", range(1, POND.count("\n")))
def test_an_adventure_that_is_cut_short_is_read_or_refused(end: int) -> None:
    try:
        assert read_source("\n".join(POND.split("\n")[:end]).encode(), "pond.md").creatures
    except UnreadableSource as refusal:
        assert str(refusal).startswith("pond.md")
