"""The turn in the Archmage Engine: ongoing damage, delays, and its own actions."""

import pytest

from tests.helpers.casts.archmage import Archmage, actions, dov, hob, kell, mira, turn
from tests.helpers.fights.played import power


def test_each_ongoing_damage_is_followed_by_its_own_save_and_the_others_come_last() -> None:
    fight = Archmage(kell(turn(20)))
    fight.play("begin", "apply kell dazed save", 'persist kell 5 fire "Torch"', 'persist kell 3 cold "Frost"')
    fight.play("next", dice="11 10 4")
    fight.shows("kell", hp=34)
    assert next(each for each in fight.log if "saves" in each or "takes" in each).startswith(
        "Kell takes 5 ongoing fire"
    )
    assert fight.names("kell") == ["dazed", "Frost"]


def test_a_creature_dropped_by_ongoing_damage_still_saves_against_it() -> None:
    fight = Archmage(mira(f"{turn(20)}\nhp = 3"), hob(turn(10))).play("begin", "persist mira 5 poison hard")
    fight.play("next", dice="16").shows("mira", hp=-2, effects=[], state="down")


@pytest.mark.parametrize(("option", "left"), [("name", 30), ("type", 32), ("all", 27)])
def test_the_largest_ongoing_damage_of_each_name_or_type_counts_or_all_of_it(option: str, left: int) -> None:
    fight = Archmage(kell(turn(20)), options=f'ongoing_stack = "{option}"')
    fight.play("begin", 'persist kell 10 fire enc "Burn"', 'persist kell 3 fire enc "Burn"', "persist kell 2 fire enc")
    fight.play("next").shows("kell", hp=left)


def test_ongoing_damage_from_the_bearers_own_turn_may_wait_a_turn() -> None:
    fight = Archmage(kell(turn(20)), options='ongoing_first = "next_turn"').play("begin", "persist kell 5 fire")
    fight.play("next").shows("kell", hp=42)
    fight.play("next", dice="3").shows("kell", hp=37)


def test_ongoing_damage_from_another_turn_does_not_wait_for_a_delayed_turn() -> None:
    for act in (["act kell", "next"], ["next"]):
        fight = Archmage(kell(turn(20)), hob(turn(10)), options='ongoing_first = "next_turn"')
        fight.play("begin", "delay", "persist kell 5 fire", *act, dice="3").shows("kell", hp=37)


def test_the_interrupt_comes_back_as_the_turn_ends() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10))).play("begin", "next", "spent kell interrupt", "next")
    assert actions(fight, "kell") == (1, 1, 1, 0)
    fight.play("next")
    assert actions(fight, "kell")[3] == 1


def test_a_delay_continues_into_the_next_round_until_the_regular_turn() -> None:
    fight = Archmage(hob(turn(20)), kell(turn(15)), dov(turn(10))).play("begin", "next", "delay", "next")
    assert (fight.state["round"], fight.state["active"], fight.state["delayed"]) == (2, "hob", ["kell"])
    fight.play("act kell")
    assert (fight["kell"]["initiative"], fight.state["order"]) == (20, ["hob", "kell", "dov"])
    fight.play("next")
    assert fight.state["active"] == "dov"


def test_effects_last_through_a_delay_until_the_delayed_turn_ends() -> None:
    fight = Archmage(hob(turn(20)), kell(turn(15)), dov(turn(10))).play("begin", "bonus kell +2 attack eont:kell")
    fight.play("next", "delay", "act kell")
    assert fight.names("kell") == ["attack"]
    assert fight.play("next").names("kell") == []


def test_a_delay_ends_when_the_regular_turn_comes() -> None:
    fight = Archmage(hob(turn(20)), kell(turn(15))).play("begin", "next", "persist kell 5 fire", "delay")
    assert fight.state["active"] == "hob"
    fight.play("next", dice="3")
    assert (fight.state["active"], fight.state["delayed"], fight["kell"]["hp"]) == ("kell", [], 37)


def test_a_readied_action_goes_off_before_its_trigger() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10))).play("begin", 'ready "the hob moves"', "next", "act kell")
    assert (fight.state["order"], fight["kell"]["initiative"]) == (["kell", "hob"], 10)


def test_a_grab_bars_opportunities_and_ends_by_disengaging_release_or_death() -> None:
    fight = Archmage(hob(turn(20)), kell(turn(10)), mira(turn(5))).play("begin", "grab kell by hob", "next")
    fight.shows("kell", conditions=["grabbed"])
    assert "no opportunity" in fight.refused("spent kell opportunity")
    fight.play("disengage", dice="15").shows("kell", conditions=["grabbed"])
    assert actions(fight, "kell") == (1, 0, 1, 1)
    fight.play("attack axe hob", "disengage kell 11", dice="12 5").shows("kell", conditions=[])
    assert "is not grabbing a creature" in fight.refused("do release by hob")
    fight.play("grab kell by hob", "do release by hob").shows("kell", conditions=[])
    fight.play("grab kell by hob", "kill hob").shows("kell", conditions=[])


def test_a_grabber_has_the_upper_hand() -> None:
    fight = Archmage(hob(), kell()).play("grab kell by hob", "attack longsword kell by hob", dice="8")
    assert fight.logs("= 19 vs AC 19 – hit")
    assert "ranged" in Archmage(hob(), mira()).play("grab mira by hob").refused("attack ray hob by mira")


def test_a_power_may_grab_its_targets() -> None:
    claw = power("Claw", 'attack = "+7 vs AC"\ndamage = "3"\neffects = ["natural even: grab"]')
    fight = Archmage(hob("", claw), kell(), mira()).play("attack claw kell,mira by hob face 16,17")
    assert (fight.names("kell"), fight.names("mira")) == (["grabbed"], [])
    assert fight["kell"]["effects"][0]["source"] == "hob"


def test_disengaging_from_several_and_not_at_all() -> None:
    fight = Archmage(kell(turn(20))).play("begin", "disengage kell -2", dice="12")
    assert fight.logs("= 10, needs 11 – the move is wasted")
    assert "stuck" in fight.play("next", "apply kell stuck").refused("disengage")
    assert actions(fight, "kell") == (1, 0, 1, 1)


def test_the_check_to_disengage_can_be_asked_for() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10))).play("begin", "grab kell by hob", "ask party", "disengage -1")
    (asked,) = fight.state["questions"]
    assert (asked["kind"], asked["about"], asked["creature"]) == ("save", "disengage", "kell")
    assert actions(fight, "kell") == (1, 0, 1, 1)
    fight.play("attack axe hob", "answer 11", dice="12 5").shows("kell", conditions=["grabbed"])
    assert fight.logs("11 − 1 (typed) = 10, needs 11 – the move is wasted")
    fight.play("next", "next", "disengage", "save kell disengage 16").shows("kell", conditions=[])
    assert fight.state["questions"] == []


def test_the_save_to_rally_again_can_be_asked_for() -> None:
    fight = Archmage(dov(f"{turn(20)}\nhp = 4")).play("begin", "rally", "next", "ask all", "rally", dice="1 1 1")
    assert [(each["kind"], each["about"]) for each in fight.state["questions"]] == [("save", "rally")]
    assert "already has an open save" in fight.refused("rally")
    fight.play("answer 10").shows("dov", recoveries=7)
    assert actions(fight, "dov") == (1, 1, 1, 1)
    assert "this round" in fight.refused("rally")
    fight.play("next", "rally", "answer 11", "answer 3").shows("dov", recoveries=6)
    assert actions(fight, "dov") == (0, 1, 1, 1)


def test_opportunity_attacks_are_unlimited_but_the_confused_make_none() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10))).play("begin", "spent hob opportunity", "spent hob opportunity")
    assert not fight.logs("allowed anyway")
    assert "confused" in fight.play("apply hob confused").refused("spent hob opportunity")


def test_a_hero_out_of_the_fight_fights_in_spirit() -> None:
    fight = Archmage(kell(turn(20)), dov(f"{turn(10)}\nhp = -5"), hob(turn(5))).play("begin")
    fight.play("spirit kell attack by dov")
    assert [(each["name"], each["amount"]) for each in fight["kell"]["effects"]] == [("attack", 1)]
    assert "this round" in fight.refused("spirit kell ac by dov")
    assert "still in the fight" in fight.refused("spirit kell ac by hob")
    fight.play("next", "next", "next", dice="3").shows("dov", death_failures=1)
    assert fight.names("kell") == ["attack"]
    fight.play("next", "next", "next", dice="3").shows("kell", effects=[])


def test_the_party_flees_with_its_fallen() -> None:
    fight = Archmage(kell(turn(20)), dov("hp = -5"), hob(turn(5))).play("init dov 1", "begin", "do flee")
    assert [fight[each]["state"] for each in ("kell", "dov", "hob")] == ["out", "out", "up"]


def test_foes_do_not_flee_with_a_campaign_loss() -> None:
    fight = Archmage(kell(turn(5)), hob(turn(20))).play("begin")
    assert "drop NAME" in fight.refused("do flee")
    assert fight["hob"]["state"] == "up"


def test_a_power_whose_name_says_this_turn_is_lost_for_more_than_a_turn() -> None:
    strike = power("Strike this turn", 'use = "recharge 11"')
    lost = 'spent = ["Strike this turn"]\nused = ["lost until after the next battle: Strike this turn"]'
    fight = Archmage(kell(f"{turn(20)}\n{lost}", strike)).play("begin", "next", "next", "finish")
    fight.shows("kell", spent=["Strike this turn"])
    fight.play("rest short", dice="").shows("kell", spent=[])


def test_a_power_recharges_on_a_d20() -> None:
    song = power("Song", 'use = "recharge 11"')
    fight = Archmage(kell("", song), hob()).play("spend kell song", "finish").play("rest quick", dice="11")
    fight.shows("kell", spent=[])
    assert fight.session.timeline.executions[-1].dice == ((20, 11),)
