"""One fifth-edition creature as each program keeps it: JSON, YAML, XML and tables, read as the same creature."""

import csv
import io
import json
from typing import Any

import pytest
from hostile_sources import check, check_cut, check_hostile

from orcus_tui.importers.format_detection import format_of, read_source
from orcus_tui.importers.import_result import UnreadableSource
from orcus_tui.importers.srd5 import (
    critter_db,
    fantasy_statblocks,
    five_e_tools,
    foundry,
    game_master_xml,
    stat_blocks,
    statblock5e,
    tables,
    tetra_cube,
)

SCORES = {"str": 18, "dex": 14, "con": 15, "int": 6, "wis": 11, "cha": 8}
LONG = dict(zip(SCORES, ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"), strict=True))
STRIDE = "Difficult terrain made of mud or reeds costs the stalker nothing extra."
MULTIATTACK = "The stalker makes two attacks: one with its bite and one with its hook."
BITE = "Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: 11 (2d6 + 4) piercing damage."
HELD = ", and the target is grappled (escape DC 14)."
HOOK = f"Melee Weapon Attack: +6 to hit, reach 10 ft., one target. Hit: 8 (1d8 + 4) slashing damage{HELD}"
SPRAY = (
    "Each creature in a 15-foot cone must make a DC 12 Dexterity saving throw, taking 14 (4d6) bludgeoning damage on a "
    "failed save, or half as much damage on a successful one."
)
DUCK = "The stalker adds 2 to its AC against one melee attack that would hit it."
ACTIONS = (("Multiattack", MULTIATTACK), ("Bite", BITE), ("Hook", HOOK), ("Mud Spray (Recharge 5-6)", SPRAY))


def entries(pairs: Any, name: str, text: str) -> list[dict[str, Any]]:
    return [{name: each, text: words} for each, words in pairs]


TOOLS = "{@atk mw} {@hit 6} to hit,"
TAGGED = "slashing damage, and the target is {@condition grappled} (escape {@dc 14})."
FIVE_E_TOOLS = {
    "_meta": {"sources": [{"json": "Marsh"}]},
    "monster": [
        {
            "name": "Reed Stalker",
            "source": "Marsh",
            "size": ["L"],
            "type": {"type": "monstrosity", "tags": ["aquatic"]},
            "alignment": ["C", "N"],
            "ac": [{"ac": 14, "from": ["natural armor"]}],
            "hp": {"average": 45, "formula": "6d10 + 12"},
            "speed": {"walk": 30, "swim": 40},
            **SCORES,
            "save": {"dex": "+4", "con": "+4"},
            "skill": {"stealth": "+6"},
            "passive": 10,
            "resist": ["cold"],
            "immune": ["poison"],
            "conditionImmune": ["poisoned", "prone"],
            "languages": ["Aquan"],
            "cr": "3",
            "trait": [{"name": "Marsh Stride", "entries": [STRIDE]}],
            "action": [
                {"name": "Multiattack", "entries": [MULTIATTACK]},
                {"name": "Bite", "entries": [f"{TOOLS} reach 5 ft. {{@h}}11 ({{@damage 2d6 + 4}}) piercing damage."]},
                {"name": "Hook", "entries": [f"{TOOLS} reach 10 ft. {{@h}}8 ({{@damage 1d8 + 4}}) {TAGGED}"]},
                {"name": "Mud Spray {@recharge 5}", "entries": [SPRAY.replace("DC 12", "{@dc 12}")]},
            ],
            "reaction": [{"name": "Duck (2/Day)", "entries": [DUCK]}],
        }
    ],
}  # fmt: skip
TETRA = "_Melee Weapon Attack:_ [STR ATK] to hit,"
TETRA_CUBE = {
    "name": "Reed Stalker", "size": "large", "type": "monstrosity", "tag": "aquatic", "alignment": "chaotic neutral",
    "hitDice": "6", "armorName": "natural armor", "natArmorBonus": 2, "shieldBonus": 0, "speed": "30", "swimSpeed": 40,
    **{f"{name}Points": str(score) for name, score in SCORES.items()}, "cr": "3", "darkvision": "60",
    "sthrows": [{"name": "dex"}, {"name": "con"}], "skills": [{"name": "stealth", "stat": "dex", "note": " (ex)"}],
    "damagetypes": [{"name": "cold", "note": " (Resistant)", "type": "r"}, {"name": "poison", "note": "", "type": "i"}],
    "conditions": [{"name": "poisoned"}, {"name": "prone"}], "languages": [{"name": "Aquan", "speaks": True}],
    "abilities": [{"name": "Marsh Stride", "desc": STRIDE}],
    "actions": [
        {"name": "Multiattack", "desc": "[MON] makes two attacks: one with its bite and one with its hook."},
        {"name": "Bite", "desc": f"{TETRA} reach 5 ft., one target. _Hit:_ [STR 2D6] piercing damage."},
        {"name": "Hook", "desc": f"{TETRA} reach 10 ft., one target. _Hit:_ [STR 1D8] slashing damage{HELD}"},
        {"name": ACTIONS[3][0], "desc": SPRAY.replace("DC 12", "DC [CON SAVE]").replace("14 (4d6)", "[4D6]")},
    ],
    "reactions": [{"name": "Duck (2/Day)", "desc": DUCK}],
}  # fmt: skip
CREATOR = "*Melee Weapon Attack:* ATK[STR] to hit,"
STATBLOCK5E = {
    "title": {"fullName": "Reed Stalker", "shortName": "", "isProperNoun": False},
    "subtitle": {"size": "Large", "type": "monstrosity", "tags": "aquatic", "alignment": "chaotic neutral"},
    "armorClass": {"armorClass": 14, "armorType": "natural armor", "hasShield": False},
    "hitPoints": {"hitPoints": 45, "useHitDie": True, "hitDieQuantity": 6, "hitDieSize": 10},
    "speed": {"walk": 30, "swim": 40, "fly": None},
    "abilityScores": {LONG[name]: score for name, score in SCORES.items()},
    "savingThrows": {LONG[name]: {"isEnabled": name in ("dex", "con"), "override": None} for name in SCORES},
    "skills": {"stealth": {"isEnabled": True, "hasExpertise": True, "override": None}},
    "damageResistances": {"items": ["cold"]},
    "damageImmunities": {"items": ["poison"]},
    "conditionImmunities": {"items": ["poisoned", "prone"]},
    "languages": {"items": ["Aquan"], "telepathy": None},
    "challengeRating": {"challengeRating": "3", "experiencePoints": 700, "proficiencyBonus": 2},
    "specialTraits": {"blocks": [{"name": "Marsh Stride", "text": STRIDE}]},
    "actions": {
        "blocks": [
            {"name": "Multiattack", "text": "[NAME] makes two attacks: one with its bite and one with its hook."},
            {"name": "Bite", "text": f"{CREATOR} reach 5 ft., one target. *Hit:* DMG[2d6 + STR] piercing damage."},
            {"name": "Hook", "text": f"{CREATOR} reach 10 ft. *Hit:* DMG[1d8 + STR] slashing damage{HELD}"},
            {"name": ACTIONS[3][0], "text": SPRAY.replace("DC 12", "DC[CON]").replace("14 (4d6)", "DMG[4d6]")},
        ]
    },
    "reactions": {"blocks": [{"name": "Duck (2/Day)", "text": DUCK}]},
}  # fmt: skip
CRITTER_DB = {
    "name": "Marsh",
    "creatures": [
        {
            "name": "Reed Stalker",
            "flavor": {"description": "", "environment": "swamp"},
            "stats": {
                "size": "Large", "race": "monstrosity (aquatic)", "alignment": "chaotic neutral",
                "armorType": "natural armor", "armorClass": 14, "numHitDie": 6, "hitDieSize": 10,
                "speed": "30 ft., swim 40 ft.",
                "abilityScores": {LONG[name]: score for name, score in SCORES.items()}, "proficiencyBonus": 2,
                "damageResistances": ["cold"], "damageImmunities": ["poison"],
                "conditionImmunities": ["poisoned", "prone"], "senses": ["darkvision 60 ft."], "languages": ["Aquan"],
                "challengeRating": 3,
                "savingThrows": [{"ability": "dexterity", "proficient": True}, {"ability": "Con", "modifier": 4}],
                "additionalAbilities": entries([("Marsh Stride", STRIDE)], "name", "description"),
                "actions": entries(
                    ((name, text.replace("Hit:", "<i>Hit:</i>")) for name, text in ACTIONS), "name", "description"
                ),
                "reactions": entries([("Duck (2/Day)", DUCK)], "name", "description"),
            },
        }
    ],
}  # fmt: skip


def activity(kind: str, **values: Any) -> dict[str, Any]:
    return {"a": {"type": kind, "activation": {"type": "action", "value": 1}, **values}}


def item(name: str, text: str, kind: str = "feat", **values: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "system": {"description": {"value": f"<p>{text}</p>"}, **values}}


def weapon(name: str, number: int, die: int, damage: str, reach: str, text: str = "") -> dict[str, Any]:
    attack = activity(
        "attack",
        range={"value": reach, "units": "ft"},
        attack={"ability": "str", "bonus": "", "type": {"value": "melee"}},
        damage={"includeBase": True, "parts": []},
    )
    base = {"number": number, "denomination": die, "types": [damage], "bonus": ""}
    words = f"[[/attack extended]]. [[/damage average extended]]{text}."
    return item(name, words, "weapon", damage={"base": base}, activities=attack)


FOUNDRY_SPRAY = SPRAY.replace("DC 12 Dexterity", "[[/save]]").replace("14 (4d6) bludgeoning", "[[/damage average]]")
HURT = {"onSave": "half", "parts": [{"number": 4, "denomination": 6, "types": ["bludgeoning"]}]}
FOUNDRY = {
    "name": "Reed Stalker",
    "type": "npc",
    "system": {
        "abilities": {
            name: {"value": score, "proficient": int(name in ("dex", "con"))} for name, score in SCORES.items()
        },
        "attributes": {
            "ac": {"flat": 14, "calc": "natural"}, "hp": {"value": 45, "max": 45, "formula": "6d10 + 12"},
            "init": {"bonus": "0"}, "spellcasting": "", "movement": {"walk": 30, "swim": "40"},
            "senses": {"darkvision": 60},
        },
        "details": {"alignment": "Chaotic Neutral", "type": {"value": "monstrosity", "subtype": "aquatic"}, "cr": 3},
        "traits": {
            "size": "lg", "dr": {"value": ["cold"]}, "di": {"value": ["poison"]},
            "ci": {"value": ["poisoned", "prone"]},
            "languages": {"value": ["aquan"]},
        },
        "skills": {"ste": {"value": 2}},
        "source": {"rules": "2014"},
    },
    "items": [
        item("Marsh Stride", STRIDE, activities={}),
        item("Multiattack", MULTIATTACK, activities=activity("utility")),
        weapon("Bite", 2, 6, "piercing", "5"),
        weapon("Hook", 1, 8, "slashing", "10", ", and the target is &amp;Reference[grappled] (escape DC 14)"),
        item(
            "Mud Spray",
            FOUNDRY_SPRAY,
            activities=activity("save", save={"ability": ["dex"], "dc": {"formula": "12"}}, damage=HURT),
            uses={"max": "1", "recovery": [{"period": "recharge", "formula": "5"}]},
        ),
        item(
            "Duck",
            DUCK,
            activities={"a": {"type": "utility", "activation": {"type": "reaction"}}},
            uses={"max": "2", "recovery": [{"period": "day"}]},
        ),
    ],
}  # fmt: skip
STATBLOCK: dict[str, Any] = {
    "name": "Reed Stalker",
    "size": "Large", "type": "monstrosity", "subtype": "aquatic", "alignment": "chaotic neutral",
    "ac": 14, "hp": 45, "hit_dice": "6d10 + 12", "speed": "30 ft., swim 40 ft.", "stats": list(SCORES.values()),
    "saves": [{"dexterity": 4}, {"constitution": 4}], "skillsaves": [{"stealth": 6}], "damage_resistances": "cold",
    "damage_immunities": "poison", "condition_immunities": "poisoned, prone", "languages": "Aquan", "cr": "3",
    "traits": entries([("Marsh Stride", STRIDE)], "name", "desc"), "actions": entries(ACTIONS, "name", "desc"),
    "reactions": entries([("Duck (2/Day)", DUCK)], "name", "desc"),
}  # fmt: skip
YAML = "\n".join(f"{key}: {json.dumps(value)}" for key, value in STATBLOCK.items())
NOTE = f"# Stalkers\n\nReeds.\n\n```statblock\n{YAML}\n```\n"
PROPERTIES = f"---\n{YAML}\nstatblock: true\n---\n\n```statblock\ncreature: Reed Stalker\n```\n"


def xml() -> str:
    """The creature as XML."""
    fields = {
        "name": "Reed Stalker", "size": "L", "type": "monstrosity (aquatic)", "alignment": "chaotic neutral",
        "ac": "14 (natural armor)", "hp": "45 (6d10+12)", "speed": "30 ft., swim 40 ft.", **SCORES,
        "save": "Dex +4, Con +4",
        "resist": "cold", "immune": "poison", "conditionImmune": "poisoned, prone", "languages": "Aquan", "cr": "3",
    }  # fmt: skip
    parts = [f"<{key}>{value}</{key}>" for key, value in fields.items()]
    for tag, pairs in (
        ("trait", [("Marsh Stride", STRIDE)]),
        ("action", ACTIONS),
        ("reaction", [("Duck (2/Day)", DUCK)]),
    ):
        parts += [f"<{tag}>\n<name>{name}</name>\n<text>{text}</text>\n</{tag}>" for name, text in pairs]
    body = "\n".join(parts)
    return f'<?xml version="1.0"?>\n<compendium version="5">\n<monster>\n{body}\n</monster>\n</compendium>\n'


def table(headings: dict[str, str], delimiter: str = ",") -> str:
    """The creature as a table with some headings; the last columns come first."""
    cells = {
        "name": "Reed Stalker", "size": "Large", "type": "monstrosity (aquatic)", "alignment": "chaotic neutral",
        "ac": "14 (natural armor)", "hp": "45 (6d10+12)", "speed": "30 ft., swim 40 ft.", **SCORES,
        "saves": "Dex +4, Con +4", "resist": "cold", "immune": "poison", "condition immune": "poisoned, prone",
        "languages": "Aquan", "challenge": "3", "traits": f"Marsh Stride. {STRIDE}",
        "actions": "\n".join(f"{name}. {text}" for name, text in ACTIONS), "reactions": f"Duck (2/Day). {DUCK}",
    }  # fmt: skip
    named = {headings.get(key, key): cell for key, cell in reversed(cells.items())}
    written = io.StringIO()
    writer = csv.writer(written, delimiter=delimiter)
    writer.writerows([list(named), list(named.values())])
    return written.getvalue()


HEADINGS_BY_HAND = {
    "name": "Name", "alignment": "Align.", "saves": "Sav. Throws", "challenge": "CR", "traits": "Additional",
    "condition immune": "Condition Immunities",
}  # fmt: skip
HEADINGS_OF_ROLL20 = {
    "name": "npc_name", "ac": "npc_ac", "hp": "hp", "speed": "npc_speed", "challenge": "npc_challenge",
    "resist": "npc_resistances", "str": "strength",
}  # fmt: skip
BY_HAND, OF_ROLL20 = table(HEADINGS_BY_HAND), table(HEADINGS_OF_ROLL20, ";")
SOURCES = {
    "5etools JSON": json.dumps(FIVE_E_TOOLS),
    "Tetra-cube": json.dumps(TETRA_CUBE),
    "statblock5e JSON": json.dumps(STATBLOCK5E),
    "CritterDB JSON": json.dumps(CRITTER_DB),
    "Foundry actors of the fifth edition": json.dumps(FOUNDRY),
    "Fantasy Statblocks": NOTE,
    "Fantasy Statblocks, in properties": PROPERTIES,
    "Fantasy Statblocks, without a note": YAML,
    "FightClub 5e and Game Master 5e XML": xml(),
    "tables of creatures": BY_HAND,
    "tables of creatures, of Roll20": OF_ROLL20,
}


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
    """An actor of the Foundry of 2022: `data` where `system` came to be."""
    items = [{**each, "data": each["system"]} for each in actor["items"]]
    old = {
        **actor,
        "data": actor["system"],
        "items": [{k: v for k, v in each.items() if k != "system"} for each in items],
    }
    return {key: value for key, value in old.items() if key != "system"}


@pytest.mark.parametrize("name", [name for name in SOURCES if "```" not in SOURCES[name]])
@pytest.mark.parametrize("around", ["\n \n{}\n\n", "\ufeff{}", "```text\n{}\n```\n"])
def test_what_is_around_a_source_changes_nothing(name: str, around: str):
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


def test_5etools_of_2024_has_tags_of_its_own():
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


SHIRT = {"value": 13, "dex": 1}


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


def test_attacks_that_only_numbers_tell_are_attacks():
    bite = {"name": "Bite", "desc": "It chews.", "attack_bonus": 6, "damage_dice": "2d6", "damage_bonus": 4}
    note = f"```statblock\nname: Gnat\nac: 12\nhp: 9\nstats: [1, 2, 3, 4, 5, 6]\nactions: {json.dumps([bite])}\n```"
    assert the_one(note)["power"][0]["attack"] == "+6 vs AC"
    action = (
        "<action><name>Bite</name><text>It chews.</text><attack>Bite|+6|2d6+4</attack><recharge>D5</recharge></action>"
    )
    power = the_one(xml().replace("</monster>", f"{action}</monster>").replace("<name>Bite<", "<name>Nip<", 1))[
        "power"
    ][-1]
    assert (power["attack"], power["damage"], power["use"]) == ("+6 vs AC", "2d6+4", "refresh 5,6")


def test_dice_in_notes_are_as_they_are_shown():
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


def tables_read(text: str) -> Any:
    try:
        return tables.read(text.encode())
    except UnreadableSource as wrong:
        raise UnreadableSource(f"mine.csv:{wrong.line}: {wrong}", wrong.line) from None


def test_a_table_keeps_what_no_field_is_for():
    found = tables.read(b"name,ac,hp,str,mood,wri\nOgre,11,59,19 (+4),grim,fire,over the edge\n")
    assert found.creatures[0]["abilities"] == {"str": 19}
    assert [(each.line, each.text) for each in found.leftovers] == [
        (2, "mood: grim"),
        (2, "wri: fire (which of them are resistances is for you to say)"),
        (2, "over the edge"),
    ]


def test_formulas_of_a_spreadsheet_are_text():
    found = tables.read(b'name,ac,hp,notes\n"=HYPERLINK(""http://x"")",11,59,=1+1\n')
    assert found.creatures[0]["name"] == '=HYPERLINK("http://x")'
    assert "=1+1" in str(found.creatures[0]["text"])


# Sources that nobody would write


@pytest.mark.parametrize(
    ("module", "document"),
    [
        (five_e_tools, FIVE_E_TOOLS),
        (tetra_cube, TETRA_CUBE),
        (statblock5e, STATBLOCK5E),
        (critter_db, CRITTER_DB),
        (foundry, FOUNDRY),
    ],
)
def test_hostile_json(module: Any, document: Any):
    check_hostile(module.read, document)


@pytest.mark.parametrize(
    ("module", "text"),
    [
        (fantasy_statblocks, NOTE),
        (fantasy_statblocks, PROPERTIES),
        (game_master_xml, xml()),
        (tables, BY_HAND),
        (tables, OF_ROLL20),
    ],
)
def test_hostile_texts(module: Any, text: str):
    check_cut(module.read, text)


@pytest.mark.parametrize(
    ("module", "text"),
    [
        (game_master_xml, f'<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "{"&a;" * 9}">]><monster>&b;</monster>'),
        (game_master_xml, '<!DOCTYPE x SYSTEM "file:///etc/passwd"><monster><name>x</name></monster>'),
        (game_master_xml, "<monster>" * 50_000),
        (fantasy_statblocks, "```statblock\na: &a [x, x]\nb: &b [*a, *a, *a]\nname: *b\nhp: 1\n```"),
        (fantasy_statblocks, "```statblock\nname: !!python/object/apply:os.system ['true']\nhp: 1\n```"),
        (fantasy_statblocks, "```statblock\nname: " + "[" * 50_000 + "\n```"),
        (foundry, "name: x\nsystem: &a\n  attributes: *a\n"),
        (tables, 'name,ac,hp\n"' + "x" * 300_000),
        (tables, "name,ac,hp\n" + "," * 100_000),
    ],
)  # fmt: skip
def test_what_would_expand_or_run_is_refused_or_text(module: Any, text: str):
    check(module.read, text.encode())


@pytest.mark.parametrize(
    ("module", "text", "reason"),
    [
        (tables, "name,ac,hp\n" + "," * 2_001, "more than 2,000 columns or 50,000 lines"),
        (tables, "name,ac,hp\n" + "a,1,2\n" * 50_001, "more than 2,000 columns or 50,000 lines"),
        (game_master_xml, f"<monster>{'<a/>' * 200_000}</monster>", "more than 200,000 elements; import it in parts"),
        (five_e_tools, f"[{'[],' * 500_000}[]]", "more than 1,000,000 keys and values; import it in parts"),
        (stat_blocks, "\n" * 200_001, "more than 200,000 lines; import it in parts"),
    ],
)
def test_what_would_fill_the_memory_is_refused(module: Any, text: str, reason: str):
    with pytest.raises(UnreadableSource) as refused:
        module.read(text.encode())
    assert str(refused.value) == reason


@pytest.mark.parametrize("name", ["actors", "results"])
def test_actors_can_be_a_list_in_an_object(name: str):
    found = read_source(json.dumps({name: [FOUNDRY, FOUNDRY | {"name": "Reed Elder"}]}).encode(), "export")
    assert [each["name"] for each in found.creatures] == ["Reed Stalker", "Reed Elder"]
