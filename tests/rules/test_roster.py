"""The creatures present, and the names that players see."""

from orcus_tui.storage.encounter.fight_tables import fight_text
from tests.helpers.casts.ford import fight_of
from tests.helpers.fights.played import Played, hero, monster


def fight(*lines: str) -> Played:
    return Played(hero("Ari", 20), monster("Ogre", 10), monster("Wolf", 5)).play(*lines)


def names_shown(played: Played) -> list[str | None]:
    return [played[each]["shown_as"] for each in ("ari", "ogre", "wolf")]


def test_a_mask_gives_a_name_or_the_next_letter() -> None:
    played = fight("mask ogre,wolf", 'mask ari "The Dame"')
    assert names_shown(played) == ["The Dame", "Unknown A", "Unknown B"]
    assert names_shown(played.play("unmask ogre", "mask ari")) == ["Unknown A", None, "Unknown B"]
    assert played["ari"]["name"] == "Ari"


def test_masking_again_keeps_the_letter_or_takes_an_earlier_free_one() -> None:
    played = fight("mask @all", "mask @all")
    assert names_shown(played) == ["Unknown A", "Unknown B", "Unknown C"]
    assert names_shown(played.play("unmask ari", "mask ogre,wolf")) == [None, "Unknown A", "Unknown B"]
    assert names_shown(played.play('mask ari "Unknown A"', "mask ogre,wolf")) == ["Unknown A", "Unknown C", "Unknown B"]


def test_letters_continue_after_z() -> None:
    played = Played(monster("Rat", 5, "count = 28")).play("mask @all")
    assert [played[f"rat{number}"]["shown_as"] for number in (26, 27, 28)] == ["Unknown Z", "Unknown AA", "Unknown BB"]


def test_hidden_and_masked_are_in_state_and_in_the_file() -> None:
    played = fight("hide wolf", 'mask wolf "Two Eyes"')
    played.shows("wolf", hidden=True, shown_as="Two Eyes").shows("ari", hidden=False, shown_as=None)
    again = Played()
    again.session.timeline.start = fight_of(fight_text(played.session.fight))
    assert again.state == played.state
    played.play("undo 2").shows("wolf", hidden=False, shown_as=None)


def test_a_mask_may_be_in_an_encounter_and_be_corrected() -> None:
    played = Played(monster("Wolf", 5, 'shown_as = "Two Eyes"')).shows("wolf", shown_as="Two Eyes")
    played.play('set wolf shown_as "Four Eyes"').shows("wolf", shown_as="Four Eyes")
    played.play("set wolf shown_as none").shows("wolf", shown_as=None)
    assert "blank" in played.refused('mask wolf " "')
