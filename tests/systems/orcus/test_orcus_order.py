"""The order of turns in Orcus: initiative, arrivals, delays and readied actions, in combination."""

import pytest

from orcus_tui.model.events import FightChanged
from tests.helpers.fights.played import Played, creature, hero, monster, power


def three(options: str = "", *, cor: str = "") -> Played:
    """Cor on 20, Ari on 15, the ogre on 10; Cor's turn runs."""
    return Played(hero("Cor", 20, cor), hero("Ari", 15), monster("Ogre", 10), options=options).play("begin")


def ogre_first(options: str = "") -> Played:
    """The ogre on 20, Cor on 15, Ari on 10; the heroes have readied, and the ogre's second turn runs."""
    fight = Played(monster("Ogre", 20), hero("Cor", 15), hero("Ari", 10), options=options)
    return fight.play("begin", "next", 'ready "it roars"', "next", 'ready "it charges"', "next")


# Initiative


def test_equal_dice_are_rolled_again_by_those_who_are_still_tied() -> None:
    names = ("Bel", "Cor", "Dov")
    fight = Played(*(creature(name, "max_hp = 20\ninitiative_total = 12") for name in names))
    fight.play("begin", dice="7 15 7  3 18")
    assert fight.state["order"] == ["cor", "dov", "bel"]


def test_high_totals_go_first_and_ties_by_the_higher_modifier() -> None:
    slow = creature("Slow", "max_hp = 20\ninitiative = 1")
    quick = creature("Quick", "max_hp = 20\ninitiative = 6")
    assert Played(slow, quick).play("begin", dice="14 9").state["order"] == ["quick", "slow"]


def test_a_creature_set_first_leads_the_order_and_the_others_follow_as_rolled() -> None:
    fight = Played(hero("Cor", 20), hero("Ari", 15), monster("Ogre", 10)).play("begin first ogre")
    assert (fight.state["active"], fight.state["order"]) == ("ogre", ["ogre", "cor", "ari"])


def test_initiative_rolled_at_the_table_is_a_face_for_the_whole_group_or_a_total() -> None:
    rats = creature("Rat", 'kind = "mook"\ncount = 2\ninitiative = 3')
    fight = Played(rats, creature("Cor", 'kind = "pc"\nmax_hp = 30\ninitiative = 5'))
    fight.play("init rat1-2 face 11", "init cor 14", "begin", dice="")
    assert [fight[each]["initiative"] for each in ("rat1", "rat2", "cor")] == [14, 14, 14]
    assert fight.state["order"] == ["cor", "rat1", "rat2"]


def test_a_total_that_is_corrected_moves_its_creature_as_init_does() -> None:
    for line in ("init ogre 17", "set ogre initiative_total 17"):
        fight = three().play(line).shows("ogre", initiative=17)
        assert fight.state["order"] == ["cor", "ogre", "ari"]


def test_no_creature_is_surprised_after_the_fight_has_begun() -> None:
    fight = three()
    for line in ('add "Bandit" hp=20 surprised=true', "set ari surprised true", "surprise ari"):
        assert "has already begun; use `apply` for the condition" in fight.refused(line)
    waiting = monster("Wolf", 5, 'surprised = true\nreserve = "round 2"')
    Played(hero("Cor", 20), waiting).play("begin", "enter wolf").shows("wolf", conditions=["surprised"])


def test_newcomers_find_their_place_among_an_order_changed_by_hand() -> None:
    fight = Played(hero("Cor", 20), hero("Ari", 15), monster("Ogre", 3)).play("begin first ogre")
    fight.play('add "Bandit" hp=20 init=2', dice="15")
    assert fight.state["order"] == ["ogre", "cor", "bandit", "ari"]


def test_newcomers_ignore_the_place_of_a_reserve() -> None:
    fight = three().play("reserve cor", 'add "Bandit" hp=20 init=2', dice="11")
    assert fight.state["order"] == ["ari", "bandit", "ogre"]


def test_a_newcomer_who_ties_rolls_off_with_the_tied() -> None:
    fight = three().play('add "Bandit" hp=20 init=0', dice="15  4 9")
    assert fight.state["order"] == ["cor", "bandit", "ari", "ogre"]
    fight = three().play('add "Bandit" hp=20 init=0', dice="15  9 4")
    assert fight.state["order"] == ["cor", "ari", "bandit", "ogre"]


def test_until_its_tie_dice_are_answered_a_newcomer_is_last_of_the_tied() -> None:
    fight = three().play("ask all", "init ogre 15").shows("ogre", initiative=15)
    assert [each["creature"] for each in fight.state["questions"]] == ["ari", "ogre"]
    assert fight.state["order"] == ["cor", "ari", "ogre"]
    assert fight.play("answer 9", "answer 9").state["order"] == ["cor", "ari", "ogre"]
    assert [each["creature"] for each in fight.state["questions"]] == ["ari", "ogre"]
    assert fight.play("answer 4", "answer 12").state["order"] == ["cor", "ogre", "ari"]
    assert not fight.session.fight.system_memory


def test_a_creature_tied_with_several_newcomers_is_asked_for_one_die() -> None:
    fight = three().play("ask all", "init ogre 15", 'add "Bandit" hp=20 init=0', "answer 3 15")
    assert [each["creature"] for each in fight.state["questions"]] == ["ari", "ogre", "bandit"]
    fight.play("answer 1 9", "answer 2 4", "answer 12")
    assert fight.state["questions"] == []
    assert fight.state["order"] == ["cor", "bandit", "ari", "ogre"]


def test_a_resolved_tie_is_not_asked_about() -> None:
    fight = three().play("ask party", "init ogre 15", dice="8").play("init ogre 16")
    assert fight.state["questions"] == []
    assert fight.state["order"] == ["cor", "ogre", "ari"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("init ogre 15 tie 4,9,3", "no tie is left for the die 3"),
        ("init ogre 14 tie 4", "no tie is left for the die 4"),
        ("init ogre 15 tie 4,21", "a d20 shows 1 to 20"),
    ],
)
def test_dice_that_no_tie_needs_are_refused(line: str, why: str) -> None:
    assert why in three().refused(line)
    assert "begin face" in Played(hero("Ari", 15), hero("Bo", 14)).refused("init bo 15 tie 4,9")


def test_newcomers_who_tie_with_each_other_roll_one_die_each() -> None:
    assert three().play("init @all 7", dice="4 12 9").state["order"] == ["ari", "ogre", "cor"]


def test_all_who_roll_take_their_places_in_one_step() -> None:
    fight = three().play("init @all", dice="3 18 9").session
    moves = [each for each in fight.timeline.executions[-1].events if isinstance(each, FightChanged)]
    assert [(each.field, each.value) for each in moves] == [("order", ("ari", "ogre", "cor"))]


def test_newcomers_who_tie_with_a_waiting_creature_roll_off_once() -> None:
    assert three().play("init cor,ogre 15", dice="4 12 18").state["order"] == ["ogre", "ari", "cor"]


def test_a_die_that_always_shows_the_same_leaves_a_tie_as_listed() -> None:
    assert three().play("init @all 7", dice=" ".join(["6"] * 30)).state["order"] == ["cor", "ari", "ogre"]


def test_the_dead_keep_their_place_until_the_fight_is_over_and_their_turn_passes() -> None:
    fight = three().play("kill ari", "next")
    assert (fight.state["active"], fight.state["order"]) == ("ogre", ["cor", "ari", "ogre"])
    assert fight.play("finish").state["order"] == ["cor", "ogre"]


def test_next_ends_the_turn_of_a_creature_that_died_in_it() -> None:
    fight = three().play("apply ogre dazed eont", "kill cor")
    fight.play("next", "next", "next").shows("ogre", effects=[])
    assert (fight.state["round"], fight.state["active"]) == (2, "ari")


def test_an_effect_anchored_to_a_creature_in_reserve_ends_when_its_turn_would_come() -> None:
    three().play("apply cor dazed eont:ari", "reserve ari", "next").shows("cor", effects=[])


# Delaying


def test_a_delay_keeps_good_effects_that_would_outlast_the_turn() -> None:
    fight = three().play("bonus cor +2 ac eont", "delay")
    assert fight.names("cor") == ["ac"]
    fight.play("act cor", "next")
    assert fight.names("cor") == ["ac"]
    fight.play("next", "next", "next").shows("cor", effects=[])


def test_a_maintained_power_ends_at_the_delay() -> None:
    wall = power("Wall", 'maintain = "swift"\neffects = ["bonus +1 ac"]')
    fight = Played(hero("Cor", 20, "", wall), monster("Ogre", 10)).play("begin", "use wall cor", "next", "next")
    assert fight.names("cor") == ["ac", "Wall"]
    fight.play("delay").shows("cor", effects=[])


def test_harm_until_the_end_of_a_delayed_turn_lasts_as_long_as_that_turn() -> None:
    fight = three().play("apply ogre dazed eont", "next", "next", "next", "delay")
    assert fight.names("ogre") == ["dazed"]
    fight.play("act cor")
    assert fight.names("ogre") == ["dazed"]
    fight.play("next").shows("ogre", effects=[])


def test_a_delay_to_a_count_comes_after_creatures_with_that_count() -> None:
    fight = three()
    assert "lower count" in fight.refused("delay 20")
    fight.play("delay 15", "next")
    assert (fight.state["active"], fight.state["order"]) == ("cor", ["ari", "cor", "ogre"])


def test_a_delay_below_all_counts_comes_last_in_the_round() -> None:
    fight = three().play("delay 1", "next", "next")
    assert (fight.state["round"], fight.state["active"]) == (1, "cor")
    fight.play("next")
    assert (fight.state["round"], fight.state["active"], fight.state["order"]) == (2, "ari", ["ari", "ogre", "cor"])


def test_a_delay_comes_up_at_its_count_not_at_the_place_of_a_reserve() -> None:
    fight = Played(monster("Wolf", 30), hero("Cor", 20), hero("Ari", 15), monster("Ogre", 10)).play("begin", "next")
    fight.play("reserve ari", "delay 5")
    assert fight.state["active"] == "ogre"
    fight.play("next")
    assert (fight.state["round"], fight.state["active"]) == (1, "cor")


def test_a_delayed_turn_has_no_second_start() -> None:
    three(cor="hp = 20\nregeneration = 5").play("delay").shows("cor", hp=25)
    fight = three(cor="hp = 20\nregeneration = 5").play("delay", "act cor")
    fight.shows("cor", hp=25)
    assert fight["cor"]["actions"] == {"standard": 1, "move": 1, "swift": 1, "immediate": 1}


@pytest.mark.parametrize(("option", "saves"), [("original", "12"), ("acting", "")])
def test_a_wasted_turn_ends_with_its_saves_or_by_option_is_lost_whole(option: str, saves: str) -> None:
    fight = three(f'delay_steps = "{option}"').play("apply cor dazed save", "delay", "next", "next", dice=saves)
    assert (fight.state["round"], fight.state["active"]) == (2, "cor")
    assert fight.names("cor") == ([] if saves else ["dazed"])
    assert fight.logs("Cor's delayed turn is wasted")


def test_no_round_begins_when_the_last_one_left_dies_as_its_delayed_turn_is_wasted() -> None:
    fight = three('death_save_timing = "end"', cor="hp = 1\ndeath_failures = 2").play("delay", "damage cor 3")
    fight.play("kill ari,ogre", "next", dice="4").shows("cor", state="dead")
    assert (fight.state["round"], fight.state["active"]) == (1, None)
    assert not fight.logs("Round 2")


@pytest.mark.parametrize(("option", "left"), [("original", ["ac"]), ("acting", [])])
def test_by_option_what_lasts_until_the_start_of_a_turn_ends_when_a_delayed_turn_is_taken(
    option: str, left: list[str]
) -> None:
    fight = three(f'delay_steps = "{option}"').play("delay", "bonus cor +1 ac sont:cor", "act cor")
    assert fight.names("cor") == left


@pytest.mark.parametrize("goes", ["kill cor", "drop cor", "reserve cor"])
def test_the_turn_of_a_creature_that_dies_or_leaves_while_it_delays_is_over(goes: str) -> None:
    fight = three().play("apply ogre slowed eont:cor", "apply ari dazed eot", "delay", goes)
    fight.shows("ari", conditions=[]).shows("ogre", conditions=["slowed"])
    fight.play("next", "next").shows("ogre", conditions=[])
    fight = three().play("apply ogre slowed eont:cor", *["next"] * 3, "delay").shows("ogre", conditions=["slowed"])
    fight.play(goes).shows("ogre", conditions=[])


def test_the_dead_and_the_departed_do_not_delay() -> None:
    fight = three().play("delay", "delay", "kill cor", "drop ari")
    assert fight.state["delayed"] == []
    fight.play("next")
    assert (fight.state["round"], fight.state["active"]) == (2, "ogre")


def test_a_group_members_delay_splits_it_off() -> None:
    rats = creature("Rat", 'kind = "mook"\ncount = 3\ninitiative_total = 12')
    fight = Played(rats, monster("Ogre", 10)).play("begin", "delay", "next", "next", "act rat1")
    assert fight.state["order"] == ["rat2", "rat3", "ogre", "rat1"]
    assert [fight[each]["initiative"] for each in ("rat1", "rat2")] == [10, 12]


# Readying


def test_two_readied_actions_in_one_turn_each_have_the_end_of_theirs() -> None:
    fight = ogre_first().play("apply cor slowed save", "apply ari slowed save")
    fight.play("act cor", "act ari", dice="12")
    fight.shows("cor", effects=[])
    fight.play("next", dice="13").shows("ari", effects=[])
    assert fight.state["order"] == ["cor", "ari", "ogre"]
    assert (fight.state["round"], fight.state["active"]) == (3, "cor")


def test_effects_of_a_readied_turn_last_until_the_end_of_the_next_turn() -> None:
    fight = ogre_first().play("act cor", "apply ogre dazed eont by cor", "next")
    assert fight.names("ogre") == ["dazed"]
    fight.play("next", "next")
    assert (fight.state["round"], fight.state["active"], fight.names("ogre")) == (3, "ogre", [])


def test_in_the_same_round_a_readied_action_has_no_start_and_no_end_of_a_turn() -> None:
    fight = three().play("persist cor 5 fire", 'ready "it moves"', "next", "next", "act cor", "next", dice="2")
    assert fight.state["order"] == ["ari", "cor", "ogre"]
    assert (fight.state["round"], fight.state["active"]) == (2, "ari")
    fight.shows("cor", hp=40, initiative=10)


def test_the_readied_turn_ends_when_the_interrupted_one_delays() -> None:
    ogre_first().play("apply cor slowed save", "act cor", "delay", dice="14").shows("cor", effects=[])


def test_a_creature_that_cannot_act_cannot_take_a_readied_action() -> None:
    fight = ogre_first().play("apply cor stunned save")
    assert "stunned" in fight.refused("act cor")
    fight.play("kill cor")
    assert fight.state["readied"] == {"ari": "it charges"}
    assert "cannot take a turn" in fight.refused("act cor")


def test_readying_costs_the_standard_action_and_act_needs_a_readied_or_delayed_turn() -> None:
    fight = three().play('ready "it moves"')
    assert fight["cor"]["actions"]["standard"] == 0
    assert "neither delayed nor readied" in fight.refused("act ari")
