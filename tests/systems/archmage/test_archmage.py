"""What the Archmage Engine does beyond its worked fights, section by section."""

import pytest
from archmage_cast import Archmage, actions, dov, elemental, escalation, hob, kell, mira, scum, turn
from playing_fights import Played, creature, effect, power

from orcus_tui.rules.templates import Reader
from orcus_tui.session.timer_lines import ways_text, what_text, when_text
from orcus_tui.session.upcoming import timers
from orcus_tui.storage.encounter.read import EncounterFaults

# Initiative


def test_ties_by_a_roll_alone() -> None:
    fight = Archmage(kell(turn(13)), mira(turn(13)), hob(turn(13)), options='ties = "rolloff"')
    fight.play("begin", dice="5 12 9")
    assert fight.state["order"] == ["mira", "hob", "kell"]


def test_a_player_character_comes_before_a_monster_of_the_same_bonus() -> None:
    fight = Archmage(hob(turn(13)), kell(turn(13)))
    fight.play("set hob initiative 5", "begin")
    assert fight.state["order"] == ["kell", "hob"]


def test_initiative_as_the_first_turn_begins() -> None:
    fight = Archmage(hob(), kell(), dov(), options='init_when = "first_turn"').play("begin", dice="3")
    assert (fight.state["order"], fight["dov"]["initiative"]) == (["dov", "kell", "hob"], 9)
    fight.play("next", "next", dice="10 19")
    assert fight.state["order"] == ["dov", "kell", "hob"]
    fight.play("next")
    assert (fight.state["round"], fight.state["order"], fight.state["active"]) == (2, ["hob", "kell", "dov"], "hob")


def test_who_rolls_as_its_first_turn_begins_may_be_asked_for_the_die() -> None:
    fight = Archmage(hob("count = 2"), kell(), dov(), options='init_when = "first_turn"')
    fight.play("ask all", "begin", "next", "next", "next")
    assert [each["creature"] for each in fight.state["questions"]] == ["dov", "kell", "hob1"]
    fight.play("answer 3 19", "answer 1 3").shows("hob2", initiative=22).shows("dov", initiative=9)
    assert (fight.state["order"], fight.state["active"]) == (["dov", "kell", "hob1", "hob2"], "hob2")
    fight.play("next")
    assert (fight.state["round"], fight.state["order"]) == (2, ["hob1", "hob2", "dov", "kell"])
    fight.play("answer 15")
    assert fight.state["order"] == ["hob1", "hob2", "kell", "dov"]


def test_all_of_one_type_roll_as_the_first_of_them_begins() -> None:
    fight = Archmage(hob("count = 2"), kell(), options='init_when = "first_turn"').play("begin", dice="3")
    fight.play("next", dice="7")
    assert [fight[each]["initiative"] for each in ("hob1", "hob2")] == [10, 10]
    fight.play("next", "next")
    assert fight.state["order"] == ["hob1", "hob2", "kell"]


def test_all_monsters_of_one_type_roll_once_and_mobs_of_mooks_apart() -> None:
    fight = Archmage(hob('id = "first"'), hob('id = "other"\nhp = 20'), kell()).play("begin", dice="10 9")
    assert [fight[each]["initiative"] for each in ("first", "other", "kell")] == [13, 13, 14]
    mobs = Archmage(scum(), scum(count=2), kell()).play("begin", dice="10 4 2")
    assert [mobs[each]["initiative"] for each in ("scum1", "scum5", "kell")] == [13, 7, 7]


def test_temporary_hit_points_drop_when_initiative_is_rolled() -> None:
    Archmage(kell("temp_hp = 6")).play("begin", dice="5").shows("kell", temp_hp=0)
    kept = Archmage(kell("temp_hp = 6"), options="temp_hp_reset = false").play("begin", dice="5")
    kept.shows("kell", temp_hp=6)


def test_so_they_do_when_the_total_was_rolled_at_the_table_but_not_when_it_is_corrected() -> None:
    fight = Archmage(kell("temp_hp = 6")).play("init kell 15").shows("kell", temp_hp=0, initiative=15)
    fight.play("temp kell 5", "init kell 14").shows("kell", temp_hp=5, initiative=14)


def test_an_ambush_is_made_before_the_fight_and_can_be_one_creature_alone() -> None:
    fight = Archmage(kell(), hob()).play("ambush hob", "begin", dice="10")
    assert (fight.state["order"], fight.state["round"]) == (["hob"], 0)
    fight.play("next", dice="10")
    assert (fight.state["order"], fight.state["round"]) == (["kell", "hob"], 1)
    assert "before `begin`" in fight.refused("ambush kell")


def test_who_gets_a_place_during_the_ambush_waits_for_round_1() -> None:
    fight = Archmage(kell(), hob()).play("ambush kell", "begin", "init hob 30", dice="10")
    fight.play("next")
    assert (fight.state["round"], fight.state["active"]) == (1, "hob")


def test_the_ambushed_are_asked_for_their_dice_while_the_ambush_runs() -> None:
    fight = Archmage(kell(), hob()).play("ask party", "ambush hob", "begin", dice="10")
    assert [each["creature"] for each in fight.state["questions"]] == ["kell"]
    fight.play("answer 19", "next")
    assert (fight.state["round"], fight.state["active"], fight.state["questions"]) == (1, "kell", [])


def test_the_ambushed_may_be_asked_for_their_dice() -> None:
    fight = Archmage(kell(), hob()).play("ambush hob", "begin", "ask party", "next", dice="10")
    assert [each["kind"] for each in fight.state["questions"]] == ["initiative"]
    fight.play("answer 15")
    assert fight.state["order"] == ["kell", "hob"]


# The turn


def test_each_ongoing_damage_is_followed_by_its_own_save_and_the_others_come_last() -> None:
    fight = Archmage(kell(turn(20)))
    fight.play("begin", "apply kell dazed save", 'persist kell 5 fire "Torch"', 'persist kell 3 cold "Frost"')
    fight.play("next", dice="11 10 4")
    fight.shows("kell", hp=34)
    assert next(each for each in fight.log if "saves" in each or "takes" in each).startswith(
        "Kell takes 5 ongoing fire"
    )
    assert fight.names("kell") == ["dazed", "Frost"]


def test_who_is_felled_by_ongoing_damage_still_saves_against_it() -> None:
    fight = Archmage(mira(f"{turn(20)}\nhp = 3"), hob(turn(10))).play("begin", "persist mira 5 poison hard")
    fight.play("next", dice="16").shows("mira", hp=-2, effects=[], state="down")


@pytest.mark.parametrize(("option", "left"), [("name", 30), ("type", 32), ("all", 27)])
def test_ongoing_damage_of_one_name_of_one_type_and_all_of_it(option: str, left: int) -> None:
    fight = Archmage(kell(turn(20)), options=f'ongoing_stack = "{option}"')
    fight.play("begin", 'persist kell 10 fire enc "Burn"', 'persist kell 3 fire enc "Burn"', "persist kell 2 fire enc")
    fight.play("next").shows("kell", hp=left)


def test_ongoing_damage_from_ones_own_turn_may_wait_a_turn() -> None:
    fight = Archmage(kell(turn(20)), options='ongoing_first = "next_turn"').play("begin", "persist kell 5 fire")
    fight.play("next").shows("kell", hp=42)
    fight.play("next", dice="3").shows("kell", hp=37)


def test_ongoing_damage_from_anothers_turn_does_not_wait_for_who_has_delayed() -> None:
    for act in (["act kell", "next"], ["next"]):
        fight = Archmage(kell(turn(20)), hob(turn(10)), options='ongoing_first = "next_turn"')
        fight.play("begin", "delay", "persist kell 5 fire", *act, dice="3").shows("kell", hp=37)


def test_the_interrupt_comes_back_as_the_turn_ends() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10))).play("begin", "next", "spent kell interrupt", "next")
    assert actions(fight, "kell") == (1, 1, 1, 0)
    fight.play("next")
    assert actions(fight, "kell")[3] == 1


def test_a_delay_goes_on_into_the_next_round_until_the_regular_turn() -> None:
    fight = Archmage(hob(turn(20)), kell(turn(15)), dov(turn(10))).play("begin", "next", "delay", "next")
    assert (fight.state["round"], fight.state["active"], fight.state["delayed"]) == (2, "hob", ["kell"])
    fight.play("act kell")
    assert (fight["kell"]["initiative"], fight.state["order"]) == (20, ["hob", "kell", "dov"])
    fight.play("next")
    assert fight.state["active"] == "dov"


def test_a_delay_ends_nothing_before_the_delayed_turn_does() -> None:
    fight = Archmage(hob(turn(20)), kell(turn(15)), dov(turn(10))).play("begin", "bonus kell +2 attack eont:kell")
    fight.play("next", "delay", "act kell")
    assert fight.names("kell") == ["attack"]
    assert fight.play("next").names("kell") == []


def test_a_delay_is_over_when_the_regular_turn_comes() -> None:
    fight = Archmage(hob(turn(20)), kell(turn(15))).play("begin", "next", "persist kell 5 fire", "delay")
    assert fight.state["active"] == "hob"
    fight.play("next", dice="3")
    assert (fight.state["active"], fight.state["delayed"], fight["kell"]["hp"]) == ("kell", [], 37)


def test_a_readied_action_goes_off_before_its_trigger() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10))).play("begin", 'ready "the hob moves"', "next", "act kell")
    assert (fight.state["order"], fight["kell"]["initiative"]) == (["kell", "hob"], 10)


# Actions of its own


def test_a_grab_and_the_ways_out_of_it() -> None:
    fight = Archmage(hob(turn(20)), kell(turn(10)), mira(turn(5))).play("begin", "grab kell by hob", "next")
    fight.shows("kell", conditions=["grabbed"])
    assert "no opportunity" in fight.refused("spent kell opportunity")
    fight.play("disengage", dice="15").shows("kell", conditions=["grabbed"])
    assert actions(fight, "kell") == (1, 0, 1, 1)
    fight.play("attack axe hob", "disengage kell 11", dice="12 5").shows("kell", conditions=[])
    assert "grabs nobody" in fight.refused("do release by hob")
    fight.play("grab kell by hob", "do release by hob").shows("kell", conditions=[])
    fight.play("grab kell by hob", "kill hob").shows("kell", conditions=[])


def test_a_grabber_has_the_upper_hand() -> None:
    fight = Archmage(hob(), kell()).play("grab kell by hob", "attack longsword kell by hob", dice="8")
    assert fight.logs("= 19 vs AC 19 – hit")
    assert "ranged" in Archmage(hob(), mira()).play("grab mira by hob").refused("attack ray hob by mira")


def test_a_power_may_grab_whom_it_hits() -> None:
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
    assert fight.logs("11 − 1 (given) = 10, needs 11 – the move is wasted")
    fight.play("next", "next", "disengage", "save kell disengage 16").shows("kell", conditions=[])
    assert fight.state["questions"] == []


def test_the_save_to_rally_again_can_be_asked_for() -> None:
    fight = Archmage(dov(f"{turn(20)}\nhp = 4")).play("begin", "rally", "next", "ask all", "rally", dice="1 1 1")
    assert [(each["kind"], each["about"]) for each in fight.state["questions"]] == [("save", "rally")]
    assert "open already" in fight.refused("rally")
    fight.play("answer 10").shows("dov", recoveries=7)
    assert actions(fight, "dov") == (1, 1, 1, 1)
    assert "this round" in fight.refused("rally")
    fight.play("next", "rally", "answer 11", dice="1 1 1").shows("dov", recoveries=6)
    assert actions(fight, "dov") == (0, 1, 1, 1)


def test_opportunity_attacks_have_no_number_but_the_confused_make_none() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10))).play("begin", "spent hob opportunity", "spent hob opportunity")
    assert not fight.logs("noted")
    assert "confused" in fight.play("apply hob confused").refused("spent hob opportunity")


def test_who_is_out_of_the_fight_fights_in_spirit() -> None:
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


def test_a_type_of_two_words_may_stand_in_quotes() -> None:
    fight = Archmage(kell(), hob("resist = { 'negative energy' = 16 }"))
    fight.play('persist hob 5 "negative energy" save', 'persist hob 4 cold+"negative energy"', 'persist hob 3 "Chill"')
    told = [each["type"] for each in fight["hob"]["effects"]]
    assert told == ["negative energy", "cold+negative energy", None]
    fight.play('damage hob 7 "negative energy" face 3')
    assert fight.logs("takes 3 negative energy")


# Attacks


def test_who_adds_the_escalation_die() -> None:
    fight = Archmage(kell(), hob("uses_escalation = true"), dov()).play("counter escalation 3", "apply dov fear")
    fight.play("attack longsword kell by hob", dice="2")
    assert fight.logs("2 + 7 + 3 (escalation die) = 12")
    fight.play("attack knife hob by dov", dice="2")
    assert fight.logs("2 + 8 − 4 (dazed) = 6")


def test_the_escalation_die_has_six_sides() -> None:
    fight = Archmage(kell()).play("counter escalation 6", "counter escalation -1")
    assert escalation(fight) == 5
    assert "from 0 to 6" in fight.refused("counter escalation 7")
    fight.play("escalation reduce")
    assert escalation(fight) == 4


def test_what_runs_is_told_by_when_it_matters() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10)), mira(f"{turn(5)}\nhp = -1"))
    fight.play("begin", "persist kell 5 fire hard", "apply kell dazed", "apply hob stuck save")
    reader = Reader(fight.session.system, fight.session.fight)
    rows = [
        f"{when_text(reader, each.when)} | {what_text(reader, each.what)} | {ways_text(reader, each.ways)}"
        for each in timers(fight.session.system, fight.session.fight)
    ]
    assert rows[:3] == [
        "end of Kell's turn | ongoing 5 fire | 5 fire, save 16+",
        "end of Hob's turn | stuck | save 11+",
        "start of Mira's turn | dying | save 16+",
    ]


def test_a_natural_1_brings_nothing_at_all() -> None:
    both = 'attack = "+20 vs AC"\ndamage = "3"\nmiss = "half"\nalways = ["apply dazed eont"]'
    fight = Archmage(kell("", power("Sweep", both)), hob("count = 2"))
    fight.play("attack sweep hob1,hob2 by kell", dice="1 2").shows("hob1", hp=32, conditions=[])
    fight.shows("hob2", hp=29, conditions=["dazed"])


def test_a_shot_into_melee_may_go_astray() -> None:
    fight = Archmage(mira(), hob()).play("attack ray hob by mira", dice="1")
    assert fight.logs("reroll against the ally")


def test_half_of_the_attacks_on_the_invisible_miss_before_they_are_rolled() -> None:
    fight = Archmage(kell(), hob()).play("apply hob invisible", "attack axe hob by kell", dice="10")
    assert fight.logs("misses completely")
    fight.play("attack axe hob by kell", dice="11 12 3").shows("hob", hp=25)


def test_vulnerable_to_a_type_widens_the_range_for_that_type() -> None:
    fight = Archmage(mira(), kell(), hob("vulnerable = ['fire']")).play("attack ray hob by mira", dice="18 1 1 1")
    fight.shows("hob", hp=26)
    fight.play("attack axe hob by kell", dice="18 1").shows("hob", hp=21)


def test_of_two_vulnerabilities_the_wider_range_counts() -> None:
    fight = Archmage(mira(), hob("vulnerable = { fire = 18 }")).play("vulnerable hob fire 16", "vulnerable hob all")
    fight.play("attack ray hob by mira", dice="16 1 1 1").shows("hob", hp=26)


def test_the_condition_vulnerable_is_called_so_without_a_type() -> None:
    fight = Archmage(hob()).play("apply hob vulnerable save", "save hob 4")
    assert fight.logs("saves against vulnerable: 4")


TWO_KNIVES = power("Two Knives", 'attack = "+7 vs AC"\ndamage = "4"\ntags = ["two-weapon"]')


@pytest.mark.parametrize(("dice", "left"), [("2 15", 28), ("2 2", 32), ("3", 32), ("2 20", 24)])
def test_a_natural_2_with_two_weapons_is_rolled_once_more(dice: str, left: int) -> None:
    Archmage(kell("", TWO_KNIVES), hob()).play('attack "two knives" hob by kell', dice=dice).shows("hob", hp=left)


def test_a_natural_2_that_hits_is_kept() -> None:
    sure = TWO_KNIVES.replace("+7", "+17")
    Archmage(kell("", sure), hob()).play('attack "two knives" hob by kell', dice="2").shows("hob", hp=28)


def test_a_coup_de_grace_is_for_ones_own_turn() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10)), dov(f"{turn(5)}\nhp = -2")).play("begin")
    fight.play("attack longsword dov coup by hob", dice="5").shows("dov", hp=-2)
    assert fight.logs("attacks off its turn")


def test_a_flexible_attack_goes_by_the_natural_roll() -> None:
    swift = power("Swift", 'attack = "+7 vs AC"\ndamage = "4"\neffects = ["natural even: apply dazed eont"]')
    fight = Archmage(kell("", swift), hob("count = 2")).play("attack swift hob1,hob2 by kell face 14,15")
    assert (fight.names("hob1"), fight.names("hob2")) == (["dazed"], [])


def test_a_total_called_out_is_never_a_critical_hit() -> None:
    Archmage(kell(), hob()).play("attack axe hob by kell total 30 hit 9").shows("hob", hp=23)


def test_one_damage_roll_for_all_and_doubled_for_one() -> None:
    fight = Archmage(kell(), hob("count = 2")).play("attack axe hob1,hob2 by kell", dice="20 12 5")
    assert [fight[each]["hp"] for each in ("hob1", "hob2")] == [14, 23]


def test_what_adds_up_and_what_does_not() -> None:
    fight = Archmage(kell(), hob()).play(
        "bonus kell +1 attack item", "bonus kell +2 attack item", "bonus kell +1 attack"
    )
    fight.play("bonus kell +1 attack feat", "bonus kell +1 attack feat", "apply kell dazed+weakened")
    fight.play("attack axe hob by kell", dice="2")
    assert fight.logs("= 10 vs")


# Damage


def test_automatic_damage_is_rolled_for_against_a_resistance() -> None:
    fight = Archmage(elemental(), mira()).play("damage fire-el 15 fire by mira", dice="17").shows("fire-el", hp=57)
    fight.play("damage fire-el 15 fire by mira", dice="18").shows("fire-el", hp=42)
    fight.play("damage fire-el 5 cold").shows("fire-el", hp=37)


@pytest.mark.parametrize("what", ["melee", "all"])
def test_only_resistance_to_its_own_type_keeps_ordinary_energy_off(what: str) -> None:
    fight = Archmage(hob(f"resist = {{ {what} = 16 }}")).play("damage hob 9 fire melee", dice="15").shows("hob", hp=28)
    fight.play("resist hob fire 12", "damage hob 9 fire melee").shows("hob", hp=28)


def test_ongoing_damage_without_an_attack_roll_gets_one_and_keeps_it() -> None:
    fight = Archmage(elemental(turn(10)), mira(turn(5))).play("begin", "persist fire-el 6 fire by mira")
    fight.play("next", dice="5 3").shows("fire-el", hp=61)
    fight.play("next", "next", dice="3").shows("fire-el", hp=58)


def test_what_else_a_hit_does_goes_by_its_own_attack_roll() -> None:
    burst = power("Burst", 'attack = "+20 vs PD"\ndamage = "10 fire"\neffects = ["damage 6 fire"]')
    Archmage(elemental(), mira("", burst)).play("attack burst fire-el by mira face 17").shows("fire-el", hp=56)


def test_a_mob_shares_blows_meant_for_those_who_fell_by_the_same() -> None:
    fight = Archmage(scum(), kell()).play("damage scum1-3 8")
    assert [fight[f"scum{number}"]["state"] for number in (1, 2, 3, 4)] == ["dead"] * 4
    single = Archmage(scum(), options='mook_model = "single"').play("damage scum1 12")
    assert [single[f"scum{number}"]["hp"] for number in (1, 2)] == [-7, 5]
    assert single.play("damage scum1 12").logs("already dead")


def test_a_mook_doubles_its_damage_on_a_natural_20() -> None:
    Archmage(scum(), kell()).play("attack club kell by scum1", dice="20").shows("kell", hp=34)


# Conditions


@pytest.mark.parametrize(("option", "ac"), [("worst", 15), ("sum", 11)])
def test_penalties_of_conditions(option: str, ac: int) -> None:
    fight = Archmage(kell(), options=f'cond_penalties = "{option}"').play("apply kell stunned+helpless")
    assert fight["kell"]["defenses"]["ac"] == ac


def test_saves_of_every_degree() -> None:
    fight = Archmage(kell(turn(20))).play(
        "begin", "apply kell dazed easy", "apply kell stuck", "apply kell weakened hard"
    )
    assert [each["duration"] for each in fight["kell"]["effects"]] == [
        "save ends (6+)",
        "until removed",
        "save ends (16+)",
    ]
    fight.play("next", dice="6 15").shows("kell", conditions=["stuck", "weakened"])


def test_the_confused_and_the_hampered_leave_limited_powers() -> None:
    fight = Archmage(kell("", power("Once", 'use = "daily"\nattack = "+7 vs AC"\ndamage = "5"')), hob())
    for condition in ("confused", "hampered"):
        assert condition in fight.play(f"apply kell {condition}").refused("attack once hob by kell")
        fight.play("remove kell all")


def test_what_is_on_a_creature_in_the_file() -> None:
    burning = effect('persist = 5\ntype = "negative energy"\nname = "Curse"\nnatural = 12')
    fight = Archmage(hob(turn(10), burning), kell(turn(5))).play("begin", "next", dice="3").shows("hob", hp=27)
    assert fight.names("hob") == ["Curse"]


# What belongs to other systems


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ap kell", "no action points"),
        ("surprise hob", "`ambush STARTER,OTHERS`"),
        ("apply kell prone", 'the Archmage Engine has no condition "prone"; it has asleep'),
        ("option min_half false", 'the Archmage Engine has no option "min_half"; it has init_when'),
        ("set kell fortitude 3", 'the Archmage Engine has no defense "fortitude"; it has ac, pd, md'),
        ("inspire kell", "in the Archmage Engine; its own are escalation, ambush"),
        ("attack axe hob by kell ca", "the Archmage Engine has no combat advantage"),
        ("attack axe hob by kell charge", "the Archmage Engine has no charge attack; it has coup"),
        ("mark hob by kell", "no marks"),
    ],
)
def test_what_it_has_not_is_refused_by_its_name(line: str, told: str) -> None:
    assert told in Archmage(kell(), hob()).refused(line)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("defenses = { fortitude = 12 }", 'unknown defense "fortitude"; the Archmage Engine has ac, pd, md'),
        ('kind = "minion"', 'unknown kind "minion"; the Archmage Engine has pc, standard'),
        (effect('name = "prone"'), 'the Archmage Engine has no condition "prone"; it has asleep'),
        (power("Trip", 'attack = "+3 vs Reflex"'), 'unknown defense "Reflex"; the Archmage Engine has ac, pd, md'),
        (power("Trip", 'effects = ["apply prone save"]'), 'the Archmage Engine has no condition "prone"'),
    ],
)
def test_so_it_is_in_a_file(lines: str, told: str) -> None:
    with pytest.raises(EncounterFaults) as faults:
        Archmage(creature("Any", f"max_hp = 9\n{lines}"))
    assert told in str(faults.value)


def test_the_options_of_another_system_are_refused_in_a_file() -> None:
    with pytest.raises(EncounterFaults, match='unknown option "min_half"; the Archmage Engine has init_when'):
        Archmage(kell(), options="min_half = true")


def test_its_verbs_are_not_there_in_orcus() -> None:
    assert "unknown command" in Played().refused("escalation hold")


def test_a_damage_type_of_another_system_is_refused() -> None:
    fight = Played(creature("Ari", "max_hp = 9"))
    assert fight.refused("damage ari 3 holy").startswith('Orcus has no damage type "holy"; it has acid')
    assert fight.refused("damage ari 3 slash").startswith('unexpected "slash"')
    Archmage(kell()).play("damage kell 3 necrotic").shows("kell", hp=39)
