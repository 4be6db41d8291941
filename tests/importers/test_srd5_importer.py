"""SRD 5.1 stat blocks from JSON."""

import json
import re
import sys
from typing import Any

import pytest

from orcus_tui.importers import format_detection
from orcus_tui.importers.creature_draft import plain
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.json_nodes import read_json
from orcus_tui.importers.srd5 import printed_creature
from orcus_tui.importers.srd5.multiattacks import list_attacks
from orcus_tui.importers.srd5.srd5_json import SRD5_JSON
from tests.helpers.imports.hostile_sources import check_hostile
from tests.helpers.imports.imported import check_import, fight_with_all_they_have
from tests.helpers.imports.shared_data import data_file, read_collection

SCORES = {"strength": 18, "dexterity": 14, "constitution": 15, "intelligence": 6, "wisdom": 11, "charisma": 8}
NUMBERS: dict[str, object] = {
    "index": "marsh-drake",
    "name": "Marsh Drake",
    "size": "Large",
    "type": "dragon",
    "alignment": "unaligned",
    "armor_class": [{"type": "natural", "value": 15}],
    "hit_points": 45,
    "hit_dice": "6d10",
    "hit_points_roll": "6d10+12",
    **SCORES,
    "speed": {"walk": "30 ft.", "swim": "40 ft."},
    "senses": {"darkvision": "60 ft.", "passive_perception": 10},
    "languages": "",
    "xp": 450,
}
MELEE = "Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: "


def read(**changed: object) -> ImportResult:
    return SRD5_JSON.read(json.dumps([NUMBERS | changed], indent=1).encode())


def the_one(**changed: object) -> dict[str, Any]:
    return read(**changed).creatures[0]


def powers(text: str, name: str = "Bite", **changed: object) -> list[dict[str, Any]]:
    return the_one(actions=[{"name": name, "desc": text, **changed}])["power"]


def hit(text: str) -> list[dict[str, Any]]:
    return powers(MELEE + text)


def test_the_numbers_of_a_stat_block_are_fields():
    drake = the_one()
    assert (drake["max_hp"], drake["defenses"], drake["initiative"], drake["xp"]) == (45, {"ac": 15}, 2, 450)
    assert drake["hit_dice"] == "6d10+12"
    assert drake["abilities"] == {"str": 18, "dex": 14, "con": 15, "int": 6, "wis": 11, "cha": 8}
    assert (drake["speed"], drake["senses"]) == ("walk 30 ft., swim 40 ft.", "darkvision 60 ft., passive perception 10")


def test_the_rest_of_an_armor_class_is_left_over():
    found = read(armor_class=[{"type": "natural", "value": 15, "blessing": "of the fen"}])
    assert [(each.creature, each.text) for each in found.leftovers] == [("Marsh Drake", "blessing: of the fen")]


def test_saves_use_the_ability():
    save = {"value": 5, "proficiency": {"index": "saving-throw-con", "name": "Saving Throw: CON"}}
    assert the_one(proficiencies=[save])["saves"] == {"con": 5}


def test_damage_types_are_lists_what_magic_passes_are_modifiers_and_what_depends_on_more_is_left_over():
    weapons = "slashing from nonmagical weapons"
    found = read(
        damage_resistances=["cold", weapons],
        damage_immunities=["poison"],
        condition_immunities=[{"name": "Prone"}],
        damage_vulnerabilities=["piercing from magic weapons of good creatures"],
    )
    drake = found.creatures[0]
    assert (drake["resist"], drake["immune"]) == (["cold"], ["poison", "prone"])
    (passed,) = (each for each in drake["trait"] if each["name"] == "Damage Resistances")
    assert passed["modifiers"] == ["resist slashing unless magic"]
    assert [each.text for each in found.leftovers] == [
        "Damage Vulnerabilities. piercing from magic weapons of good creatures"
    ]


def test_an_attack_has_its_bonus_range_and_damage():
    (bite,) = hit("11 (2d6 + 4) piercing damage.")
    assert (bite["attack"], bite["damage"], bite["range"]) == (
        "+6 vs AC",
        "2d6+4 piercing",
        "melee, reach 5 ft., one target",
    )


def test_damage_of_a_second_type_has_its_critical_dice_too():
    (bite,) = hit("11 (2d6 + 4) piercing damage plus 9 (2d6 + 2) acid damage.")
    assert bite["effects"] == ["damage 2d6+2 acid", "crit: damage 2d6 acid"]


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("5 fire damage, and the target is knocked prone.", ["apply prone"]),
        (
            "5 fire damage, and it is grappled (escape DC 14). Until this grapple ends, the target is restrained.",
            ['apply grappled until "it escapes, DC 14"', "apply restrained while grappled"],
        ),
        (
            "5 fire damage, and it is grappled (escape DC 14). Until this grapple ends, the target is restrained and "
            "takes 7 (2d6) fire damage at the start of each of its turns.",
            [
                'apply grappled until "it escapes, DC 14"',
                "apply restrained while grappled",
                "persist 2d6 fire each while grappled",
            ],
        ),
        (
            "5 fire damage. If the target is a Large or smaller creature, it has the Prone condition.",
            ["apply prone", "remind only Large or smaller: else remove TARGET prone"],
        ),
        (
            "5 fire damage. A Huge or smaller target has the Grappled condition (escape DC 14), and it has the "
            "Restrained condition until the grapple ends.",
            [
                'apply grappled until "it escapes, DC 14"',
                "apply restrained while grappled",
                "remind only Huge or smaller: else remove TARGET grappled",
            ],
        ),
        (
            "5 fire damage. If the target is Medium or smaller, it is pushed up to 10 feet away.",
            ["remind only Medium or smaller", "remind it is pushed up to 10 feet away"],
        ),
        ("5 fire damage, and the target is poisoned for 1 minute.", ["apply poisoned 10r"]),
        ("5 fire damage, and it is stunned until the end of the drake's next turn.", ["apply stunned eont"]),
        (
            "5 fire damage, and the target takes 5 (1d10) fire damage at the start of each of its turns.",
            ["persist 1d10 fire each until removed"],
        ),
    ],
)
def test_the_effect_of_a_hit_is_a_line_of_the_language(text: str, effects: list[str]):
    assert hit(text)[0]["effects"] == effects


def test_a_save_after_a_hit_is_a_separate_power_that_the_attack_uses():
    text = (
        "5 fire damage, and the target must succeed on a DC 13 Constitution saving throw or be poisoned for 1 minute. "
    )
    bite, save = hit(text + "The target can repeat the saving throw at the end of each of its turns.")
    assert bite["effects"] == ["use Bite (save)"]
    assert (save["name"], save["save"], save["effects"], save["action"]) == (
        *("Bite (save)", "con 13"),
        *(["apply poisoned con save dc 13 10r"], "free"),
    )


def test_effects_that_one_save_ends_are_joined():
    text = "5 fire damage, and the target must succeed on a DC 13 Wisdom saving throw or be frightened for 1 minute. "
    more = "While frightened in this way, the target can't speak. It can repeat the saving throw at the end of each of "
    _, save = hit(f"{text}{more}its turns.")
    assert save["effects"] == ['apply frightened & apply "can\'t speak" wis save dc 13 10r']


def test_damage_that_a_save_halves_belongs_to_the_save():
    text = "the target must make a DC 11 Constitution saving throw, taking 10 (3d6) poison damage on a failed save, or "
    bite, save = hit(f"5 piercing damage, and {text}half as much damage on a successful one.")
    assert (bite["effects"], save["damage"], save["saved"]) == (["use Bite (save)"], "3d6 poison", "half")
    assert "effects" not in save


def test_a_save_that_only_some_make_is_only_a_reminder():
    save = "it must succeed on a DC 14 Constitution saving throw or be poisoned for 1 minute."
    some, _ = hit(f"5 piercing damage. If the target is a humanoid, {save}")
    assert some["effects"] == ["remind If the target is a humanoid: use bite-(save) TARGET"]
    all_of_them, _ = hit(f"5 piercing damage. If the target is a creature, {save}")
    assert all_of_them["effects"] == ["use Bite (save)"]


@pytest.mark.parametrize(
    "text",
    [
        "If the drake takes 30 damage from a creature inside it, the drake must succeed on a DC 14 Constitution saving "
        "throw or spit it out.",
        "If the target is thrown at another creature, that creature must succeed on a DC 14 Dexterity saving throw or "
        "take the same damage.",
    ],
)
def test_a_save_by_another_is_not_for_the_targets(text: str):
    (one,) = powers(text, "Swallow")
    assert one == {"name": "Swallow", "text": text}


def test_a_save_that_the_creature_itself_makes_is_rolled_for_it():
    text = "If a rock is hurled at the giant, the giant can, with a successful DC 10 Dexterity saving throw, catch it."
    (one,) = powers(text, "Rock Catching")
    assert (one["always"], "save" in one) == (["self: check dex 10"], False)


def test_an_area_calls_for_a_save():
    text = "Each creature in that line must make a DC 18 Dexterity saving throw, taking 54 (12d8) acid damage on a "
    (breath,) = powers(f"{text}failed save, or half as much damage on a successful one.", "Breath")
    assert (breath["save"], breath["saved"], breath["damage"]) == ("dex 18", "half", "12d8 acid")
    assert "effects" not in breath


def test_other_damage_under_a_condition_is_a_separate_attack():
    one, two = hit("7 (1d8 + 3) slashing damage, or 8 (1d10 + 3) slashing damage if used with two hands.")
    assert (one["damage"], two["name"], two["damage"]) == (
        "1d8+3 slashing",
        "Bite (if used with two hands)",
        "1d10+3 slashing",
    )


def test_a_conditional_bonus_belongs_to_its_own_attack():
    text = (
        "Melee Weapon Attack: +2 to hit (+6 to hit with shillelagh), reach 5 ft., one target. Hit: 2 (1d4) bludgeoning "
        "damage, or 8 (1d8 + 4) bludgeoning damage with shillelagh."
    )
    one, two = powers(text, "Club")
    assert (one["attack"], two["attack"], two["damage"]) == ("+2 vs AC", "+6 vs AC", "1d8+4 bludgeoning")


def test_a_thrown_weapon_deals_its_damage_at_range():
    where = "reach 5 ft. or range 30/120 ft., one target"
    hits = "9 (2d6 + 2) piercing damage in melee or 5 (1d6 + 2) piercing damage at range."
    text = f"Melee or Ranged Weapon Attack: +4 to hit, {where}. Hit: {hits}"
    near, far = powers(text, "Javelin")
    assert (near["damage"], far["name"], far["damage"]) == ("2d6+2 piercing", "Javelin (ranged)", "1d6+2 piercing")
    assert far["range"] == "ranged 30/120 ft"


BREATHS = (
    "The drake uses one of the following. Fire Breath. Each creature in a 30-foot cone must make a DC 13 Dexterity "
    "saving throw, taking 14 (4d6) fire damage on a failed save, or half as much damage on a successful one. Stun "
    "Breath. Each creature in that area must succeed on a DC 14 Constitution saving throw or be stunned for 1 minute. "
    "A creature can repeat the saving throw at the end of each of its turns, ending the effect on itself on a success."
)


def test_each_of_several_options_is_a_power_and_shares_their_use():
    whole, fire, stun = powers(BREATHS, "Breath Weapons (Recharge 5-6)")
    assert (whole["name"], whole["text"], "use" in whole) == ("Breath Weapons", BREATHS, False)
    assert whole["always"] == ['self: choose use "Fire Breath" | use "Stun Breath"']
    assert whole["action"] == "free"  # the breath that is chosen costs the action
    assert (fire["name"], fire["use"], stun["name"], stun["use"]) == (
        *("Fire Breath", "refresh 5,6"),
        *("Stun Breath", "with Fire Breath"),
    )
    assert (fire["save"], fire["saved"], fire["damage"]) == ("dex 13", "half", "4d6 fire")
    assert "always" not in fire
    assert (stun["save"], stun["effects"]) == ("con 14", ["apply stunned con save dc 14 10r"])


def test_a_second_save_is_not_failed_with_the_first():
    text = (
        "1 piercing damage, and the target must succeed on a DC 11 Constitution saving throw. On a failed save, the "
        "creature is restrained. It must repeat the saving throw at the end of its next turn. On a success, the effect "
        "ends. On a failure, the creature is petrified for 1 hour."
    )
    assert hit(text)[1]["effects"] == ["apply restrained con save dc 11 then petrified"]


@pytest.mark.parametrize(
    "text",
    [
        "A creature reduced to 0 hit points by the drake is stable but poisoned for 1 hour, and paralyzed that long",
        "the drake can bite only the grappled creature and has advantage on attack rolls to do so",
        "immunity to being charmed and frightened",
    ],
)
def test_effects_on_others_are_not_applied_to_the_target(text: str):
    assert hit(f"7 (1d8 + 3) piercing damage. {text}.")[0]["effects"] == [f"remind {text}"]


@pytest.mark.parametrize(("rating", "said"), [(0.25, "Challenge 1/4"), (0, "Challenge 0"), (12, "Challenge 12")])
def test_the_challenge_is_stored_as_printed(rating: float, said: str):
    assert said in the_one(challenge_rating=rating)["text"].splitlines()


def test_melee_or_ranged_is_a_power_for_each():
    where = "reach 5 ft. or range 20/60 ft., one target"
    text = f"Melee or Ranged Weapon Attack: +3 to hit, {where}. Hit: 4 (1d6 + 1) piercing damage."
    assert [(each["name"], each["range"].split()[0]) for each in powers(text, "Spear")] == [
        ("Spear", "melee,"),
        ("Spear (ranged)", "ranged"),
    ]


@pytest.mark.parametrize(
    ("name", "usage", "use"),
    [
        ("Breath", {"type": "recharge on roll", "dice": "1d6", "min_value": 5}, "refresh 5,6"),
        ("Breath (Recharge 6)", None, "refresh 6"),
        ("Howl", {"type": "per day", "times": 1}, "daily"),
        ("Howl", {"type": "per rest", "times": 2, "rest_types": ["short", "long"]}, "2/short rest"),
        ("Howl", {"type": "per rest", "times": 1, "rest_types": ["long"]}, "daily"),
        ("Howl (Recharges after a Short or Long Rest)", None, "encounter"),
    ],
)
def test_the_frequency_is_the_use(name: str, usage: dict[str, object] | None, use: str):
    (one,) = powers("It breathes.", name, **({"usage": usage} if usage else {}))
    assert (one["name"], one["use"]) == (name.partition(" ")[0], use)


def test_a_power_with_daily_uses_is_a_counter():
    trait = {"name": "Legendary Resistance", "desc": "It succeeds.", "usage": {"type": "per day", "times": 3}}
    assert the_one(special_abilities=[trait])["counters"] == {"legendary resistance": 3}


@pytest.mark.parametrize(("rests", "per"), [(["short", "long"], "short"), (["long"], "long")])
def test_a_trait_with_uses_per_rest_is_a_resource(rests: list[str], per: str):
    trait = {"name": "Cunning", "desc": "It rolls twice.", "usage": {"type": "per rest", "times": 2}}
    trait["usage"]["rest_types"] = rests
    drake = the_one(special_abilities=[trait])
    assert drake["resources"] == {"cunning": {"max": 2, "per": per}}
    assert drake["trait"] == [{"name": "Cunning", "text": "It rolls twice."}]


def test_regeneration_is_a_field_in_addition_to_its_trait():
    text = "The drake regains 10 hit points at the start of its turn if it has at least 1 hit point."
    drake = the_one(special_abilities=[{"name": "Regeneration", "desc": text}])
    assert (drake["regeneration"], drake["trait"]) == (10, [{"name": "Regeneration", "text": text}])


def test_reactions_and_legendary_actions_say_so():
    parry = {"name": "Parry", "desc": "The drake adds 2 to its AC."}
    lashes = [{"name": name, "desc": "It lashes."} for name in ("Tail", "Wings (Costs 2 Actions)")]
    drake = the_one(reactions=[parry], legendary_actions=lashes)
    one, two, three = drake["power"]
    assert (one["action"], two["action"], two["tags"]) == ("reaction", "legendary", ["legendary"])
    assert (three["name"], three["action"], drake["legendary"]) == ("Wings", "legendary+legendary", 3)


def test_unknown_text_is_reported_kept_and_counted_with_its_line():
    found = read(actions=[{"name": "Bite", "desc": f"{MELEE}5 fire damage, and its hit points double."}])
    (bite,) = found.creatures[0]["power"]
    assert bite["effects"] == ["remind its hit points double"]
    (one,) = found.leftovers
    assert (one.creature, one.text) == ("Marsh Drake", "Bite: its hit points double")
    source = json.dumps([NUMBERS | {"actions": [{"name": "Bite"}]}], indent=1).split("\n")
    assert '"name": "Bite"' in source[one.line]


def test_it_is_recognised_by_what_is_in_it():
    found = format_detection.format_of(json.dumps([NUMBERS]))
    assert found is not None
    assert found.reader == "srd5.srd5_json:SRD5_JSON"


# Real collections


@pytest.fixture(scope="module")
def collection() -> ImportResult:
    return read_collection("srd5/monsters.json")


def test_the_creatures_of_the_collection_pass_check_and_fight(collection: ImportResult):
    assert len(collection.creatures) == 334
    assert len(check_import(collection).states) == 334
    fight_with_all_they_have(collection, {"max_hp": 10_000, "defenses": {"ac": 18}})


def test_how_many_attacks_are_resolved(collection: ImportResult, capsys: pytest.CaptureFixture[str]):
    """At least nine of ten attacks have their attack, damage and every effect. With `-n 0`, it prints the leftovers."""
    lines = attack_lines(data_file("srd5/monsters.json").read_bytes())
    leftovers = [each for each in collection.leftovers if each.line in lines]
    share = 1 - len({each.line for each in leftovers}) / len(lines)
    with capsys.disabled():
        sys.stdout.write(f"\n{len(lines)} attacks, {share:.1%} resolved\n")
        sys.stdout.writelines(f"  {each.line} {each.creature}: {each.text}\n" for each in leftovers)
    assert share >= 0.9


def attack_lines(data: bytes) -> set[int]:
    """The lines of the actions with an attack roll."""
    found: set[int] = set()
    for block in json_nodes(read_json(data.decode())):
        for key in ("actions", "reactions", "legendary_actions"):
            actions = block.value.get(key)
            found |= (
                {each.line for each in json_nodes(actions) if "to hit" in each.value["desc"].value}
                if actions
                else set()
            )
    return found


def json_nodes(node: Any) -> list[Any]:
    return node.value


def test_the_dice_read_from_prose_are_those_the_source_has_in_numbers(collection: ImportResult):
    """An independent check: the source has the bonus and the dice a second time, as numbers."""
    powers = {(each["name"], power["name"]): power for each in collection.creatures for power in powers_of(each)}
    compared = 0
    for block in json.loads(data_file("srd5/monsters.json").read_bytes()):
        for action in block.get("actions", []):
            dice = [each.get("damage_dice", "") for each in action.get("damage", [])][:1]
            power = powers.get((block["name"], re.sub(r" \((?:Recharge|1/Day).*", "", action["name"])))
            if power and "attack" in power and "attack_bonus" in action and dice and dice[0]:
                compared += 1
                found = (block["name"], power["attack"], power["damage"].split()[0])
                assert found == (block["name"], f"{action['attack_bonus']:+d} vs AC", dice[0])
    assert compared > 450


def test_multiattacks_read_from_prose_are_those_the_source_lists(
    collection: ImportResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An independent check: the source has the attacks a second time, as a list."""
    listed = [multiattacks_of(each) for each in collection.creatures]
    monkeypatch.setattr(printed_creature, "list_attacks", lambda draft, _: list_attacks(draft, {}))
    from_prose = SRD5_JSON.read(data_file("srd5/monsters.json").read_bytes())
    compared = 0
    for creature, of_list in zip(from_prose.creatures, listed, strict=True):
        if found := multiattacks_of(creature):
            compared += 1
            both = [each for each in of_list if each in found]
            assert sorted(both) == sorted(found) or found[0] == ["Tendril x4", "Bite"], creature
    assert compared > 120


def multiattacks_of(creature: Any) -> list[list[str]]:
    return [power["multiattack"] for power in powers_of(creature) if "multiattack" in power]


def test_no_prose_of_the_collection_is_lost(collection: ImportResult):
    for creature, block in zip(
        collection.creatures, json.loads(data_file("srd5/monsters.json").read_bytes()), strict=True
    ):
        kept = plain(json.dumps(creature, ensure_ascii=False).replace("\\n", " ").replace('\\"', '"'))
        for key in ("actions", "reactions", "legendary_actions", "special_abilities"):
            for item in block.get(key, []):
                assert plain(item["desc"]) in kept


def powers_of(creature: Any) -> list[dict[str, Any]]:
    return creature.get("power", [])


def test_no_spoilt_source_crashes_it():
    bite = {"name": "Bite", "desc": f"{MELEE}5 (1d8 + 1) fire damage plus 3 (1d6) cold damage.", "usage": {"type": "x"}}
    check_hostile(SRD5_JSON.read, [NUMBERS | {"actions": [bite], "damage_resistances": ["fire"], "image": None}])


def test_half_of_two_kinds_of_damage_is_both_kinds():
    called = "Each creature in reach must make a DC 23 Dexterity saving throw, "
    damage = "taking 14 (4d6) fire damage plus 9 (2d8) cold damage on a failed save, or half as much damage on a "
    (power,) = powers(f"{called}{damage}successful one.", "Burst")
    assert (power["damage"], power["saved"], power["effects"]) == ("4d6 fire", "half", ["damage 2d8 cold"])
    assert power["always"] == ["miss: damage 2d8 cold half"]


def test_the_forms_of_a_shapechanger_are_a_choice():
    forms = [{"name": "Drake, Bat Form"}, {"name": "Drake, Mist Form"}]
    (power,) = the_one(forms=forms)["power"]
    assert (power["name"], power["action"]) == ("Change Shape", "action")
    assert power["always"] == ['self: choose become "Drake, Bat Form" | become "Drake, Mist Form"']


def test_a_target_that_the_poison_drops_is_stable():
    after = "If the poison damage reduces the target to 0 hit points, the target is stable but poisoned for 1 hour, "
    called = "the target must succeed on a DC 11 Constitution saving throw or take 10 (3d6) poison damage."
    rest = "even after regaining hit points, and is paralyzed while poisoned."
    power = hit(f"5 (1d8 + 1) piercing damage, and {called} {after}{rest}")[1]
    assert power["effects"][-2:] == ["if down: knockout", "if down: apply poisoned+paralyzed 1h"]


@pytest.mark.parametrize(
    ("text", "modifiers"),
    [
        (
            "The marsh drake has advantage on Strength and Dexterity saving throws made against effects that would "
            "knock it prone.",
            ["adv str saves against prone", "adv dex saves against prone"],
        ),
        (
            "The marsh drake has advantage on Intelligence, Wisdom, and Charisma saving throws against magic.",
            ["adv int saves with spell", "adv wis saves with spell", "adv cha saves with spell"],
        ),
    ],
)
def test_advantage_on_the_saves_of_some_abilities(text: str, modifiers: list[str]):
    (trait,) = the_one(special_abilities=[{"name": "Sure", "desc": text}])["trait"]
    assert trait["modifiers"] == modifiers


def test_a_name_in_brackets_leaves_the_name_before_it():
    text = "The gnome has advantage on Wisdom saving throws."
    (trait,) = the_one(name="Deep Gnome (Fen)", special_abilities=[{"name": "Sure", "desc": text}])["trait"]
    assert trait["modifiers"] == ["adv wis saves"]
