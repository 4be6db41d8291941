"""Orcus stat blocks in notes: typed by hand, without marks, next to other text, or without a stat block."""

from typing import Any

import pytest

from orcus_tui.importers.format_detection import format_of
from orcus_tui.importers.orcus import markdown
from orcus_tui.importers.source_text import UnreadableSource
from tests.helpers.imports.orcus import creature, found
from tests.helpers.imports.orcus_stat_blocks import THE_SAME_LOOSER, block


def test_without_block_quotes_a_paragraph_after_a_power_is_not_part_of_it():
    actual = found(
        """\
### Ogre

Level 3 Wrecker (150 XP)

HP: 40

**Slam** (standard, at-will)

+8 vs AC; 1d8 damage.

*Miss:* Half damage.

Ogres dazed by hunger are dazed until the end of the encounter.
"""
    )
    (slam,) = actual.creatures[0]["power"]
    assert (slam["damage"], slam["miss"], slam.get("effects")) == ("1d8", "half", None)
    assert [(each.line, each.creature) for each in actual.leftovers] == [(13, "Ogre")]
    assert actual.creatures[0]["text"] == "Ogres dazed by hunger are dazed until the end of the encounter."


def test_a_block_typed_without_any_marks_is_read():
    sneak = creature(
        """\
Marsh Sneak
Level 2 Minion Skulker (31 XP)
Small natural humanoid (frog)
Initiative +6     Senses Perception +3; low-light vision
HP 1; a missed attack never damages a minion.
AC 16; Fortitude 12, Reflex 15, Will 11
Speed 6, swim 6
m Fish Spear (standard; at-will) • Weapon
Reach 2; +7 vs. AC; 5 damage (7 damage if the marsh sneak has combat advantage against the target).
R Blow Pipe (standard; recharge 6)
Ranged 6/12; +5 vs AC; 3 poison damage.
Slip Away (immediate reaction, when missed by a melee attack; at-will)
The sneak shifts 1 square.
Alignment Evil     Languages Common, Frog
Skills Stealth +9
Str 10 (+1)     Dex 18 (+5)     Wis 12 (+2)
Con 12 (+2)     Int 8 (+0)      Cha 9 (+0)
Equipment spear, pipe
"""
    )
    assert (sneak["kind"], sneak["role"], sneak["speed"], sneak["max_hp"]) == ("mook", "Skulker", "6, swim 6", 1)
    assert (sneak["alignment"], sneak["languages"], sneak["tags"]) == ("Evil", "Common, Frog", ["frog"])
    assert sneak["senses"] == "Perception +3; low-light vision"
    assert sneak["abilities"] == {"str": 10, "con": 12, "dex": 18, "int": 8, "wis": 12, "cha": 9}
    assert sneak["text"] == "Skills: Stealth +9\nEquipment: spear, pipe"
    assert [(each["name"], each["action"], each["use"], each.get("range")) for each in sneak["power"]] == [
        ("Fish Spear", "standard", "at-will", "reach 2"),
        ("The marsh sneak has combat advantage against the target: Fish Spear", "standard", "at-will", "reach 2"),
        ("Blow Pipe", "standard", "refresh 6", "ranged 6/12"),
        ("Slip Away", "reaction", "at-will", None),
    ]


def test_a_block_without_hit_points_is_left_over_whole():
    actual = found(f"{block()}\n\n### Standing Stone\n**Level 1 Warning** (25 XP)\nIt hums.\n")
    assert [each["name"] for each in actual.creatures] == ["Ogre"]
    assert actual.leftovers[0].text.startswith("Standing Stone: not a creature: it has no hit points\n")


def test_only_blocks_without_hit_points_give_nothing_to_import():
    with pytest.raises(UnreadableSource, match=r"^notes\.md:2: no stat block with hit points"):
        found("### Spear Trap\n**Level 1 Warning** (25 XP)\n(HP: 4 each)\n")


@pytest.mark.parametrize("text", ["", "Dear diary, today we fought an ogre.", "{}", "[1, 2]"])
def test_an_unknown_format_is_reported(text: str) -> None:
    assert format_of(text) is None
    with pytest.raises(UnreadableSource, match=r"^notes\.md: unknown format"):
        found(text)


def test_several_blocks_end_where_the_next_begins():
    actual = found(f"{THE_SAME_LOOSER}\n{THE_SAME_LOOSER.replace('Bog Warden', 'Fen Warden')}---\nThe end.\n")
    assert [each["name"] for each in actual.creatures] == ["Bog Warden", "Fen Warden"]
    assert [len(each["power"]) for each in actual.creatures] == [2, 2]


OWN_NOTES = "HP: 48\nAC: 19\nFortitude: 17\nReflex: 15\nWill: 14\n"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("Mud Wight, level 3 standard blocker", ("Mud Wight", 3, "standard")),
        ("GOBLIN CUTTER   Level 1 Mook", ("GOBLIN CUTTER", 1, "mook")),
    ],
)
def test_name_and_level_on_one_line_are_recognized_by_the_hit_points_below(head: str, expected: tuple[str, int, str]):
    (creature,) = markdown.read(f"{head}\n{OWN_NOTES}".encode()).creatures
    assert (creature["name"], creature["level"], creature["kind"]) == expected


def test_a_size_between_name_and_level_is_not_a_name():
    text = f"### Marsh Hag\n\n> Medium natural humanoid\n> Level 5 Elite Wrecker (XP 400)\n> Init +8\n{OWN_NOTES}"
    (hag,) = markdown.read(text.encode()).creatures
    assert (hag["name"], hag["role"], hag["xp"], hag["size"], hag["type"], hag["initiative"]) == (
        *("Marsh Hag", "Wrecker", 400),
        *("Medium", "natural humanoid", 8),
    )


def test_the_message_names_the_missing_part():
    with pytest.raises(UnreadableSource, match="no line with a level found"):
        markdown.read(OWN_NOTES.encode())
    with pytest.raises(UnreadableSource, match="no stat block with hit points"):
        markdown.read(b"Mud Wight\nLevel 3 Standard Blocker\nAC: 19\n")


PRINTED_BELOW_EACH_OTHER = """\
Level 5 Elite Brute XP 400
Large natural humanoid (giant)
HP 150; Bloodied 75 | Initiative +3
AC 17, Fortitude 19, Reflex 14, Will 16 | Perception +4
Speed 6 | Darkvision
Saving Throws +2; Action Points 1
Traits
Thick Hide
The brute ignores difficult ground.
Standard Actions
Maul (weapon) ✦ At-Will
Attack: Reach 2; +10 vs. AC
Hit: 2d8 + 5 damage, and the target is dazed (save ends)
Miss: Half damage
• Close blast 3; +8 vs Fort; 2d6+4 damage, and the target is slowed (save ends).
• Stomp: Close burst 1; +8 vs Ref; 1d6+4 damage.
Triggered Actions
Fury ✦ Encounter
Trigger: An enemy hits the brute.
Effect: The brute gains 5 temporary hit points.
Cruel Luck: Enemies beside the brute save badly.
Str 20 (+7) Dex 12 (+3) Wis 14 (+4)
"""


def test_a_block_with_sections_labels_and_no_name():
    actual = found(PRINTED_BELOW_EACH_OTHER)
    (brute,) = actual.creatures
    brute_powers: Any = brute["power"]
    powers = {each["name"]: each for each in brute_powers}
    assert (brute["name"], brute["level"], brute["kind"], brute["xp"]) == ("nameless", 5, "elite", 400)
    assert list(powers) == ["Maul", "Near arc", "Stomp", "Fury"]
    maul = powers["Maul"]
    assert (maul["attack"], maul["damage"], maul["range"]) == ("+10 vs AC", "2d8+5", "reach 2")
    assert (maul["effects"], maul["miss"], maul["tags"]) == (["apply dazed save"], "half", ["weapon"])
    assert [(each["action"], each["use"]) for each in powers.values()] == [
        *[("standard", "at-will")] * 3,
        ("immediate", "encounter"),
    ]
    assert not actual.leftovers
    assert brute["senses"] == "Perception +4; Darkvision"
    assert {"name": "Thick Hide", "text": "The brute ignores difficult ground."} in brute["trait"]
    assert {"name": "Cruel Luck", "text": "Enemies beside the brute save badly."} in brute["trait"]


def test_a_title_without_marks_after_the_last_power_is_a_trait():
    ogre = creature(
        block("† Slam (standard, at-will)", "+8 vs AC; 1d8 damage.", "Feel No Pain", "The ogre does not mind.")
    )
    assert ogre["power"][0]["text"] == "+8 vs AC; 1d8 damage."
    assert ogre["trait"] == [{"name": "Feel No Pain", "text": "The ogre does not mind."}]


def test_bold_may_be_written_with_underscores() -> None:
    text = block("† **Slam** (standard, at-will)", "+8 vs AC; 4 damage.").replace("**", "__")
    assert (creature(text)["level"], creature(text)["max_hp"]) == (3, 40)


def test_signs_may_have_the_backslashes_of_markdown_before_them():
    spear = "Reach 2; +7 vs. AC; 1d8+5 damage; [the target] is dazed (save ends)."
    escaped = spear.replace("+", r"\+").replace("[", r"\[").replace("(", r"\(").replace(".", r"\.")
    head = "**Spear** (standard, at-will)"
    assert creature(block(head, escaped)) == creature(block(head, spear))


@pytest.mark.parametrize("tag", ["b", "strong", "em"])
def test_labels_may_be_in_html_tags(tag: str):
    plainly = "HP: 40; AC: 15; Fort: 16"
    tagged = plainly.replace("HP:", f"<{tag}>HP:</{tag}>").replace("AC:", f"<{tag}>AC:</{tag}>")
    assert found(block(head=tagged)).creatures == found(block(head=plainly)).creatures
