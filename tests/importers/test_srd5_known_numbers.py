"""Attacks and saves that fifth-edition sources have as numbers: they are neither turned into text nor read from it."""

import json
from typing import Any

import pytest

from orcus_tui.importers.creature_draft import CreatureDraft, Table
from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.import_result import ImportResult, result_for_system
from orcus_tui.importers.srd5 import tables
from orcus_tui.importers.srd5.powers import add_action
from orcus_tui.importers.srd5.printed_action import Attack, DamagePart, PrintedEntry, SavingThrow
from tests.helpers.imports.reed_stalker import FIVE_E_TOOLS, FOUNDRY, STATBLOCK5E, activity, item, weapon, xml

CLAW = Attack("melee", "+5", "reach 5 ft.", (DamagePart("1d8+3", ("slashing",)),))
GUST = SavingThrow("str", "13", (DamagePart("2d6", ("thunder",)),), halves=True)


def powers_of(found: ImportResult) -> list[Any]:
    (creature,) = found.creatures
    powers: Any = creature["power"]
    return list(powers)


def read_action(text: str = "", **known: Any) -> ImportResult:
    draft = CreatureDraft("Gnat", 1)
    draft.put("max_hp", 9)
    draft.put("defenses", {"ac": 12})
    add_action(draft, PrintedEntry("actions", "Claw", text, 3, **known))
    return result_for_system("srd5", [draft])


def actor_with(*items: Any, rules: str = "2014") -> ImportResult:
    system: Any = FOUNDRY["system"]
    actor = {**FOUNDRY, "system": {**system, "source": {"rules": rules}}, "items": list(items)}
    return read_source(json.dumps(actor).encode(), "actor")


def without_text(known: Any) -> Any:
    return {**known, "system": {**known["system"], "description": {"value": ""}}}


def test_an_attack_in_numbers_is_a_power_without_a_text_of_ours():
    assert powers_of(read_action(attack=CLAW)) == [
        {"name": "Claw", "attack": "+5 vs AC", "range": "melee, reach 5 ft", "damage": "1d8+3 slashing"}
    ]


def test_a_save_in_numbers_is_a_power_without_a_text_of_ours():
    assert powers_of(read_action(save=GUST)) == [
        {"name": "Claw", "save": "str 13", "saved": "half", "damage": "2d6 thunder", "range": "near"}
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Melee Weapon Attack: +9 to hit, reach 30 ft., one target. Hit: 50 (9d10) fire damage.",
        "Ranged Attack Roll: +9, range 90 ft. Hit: 50 (9d10) fire damage.",
        "+9 to hit, 50 (9d10) fire damage",
        "Each creature must make a DC 19 Dexterity saving throw, taking 50 (9d10) fire damage on a failed save.",
        "Wisdom Saving Throw: DC 19. Failure: 50 (9d10) fire damage.",
        "Fire Claw. The gnat burns. Ice Claw. The gnat freezes.",
    ],
)
def test_numbers_go_before_a_text_that_looks_like_an_attack_or_a_save(text: str):
    attack, *_ = powers_of(read_action(text, attack=CLAW))
    assert (attack["name"], attack["attack"], attack["damage"]) == ("Claw", "+5 vs AC", "1d8+3 slashing")
    assert (attack["range"], attack["text"]) == ("melee, reach 5 ft", text)
    save, *_ = powers_of(read_action(text, save=GUST))
    assert (save["name"], save["save"], save["saved"], save["damage"]) == ("Claw", "str 13", "half", "2d6 thunder")
    assert "attack" not in save


def test_the_text_next_to_the_numbers_gives_further_effects():
    attack, save = powers_of(
        read_action(
            "The target is grappled (escape DC 14). "
            "The target must succeed on a DC 12 Constitution saving throw or be poisoned for 1 minute.",
            attack=CLAW,
        )
    )
    assert attack["effects"] == ['apply grappled until "it escapes, DC 14"', "use Claw (save)"]
    assert (save["save"], save["effects"]) == ("con 12", ["apply poisoned 10r"])
    (gust,) = powers_of(read_action("Failure: The target is prone. Success: Half damage.", save=GUST))
    assert (gust["effects"], gust["saved"]) == (["apply prone"], "half")


def test_a_save_in_numbers_follows_the_hit_of_its_attack():
    attack, save = powers_of(read_action("It hums.", attack=CLAW, save=GUST))
    assert (attack["attack"], attack["effects"]) == ("+5 vs AC", ["remind It hums", "use Claw (save)"])
    assert save == {"name": "Claw (save)", "action": "free", "save": "str 13", "saved": "half", "damage": "2d6 thunder"}


def test_further_damage_in_numbers_is_a_separate_line():
    parts = (DamagePart("2d6", ("cold",)), DamagePart("1d6", ("necrotic",)))
    (attack,) = powers_of(read_action(attack=Attack("ranged", "+4", "range 60 ft.", parts)))
    assert (attack["damage"], attack["effects"]) == ("2d6 cold", ["damage 1d6 necrotic", "crit: damage 1d6 necrotic"])
    (save,) = powers_of(read_action(save=SavingThrow("dex", "12", parts, halves=True)))
    assert (save["damage"], save["saved"], save["effects"]) == ("2d6 cold", "half", ["damage 1d6 necrotic"])
    assert save["always"] == ["miss: damage 1d6 necrotic half"]
    (hard,) = powers_of(read_action(save=SavingThrow("dex", "12", parts)))
    assert (hard["damage"], hard["effects"], "saved" in hard) == ("2d6 cold", ["damage 1d6 necrotic"], False)


def test_damage_with_a_choice_of_types_has_no_type_and_a_reminder():
    found = read_action(attack=Attack("melee", "+4", damage=(DamagePart("1d6", ("fire", "cold")),)))
    (attack,) = powers_of(found)
    assert (attack["damage"], attack["effects"]) == ("1d6", ["remind the damage is fire or cold"])
    assert found.leftovers == ()


@pytest.mark.parametrize(
    ("part", "damage", "noted"),
    [
        (DamagePart("1d6 + @scale.rage", ("fire",)), None, "Claw: 1d6 + @scale.rage fire damage"),
        (DamagePart("1d6", ("shadow",)), "1d6", "Claw: shadow damage"),
    ],
)
def test_damage_with_invalid_dice_or_an_unknown_type_is_noted(part: DamagePart, damage: str | None, noted: str):
    found = read_action(attack=Attack("melee", "+4", damage=(part,)))
    (attack,) = powers_of(found)
    assert (attack["attack"], attack.get("damage")) == ("+4 vs AC", damage)
    assert [(each.line, each.text) for each in found.leftovers] == [(3, noted)]


# Programs


@pytest.mark.parametrize(
    ("rules", "reach"), [("2014", "melee, reach 10 ft., one target"), ("2024", "melee, reach 10 ft")]
)
def test_an_attack_of_foundry_without_a_text_is_the_same_as_with_one(rules: str, reach: str):
    hook = weapon("Hook", 1, 8, "slashing", "10")
    (known,) = powers_of(actor_with(without_text(hook), rules=rules))
    (printed,) = powers_of(actor_with(hook, rules=rules))
    text = printed.pop("text")
    assert known == printed == {"name": "Hook", "attack": "+6 vs AC", "range": reach, "damage": "1d8+4 slashing"}
    assert "+6" in text


def save_item(name: str, **values: Any) -> Any:
    hurt = {"onSave": "none", "parts": [{"number": 4, "denomination": 6, "types": ["acid"]}]}
    save = activity("save", save={"ability": ["con"], "dc": {"formula": "12"}}, damage=hurt, **values)
    return without_text(item(name, "", activities=save))


def test_a_foundry_save_without_text_keeps_the_damage_that_a_success_avoids():
    found = actor_with(save_item("Spit"))
    assert powers_of(found) == [{"name": "Spit", "save": "con 12", "damage": "4d6 acid", "range": "near"}]
    assert found.leftovers == ()


def test_a_save_of_foundry_that_takes_no_action_is_free():
    (burst,) = powers_of(actor_with(save_item("Death Burst", activation={"type": ""})))
    assert (burst["action"], burst["save"]) == ("free", "con 12")


@pytest.mark.parametrize(("strength", "damage"), [(18, "2d6+4 piercing"), (10, "2d6 piercing"), (7, "2d6-2 piercing")])
def test_the_modifier_in_damage_of_an_older_foundry_is_added(strength: int, damage: str):
    bite = item("Bite", "Teeth.", actionType="mwak", damage={"parts": [["2d6 + @mod", "piercing"]]})
    system: Any = FOUNDRY["system"]
    abilities = {**system["abilities"], "str": {"value": strength}}
    actor = {**FOUNDRY, "system": {**system, "abilities": abilities}, "items": [{**bite, "type": "weapon"}]}
    (power,) = powers_of(read_source(json.dumps(actor).encode(), "actor"))
    assert (power["damage"], power["text"]) == (damage, "Teeth.")


def open5e_action(action: Table) -> ImportResult:
    creature = {"name": "Gnat", "hit_points": 9, "armor_class": 12, "challenge_rating": "1", "slug": "gnat"}
    source = {"count": 1, "results": [{**creature, "document__slug": "own", "actions": [action]}]}
    return read_source(json.dumps(source).encode(), "page")


def test_each_attack_that_open5e_has_in_numbers_is_a_power():
    sting = {"to_hit_mod": 5, "reach": 10, "damage_die_count": 2, "damage_die_type": "D4", "damage_bonus": 3}
    shot = {"to_hit_mod": 4, "range": 30, "long_range": 90, "damage_die_count": 1, "damage_die_type": "D6"}
    more = {"extra_damage_die_count": 1, "extra_damage_die_type": "D6", "extra_damage_type": {"name": "Poison"}}
    attacks = [{**sting, "damage_type": {"name": "Piercing"}, **more}, {**shot, "damage_type": {"name": "Fire"}}]
    first, second = powers_of(open5e_action({"name": "Sting", "desc": "It hums.", "attacks": attacks}))
    assert (first["attack"], first["range"], first["damage"]) == ("+5 vs AC", "melee, reach 10 ft", "2d4+3 piercing")
    assert first["effects"] == ["damage 1d6 poison", "crit: damage 1d6 poison", "remind It hums"]
    assert second == {
        "name": "Sting 2",
        "attack": "+4 vs AC",
        "range": "ranged, range 30/90 ft",
        "damage": "1d6 fire",
    }


def test_an_open5e_attack_without_damage_is_an_attack():
    action: Table = {"name": "Net", "desc": "", "attacks": [{"to_hit_mod": 3, "range": 10}, {"name": "Net attack"}]}
    (net,) = powers_of(open5e_action(action))
    assert net == {"name": "Net", "attack": "+3 vs AC", "range": "ranged, range 10 ft"}


def test_a_breath_that_open5e_gives_a_bonus_of_0_calls_for_a_save_only():
    text = "Each creature must make a DC 14 Dexterity saving throw, taking 14 (4d6) fire damage on a failed save."
    action: Table = {"name": "Breath", "desc": text, "attack_bonus": 0, "damage_dice": "4d6"}
    (breath,) = powers_of(open5e_action(action))
    assert (breath["save"], "attack" in breath) == ("dex 14", False)


@pytest.mark.parametrize(
    ("dice", "bonus", "damage"),
    [("1d8 + 1d6", 3, "1d8+1d6+3"), ("2d6", -1, "2d6-1"), ("3", None, "3"), ("1d4 cold", None, "1d4 cold")],
)
def test_damage_in_a_note_is_any_dice(dice: str, bonus: int | None, damage: str):
    bite = {"name": "Bite", "desc": "", "attack_bonus": 6, "damage_dice": dice, "damage_bonus": bonus}
    note = f"```statblock\nname: Gnat\nac: 12\nhp: 9\nstats: [1, 2, 3, 4, 5, 6]\nactions: {json.dumps([bite])}\n```"
    (power,) = powers_of(read_source(note.encode(), "note"))
    assert (power["attack"], power["damage"]) == ("+6 vs AC", damage)


# Statistics


def the_one(source: str) -> Any:
    (creature,) = read_source(source.encode(), "source").creatures
    return creature


@pytest.mark.parametrize(
    ("uses", "limits"),
    [
        ({"max": "1", "per": "day"}, {"use": "daily"}),
        ({"max": "3", "per": "day"}, {"counters": {"gust": 3}}),
        ({"recovery": [{"period": "lr"}]}, {"use": "daily"}),
        ({"recovery": [{"period": "sr"}]}, {"use": "encounter"}),
        ({"recovery": [{"period": "recharge", "formula": "4"}]}, {"use": "refresh 4,5,6"}),
        ({"recovery": [{"period": "recharge", "formula": "6"}]}, {"use": "refresh 6"}),
    ],
)
def test_the_frequency_of_a_foundry_item_is_not_part_of_its_name(uses: Any, limits: Table):
    gust = actor_with(item("Gust", "It blows.", uses=uses, activities=activity("utility")))
    (creature,), (power,) = gust.creatures, powers_of(gust)
    assert power["name"] == "Gust"
    found = {key: value for key, value in {**creature, **power}.items() if key in ("use", "counters")}
    assert found == limits


def test_the_frequency_of_a_foundry_trait_is_shown_after_its_name():
    (creature,) = actor_with(item("Luck", "It is lucky.", uses={"recovery": [{"period": "sr"}]})).creatures
    assert creature["trait"] == [{"name": "Luck (Recharges after a Short or Long Rest)", "text": "It is lucky."}]


def test_legendary_actions_of_foundry_are_counted_by_its_numbers():
    system: Any = FOUNDRY["system"]
    wing = item("Wing", "It beats.", activities=activity("utility", activation={"type": "legendary", "value": 2}))
    actor = {**FOUNDRY, "system": {**system, "resources": {"legact": {"max": 4}}}, "items": [wing]}
    creature = the_one(json.dumps(actor))
    assert (creature["legendary"], creature["power"][0]["action"]) == (4, "legendary+legendary")
    assert "Legendary" not in creature["text"]


def test_the_number_of_foundry_legendary_resistances_is_their_count():
    used = activity("utility", consumption={"targets": [{"type": "attribute", "target": "resources.legres.value"}]})
    items = [item("Resist", "It succeeds.", activities=used), item("Luck", "It is lucky.")]
    system: Any = FOUNDRY["system"]
    actor = {**FOUNDRY, "system": {**system, "resources": {"legres": {"max": 3}}}, "items": items}
    assert the_one(json.dumps(actor))["counters"] == {"resist": 3}


@pytest.mark.parametrize(
    ("recharge", "name", "limits"),
    [
        ("D6", "Gust", {"use": "refresh 6"}),
        ("1/day", "Gust", {"use": "daily"}),
        ("3/Day", "Gust", {"counters": {"duck": 2, "gust": 3}}),
        ("1/turn", "Gust (1/turn)", {}),
        ("at dawn", "Gust (at dawn)", {}),
    ],
)
def test_the_frequency_of_an_xml_action_is_read_from_its_field(recharge: str, name: str, limits: Table):
    action = f"<action><name>Gust</name><text>It blows.</text><recharge>{recharge}</recharge></action>"
    creature = the_one(xml().replace("</monster>", f"{action}</monster>"))
    (power,) = (each for each in creature["power"] if each["name"] == name)
    expected = {"counters": {"duck": 2}} | limits
    assert {key: each for key, each in {**creature, **power}.items() if key in ("use", "counters")} == expected


def test_several_uses_a_day_of_open5e_are_a_counter():
    action: Table = {"name": "Gust", "desc": "It blows.", "usage_limits": {"type": "PER_DAY", "param": 3}}
    (creature,) = open5e_action(action).creatures
    assert (creature["counters"], powers_of(open5e_action(action))[0]["name"]) == ({"gust": 3}, "Gust")


def test_daily_uses_that_vary_by_place_are_counted_and_shown_as_printed():
    (creature,) = tools(trait=[{"name": "Luck (3/Day, or 4/Day in Lair)", "entries": ["It is lucky."]}]).creatures
    assert (creature["trait"], creature["counters"]) == (
        [{"name": "Luck", "text": "It is lucky."}],
        {"luck": 3, "duck": 2},
    )
    assert "Luck (3/Day, or 4/Day in Lair)" in str(creature["text"]).splitlines()


def tools(**changed: Any) -> ImportResult:
    printed: Any = FIVE_E_TOOLS["monster"]
    (monster,) = printed
    return read_source(json.dumps({"monster": [{**monster, **changed}]}).encode(), "source")


def test_the_first_of_several_armor_classes_counts_and_all_are_shown():
    (creature,) = tools(ac=[11, {"ac": 16, "from": ["{@spell barkskin}"], "condition": "at dusk"}]).creatures
    assert creature["defenses"] == {"ac": 11}
    assert str(creature["text"]).startswith("Armor class 11, 16 (barkskin) at dusk\n")


def test_resistances_with_a_note_are_traits_and_the_plain_ones_fields():
    nonmagical = {"resist": ["slashing", "piercing"], "note": "from nonmagical attacks", "cond": True}
    (creature,) = tools(resist=["cold", nonmagical, {"resist": ["fire"]}], trait=[]).creatures
    assert creature["resist"] == ["cold", "fire"]
    limited = {"name": "Damage Resistances", "text": "slashing, piercing from nonmagical attacks"}
    modifiers = ["resist slashing unless magic", "resist piercing unless magic"]
    assert creature["trait"] == [{**limited, "modifiers": modifiers}]


def test_a_conditional_immunity_to_a_condition_is_not_an_immunity():
    found = tools(immune=[], conditionImmune=["prone", {"conditionImmune": ["charmed", "frightened"], "note": "awake"}])
    assert found.creatures[0]["immune"] == ["prone"]
    assert "condition immune: charmed, frightened awake" in [each.text for each in found.leftovers]


def test_a_save_that_is_not_a_number_is_noted():
    found = tools(save={"dex": "+4", "con": "as its rider's"})
    assert found.creatures[0]["saves"] == {"dex": 4}
    assert "saves: con as its rider's" in [each.text for each in found.leftovers]


def test_resistances_of_foundry_that_some_weapons_bypass_are_a_trait():
    system: Any = FOUNDRY["system"]
    resisted = {"value": ["cold", "slashing", "piercing"], "bypasses": ["mgc"], "custom": "radiant"}
    actor = {**FOUNDRY, "system": {**system, "traits": {**system["traits"], "dr": resisted}}}
    creature = the_one(json.dumps(actor))
    assert creature["resist"] == ["cold", "radiant"]
    assert creature["trait"][0] == {
        "name": "Damage Resistances",
        "text": "slashing, piercing from nonmagical attacks",
        "modifiers": ["resist slashing unless magic", "resist piercing unless magic"],
    }


def test_the_kind_of_armor_is_not_part_of_the_number():
    armor: Any = {"armorClass": 14, "armorType": "19 scales (99)", "hasShield": True}
    creature = the_one(json.dumps({**STATBLOCK5E, "armorClass": armor}))
    assert creature["defenses"] == {"ac": 14}
    assert "Armor class 14 (19 scales (99), shield)" in creature["text"]


def test_hit_points_that_a_table_has_only_as_dice_are_their_average():
    rows = b"name,ac,hit dice\nOgre,11,7d10+21\nRat,10,1d4-1\nOdd,10,12 (3d8)\n"
    ogre, rat, odd = tables.read(rows).creatures
    assert (ogre["max_hp"], ogre["hit_dice"]) == (59, "7d10+21")
    assert (rat["max_hp"], odd["max_hp"], odd["hit_dice"]) == (1, 12, "3d8")


@pytest.mark.parametrize(
    ("rating", "challenge", "points"),
    [("0.25", "1/4", 50), (".5", "1/2", 100), ("⅛", "1/8", 25), ("1/2", "1/2", 100), ("12", "12", 8400)],
)
def test_experience_points_follow_from_a_challenge_however_it_is_written(rating: str, challenge: str, points: int):
    (rat,) = tables.read(f"name,ac,hp,init,cr\nRat,12,4,1,{rating}\n".encode()).creatures
    assert (rat["text"], rat["xp"]) == (f"Challenge {challenge}", points)


def test_a_challenge_that_is_not_a_number_is_noted():
    found = tables.read(b"name,ac,hp,init,cr\nRat,12,4,1,varies\nCat,12,4,1,-\n")
    assert ["xp" in each for each in found.creatures] == [False, False]
    assert [(each.line, each.text) for each in found.leftovers] == [(2, "challenge: varies")]


def test_saves_of_a_table_that_differ_from_the_ability_are_read_in_any_column_order():
    headings, ogre = "name,dex save,str save,ac,hp,str,dex,cr", "Ogre,-1,+6,11,59,19,8,2"
    assert the_one(f"{headings}\n{ogre}\n")["saves"] == {"str": 6}


def test_separate_options_of_a_source_are_not_searched_in_its_text():
    items = [
        {"type": "item", "name": "Mud.", "entries": ["A creature must make a {@dc 12} Dexterity saving throw."]},
        {"type": "item", "name": "Sleep", "entry": "Frogs snore. Night Watch. One wakes. Old Reeds. They bend."},
    ]
    entries = ["It does one of these:", {"type": "list", "items": items}]
    choice, mud, sleep = powers_of(tools(action=[{"name": "Croak {@recharge 5}", "entries": entries}], reaction=[]))
    assert (choice["name"], choice["always"]) == ("Croak", ['self: choose use "Mud" | use "Sleep"'])
    assert choice["text"].startswith("It does one of these: Mud. A creature must")
    assert (mud["name"], mud["save"], mud["use"]) == ("Mud", "dex 12", "refresh 5,6")
    assert (sleep["name"], sleep["use"], sleep["text"]) == ("Sleep", "with Mud", items[1]["entry"])


def test_a_single_named_passage_is_part_of_the_text():
    items = [{"type": "item", "name": "Mud", "entry": "It is deep."}]
    (croak,) = powers_of(tools(action=[{"name": "Croak", "entries": [{"type": "list", "items": items}]}], reaction=[]))
    assert croak["text"] == "Mud. It is deep."


def test_names_of_spells_are_shown_and_not_read():
    spells = {
        "name": "Spellcasting",
        "displayAs": "action",
        "headerEntries": ["The stalker casts one of these (spell save {@dc 12}):"],
        "will": ["{@spell Light}", "Ranged Spell Attack: +9, range 60 ft. Hit: 5 (1d10) fire damage."],
        "daily": {"2e": ["{@spell Sleep}"]},
    }
    found = tools(spellcasting=[spells], action=[], reaction=[])
    (power,) = powers_of(found)
    assert "attack" not in power
    assert power["text"].startswith("The stalker casts one of these (spell save DC 12): At will: Light, Ranged")
    assert power["text"].endswith(" 2/day each: Sleep")
