"""Characters of players in the export formats of other programs, and as printed: the samples as a table."""

from typing import Any

import pytest

from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.heroes.archmage_character import uses_of
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.srd5.foundry_character import SLOTS
from tests.helpers.imports.imported import check_import
from tests.helpers.imports.shared_data import read_collection

THIRTEEN = "formats/characters-foundry-13a"
FIFTH = "formats/characters-foundry-5e"
PRINTED = "formats/characters-orcus/two-characters.md"


def hero(name: str, place: int = 0) -> dict[str, Any]:
    """The table of a character in a sample."""
    return dict(read_collection(name).creatures[place])


@pytest.mark.parametrize(
    ("file", "level", "role", "max_hp", "initiative", "recoveries", "defenses"),
    [
        ("assassin-rogue-2", 2, "Rogue", 28, 6, "2d8+1", (15, 15, 12)),
        ("battlethunder-bard-5", 5, "Bard", 79, 9, "5d8+4", (19, 17, 16)),
        ("dragon-sorcerer-1", 1, "Sorcerer", 27, 2, "1d6+3", (12, 13, 11)),
        ("explorer-wizard-2", 2, "Wizard", 32, 4, "2d6+2", (14, 14, 15)),
        ("multi-attack-ranger-5", 5, "Ranger", 64, 10, "5d8+2", (20, 20, 14)),
        ("winner-fighter-1", 1, "Fighter", 33, 3, "1d10+3", (18, 14, 10)),
    ],
)
def test_a_character_of_the_archmage_engine_has_the_numbers_that_foundry_computes(
    file: str, level: int, role: str, max_hp: int, initiative: int, recoveries: str, defenses: tuple[int, int, int]
) -> None:
    table = hero(f"{THIRTEEN}/{file}.yml")
    assert (table["kind"], table["level"], table["role"], table["max_hp"]) == ("pc", level, role, max_hp)
    assert (table["initiative"], table["recovery"], "hp" in table) == (initiative, recoveries, False)
    assert table["defenses"] == dict(zip(("ac", "pd", "md"), defenses, strict=True))


@pytest.mark.parametrize(
    ("file", "power", "fields"),
    [
        ("assassin-rogue-2", "Evasive Strike", {"attack": "+6 vs AC", "damage": "2d8+4", "miss": "2"}),
        ("battlethunder-bard-5", "Soundburst", {"attack": "+9 vs PD", "use": "daily", "effects": ["apply dazed eont"]}),
        ("dragon-sorcerer-1", "Burning Hands", {"attack": "+6 vs PD", "damage": "1d6+5 fire", "targets": 2}),
        ("explorer-wizard-2", "Acid Arrow", {"attack": "+6 vs PD", "damage": "4d10 acid", "use": "2/day"}),
        ("multi-attack-ranger-5", "Melee attack (Ranger)", {"damage": "5d6+10", "range": "melee, One enemy"}),
        ("winner-fighter-1", "Melee attack (Fighter)", {"attack": "+4 vs AC", "damage": "1d8+3", "miss": "1"}),
    ],
)
def test_a_power_of_such_a_character_has_its_numbers(file: str, power: str, fields: dict[str, object]) -> None:
    powers = {each["name"]: each for each in hero(f"{THIRTEEN}/{file}.yml")["power"]}
    assert {key: powers[power].get(key) for key in fields} == fields


@pytest.mark.parametrize(
    ("file", "role", "max_hp", "armor", "casting", "slots", "spells"),
    [
        ("aoth-human-druid.json", "Human Druid 1", 10, 12, (5, 13, 3), {"slot1": {"max": 2}}, 18),
        ("merric-halfling-barbarian.yml", "Lightfoot Halfling Barbarian 1", 14, 14, None, None, 0),
        ("quillathe-elf-ranger.json", "High Elf Ranger 1", 12, 14, (3, 11, 1), None, 1),
        (
            "sefris-half-elf-warlock.yml",
            "Half-Elf Warlock 1",
            10,
            13,
            (6, 14, 4),
            {"slot1": {"max": 1, "per": "short"}},
            4,
        ),
    ],
)
def test_a_character_of_the_fifth_edition_keeps_spells_and_slots(
    file: str,
    role: str,
    max_hp: int,
    armor: int,
    casting: tuple[int, int, int] | None,
    slots: dict[str, object] | None,
    spells: int,
) -> None:
    table = hero(f"{FIFTH}/{file}")
    assert (table["kind"], table["level"], table["role"]) == ("pc", 1, role)
    assert (table["max_hp"], table["defenses"]) == (max_hp, {"ac": armor})
    numbers = table.get("casting", {})
    assert casting == (tuple(numbers[each] for each in ("attack", "dc", "modifier")) if numbers else None)
    assert (table.get("resources"), len(table.get("powers", []))) == (slots, spells)


def test_uses_of_a_class_are_counted_and_weapons_have_no_description() -> None:
    powers = {each["name"]: each for each in hero(f"{FIFTH}/merric-halfling-barbarian.yml")["power"]}
    assert powers["Rage"]["use"] == "2/long rest"
    assert "text" not in powers["Greataxe"]


def test_printed_heroes_of_orcus_have_their_powers() -> None:
    talith, glim = hero(PRINTED), hero(PRINTED, 1)
    assert (talith["max_hp"], talith["max_recoveries"], glim["max_hp"], glim["max_recoveries"]) == (26, 9, 29, 10)
    powers = {each["name"]: each for table in (talith, glim) for each in table["power"]}
    assert (powers["Infuse with Life"]["use"], powers["Infuse with Life"]["action"]) == ("2/encounter", "swift")
    assert powers["Infuse with Life"]["effects"] == ["recover", "heal 1d6"]
    assert powers["Identify Target"]["effects"][0] == "apply exposed eont"
    assert (powers["Shielded Soul"]["action"], powers["Shielded Soul"]["effects"]) == ("counter", ["resist all 5"])
    assert (powers["Fiery Sigil"]["trigger"], powers["Fiery Sigil"]["effects"]) == (
        "marked attack",
        ["damage 1d6+3 fire"],
    )
    assert (powers["Censure Undead"]["miss"], powers["Disturbing Blow"]["damage"]) == ("half", "1d10+4")


@pytest.mark.parametrize(
    "file",
    [
        PRINTED,
        f"{THIRTEEN}/explorer-wizard-2.yml",
        f"{THIRTEEN}/battlethunder-bard-5.yml",
        f"{FIFTH}/aoth-human-druid.json",
    ],
)
def test_unknown_text_is_kept_and_listed_by_line(file: str) -> None:
    found: ImportResult = read_collection(file)
    assert check_import(found)
    assert found.leftovers
    assert all(each.line > 0 and each.creature for each in found.leftovers)


def test_several_uses_are_counted() -> None:
    assert [uses_of("daily", 2), uses_of("encounter", 1), uses_of("at-will", 3)] == ["2/day", "encounter", "at-will"]


def test_there_are_slots_for_twenty_levels() -> None:
    assert (len(SLOTS), SLOTS[5], SLOTS[20][8]) == (21, (4, 3, 2), 1)


OF_5ETOOLS = """{"name": "Mira", "race": "High Elf", "class": [{"name": "Wizard", "level": 5}], "ac": [13],
"hp": {"average": 27, "formula": "5d6 + 10"}, "str": 8, "dex": 16, "con": 14, "int": 18, "wis": 10, "cha": 11,
"spellcasting": [{"name": "Spellcasting", "headerEntries":
["Mira is a 5th-level spellcaster. Her spellcasting ability
is Intelligence (spell save {@dc 15}, {@hit 7} to hit with spell attacks)."], "spells":
{"0": {"spells": ["{@spell light}"]}, "1":
{"slots": 4, "spells": ["{@spell shield}"]}, "3": {"slots": 2, "spells": ["{@spell fireball}"]}}}]}""".replace(
    "\n", " "
)


@pytest.mark.parametrize(
    ("of_class", "role"),
    [
        ('[{"name": "Wizard", "level": 5}]', "High Elf Wizard 5"),
        ('"Wizard 5"', "High Elf Wizard 5"),
        ('[{"name": "Wizard", "level": 3}, {"name": "Rogue", "level": 2}]', "High Elf Wizard 3 / Rogue 2"),
    ],
)
def test_a_character_like_those_of_5etools_has_its_class_spells_and_slots(of_class: str, role: str) -> None:
    text = OF_5ETOOLS.replace('[{"name": "Wizard", "level": 5}]', of_class)
    (table,) = read_source(text.encode(), "mira.json").creatures
    assert (table["kind"], table["level"], table["role"]) == ("pc", 5, role)
    assert (table["resources"], table["powers"]) == (
        {"slot1": {"max": 4}, "slot3": {"max": 2}},
        ["Light", "Shield", "Fireball"],
    )
