"""Fire, lack of air and lasting damage in the True SRD, played in the language."""

from tests.helpers.casts.true_srd import TrueSrd, guard, marks_of, rin, turn, turns
from tests.helpers.fights.played import effect


def test_a_creature_on_fire_burns_at_once_and_each_round_until_a_reflex_save() -> None:
    fight = turns().play("next", "apply rin burning", dice="20")
    assert fight.logs("against 2 lethal from fire: 20 + 5 = 25 vs DC 17 – unhurt")
    fight.play("next", "next", dice="11 12")
    assert fight.logs("11 + 3 (Reflex) = 14 vs DC 15 – failed")
    assert fight.logs("12 + 5 = 17 vs DC 17")
    fight.play(*["next"] * 3, dice="12").shows("rin", conditions=[])
    assert not fight.logs("Toughness")


def test_the_save_comes_before_the_damage_even_if_asked_for() -> None:
    fight = turns().play("next", "apply rin burning", dice="20").play("next", "ask party", "next")
    assert [(each["kind"], each["about"]) for each in fight.state["questions"]] == [("reflex save", "burning")]
    fight.play("answer 11")
    assert [(each["kind"], each["about"]) for each in fight.state["questions"]] == [("toughness", "2 lethal")]
    assert marks_of(fight.play("answer 11"), "rin") == {"hurt": 1, "bruised": 1}


def test_a_success_closes_every_question_about_a_fire() -> None:
    fight = turns().play("ask party", "apply rin burning", "answer 20", *["next"] * 6)
    assert [each["kind"] for each in fight.state["questions"]] == ["reflex save"] * 2
    fight.play("answer 12").shows("rin", conditions=[])
    assert fight.state["questions"] == []


def test_smothering_a_fire_is_another_save_at_plus_4_without_damage() -> None:
    fight = turns().play("apply rin burning", dice="20").play("do smother", dice="7")
    assert fight.logs("7 + 3 (Reflex) + 4 (typed) = 14 vs DC 15 – failed")
    assert marks_of(fight, "rin") == {}
    fight.play("do smother rin by thug", dice="8").shows("rin", conditions=[])
    assert "not burning" in fight.refused("do smother")


def test_a_stronger_fire_is_typed_as_lasting_damage_of_the_same_name() -> None:
    fight = turns().play('persist guard 4 lethal "burning"', "next", dice="5 20")
    assert fight.logs("against 4 lethal from fire")
    fight.play(*["next"] * 3, dice="13")
    assert fight["guard"]["effects"] == []


def test_lasting_damage_has_no_save() -> None:
    fight = turns().play("persist guard 4 lethal")
    assert [each["duration"] for each in fight["guard"]["effects"]] == ["until removed"]
    fight.play("next", dice="20").play("next", "next")
    assert len(fight["guard"]["effects"]) == 1
    fight = TrueSrd(guard("", effect('persist = 4\ntype = "lethal"')))
    assert [each["duration"] for each in fight["guard"]["effects"]] == ["until removed"]


def test_breath_lasts_twenty_rounds_and_four_for_each_constitution() -> None:
    fight = turns().play('apply rin "holding breath"').shows("rin", counters={"conviction": 3, "breath": 28})
    fight.play(*["next"] * 3).shows("rin", counters={"conviction": 3, "breath": 27})
    fight.play('remove rin "holding breath"').shows("rin", counters={"conviction": 3})


def test_without_breath_a_check_comes_each_round_and_a_failure_leaves_three_rounds() -> None:
    fight = turns().play('apply guard "holding breath"', "counter guard.breath 0", "next", dice="9")
    assert fight.logs("9 + 1 (Con) = 10 vs DC 10 – succeeds")
    fight.play(*["next"] * 3, dice="9").shows("guard", state="down")
    assert fight.logs("9 + 1 (Con) = 10 vs DC 11 – failed")
    assert marks_of(fight, "guard") == {"unconscious": True}
    fight.play(*["next"] * 3)
    assert marks_of(fight, "guard") == {"unconscious": True, "dying": True}
    fight.play(*["next"] * 3).shows("guard", state="dead")


def test_a_file_may_say_that_the_breath_is_over() -> None:
    holding = effect('name = "holding breath"')
    fight = TrueSrd(rin(turn(20)), guard(turn(15), holding)).play("begin").play("next", dice="3")
    assert fight.logs("3 + 1 (Con) = 4 vs DC 10 – failed")


def test_a_creature_that_gets_air_in_time_survives() -> None:
    fight = turns().play("apply guard suffocating").shows("guard", state="down")
    fight.play("remove guard suffocating", *["next"] * 4).shows("guard", state="down")
    assert marks_of(fight, "guard") == {"unconscious": True}


def test_the_unconscious_who_begin_to_suffocate_are_not_knocked_out_again() -> None:
    assert turns().play("apply guard suffocating").logs("suffocates")
    assert not turns().play("damage guard 20 face 3", "apply guard suffocating").logs("suffocates")


def test_a_coup_de_grace_asks_for_the_fortitude_save_as_well() -> None:
    fight = TrueSrd(guard(turn(20)), rin(turn(10))).play("begin", "apply rin helpless", "ask party")
    fight.play("attack spear rin coup", "answer 12")
    assert [(each["kind"], each["about"]) for each in fight.state["questions"]] == [("fortitude save", "coup de grace")]
    assert fight.logs("Fortitude save DC 17")
    fight.play("answer 15").shows("rin", state="up")
    assert not fight["rin"]["track"]["dying"]
    fight.play("attack spear rin coup", "answer 12", "answer 2")
    assert fight["rin"]["track"]["dying"]


def test_by_option_the_fortitude_save_uses_the_bonus_without_the_critical_hit() -> None:
    fight = TrueSrd(guard(turn(20)), rin(turn(10)), options="coup_with_critical = false")
    fight.play("begin", "apply rin helpless", "attack spear rin coup", dice="13 10")
    assert fight.logs("10 + 4 (Fortitude) = 14 vs DC 14 – saved")


def test_by_option_extremes_settle_a_confirmation() -> None:
    fight = TrueSrd(rin(), guard(), options="confirm_extremes = true")
    fight.play("attack sword guard by rin -20", dice="20 20 20")
    assert fight.logs("critical hit")
    fight.play("attack sword guard by rin +20", dice="20 1 20")
    assert fight.logs("no critical hit")


def test_by_option_being_invisible_is_an_advantage_only_by_surprise() -> None:
    fight = TrueSrd(rin(), guard(), options="invisible_always = false").play("apply rin invisible")
    fight.play("attack sword guard by rin", dice="10 20")
    assert fight.logs("10 + 6 = 16 vs Defense 16")


def test_by_option_the_exhausted_lose_six() -> None:
    fight = TrueSrd(rin(), options="exhausted_penalty = 6").play("apply rin exhausted", "check rin dex 5 10")
    assert fight.logs("10 + 2 (Dex) − 6 (exhausted) = 6 vs DC 5")


def test_a_fall_is_a_damage_bonus_of_2_for_every_10_feet() -> None:
    fight = TrueSrd(rin(turn(20)), guard(turn(10))).play("begin", "do fall 35 rin", dice="10")
    assert fight.logs("Rin falls 35 feet")
    assert fight.logs("Rin rolls a Toughness save against 6 lethal: 10 + 5 = 15 vs DC 21")
    assert fight.play("do fall 300 guard face 20").logs("against 40 lethal: 20 + 4 = 24 vs DC 55")
    assert marks_of(fight.play("do fall 9 rin"), "rin") == {"dazed": True, "wounded": True}


def test_cold_checks_get_harder_and_cause_fatigue() -> None:
    fight = TrueSrd(rin(turn(20)), guard(turn(10))).play("begin", 'check rin,guard fortitude "cold" face 11,12')
    assert fight.logs("11 + 4 (Fortitude) = 15 vs DC 15 – saved")
    fight.play('check rin,guard fortitude "cold" face 12,12').shows("guard", conditions=["flat-footed", "winded"])
    assert fight.logs("12 + 3 (Fortitude) = 15 vs DC 16 – failed")
    fight.play("ask all", 'check guard fortitude "cold"', "answer 1").shows(
        "guard", conditions=["fatigued", "flat-footed"]
    )
    fight.play("undo 3").shows("guard", conditions=["flat-footed", "winded"])


def test_smoke_chokes_and_thirst_begins_with_a_check_against_10() -> None:
    fight = TrueSrd(rin(turn(20)), guard(turn(10))).play("begin", 'check rin fortitude "smoke" face 1')
    fight.shows("rin", conditions=[])
    assert fight.names("rin") == ["choking"]
    fight.play('check rin fortitude "smoke" face 1').shows("rin", conditions=["winded"])
    assert fight.play('check guard con "thirst" face 9').logs("vs DC 10")
