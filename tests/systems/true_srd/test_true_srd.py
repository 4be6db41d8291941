"""The rules of the True SRD, section by section, played in the language."""

import pytest

from orcus_tui.rules.templates import Formatter
from orcus_tui.session.ahead.timers import short_texts, timers, when_text
from orcus_tui.storage.encounter.read import EncounterFaults
from tests.helpers.casts.true_srd import (
    IN_TURNS,
    STABLE,
    TrueSrd,
    grunts,
    guard,
    marks_of,
    now,
    rin,
    track,
    turn,
    turns,
)
from tests.helpers.fights.played import creature, effect, power
from tests.helpers.fights.readings import preview_line

# Toughness saves and the track


def test_the_nonlethal_row_rolls_over_into_the_lethal_one() -> None:
    fight = TrueSrd(rin())
    steps = (
        (11, {"bruised": 1}),
        (7, {"bruised": 1, "dazed": True}),
        (9, {"bruised": 1, "dazed": True, "staggered": True}),
        (9, {"bruised": 1, "dazed": True, "staggered": True, "unconscious": True}),
        (13, {"bruised": 1, "dazed": True, "staggered": True, "unconscious": True, "wounded": True}),
    )
    for face, marks in steps:
        fight.play(f"damage rin 2 nonlethal face {face}")
        assert marks_of(fight, "rin") == marks
    fight.shows("rin", state="down")


def test_hurts_count_against_nonlethal_damage_unless_an_option_says_otherwise() -> None:
    marks = "track = { hurt = 3, bruised = 1, wounded = true, dazed = true }"
    fight = TrueSrd(rin(marks)).play("damage rin 0 nonlethal face 15")
    fight.shows("rin", track=track(hurt=3, bruised=1, wounded=True, dazed=True))
    fight = TrueSrd(rin(marks), options='hurt_penalises = "lethal_only"').play("damage rin 0 nonlethal face 12")
    assert fight.logs("12 + 5 − 1 (bruised) − 1 (dazed) = 15 vs DC 15 – unhurt")
    fight.play("damage rin 0 face 14")
    assert fight.logs("14 + 5 − 3 (hurt) − 1 (wounded) = 15 vs DC 15")


def test_only_the_more_numerous_of_bruises_and_hurts_count() -> None:
    fight = TrueSrd(rin("track = { hurt = 1, bruised = 3 }")).play("damage rin 2 nonlethal face 15")
    assert fight.logs("15 + 5 − 3 (bruised) = 17 vs DC 17 – unhurt")


def test_a_natural_20_that_fails_is_only_a_hurt() -> None:
    fight = TrueSrd(rin()).play("damage rin 25", dice="20")
    assert marks_of(fight, "rin") == {"hurt": 1, "bruised": 1}
    fight = TrueSrd(rin(), options="impossible_saves = false").play("damage rin 25 face 20")
    assert fight["rin"]["track"]["dying"]


def test_a_natural_20_does_not_help_minions() -> None:
    assert TrueSrd(grunts()).play("damage grunt1 25 face 20")["grunt1"]["track"]["dying"]


def test_minions_pass_out_at_any_failure_against_nonlethal_damage() -> None:
    fight = TrueSrd(grunts()).play("damage grunt1 1 nonlethal face 14")
    assert marks_of(fight, "grunt1") == {"unconscious": True}


def test_collateral_marks_roll_over_only_by_option() -> None:
    marks = "track = { dazed = true }"
    fight = TrueSrd(rin(marks)).play("damage rin 3 face 8")
    assert marks_of(fight, "rin") == {"dazed": True, "wounded": True}
    fight = TrueSrd(rin(marks), options="collateral_rollover = true").play("damage rin 3 face 8")
    assert marks_of(fight, "rin") == {"dazed": True, "staggered": True, "wounded": True}


def test_any_damage_fells_the_staggered_by_option() -> None:
    marks = "track = { staggered = true }"
    assert TrueSrd(rin(marks)).play("damage rin 3 face 12")["rin"]["state"] == "up"
    fight = TrueSrd(rin(marks), options="staggered_any_damage = true").play("damage rin 3 face 12")
    fight.shows("rin", state="down", track=track(hurt=1, bruised=1, staggered=True, unconscious=True))


def test_damage_is_halved_before_its_save_and_resistance_and_immunity_count() -> None:
    fight = TrueSrd(rin()).play("damage rin 7 half face 13")
    assert fight.logs("against 3 lethal (half): 13 + 5 = 18 vs DC 18 – unhurt")
    fight.play("resist rin lethal 4", "damage rin 7 face 13")
    assert fight.logs("13 + 5 + 4 (resist) = 22 vs DC 22")
    fight.play("immune rin nonlethal", "damage rin 7 nonlethal")
    assert fight.logs("immune to non-lethal damage")
    fight.play("immune rin melee", "damage rin 7 melee")
    assert fight.logs("immune to melee attacks")


def test_a_negative_damage_bonus_is_easier_to_resist() -> None:
    talons = power("Talons", 'attack = "+4 vs Defense"\ndamage = "-4 lethal"')
    fight = TrueSrd(rin("", talons), guard()).play("damage rin -2 nonlethal face 7", "damage rin 1-4 face 7")
    assert fight.logs("against −2 non-lethal: 7 + 5 = 12 vs DC 13 – fails by 1")
    assert fight.logs("against −3 lethal: 7 + 5 = 12 vs DC 12 – unhurt")
    fight.play("attack talons guard by rin", dice="15 7")
    assert fight.logs("against −4 lethal: 7 + 4 = 11 vs DC 11 – unhurt")
    fight.play("attack talons guard by rin", dice="20 20 10")
    assert fight.logs("against −1 lethal (critical hit): 10 + 4 = 14 vs DC 14")
    fight.play("attack sword guard by rin hit -1", dice="15 10")
    assert fight.logs("against −1 lethal: 10 + 4 = 14 vs DC 14")
    fight.play("ask party", "damage rin −2", "answer 7")
    assert fight.logs("against −2 lethal: 7 + 5 = 12 vs DC 13 – fails by 1")


def test_lasting_damage_may_have_a_negative_bonus() -> None:
    fight = TrueSrd(rin(turn(20)), guard(turn(10), effect('persist = -1\ntype = "lethal"'))).play("begin")
    fight.play("persist guard -3 lethal", "next", dice="9 7")
    assert fight.logs("against −1 lethal: 9 + 4 = 13 vs DC 14 – fails by 1")
    assert fight.logs("against −3 lethal: 7 + 4 − 1 (hurt) = 10 vs DC 12 – fails by 2")


def test_several_targets_roll_one_after_the_other() -> None:
    fight = TrueSrd(*IN_TURNS).play("damage rin,guard,thug 3", dice="13 14 1")
    assert [bool(marks_of(fight, each)) for each in ("rin", "guard", "thug")] == [False, False, True]


def test_without_toughness_the_message_says_how_to_get_it() -> None:
    fight = TrueSrd(creature("Ghost", "defenses = { defense = 12 }"))
    assert "set ghost defenses.toughness N" in fight.refused("damage ghost 3")


def test_toughness_saves_can_be_asked_for() -> None:
    fight = turns().play("ask party", "damage rin 3", "damage rin 2 nonlethal", "damage guard 3 face 14")
    assert [(each["kind"], each["about"]) for each in fight.state["questions"]] == [
        ("toughness", "3 lethal"),
        ("toughness", "2 nonlethal"),
    ]
    fight.play("answer 12").shows("rin", track=track(hurt=1, bruised=1))
    fight.play("answer 11").shows("rin", track=track(hurt=1, bruised=2), effects=[])
    assert fight.state["questions"] == []
    fight.play("damage rin 3", "damage rin 40 face 1", "kill rin")
    assert fight.logs("question 3 lapses")


def test_resistance_at_one_range_counts_when_the_save_is_answered() -> None:
    fight = turns().play("resist rin melee 4", "ask party", "damage rin 3 melee", "damage rin 3 ranged")
    assert [each["about"] for each in fight.state["questions"]] == ["3 lethal melee", "3 lethal ranged"]
    fight.play("answer 9")
    assert fight.logs("9 + 5 + 4 (resist) = 18 vs DC 18 – unhurt")
    fight.play("answer 13")
    assert fight.logs("13 + 5 = 18 vs DC 18 – unhurt")
    fight.play("ask all", "attack sword guard by rin", "attack fists rin by thug", dice="15 19")
    assert [each["about"] for each in fight.state["questions"]] == ["3 lethal melee", "2 nonlethal melee"]


def test_the_preview_of_next_leaves_lasting_damage_open() -> None:
    fight = turns().play("persist guard 4 lethal")
    assert "Guard rolls a Toughness save DC 19 (4 lethal), d20" in preview_line("next", fight.session.context)


def test_objects_are_struck_at_10_and_shrug_off_what_is_not_lethal() -> None:
    gate = creature("Gate", 'kind = "object"\ndefenses = { defense = 5, toughness = 10 }')
    fight = TrueSrd(rin(), gate).play("damage gate 8 nonlethal", "damage gate 12 face 11")
    assert fight.logs("an object, too tough for that damage")
    assert marks_of(fight, "gate") == {"hurt": 1}
    fight.play("damage gate 15 face 5").shows("gate", track=track(hurt=1, disabled=True), conditions=[])
    fight.play("damage gate 30 face 1").shows("gate", state="dead")
    assert fight.logs("is destroyed")
    fight.play("begin", dice="10")
    assert fight.state["order"] == ["rin"]


def test_an_object_destroyed_by_lasting_damage_rolls_no_further_saves() -> None:
    gate = creature("Gate", f'kind = "object"\ndefenses = {{ defense = 5, toughness = 10 }}\n{turn(5)}')
    fight = TrueSrd(rin(turn(20)), gate).play("begin", 'persist gate 30 lethal "acid"', "persist gate 3 lethal")
    fight.play("next", dice="1").shows("gate", state="dead")
    assert len([line for line in fight.log if "Toughness" in line]) == 1
    assert not fight.logs("already")


def test_damage_with_the_name_of_a_condition_is_not_a_condition() -> None:
    fight = turns().play('persist guard 2 lethal "wounded"', *['persist guard 2 lethal "entangled"'] * 2)
    assert fight["guard"]["defenses"]["toughness"] == 4
    fight.shows("guard", conditions=[])
    fight.play("apply guard wounded")
    assert fight["guard"]["defenses"]["toughness"] == 3


# Turns lost


def test_the_dazed_lose_a_turn_and_keep_the_mark() -> None:
    fight = turns().play("damage guard 2 nonlethal face 7")
    fight.shows("guard", conditions=["dazed"])
    assert now(fight, "guard") == 16
    fight.play("next").shows("guard", actions={"standard": 0, "move": 0})
    assert "dazed" in fight.refused("attack spear rin")
    fight.play("next", "next").shows("guard", conditions=[], track=track(dazed=True))


def test_the_staggered_lose_a_turn_and_then_have_one_action() -> None:
    fight = turns().play("damage guard 2 nonlethal face 2").shows("guard", conditions=["staggered", "stunned"])
    assert (now(fight, "guard"), now(fight, "guard", "parry")) == (12, 14)
    fight.play("next", "note @staggered limps").shows("guard", actions={"standard": 0, "move": 0}, staggered=True)
    fight.play(*["next"] * 3).shows("guard", conditions=["staggered"], actions={"standard": 1, "move": 0})
    fight.play("do dropprone", "do stand").shows("guard", actions={"standard": 0, "move": 0})


def test_a_recovery_check_erases_the_mark_and_not_the_turn_that_the_blow_has_cost() -> None:
    fight = turns().play("damage guard 2 nonlethal face 2", "check guard recovery 9")
    fight.shows("guard", conditions=["stunned"], track=track())
    fight.play("next").shows("guard", actions={"standard": 0, "move": 0})


def test_a_creature_without_actions_cannot_delay() -> None:
    fight = turns().play("next", "next", "damage rin 2 nonlethal face 7", "next")
    assert "dazed and cannot delay" in fight.refused("delay 5")
    fight.play("delay! 5")
    assert fight.logs("overridden")


def test_a_stun_lasts_until_just_before_the_count_it_began_on() -> None:
    fight = (
        turns().play("next", "damage rin 3 face 8").shows("rin", conditions=["dazed", "shaken", "stunned", "wounded"])
    )
    fight.play("next", "next").shows("rin", actions={"standard": 0, "move": 0})
    assert "stunned" in fight["rin"]["conditions"]
    fight.play("next").shows("rin", conditions=["shaken", "wounded"])
    assert fight.state["active"] == "guard"


def test_a_creature_hit_in_its_turn_finishes_it_and_loses_the_next() -> None:
    fight = turns().play("damage rin 3 face 8", "damage rin 3 nonlethal face 11")
    fight.shows("rin", conditions=["shaken", "wounded"], actions={"standard": 1, "move": 1})
    fight.play("attack sword guard", "next", dice="1").shows(
        "rin", conditions=["dazed", "shaken", "stunned", "wounded"]
    )
    fight.play("next", "next").shows("rin", actions={"standard": 0, "move": 0})
    fight.play("next").shows("rin", conditions=["shaken", "wounded"], effects=[])
    fight.play("next", "next").shows("rin", actions={"standard": 1, "move": 1})


def test_damage_as_a_turn_starts_costs_the_following_turn() -> None:
    fight = (
        turns().play("persist guard 2 nonlethal", "next", dice="7").shows("guard", actions={"standard": 1, "move": 1})
    )
    fight.play("remove guard persistent", *["next"] * 3).shows("guard", actions={"standard": 0, "move": 0})
    fight.play(*["next"] * 3).shows("guard", actions={"standard": 1, "move": 1})


def test_the_unconscious_are_not_stunned_as_well() -> None:
    fight = turns().play("damage guard 20 face 3")
    assert fight.names("guard") == []


# Disabled, dying


def test_the_disabled_who_take_a_standard_action_drop_and_check_for_death_from_their_next_turn() -> None:
    fight = TrueSrd(rin(f"{turn(20)}\ntrack = {{ disabled = true }}"), guard(turn(10))).play("begin")
    fight.shows("rin", actions={"standard": 1, "move": 0})
    fight.play("attack sword guard", dice="3")
    fight.shows("rin", state="down", track=track(disabled=True, unconscious=True))
    fight.play("next").play("next", dice="9").shows("rin", state="down")
    assert fight["rin"]["track"]["dying"]


def test_the_dazed_take_no_free_actions_before_the_fight() -> None:
    fight = TrueSrd(rin(), guard()).play("apply rin dazed")
    assert "is dazed and can take no actions" in fight.refused("attack sword guard by rin")


def test_total_cover_keeps_attacks_away() -> None:
    assert "total cover" in turns().play('apply guard "total cover"').refused("attack sword guard by rin")


def test_only_the_dying_make_dying_checks() -> None:
    fight = turns()
    assert fight.refused("check rin dying") == "Rin is not dying"
    assert fight.refused("check rin dying 12") == "Rin is not dying"


def test_a_dropped_hero_is_dying_if_the_fight_ends_before_its_turn() -> None:
    fight = TrueSrd(rin(f"{turn(20)}\ntrack = {{ disabled = true }}"), guard(turn(10)))
    fight.play("begin", "do totaldefense", "finish")
    fight.shows("rin", track=track(disabled=True, unconscious=True, dying=True), effects=[])


def test_the_disabled_may_move_and_drop_at_once_by_option() -> None:
    lines = f"{turn(20)}\ntrack = {{ disabled = true }}"
    fight = TrueSrd(rin(lines), guard(turn(10)), options='disabled_drop = "at_once"')
    fight.play("begin", "spent rin move").shows("rin", state="up")
    fight.play(*["next"] * 2, "do totaldefense").shows("rin", state="down")
    assert fight["rin"]["track"]["dying"]


def test_a_knockout_is_an_end_to_dying() -> None:
    fight = TrueSrd(rin()).play("damage rin 25 face 2", "knockout rin").shows("rin", conditions=STABLE)
    assert "not dying" in fight.refused("deathsave rin")


def test_a_creature_that_wakes_before_its_turn_is_not_dying() -> None:
    fight = TrueSrd(rin(f"{turn(20)}\ntrack = {{ disabled = true }}"), guard(turn(10)))
    fight.play("begin", "do totaldefense", "check rin unconscious 15", "next", "next").shows("rin", state="up")


def test_the_dying_roll_a_check_every_hour() -> None:
    fight = TrueSrd(*IN_TURNS, options='dying = "hourly"').play("begin", "damage guard 25 face 2", dice="7")
    assert fight.logs("7 + 3 (Fortitude) = 10 vs DC 10 – saved")
    fight.play("show guard")
    assert fight.logs("dying (on the damage track): unconscious; Fortitude save DC 10 at once and DC +1 each hour")
    fight.play("next").shows("guard", state="down")
    fight.play("check guard dying 8").shows("guard", state="down")
    assert fight.logs("8 + 3 (Fortitude) = 11 vs DC 11 – saved")
    fight.play("check guard dying 8").shows("guard", state="dead")


def test_dying_checks_can_be_asked_for() -> None:
    fight = turns().play("damage guard 25 face 2", "ask all", "next")
    assert [each["kind"] for each in fight.state["questions"]] == ["death save"]
    fight.play("answer 12").shows("guard", state="down")
    fight.play(*["next"] * 3, "deathsave guard 19").shows("guard", conditions=STABLE)
    assert fight.state["questions"] == []


def test_stabilize_knockout_kill_and_revive_set_the_track() -> None:
    fight = TrueSrd(rin(), guard()).play("damage rin 25 face 2", "stabilize rin")
    fight.shows("rin", conditions=STABLE, track=track(disabled=True, unconscious=True))
    fight.play("check rin recovery 15", "check rin disabled 15").shows("rin", conditions=[], state="up")
    fight.play("knockout guard").shows("guard", state="down", track=track(unconscious=True))
    fight.play("kill guard").shows("guard", state="dead")
    assert fight["guard"]["track"]["dead"]
    assert "revive it first" in fight.refused("check guard recovery")
    assert "no hit points" in fight.refused("revive guard 5")
    fight.play("revive guard").shows("guard", state="down", conditions=STABLE)


def test_a_correction_of_the_track_is_followed() -> None:
    fight = TrueSrd(rin()).play("set rin track.dead true").shows("rin", state="dead")
    fight.play("undo", "set rin track.unconscious true").shows("rin", state="down")
    assert TrueSrd(rin("track = { dead = true }"))["rin"]["state"] == "dead"
    fight.play("kill rin", "set rin track.dead false").shows("rin", state="down", track=track(unconscious=True))
    assert fight.logs("is not dead after all")


def test_a_timer_tells_when_the_dying_check_is_due() -> None:
    fight = turns().play("damage guard 25 face 2")
    found = timers(fight.session.view)
    formatter = Formatter(fight.session.view)
    (when,) = [
        when_text(formatter, each.when) for each in found if short_texts(formatter, each) == ("dying", "dying check 9+")
    ]
    assert when == "start of Guard's turn"


# Words of other systems, and commands that need hit points


REFUSED = (
    ("apply rin grabbed", "the True SRD has no condition"),
    ("damage rin 3 fire", "the True SRD has no damage type"),
    ("bonus rin +2 ac", "the True SRD has no statistic"),
    ("escalation hold", "in the True SRD"),
    ("option mook_model single", "the True SRD has no option"),
    ("attack sword guard by rin ca", "the True SRD has no combat advantage"),
    ("do dash by rin", "the True SRD has no action"),
    ("set rin defenses.ac 4", "unknown defense"),
    ("heal rin 3", "check rin recovery"),
    ("temp rin 3", "check rin recovery"),
    ("regen rin 3", "check rin recovery"),
    ("recover rin", "no recoveries"),
    ("rally rin", "no rally"),
    ("ap rin", "no action points"),
    ("add Orc hp=4", "the True SRD has no hit points"),
    ("set rin hp 4", "the True SRD has no hit points"),
    ("stabilize rin", "not dying"),
)


@pytest.mark.parametrize(("line", "why"), REFUSED)
def test_words_of_another_system_are_refused(line: str, why: str) -> None:
    assert why in TrueSrd(rin(), guard()).refused(line)


def test_attacks_are_against_defense_without_a_save() -> None:
    with pytest.raises(
        EncounterFaults, match="in the True SRD attacks are against defense or dodge or parry, not will"
    ):
        TrueSrd(creature("Witch", "", power("Hex", 'attack = "+4 vs Will"')))


def test_cards_and_overviews_make_sense_without_hit_points() -> None:
    fight = turns().play("damage guard 3 face 8")
    shown = fight.session.run("show")
    assert shown
    assert any("Guard [guard] (wounded; dazed)" in line for line in shown.log)
    card = fight.session.run("show guard")
    assert card
    assert any("track (wounded; dazed)" in line for line in card.log)
    assert any("toughness 3 (4 printed)" in line for line in card.log)
    result = fight.session.run("why guard wounded")
    assert result
    assert any("wounded: on the damage track" in line for line in result.log)


def test_the_summary_lists_the_marks() -> None:
    fight = turns().play("damage guard 3 face 8", "damage thug 20 nonlethal face 2", "finish")
    assert fight.logs("foes: Guard up (wounded; dazed), Thug down (unconscious)")
