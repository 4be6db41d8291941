"""Heroes' sheets as text: numbers, attacks, powers and spells by name; the rest is kept and listed by line."""

from typing import Any

import pytest

from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.source_text import UnreadableSource
from tests.helpers.imports.imported import check_import

ORCUS = """\
# Ari Stormborn
Human Fighter, level 3
HP 38, Recoveries 9
AC 18, Fort 16, Ref 14, Will 13
Initiative +4, Speed 5
Str 16 Dex 14 Con 13 Int 8 Wis 12 Cha 10

Longsword +8 vs AC, 1d8+3
Powers: Like An Elephant, Weapon Drill: Bolt from the Blue, Some Odd Thing
"""
FIFTH = """\
# Mira
**Class:** High Elf Wizard 5
**Armor Class** 13
**Hit Points** 27
**Speed** 30 ft.

| STR | DEX | CON | INT | WIS | CHA |
|-----|-----|-----|-----|-----|-----|
| 8 (-1) | 16 (+3) | 12 (+1) | 18 (+4) | 10 (+0) | 11 (+0) |

Spell save DC 15, spell attack bonus +7
Dagger +6 to hit, 1d4+3 piercing
Cantrips (at will): fire bolt, light
1st level (4 slots): magic missile, shield, mage armor
3rd level (2 slots): fireball
Knows a great deal about tea.
"""
ARCHMAGE = """\
Kell
Level 5 Sorcerer
HP 45   AC 15   PD 14   MD 16
Initiative +7
Recoveries 8
Str 8 Con 14 Dex 14 Int 10 Wis 10 Cha 18
Dagger +7 vs AC, 5d4+2
Spells: Scorching Ray, Burning Hands, Breath of the Black (daily)
"""


def imported(text: str) -> ImportResult:
    return read_source(text.encode(), "sheet.md")


def hero(text: str) -> dict[str, Any]:
    (table,) = imported(text).creatures
    return dict(table)


@pytest.mark.parametrize(
    ("text", "system", "name", "role", "level", "max_hp", "initiative", "defenses"),
    [
        (
            ORCUS,
            "orcus",
            "Ari Stormborn",
            "Human Fighter",
            3,
            38,
            4,
            {"ac": 18, "fortitude": 16, "reflex": 14, "will": 13},
        ),
        (FIFTH, "srd5", "Mira", "High Elf Wizard", 5, 27, 3, {"ac": 13}),
        (ARCHMAGE, "archmage", "Kell", "Sorcerer", 5, 45, 7, {"ac": 15, "pd": 14, "md": 16}),
    ],
)
def test_a_sheet_has_the_numbers_of_its_system(
    text: str, system: str, name: str, role: str, level: int, max_hp: int, initiative: int, defenses: dict[str, int]
) -> None:
    found = imported(text)
    table = hero(text)
    assert (found.system, table["name"], table["kind"], table["role"]) == (system, name, "pc", role)
    assert (table["level"], table["max_hp"], table["initiative"], table["defenses"]) == (
        level,
        max_hp,
        initiative,
        defenses,
    )
    assert check_import(found)


@pytest.mark.parametrize(
    ("text", "powers", "attack"),
    [
        (ORCUS, {"Like An Elephant": ("+8", "2d8+3"), "Bolt from the Blue": ("+8", "1d8+3")}, "Longsword"),
        (FIFTH, {"Fire Bolt": ("+7", "2d10")}, "Dagger"),
        (ARCHMAGE, {"Scorching Ray": ("+9", "4d6+8"), "Breath of the Black": ("+9", "10d6+8")}, "Dagger"),
    ],
)
def test_the_powers_use_the_heros_numbers(text: str, powers: dict[str, tuple[str, str]], attack: str) -> None:
    fight = imported(text).fight
    assert fight
    ((_, sheet),) = fight.sheets.items()
    known = {each.name: each for each in sheet.powers}
    assert known[attack].bonus
    for name, (bonus, damage) in powers.items():
        assert (known[name].bonus, known[name].damage and known[name].damage.text) == (int(bonus), damage)


def test_slots_and_spells_are_kept() -> None:
    table = hero(FIFTH)
    assert table["resources"] == {"slot1": {"max": 4}, "slot3": {"max": 2}}
    assert table["powers"] == ["Fire Bolt", "Light", "Magic Missile", "Shield", "Mage Armor", "Fireball"]
    assert (table["casting"], table["abilities"]["int"]) == ({"dc": 15, "attack": 7}, 18)


@pytest.mark.parametrize(
    ("text", "line", "kept"), [(ORCUS, 9, "Some Odd Thing"), (FIFTH, 16, "Knows a great deal about tea.")]
)
def test_unknown_text_is_kept_and_listed(text: str, line: int, kept: str) -> None:
    found = imported(text)
    assert [each.line for each in found.leftovers if kept in each.text] == [line]
    assert kept in str(hero(text)["text"])


@pytest.mark.parametrize("text", ["# Ari\nFighter 3\n", "HP 12\nAC 3\n"])
def test_other_texts_are_not_sheets(text: str) -> None:
    with pytest.raises(UnreadableSource):
        imported(text)
