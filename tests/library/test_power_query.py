"""Powers and spells found by words: class, list, level, use, and what they do."""

from pathlib import Path

import pytest

from orcus_tui.commands.command_error import CommandError
from orcus_tui.library.library import Library
from orcus_tui.library.power_query import PowerFacts, is_power_query, search_powers
from orcus_tui.storage.power_book import BookPower, PowerBook, power_book

BOOK = PowerBook(
    (
        BookPower("Cleave", ("Weapon Drill",), 1, {"use": "encounter", "damage": "1d8", "tags": ["weapon"]}),
        BookPower("Fireball", ("Sorcerer", "Wizard"), 3, {"save": "dex 13", "damage": "8d6 fire", "tags": ["spell"]}),
        BookPower(
            "Hold Person",
            ("Cleric", "Wizard"),
            2,
            {"save": "wis 13", "effects": ["apply paralyzed"], "tags": ["spell"]},
        ),
        BookPower("Healing Word", ("Cleric",), 1, {"action": "bonus", "effects": ["heal 1d4"], "tags": ["spell"]}),
        BookPower("Light", ("Cleric",), 0, {"tags": ["spell"]}, words=("evocation",)),
    )
)


def found(query: str) -> list[str]:
    return [each.power.name for each in search_powers(BOOK, query)]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("spell", ["Light", "Healing Word", "Hold Person", "Fireball"]),
        ("spell class:wizard", ["Hold Person", "Fireball"]),
        ("spell class wizard or fire", ["Hold Person", "Fireball"]),
        ("spell level<=1", ["Light", "Healing Word"]),
        ("spell level 2-3 not fire", ["Hold Person"]),
        ("spell paralyses", ["Hold Person"]),
        ("spell inflicts paralysed", ["Hold Person"]),
        ("spell deals fire", ["Fireball"]),
        ("spell save wis", ["Hold Person"]),
        ("spell heals bonus", ["Healing Word"]),
        ("spell school:evocation", ["Light"]),
        ('list:"Weapon Drill"', ["Cleave"]),
        ("power class weapon encounter", ["Cleave"]),
        ("spell fireball", ["Fireball"]),
    ],
)
def test_powers_are_found_by(query: str, names: list[str]) -> None:
    assert is_power_query(query, BOOK)
    assert found(query) == names


@pytest.mark.parametrize("query", ["", "undead level 3", "power breath", "level<=3 mook", "word class"])
def test_other_queries_are_for_creatures(query: str) -> None:
    assert not is_power_query(query, BOOK)
    assert not is_power_query("spell", PowerBook())


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("spell class:wizzard", 'no class or list is called "wizzard" (did you mean "Wizard"?)'),
        ("spell clas:wizard", 'no power or spell matches "clas" (did you mean "class"?)'),
        ("spell level", "expected a number after level, such as level 3"),
        ("spell class", "expected a word after class"),
        ("spell fire or", "expected a word after or"),
        ("spell level x", 'expected a level such as level 3, level 3-5 or level 3+, got "x"'),
    ],
)
def test_queries_with_an_error(query: str, message: str) -> None:
    with pytest.raises(CommandError) as caught:
        search_powers(BOOK, query)
    assert caught.value.message == message


def test_the_description_of_a_power_is_read() -> None:
    facts: list[PowerFacts] = search_powers(BOOK, "spell hold")
    assert facts[0].about == "level 2 spell; Cleric, Wizard; wis save, paralyzed"
    assert search_powers(BOOK, "cleave")[0].about == "level 1 encounter power; Weapon Drill; 1d8"


@pytest.mark.parametrize("system", ["srd5", "srd5-plain", "orcus", "archmage"])
def test_every_power_that_ships_is_found_by_its_name(system: str) -> None:
    book = power_book(system)
    assert book.powers
    for each in book.powers[::25]:
        assert each.name in [one.power.name for one in search_powers(book, f'"{each.name}"')]


def test_the_library_distinguishes_queries_for_powers_and_for_creatures() -> None:
    library = Library(Path("nowhere"))
    assert library.search_powers("srd5", "dragon") is None
    assert [each.power.name for each in library.search_powers("srd5", "spell level 9 druid") or ()] == [
        "Foresight", "Shapechange", "Storm of Vengeance", "True Resurrection",
    ]  # fmt: skip
    (offered,) = library.offer_powers("srd5", "hold pers")
    assert (offered.text, "paralyzed" in offered.meaning) == ("Hold Person", True)
