"""Traps of Orcus, as the book prints them and as a table in JSON: creatures of a separate kind."""

import json
from typing import Any

import pytest

from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.orcus import markdown, traps
from tests.helpers.imports.hostile_sources import check_cut, check_hostile
from tests.helpers.imports.imported import check_import, fight_with_all_they_have
from tests.helpers.imports.orcus import creature, found
from tests.helpers.imports.shared_data import data_file

TRAPS = 27
HERO = {"max_hp": 9_000, "defenses": dict.fromkeys(("ac", "fortitude", "reflex", "will"), 15)}

TRAP_DOOR = """\
### Toll Door

*A door that wants to be paid, and bites
those who do not pay.*

**Level 4 Recurring Elite Blocker** (350 XP Trap)

Perception DC 14: There are teeth in the lock.
Arcana DC 20: The teeth are real

**Trigger** Somebody turns the handle without paying.
**Target** Whoever holds the handle.

†	**Attack** ● **Acid**
+7 vs Reflex
*Hit* The target stumbles forward, takes 1d8+2 acid damage, and falls prone.
*Secondary Attack:* +5 vs Fortitude; the target is dazed (save ends).
*Miss* Half damage, and no persistent damage.

**Countermeasures**
A coin in the lock (DC 10 Sleight of Hand) makes it yawn.
The hinge can be attacked (AC 15, other defenses 12; hp 20).
"""

SHEET: dict[str, Any] = {
    "Name": "Toll Door",
    "Description": "A door that wants to be paid, and bites those who do not pay.",
    "Level": 4,
    "Role": "Recurring",
    "Type": "Elite Blocker",
    "XP": 350,
    "Skill": "Perception",
    "Notice": "DC 14: There are teeth in the lock.\nArcana DC 20: The teeth are real",
    "Trigger": "Somebody turns the handle without paying.",
    "Countermeasures": "A coin in the lock (DC 10 Sleight of Hand) makes it yawn.\n"
    "The hinge can be attacked (AC 15, other defenses 12; hp 20).",
    "Initiative": "+3",
    "Attack - Name": "Attack",
    "Attack - Tags": "Acid",
    "Attack - Type": "Melee",
    "Target": "Whoever holds the handle.",
    "Attack - Attack Bonus": 7,
    "Attack - Defense": "Reflex",
    "Attack - Hit": "The target stumbles forward, takes 1d8+2 acid damage, and falls prone.\n"
    "*Secondary Attack:* +5 vs Fortitude; the target is dazed (save ends).",
    "Attack - Miss": "Half damage, and no persistent damage.",
}


def test_a_trap_has_its_kind_its_description_and_its_attack() -> None:
    door = creature(TRAP_DOOR)
    assert (door["name"], door["level"], door["kind"], door["xp"]) == ("Toll Door", 4, "trap", 350)
    assert (door["role"], door["tags"], door["max_hp"]) == ("Blocker", ["recurring", "elite"], 20)
    assert door["defenses"] == {"ac": 15, "fortitude": 12, "reflex": 12, "will": 12}
    assert [each["name"] for each in door["trait"]] == ["Notice", "Trigger", "Countermeasures"]
    assert door["trait"][0]["text"] == (
        "Perception DC 14: There are teeth in the lock. Arcana DC 20: The teeth are real."
    )
    bite, second = door["power"]
    assert (bite["action"], bite["use"], bite["range"]) == ("none", "at-will", "melee")
    assert (bite["attack"], bite["damage"], bite["miss"]) == ("+7 vs Reflex", "1d8+2 acid", "half")
    assert bite["effects"][0] == "apply prone"
    assert bite["text"].startswith("Target: Whoever holds the handle. +7 vs Reflex.")
    assert (second["attack"], second["effects"]) == ("+5 vs Fortitude", ["apply dazed save"])


def test_the_table_says_the_same_and_its_initiative() -> None:
    (door,) = read_source(json.dumps([{"Name": "a", "Level": "a", "Trigger": "a"}, SHEET]).encode(), "t").creatures
    assert door == {**creature(TRAP_DOOR), "initiative": 3}


def test_range_and_target_of_the_table_are_shown_and_never_read() -> None:
    reach, target = "Near burst 2 (+9 vs AC for Large: not in fog)", "All creatures; +7 vs Will for allies. Miss: none"
    row = {**SHEET, "Attack - Range": reach, "Target": target}
    (door,) = read_source(json.dumps([row]).encode(), "t").creatures
    powers: Any = door["power"]
    bite, second = powers
    assert (bite["range"], bite["attack"], bite["miss"]) == (f"n{reach[1:]}", "+7 vs Reflex", "half")
    assert bite["text"].startswith(f"Target: {target}. {reach}; +7 vs Reflex")
    assert (second["attack"], second["effects"]) == ("+5 vs Fortitude", ["apply dazed save"])


def test_the_attack_of_a_one_off_trap_is_used_up() -> None:
    trap = creature("### Rattle\n**Level 1 One-Off Warning** (25 XP Trap)\n**Attack**\n*Effect* It rattles.\n")
    assert trap["power"] == [{"name": "Attack", "action": "none", "use": "encounter", "text": "Effect: It rattles."}]


def test_the_effect_of_a_trap_without_a_roll_is_its_damage() -> None:
    text = (
        "### Drop\n**Level 1 Hazard Warning** (25 XP Trap)\n**Attack**\n*Effect* All take 3d6 damage and fall prone.\n"
    )
    (drop,) = creature(text)["power"]
    assert (drop["damage"], drop["effects"]) == ("3d6", ["apply prone"])


def test_an_aftereffect_that_hurts_is_a_power_for_its_time() -> None:
    text = "*Hit* 2d6 psychic damage, and the target is dazed (save ends).\n*Aftereffect:* 1d6 psychic damage."
    scream, after = creature(f"### Urn\n**Level 1 Hazard Warning** (25 XP Trap)\n**Attack**\n+4 vs Will\n{text}\n")[
        "power"
    ]
    assert scream["effects"] == ['apply dazed+"aftereffect: 1d6 psychic damage" save']
    assert (after["name"], after["damage"]) == ("Aftereffect: Attack", "1d6 psychic")


def test_traps_work_in_a_fight() -> None:
    actual = found(TRAP_DOOR)
    assert check_import(actual).sheets
    fight_with_all_they_have(
        actual, {"max_hp": 9_000, "defenses": {"ac": 10, "fortitude": 10, "reflex": 10, "will": 10}}
    )


def test_a_trap_that_is_cut_short_or_spoilt_is_read_or_refused() -> None:
    check_cut(markdown.read, TRAP_DOOR)
    check_hostile(traps.read, [SHEET])


def test_the_book_and_the_table_have_the_same_traps() -> None:
    book = read_source(data_file("orcus/monsters.md").read_bytes(), "monsters.md")
    sheet = read_source(data_file("orcus/traps-sheet.json").read_bytes(), "traps-sheet.json")
    printed = {str(each["name"]): each for each in book.creatures if each.get("kind") == "trap"}
    assert len(printed) == len(sheet.creatures) == TRAPS
    assert printed == {str(each["name"]): each for each in sheet.creatures}


@pytest.mark.parametrize("name", ["orcus/traps-sheet.json"])
def test_every_trap_of_the_book_can_be_used_in_a_fight(name: str) -> None:
    actual = read_source(data_file(name).read_bytes(), name)
    fight_with_all_they_have(actual, HERO)


def trap_set_off(trigger: str) -> dict[str, Any]:
    """A trap with this trigger; only its trigger matters."""
    found = traps.read(json.dumps([SHEET | {"Trigger": trigger}]).encode()).creatures[0]
    (trait,) = (each for each in found["trait"] if each["name"] == "Trigger")
    return {"trigger": trait.get("trigger"), "aura": found.get("aura")}


@pytest.mark.parametrize(
    ("trigger", "set_off"),
    [
        ("A creature enters or begins its turn in one of the trap's squares.",
         {"aura": [{"name": "Trigger squares", "side": "all", "line": "attack attack", "at": "start"}]}),
        ("Somebody touches it. On subsequent turns, the trap attacks again.", {"trigger": "turn start"}),
        ("The trap is triggered by any attack directly against the door.", {"trigger": ["hit", "missed"]}),
    ],
)  # fmt: skip
def test_a_trap_triggers_only_on_facts_the_program_knows(trigger: str, set_off: dict[str, Any]) -> None:
    assert trap_set_off(trigger) == {"trigger": None, "aura": None} | set_off
