"""Improved Initiative and Open5e from JSON, dndme from TOML."""

import json
from typing import Any

import pytest

from orcus_tui.importers import format_detection
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.json_nodes import read_json
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.source_text import UnreadableSource
from orcus_tui.importers.srd5 import trackers
from orcus_tui.importers.srd5.open5e import OPEN5E
from tests.helpers.imports.hostile_sources import check_cut, check_hostile
from tests.helpers.imports.imported import check_import, fight_with_all_they_have

TO_HIT = "Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: "
BITE = f"{TO_HIT}11 (2d6 + 4) piercing damage plus 3 (1d6) cold damage."
BREATH = (
    "Each creature in that line must make a DC 13 Dexterity saving throw, taking 14 (4d6) cold damage on a failed save."
)

# Improved Initiative

STAT_BLOCK: dict[str, Any] = {
    "Id": "x1",
    "Name": "Marsh Drake",
    "Path": "",
    "Source": "Own",
    "Type": "Large dragon, unaligned",
    "HP": {"Value": 45, "Notes": "(6d10+12)"},
    "AC": {"Value": 15, "Notes": "(natural armor)"},
    "InitiativeModifier": 1,
    "Speed": ["30 ft.", "swim 40 ft."],
    "Abilities": {"Str": 18, "Dex": 14, "Con": 15, "Int": 6, "Wis": 11, "Cha": 8},
    "DamageVulnerabilities": ["fire"],
    "DamageResistances": ["cold"],
    "DamageImmunities": [],
    "ConditionImmunities": ["Prone"],
    "Saves": [{"Name": "Con", "Modifier": 5}],
    "Skills": [{"Name": "Stealth", "Modifier": 4}],
    "Senses": ["darkvision 60 ft."],
    "Languages": ["Draconic"],
    "Challenge": "4",
    "Traits": [{"Name": "Amphibious", "Content": "It breathes air and water."}],
    "Actions": [
        {"Name": "Bite", "Content": BITE},
        {"Name": "Cold Breath", "Content": BREATH, "Usage": "Recharge 5-6"},
    ],
    "Reactions": [{"Name": "Snap", "Content": "It snaps."}],
    "LegendaryActions": [],
    "Description": "",
    "Player": "",
    "Version": "3.0.0",
    "ImageURL": "",
}


def import_improved_initiative(document: Any) -> ImportResult:
    return trackers.read_improved_initiative(json.dumps(document, indent=1).encode())


def test_a_stat_block_of_improved_initiative_is_a_creature():
    (drake,) = import_improved_initiative(STAT_BLOCK).creatures
    assert (drake["name"], drake["max_hp"], drake["defenses"]) == ("Marsh Drake", 45, {"ac": 15})
    assert (drake["hit_dice"], drake["text"]) == ("6d10+12", drake["text"].replace("6d10", ""))
    assert (drake["initiative"], drake["saves"], drake["speed"]) == (3, {"con": 5}, "30 ft., swim 40 ft.")
    assert (drake["resist"], drake["vulnerable"], drake["immune"]) == (["cold"], ["fire"], ["prone"])
    bite, breath, snap = powers_of(drake)
    assert (bite["attack"], bite["damage"]) == ("+6 vs AC", "2d6+4 piercing")
    assert (breath["name"], breath["use"], snap["action"]) == ("Cold Breath", "refresh 5,6", "reaction")


def test_a_stat_block_of_improved_initiative_is_read_as_it_is_printed():
    roar = {"Name": "Roar", "Content": "It roars.", "Usage": "3/Day"}
    (drake,) = import_improved_initiative(STAT_BLOCK | {"Actions": [roar]}).creatures
    assert [drake[key] for key in ("size", "type", "alignment", "xp")] == ["Large", "dragon", "unaligned", 1100]
    assert drake["text"].splitlines() == [
        "Armor class 15 (natural armor)",
        "Challenge 4",
        "Skills: Stealth +4",
        "Source: Own",
    ]
    assert (powers_of(drake)[0]["name"], drake["counters"]) == ("Roar", {"roar": 3})


def test_invalid_saves_and_dice_of_improved_initiative_are_noted():
    saves = [{"Name": "Luck", "Modifier": 2}, {"Name": "Dex", "Modifier": "good"}]
    found = import_improved_initiative(STAT_BLOCK | {"Saves": saves, "HP": {"Value": 45, "Notes": "(and a ward)"}})
    (drake,) = found.creatures
    assert drake["max_hp"] == 45
    assert not drake.keys() & {"saves", "hit_dice"}
    assert {"saves: Luck +2", "Saves: Dex good", "HP: and a ward"} <= {each.text for each in found.leftovers}


def powers_of(creature: Any) -> list[dict[str, Any]]:
    return creature["power"]


def test_an_export_keeps_each_stat_block_as_a_text():
    export = {"Creatures": '["x1"]', "Creatures.x1": json.dumps(STAT_BLOCK), "Spells.y": {"Name": "Fog", "Id": "y"}}
    found = import_improved_initiative(export)
    assert [each["name"] for each in found.creatures] == ["Marsh Drake"]
    assert [(each.line, each.text) for each in found.leftovers if "no stat block" in each.text] == [
        (2, "no stat block: x1"),
        (5, "no stat block: Fog"),
        (6, "no stat block: y"),
    ]


def test_a_saved_encounter_has_what_became_of_its_combatants():
    combatant = {
        "StatBlock": STAT_BLOCK,
        "MaxHP": 50,
        "CurrentHP": 20,
        "TemporaryHP": 5,
        "Alias": "Old Snapper",
        "Hidden": True,
    }
    (drake,) = import_improved_initiative({"Name": "Marsh", "Combatants": [combatant]}).creatures
    assert [drake[key] for key in ("name", "max_hp", "hp", "temp_hp", "hidden")] == ["Old Snapper", 50, 20, 5, True]


def test_a_combatant_that_is_down_has_no_hit_points_left():
    found = import_improved_initiative({"Combatants": [{"StatBlock": STAT_BLOCK, "MaxHP": 45, "CurrentHP": 0}]})
    (drake,) = found.creatures
    assert (drake["hp"], drake["max_hp"]) == (0, 45)
    check_import(found)


def test_a_player_character_is_recognized():
    (hero,) = import_improved_initiative([STAT_BLOCK | {"Player": "Kim"}]).creatures
    assert hero["kind"] == "pc"


# Open5e

FIRST: dict[str, Any] = {
    "slug": "marsh-drake",
    "name": "Marsh Drake",
    "size": "Large",
    "type": "Dragon",
    "alignment": "unaligned",
    "armor_class": 15,
    "armor_desc": "natural armor",
    "hit_points": 45,
    "hit_dice": "6d10+12",
    "speed": {"walk": 30, "swim": 40},
    "strength": 18,
    "dexterity": 14,
    "constitution": 15,
    "constitution_save": 5,
    "damage_resistances": "cold; bludgeoning, piercing, and slashing from nonmagical attacks",
    "damage_immunities": "poison",
    "condition_immunities": "poisoned, prone",
    "senses": "darkvision 60 ft.",
    "languages": "Draconic",
    "challenge_rating": "4",
    "actions": [{"name": "Bite", "desc": BITE, "attack_bonus": 6, "damage_dice": "2d6"}],
    "bonus_actions": None,
    "legendary_actions": [{"name": "Lash", "desc": "It lashes."}],
    "special_abilities": [{"name": "Amphibious", "desc": "It breathes air and water."}],
    "document__slug": "own",
}

SECOND: dict[str, Any] = {
    "key": "own_marsh-drake",
    "name": "Marsh Drake",
    "size": {"key": "large", "name": "Large"},
    "type": {"key": "dragon", "name": "Dragon"},
    "armor_class": 15,
    "hit_points": 45,
    "initiative_bonus": 4,
    "ability_scores": {"strength": 18, "dexterity": 14},
    "saving_throws": {"constitution": 5},
    "speed": {"walk": 30, "unit": "feet"},
    "darkvision_range": 60,
    "resistances_and_immunities": {
        "damage_resistances": [{"key": "cold", "name": "Cold"}],
        "damage_resistances_display": "",
        "condition_immunities": [{"key": "prone", "name": "Prone"}],
    },
    "actions": [
        {"name": "Bite", "desc": BITE, "action_type": "ACTION", "attacks": [{"to_hit_mod": 6}], "usage_limits": None},
        {
            "name": "Cold Breath",
            "desc": BREATH,
            "action_type": "BONUS_ACTION",
            "usage_limits": {"type": "RECHARGE_ON_ROLL", "param": 5},
        },
    ],
    "traits": [{"name": "Amphibious", "desc": "It breathes air and water."}],
}


def import_open5e(document: Any) -> ImportResult:
    return OPEN5E.read(json.dumps(document, indent=1).encode())


def test_a_monster_of_the_first_version_of_open5e_is_a_creature():
    found = import_open5e({"count": 1, "next": None, "results": [FIRST]})
    (drake,) = found.creatures
    assert (drake["max_hp"], drake["defenses"], drake["saves"], drake["initiative"]) == (45, {"ac": 15}, {"con": 5}, 2)
    assert drake["hit_dice"] == "6d10+12"
    assert (drake["resist"], drake["immune"]) == (["cold"], ["poison", "poisoned", "prone"])
    bite, lash = powers_of(drake)
    assert (bite["attack"], bite["damage"], lash["tags"]) == ("+6 vs AC", "2d6+4 piercing", ["legendary"])
    assert drake["trait"][0]["modifiers"] == [
        f"resist {each} unless magic" for each in ("bludgeoning", "piercing", "slashing")
    ]
    assert [each.text for each in found.leftovers] == ["Amphibious. It breathes air and water."]


def test_an_attack_with_numbers_only_is_read():
    slam = {"name": "Slam", "desc": "", "attack_bonus": 3, "damage_dice": "1d8", "damage_bonus": 2}
    (drake,) = import_open5e([FIRST | {"actions": [slam], "legendary_actions": []}]).creatures
    (power,) = powers_of(drake)
    assert (power["attack"], power["damage"]) == ("+3 vs AC", "1d8+2")


def test_the_numbers_of_an_open5e_trait_are_not_an_attack():
    hide = {"name": "Frost Hide (2/Day)", "desc": "It freezes.", "attack_bonus": 0, "damage_dice": "1d10"}
    found = import_open5e([FIRST | {"special_abilities": [hide]}])
    (drake,) = found.creatures
    assert (drake["trait"][-1], drake["counters"]) == ({"name": "Frost Hide", "text": "It freezes."}, {"frost hide": 2})
    assert [each["name"] for each in powers_of(drake)] == ["Bite", "Lash"]
    assert [each.text for each in found.leftovers][-1] == "Frost Hide. It freezes."


def test_saves_of_open5e_are_those_that_differ_from_the_ability():
    saves = {"saving_throws": {"strength": 4, "dexterity": 5}}
    (drake,) = import_open5e(SECOND | saves).creatures
    assert drake["saves"] == {"dex": 5}


def test_a_creature_of_open5e_version_2_is_read():
    (drake,) = import_open5e(SECOND).creatures
    assert (drake["size"], drake["type"], drake["initiative"]) == ("Large", "Dragon", 4)
    assert (drake["abilities"], drake["saves"]) == ({"str": 18, "dex": 14}, {"con": 5})
    assert (drake["speed"], drake["senses"]) == ("walk 30", "darkvision 60")
    assert (drake["resist"], drake["immune"]) == (["cold"], ["prone"])
    bite, breath = powers_of(drake)
    assert breath["save"].split()[0] in ("dex", "con")
    assert (bite["attack"], breath["use"], breath["action"]) == ("+6 vs AC", "refresh 5,6", "bonus")


@pytest.mark.parametrize(
    ("document", "changed", "challenge", "xp"),
    [
        (FIRST, {"challenge_rating": "1/4"}, "Challenge 1/4", 50),
        (SECOND, {"challenge_rating_decimal": "10.000", "experience_points": None}, "Challenge 10", 5900),
        (SECOND, {"challenge_rating_decimal": "0.500"}, "Challenge 1/2", 100),
        (SECOND, {"challenge_rating_text": "3", "experience_points": 750}, "Challenge 3", 750),
    ],
)
def test_experience_points_follow_the_challenge_unless_open5e_has_them(
    document: dict[str, Any], changed: dict[str, Any], challenge: str, xp: int
):
    without = {key: each for key, each in document.items() if not key.startswith(("challenge", "experience"))}
    (drake,) = import_open5e(without | changed).creatures
    assert challenge in drake["text"].splitlines()
    assert drake["xp"] == xp


def test_a_speed_of_open5e_says_whether_it_hovers():
    (drake,) = import_open5e([FIRST | {"speed": {"hover": True, "walk": 0, "fly": 50}}]).creatures
    assert drake["speed"] == "walk 0, fly 50, hover"


# dndme

MONSTER = """\
name = "marsh_drake"
size = "large"
mtype = "dragon"
alignment = "unaligned"
ac = 15
armor = "natural armor"
max_hp = "6d10+12"
speed = "land: 30, swim: 40"
str = 18
dex = 14
resist = "cold"
immune = "poison, poisoned"
languages = "Draconic"
cr = 4
xp = 1100
notes = \"\"\"
Wet,
and cold.
\"\"\"

[skills]
stealth = 4
con_save = 5

[senses]
darkvision = 60

[features.amphibious]
name = "Amphibious"
description = "It breathes air and water."

[actions.bite]
name = "Bite"
description = \"\"\"
Melee Weapon Attack: +6 to hit, reach 5 ft., one target.
Hit: 11 (2d6 + 4) piercing damage.
\"\"\"

[actions.breath]
name = "Cold Breath (Recharge 5-6)"
description = "It breathes."
"""

PARTY = """\
[Ari]
name = "Ari"
race = "Elf"
cclass = "Ranger"
level = 4
max_hp = 32
cur_hp = 20
ac = 16
initiative_mod = 4
image_url = ""

[Ari.senses]
perception = 15
"""

ENCOUNTER = """\
name = "At the ford"
location = "The ford"

[groups.drakes]
monster = "marsh_drake"
count = 2
max_hp = "2d6+3"

[groups.mages]
monster = "evil_mage"
count = 1
"""


def test_a_monster_of_dndme_is_a_creature():
    found = trackers.read_dndme(MONSTER.encode())
    (drake,) = found.creatures
    assert (drake["name"], drake["max_hp"], drake["defenses"]) == ("marsh drake", 45, {"ac": 15})
    assert (drake["saves"], drake["resist"], drake["immune"]) == ({"con": 5}, ["cold"], ["poison", "poisoned"])
    bite, breath = powers_of(drake)
    assert (bite["attack"], bite["damage"], breath["use"]) == ("+6 vs AC", "2d6+4 piercing", "refresh 5,6")
    assert drake["hit_dice"] == "6d10+12"
    assert [(each.line, each.text) for each in found.leftovers] == [(28, "Amphibious. It breathes air and water.")]


def test_uses_a_day_of_dndme_are_a_counter_and_armor_is_shown_with_its_class():
    (drake,) = trackers.read_dndme(MONSTER.replace("Recharge 5-6", "3/Day").encode()).creatures
    assert (powers_of(drake)[1]["name"], drake["counters"]) == ("Cold Breath", {"cold breath": 3})
    assert drake["text"].splitlines() == [
        "Armor class 15 (natural armor)",
        "Challenge 4",
        "Skills: stealth 4",
        "Wet, and cold.",
    ]


def test_a_party_of_dndme_is_characters():
    (ari,) = trackers.read_dndme(PARTY.encode()).creatures
    assert [ari[key] for key in ("name", "kind", "role", "level", "max_hp", "hp", "initiative")] == [
        "Ari", "pc", "Ranger", 4, 32, 20, 4,
    ]  # fmt: skip


def test_the_groups_of_an_encounter_name_their_monsters_and_how_many():
    found = trackers.read_dndme(ENCOUNTER.encode())
    assert [(each.name, each.line, each.fields) for each in found.missing_creatures] == [
        ("marsh drake", 4, {"count": 2, "max_hp": 10, "hit_dice": "2d6+3"}),
        ("evil mage", 9, {}),
    ]
    assert [(each.line, each.text) for each in found.leftovers] == [
        (1, "name: At the ford"),
        (2, "location: The ford"),
    ]


def test_counts_may_be_dice_or_sums_with_other_groups():
    groups = {"goblins": "1d4+2", "mages": "goblins + 1", "rest": "players + 2"}
    text = "\n".join(f'[groups.{name}]\nmonster = "{name}"\ncount = "{count}"' for name, count in groups.items())
    found = trackers.read_dndme(text.encode())
    assert [each.fields["count"] for each in found.missing_creatures] == [4, 5, 2]
    assert [(each.line, each.text) for each in found.leftovers] == [
        (3, "goblins, 1d4+2 of them; imported as 4, change it if needed"),
        (9, "rest, players + 2 of them; imported as 2, change it if needed"),
    ]


def test_broken_toml_is_reported_with_its_line():
    with pytest.raises(UnreadableSource, match="invalid TOML") as wrong:
        trackers.read_dndme(b"name = 1\nmax_hp = = 2\n")
    assert wrong.value.line == 2


# All of them


@pytest.mark.parametrize(
    ("text", "reader"),
    [
        (json.dumps(STAT_BLOCK), "trackers:read_improved_initiative"),
        (json.dumps({"Creatures.x1": json.dumps(STAT_BLOCK)}), "trackers:read_improved_initiative"),
        (json.dumps({"results": [FIRST]}), "open5e:OPEN5E"),
        (json.dumps(SECOND), "open5e:OPEN5E"),
        (MONSTER, "trackers:read_dndme"),
        (PARTY, "trackers:read_dndme"),
        (ENCOUNTER, "trackers:read_dndme"),
    ],
)
def test_each_is_recognised_by_what_is_in_it(text: str, reader: str):
    found = format_detection.format_of(text)
    assert found is not None
    assert found.reader == f"srd5.{reader}"


@pytest.mark.parametrize(
    "found",
    [
        import_improved_initiative(STAT_BLOCK),
        import_open5e([FIRST]),
        import_open5e(SECOND),
        trackers.read_dndme(MONSTER.encode()),
    ],
)
def test_their_creatures_pass_check_and_fight(found: ImportResult):
    assert len(check_import(found).states) == 1
    fight_with_all_they_have(found, {"max_hp": 10_000, "defenses": {"ac": 18}})


def test_no_spoilt_source_crashes_them():
    check_hostile(trackers.read_improved_initiative, {"Combatants": [{"StatBlock": STAT_BLOCK, "MaxHP": 5}]})
    check_hostile(OPEN5E.read, {"results": [FIRST]})
    check_hostile(OPEN5E.read, SECOND)
    for text in (MONSTER, PARTY, ENCOUNTER):
        check_cut(trackers.read_dndme, text)


@pytest.mark.parametrize("key", ["max_hp", "name", "skills", "actions", "immune", "ac"])
@pytest.mark.parametrize("odd", ["1979-05-27", "[[1]]", '"\\u001b[31m"', "{ a = { b = 1 } }", "true", "-9e99", '"1d"'])
def test_odd_toml_values_do_not_crash(key: str, odd: str):
    lines = [line for line in MONSTER.split("\n[")[0].split("\n") if not line.startswith(f"{key} ")]
    text = f"{key} = {odd}\n" + "\n".join(lines)
    try:
        found = trackers.read_dndme(text.encode())
    except UnreadableSource as wrong:
        assert str(wrong)
    else:
        assert found.creatures or found.leftovers


# JSON with its lines


def test_each_value_of_json_has_the_line_it_begins_on():
    document = Record(read_json('{\n "a": 1,\n "b": ["x\\n",\n  {"c":\n   true}]\n}'))
    first, second = document.nodes("b")
    assert (document.line, document.line_of("a"), first.line, second.line) == (1, 2, 3, 4)
    assert (document.whole("a"), first.value, Record(second).line_of("c")) == (1, "x\n", 5)


def test_unread_entries_and_entries_of_another_type_remain():
    record = Record(
        read_json('{"name": "x", "hp": "many", "ac": 12.0, "name": "y", "odd": {"a": [1, null]}, "no": false}')
    )
    assert (record.text("name"), record.whole("hp"), record.whole("ac")) == ("x", None, 12)
    assert [text for _, text in record.unread_texts()] == ["hp: many", "name again: y", "odd: a: 1"]


def test_a_key_repeated_again_and_again_loses_nothing():
    record = Record(read_json("{" + ", ".join(f'"a": {number}' for number in range(20_000)) + "}"))
    assert [text for _, text in record.unread_texts()][:3] == ["a: 0", "a again: 1", "a again 2: 2"]
    assert len(list(record)) == 20_000


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("[1,\n 2", 2, "invalid JSON"),
        ("[1,\n" * 41, 41, "nested more than 40 deep"),
        ("[\n" + "1,\n" * 600_000, 500_001, "more than 1,000,000 keys and values"),
        ("[\nNaN]", None, "NaN is not a number"),
        ("\n" + "[" * 50, 2, "nested more than 40 deep"),
        ('["\\x"]', 1, "invalid JSON"),
    ],
)
def test_invalid_json_is_reported_with_its_line(text: str, line: int | None, message: str):
    with pytest.raises(UnreadableSource, match=message) as wrong:
        read_json(text)
    assert wrong.value.line == line
