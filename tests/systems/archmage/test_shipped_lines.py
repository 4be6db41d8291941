"""Powers of the Archmage Engine's creatures whose lines are written by hand, played as in the book."""

from pathlib import Path

from orcus_tui.library.library import Library
from tests.helpers.fights.played import Played


def fight(name: str, *lines: str) -> Played:
    """The creature on 20, Ari on 10; the creature's turn runs."""
    played = Played(system="archmage")
    played.session.library = Library(Path("nowhere"))
    played.play(f'add "{name}"', "add Ari hp=200 ac=10 pd=10 md=10 side=party")
    who = name.lower().replace(" ", "-")
    return played.play(f"init {who} 20", "init ari 10", "begin", *lines)


def burning(played: Played) -> list[int]:
    return [each["amount"] for each in played["ari"]["effects"] if each["kind"] == "persistent"]


def test_the_fire_of_the_doomlantern_grows_with_the_escalation_die() -> None:
    played = fight("Doomlantern Salamander", "counter escalation 1", "attack fearful ari face 15 hit 14")
    assert burning(played) == [7]
    assert burning(played.play("next").play("next", dice="2")) == [14]
    assert burning(played.play("next").play("next", dice="2")) == [21]


def test_the_fire_of_the_doomlantern_that_was_saved_against_does_not_come_back() -> None:
    played = fight("Doomlantern Salamander", "counter escalation 1", "attack fearful ari face 15 hit 14", "next")
    assert burning(played.play("next", dice="15")) == []


def test_the_target_chooses_between_confusion_and_damage() -> None:
    played = fight("Despoiler", "attack abyssal ari face 15 hit 10")
    assert played.state["offers"][0]["line"].startswith("choose ")
    assert played.play("accept 1 2", dice="1 1 1 1 1 1")["ari"]["hp"] == 200 - 10 - 6
