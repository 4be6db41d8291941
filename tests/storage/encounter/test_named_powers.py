"""`powers = […]` and `[creature.casting]`: powers of the library in a file, with the creature's numbers."""

import subprocess
import sys
from pathlib import Path

import pytest

from orcus_tui.model.creature import Sheet
from orcus_tui.storage.encounter.casting import Casting, filled_tables
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.encounter.read import EncounterFaults, check_encounter, read_encounter
from orcus_tui.storage.power_book import BookPower, PowerBook, UnknownPower
from orcus_tui.systems import SYSTEMS

HEAD = 'format = 1\nsystem = "srd5-plain"\n'
MAGE = """[[creature]]
name = "Mage"
kind = "pc"
max_hp = 30
powers = ["Fireball", "wizard: fire bolt"]
[creature.casting]
attack = 7
dc = 15
level = 5
"""


def _sheet(tmp_path: Path, text: str) -> Sheet:
    file = tmp_path / "fight.toml"
    file.write_text(HEAD + text)
    return read_encounter(file).sheets["mage"]


def test_a_power_of_the_library_is_as_if_written_out(tmp_path: Path) -> None:
    fireball, bolt = _sheet(tmp_path, MAGE).powers
    assert (fireball.name, str(fireball.save), fireball.saved, fireball.level) == ("Fireball", "dex 15", "half", 3)
    assert (bolt.bonus, bolt.defense, bolt.damage and bolt.damage.text) == (7, "ac", "2d10")


def test_a_fight_with_named_powers_is_written_and_read_the_same(tmp_path: Path) -> None:
    file = tmp_path / "fight.toml"
    file.write_text(HEAD + MAGE)
    fight = read_encounter(file)
    again = tmp_path / "again.toml"
    again.write_text(fight_text(fight))
    assert read_encounter(again).sheets == fight.sheets


def test_a_power_of_the_file_counts_before_one_of_the_library(tmp_path: Path) -> None:
    own = '[[creature.power]]\nname = "fireball"\ndamage = "1"\n'
    powers = _sheet(tmp_path, MAGE + own).powers
    assert [each.name for each in powers] == ["fireball", "Fire Bolt"]


def test_a_use_in_brackets_replaces_the_use_of_the_book(tmp_path: Path) -> None:
    text = MAGE.replace('"Fireball", "wizard: fire bolt"', '"Fireball (3/day)", "Invisibility (at will)"')
    fireball, invisibility = _sheet(tmp_path, text).powers[:2]
    assert (str(fireball.use), fireball.level) == ("3/day", 0)
    assert (str(invisibility.use), invisibility.level) == ("at-will", 0)


def test_the_level_of_the_creature_counts_where_its_casting_has_none(tmp_path: Path) -> None:
    text = MAGE.replace("level = 5\n", "").replace("max_hp", "level = 11\nmax_hp")
    _, bolt = _sheet(tmp_path, text).powers
    assert bolt.damage and bolt.damage.text == "3d10"


NO_POWER = "no power or spell is called"


@pytest.mark.parametrize(
    ("names", "casting", "place", "message"),
    [
        ('"Fireball", "Firebolt"', "dc = 15", "5:23", f'{NO_POWER} "Firebolt" (did you mean "Fire Bolt"?)'),
        ('"Bard: Fireball"', "dc = 15", "5:11", f'{NO_POWER} "Bard: Fireball" (did you mean "Fireball"?)'),
        ('"Fireball"', "level = 5", "5:11", "Fireball: needs the creature's save DC: write dc in [creature.casting]"),
        ('"Fire Bolt"', "level = 5", "5:11", "needs the creature's attack bonus: write attack in [creature.casting]"),
        ('"Fire Bolt"', "attack = 5", "5:11", "needs the creature's level: write level in [creature.casting]"),
        ('"Fire Bolt"', "atack = 5", "8", 'casting.atack: unknown key (did you mean "attack"?)'),
    ],
)
def test_check_says_where_a_name_or_a_number_is_wrong(
    tmp_path: Path, names: str, casting: str, place: str, message: str
) -> None:
    file = tmp_path / "fight.toml"
    creature = f'[[creature]]\nname = "Mage"\npowers = [{names}]\nmax_hp = 3\n[creature.casting]\n{casting}\n'
    file.write_text(HEAD + creature)
    with pytest.raises(EncounterFaults) as caught:
        check_encounter(file)
    (line,) = [each for each in caught.value.lines if message in each]
    assert f"fight.toml:{place}: creature[1]." in line


def test_the_powers_of_the_library_are_read_only_for_a_file_that_names_some(tmp_path: Path) -> None:
    file = tmp_path / "fight.toml"
    file.write_text(HEAD + '[[creature]]\nname = "Ogre"\nmax_hp = 59\n')
    code = (
        "import sys; from pathlib import Path; from orcus_tui.storage.encounter.read import read_encounter; "
        f"read_encounter(Path({str(file)!r})); print([each for each in sys.modules if 'power_book' in each or "
        "'encounter.casting' in each])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


# Numbers in braces

HERO = Casting(attack=9, dc=17, weapon="2d6", modifier=4, level=11)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("{attack}", "9"), ("{modifier+level}", "15"), ("{weapon}", "2d6"), ("{weapon+modifier}", "2d6+4"),
        ("{3*weapon+2*modifier}", "6d6+8"), ("{level*weapon}", "22d6"), ("{level/2}", "5"), ("{dc-20}", "-3"),
        ("1d8+{dc-20}", "1d8-3"), ("{1d10 | 5: 2d10 | 11: 3d10 | 17: 4d10}", "3d10"),
        ("{weapon | 21: 2*weapon}", "2d6"), ("{1d8+modifier | 11: 2d8+modifier}", "2d8+4"),
    ],
)  # fmt: skip
def test_numbers_in_braces(expression: str, text: str) -> None:
    power = BookPower("Trick", power={"damage": expression, "effects": [f"damage {expression} fire"]})
    (table,) = filled_tables(power, SYSTEMS["orcus"], HERO)
    assert table == {"name": "Trick", "damage": text, "effects": [f"damage {text} fire"]}


@pytest.mark.parametrize(
    ("system", "casting", "expression", "text"),
    [
        ("srd5", Casting(dc=15), "{attack}", "7"),
        ("srd5-plain", Casting(attack=7), "{dc}", "15"),
        ("archmage-plus", Casting(modifier=4, level=5), "{attack}", "9"),
    ],
)
def test_numbers_in_texts_are_computed_from_statistics(
    system: str, casting: Casting, expression: str, text: str
) -> None:
    (table,) = filled_tables(BookPower("Trick", power={"text": expression}), SYSTEMS[system], casting)
    assert table["text"] == text


# Names

BOOK = PowerBook(
    (
        BookPower("Cleave", ("Weapon Drill",)),
        BookPower("Acid Arrow", ("Wizard",)),
        BookPower("Hunter's Mark", ("Ranger",)),
        BookPower("Charm Person", ("Bard",)),
        BookPower("Charm Person", ("Wizard", "Sorcerer")),
    )
)


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("cleave", "Weapon Drill: Cleave"), ("Weapon Drill: Cleave", "Weapon Drill: Cleave"),
        ("Melf's Acid Arrow", "Wizard: Acid Arrow"), ("hunters mark", "Ranger: Hunter's Mark"),
        ("Hunter’s Mark", "Ranger: Hunter's Mark"), ("sorcerer: charm person", "Wizard: Charm Person"),
    ],
)  # fmt: skip
def test_powers_by_name(name: str, full: str) -> None:
    assert BOOK.named(name).full_name == full


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Charm Person", '2 powers are called "Charm Person": write "Bard: Charm Person" or "Wizard: Charm Person"'),
        ("Cleaves", 'no power or spell is called "Cleaves" (did you mean "Cleave"?)'),
        ("Arrow", 'no power or spell is called "Arrow" (did you mean "Acid Arrow"?)'),
        ("Arrows of Acid", 'no power or spell is called "Arrows of Acid"'),
        (
            "Weapon Drill: Cleaver",
            'no power or spell is called "Weapon Drill: Cleaver" (did you mean "Weapon Drill: Cleave"?)',
        ),
        ("Wish", 'no power or spell is called "Wish"'),
    ],
)
def test_unknown_and_ambiguous_power_names_are_refused(name: str, message: str) -> None:
    with pytest.raises(UnknownPower) as caught:
        BOOK.named(name)
    assert caught.value.message == message
