"""The layouts of older Orcus books, and texts that were once misread."""

from typing import Any

import pytest

from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.orcus import markdown
from tests.helpers.imports.hostile_sources import check_cut
from tests.helpers.imports.orcus import creature, found, lines, power
from tests.helpers.imports.orcus_stat_blocks import block
from tests.helpers.imports.shared_data import data_file

BLOCKS, ATTACKS = 60, 150

HERON = """\
### Iron Heron
*It wades, and it is hungry.*
**Level 2 Striker** (125 XP)
Medium Natural Beast (Unaligned)
**Str** 12 (+2), **Con** 12 (+2), **Dex** 18 (+5), **Int** 3 (-3), **Wis** 12 (+2), **Cha** 6 (-1)
___
**Initiative:** --1
**AC:** 16; **Fort:** 14, **Ref:** 15, **Will** 12
**HP:** 34, **Staggered:** 17
**Resistance to:** fire 5, **Vulnerability to:** acid 5
**Immunity to:** poison
___
**Speed** fly 7 (hover)
<span style='border: 1px solid'>⚔️</span> **Peck** (standard, at-will)
+7.0 vs. AC; 1d8+3 damage.
💥 **Spray** (standard, encounter)
Near burst 2; +5 vs. Ref; 1d6 damage.

___

A heron of iron stands in the shallows.
"""


def test_horizontal_rules_divide_a_block_and_do_not_end_it() -> None:
    actual = found(HERON)
    (heron,) = actual.creatures
    assert (heron["name"], heron["max_hp"], heron["initiative"], heron["speed"]) == (
        "Iron Heron",
        34,
        -1,
        "fly 7 (hover)",
    )
    assert heron["text"] == "It wades, and it is hungry."
    assert (heron["resist"], heron["vulnerable"], heron["immune"]) == ({"fire": 5}, {"acid": 5}, ["poison"])
    assert "trait" not in heron
    assert [(each.line, each.creature) for each in actual.leftovers] == [(19, "")]


@pytest.mark.parametrize("below", ["**Initiative:**", "**Speed** fly 7"])
def test_an_unknown_line_below_a_rule_does_not_end_the_block(below: str) -> None:
    (heron,) = found(HERON.replace(below, f"Nothing wades like it.\n{below}")).creatures
    assert heron["speed"] == "fly 7 (hover)"
    assert heron["power"] == creature(HERON)["power"]
    assert "Nothing wades like it" in str(heron)


def test_symbols_in_the_markup_give_the_kind_of_attack() -> None:
    peck, spray = creature(HERON)["power"]
    assert (peck["name"], peck["range"], peck["attack"]) == ("Peck", "melee", "+7 vs AC")
    assert (spray["range"], spray["attack"]) == ("near burst 2", "+5 vs Reflex")


def test_a_block_that_is_cut_short_is_read_or_refused() -> None:
    check_cut(markdown.read, HERON.partition("\n\n___")[0])


@pytest.mark.parametrize(
    ("head", "key", "value"),
    [
        ("*Humming aura 2* Creatures in it are rattled.", "aura", "2: Humming: Creatures in it are rattled."),
        ("*Ground Control* 10: The ground is rough.", "aura", "10: Ground Control: The ground is rough."),
        ("**Dark Aura 6:** Light is dim.", "aura", "6: Dark: Light is dim."),
        ("Medium natural humanoid XP 175", "xp", 175),
        (", **Resist:** cold 5", "resist", {"cold": 5}),
        ("**Speed** climb 3", "speed", "climb 3"),
        ("**Speed** 6 (mbasic)", "speed", "6"),
    ],
)
def test_statistics_in_their_older_forms(head: str, key: str, value: Any) -> None:
    actual = found(block("† **Slam** (standard, at-will)", "+8 vs AC; 4 damage.", head=f"**HP:** 40\n> {head}"))
    assert actual.creatures[0][key] == value
    assert not actual.leftovers


def test_a_basic_attack_may_follow_the_speed() -> None:
    claws = creature(
        block(head="**HP:** 40\n> **Speed** 6 (mbasic) **Claw** (standard; at-will)\n> +8 vs AC; 4 damage.")
    )
    assert (claws["speed"], [each["name"] for each in claws["power"]]) == ("6", ["Claw"])


def test_the_name_below_a_chapter_heading_belongs_to_the_creature() -> None:
    text = block(name="Small Mud Elemental")
    assert creature(f"## Mud Elementals\n\n{text}")["name"] == "Small Mud Elemental"


def test_a_first_failed_saving_throw_makes_it_worse() -> None:
    said = "The target is immobile (save ends). *First Failed Saving Throw:* The target is stunned instead (save ends)."
    assert lines(said) == ["apply immobile save then stunned"]


def test_a_conditional_effect_is_not_applied_automatically() -> None:
    gain = "the ogre gains a +2 power bonus to AC until the end of the encounter."
    said = f"+8 vs AC; 4 damage. After a successful feeding, {gain}"
    assert not any(line.startswith("self: bonus") for line in power(said)["effects"])
    after = power(said, number=1)
    assert (after["name"], after["effects"]) == ("After a successful feeding: Slam", ["self: bonus +2 ac power enc"])


def test_a_pronoun_refers_to_the_creature_before_it() -> None:
    assert lines("A creature that gets out can move. They are prone.") == [
        "remind A creature that gets out can move",
        "remind They are prone",
    ]


def test_the_older_book_is_read_with_its_attacks() -> None:
    file = data_file("formats/orcus-older/monsters-2023-02.md")
    actual = read_source(file.read_bytes(), file.name).creatures
    books: list[Any] = [*actual]
    powers = [each for one in books for each in one.get("power", [])]
    assert len(actual) == BLOCKS
    assert sum("attack" in each for each in powers) > ATTACKS
    assert {"Small Air Elemental", "Small Earth Elemental"} <= {str(each["name"]) for each in actual}
