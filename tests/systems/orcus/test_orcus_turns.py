"""The turn boundary in Orcus: effects that start and end, delayed and readied turns, and the order of dice."""

import pytest

from tests.helpers.fights.played import DEFENSES, Played, creature, hero, monster, power


def three(options: str = "", *, ari: str = "") -> Played:
    """Cor on 20, Ari on 15, the ogre on 10; Cor's turn runs."""
    fight = Played(hero("Cor", 20), hero("Ari", 15, ari), monster("Ogre", 10), options=options)
    return fight.play("begin")


# Durations


def test_the_end_of_the_next_turn_is_not_the_end_of_the_current_turn() -> None:
    fight = three().play("apply ogre dazed eont", "next")
    assert fight.names("ogre") == ["dazed"]
    fight.play("next", "next", "next")
    assert fight.names("ogre") == []


def test_the_end_of_another_creatures_next_turn_is_the_next_one_to_come() -> None:
    fight = three().play("apply cor dazed eont:ari", "next")
    assert fight.names("cor") == ["dazed"]
    assert fight.play("next").names("cor") == []


def test_the_start_of_the_next_turn_is_a_round_later_when_cast_in_the_own_turn() -> None:
    fight = three().play("bonus ari +2 ac sont power", "next", "next")
    assert fight.names("ari") == ["ac"]
    assert fight.play("next").names("ari") == []


def test_the_targets_turns_count_where_the_target_is_meant() -> None:
    fight = three().play("apply ari dazed teont", "apply ogre slowed tsont")
    assert fight["ari"]["effects"][0]["duration"] == "until the end of ari's next turn"
    fight.play("next", "next").shows("ari", effects=[])
    fight.shows("ogre", effects=[])


def test_the_end_of_the_turn_is_the_end_of_the_current_turn() -> None:
    fight = three().play("apply ogre prone eot")
    assert fight["ogre"]["effects"][0]["duration"] == "until the end of this turn"
    fight.play("next").shows("ogre", effects=[])


def test_three_rounds_end_before_the_fourth_turn_after_their_beginning() -> None:
    fight = three().play("next", "apply ogre slowed 3r")
    assert fight["ogre"]["effects"][0]["duration"] == "3 rounds"
    for left in ("2 rounds", "1 round"):
        fight.play("next", "next", "next")
        assert fight["ogre"]["effects"][0]["duration"] == left
    fight.play("next", "next")
    assert fight.names("ogre") == ["slowed"]
    fight.play("next").shows("ogre", effects=[])


def test_effects_until_the_end_of_the_encounter_end_with_it_and_those_with_a_save_continue() -> None:
    fight = three().play("apply ari dazed enc", "apply ari slowed save", "apply ari blinded", "finish")
    assert fight.names("ari") == ["slowed", "blinded"]
    assert fight.state["phase"] == "finished"


@pytest.mark.parametrize(("option", "left"), [("keep", ["dazed"]), ("expire_on_removal", [])])
def test_effects_until_the_turn_of_a_dead_creature_end_at_that_point_or_by_option_at_once(
    option: str, left: list[str]
) -> None:
    fight = three(f'ghost_anchor = "{option}"').play("apply cor dazed eont:ogre", "kill ogre")
    assert fight.names("cor") == left
    fight.play("next", "next").shows("cor", effects=[])
    assert fight.state["active"] == "cor"


def test_an_effect_anchored_to_a_creature_that_left_ends_when_its_turn_would_come() -> None:
    fight = three().play("apply cor dazed eont:ari", "drop ari")
    assert fight.state["order"] == ["cor", "ogre"]
    assert fight.names("cor") == ["dazed"]
    fight.play("next").shows("cor", effects=[])
    fight.shows("ari", state="out")


# Saves


def test_one_save_for_all_of_a_bundle() -> None:
    fight = three().play("next", "apply ari dazed+slowed save by ogre")
    first, second = fight["ari"]["effects"]
    assert first["bundle"] == second["bundle"] is not None
    fight.play("next", dice="9")
    assert fight.names("ari") == ["dazed", "slowed"]
    fight.play("next", "next", "next", dice="10").shows("ari", effects=[])


def test_a_failed_save_moves_an_effect_to_its_next_step_with_the_same_duration() -> None:
    fight = three().play("next", "apply ari slowed save:12 then immobile", "next", dice="11")
    (effect,) = fight["ari"]["effects"]
    assert (effect["name"], effect["duration"]) == ("immobile", "save ends (12+)")


def test_saves_take_the_bonus_of_the_creature_and_of_its_effects() -> None:
    fight = Played(monster("Boss", 10, 'kind = "boss"'), hero("Ari", 5)).play("begin", "apply boss dazed save")
    fight.play("bonus boss -2 saves eont", "next", dice="6").shows("boss", state="up")
    assert fight.names("boss") == ["dazed", "saves"]
    fight.play("remove boss saves", "next", "next", dice="5").shows("boss", effects=[])


def test_dice_fall_oldest_effect_first() -> None:
    fight = three().play("apply cor dazed save", "persist cor 5 fire", "apply cor slowed save")
    fight.play("next", dice="15 3 12")
    assert fight.names("cor") == ["persistent"]


def test_a_save_typed_by_hand_is_against_the_oldest_or_the_one_named() -> None:
    fight = three().play("apply ari dazed save", "persist ari 5 fire", "save ari fire 14")
    assert fight.names("ari") == ["dazed"]
    fight.play("save ari 9").shows("ari", conditions=["dazed"])
    fight.play("save ari 7 +3").shows("ari", effects=[])
    assert "nothing to save against" in fight.refused("save ari 12")


# The order at a turn's end


@pytest.mark.parametrize(("option", "saved"), [("favour", True), ("saves_first", False)])
def test_a_heros_penalty_ends_before_its_saves_or_by_option_after_them(option: str, saved: bool) -> None:
    fight = three(f'end_order = "{option}"').play("apply cor dazed save", "bonus cor -2 saves eot", "next", dice="11")
    assert fight.names("cor") == ([] if saved else ["dazed"])


@pytest.mark.parametrize("option", ["favour", "saves_first"])
def test_a_bonus_counts_for_the_saves_of_the_turn_it_ends_with(option: str) -> None:
    fight = three(f'end_order = "{option}"').play("apply cor dazed save", "bonus cor +2 saves eot", "next", dice="8")
    fight.shows("cor", effects=[])


def test_a_foes_penalty_ends_after_its_saves() -> None:
    fight = three().play("next", "next", "apply ogre dazed save", "bonus ogre -2 saves eot", "next", dice="11")
    assert fight.names("ogre") == ["dazed"]


@pytest.mark.parametrize(("option", "failures"), [("favour", 0), ("saves_first", 1)])
def test_a_bonus_counts_for_a_heros_death_save_at_the_end_of_the_turn(option: str, failures: int) -> None:
    fight = three(f'death_save_timing = "end"\nend_order = "{option}"', ari="hp = -5").play("next")
    fight.play("bonus ari +2 saves eot", "next", dice="9").shows("ari", death_failures=failures)


def test_saves_that_wait_are_oldest_first_and_answered_in_any_order() -> None:
    fight = three().play("ask party", "apply cor dazed save", "apply cor slowed save", "next")
    assert [each["about"] for each in fight.state["questions"]] == ["dazed", "slowed"]
    fight.play("answer 2 15").shows("cor", conditions=["dazed"])
    fight.play("answer 1 15").shows("cor", conditions=[])


# Regeneration, refresh, death saves


def test_the_highest_regeneration_heals_from_0_and_wakes_prone() -> None:
    fight = three(ari="hp = -8\nregeneration = 3").play("regen ari 7", "regen ari 5", "next")
    fight.shows("ari", hp=7, conditions=["prone"])


def test_persistent_damage_comes_before_regeneration() -> None:
    fight = three(ari="hp = 39\nregeneration = 5").play("persist ari 3 fire", "next")
    fight.shows("ari", hp=40)


def test_refresh_dice_fall_at_the_start_of_the_turn_for_spent_powers_of_the_living() -> None:
    breath = power("Breath", 'use = "refresh 5,6"\nattack = "+5 vs Reflex"')
    fight = Played(monster("Drake", 20, "", breath), hero("Ari", 10)).play("begin")
    fight.play("attack breath ari", dice="15").shows("drake", spent=["Breath"])
    assert "Breath is spent" in fight.refused("attack breath ari")
    fight.play("next", "next", dice="4").shows("drake", spent=["Breath"])
    fight.play("next", "next", dice="5").shows("drake", spent=[])
    fight.play("next", "next")


def test_three_failed_death_saves_kill_though_the_hero_woke_between() -> None:
    fight = three(ari="hp = -5")
    fight.play("next", dice="9").shows("ari", death_failures=1, state="down")
    fight.play("heal ari 5", "damage ari 6", "next", "next", "next", dice="1").shows("ari", death_failures=2)
    fight.play("next", "next", "next", dice="4").shows("ari", death_failures=3, state="dead")
    assert fight.state["active"] == "ogre"


def test_a_hero_felled_by_persistent_damage_saves_from_the_next_turn_on() -> None:
    fight = three(ari="hp = 3").play("persist ari 5 fire", "next")
    fight.shows("ari", hp=-2, death_successes=0, death_failures=0)
    fight = three("death_save_snapshot = false", ari="hp = 3").play("persist ari 5 fire")
    fight.play("next", dice="12").shows("ari", hp=-2, death_successes=1)


def test_death_saves_at_the_end_of_the_turn_by_option() -> None:
    fight = three('death_save_timing = "end"', ari="hp = -5").play("next")
    fight.shows("ari", death_failures=0)
    fight.play("next", dice="9").shows("ari", death_failures=1)


def test_three_successes_steady_by_option() -> None:
    fight = three('three_successes = "stable"', ari="hp = -5")
    fight.play("deathsave ari 10", "deathsave ari 11", "deathsave ari 12")
    assert "stable" in fight["ari"]["conditions"]
    fight.play("next")


# Delaying


def test_a_delayed_turn_comes_after_another_with_the_same_count() -> None:
    fight = three().play("persist cor 5 fire", "delay")
    assert (fight.state["active"], fight.state["delayed"], fight.state["order"]) == (
        "ari",
        ["cor"],
        ["cor", "ari", "ogre"],
    )
    fight.play("act cor")
    assert (fight.state["active"], fight.state["delayed"], fight.state["order"]) == ("cor", [], ["ari", "cor", "ogre"])
    fight.shows("cor", initiative=15, hp=40)
    fight.play("next", dice="3")
    assert fight.state["active"] == "ogre"


def test_a_delay_to_a_count_comes_up_by_itself() -> None:
    fight = three().play("delay 12", "next")
    assert (fight.state["active"], fight.state["order"]) == ("cor", ["ari", "cor", "ogre"])
    fight.shows("cor", initiative=12)


def test_a_delay_not_taken_by_the_end_of_the_round_is_wasted_with_its_saves() -> None:
    fight = three().play("apply cor dazed save", "delay", "next", "next", dice="12")
    assert (fight.state["round"], fight.state["active"], fight.state["delayed"]) == (2, "cor", [])
    fight.shows("cor", effects=[], initiative=20)


def test_good_effects_that_would_end_with_the_turn_end_at_the_delay_and_bad_ones_continue() -> None:
    fight = three().play("next", "next", "bonus cor +2 ac eont:cor", "bonus cor -2 attack eont:cor", "next", "delay")
    assert fight.names("cor") == ["attack"]
    fight.play("act cor", "next").shows("cor", effects=[])


def test_a_creature_that_has_acted_cannot_delay_unless_overridden() -> None:
    fight = three().play("spent cor move")
    assert "cannot delay" in fight.refused("delay")
    fight.play("delay!")
    assert fight.state["delayed"] == ["cor"]


# Readying


def test_an_action_readied_last_round_replaces_that_rounds_turn_with_its_start_and_end() -> None:
    fight = Played(monster("Ogre", 20), hero("Cor", 15), hero("Ari", 10)).play("begin", "next")
    fight.play("apply cor slowed save", "persist cor 5 fire", 'ready "it charges"', "next", "next", dice="2 3")
    assert (fight.state["round"], fight.state["active"]) == (2, "ogre")

    fight.play("act cor").shows("cor", hp=35, initiative=20)
    fight.play("next", dice="12 11").shows("cor", effects=[])
    assert (fight.state["active"], fight.state["order"]) == ("ari", ["cor", "ogre", "ari"])


def test_without_the_option_start_and_end_of_that_turn_are_skipped() -> None:
    fight = Played(
        monster("Ogre", 20), hero("Cor", 15), hero("Ari", 10), options="ready_next_round_steps = false"
    ).play("begin", "next", "persist cor 5 fire", 'ready "it charges"', "next", "next", dice="3")
    fight.play("act cor").shows("cor", hp=40)
    fight.play("next")
    assert fight.state["active"] == "ari"


def test_a_readied_action_is_lost_when_the_next_turn_comes() -> None:
    fight = three().play('ready "it charges"', "next", "next", "next")
    assert (fight.state["active"], fight.state["readied"]) == ("cor", {})


# Questions


def test_questions_wait_while_turns_continue_and_a_success_closes_both() -> None:
    fight = three().play("ask party", "apply cor dazed save", "next", "next", "next")
    assert fight.state["questions"] == [{"id": 1, "kind": "save", "creature": "cor", "about": "dazed", "die": 20}]
    fight.play("next")
    assert [each["id"] for each in fight.state["questions"]] == [1, 2]
    fight.play("answer 2 14").shows("cor", effects=[])
    assert fight.state["questions"] == []
    assert fight.logs("question 1 lapses")


def test_a_question_lapses_with_its_effect_or_its_creature() -> None:
    fight = three().play("ask all", "apply cor dazed save", "apply ogre slowed save", "next")
    fight.play("remove cor dazed")
    assert fight.logs("question 1 lapses")
    fight.play("next", "next")
    assert [each["creature"] for each in fight.state["questions"]] == ["ogre"]
    fight.play("kill ogre")
    assert fight.state["questions"] == []


def test_a_typed_save_answers_the_open_question() -> None:
    fight = three().play("ask party", "apply cor dazed save", "next", "save cor 4")
    assert (fight.state["questions"], fight.names("cor")) == ([], ["dazed"])


def test_answer_all_rolls_every_open_question_oldest_first() -> None:
    fight = three().play("ask party", "apply cor dazed save", "apply cor slowed save", "next")
    fight.play("answer all", dice="12 3")
    assert (fight.names("cor"), fight.state["questions"]) == (["slowed"], [])


def test_initiative_is_asked_for_once_a_group_and_begin_waits_for_it() -> None:
    heroes = creature("Ari", f'kind = "pc"\nmax_hp = 40\ninitiative = 2\n{DEFENSES}')
    fight = Played(heroes, monster("Ogre", 10)).play("ask party", "begin")
    assert (fight.state["phase"], [each["kind"] for each in fight.state["questions"]]) == ("setup", ["initiative"])
    fight.play("answer 14", "begin")
    assert (fight.state["order"], fight["ari"]["initiative"]) == (["ari", "ogre"], 16)


# Surprise


def test_the_surprised_lose_their_first_turn_or_by_option_all_but_a_standard_action() -> None:
    fight = three().play("undo", "surprise ari", "begin", "next")
    assert not any(fight["ari"]["actions"].values())
    assert "surprised" in fight.refused('ready "now"')

    fight = three('surprise = "one_standard"').play("undo", "surprise ari", "begin", "next")
    fight.shows("ari", actions={"standard": 1, "move": 0, "swift": 0, "immediate": 0})
    assert "surprised" in fight.refused("ap")
    fight.play("next").shows("ari", conditions=[])


def test_by_option_those_who_are_not_surprised_act_in_a_round_before_the_first() -> None:
    fight = three('surprise = "separate_round"').play("undo", "surprise ari", "begin")
    assert (fight.state["round"], fight.state["active"]) == (0, "cor")
    fight.shows("cor", actions={"standard": 1, "move": 0, "swift": 0, "immediate": 1})
    assert "surprise round" in fight.refused("ap cor")
    fight.play("next")
    assert (fight.state["round"], fight.state["active"]) == (0, "ogre")
    fight.play("next")
    assert (fight.state["round"], fight.state["active"]) == (1, "cor")
    fight.shows("ari", conditions=[])


# Arriving and leaving


def test_a_latecomer_rolls_and_acts_at_that_count() -> None:
    fight = three().play('add "Bandit" hp=20 init=2 ac=15', dice="15")
    assert fight.state["order"] == ["cor", "bandit", "ari", "ogre"]
    fight.play("next")
    assert fight.state["active"] == "bandit"


def test_more_of_an_existing_kind_are_added_by_its_name() -> None:
    fight = Played(hero("Cor", 20), creature("Wolf", f"max_hp = 20\nhp = 3\ninitiative = 1\n{DEFENSES}"))
    fight.play("add wolf x2 ac=12")
    fight.shows("wolf2", hp=20, max_hp=20, name="Wolf 2")
    assert fight["wolf3"]["defenses"] == {"ac": 12, "fortitude": 16, "reflex": 14, "will": 13}
    assert "needs hit points" in fight.refused("add bear")


def test_reserves_roll_when_they_enter_and_are_announced_when_they_are_due() -> None:
    fight = Played(hero("Cor", 20), creature("Wolf", 'max_hp = 20\nreserve = "round 2"\ninitiative = 1'))
    fight.play("begin").shows("wolf", state="out", initiative=None)
    assert fight.state["order"] == ["cor"]
    fight.play("next")
    assert fight.logs("due in round 2: Wolf")
    fight.play("enter wolf", dice="7")
    assert (fight["wolf"]["initiative"], fight.state["order"]) == (8, ["cor", "wolf"])


def test_sets_of_targets_for_enter_contain_reserves() -> None:
    wolves = creature("Wolf", "max_hp = 20\ncount = 3\nreserve = true")
    fight = Played(hero("Cor", 20), wolves).play("enter wolf1-2")
    assert [fight[each]["state"] for each in ("wolf1", "wolf2", "wolf3")] == ["up", "up", "out"]
    fight.play("enter @foes")
    fight.shows("wolf3", state="up")


def test_turns_stop_when_no_creature_is_left() -> None:
    fight = Played(monster("Ogre", 10, "hp = 3")).play("begin", "persist ogre 5 fire", "next", dice="4")
    assert (fight.state["active"], fight.state["round"]) == (None, 2)
    assert "nobody is left" in fight.refused("next")


def test_no_round_begins_for_the_dead_and_the_next_arrival_has_the_next_turn() -> None:
    fight = three().play("kill cor,ari,ogre", "next")
    assert (fight.state["active"], fight.state["round"]) == (None, 1)
    fight.play("revive ari", 'add "Wolf" hp=9 initiative_total=5', "next")
    assert (fight.state["active"], fight.state["round"]) == ("ari", 1)
    fight.play("next")
    assert (fight.state["active"], fight.state["round"]) == ("wolf", 1)


def test_the_dead_and_the_departed_have_no_delay_and_no_readied_action() -> None:
    fight = three().play("delay", 'ready "it moves"', "next", "kill cor", "drop ari")
    assert (fight.state["delayed"], fight.state["readied"]) == ([], {})


@pytest.mark.parametrize("end", ["kill cor", "drop cor", "reserve cor"])
def test_a_creature_that_dies_or_leaves_in_its_turn_does_not_delay(end: str) -> None:
    fight = three().play(end)
    assert "so cannot delay" in fight.refused("delay")
    fight.play("next")
    assert (fight.state["active"], fight.state["delayed"]) == ("ari", [])


def test_a_stunned_creatures_readied_action_does_not_go_off() -> None:
    fight = three().play('ready "it moves"', "next", "apply cor stunned")
    assert "stunned" in fight.refused("act cor")


def test_the_end_of_a_replaced_turn_comes_once_before_another_readied_action() -> None:
    fight = Played(monster("Ogre", 20), hero("Cor", 15), hero("Ari", 10)).play("begin", "next")
    fight.play("apply cor slowed save", 'ready "one"', "next", 'ready "two"', "next", dice="2")
    fight.play("act cor", "act ari", dice="12").shows("cor", effects=[])
    fight.play("next")
    assert fight.state["order"] == ["cor", "ari", "ogre"]
