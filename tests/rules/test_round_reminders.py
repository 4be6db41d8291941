"""Reminders for a round."""

from orcus_tui.storage.encounter.fight_tables import fight_text
from tests.helpers.casts.ford import fight_of
from tests.helpers.fights.played import Played, hero, monster


def fight() -> Played:
    return Played(hero("Ari", 20), monster("Ogre", 10))


def test_a_reminder_is_logged_once_when_its_round_begins() -> None:
    played = fight().play('remind round 2 "the lid falls"', 'remind round 3 "it rises"', "begin", "next")
    assert played.play("next").log[:2] == ["Round 2", "remember: the lid falls"]
    played.play("undo")
    assert played.play("next").logs("remember: the lid falls")
    assert not played.play("next").logs("remember")
    assert played.play("next").logs("remember: it rises")


def test_the_preview_knows_the_reminders_of_a_round() -> None:
    assert fight().play('remind round 2 "the lid falls"', "begin", "next", "preview").logs("the lid falls")


def test_a_reminder_for_a_round_that_has_begun_is_refused() -> None:
    assert fight().play("begin").refused('remind round 1 "late"') == "round 1 has already begun"


def test_the_reminders_of_rounds_are_in_the_file() -> None:
    played = fight().play("begin", 'remind round 2 "the lid falls"')
    again = Played()
    again.session.timeline.start = fight_of(fight_text(played.session.fight))
    assert again.session.fight.reminders == ((2, "the lid falls"),)
    assert again.play("next", "next").logs("the lid falls")


def test_a_round_has_the_limit_of_a_file() -> None:
    played = fight().play('remind round 1000000 "the end"')
    assert fight_of(fight_text(played.session.fight)).reminders == ((1_000_000, "the end"),)
    assert played.refused('remind round 1000001 "later"') == "expected a round up to 1,000,000, got 1,000,001"


def test_a_text_that_is_too_long_is_called_a_text() -> None:
    assert fight().refused(f'remind round 2 "{"x" * 501}"').startswith("a text takes at most 500 characters")
