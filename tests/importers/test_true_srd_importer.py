"""True SRD stat blocks from JSON."""

import json
import re
from typing import Any

import pytest

from orcus_tui.importers import format_detection
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.true_srd import true_srd_json
from tests.helpers.imports.hostile_sources import check_hostile
from tests.helpers.imports.imported import check_import, fight_with_all_they_have
from tests.helpers.imports.shared_data import data_file, read_collection

ABILITIES = {"Str": "+5", "Dex": "+3", "Con": "--", "Int": "-4", "Wis": "+2", "Cha": "+0"}
NUMBERS: dict[str, object] = {
    "name": "Marsh Drake",
    "level": "12th",
    "type": "Animal",
    "subtype": "",
    "size": "Huge",
    "speed": "50 ft.",
    "abilities": ABILITIES,
    "attack": "+10",
    "attack_note": "(-2 size, +9 base, +3 Dex) (+11 with bite)",
    "damage": "+11",
    "damage_note": "(bite), or +8 (claws)",
    "defense_dodge_parry": "20/--",
    "defense_dodge_parry_note": "(19 base, -2 size, +3 Dex)",
    "initiative": "+3",
    "toughness": "+10",
    "fortitude": "--",
    "reflex": "+11",
    "will": "+6",
    "skills": ["Notice +19"],
    "feats": ["Run"],
    "traits": "",
    "details": "",
}


def read(**changed: object) -> ImportResult:
    return true_srd_json.read(json.dumps([NUMBERS | changed], indent=1).encode())


def the_one(**changed: object) -> dict[str, Any]:
    return read(**changed).creatures[0]


def powers_of_passage(**changed: object) -> list[tuple[str, str, str]]:
    return [(each["name"], each["attack"], each["damage"]) for each in the_one(**changed)["power"]]


def test_the_numbers_of_a_stat_block_are_fields():
    drake = the_one()
    assert (drake["name"], drake["level"], drake["size"], drake["initiative"]) == ("Marsh Drake", 12, "Huge", 3)
    assert drake["abilities"] == {"str": 5, "dex": 3, "int": -4, "wis": 2, "cha": 0}


@pytest.mark.parametrize(
    ("printed", "note", "expected"),
    [
        ("20/--", "(19 base, -2 size, +3 Dex)", {"defense": 17, "dodge": 3}),
        ("+8/--", "(+2 size, +1 base, +4 Dex, +1 Dodge Focus)", {"defense": 13, "dodge": 5}),
        ("20/26", "(+11 base, +0 Dex, -1 size/+11 base, +7 Str, -1 size)", {"defense": 20, "dodge": 0, "parry": 7}),
        ("14", "", {"defense": 11, "dodge": 3}),
    ],
)
def test_defense_is_separate_from_the_dodge_and_parry_bonuses(printed: str, note: str, expected: dict[str, int]):
    defenses = the_one(defense_dodge_parry=printed, defense_dodge_parry_note=note)["defenses"]
    assert defenses == {**expected, "toughness": 10, "reflex": 11, "will": 6}


def test_each_way_to_deal_damage_is_a_power_with_its_own_bonus():
    assert powers_of_passage() == [("Bite", "+11 vs Defense", "11 lethal"), ("Claws", "+10 vs Defense", "8 lethal")]


@pytest.mark.parametrize(
    ("damage", "note", "expected"),
    [
        ("+11", "(+4 maul, +7 Str)", [("Maul", "11 lethal")]),
        ("+5", "(unarmed or bite)", [("Unarmed", "5 nonlethal"), ("Bite", "5 lethal")]),
        ("+10", "+3 base, +7 Str", [("Attack", "10 lethal")]),
        ("+17", "(fang), +10 (tail)", [("Fang", "17 lethal"), ("Tail", "10 lethal")]),
        ("-4", "", [("Attack", "-4 lethal")]),
    ],
)
def test_damage_is_read_in_its_several_spellings(damage: str, note: str, expected: list[tuple[str, str]]):
    assert [(name, damage) for name, _, damage in powers_of_passage(damage=damage, damage_note=note)] == expected


def test_a_side_effect_of_a_hit_is_a_reminder():
    (power,) = the_one(damage="+4", damage_note="(spear plus poison)")["power"]
    assert (power["name"], power["effects"]) == ("Spear", ["remind poison"])


def test_an_entry_that_is_not_an_attack_is_kept_and_counted():
    found = read(attack="see below", attack_note="")
    assert "power" not in found.creatures[0]
    assert [each.text for each in found.leftovers] == [
        "Attack see below , damage +11 (bite)",
        "Attack see below , damage +8 (claws)",
    ]


def test_a_special_without_details_is_a_trait_counted_with_its_line():
    found = read(traits="Scent, Swallow Whole, Trample, other abilities (see below)", details="Trample: Damage +9.")
    assert found.creatures[0]["trait"] == [{"name": "Trample", "text": "Damage +9."}, {"name": "Swallow Whole"}]
    one, other = (each for each in found.leftovers if "Trample" not in each.text)
    assert (one.creature, one.text, other.text) == ("Marsh Drake", "Swallow Whole", "other abilities (see below)")
    assert "traits" in json.dumps([NUMBERS], indent=1).split("\n")[one.line - 1]


def test_specials_that_are_senses_are_its_senses():
    assert the_one(traits="Scent, Darkvision (60 ft.)")["senses"] == "scent, darkvision (60 ft.)"


def test_feats_are_listed_without_the_mark_of_a_bonus():
    assert "Feats: Improved Grab (bite), Run" in the_one(feats=["Improved Grab B (bite)", "Run B", "--"])["text"]


def test_it_is_recognised_by_what_is_in_it():
    found = format_detection.format_of(json.dumps([NUMBERS]))
    assert found is not None
    assert found.reader == "true_srd.true_srd_json"


def test_the_damage_of_a_swarm_needs_no_attack_roll():
    (sting,) = the_one(attack='<a href="x">Swarm</a>', attack_note="", damage="+4", damage_note="(sting)")["power"]
    assert sting == {"name": "Sting", "range": "near", "damage": "4 lethal"}


def test_the_damage_of_a_swarm_that_is_not_understood_is_left_out():
    assert "power" not in the_one(attack="Swarm", attack_note="", damage="see text", damage_note="(sting)")


def test_all_creatures_of_the_collection_have_their_attacks():
    found = read_collection("true-srd/creatures.json")
    assert len(found.creatures) == 55
    assert all("power" in each for each in found.creatures)


def test_the_creatures_of_the_collection_pass_check_and_fight():
    found = read_collection("true-srd/creatures.json")
    assert len(check_import(found).states) == 55
    numbers = {"defense": 20, "dodge": 2, "toughness": 20}
    fight_with_all_they_have(found, {"defenses": numbers, "abilities": {"con": 2}})


def test_no_word_of_the_collection_is_lost():
    found = read_collection("true-srd/creatures.json")
    for creature, block in zip(
        found.creatures, json.loads(data_file("true-srd/creatures.json").read_bytes()), strict=True
    ):
        kept = set(re.findall(r"\w+", str(creature).replace("\\n", " ").lower()))
        said = re.sub(r"<[^<>]*>", " ", " ".join(map(str, block.values()))).lower()
        assert set(re.findall(r"[a-z]{3,}", said)) - kept - {"dex", "str", "con", "int", "wis", "cha"} == set()


def test_no_spoilt_source_crashes_it():
    check_hostile(true_srd_json.read, [NUMBERS])


def test_a_reduction_of_damage_is_a_resistance_with_an_exception():
    trait = next(each for each in the_one(traits="Damage Reduction +2/magic")["trait"] if "Damage" in each["name"])
    assert trait["modifiers"] == ["resist all 2 unless magic"]


def test_a_poison_that_damages_an_ability_is_offered_after_a_hit():
    poison = (
        "Any creature that suffers damage from the spear must succeed on a Difficulty 13 Fortitude save or suffer 2 "
    )
    found = the_one(traits="Poison", details=f"Poison: {poison}points of Strength damage.")
    power = next(each for each in found["power"] if each["name"] == "Poison")
    assert (power["save"], power["effects"], power["trigger"]) == ("fortitude 13", ["bonus -2 str"], "hits")


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Trample", "Damage +20, Difficulty 25 Reflex Save for half damage.",
         {"save": "reflex 25", "damage": "20 lethal", "saved": "half"}),
        ("Venom", "Bite; Fortitude Difficulty 12 resists; initial and secondary damage 1 Str.",
         {"save": "fortitude 12", "effects": ["bonus -1 str"], "trigger": "hits"}),
        ("Howl", "Twice: as a standard action, one two times per day, it makes a Difficulty 24 Will save to avoid "
         "becoming shaken for an hour.", {"save": "will 24", "effects": ["apply shaken"], "use": "2/day"}),
        ("Song", "Those who hear it make a Difficulty 19 Will save or become helpless with tears (same effect as "
         "fascinated) until it ends.", {"save": "will 19", "effects": ["apply fascinated"]}),
        ("Curse", "Anyone hurt by the marsh drake's claw must succeed at a Fortitude Save (DC 13) or contract a curse.",
         {"save": "fortitude 13", "effects": ['apply "cursed"'], "trigger": "hits"}),
        ("Nightmare", "The victim can resist with a Difficulty 24 Will save, else it takes a level of fatigue.",
         {"save": "will 24", "effects": ["apply fatigued"]}),
        ("Pounce", "If it charges, it can attack with both its claws and its bite.",
         {"multiattack": ["Bite", "Claws"], "action": "standard"}),
    ],
)  # fmt: skip
def test_a_quality_described_in_words_is_a_power(name: str, text: str, expected: dict[str, object]) -> None:
    found = the_one(traits=name, details=f"{name}: {text}")
    power = next(each for each in found["power"] if each["name"] == name)
    assert {key: power.get(key) for key in expected} == expected


@pytest.mark.parametrize(
    ("name", "modifiers"),
    [
        ("Resistance to Cold 4 and Fire 4", ['resist all 4 with "cold"', 'resist all 4 with "fire"']),
        ("Resistance to cold and electricity +2", ['resist all 2 with "cold","electricity"']),
        ("Resistance to Energy +8 (acid and fire)", ['resist all 8 with "acid","fire"']),
        ("Immunity to Electricity", ['immune all with "electricity"']),
        ("Immune to Weapon Damage", ['immune all with "weapon"']),
        ("Vermin Traits", ["immune fascinated", "immune frightened", "immune panicked", "immune shaken"]),
    ],
)
def test_the_name_of_a_quality_gives_modifiers(name: str, modifiers: list[str]) -> None:
    assert the_one(traits=name)["trait"] == [{"name": name, "modifiers": modifiers}]


def test_a_stronger_attack_on_a_charge_is_a_modifier() -> None:
    text = "When a marsh drake charges, its bite attack deals +21 damage."
    (trait,) = the_one(traits="Powerful Charge", details=f"Powerful Charge: {text}")["trait"]
    assert trait["modifiers"] == ['+10 damage with "bite" while charging']


def test_a_name_with_a_comma_is_read_in_the_order_of_speech() -> None:
    text = "If a giant drake hits with a bite attack, it latches on."
    (trait,) = the_one(name="Drake, Giant", traits="Attach", details=f"Attach: {text}")["trait"]
    assert trait["trigger"] == "hits"
