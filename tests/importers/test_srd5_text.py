"""Fifth-edition stat blocks as text of 2014 and 2024: pasted from pages and PDFs, and in dialects of Markdown."""

import json
import textwrap
from typing import Any

import pytest

from orcus_tui.importers.format_detection import format_of, read_source
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.srd5 import stat_blocks
from orcus_tui.importers.srd5.srd5_json import SRD5_JSON
from tests.helpers.imports.hostile_sources import check, check_cut
from tests.helpers.imports.reed_stalker import MARKDOWN, OF_2014, OF_2024
from tests.helpers.imports.shared_data import data_file
from tests.helpers.project.exhaustive import some_of

BREWERY = "{{monster,frame\n" + MARKDOWN.replace("** ", "** :: ", 3).replace("\n\n***", "\n:\n***") + "}}\n\\page\n"
LEGACY = "___\n" + "".join(
    f"> {'- ' if line.startswith('**A') else ''}{line}\n" for line in MARKDOWN.splitlines()
).replace("> ## ", "> ## ")
LISTED = (
    MARKDOWN.replace("**Armor", "- **Armor")
    .replace("**Hit P", "- **Hit P")
    .replace("| STR     |", "|   | Str. |", 1)
    .replace("| 18", "| **Score** | 18")
)
ONE_LINE = " ".join(OF_2014.split("\n"))


def read(text: str) -> ImportResult:
    return read_source(text.encode(), "notes")


def the_one(text: str) -> dict[str, Any]:
    (creature,) = read(text).creatures
    return creature


@pytest.mark.parametrize("text", [OF_2014, OF_2024, MARKDOWN, BREWERY, LEGACY, LISTED, ONE_LINE])
def test_a_creature_is_the_same_in_every_layout(text: str):
    stalker = the_one(text)
    assert (stalker["name"], stalker["size"], stalker["alignment"].lower()) == (
        "Reed Stalker",
        "Large",
        "chaotic neutral",
    )
    assert (stalker["max_hp"], stalker["hit_dice"], stalker["defenses"], stalker["xp"]) == (
        45,
        "6d10+12",
        {"ac": 14},
        700,
    )
    assert stalker["abilities"] == {"str": 18, "dex": 14, "con": 15, "int": 6, "wis": 11, "cha": 8}
    assert (stalker["saves"], stalker["resist"]) == ({"dex": 4, "con": 4}, ["cold"])
    assert stalker["immune"] == ["poison", "poisoned", "prone"]
    assert stalker["speed"].lower() == "30 ft., swim 40 ft."
    assert [each["name"] for each in stalker["trait"]] == ["Marsh Stride"]
    powers = {each["name"]: each for each in stalker["power"]}
    assert list(powers) == ["Multiattack", "Bite", "Hook", "Mud Spray", "Duck"]
    assert powers["Multiattack"]["multiattack"] == ["Bite", "Hook"]
    assert (powers["Bite"]["attack"], powers["Bite"]["damage"]) == ("+6 vs AC", "2d6+4 piercing")
    assert powers["Hook"]["damage"] == "1d8+4 slashing"
    assert 'apply grappled until "it escapes, DC 14"' in powers["Hook"]["effects"]
    spray = powers["Mud Spray"]
    assert (spray["save"], spray["saved"], spray["damage"]) == ("dex 12", "half", "4d6 bludgeoning")
    assert (spray["use"], powers["Duck"]["action"], stalker["counters"]) == ("refresh 5,6", "reaction", {"duck": 2})


def test_initiative_is_as_printed_or_from_dexterity():
    assert (the_one(OF_2014)["initiative"], the_one(OF_2024)["initiative"]) == (2, 4)


def test_a_pdf_leaves_hyphens_ligatures_and_page_numbers():
    text = (
        OF_2014.replace("Reactions", "Page 12\n\nReactions")
        .replace("difficult", "diﬃcult")
        .replace("saving throw, taking\n", "sav\u00ad\ning throw, taking\n12 System Reference Document 5.1\n")
        .replace("Hit: 11", "Hit:11")
        .replace("Speed 30", "Speed30")
        .replace("Bite. Melee", "Bite.Melee")
    )
    fields = ("attack", "damage", "save", "effects", "use")
    found, expected = ([[each.get(key) for key in fields] for each in the_one(one)["power"]] for one in (text, OF_2014))
    assert found == expected


def test_a_hyphen_that_splits_a_word_at_a_line_end_is_removed():
    parted = OF_2014.replace("piercing damage.", "pier-\ncing damage from its cold-\nforged teeth.").replace(
        "half as much damage on a successful one", "half as much damage on a suc-\ncessful one"
    )
    bite, *_, spray, _ = read_source(parted.encode(), "paste").creatures[0]["power"][1:]
    assert bite["damage"] == "2d6+4 piercing"
    assert bite["effects"] == ["remind from its cold-forged teeth"]
    assert spray["saved"] == "half"


def test_a_western_encoding_with_its_soft_hyphens_for_dashes_is_read():
    found = read_source(OF_2024.replace("–", "\u00ad").encode("cp1252"), "old.txt")
    assert found.creatures[0]["power"][3]["use"] == "refresh 5,6"


def test_entries_that_ran_together_are_separated():
    text = OF_2014.replace("damage.\nHook", "damage.Hook").replace(
        "successful one.\nReactions\nDuck", "one. Reactions Duck"
    )
    powers = the_one(text)["power"]
    assert [each["name"] for each in powers] == ["Multiattack", "Bite", "Hook", "Mud Spray", "Duck"]
    assert powers[-1]["action"] == "reaction"


@pytest.mark.parametrize("line", ["12", "—", "(2)"])
def test_a_line_without_letters_is_not_a_name(line: str):
    text = OF_2014.replace("Large monstrosity (aquatic), chaotic neutral", line)
    assert [each["name"] for each in read(text).creatures] == ["Reed Stalker"]


def test_scores_may_be_on_separate_lines():
    names, scores = "STR DEX CON INT WIS CHA", "18 (+4) 14 (+2) 15 (+2) 6 (−2) 11 (+0) 8 (−1)"
    apart = "STR\n18 (+4)\nDEX\n14 (+2)\nCON\n15 (+2)\nINT\n6 (-2)\nWIS\n11 (+0)\nCHA\n8 (-1)"
    columns = names.replace(" ", "\n\n") + "\n\n" + scores.replace(") ", ")\n\n")
    for layout in (apart, columns):
        assert the_one(OF_2014.replace(f"{names}\n{scores}", layout)) == the_one(OF_2014)


def side_by_side(text: str) -> str:
    """The text of a page with two columns as copied from a PDF."""
    lines = [part for line in text.splitlines() for part in textwrap.wrap(line, 48) or [""]]
    half = (len(lines) + 1) // 2
    pairs = zip(lines[:half], [*lines[half:], ""][:half], strict=True)
    rows = "\n".join(f"{left:<56}{right}".rstrip() for left, right in pairs)
    return f"Monsters of the marsh                        A chapter of some book about it\n\n{rows}\n\f{rows}"


def test_columns_that_came_side_by_side_are_read_one_after_the_other():
    found = read(side_by_side(OF_2014)).creatures
    assert [each["power"] for each in found] == [the_one(OF_2014)["power"]] * 2
    assert found[1]["abilities"] == the_one(OF_2014)["abilities"]


def test_headings_of_fields_may_be_on_separate_lines():
    apart = OF_2014
    for heading in ("Armor Class", "Hit Points", "Speed", "Saving Throws", "Senses", "Languages", "Challenge"):
        apart = apart.replace(f"{heading} ", f"{heading}\n")
    assert the_one(apart) == the_one(OF_2014)


def test_a_short_note_is_enough():
    scores = "**STR** 8 **DEX** 14 **CON** 10 **INT** 3 **WIS** 8 **CHA** 8"
    note = f"**Gate Rat**\n\n**AC** 12\n**HP** 7\n**Speed** 30 ft.\n{scores}\n"
    rat = the_one(f"{note}\n**Bite:** +4 to hit, 5 (1d6+2) piercing damage\n")
    assert (rat["name"], rat["max_hp"], rat["defenses"], rat["initiative"]) == ("Gate Rat", 7, {"ac": 12}, 2)
    assert (rat["power"][0]["attack"], rat["power"][0]["damage"]) == ("+4 vs AC", "1d6+2 piercing")


def test_prose_between_blocks_is_left_out_with_its_line():
    text = (
        f"# Marsh\n\nReeds hide much.\n\n{MARKDOWN}\n## Others\n\nNot a creature.\n\n{MARKDOWN.replace('Reed', 'Mud')}"
    )
    found = read(text)
    assert [each["name"] for each in found.creatures] == ["Reed Stalker", "Mud Stalker"]
    outside = [(each.line, each.text) for each in found.leftovers if not each.creature]
    others = text[: text.index("## Others")].count("\n") + 1
    assert outside == [(1, "Marsh"), (3, "Reeds hide much."), (others, "Others"), (others + 2, "Not a creature.")]


def test_titles_before_a_name_do_not_belong_to_the_creature_above():
    found = read(f"{OF_2014}\nStalkers\n\n{OF_2014}")
    assert len(found.creatures) == 2
    assert found.creatures[0]["power"] == found.creatures[1]["power"]


def test_unknown_text_is_kept_with_its_line():
    text = OF_2014.replace("Damage Resistances cold", "Damage Resistances cold from nonmagical rivers")
    found = read(text)
    assert [(each.line, each.text) for each in found.leftovers if "rivers" in each.text] == [
        (10, "Damage Resistances. cold from nonmagical rivers")
    ]
    assert "rivers" in str(found.creatures[0]["trait"])


def test_legendary_actions_say_how_many():
    text = OF_2024 + (
        "Legendary Actions\nLegendary Action Uses: 2. The stalker regains all expended uses at the start of its turn.\n"
        "Dive. The stalker moves.\nDrag (Costs 2 Actions). The stalker makes one Hook attack.\n"
    )
    stalker = the_one(text)
    assert stalker["legendary"] == 2
    assert [each["action"] for each in stalker["power"][-2:]] == ["legendary", "legendary+legendary"]


@pytest.mark.parametrize("text", [OF_2014, OF_2024, MARKDOWN, BREWERY, LEGACY])
def test_a_text_cut_anywhere_is_read_up_to_the_cut_or_refused(text: str):
    check_cut(stat_blocks.read, text)


@pytest.mark.parametrize(
    "piece",
    some_of(
        [
            "[" * 12_500,
            " " * 12_500,
            "- " * 6_000,
            "aA" * 6_000,
            "{{a " * 3_000,
            "A b. " * 2_500,
            "STR 1 " * 2_250,
            "*" * 12_500,
            "\n" * 12_500,
            "Bite. Hit: 5 (1d6) damage.\n" * 1_000,
            "Actions\n" * 3_000,
            "(Recharge 5-6). A " * 1_500,
            "|" * 12_500,
        ],
        one_in=3,
    ),
)
def test_long_passages_take_linear_time(piece: str):
    for text in (
        piece + OF_2014,
        OF_2014 + piece,
        OF_2014.replace("Speed", f"{piece} Speed"),
        OF_2014 + piece + OF_2014,
    ):
        check(stat_blocks.read, text.encode())


def test_text_of_other_systems_is_distinguished():
    assert format_of(OF_2014) != format_of("#### Ogre\nLevel 3 Wrecker (150 XP)\nHP: 40; Armor Class: 15")
    assert format_of(OF_2024) is not None


# Every monster of the SRD


def laid_out(monster: Any, width: int) -> str:
    """A monster of the JSON as a page prints it, with lines of a given width."""
    scores = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
    kind = f"{monster['type']} ({monster['subtype']})" if monster.get("subtype") else monster["type"]
    saves = [each for each in monster["proficiencies"] if each["proficiency"]["index"].startswith("saving")]
    lines = [
        monster["name"],
        f"{monster['size']} {kind}, {monster['alignment']}",
        f"Armor Class {monster['armor_class'][0]['value']}",
        f"Hit Points {monster['hit_points']} ({monster['hit_points_roll']})",
        "Speed 30 ft.",
        "STR DEX CON INT WIS CHA",
        " ".join(f"{monster[each]} ({(monster[each] - 10) // 2:+d})" for each in scores),
    ]
    if saves:
        bonuses = (f"{each['proficiency']['name'][-3:]} +{each['value']}" for each in saves)
        lines.append(f"Saving Throws {', '.join(bonuses)}")
    for key in ("damage_vulnerabilities", "damage_resistances", "damage_immunities"):
        lines += [f"{key.replace('_', ' ').title()} {'; '.join(monster[key])}"] if monster[key] else []
    immune = ", ".join(each["name"].lower() for each in monster["condition_immunities"])
    lines += [f"Condition Immunities {immune}"] if immune else []
    lines += ["Languages —", f"Challenge {monster['challenge_rating']} ({monster['xp']:,} XP)"]
    for key in ("special_abilities", "actions", "reactions", "legendary_actions"):
        lines += [key.replace("_", " ").title()] if monster.get(key) and key != "special_abilities" else []
        for item in monster.get(key) or []:
            lines += f"{item['name']}{use_of(item)}. {item['desc'].rstrip('.')}.".split("\n")
    return "\n".join(part for line in lines for part in textwrap.wrap(line, width, break_on_hyphens=False))


def use_of(item: Any) -> str:
    usage = item.get("usage", {"type": ""})
    if "(" in item["name"]:
        return ""
    if usage["type"] == "per day":
        return f" ({usage['times']}/Day)"
    if usage["type"] == "recharge on roll":
        return f" (Recharge {usage['min_value']}-6)"
    return " (Recharges after a Short or Long Rest)" if usage["type"] == "recharge after rest" else ""


@pytest.mark.parametrize("width", [60, 110])
def test_every_monster_of_the_srd_is_the_same_as_text(width: int):
    monsters = json.loads(data_file("srd5/monsters.json").read_text())
    text = "\n\n".join(laid_out(each, width) for each in monsters)
    without_forms = [{key: value for key, value in each.items() if key != "forms"} for each in monsters]
    as_json = SRD5_JSON.read(json.dumps(without_forms).encode()).creatures  # the text does not name other stat blocks
    as_text = stat_blocks.read(text.encode()).creatures
    fields = ("name", "max_hp", "defenses", "abilities", "initiative", "saves", "xp", "size", "resist", "immune")
    assert [[each.get(key) for key in fields] for each in as_text] == [
        [each.get(key) for key in fields] for each in as_json
    ]
    # JSON lists the attacks of a multiattack in addition to the prose.
    assert [powers_of(each) for each in as_text] == [powers_of(each) for each in as_json]


def powers_of(creature: Any) -> list[Any]:
    fields = ("name", "attack", "damage", "save", "saved", "effects", "use", "action")
    powers = [each for each in creature.get("power", ()) if not each["name"].startswith("Multiattack")]
    # In a text, the roars of the Androsphinx are separate paragraphs, so that `Roar` offers no choice.
    return [[each.get(key) for key in fields if (each["name"], key) != ("Roar", "action")] for each in powers]


# As people paste them: small letters, other bullets, several lines joined into one

AS_PASTED = {
    "small letters, fields in one line": """Reed Stalker
*Large monstrosity, chaotic neutral*
armor class 14 (natural armor) hit points 45 (6d10 + 12) speed 30 ft., swim 40 ft.
str 18 (+4) dex 14 (+2) con 15 (+2) int 6 (–2) wis 11 (+0) cha 8 (–1)
Saving throws Dex +4, Con +4 Skills Stealth +6
damage resistances cold Senses darkvision 60 ft., passive Perception 10
challenge 3 (700 XP)
actions
‣ Bite. Melee weapon attack: +6 to hit, reach 5 ft., one target. Hit: 11 (2d6 + 4) piercing damage.
""",
    "bold fields with colons": """**REED STALKER**
**Large monstrosity, chaotic neutral**
**AC:** 14
**HP:** 45 (6d10+12)
**Speed:** 30 ft., swim 40 ft.
| STR | DEX | CON | INT | WIS | CHA |
| 18 (+4) | 14 (+2) | 15 (+2) | 6 (-2) | 11 (+0) | 8 (-1) |
**Saves:** Dex +4, Con +4
**Damage Resistances:** cold; **Skills:** Stealth +6
**CR:** 3 (700 XP)
**ACTIONS**
- **Bite:** *Melee Weapon Attack:* +6 to hit, reach 5 ft., one target. *Hit:* 11 (2d6 + 4) piercing damage.
""",
    "spaces that do not break, or have no width": """Reed\u00a0Stalker
Large\u00a0monstrosity,\u00a0chaotic\u00a0neutral
Armor\u00a0Class\u00a014 (natural\u202farmor)
Hit\u00a0Points\u00a045 (6d10\u00a0+\u00a012)
Speed\u00a030\u202fft., swim\u00a040\u00a0ft.
STR\u00a0DEX\u00a0CON\u00a0INT\u00a0WIS\u00a0CHA
18\u00a0(+4) 14\u00a0(+2) 15\u00a0(+2) 6\u00a0(\u22122) 11\u00a0(+0) 8\u00a0(\u22121)
Saving\u00a0Throws Dex\u00a0+4, Con\u00a0+4
Damage\u00a0Resistances cold
Challenge\u00a03 (700\u00a0XP)
Ac\u200btions
Bite. Melee\u00a0Weapon\u00a0Attack: +6\u00a0to\u00a0hit, reach\u00a05\u00a0ft., one target.
Hit: 11\u00a0(2d6\u00a0+\u00a04)\u00a0piercing\u00a0damage.
""",
    "the later rules in small letters": """## reed stalker
_Large Monstrosity, Chaotic Neutral_
• **ac** 14 • **initiative** +2 (12)
• **hp** 45 (6d10 + 12)
• **speed** 30 ft., swim 40 ft.
STR 18 +4 +4
DEX 14 +2 +4
CON 15 +2 +4
INT 6 -2 -2
WIS 11 +0 +0
CHA 8 -1 -1
• **skills** Stealth +6
• **resistances** Cold
• **cr** 3 (XP 700; PB +2)
### actions
• **bite.** _Melee Attack Roll:_ +6, reach 5 ft. _Hit:_ 11 (2d6 + 4) Piercing damage.
""",
}


@pytest.mark.parametrize("text", AS_PASTED.values(), ids=AS_PASTED)
def test_a_block_is_read_as_people_paste_it(text: str):
    found = read_source(text.encode(), "paste")
    (stalker,) = found.creatures
    assert found.leftovers == ()
    assert (stalker["name"].lower(), stalker["max_hp"], stalker["defenses"]) == ("reed stalker", 45, {"ac": 14})
    assert (stalker["initiative"], stalker["xp"], stalker["speed"]) == (2, 700, "30 ft., swim 40 ft.")
    assert ((stalker["saves"]["dex"], stalker["saves"]["con"]), stalker["resist"]) == ((4, 4), ["cold"])
    (bite,) = stalker["power"]
    assert (bite["attack"], bite["damage"]) == ("+6 vs AC", "2d6+4 piercing")


def test_traits_of_a_block_in_a_single_line_are_separated() -> None:
    line = " ".join(OF_2014.splitlines())
    line = line.replace("nothing extra.", "nothing extra. Mud Sense. It feels all. Keen Nose. It smells.")
    (stalker,) = read_source(line.encode(), "source").creatures
    assert [each["name"] for each in stalker["trait"]] == ["Marsh Stride", "Mud Sense", "Keen Nose"]


@pytest.mark.parametrize("mark", "*_")
def test_a_name_in_italics_begins_an_action_even_in_small_letters(mark: str) -> None:
    text = OF_2014.replace("\nBite. Melee", f"\n{mark}bite and claw.{mark} Melee")
    names = [each["name"] for each in read_source(text.encode(), "source").creatures[0]["power"]]
    assert names == ["Multiattack", "bite and claw", "Hook", "Mud Spray", "Duck"]


@pytest.mark.parametrize("roll", ["Melee Weapon Attack", "Ranged Spell Attack", "Melee Attack Roll"])
def test_an_attack_whose_bonus_is_not_a_number_is_left_over(roll: str) -> None:
    hook = f"{roll}: your spell attack modifier to hit, reach 10 ft., one target. Hit: 8 (1d8 + 4) slashing damage."
    found = read_source(OF_2014.replace("Duck (2/Day).", f"Hook of Reeds. {hook}\nDuck (2/Day).").encode(), "source")
    (power,) = (each for each in found.creatures[0]["power"] if each["name"] == "Hook of Reeds")
    assert "attack" not in power
    assert [each.text for each in found.leftovers if "modifier" in each.text] == [f"Hook of Reeds: {hook}"]


@pytest.mark.parametrize(
    ("line", "is_title"),
    [
        ("Marsh Folk", True),
        ("Lords of the Mire and Fen", True),
        ("THE DROWNED", True),
        ("Angels (Fallen)", True),
        ("The Drowned, Reborn", False),
        ("marsh folk live here", False),
        ("Chapter 3", False),
        ("The Six Lords Of The Mire", True),
        ("The Seven Sunken Lords Of The Mire", False),
        ("Mud: Deep", False),
        ("Mud +2", False),
        ("**Tar Trap**", False),
    ],
)
def test_a_title_between_two_stat_blocks_is_in_neither(line: str, *, is_title: bool) -> None:
    found = read(f"{OF_2014}{line}\n\n{OF_2014.replace('Reed Stalker', 'Bog Hag')}")
    assert [each["name"] for each in found.creatures] == ["Reed Stalker", "Bog Hag"]
    assert [line.strip("*") in str(each) for each in found.creatures] == [not is_title, False]
    assert (line in [each.text for each in found.leftovers]) == is_title


@pytest.mark.parametrize(("heading", "name"), [("Reed Stalker:", "Reed Stalker"), ("12", "12")])
def test_any_heading_above_a_stat_block_is_its_name(heading: str, name: str) -> None:
    assert the_one(MARKDOWN.replace("Reed Stalker", heading, 1))["name"] == name


FIELDS = ("Armor Class 14 (hide)", "Hit Points 45 (6d8 + 18)", "Speed 30 ft.")
REST = "STR DEX CON INT WIS CHA\n15 (+2) 14 (+2) 16 (+3) 10 (+0) 13 (+1) 15 (+2)\nChallenge 3 (700 XP)\n"


def wight(name: str, *fields: str) -> str:
    return "\n".join((name, "Medium undead, neutral evil", *fields, REST))


@pytest.mark.parametrize("order", [(1, 0, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0)])
def test_hit_points_and_speed_may_come_before_the_armor_class(order: tuple[int, int, int]):
    fields = [FIELDS[each] for each in order]
    text = wight("Bog Wight", *fields) + wight("Fen Wight", *fields)
    usual = wight("Bog Wight", *FIELDS) + wight("Fen Wight", *FIELDS)
    assert stat_blocks.read(text.encode()).creatures == stat_blocks.read(usual.encode()).creatures


def test_fields_of_a_block_without_a_name_stay_with_the_block_above():
    text = "Armor Class 12\nHit Points 9\nArmor Class 13\nHit Points 7\n"
    found = stat_blocks.read(text.encode()).creatures
    assert [(each["defenses"], each["max_hp"]) for each in found] == [({"ac": 12}, 9), ({"ac": 13}, 7)]


def test_labels_in_html_tags_are_recognized():
    text = wight("Bog Wight", *FIELDS)
    tagged = text.replace("Armor Class", "<b>Armor Class</b>").replace("Hit Points", "<strong>Hit Points</strong>")
    assert read_source(tagged.encode(), "page").creatures == read_source(text.encode(), "text").creatures
