"""One fifth-edition creature in the format of each program, JSON, YAML, XML and tables, read as the same creature."""

import json
from typing import Any

import pytest

from orcus_tui.importers.format_detection import format_of, read_source
from orcus_tui.importers.source_text import UnreadableSource
from orcus_tui.importers.srd5 import five_e_tools, notes, tables
from tests.helpers.imports.reed_stalker import FIVE_E_TOOLS, FOUNDRY, NOTE, SCORES, SOURCES, xml


def the_one(text: str) -> dict[str, Any]:
    (creature,) = read_source(text.encode(), "source").creatures
    return creature


@pytest.mark.parametrize("name", SOURCES)
def test_a_creature_is_the_same_from_every_program(name: str):
    text = SOURCES[name]
    found = format_of(text)
    assert found is not None
    assert found.name == name.partition(",")[0]
    stalker = the_one(text)
    assert (stalker["name"], stalker["size"], stalker["type"]) == ("Reed Stalker", "Large", "monstrosity (aquatic)")
    assert (stalker["alignment"], stalker["speed"]) == ("chaotic neutral", "30 ft., swim 40 ft.")
    assert (stalker["max_hp"], stalker["hit_dice"], stalker["defenses"], stalker["xp"]) == (
        45,
        "6d10+12",
        {"ac": 14},
        700,
    )
    assert (stalker["abilities"], stalker["initiative"], stalker["saves"]) == (SCORES, 2, {"dex": 4, "con": 4})
    assert (stalker["resist"], stalker["immune"]) == (["cold"], ["poison", "poisoned", "prone"])
    assert stalker["languages"] == "Aquan"
    assert [each["name"] for each in stalker["trait"]] == ["Marsh Stride"]
    powers = {each["name"]: each for each in stalker["power"]}
    assert list(powers) == ["Multiattack", "Bite", "Hook", "Mud Spray", "Duck"]
    assert powers["Multiattack"]["multiattack"] == ["Bite", "Hook"]
    assert (powers["Bite"]["attack"], powers["Bite"]["damage"]) == ("+6 vs AC", "2d6+4 piercing")
    assert powers["Hook"]["damage"] == "1d8+4 slashing"
    assert powers["Hook"]["effects"] == ['apply grappled until "it escapes, DC 14"']
    spray = powers["Mud Spray"]
    assert (spray["save"], spray["saved"], spray["damage"]) == ("dex 12", "half", "4d6 bludgeoning")
    assert (spray["use"], powers["Duck"]["action"], stalker["counters"]) == ("refresh 5,6", "reaction", {"duck": 2})


@pytest.mark.parametrize("name", SOURCES)
def test_nothing_but_the_trait_is_left_over(name: str):
    found = read_source(SOURCES[name].encode(), "source")
    left = [each.text for each in found.leftovers if each.creature and not each.text.startswith("Marsh Stride. ")]
    assert left == []


def version_9(actor: Any) -> Any:
    """An actor of the Foundry of 2022, which has `data` in place of today's `system`."""
    items = [{**each, "data": each["system"]} for each in actor["items"]]
    old = {
        **actor,
        "data": actor["system"],
        "items": [{k: v for k, v in each.items() if k != "system"} for each in items],
    }
    return {key: value for key, value in old.items() if key != "system"}


@pytest.mark.parametrize("name", [name for name in SOURCES if "```" not in SOURCES[name]])
@pytest.mark.parametrize("around", ["\n \n{}\n\n", "\ufeff{}", "```text\n{}\n```\n"])
def test_text_around_a_source_changes_nothing(name: str, around: str):
    found = read_source(around.replace("{}", SOURCES[name]).encode(), "source")
    assert found.creatures == read_source(SOURCES[name].encode(), "source").creatures


def test_documents_may_follow_one_another():
    elder = json.dumps({**FOUNDRY, "name": "Reed Elder"})
    found = read_source(f"{json.dumps(FOUNDRY)}\n{elder}\n".encode(), "pack.db")
    assert [each["name"] for each in found.creatures] == ["Reed Stalker", "Reed Elder"]
    pages = read_source(json.dumps([FIVE_E_TOOLS, FIVE_E_TOOLS]).encode(), "pages")
    assert len(pages.creatures) == 2
    with pytest.raises(UnreadableSource, match=r"^pack:2: invalid JSON: extra data$"):
        read_source(f"{elder}\n7".encode(), "pack")
    cut = xml().partition("<monster>")[2].partition("</monster>")[0]
    cut = f"<monster>{cut}</monster>\n"
    assert len(read_source((cut + cut).encode(), "cut").creatures) == 2


def test_an_actor_of_an_older_foundry_is_the_same():
    assert the_one(json.dumps(version_9(FOUNDRY))) == the_one(json.dumps(FOUNDRY))


# Each format


def test_5etools_2024_has_separate_tags():
    grip = {"name": "Grip", "entries": ["{@atkr m} {@hit 6}, reach 5 ft. {@h}7 ({@damage 1d6 + 4}) Piercing damage."]}
    roar = {
        "name": "Roar {@recharge}",
        "entries": [
            "{@actSave wis} {@dc 13}, each creature in a 30-foot {@variantrule Cone [Area of Effect]|XPHB|Cone}. "
            "{@actSaveFail} 7 ({@damage 2d6}) Thunder damage. {@actSaveSuccess} Half damage."
        ],
    }  # fmt: skip
    printed: Any = FIVE_E_TOOLS["monster"]
    monster = {**printed[0], "action": [grip, roar], "initiative": {"proficiency": 1}}
    stalker = the_one(json.dumps({"monster": [monster]}))
    attack, save = stalker["power"][:2]
    assert (attack["attack"], attack["damage"], stalker["initiative"]) == ("+6 vs AC", "1d6+4 piercing", 4)
    assert (save["save"], save["saved"], save["use"], save["damage"]) == ("wis 13", "half", "refresh 6", "2d6 thunder")


def test_a_5etools_copy_takes_over_what_it_does_not_change():
    copied = {
        "name": "Old Stalker",
        "_copy": {"name": "Reed Stalker", "source": "Marsh"},
        "hp": {"average": 60, "formula": "8d10 + 16"},
    }
    lost = {"name": "Lost Stalker", "source": "Marsh", "_copy": {"name": "Bog Thing", "source": "Elsewhere"}}
    found = read_source(json.dumps({"monster": [*FIVE_E_TOOLS["monster"], copied, lost]}).encode(), "source")
    assert [(each["name"], each["max_hp"]) for each in found.creatures] == [("Reed Stalker", 45), ("Old Stalker", 60)]
    assert [each.text for each in found.leftovers if not each.creature] == [
        "Lost Stalker: a copy of Bog Thing, which is in another file; import that"
    ]


SPELL = {"value": "ranged", "classification": "spell"}


@pytest.mark.parametrize(
    ("description", "activity", "text"),
    [
        (
            "[[/attack extended]]. [[/damage extended]].",
            {"type": "attack"},
            "Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: 8 (1d8 + 4) slashing damage.",
        ),
        (
            "[[/attack extended]]. [[/damage extended]].",
            {"type": "attack", "range": {"value": "60"}, "attack": {"type": SPELL}},
            "Ranged Spell Attack: +6 to hit, range 60 ft., one target. Hit: 8 (1d8 + 4) slashing damage.",
        ),
        ("It regains [[/healing]].", {"type": "heal", "healing": {"number": 2, "denomination": 6}},
         "It regains 7 (2d6) Hit Points."),
        ("It takes [[/roll 1d6  + 2]] damage.", {"type": "utility"}, "It takes 1d6 + 2 damage."),
        ("It regains [[/healing]] hit points.", {"type": "utility"}, "It regains hit points."),
        ("It regains [[/healing]] hit points.", {"type": "heal", "healing": {}}, "It regains hit points."),
    ],
)  # fmt: skip
def test_foundry_placeholders_are_filled_into_the_text(description: str, activity: dict[str, Any], text: str):
    base = {"number": 1, "denomination": 8, "types": ["slashing"]}
    described = {"description": {"value": f"<p>{description}</p>"}, "activities": {"a": activity}}
    hook = {"name": "Hook", "type": "weapon", "system": {**described, "damage": {"base": base}}}
    (power,) = the_one(json.dumps({**FOUNDRY, "items": [hook]}))["power"]
    assert power["text"] == text


D8 = {"number": 1, "denomination": 8}


@pytest.mark.parametrize(
    ("rolled", "damage"),
    [
        (D8, "1d8+4"),
        ({**D8, "bonus": "2"}, "1d8+6"),
        ({**D8, "bonus": "-1"}, "1d8+3"),
        ({**D8, "bonus": "@prof"}, "1d8+6"),
        ({"custom": {"enabled": True, "formula": "1d8"}, "bonus": "2"}, "1d8+4"),
    ],
)
def test_the_bonus_of_a_foundry_weapon_is_added_to_its_ability(rolled: dict[str, Any], damage: str):
    base = {**rolled, "types": ["slashing"]}
    hook = {
        "name": "Hook",
        "type": "weapon",
        "system": {
            "description": {"value": "<p>Iron.</p>"},
            "activities": {"a": {"type": "attack", "damage": {"includeBase": True}}},
            "damage": {"base": base},
        },
    }
    stalker = the_one(json.dumps({**FOUNDRY, "items": [hook]}))
    assert [each["damage"] for each in stalker["power"]] == [f"{damage} slashing"]


def test_an_actor_without_activities_has_its_attack_from_its_fields():
    bite = {
        "name": "Bite",
        "type": "weapon",
        "system": {
            "description": {"value": "<p>Teeth.</p>"},
            "actionType": "mwak",
            "damage": {"parts": [["2d6 + @mod", "piercing"]]},
            "activation": {"type": "action", "cost": 1},
        },
    }
    stalker = the_one(json.dumps({**FOUNDRY, "items": [bite]}))
    assert [(each["attack"], each["damage"]) for each in stalker["power"]] == [("+6 vs AC", "2d6+4 piercing")]


@pytest.mark.parametrize(
    "saves", ['"Dex +4, Con +4"', '["Dex +4", "Con +4"]', '[{dexterity: 4}, {constitution: "+4"}]']
)
def test_saves_of_fantasy_statblocks_may_be_words(saves: str):
    rows = [f"saves: {saves}" if row.startswith("saves: ") else row for row in NOTE.splitlines()]
    assert the_one("\n".join(rows))["saves"] == {"dex": 4, "con": 4}


SHIRT = {"value": 13, "dex": 1}


@pytest.mark.parametrize("name", ["Tetra-cube", "statblock5e JSON"])
def test_a_name_that_a_program_fills_in_has_a_capital_where_a_sentence_begins(name: str):
    said = "one with its hook."
    assert said in SOURCES[name]
    formula = "[MON]" if name == "Tetra-cube" else "[NAME]"
    stalker = the_one(SOURCES[name].replace(said, f"{said} {formula} spares who fears {formula}."))
    assert stalker["power"][0]["text"] == (
        "The reed stalker makes two attacks: one with its bite and one with its hook. "
        "The reed stalker spares who fears the reed stalker."
    )


def test_armor_that_an_actor_wears_counts():
    worn = {"equipped": True}
    armor = [
        {"name": "Chain Shirt", "type": "equipment", "system": worn | {"type": {"value": "medium"}, "armor": SHIRT}},
        {"name": "Shield", "type": "equipment", "system": worn | {"type": {"value": "shield"}, "armor": {"value": 2}}},
    ]
    system = json.loads(json.dumps(FOUNDRY["system"]))
    system["attributes"]["ac"] = {"calc": "default", "flat": None}
    items: Any = FOUNDRY["items"]
    stalker = the_one(json.dumps({**FOUNDRY, "system": system, "items": [*items, *armor]}))
    assert stalker["defenses"] == {"ac": 16}


def test_attacks_given_only_as_numbers_are_attacks():
    bite = {"name": "Bite", "desc": "It chews.", "attack_bonus": 6, "damage_dice": "2d6", "damage_bonus": 4}
    note = f"```statblock\nname: Gnat\nac: 12\nhp: 9\nstats: [1, 2, 3, 4, 5, 6]\nactions: {json.dumps([bite])}\n```"
    assert the_one(note)["power"][0]["attack"] == "+6 vs AC"
    action = (
        "<action><name>Bite</name><text>It chews.</text><attack>Bite|+6|2d6+4</attack><recharge>D5</recharge></action>"
    )
    source = xml().replace("</monster>", f"{action}</monster>").replace("<name>Bite<", "<name>Nip<", 1)
    (power,) = (each for each in the_one(source)["power"] if each["name"] == "Bite")
    assert (power["attack"], power["damage"], power["use"]) == ("+6 vs AC", "2d6+4", "refresh 5,6")


def test_dice_in_notes_are_written_as_shown():
    note = NOTE.replace("11 (2d6 + 4)", "`dice: 2d6+4|text(11)` (2d6 + 4)").replace(
        "+6 to hit", "`dice: 1d20+6` to hit"
    )
    assert the_one(note)["power"] == the_one(NOTE)["power"] or the_one(note)["power"][1]["damage"] == "2d6+4 piercing"


def test_a_note_that_shows_a_creature_of_another_note_says_so():
    with pytest.raises(UnreadableSource, match=r"^note: Ogre: the stat block is in another note; import that$"):
        read_source(b"```statblock\ncreature: Ogre\n```\n", "note")


def test_a_table_with_unclear_columns_is_refused_with_an_example():
    with pytest.raises(UnreadableSource, match=r"^mine\.csv:1: no column has the hit points, of: Name, AC, Toughness"):
        tables_read("Name,AC,Toughness\nOgre,11,59\n")
    with pytest.raises(UnreadableSource, match="name the columns as in name,ac,hp,init,cr"):
        tables_read("Beast,AC,HP\nOgre,11,59\n")


@pytest.mark.parametrize("rows_before", [0, 1, 2])
def test_a_cell_that_is_too_wide_is_reported_in_its_line(rows_before: int) -> None:
    rows = ["name,ac,hp", *["Ogre,11,59"] * rows_before, f"{'x' * (tables.LARGEST_CELL + 1)},11,59"]
    with pytest.raises(UnreadableSource, match=rf"^mine\.csv:{rows_before + 2}: invalid CSV: field larger"):
        tables_read("\n".join(rows))


def tables_read(text: str) -> Any:
    try:
        return tables.read(text.encode())
    except UnreadableSource as wrong:
        raise UnreadableSource(f"mine.csv:{wrong.line}: {wrong}", wrong.line) from None


def test_a_table_keeps_unknown_fields():
    found = tables.read(b"name,ac,hp,str,mood,wri\nOgre,11,59,19 (+4),grim,fire,over the edge\n")
    assert found.creatures[0]["abilities"] == {"str": 19}
    assert [(each.line, each.text) for each in found.leftovers] == [
        (2, "mood: grim"),
        (2, "wri: fire (decide which of them are resistances)"),
        (2, "over the edge"),
    ]


@pytest.mark.parametrize(
    "title", ["Beasts of the fen", "Beasts of the fen,,", "Beasts, and their lairs", "Fen 7 (v. 2)\n"]
)
def test_a_table_may_have_a_title_above_its_headings(title: str):
    found = read_source(f"{title}\nname;ac;hp;mood\nBog Imp;13;7;grim\n".encode(), "mine.csv")
    (imp,) = found.creatures
    assert (imp["name"], imp["max_hp"], imp["defenses"]) == ("Bog Imp", 7, {"ac": 13})
    assert found.leftovers[0].line == 1
    assert found.leftovers[0].text.startswith(f"row without a name: {title[:5]}")


def test_formulas_of_a_spreadsheet_are_text():
    found = tables.read(b'name,ac,hp,notes\n"=HYPERLINK(""http://x"")",11,59,=1+1\n')
    assert found.creatures[0]["name"] == '=HYPERLINK("http://x")'
    assert "=1+1" in str(found.creatures[0]["text"])


@pytest.mark.parametrize("name", ["actors", "results"])
def test_actors_may_be_a_list_in_an_object(name: str):
    found = read_source(json.dumps({name: [FOUNDRY, FOUNDRY | {"name": "Reed Elder"}]}).encode(), "export")
    assert [each["name"] for each in found.creatures] == ["Reed Stalker", "Reed Elder"]


def test_an_armor_class_of_5etools_may_be_in_quotes():
    goblin = {"name": "Bog Imp", "ac": ["13"], "hp": {"average": 7, "formula": "2d6"}, "str": 8}
    (imp,) = five_e_tools.read(json.dumps(goblin).encode()).creatures
    assert imp["defenses"] == {"ac": 13}


@pytest.mark.parametrize("minus", ["-", "–", "−"])
def test_hit_dice_of_notes_may_have_any_minus(minus: str):
    note = f"```statblock\nname: Bog Imp\nac: 13\nhp: 7\nhit_dice: 3d6 + {minus}3\nstats: [8, 8, 8, 8, 8, 8]\n```\n"
    (imp,) = notes.read_stat_blocks(note.encode()).creatures
    assert imp["hit_dice"] == "3d6-3"
