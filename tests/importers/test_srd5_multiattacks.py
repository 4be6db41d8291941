"""Multiattacks of SRD 5.1 stat blocks: their entries, from lists and from prose."""

import json
from typing import Any

import pytest

from orcus_tui.importers.srd5.open5e import OPEN5E
from orcus_tui.importers.srd5.srd5_json import SRD5_JSON

HIT = "Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) slashing damage."
Powers = list[dict[str, Any]]


def actions(text: str, names: tuple[str, ...], **listed: object) -> Powers:
    attacks = [{"name": name, "desc": f"Melee {HIT}"} for name in names]
    return [{"name": "Multiattack", "desc": text, **listed}, *attacks]


def from_prose(text: str, *names: str) -> Powers:
    drake = {"name": "Drake", "hit_points": 45, "armor_class": 15, "actions": actions(text, names)}
    powers: Powers = OPEN5E.read(json.dumps([drake]).encode()).creatures[0]["power"]
    return powers


def from_list(text: str, *names: str, **listed: object) -> Powers:
    drake = {"name": "Drake", "hit_points": 45, "actions": actions(text, names, **listed)}
    powers: Powers = SRD5_JSON.read(json.dumps([drake]).encode()).creatures[0]["power"]
    return powers


def choices(powers: Powers) -> dict[str, list[str]]:
    return {each["name"]: each["multiattack"] for each in powers if "multiattack" in each}


def part(name: str, count: object = 1, kind: str = "melee") -> dict[str, object]:
    return {"action_name": name, "count": count, "type": kind}


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("The drake makes three attacks: one with its bite and two with its claws.", ["Bite", "Claw x2"]),
        ("The drake makes two claw attacks.", ["Claw x2"]),
        ("The drake makes 1d4 Claw attacks.", ["Claw x1d4"]),
        ("The drake makes four attacks with its claws and one bite attack.", ["Claw x4", "Bite"]),
        ("The drake makes two attacks, only one of which can be a bite attack.", None),
        ("The drake makes three attacks: one with its bite and two with its wings.", None),
        ("The drake makes as many bite attacks as it has heads.", None),
        ("The drake makes two melee attacks.", None),
    ],
)
def test_prose_says_which_attacks_and_how_many(text: str, listed: list[str] | None) -> None:
    whole, *_ = from_prose(text, "Bite", "Claw")
    assert whole.get("multiattack") == listed
    assert whole["text"] == text


@pytest.mark.parametrize(("trait", "listed"), [("The drake has five heads.", ["Bite x5"]), ("Heads grow.", None)])
def test_a_trait_counts_one_attack_for_each_head(trait: str, listed: list[str] | None) -> None:
    text = "The drake makes as many bite attacks as it has heads."
    drake = {"name": "Drake", "hit_points": 45, "armor_class": 15, "actions": actions(text, ("Bite",))}
    drake["special_abilities"] = [{"name": "Multiple Heads", "desc": trait}]
    for module in (OPEN5E, SRD5_JSON):
        whole, *_ = module.read(json.dumps([drake]).encode()).creatures[0]["power"]
        assert whole.get("multiattack") == listed


def test_the_only_attack_in_melee_is_meant_by_melee_attacks():
    assert choices(from_prose("The drake makes two melee attacks.", "Bite")) == {"Multiattack": ["Bite x2"]}


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("The drake makes two attacks with its bite or its claw.", [["Bite x2"], ["Claw x2"]]),
        ("The drake makes two attacks: one with its bite or claw and one with its tail.",
         [["Bite", "Tail"], ["Claw", "Tail"]]),
        ("The drake makes one bite attack and one claw or tail attack.", [["Bite", "Claw"], ["Bite", "Tail"]]),
        ("The drake makes one Bite or Howl attack.", [["Bite"]]),
        ("The drake makes two melee attacks or two ranged attacks.", [["Spit x2"]]),
    ],
)  # fmt: skip
def test_an_open_part_is_a_choice(text: str, choice: list[list[str]]):
    spit = "Ranged Weapon Attack: +6 to hit, range 30/60 ft., one target. Hit: 5 (1d6 + 2) acid damage."
    listed = [*actions(text, ("Bite", "Claw", "Tail")), {"name": "Spit", "desc": spit}]
    drake = {"name": "Drake", "hit_points": 45, "armor_class": 15, "actions": listed}
    powers: Powers = OPEN5E.read(json.dumps([drake]).encode()).creatures[0]["power"]
    assert [*choices(powers).values()] == choice


def test_a_choice_is_not_a_multiattack_where_the_first_attack_is_unknown():
    text = "The drake makes two melee attacks. Alternatively, it makes two tail attacks."
    powers = from_prose(text, "Bite", "Claw", "Tail")
    assert choices(powers) == {"Multiattack (2 Tail)": ["Tail x2"]}
    assert powers[0]["text"] == text


def test_each_choice_is_a_power():
    text = "The drake makes two attacks: one with its bite and one with its claw or two with its tail."
    assert choices(from_prose(text, "Bite", "Claw", "Tail")) == {
        "Multiattack": ["Bite", "Claw"],
        "Multiattack (2 Tail)": ["Tail x2"],
    }


def test_an_optional_first_power_can_be_left_out():
    text = "The drake can use its Roar. It then makes two claw attacks."
    assert choices(from_prose(text, "Roar", "Claw")) == {
        "Multiattack": ["Roar", "Claw x2"],
        "Multiattack (2 Claw)": ["Claw x2"],
    }


def test_lists_name_forms_and_ways_that_powers_do_not():
    text = "The drake makes two attacks."
    options = [{"items": [part("Claws (Bat Form Only)"), part("Bite", "1")]}, part("Bite", 2, "ranged")]
    found = from_list(text, "Bite", "Claw", action_options={"from": {"options": options}})
    assert choices(found) == {"Multiattack": ["Claw", "Bite"], "Multiattack (2 Bite)": ["Bite x2"]}


def test_a_condition_is_added_second_and_once():
    text = "The drake makes two claw attacks. If it has a spear, it can also make a spear attack."
    found = from_list(text, "Claw", "Spear", actions=[part("Claw", 2), part("Spear", 2)])
    assert choices(found) == {"Multiattack": ["Claw x2"], "Multiattack (2 Claw, Spear)": ["Claw x2", "Spear"]}


def test_a_choice_that_is_not_a_power_is_a_reminder():
    options = [part("Claw", 2), {"items": [part("Claw"), part("Spellcasting")]}]
    whole, *_ = from_list("It attacks.", "Claw", action_options={"from": {"options": options}})
    assert (whole["multiattack"], whole["always"]) == (["Claw x2"], ["self: remind Claw, Spellcasting"])


def legendary(text: str) -> Powers:
    attacks = [{"name": name, "desc": f"Melee {HIT}"} for name in ("Claw", "Tail")]
    lashes = [{"name": "Lash (Costs 2 Actions)", "desc": text}]
    drake = {"name": "Drake", "hit_points": 45, "armor_class": 15, "actions": attacks, "legendary_actions": lashes}
    powers: Powers = OPEN5E.read(json.dumps([drake]).encode()).creatures[0]["power"]
    return powers[2:]


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("The drake makes a tail attack.", {"Lash": ["Tail"]}),
        ("The drake makes one attack with its claws.", {"Lash": ["Claw"]}),
        ("The drake makes one claw attack or uses its Tail.", {"Lash": ["Claw"], "Lash (Tail)": ["Tail"]}),
        ("The drake makes one bite attack.", {}),
        ("The drake makes a Wisdom (Perception) check.", {}),
        ("The drake uses its Lash.", {}),
    ],
)
def test_a_legendary_action_that_is_an_attack_makes_it(text: str, listed: dict[str, list[str]]) -> None:
    found = legendary(text)
    assert choices(found) == listed
    assert {each["action"] for each in found} == {"legendary+legendary"}
