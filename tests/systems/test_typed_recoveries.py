"""The dice of a recovery may be typed for the command that causes the recovery."""

from tests.helpers.casts.archmage import Archmage, hob, kell
from tests.helpers.casts.srd5 import Srd5, vara
from tests.helpers.fights.played import Played, hero
from tests.helpers.fights.readings import preview_line


def archmage() -> Archmage:
    """Kell's turn; its recovery is 3d10+3."""
    return Archmage(kell("initiative_total = 20"), hob("initiative_total = 10")).play("begin", "set kell hp 5")


def test_rally_takes_what_its_dice_gave() -> None:
    fight = archmage().play("rally 9")
    assert fight.logs("9 + 3")
    assert fight["kell"]["hp"] == 17
    assert fight.play("undo")["kell"]["hp"] == 5


def test_a_typed_recovery_counts_after_a_save_that_is_asked_for() -> None:
    fight = archmage().play("rally 3", "ask all", "rally 4")
    before = fight["kell"]["hp"]
    assert fight.play("answer 20")["kell"]["hp"] == before + 7
    assert fight.play("undo", "answer 2")["kell"]["hp"] == before


def test_a_death_save_that_heals_takes_a_typed_recovery() -> None:
    fight = archmage().play("set kell hp -3", "deathsave kell 20 7")
    assert fight["kell"]["hp"] == 10
    assert fight.play("undo")["kell"]["hp"] == -3


def test_a_number_replaces_the_value_of_a_recovery_without_dice() -> None:
    fight = Played(hero("Ari", 20)).play("begin", "damage ari 20", "rally 9")
    assert fight["ari"]["hp"] == 29
    assert fight.play("rally! 9 ari")["ari"]["hp"] == 38


def test_a_number_that_no_recovery_takes_is_refused() -> None:
    fight = Srd5(vara("initiative_total = 20")).play("begin", "damage vara 24")
    assert "this death save gives no recovery" in fight.refused("deathsave vara 20 9")
    assert "no recovery" in archmage().play("set kell hp -3").refused("deathsave kell 5 7")


def test_the_preview_of_a_recovery_has_the_range_of_its_healing_and_how_many_are_left() -> None:
    fight = archmage()
    (one,) = preview_line("recover kell", fight.session.context)
    assert one.startswith("Kell 5 → 11..38"), one
    assert "has 8 recoveries left" in one, one
    (two,) = preview_line("recover kell x2", fight.session.context)
    assert two.endswith("; has 7 recoveries left")
    assert "has 8" not in two


def test_the_preview_of_a_recovery_that_is_asked_for_has_its_dice() -> None:
    fight = archmage().play("ask all")
    assert "Kell rolls recovery, 3d10 (+3)" in preview_line("recover kell", fight.session.context)
