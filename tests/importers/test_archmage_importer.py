"""Archmage stat blocks from JSON, as creatures that fight."""

import json
import re
import sys
from collections import Counter
from typing import Any

import pytest

from orcus_tui.importers import format_detection
from orcus_tui.importers.archmage import archmage_nodes
from orcus_tui.importers.creature_draft import plain
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.json_nodes import read_json
from tests.helpers.fights.played import Played
from tests.helpers.imports.hostile_sources import check_hostile
from tests.helpers.imports.imported import check_import, fight_with_all_they_have, toml_text
from tests.helpers.imports.shared_data import data_file, read_collection

NUMBERS = {"name": "Marsh Drake", "level": 3, "role": "troop", "size": "large", "type": "beast", "initiative": 7}
DEFENSES = {"ac": 19, "pd": 17, "md": 13, "hp": 45, "resistance": "", "vulnerability": "", "strength": "normal"}


def stat_block(*items: dict[str, object], **changed: object) -> dict[str, object]:
    return {**NUMBERS, **DEFENSES, **changed, "items": list(items)}


def action(hit: str, *riders: list[str], **changed: object) -> dict[str, object]:
    usual = {"kind": "action", "name": "Bite", "attack": "d20 + 8 vs. AC", "hit": hit}
    return {**usual, **({"riders": list(riders)} if riders else {}), **changed}


def read(*blocks: object) -> ImportResult:
    return archmage_nodes.read_json_creatures(json.dumps(list(blocks), indent=1).encode())


def the_one(*items: dict[str, object], **changed: object) -> dict[str, Any]:
    return read(stat_block(*items, **changed)).creatures[0]


def power(hit: str, *riders: list[str], **changed: object) -> dict[str, Any]:
    return the_one(action(hit, *riders, **changed))["power"][0]


def left(found: ImportResult) -> list[str]:
    return [each.text for each in found.leftovers]


# Numbers


def test_the_numbers_of_a_stat_block_are_fields():
    drake = the_one()
    assert {key: drake[key] for key in ("name", "level", "role", "size", "type", "kind", "max_hp", "initiative")} == {
        **NUMBERS,
        "kind": "standard",
        "max_hp": 45,
    }
    assert drake["defenses"] == {"ac": 19, "pd": 17, "md": 13}


@pytest.mark.parametrize(
    ("role", "strength", "kind"),
    [("mook", "normal", "mook"), ("troop", "double", "double"), ("wrecker", "triple", "triple")],
)
def test_strength_and_role_make_the_kind(role: str, strength: str, kind: str):
    assert the_one(role=role, strength=strength)["kind"] == kind


@pytest.mark.parametrize(
    ("name", "resist"),
    [
        ("Resist fire 16+", {"fire": 16}),
        ("Resist cold and negative energy 18+", {"cold": 18, "negative energy": 18}),
        ("Fire resistance 14+", {"fire": 14}),
        ("Resist ranged damage 16+", {"ranged": 16}),
        ("Resist weapon damage 14+", {"weapon": 14}),
        ("Resist weapons and negative energy 16+", {"weapon": 16, "negative energy": 16}),
    ],
)
def test_a_resistance_is_the_natural_roll_to_reach(name: str, resist: dict[str, int]):
    assert the_one({"kind": "trait", "name": name})["resist"] == resist


def test_resistance_and_vulnerability_of_the_head_are_fields():
    drake = the_one(resistance="Fire 16+", vulnerability="cold, holy")
    assert (drake["resist"], drake["vulnerable"]) == ({"fire": 16}, ["cold", "holy"])


def test_an_unusual_head_is_kept_and_counted():
    found = read(stat_block(vulnerability="Cold (only while staggered)"))
    assert "Cold (only while staggered)" in str(found.creatures[0]["text"])
    assert left(found) == ["Vulnerability: Cold (only while staggered)"]


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("The crit range for marsh drakes is 17+. They hate it.", [17, 17]),
        ("A marsh drake’s crit range expands by 2.", [18, 18]),
        ("The drake’s crit range with attacks against MD expands by 2.", [None, 18]),
        ("The drake’s crit range with melee attacks expands by 3.", [17, None]),
        ("While staggered, the drake’s crit range expands by 2.", [None, None]),
        ("The drake’s crit range expands by 1 for each cub.", [None, None]),
    ],
)
def test_a_critical_range_in_a_trait_is_set_on_the_attacks(text: str, ranges: list[int | None]):
    trait = {"kind": "trait", "name": "Keen", "description": text}
    stare = action("3 psychic damage", name="R: Stare", attack="d20 + 8 vs. MD (1 enemy)")
    drake = the_one(trait, action("5 damage"), stare)
    assert [each.get("crit_range") for each in drake["power"]] == ranges


def test_regeneration_has_its_uses():
    text = "It heals 10 hit points at the start of its turn. It can regenerate five times per battle."
    drake = the_one({"kind": "trait", "name": "Trollish regeneration 10", "description": text})
    assert (drake["regeneration"], drake["counters"]) == (10, {"regeneration": 5})


# Powers


def test_an_attack_has_its_bonus_damage_and_range():
    spit = power("12 acid damage", name="C: Acid spit", attack="d20 + 8 vs. PD (1d3 nearby enemies)")
    assert (spit["name"], spit["attack"], spit["damage"]) == ("Acid spit", "+8 vs PD", "12 acid")
    assert spit["range"] == "near, 1d3 nearby enemies"


@pytest.mark.parametrize(
    ("hit", "lines"),
    [
        ("5 damage, and 5 ongoing fire damage", ["persist 5 fire save"]),
        ("5 damage plus 10 ongoing damage (hard save ends, 16+)", ["persist 10 hard"]),
        ("5 damage; the target takes 3 ongoing negative energy damage", ["persist 3 negative-energy save"]),
        ("5 damage, and ongoing 4 poison damage (easy save ends, 6+)", ["persist 4 poison easy"]),
        ("5 damage, and the target is *stunned* (save ends)", ["apply stunned save"]),
        ("5 damage and the target is dazed until the end of its next turn", ["apply dazed teont"]),
        ("5 damage, and the target is *hampered* until the start of the drake’s next turn", ["apply hampered sont"]),
        ("5 damage, and the target is *stuck* and *dazed* (hard save ends both, 16+)", ["apply stuck+dazed hard"]),
        (
            "5 damage, and the target is *stuck* and *dazed* (save ends each)",
            ["apply stuck+dazed save", "remind one save ends each"],
        ),
        ("5 damage, and the target is *confused* until the end of the battle", ["apply confused enc"]),
        ("5 damage, and the target can’t cast spells (save ends)", ['apply "can\'t cast spells" save']),
        ("5 damage, and the target takes a -2 penalty to attacks (save ends)", ["bonus -2 attack save"]),
        (
            "5 damage, 10 fire damage, and the drake grabs the target",
            ["damage 10 fire", "crit: damage 10 fire", "apply grabbed"],
        ),
        ("5 damage, and the drake heals 2d6 hit points", ["self: heal 2d6"]),
        ("5 damage, and the drake takes 1d6 damage", ["self: damage 1d6"]),
        (
            "5 damage, and 3 ongoing fire damage to a random nearby enemy",
            ['self: offer use "Bite (others)"'],
        ),
        (
            "5 damage, and the target loses its next move action, and if it is slow, it pops free",
            ['apply "loses its next move action" teont', "remind if it is slow: it pops free"],
        ),
        (
            "5 damage, and until the end of the battle the target takes a -2 penalty to attacks and saves",
            ["bonus -2 attack enc", "bonus -2 saves enc"],
        ),
        (
            "5 damage, and the drake’s crit range expands by 1 until the end of the battle",
            ['self: apply "drake\'s crit range expands by 1" enc'],
        ),
        ("5 damage, and the target also takes 7 fire damage", ["damage 7 fire", "crit: damage 7 fire"]),
        (
            "5 damage, and the target pops free from the drake and is *dazed* (save ends)",
            ["apply dazed save", "remind the target pops free from the drake"],
        ),
        (
            "5 damage, and the target takes 2d6 psychic damage the first time it saves",
            ["remind damage TARGET 2d6 psychic, the first time it saves"],
        ),
        ("5 damage, and 3 ongoing damage if it’s *stuck*", ["if stuck: persist 3 save"]),
        (
            "5 damage, and the target is *stuck* and can’t make ranged attacks (save ends)",
            ['apply stuck+"can\'t make ranged attacks" save'],
        ),
        (
            "5 damage, and the target is *stuck*, and takes 3 ongoing damage (hard save ends both)",
            ["apply stuck & persist 3 hard"],
        ),
        ("5 damage, and the target is *stuck* so long as the drake lives (save ends)", ["apply stuck save"]),
        (
            "5 damage, and the target is *hampered* while it’s engaged with the drake",
            ['apply hampered until "no longer so: it\'s engaged with the drake"'],
        ),
        ("5 damage, and the target is affected by rot (save ends)", ['apply "affected by rot" save']),
        ("5 damage, and the target pops free from the drake", ["remind the target pops free from the drake"]),
    ],
)
def test_the_effect_of_a_hit_is_a_line_of_the_language(hit: str, lines: list[str]):
    bite = power(hit)
    said = [line for line in bite["effects"] if line != "remind one save ends both"]
    assert (bite["damage"], said) == ("5", lines)


@pytest.mark.parametrize(
    ("label", "key", "line"),
    [
        ("Natural even hit", "effects", "natural even: apply dazed save"),
        ("Natural 16+", "always", "natural 16+: apply dazed save"),
        ("Natural odd miss", "always", "natural odd miss: apply dazed save"),
        ("Natural 2–5", "always", "natural 2-5: apply dazed save"),
        ("Crit", "effects", "crit: apply dazed save"),
    ],
)
def test_a_rider_waits_for_its_natural_roll(label: str, key: str, line: str):
    assert power("5 damage", [label, "The target is *dazed* (save ends)."])[key] == [line]


@pytest.mark.parametrize(
    ("hit", "line"),
    [
        (
            "The target takes a -2 penalty to attack rolls against the drake until the end of the drake’s next turn.",
            "remind The target takes a -2 penalty to attack rolls against the drake until the end of the drake's next "
            "turn: bonus TARGET -2 attack",
        ),
        (
            "The drake gains a +1 attack bonus (cumulative) to bites until the end of the battle.",
            "remind The drake gains a +1 attack bonus (cumulative) to bites until the end of the battle: "
            "bonus ITSELF +1 attack",
        ),
        (
            "Marsh goblins gain a +4 attack bonus against the target on their next turn",
            "remind Marsh goblins gain a +4 attack bonus against the target on their next turn: bonus TARGET +4 attack",
        ),
    ],
)
def test_a_bonus_to_some_rolls_does_not_count_for_all(hit: str, line: str):
    assert power(f"5 damage; {hit}")["effects"] == [line]


@pytest.mark.parametrize(
    "text", ["The target is *stunned* instead of *dazed* (save ends).", "The target is instead *stunned* (save ends)."]
)
def test_an_alternative_to_a_condition_replaces_it_for_those_rolls(text: str):
    bite = power("5 damage, and the target is *dazed* (save ends)", ["Natural 18+", text])
    assert bite["effects"] == ["natural 1-17: apply dazed save", "natural 18+: apply stunned save"]
    assert "always" not in bite


@pytest.mark.parametrize(
    ("hit", "riders", "field", "lines"),
    [
        (
            "5 ongoing fire damage",
            [["Natural even hit", "The target takes 10 ongoing fire damage instead of 5."]],
            "effects",
            ["natural odd: persist 5 fire save", "natural even: persist 10 fire save"],
        ),
        (
            "the target is *confused* (save ends)",
            [["Natural 16+", "The save is hard (16+) instead."]],
            "effects",
            ["natural 1-15: apply confused save", "natural 16+: apply confused hard"],
        ),
        (
            "5 damage",
            [
                ["Natural 14+", "The target is *stuck* until the end of its next turn."],
                ["Natural 18+", "As above, but save ends."],
            ],
            "always",
            ["natural 14-17: apply stuck teont", "natural 18+: apply stuck save"],
        ),
    ],
)
def test_riders_that_replace_a_line(hit: str, riders: list[list[str]], field: str, lines: list[str]):
    assert power(hit, *riders)[field] == lines


def test_a_creature_that_the_label_of_a_rider_names_is_not_the_user():
    label = "Natural 16+ hit or miss, and an elf is engaged with the target"
    assert "self:" not in str(power("5 damage", [label, "The elf heals 20 hp."]))


def test_a_rolled_number_of_attacks_is_a_multiattack():
    bite, single = the_one(action("5 damage", attack="d20 + 5 vs. AC (1d3 attacks)"))["power"]
    assert (bite["multiattack"], single["attack"]) == (["Bite (1 attack) x1d3"], "+5 vs AC")


def test_an_alternative_to_damage_is_left_to_the_table():
    bite = power("5 damage, and the target is *dazed* (save ends)", ["Natural 18+", "It takes 9 damage instead."])
    assert bite["effects"] == ["apply dazed save"]
    assert bite["always"] == ["natural 18+: remind Natural 18+, instead of its usual effect: damage TARGET 9"]


def test_an_entry_of_a_list_is_not_a_natural_roll():
    bite = power("5 damage", ["1. Red", "10 fire damage."])
    assert bite["effects"] == ["remind 1. Red", "offer damage 10 fire"]
    assert "always" not in bite


def test_an_aftereffect_does_not_apply_at_once():
    bite = power("5 damage", ["Natural even hit", "After the target saves, it takes a -1 attack penalty this battle."])
    assert bite["effects"] == ["natural even: remind After the target saves: bonus TARGET -1 attack enc"]


def test_a_rider_for_several_rolls_is_a_line_for_each():
    bite = power("5 damage", ["Natural 4, 8, or 12", "5 ongoing damage."])
    assert bite["always"] == [f"natural {face}: persist 5 save" for face in (4, 8, 12)]


def test_effects_that_only_the_table_can_decide_come_with_a_line_to_type():
    bite = power("5 damage", ["Natural even hit", "If the target is flying, it is *dazed* (save ends)."])
    assert bite["effects"] == [
        "natural even: remind If the target is flying",
        "natural even: offer apply dazed save",
    ]


@pytest.mark.parametrize(
    ("condition", "prefix"),
    [
        ("If the target is staggered", "if staggered: "),
        ("If the target is *dazed* or *weakened*", "if dazed,weakened: "),
        ("If the escalation die is even", "if escalation even: "),
        ("While the escalation die is 3+", "if escalation 3+: "),
        ("If the drake is staggered", "if self staggered: "),
        ("If the target has 40 hp or fewer", "if hp 40-: "),
        ("Unless the target is staggered", "if !staggered: "),
    ],
)
def test_a_condition_that_is_a_fact_decides_a_line(condition: str, prefix: str):
    bite = power("5 damage", ["Natural even hit", f"{condition}, the target takes 4 fire damage."])
    assert bite["effects"] == [f"natural even: {prefix}damage 4 fire"]


@pytest.mark.parametrize(
    ("miss", "printed", "lines"),
    [("Half damage.", "half", None), ("4 damage.", "4", None), ("4 fire damage", None, ["miss: damage 4 fire"])],
)
def test_a_miss_deals_its_printed_damage(miss: str, printed: str | None, lines: list[str] | None):
    bite = power("10 damage", miss=miss)
    assert (bite.get("miss"), bite.get("always")) == (printed, lines)


@pytest.mark.parametrize("words", ["this turn", "until the end of this turn", "until the end of the turn"])
def test_effects_that_last_this_turn_end_with_it(words: str):
    assert power(f"5 damage, and the target is *dazed* {words}")["effects"] == ["apply dazed eot"]


def test_half_damage_with_a_natural_roll_is_half_of_what_the_attack_deals():
    bite = power("10 damage", ["Natural odd miss", "Half damage."])
    assert bite["always"] == ["natural odd miss: damage 10 half"]


def test_other_damage_against_some_is_a_line_with_a_fact_or_a_separate_attack():
    (bite,) = the_one(action("10 damage, or 20 damage against a staggered target"))["power"]
    assert (bite["damage"], bite["effects"]) == ("10", ["if staggered: damage 10"])
    powers = the_one(action("10 damage, or 20 damage against a flying target"))["power"]
    assert [(each["name"], each["damage"]) for each in powers] == [
        ("Bite", "10"),
        ("Bite (against a flying target)", "20"),
    ]


def test_effects_of_a_hit_or_a_miss_on_others_are_an_offered_power():
    bite, others = the_one(action("10 damage.", miss="Each nearby enemy takes 4 fire damage."))["power"]
    assert bite["always"] == ['miss: self: offer use "Bite (others)"']
    assert (others["name"], others["action"], others["damage"]) == ("Bite (others)", "free", "4 fire")


@pytest.mark.parametrize(
    ("limit", "use"),
    [
        ("2/battle", "2/encounter"),
        ("1/round, as a quick action", "1/round"),
        ("twice per day", "2/day"),
        ("Only when the escalation die is even", "escalation even"),
        ("when the escalation die is 3+", "escalation 3+"),
    ],
)
def test_the_frequency_of_a_power_is_its_use(limit: str, use: str):
    bite = power("5 damage", ["Limited use", limit])
    assert bite["use"] == use
    assert "always" not in bite


def test_each_outcome_of_a_save_is_a_power():
    text = "The target must roll an immediate save. On a failure, the target is *stunned* (save ends)."
    first, second = the_one(action(text))["power"]
    assert 'offer use "Bite (failed save)"' in first["effects"]
    assert (second["name"], second["effects"]) == ("Bite (failed save)", ["apply stunned save"])


@pytest.mark.parametrize(
    ("limit", "key", "value"),
    [
        ("1/battle", "use", "encounter"),
        ("1/day, as a quick action", "use", "daily"),
        ("as a quick action", "action", "quick"),
    ],
)
def test_limited_use_is_use_and_action(limit: str, key: str, value: str):
    assert power("5 damage", ["Limited use", limit])[key] == value


@pytest.mark.parametrize("limit", ["1/battle, while staggered", "1/battle, on a natural 16+"])
def test_a_limit_without_a_field_is_reminded_of_when_the_power_is_used(limit: str):
    assert power("5 damage", ["Limited use", limit])["always"] == [f"self: remind Limited use: {limit}"]


@pytest.mark.parametrize(
    ("trait", "name", "action", "use"),
    [
        (
            {"name": "Surge", "description": "Once per battle as a quick action, it heals."},
            "Surge",
            "quick",
            "encounter",
        ),
        (
            {"name": "Surge", "description": "Once per day, it heals. It bites as a move action."},
            "Surge",
            "free",
            "daily",
        ),
        ({"name": "[Once per battle] Surge", "description": "It heals."}, "Surge", "free", "encounter"),
    ],
)
def test_a_trait_that_is_used_once_is_a_power(trait: dict[str, object], name: str, action: str, use: str):
    (surge,) = the_one({"kind": "trait", **trait})["power"]
    assert (surge["name"], surge["action"], surge["use"]) == (name, action, use)
    assert len(read(stat_block({"kind": "trait", **trait})).leftovers) == 1


# Leftovers


def test_unknown_text_is_reported_kept_and_counted_with_its_line():
    found = read(stat_block(action("5 damage, and its resistance to magic halves")))
    (bite,) = found.creatures[0]["power"]
    assert bite["effects"] == ["remind its resistance to magic halves"]
    assert "its resistance to magic halves" in bite["text"]
    (one,) = found.leftovers
    assert (one.creature, one.text) == ("Marsh Drake", "Bite: its resistance to magic halves")
    assert json.dumps([stat_block(action(""))], indent=1).split("\n")[one.line - 1].strip() == "{"


def test_keys_nobody_knows_are_kept_and_counted():
    found = read(stat_block(mood={"morning": "bad"}))
    assert left(found) == ["mood: morning: bad"]
    assert "mood: morning: bad" in str(found.creatures[0]["text"])


def test_templates_are_not_creatures_but_are_counted():
    found = read(stat_block(), stat_block(name="Half Drake", role="", hp=0))
    assert [each["name"] for each in found.creatures] == ["Marsh Drake"]
    assert "Half Drake" in left(found)[0]


def test_a_creature_without_hit_points_is_left_over_whole():
    found = read(stat_block(), stat_block(action("5 damage"), name="Shadow", hp=0))
    assert len(found.creatures) == 1
    assert "Shadow is not a valid creature" in left(found)[0]
    assert "5 damage" in left(found)[0]


def test_it_is_recognised_by_what_is_in_it():
    found = format_detection.format_of(json.dumps([stat_block()]))
    assert found is not None
    assert found.reader == "archmage.archmage_nodes:read_json_creatures"


# Fighting


def test_an_imported_creature_fights():
    hit = "10 damage, and 5 ongoing acid damage"
    drake = stat_block(action(hit, ["Natural even hit", "The target is *dazed* (save ends)."], miss="3 damage"))
    fight = Played(toml_text(read(drake, stat_block(name="Marsh Cat"))), system="archmage")
    fight.play("attack bite marsh-cat by marsh-drake face 18").shows("marsh-cat", hp=35, conditions=["dazed"])
    assert fight.names("marsh-cat") == ["Bite", "dazed"]
    fight.play("attack bite marsh-cat by marsh-drake face 3").shows("marsh-cat", hp=32)


# Real collections


@pytest.fixture(scope="module")
def collection() -> ImportResult:
    return read_collection("archmage/monsters.json")


def test_every_creature_of_the_collection_passes_check(collection: ImportResult):
    assert len(collection.creatures) == 651
    assert len(check_import(collection).states) == 651


def test_every_attack_of_the_collection_can_be_carried_out(collection: ImportResult):
    fight_with_all_they_have(collection, {"max_hp": 10_000, "defenses": {"ac": 20, "pd": 20, "md": 20}})


def test_nothing_of_the_collection_is_lost(collection: ImportResult):
    """Every word of every effect is in its creature's table or among its leftovers."""
    kept = {str(each["name"]): words_of(each) for each in collection.creatures}
    others = words_of([each.text for each in collection.leftovers])
    for block in json.loads(data_file("archmage/monsters.json").read_bytes()):
        had = kept.get(plain(block["name"]), others)
        items = [{key: value for key, value in item.items() if key != "kind"} for item in block["items"]]
        assert words_of(items) - had == set()


def test_how_many_attacks_are_resolved(collection: ImportResult, capsys: pytest.CaptureFixture[str]):
    """At least nine of ten attacks have their attack, damage and every effect. With `-n 0`, it prints the leftovers."""
    lines = attack_lines(data_file("archmage/monsters.json").read_bytes())
    leftovers = [each for each in collection.leftovers if each.line in lines]
    left = {each.line for each in leftovers}
    share = 1 - len(left) / len(lines)
    powers: Any = [power for each in collection.creatures for power in each.get("power", [])]
    kinds = Counter(how(power) for power in powers if "attack" in power)
    with capsys.disabled():
        sys.stdout.write(f"\n{len(lines)} attacks, {share:.1%} resolved; powers by what they need: {dict(kinds)}\n")
        sys.stdout.writelines(f"  {each.line} {each.creature}: {each.text}\n" for each in leftovers)
    assert share >= 0.9


def how(power: dict[str, Any]) -> str:
    """What the game master has to do in addition to `attack`: nothing, decide at the table, or type a line."""
    said = [line for line in (*power.get("effects", []), *power.get("always", [])) if "remind " in line]
    if any(word in line for line in said for word in ("TARGET", "ITSELF", "counter ", "init ", "use ")):
        return "a command to type"
    return "reminders" if said else "nothing"


def attack_lines(data: bytes) -> set[int]:
    """The lines of the actions with an attack roll, without those of templates."""
    blocks = read_json(data.decode()).value
    assert isinstance(blocks, list)
    return {
        item.line
        for block in blocks
        if block.value["role"].value
        for item in block.value["items"].value
        if re.search(r"(?i)\bvs\b|d20 ?\+", str(item.value["attack"].value if "attack" in item.value else ""))
    }


def words_of(value: object) -> set[str]:
    """All words in a table and its values, without the letters for a range."""
    if isinstance(value, dict):
        return set().union(*map(words_of, value.values()))
    if isinstance(value, list):
        return set().union(*map(words_of, value))
    return set(re.findall(r"\w+", plain(str(value)).lower())) - set("crm")


# Any input


def test_no_spoilt_source_crashes_it():
    block = stat_block(action("5 damage, and 5 ongoing fire damage", ["Natural 16+", "5 damage"], miss="Half damage."))
    check_hostile(archmage_nodes.read_json_creatures, [block, stat_block(name="Marsh Cat")])


def test_without_an_attack_roll_further_damage_is_dealt_once():
    hit = "10 fire damage and 5 cold damage"
    assert power(hit)["effects"] == ["damage 5 cold", "crit: damage 5 cold"]
    assert power(hit, attack="")["effects"] == ["damage 5 cold"]
