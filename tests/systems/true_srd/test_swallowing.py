"""Creatures of the True SRD that swallow others, played as in the book."""

from pathlib import Path

from orcus_tui.library.library import Library
from tests.helpers.fights.played import Played


def fight(*lines: str) -> Played:
    """The turn of an allosaurus that fights Ari."""
    played = Played(system="true-srd")
    played.session.library = Library(Path("nowhere"))
    played.play("add Allosaurus", "add Ari toughness=5 defense=12 kind=pc")
    return played.play("init allosaurus 20", "init ari 10", "begin", *lines)


def test_a_grappled_creature_is_swallowed_and_crushed_in_the_gizzard() -> None:
    played = fight("apply ari grappled by allosaurus", "use swallow ari")
    assert "swallowed" in played.names("ari")
    assert played.logs("only creatures two or more sizes smaller")
    assert not played.play("next").logs("Toughness save")
    played.play("next", dice="12 13")
    assert played.logs("Ari rolls a Toughness save against 13 lethal: 12 + 5")
    assert played.logs("Ari rolls a Toughness save against 5 lethal: 13 + 5")


def test_a_creature_that_is_not_grappled_is_grappled_first() -> None:
    played = fight("use swallow ari")
    assert played.names("ari") == []
    assert played.logs("Ari – grapple it first")
    assert not played.play("next", "next").logs("Swallow Whole")
