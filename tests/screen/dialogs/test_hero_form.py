"""The hero form: a hero in two minutes, with powers by search, into the party file."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from orcus_tui.builder.hero import BadHero, checked_fight, hero_fields, hero_table, name_for, save_hero
from orcus_tui.screen.dialogs.hero_form import HeroForm
from orcus_tui.storage.encounter.read import read_encounter_bytes
from orcus_tui.storage.power_book import power_book
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import SYSTEMS
from tests.helpers.fights.played import Played, creature
from tests.helpers.screen.driver import pane_text, play, press, tracker

ORCUS = SYSTEMS["orcus"]
ARI = {"name": "Ari", "level": "3", "max_hp": "38", "defenses.ac": "18", "casting.attack": "8", "casting.weapon": "1d8"}
ARI |= {"casting.modifier": "3", "abilities": "str 16 dex 14 con 13 int 8 wis 12 cha 10", "attacks": "Sword +8 1d8+3"}
PARTY = """\
# Our party
system = "orcus"
format = 1

[[creature]]  # the old one
name = "Bel"
kind = "pc"
max_hp = 33   # rolled
powers = ["Death Mark"]  # from the book
casting = { attack = 6, modifier = 2 }
"""


def typed(text: str) -> list[str]:
    """The keys of a text."""
    return ["space" if each == " " else each for each in text]


def test_a_hero_is_made_with_the_keyboard_and_joins_the_fight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = Played(creature("Ogre", "max_hp = 60")).session

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "H")
        assert isinstance(pilot.app.screen, HeroForm)
        fields = hero_fields(session.system)
        for each in fields:
            await press(pilot, *typed(ARI.get(each.key, "")), "enter")
        assert "Powers" in pane_text(pilot, "powers")
        pilot.app.screen.query_one("#search", Input).value = "like an elephant"
        await press(pilot, "enter")
        assert "+8 vs AC" in pane_text(pilot, "text")
        await press(pilot, "ctrl+s")

    play(tracker(session), script)
    saved = read_encounter_bytes((tmp_path / "party.toml").read_bytes(), tmp_path / "party.toml")
    ari = saved.sheets["ari"]
    assert (ari.max_hp, ari.level, {each.name for each in ari.powers}) == (38, 3, {"Sword", "Like An Elephant"})


def test_a_missing_or_wrong_number_is_named_with_its_field() -> None:
    with pytest.raises(BadHero, match="a hero needs hit points"):
        hero_table(ORCUS, {"name": "Ari"}, [])
    with pytest.raises(BadHero, match="level: a whole number, not three"):
        hero_table(ORCUS, {**ARI, "level": "three"}, [])
    with pytest.raises(BadHero, match=r"attacks: Sword: no attack bonus after the name, such as \+7"):
        hero_table(ORCUS, {**ARI, "attacks": "Sword"}, [])
    table = hero_table(ORCUS, {key: text for key, text in ARI.items() if key != "casting.weapon"}, ["Like An Elephant"])
    with pytest.raises(BadHero, match="weapon dice: Like An Elephant needs it") as wrong:
        checked_fight(ORCUS, table)
    assert wrong.value.key == "casting.weapon"


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_has_a_form(system: str) -> None:
    fields = hero_fields(SYSTEMS[system])
    assert [each.key for each in fields[:3]] == ["name", "role", "level"]
    defenses = [f"defenses.{each}" for each in SYSTEMS[system].words.defenses]
    assert [each.key for each in fields if each.key.startswith("defenses.")] == defenses
    assert checked_fight(
        SYSTEMS[system], hero_table(SYSTEMS[system], {"name": "Ari", "max_hp": "" if system == "true-srd" else "9"}, [])
    )


def test_slots_and_scores_are_lists() -> None:
    table = hero_table(
        SYSTEMS["srd5"], {"name": "A", "max_hp": "9", "resources": "4 3", "abilities": "8 9 10 11 12 13"}, []
    )
    assert table["resources"] == {"slot1": {"max": 4}, "slot2": {"max": 3}}
    assert table["abilities"]["cha"] == 13


def test_hit_dice_of_the_form_can_be_spent_at_a_rest() -> None:
    texts = {"name": "A", "max_hp": "85", "hit_dice": "9d10", "abilities": "str 18 con 16", "saves": "con +7"}
    table = hero_table(SYSTEMS["srd5-plain"], texts, [])
    sheet = next(iter(checked_fight(SYSTEMS["srd5-plain"], table).sheets.values()))
    assert (sheet.max_recoveries, sheet.recovery, sheet.saves) == (9, "1d10+3", {"con": 7})


@pytest.mark.parametrize(
    ("attack", "says"),
    [
        ("Rapier 1d8+5", "no attack bonus after the name, such as +7"),
        ("Rapier +9", "no damage after +9, such as 1d8+4"),
        ("Rapier +9 vs AC", "no damage after +9"),
        ("Rapier +9 1d8+5 sharp", "sharp is no damage type; there are acid, bludgeoning"),
        ("Rapier +9 vs Will 1d8+5", "Will is no defense; there are AC"),
    ],
)
def test_a_wrong_attack_says_what_is_wrong_with_it(attack: str, says: str) -> None:
    with pytest.raises(BadHero) as wrong:
        hero_table(SYSTEMS["srd5-plain"], {"name": "A", "max_hp": "9", "attacks": f"Bow +5 1d6 piercing; {attack}"}, [])
    assert str(wrong.value).startswith(f"attacks: {attack}: {says}")


def test_attacks_of_a_sheet_are_read() -> None:
    texts = {"name": "A", "max_hp": "9", "attacks": "Long bow: +5 to hit, 1d6+3 piercing damage; Staff -1 vs AC 4"}
    attacks = hero_table(SYSTEMS["srd5-plain"], texts, [])["power"]
    found = [(each["name"], each["range"], each["attack"], each["damage"]) for each in attacks]
    assert found == [("Long bow", "ranged", "+5 vs AC", "1d6+3 piercing"), ("Staff", "melee", "-1 vs AC", "4")]


def test_the_spells_of_a_wizard_are_named_as_a_wizards() -> None:
    system = SYSTEMS["srd5-plain"]
    book = power_book(system.id)
    names = [name_for(system, book.named(each), "Wizard (evoker)") for each in ("Fireball", "Shield", "Bless")]
    assert names == ["Wizard: Fireball", "Wizard: Shield", "Bless"]


def test_sneak_attack_counts_once_a_turn_with_advantage() -> None:
    texts = {"name": "A", "max_hp": "9", "trait": "3d6", "attacks": "Rapier +9 1d8+5 piercing"}
    sheet = next(
        iter(checked_fight(SYSTEMS["srd5-plain"], hero_table(SYSTEMS["srd5-plain"], texts, [])).sheets.values())
    )
    assert [(each.name, len(each.modifiers)) for each in sheet.traits] == [("Sneak Attack", 1)]
    with pytest.raises(BadHero, match="sneak attack: dice such as 3d6, not three"):
        hero_table(SYSTEMS["srd5-plain"], {**texts, "trait": "three"}, [])


def test_long_texts_are_shown_in_full_at_80_columns() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        place = next(place for place, each in enumerate(hero_fields(ORCUS)) if each.key == "attacks")
        await press(pilot, "H", *["down"] * place)
        await press(pilot, *typed("Rapier +9 1d8+5 cold; Shortbow +9 1d6+5 cold, and more"))
        shown = " ".join(pane_text(pilot, "fields").replace("│", " ").split())
        assert "Rapier +9 1d8+5 cold; Shortbow +9 1d6+5 cold, and more" in shown

    play(tracker(Played(creature("Ogre", "max_hp = 60")).session), script, (80, 24))


def test_comments_of_the_party_file_stay(tmp_path: Path) -> None:
    path = tmp_path / "party.toml"
    path.write_text(PARTY, encoding="utf-8")
    assert not save_hero(path, ORCUS, hero_table(ORCUS, ARI, ["Like An Elephant"]))
    text = path.read_text(encoding="utf-8")
    assert text.startswith(PARTY)
    assert [each.name for each in read_encounter_bytes(text.encode(), path).sheets.values()] == ["Bel", "Ari"]


def test_a_hero_of_the_same_name_is_replaced_with_the_comments(tmp_path: Path) -> None:
    path = tmp_path / "party.toml"
    path.write_text(PARTY, encoding="utf-8")
    again = {"name": "bel", "max_hp": "35", "casting.attack": "7", "casting.modifier": "3"}
    assert save_hero(path, ORCUS, hero_table(ORCUS, again, ["Death Mark"]))
    text = path.read_text(encoding="utf-8")
    assert "# Our party" in text
    assert "# rolled" in text
    assert read_encounter_bytes(text.encode(), path).sheets["bel"].max_hp == 35


def test_the_party_of_another_system_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "party.toml"
    path.write_text(PARTY, encoding="utf-8")
    with pytest.raises(StorageError, match="a party of orcus, not of archmage"):
        save_hero(path, SYSTEMS["archmage"], {"name": "A", "max_hp": 9})
    assert path.read_text(encoding="utf-8") == PARTY
