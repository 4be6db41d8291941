"""Falling, dying, waking and resting in Orcus, and the dice asked for in between."""

import pytest

from tests.helpers.fights.played import DEFENSES, Played, creature, hero, monster, power


def dying(lines: str = "hp = -5", options: str = "") -> Played:
    """Cor's turn runs; Ari, down, is next, and the ogre after that."""
    fight = Played(hero("Cor", 20), hero("Ari", 15, lines), monster("Ogre", 10), options=options)
    return fight.play("begin")


def a_round_later(fight: Played, dice: str = "") -> Played:
    """The same creature's next turn."""
    return fight.play("next", "next", "next", dice=dice)


# Death saves


def test_a_death_save_of_10_does_nothing_and_one_of_9_fails() -> None:
    fight = dying().play("next", dice="10")
    fight.shows("ari", hp=-5, death_failures=0, death_successes=1, state="down")
    a_round_later(fight, dice="9").shows("ari", death_failures=1)


def test_a_bonus_to_saves_counts_for_death_saves_and_20_may_be_reached_with_it() -> None:
    dying("hp = -5\nsaves = 2").play("next", dice="7").shows("ari", death_failures=1)
    fight = dying("hp = -5\nsaves = 2").play("next", dice="8")
    fight.shows("ari", death_failures=0)
    a_round_later(fight, dice="18").shows("ari", hp=10, recoveries=5, conditions=["prone"])


def test_a_20_at_the_start_of_the_turn_wakes_the_dying_for_that_turn() -> None:
    fight = dying().play("next", dice="20")
    fight.shows("ari", hp=10, recoveries=5, state="up", conditions=["prone"])
    fight.shows("ari", actions={"standard": 1, "move": 1, "swift": 1, "immediate": 1})
    fight.play("do stand").shows("ari", conditions=[])


def test_the_third_failure_kills_at_the_start_of_the_turn_and_the_next_turn_begins() -> None:
    fight = dying("hp = -5\ndeath_failures = 2").play("next", dice="3")
    fight.shows("ari", state="dead", hp=-5)
    assert fight.state["active"] == "ogre"


@pytest.mark.parametrize("rest", ["short", "long"])
def test_a_rest_forgets_failures(rest: str) -> None:
    dying("hp = 5\ndeath_failures = 2").play("finish", f"rest {rest}").shows("ari", death_failures=0)


def test_a_downed_hero_takes_ongoing_damage_before_saving_against_effects() -> None:
    fight = dying().play("apply ari slowed save", "persist ari 5 fire", "next", dice="12")
    fight.shows("ari", hp=-10)
    fight.play("next", dice="14 3")
    assert fight.names("ari") == ["persistent"]


def test_persistent_damage_kills_at_minus_the_staggered_value_before_any_death_save() -> None:
    dying("hp = -18").play("persist ari 2 acid", "next").shows("ari", hp=-20, state="dead")


def test_temporary_hit_points_soak_for_the_dying() -> None:
    dying("hp = -15").play("temp ari 10", "damage ari 12").shows("ari", hp=-17, temp_hp=0, state="down")


def test_the_stable_roll_no_saves_until_they_are_hurt_again() -> None:
    fight = dying().play("stabilize ari", "next")
    fight.shows("ari", hp=-5, conditions=["helpless", "prone", "stable", "unconscious"])
    fight.play("damage ari 1").shows("ari", conditions=["dying", "helpless", "prone", "unconscious"])
    assert "not dying" in fight.refused("stabilize cor")
    fight.play("stabilize ari", "heal ari 3").shows("ari", hp=3, conditions=["prone"])


def test_death_saves_at_the_end_are_also_for_those_who_fell_in_their_turn() -> None:
    fight = dying("", 'death_save_timing = "end"').play("next", "damage ari 42", "next", dice="5")
    fight.shows("ari", death_failures=1)


def test_three_successes_do_nothing_by_default() -> None:
    fight = dying("hp = -5\ndeath_successes = 2").play("next", dice="15")
    fight.shows("ari", death_successes=3, conditions=["dying", "helpless", "prone", "unconscious"])


# Falling and rising


def test_a_creature_prone_before_falling_is_prone_once_on_waking() -> None:
    fight = dying("").play("apply ari prone", "damage ari 40", "heal ari 4")
    assert fight.names("ari") == ["prone"]
    fight = dying("").play("damage ari 40", "heal ari 4", "damage ari 4", "heal ari 4")
    assert fight.names("ari") == ["prone"]


def test_waking_from_sleep_leaves_a_creature_prone_and_not_helpless() -> None:
    dying("").play("apply ari unconscious save", "save ari 12").shows("ari", conditions=["prone"])


def test_without_negative_hit_points_damage_just_below_the_staggered_value_does_not_kill() -> None:
    dying("hp = 22", "no_negative_hp = true").play("damage ari 41").shows("ari", hp=0, state="down")
    dying("hp = 22", "no_negative_hp = true").play("damage ari 42").shows("ari", hp=0, state="dead")


def test_a_dying_hero_without_recoveries_may_wake_at_1() -> None:
    fight = dying().play("set ari recoveries 0", "recover ari")
    fight.shows("ari", hp=1, recoveries=0, conditions=["prone"])


@pytest.mark.parametrize("down", ["knockout ari", "stabilize ari"])
def test_a_hero_revived_by_hand_can_fall_again(down: str) -> None:
    fight = dying().play(down, "set ari hp 5", "damage ari 6")
    fight.shows("ari", conditions=["dying", "helpless", "prone", "unconscious"])
    fight.play("next", dice="4").shows("ari", death_failures=1)


def test_a_second_death_save_asked_for_lapses_when_the_third_success_steadies() -> None:
    fight = dying("hp = -5\ndeath_failures = 2", 'three_successes = "stable"').play(
        "deathsave ari 10", "deathsave ari 11"
    )
    a_round_later(fight.play("ask party", "next")).play("answer 12")
    assert (fight["ari"]["state"], fight.state["questions"]) == ("down", [])


def test_a_requested_death_save_lapses_when_hit_points_are_corrected() -> None:
    fight = dying().play("ask party", "next", "set ari hp 5")
    assert fight.state["questions"] == []
    assert fight.logs("question 1 lapses: Ari, death save (dying): no longer dying")


def test_a_death_save_uses_up_a_bonus_for_one_save() -> None:
    fight = dying().play("bonus ari +4 saves once", "deathsave ari 6").shows("ari", death_successes=1, effects=[])
    fight.play("deathsave ari 6").shows("ari", death_failures=1)


@pytest.mark.parametrize(
    ("who", "hp", "state"), [("ogre", 0, "dead"), ("ari", 0, "down"), ("ari", -19, "down"), ("ari", -20, "dead")]
)
def test_hit_points_set_by_hand_kill_as_damage_would(who: str, hp: int, state: str) -> None:
    dying("").play(f"set {who} hp {hp}").shows(who, hp=hp, state=state)


def test_the_knocked_out_live_though_something_else_is_put_right() -> None:
    dying("").play("knockout ogre", "set ogre ac 12").shows("ogre", state="down")


def test_the_knocked_out_monster_lives_until_it_is_hurt_again() -> None:
    dying("").play("knockout ogre").shows("ogre", hp=0, state="down")
    fight = dying("").play("knockout ogre", "damage ogre 1")
    fight.shows("ogre", state="dead")


def test_the_revived_rise_at_1_prone_with_failures_forgotten_and_take_turns_again() -> None:
    fight = dying("hp = -5\ndeath_failures = 2").play("kill ari", "revive ari", "next")
    fight.shows("ari", hp=1, death_failures=0, state="up", conditions=["prone"])
    assert fight.state["active"] == "ari"
    assert "not dead" in fight.refused("revive cor")


def test_the_dead_are_not_regenerated_hurt_or_attacked() -> None:
    fight = dying("hp = 5\nregeneration = 5").play("kill ari", "next")
    fight.shows("ari", hp=5, state="dead")
    fight.play("damage ari 3").shows("ari", hp=5)
    assert fight.logs("already dead")


def test_regeneration_wakes_before_the_death_save() -> None:
    dying("hp = -5\nregeneration = 2").play("next").shows("ari", hp=2, death_successes=0)


def test_a_rally_needs_a_recovery_and_someone_who_can_act() -> None:
    fight = dying("hp = 10").play("set ari recoveries 0")
    assert "no recoveries left" in fight.refused("rally ari")
    assert "can take no actions" in dying().refused("rally ari")


def test_a_rally_and_a_total_defense_stack() -> None:
    fight = dying("").play("rally", "do totaldefense")
    assert fight["cor"]["defenses"]["ac"] == 22


# Temporary hit points


def test_temporary_hit_points_may_last_only_so_long() -> None:
    fight = dying("").play("temp cor 8 eot", "damage cor 3").shows("cor", hp=40, temp_hp=5)
    assert fight["cor"]["effects"][0]["duration"] == "until the end of this turn"
    fight.play("next").shows("cor", temp_hp=0, effects=[])
    assert fight.logs("Cor loses its temporary HP")


def test_temporary_hit_points_that_are_spent_or_replaced_have_no_end_to_wait_for() -> None:
    fight = dying("").play("temp cor 8 eont", "damage cor 9").shows("cor", hp=39, temp_hp=0, effects=[])
    fight.play("temp cor 5 eot", "temp cor 4", "temp cor 7", "next").shows("cor", temp_hp=7, effects=[])
    fight.play("temp cor 9 eont:ari", "rest short").shows("cor", temp_hp=0, effects=[])


def test_a_power_gives_temporary_hit_points_for_a_while() -> None:
    ward = power("Ward", 'effects = ["temp 6 sont"]')
    fight = Played(hero("Cor", 20, "", ward), hero("Ari", 10)).play("begin", "use ward ari", "damage ari 2")
    fight.shows("ari", hp=40, temp_hp=4).play("next").shows("ari", temp_hp=4)
    fight.play("next").shows("ari", temp_hp=0)


# Knocking out


FOG = power("Fog", 'tags = ["zone"]\neffects = ["bonus -1 attack"]')


def ogre_killed(*before: str) -> Played:
    """The ogre is killed in Cor's turn, after these lines."""
    fight = Played(hero("Cor", 20), monster("Ogre", 15, "hp = 5", FOG), hero("Ari", 10)).play("begin", "next")
    return fight.play(*before, *("next",) * 2, "damage ogre 7 by cor")


def test_a_foe_knocked_out_instead_of_killed_keeps_the_effects_that_its_death_ended() -> None:
    fight = ogre_killed("use fog cor", "apply ari grappled by ogre", "mark ari", 'ready "it moves"')
    assert (fight["ogre"]["state"], fight.names("cor"), fight.names("ari")) == ("dead", [], [])
    fight.play("knockout ogre")
    assert (fight["ogre"]["state"], fight["ogre"]["hp"], fight.names("cor")) == ("down", 0, ["attack"])
    fight.shows("ogre", conditions=["helpless", "prone", "unconscious"]).shows("ari", effects=[])
    assert fight.state["readied"] == {"ogre": "it moves"}
    fight.play("next", "next", "rest short").shows("ogre", hp=1)


def test_all_who_fell_to_one_command_may_be_knocked_out_together_or_one_by_one() -> None:
    mooks = creature("Rat", f'kind = "mook"\ncount = 3\ninitiative_total = 5\n{DEFENSES}')
    for lines in (("knockout rat1,rat2",), ("knockout rat1", "knockout rat2")):
        fight = Played(hero("Cor", 20), mooks).play("begin", "damage rat1-3 4 by cor", *lines)
        assert [fight[f"rat{n}"]["state"] for n in (1, 2, 3)] == ["down", "down", "dead"]


def test_after_another_command_that_changes_the_fight_the_dead_stay_dead() -> None:
    assert "revive it first" in ogre_killed().play("heal cor 1").refused("knockout ogre")
    ogre_killed().play("show ogre", "roll 1d6", "knockout ogre", dice="3").shows("ogre", state="down")
    ogre_killed().play("heal cor 1", "undo", "knockout ogre").shows("ogre", state="down")
    assert "revive it first" in ogre_killed().play("revive ogre", "kill ogre").refused("knockout ogre")


def test_questions_and_effects_are_there_again_in_their_old_order() -> None:
    fight = ogre_killed("ask all", "use fog ogre", "apply ogre slowed save", "apply ogre dazed save")
    assert (fight.state["questions"], fight.names("ogre")) == ([], ["slowed", "dazed"])
    fight.play("knockout ogre")
    assert [each["about"] for each in fight.state["questions"]] == ["slowed", "dazed"]
    assert fight.names("ogre") == ["attack", "slowed", "dazed"]


# Dice that are asked for


def test_a_requested_death_save_lapses_with_healing_and_with_death() -> None:
    fight = dying().play("ask party", "next")
    assert fight.state["questions"] == [{"id": 1, "kind": "death save", "creature": "ari", "about": "dying", "die": 20}]
    fight.play("heal ari 3")
    assert (fight.state["questions"], fight.logs("question 1 lapses")) == ([], True)
    fight = dying().play("ask party", "next", "kill ari")
    assert (fight.state["questions"], fight.logs("question 1 lapses")) == ([], True)


def test_an_unanswered_death_save_is_asked_for_again_and_each_counts() -> None:
    fight = a_round_later(dying().play("ask party", "next"))
    assert [each["id"] for each in fight.state["questions"]] == [1, 2]
    fight.play("answer 2 4", "answer 6").shows("ari", death_failures=2)
    assert fight.state["questions"] == []


def test_a_typed_death_save_answers_the_question_and_numbers_are_never_used_again() -> None:
    dying().play("ask party", "next", "deathsave ari 12").shows("ari", death_successes=1)
    fight = a_round_later(dying().play("ask party", "next", "deathsave ari 12"))
    assert [each["id"] for each in fight.state["questions"]] == [2]


def test_monsters_dice_are_rolled_where_only_the_partys_are_asked_for() -> None:
    fight = dying("").play("ask party", "apply ogre dazed save", "next", "next", "next", dice="11")
    fight.shows("ogre", effects=[])


def test_one_question_for_a_bundle_and_the_effects_stay_while_it_is_open() -> None:
    fight = dying("").play("ask all", "apply cor dazed+slowed save", "next")
    assert [each["about"] for each in fight.state["questions"]] == ["dazed+slowed"]
    fight.shows("cor", conditions=["dazed", "slowed"])
    fight.play("answer 10").shows("cor", effects=[])


def test_the_question_stays_open_for_what_is_left_of_a_bundle() -> None:
    fight = dying("").play("ask all", "apply cor dazed+slowed+prone save", "next", "remove cor dazed")
    assert [(each["id"], each["about"]) for each in fight.state["questions"]] == [(1, "slowed+prone")]
    fight.play("apply cor blinded save by cor", "save cor prone 9")
    assert (fight.state["questions"], fight.names("cor")) == ([], ["slowed", "prone", "blinded"])
    fight.play("undo", "answer 10")
    assert fight.names("cor") == ["blinded"]
    fight = dying("").play("ask all", "apply cor dazed+slowed save", "next", "remove cor slowed", "remove cor dazed")
    assert fight.logs("question 1 lapses")
    assert fight.state["questions"] == []


def test_a_failed_answer_worsens_what_is_there_now() -> None:
    fight = dying("").play("ask all", "apply cor slowed save then restrained", "next", "answer 9")
    fight.shows("cor", conditions=["restrained"])
    assert fight["cor"]["effects"][0]["duration"] == "save ends"


def test_an_answer_that_a_die_cannot_show_or_without_a_question_is_refused() -> None:
    fight = dying().play("ask all", "next")
    assert "1 to 20" in fight.refused("answer 21")
    assert "no open question 7" in fight.refused("answer 7 12")
    assert "no question" in dying().refused("answer 12")


def test_a_lower_maximum_takes_hit_points_with_it() -> None:
    fight = dying("").play("set ari max_hp 30").shows("ari", hp=30, max_hp=30)
    assert fight.logs("Ari is limited to its maximum HP: 40 → 30")
    assert "death_failures: expected at most 2" in fight.refused('add "Bandit" hp=20 death_failures=3')


def test_healing_that_heals_nothing_leaves_the_dying_where_they_are() -> None:
    fight = dying().play("heal ari 0").shows("ari", hp=-5, state="down")
    fight.play("heal ari 1").shows("ari", hp=1)


@pytest.mark.parametrize("rest", ["short", "long"])
def test_only_the_living_who_have_not_left_take_a_rest(rest: str) -> None:
    heroes = [hero(name, count, "hp = 20\ntemp_hp = 5") for name, count in (("Ari", 20), ("Bo", 15), ("Cor", 12))]
    fight = Played(*heroes, monster("Ogre", 10)).play("begin", "kill bo", "drop cor", "finish", f"rest {rest}")
    fight.shows("ari", hp=40 if rest == "long" else 20, temp_hp=0)
    fight.shows("bo", temp_hp=5)
    fight.shows("cor", hp=20, temp_hp=5)
