"""Fatigue, Conviction and rest in the True SRD, played in the language."""

import pytest

from tests.helpers.casts.true_srd import BOW, STABLE, TrueSrd, grunts, guard, rin, track, turn, turns
from tests.helpers.fights.played import power


def test_extra_effort_is_possible_once_a_round() -> None:
    fight = turns().play("do extraeffort", "do extraeffort")
    assert fight.logs("allowed anyway")


def test_fatigue_lowers_melee_damage() -> None:
    fight = TrueSrd(rin("", BOW), guard()).play("fatigue rin", "fatigue rin", "attack sword guard by rin", dice="15 20")
    assert fight.logs("3 − 2 (fatigued) = 1")
    assert fight.logs("against 1 lethal")
    fight.play("attack sword guard by rin", dice="20 20 20")
    assert fight.logs("against 4 lethal (critical hit)")
    fight.play("attack bow guard by rin", dice="15 20")
    assert fight.logs("against 3 lethal")


def test_effort_tires_when_the_fight_ends_before_the_next_turn() -> None:
    fight = turns().play("do extraeffort", "finish").shows("rin", conditions=["winded"])
    fight.play("counter rin.conviction -1").shows("rin", conditions=[])
    fight = turns().play("do extraeffort", "kill rin", "finish").shows("rin", state="dead")


def test_the_dying_check_comes_before_the_fatigue() -> None:
    fight = turns().play("do extraeffort", "damage rin 30 face 2", "next", "next")
    fight.play("next", dice="8").shows("rin", conditions=["dying", "helpless", "unconscious", "winded"])
    fight = turns().play("do extraeffort", "damage rin 30 face 2", "next", "next").play("next", dice="7")
    fight.shows("rin", state="dead")
    assert not fight.logs("winded")


def test_conviction_only_removes_the_fatigue_of_the_effort() -> None:
    fight = turns().play(*["fatigue rin"] * 2, "do extraeffort", *["next"] * 3)
    fight.shows("rin", conditions=["exhausted"]).play("knockout rin", "counter rin.conviction -1")
    fight.shows("rin", conditions=["fatigued", "helpless", "unconscious"])
    fight = turns().play(*["fatigue rin"] * 3, "do extraeffort", "knockout rin", *["next"] * 3)
    fight.play("counter rin.conviction -1").shows("rin", conditions=["exhausted", "helpless", "unconscious"])


def test_conviction_keeps_the_exhausted_conscious() -> None:
    fight = turns().play(*["fatigue rin"] * 3, "do extraeffort", *["next"] * 3).shows("rin", state="down")
    fight.play("counter rin.conviction -1").shows("rin", state="up", conditions=["exhausted"])


def test_conviction_spent_before_the_next_turn_begins_averts_the_fatigue_of_the_effort() -> None:
    fight = turns().play("do extraeffort", "next", "counter rin.conviction -1", "next", "next")
    fight.shows("rin", conditions=[], counters={"conviction": 2}, effects=[])
    fight = turns().play("do extraeffort", "counter rin.conviction -1", *["next"] * 3)
    fight.shows("rin", conditions=["winded"], counters={"conviction": 2})


def test_a_point_spent_before_the_next_turn_pays_for_one_of_two_efforts() -> None:
    fight = turns().play("do extraeffort", "do extraeffort", "next", "counter rin.conviction -1", "next", "next")
    fight.shows("rin", conditions=["winded"]).play("counter rin.conviction -1").shows("rin", conditions=[])


def test_a_dying_creature_averts_death_before_fatigue() -> None:
    fight = turns().play("do extraeffort", "next", "damage rin 25 face 2", "counter rin.conviction -1")
    fight.shows("rin", conditions=STABLE)


def test_a_power_may_tire_those_it_hits_and_its_user() -> None:
    spell = power("Spell", 'attack = "+6 vs Defense"\neffects = ["fatigue"]\nalways = ["self: fatigue"]')
    fight = TrueSrd(rin("", spell), guard()).play("attack spell guard by rin", dice="15")
    fight.shows("guard", conditions=["winded"]).shows("rin", conditions=["winded"])
    fight.play("attack spell guard by rin", dice="1")
    fight.shows("guard", conditions=["winded"]).shows("rin", conditions=["fatigued"])


def test_an_unconscious_creature_gets_no_further_fatigue() -> None:
    fight = turns().play(*["fatigue rin"] * 4).shows("rin", state="down").play("fatigue rin")
    assert fight.logs("already unconscious")


def test_conviction_escapes_death() -> None:
    fight = turns().play("damage rin 25 face 2", "counter rin.conviction -1")
    fight.shows("rin", conditions=STABLE, counters={"conviction": 2})


def test_conviction_in_a_fight_pays_for_a_check_and_makes_the_next_sure() -> None:
    marks = "track = { unconscious = true }"
    fight = TrueSrd(rin(f"{turn(20)}\n{marks}"), guard(turn(10))).play("begin", "check rin recovery 3")
    assert fight.logs("without Conviction; allowed anyway")
    fight.play("counter rin.conviction -1", "check rin recovery 3").shows("rin", state="down")
    fight.play(*["counter rin.conviction -1"] * 2)
    assert fight.logs("has already spent Conviction this round")
    fight.play("check rin recovery 3").shows("rin", state="up")
    assert "not have that much Conviction" in fight.refused("counter rin.conviction -1")


def test_conviction_for_a_lethal_box_takes_a_full_action() -> None:
    marks = "track = { wounded = true, staggered = true }"
    fight = TrueSrd(rin(f"{turn(20)}\n{marks}"), guard(turn(10))).play("begin", "counter rin.conviction -1")
    assert "staggered" in fight.refused("check rin wounded 3")
    fight.play("check rin staggered 10").shows("rin", track=track(wounded=True), actions={"standard": 1, "move": 1})
    fight.play("counter rin.conviction -1", "check rin wounded 10")
    fight.shows("rin", track=track(), actions={"standard": 0, "move": 0})


def test_a_point_for_something_else_does_not_help_a_later_check() -> None:
    fight = turns().play("counter rin.conviction -1").shows("rin", counters={"conviction": 2})
    assert fight.names("rin") == ["conviction"]
    assert fight.play(*["next"] * 3).names("rin") == []


def test_minions_have_no_conviction() -> None:
    fight = TrueSrd(grunts("counters = { conviction = 1 }"))
    assert "minion" in fight.refused("counter grunt1.conviction -1")


def test_a_recovery_check_is_about_staggered_first_then_wounded_then_disabled() -> None:
    fight = TrueSrd(rin("track = { wounded = true, disabled = true, staggered = true }"))
    for box, face in (("staggered", 10), ("wounded", 10), ("disabled", 8)):
        fight.play(f"check rin recovery {face}")
        assert fight.logs(f"recovery check for {box}")
    assert "no recovery check helps" in fight.refused("check rin recovery")
    fight.play("fatigue rin", "check rin fatigue 7 +1").shows("rin", conditions=[])


@pytest.mark.parametrize("die", ["8", "face 8"])
def test_the_die_of_a_check_is_typed_with_or_without_its_word(die: str) -> None:
    fight = TrueSrd(rin("track = { wounded = true }")).play(f"check rin recovery {die}")
    assert fight.logs("recovery check for wounded: 8 + 2")
    fight.refused(f"check rin dying {die} face 9")


def test_a_short_rest_is_an_hour() -> None:
    marks = "track = { hurt = 3, bruised = 2, dazed = true, unconscious = true, wounded = true }"
    fight = TrueSrd(rin(marks)).play("fatigue rin", "fatigue rin").play("rest short", dice="9 10")
    fight.shows("rin", track=track(hurt=2, wounded=True))
    assert "winded" in fight["rin"]["conditions"]


def test_a_long_rest_is_ten_hours() -> None:
    marks = "track = { hurt = 12, bruised = 2, wounded = true, disabled = true }"
    fight = TrueSrd(rin(marks)).play("fatigue rin").play("rest long", dice="9 10 7")
    fight.shows("rin", track=track(hurt=2, disabled=True), conditions=["disabled"])
