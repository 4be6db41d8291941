"""Undo of a whole turn."""

from tests.helpers.fights.played import Played, hero, monster


def fight() -> Played:
    return Played(hero("Ari", 20), monster("Ogre", 10))


def test_undo_turn_undoes_the_commands_of_the_turn_and_then_the_next_that_began_it() -> None:
    played = fight().play("begin", "damage ogre 5", "next", "damage ari 3", "roll 7", "apply ari dazed")
    assert played.play("undo turn").log[:2] == ["Undid: apply ari dazed", "Undid: damage ari 3"]
    assert (played.state["active"], played["ari"]["hp"]) == ("ogre", 40)
    assert played.play("undo turn").log == ["Undid: next", "round 1, Ari's turn"]
    assert played["ogre"]["hp"] == 55
    played.play("undo turn", "undo turn")
    assert played.state["phase"] == "setup"


def test_undo_turn_stops_where_a_delayed_turn_began() -> None:
    played = fight().play("begin", "delay", "damage ari 3", "act ari", "damage ogre 5", "undo turn")
    assert (played["ogre"]["hp"], played["ari"]["hp"], played.state["active"]) == (60, 37, "ari")


def test_an_amendment_belongs_to_the_turn_in_which_it_was_made() -> None:
    played = fight().play("begin", "damage ari 1", "next", "damage ogre 5", "amend 7", "undo turn")
    assert (played["ogre"]["hp"], played.state["active"]) == (60, "ogre")
    played.play("damage ogre 5", "amend 3 9", "undo turn")
    assert (played["ari"]["hp"], played["ogre"]["hp"], played.state["active"]) == (39, 60, "ogre")


def test_undo_turn_in_a_fight_that_was_opened_in_mid_turn_undoes_the_commands_since_then() -> None:
    progress = '[fight]\nphase = "turns"\nround = 1\norder = ["ari", "ogre"]\nactive = "ari"\n'
    played = Played(hero("Ari", 20), monster("Ogre", 10), progress)
    played.play("damage ogre 5", "damage ogre 6")
    assert played.play("undo turn").log[:2] == ["Undid: damage ogre 6", "Undid: damage ogre 5"]
    assert played["ogre"]["hp"] == 60


def test_redo_brings_the_turn_back() -> None:
    played = fight().play("begin", "damage ogre 5", "damage ogre 6", "undo turn", "redo 2")
    assert played["ogre"]["hp"] == 49


def test_undo_turn_without_a_turn_is_refused() -> None:
    assert fight().refused("undo turn") == "no turn is running; `undo N` undoes commands"
    assert "no turn is running" in fight().play("begin", "finish").refused("undo turn")
