"""Spell lists of stat blocks: the spells of the library by name, with slots and daily uses."""

import json

import pytest

from orcus_tui.importers.srd5.spell_lists import casting_in, read_spells
from orcus_tui.importers.srd5.srd5_json import SRD5_JSON
from orcus_tui.library.shipped import CREATURES
from orcus_tui.storage.encounter.casting import Casting
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.systems import creatures_folder

MAGE = (
    "The mage is a 9th-level spellcaster. Its spellcasting ability is Intelligence (spell save DC 14, +6 to hit with "
    "spell attacks). The mage has the following wizard spells prepared: - Cantrips (at will): fire bolt, light - 1st "
    "level (4 slots): mage armor*, Melf's magic missile, chromatic orb - 2nd level (3 slots): misty step * The mage "
    "casts these spells on itself before combat."
)
ABILITIES = {"int": 17, "cha": 8}


def test_a_list_by_levels() -> None:
    found = read_spells("Spellcasting", MAGE, casting_in(MAGE, ABILITIES))
    assert found.spells == ["Fire Bolt", "Light", "Mage Armor", "Magic Missile", "Misty Step"]
    assert found.slots == {1: 4, 2: 3}
    assert found.casting == Casting(attack=6, dc=14, modifier=3, level=9)
    assert found.unknown == ["chromatic orb"]


@pytest.mark.parametrize(
    ("name", "text", "spells", "slots"),
    [
        (
            "Innate Spellcasting",
            "Charisma (spell save DC 13). At will: light, darkness (self only) 3/day each: fly 1/day: geas",
            ["Light", "Darkness (at will)", "Fly (3/day)", "Geas (1/day)"],
            {},
        ),
        ("Innate Spellcasting (1/Day)", "The mephit can innately cast blur, without components.", ["Blur (1/day)"], {}),
        (
            "Spellcasting",
            "It can cast disguise self and fly at will.",
            ["Disguise Self (at will)", "Fly (at will)"],
            {},
        ),
        (
            "Pact Magic",
            "Spell save DC 15. Cantrips: light 1st-5th level (2 5th-level slots): fireball, hold person",
            ["Light", "Fireball", "Hold Person"],
            {5: 2},
        ),
        ("Spellcasting", "Spell save DC 15. Level 3 (2 slots): Fireball", ["Fireball"], {3: 2}),
        ("Spellcasting", "At Will: Detect Magic. The creature glows while it casts.", ["Detect Magic (at will)"], {}),
        ("Spellcasting", "Level 3 (2 slots): Fireball", [], {3: 2}),  # without a DC
        ("Spells", "Spells: Light, Bless. Level 1 (3 slots): ; Level 2 (1 slots): ", ["Light", "Bless"], {1: 3, 2: 1}),
        ("Spellcasting", "It casts spells.", [], {}),
    ],
)
def test_other_lists_are_read(name: str, text: str, spells: list[str], slots: dict[int, int]) -> None:
    found = read_spells(name, text, casting_in(text, ABILITIES))
    assert (found.spells, found.slots) == (spells, slots)


def test_cantrips_of_a_creature_without_a_level_grow_with_its_challenge() -> None:
    assert casting_in("At will: fire bolt. DC 12", {}, "11").level == 11
    assert casting_in("At will: fire bolt. DC 12", {}, "1/4").level == 1
    assert casting_in("At will: fire bolt. DC 12", {}).level is None


def test_an_imported_caster_has_its_spells_slots_and_numbers() -> None:
    traits = [{"name": "Spellcasting", "desc": MAGE}, {"name": "Shared Spellcasting (Coven Only)", "desc": MAGE}]
    source = [{"name": "Mage", "hit_points": 40, "intelligence": 17, "special_abilities": traits}]
    (creature,) = SRD5_JSON.read(json.dumps(source).encode()).creatures
    assert creature["powers"] == ["Fire Bolt", "Light", "Mage Armor", "Magic Missile", "Misty Step"]
    assert creature["resources"] == {"slot1": {"max": 4}, "slot2": {"max": 3}}
    assert creature["casting"] == {"attack": 6, "dc": 14, "modifier": 3, "level": 9}


def test_every_caster_that_ships_has_its_spells() -> None:
    sheets = read_encounter(creatures_folder("srd5") / CREATURES).sheets.values()
    casters = [each for each in sheets if any("Spellcasting" in trait.name for trait in each.traits)]
    assert len(casters) == 36
    assert not [each.name for each in casters if not any("spell" in power.tags for power in each.powers)]
    assert not [trait.text for each in casters for trait in each.traits if "etc." in trait.text]
