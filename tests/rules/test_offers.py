"""Offers of triggered powers: made, accepted, declined, undone, and lapsing."""

from pathlib import Path

import pytest

from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import Fight, alike_offers
from orcus_tui.model.offer import Offer, OfferedLine
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.encounter.read import read_encounter
from tests.helpers.fights.ogre_fight import BITE, HEAD, HIT, ROAR, Fought, fight, trait


def test_a_triggered_power_is_offered_and_accepted(tmp_path: Path) -> None:
    fought = fight(tmp_path, ROAR, HIT, HIT)
    offer = {"id": 1, "creature": "ogre", "line": "use Roar by ogre", "because": "staggered"}
    assert fought.state["offers"] == [{**offer, "until": "the end of this turn"}]
    fought.run("accept")
    assert fought.state["offers"] == []
    assert fought.creature("ogre")["temp_hp"] == 5


def test_a_power_that_cannot_be_used_is_not_offered(tmp_path: Path) -> None:
    assert fight(tmp_path, BITE, HIT).state["offers"]
    assert not fight(tmp_path, BITE, "spent ogre immediate", HIT).state["offers"]
    assert not fight(tmp_path, BITE, "apply ogre stunned", HIT).state["offers"]


@pytest.mark.parametrize("line", ["use roar by ogre", "spend ogre roar"])
def test_an_offer_of_a_power_closes_when_the_power_is_spent_otherwise(line: str, tmp_path: Path) -> None:
    fought = fight(tmp_path, ROAR.replace('name = "Roar"', 'name = "Roar", use = "encounter"'), HIT, HIT)
    assert [each["line"] for each in fought.state["offers"]] == ["use Roar by ogre"]
    fought.run(line)
    assert fought.state["offers"] == []
    fought.run("undo")
    assert [each["line"] for each in fought.state["offers"]] == ["use Roar by ogre"]


def test_an_offer_without_a_target_is_for_the_creature_that_caused_it(tmp_path: Path) -> None:
    fought = fight(tmp_path, BITE, HIT, "accept face 15")
    assert fought.creature("ari")["hp"] == 40


def test_words_are_added_before_the_source(tmp_path: Path) -> None:
    fought = fight(tmp_path, BITE, HIT, "accept ari face 15 hit 9")
    assert fought.creature("ari")["hp"] == 35


def test_several_targets_of_an_offer_need_no_commas_where_they_are_named_in_full(tmp_path: Path) -> None:
    roar = 'power = [{ name = "Roar", action = "free", trigger = "staggered", effects = ["damage 3"] }]\n'
    wolf = '[[creature]]\nname = "Old Wolf"\nmax_hp = 30\n'
    fought = fight(tmp_path, roar + wolf, HIT, HIT)
    assert "several targets need commas, a,old" in fought.error("accept a old")
    fought.run("accept ari old-wolf")
    assert (fought.creature("ari")["hp"], fought.creature("old-wolf")["hp"]) == (41, 27)


def test_offers_lapse_with_the_turn_and_can_be_declined(tmp_path: Path) -> None:
    fought = fight(tmp_path, ROAR, HIT, HIT, "next")
    assert fought.state["offers"] == []
    assert "offer 1 is closed" in fought.error("accept 1")
    assert "no open offers" in fought.error("decline")
    fought = fight(tmp_path, ROAR + "\n" + trait('"hit"', "offer damage 2"), HIT, HIT, "decline 1")
    assert [each["id"] for each in fought.state["offers"]] == [2]
    assert "offer 1 is closed" in fought.error("accept 1")
    assert "there is no offer 9" in fought.error("accept 9")
    fought.run("decline all")
    assert fought.state["offers"] == []


def test_an_offer_that_has_become_impossible_stays_open(tmp_path: Path) -> None:
    fought = fight(tmp_path, BITE, HIT)
    before = fought.state
    assert fought.error("accept nobody")
    assert fought.state == before


def test_offers_are_undone_redone_and_written(tmp_path: Path) -> None:
    fought = fight(tmp_path, ROAR, HIT, HIT)
    offered = fought.state
    fought.run("accept")
    accepted = fought.state
    fought.run("undo")
    assert fought.state == offered
    fought.run("redo")
    assert fought.state == accepted
    fought.run("undo")
    path = tmp_path / "written.toml"
    path.write_text(fight_text(fought.session.fight), encoding="utf-8")
    assert read_encounter(path) == fought.session.fight


def test_amending_the_attack_takes_its_offer_away(tmp_path: Path) -> None:
    fought = fight(tmp_path, BITE, HIT)
    assert fought.state["offers"]
    fought.run("amend face 2")
    assert fought.state["offers"] == []


TARGETS_STORED = 'targets = [\n    "ari",\n]\n'


def test_a_shot_offers_opportunity_attacks_in_orcus(tmp_path: Path) -> None:
    bow = HEAD.replace('name = "Strike"', 'name = "Bow", range = "ranged 20"')
    club = 'power = [{ name = "Club", attack = "+5 vs AC", damage = "4" }]\n'
    fought = fight(tmp_path, club, "attack bow ogre face 2", head=bow)
    assert [each["line"] for each in fought.state["offers"]] == ["attack Club ari opportunity by ogre"]
    fought.run("kill ari")
    assert fought.state["offers"] == []
    fought.run("undo", "accept face 18")
    assert fought.creature("ogre")["actions"]["immediate"] == 0


@pytest.mark.parametrize("stored", [TARGETS_STORED, ""], ids=["with targets", "of an older program"])
def test_a_stored_offer_lapses_when_its_targets_die(stored: str, tmp_path: Path) -> None:
    bow = HEAD.replace('name = "Strike"', 'name = "Bow", range = "ranged 20"')
    club = 'power = [{ name = "Club", attack = "+5 vs AC", damage = "4" }]\n'
    text = fight_text(fight(tmp_path, club, "attack bow ogre face 2", head=bow).session.fight)
    assert text.count(TARGETS_STORED) == 1
    path = tmp_path / "stored.toml"
    path.write_text(text.replace(TARGETS_STORED, stored), encoding="utf-8")
    fought = Fought(path)
    assert [each["line"] for each in fought.state["offers"]] == ["attack Club ari opportunity by ogre"]
    fought.run("kill ari")
    assert fought.state["offers"] == []


def test_an_event_offers_nothing_to_the_dead_but_a_revival(tmp_path: Path) -> None:
    lines = ("damage ogre 5", "revive ogre", "damage ogre,ari 5")
    events = "".join(f'[[event]]\nat = "round 2"\ntext = "{line}"\nline = "{line}"\n' for line in lines)
    fought = fight(tmp_path, events, "kill ogre", "next")
    assert fought.state["round"] == 2
    assert [each["line"] for each in fought.state["offers"]] == ["revive ogre", "damage ogre,ari 5"]
    fought.run("kill ari")
    assert [each["line"] for each in fought.state["offers"]] == ["revive ogre"]


def test_offers_with_another_between_their_numbers_are_not_alike() -> None:
    names = ("goblin-1", "orc", "goblin-2", "goblin-3")
    offers = tuple(
        Offer(number, name, "a shot", (OfferedLine("damage hero 1", name),)) for number, name in enumerate(names, 1)
    )
    fight = Fight(
        "A shot",
        "orcus",
        sheets={each: Sheet(name=each, group=each.partition("-")[0]) for each in names},
        states={},
        offers=offers,
    )
    assert [[each.id for each in alike_offers(fight, offer)] for offer in offers] == [[1], [2], [3, 4], [3, 4]]
