"""Creatures of SRD 5.1 that swallow, played as in the book."""

from pathlib import Path

import pytest

from orcus_tui.library.library import Library
from tests.helpers.fights.played import Played

TOAD, WORM = "Giant Toad", "Purple Worm"


def fight(name: str, *lines: str) -> Played:
    """The creature on 20, Ari on 10, Bel on 5; the creature's turn runs."""
    played = Played(system="srd5")
    played.session.library = Library(Path("nowhere"))
    played.play(f'add "{name}"', "add Ari hp=200 ac=10", "add Bel hp=200 ac=10")
    who = name.lower().replace(" ", "-")
    return played.play(f"init {who} 20", "init ari 10", "init bel 5", "begin", *lines)


def swallowed_by_toad() -> Played:
    return fight(TOAD, "apply ari grappled by giant-toad").play("attack swallow ari face 15 hit 5", dice="4")


def test_a_bite_swallows_a_grappled_target_and_ends_the_grapple() -> None:
    played = swallowed_by_toad()
    assert played["ari"]["conditions"] == ["blinded", "restrained"]
    assert [each["name"] for each in played["ari"]["effects"]] == ["swallowed", "blinded", "restrained"]
    assert played["ari"]["hp"] == 200 - 5 - 4


def test_a_target_that_is_not_grappled_is_only_bitten() -> None:
    played = fight(TOAD).play("attack swallow ari face 15 hit 5", dice="4")
    assert played["ari"]["effects"] == []


def test_the_message_names_the_size_the_book_allows() -> None:
    assert swallowed_by_toad().logs("Ari – only Medium or smaller")


def test_those_swallowed_take_damage_as_the_turn_of_the_swallower_starts() -> None:
    played = swallowed_by_toad().play("next", "next").play("next", dice="1 2 3")
    assert played["ari"]["hp"] == 191 - 6
    assert played["bel"]["hp"] == 200


def test_a_toad_with_nobody_swallowed_gives_no_reminder_as_its_turn_starts() -> None:
    assert not fight(TOAD, "next", "next", "next").logs("Swallow")


def test_death_frees_those_swallowed() -> None:
    played = swallowed_by_toad().play("kill giant-toad")
    assert played["ari"]["effects"] == []
    assert played.logs("can leave with 5 feet of movement, prone")
    assert [each["hp"] for each in played.play("undo").state["creatures"].values()][1] == 191


def test_a_written_fight_with_a_swallowed_hero_opens_again(tmp_path: Path) -> None:
    played = swallowed_by_toad().play(f"write {tmp_path / 'fight.toml'}")
    opened = Played(system="srd5").play(f"open {tmp_path / 'fight.toml'}")
    assert opened["ari"]["effects"] == played["ari"]["effects"]


def swallowed_by_worm() -> Played:
    return fight(WORM, "use bite-(save) ari face 2")


@pytest.mark.parametrize(
    ("lines", "dice", "saves"),
    [
        (("damage purple-worm 29 by ari",), "", False),
        (("damage purple-worm 30 by bel",), "", False),
        (("damage purple-worm 15 by ari", "next", "damage purple-worm 15 by ari"), "1 1 1 1 1 1", False),
        (("damage purple-worm 15 by ari", "damage purple-worm 15 by ari"), "1", True),
    ],
)
def test_thirty_damage_from_inside_in_one_turn_calls_for_a_save_at_its_end(
    lines: tuple[str, ...], dice: str, *, saves: bool
) -> None:
    played = swallowed_by_worm().play("next", *lines)
    played.play("next", dice=dice)
    assert played.logs("Purple Worm rolls a Con save") == saves
    assert ("swallowed" in [each["name"] for each in played["ari"]["effects"]]) != saves


def test_a_failed_save_expels_everyone_prone_and_a_success_nobody() -> None:
    played = swallowed_by_worm().play("use bite-(save) bel face 2", "next", "damage purple-worm 30 by ari")
    played.play("next", dice="3")
    assert [played[each]["conditions"] for each in ("ari", "bel")] == [["prone"], ["prone"]]
    played.play("undo").play("next", dice="15")
    assert "restrained" in played["ari"]["conditions"]


def test_the_damage_of_a_turn_is_in_a_saved_fight_and_forgotten_after_the_turn() -> None:
    played = swallowed_by_worm().play("next", "damage purple-worm 20 by ari")
    assert played.session.fight.system_memory == {"dealt/purple-worm/ari": 20}
    assert played.play("next").session.fight.system_memory == {}
