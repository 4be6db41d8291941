"""Checks and saves of the True SRD: penalties, typed and asked dice, and the rests that allow them."""

import pytest

from tests.helpers.casts.true_srd import TrueSrd, guard, marks_of, rin, thug, track, turn, turns

WOUNDED = "track = { wounded = true }"


@pytest.mark.parametrize("condition", ["shaken", "sickened", "wounded"])
def test_fear_sickness_and_a_wound_each_subtract_2_from_every_check(condition: str) -> None:
    fight = TrueSrd(rin(), guard()).play(f"apply rin {condition}", "init rin face 10").shows("rin", initiative=10)
    fight.play("knockout rin", "check rin recovery 9").shows("rin", state="down")
    fight.play("check rin recovery 10").shows("rin", state="up")
    fight.play("check rin str 10 11").play("check rin dex 12 12")
    assert fight.logs(
        f"12 + 2 (Dex) − 2 ({'shaken' if condition == 'wounded' else condition}) = 12 vs DC 12 – succeeds"
    )


def test_a_wound_subtracts_2_from_the_dying_check() -> None:
    fight = TrueSrd(guard(turn(20)), rin(f"{turn(10)}\ntrack = {{ wounded = true, dying = true }}")).play("begin")
    fight.play("next", dice="10").shows("rin", state="down")
    assert fight.logs("10 + 2 (Con) − 2 (shaken) = 10 vs DC 10")
    fight.play("next", "next", dice="9").shows("rin", state="dead")


def test_conviction_makes_a_recovery_certain_with_any_constitution() -> None:
    fight = TrueSrd(rin(f"{WOUNDED}")).play("set rin abilities.con -5", "counter rin.conviction -1")
    fight.play("check rin recovery 11").shows("rin", track=track())
    assert fight.logs("11 − 5 (Con) − 2 (shaken) = 4 vs DC 10 – recovered")


@pytest.mark.parametrize(
    ("line", "sum_"),
    [
        ("check rin fortitude 15 12", "12 + 4 (Fortitude) − 2 (shaken) = 14 vs DC 15 – failed"),
        ("check rin reflex 15 face 10", "10 + 3 (Reflex) + 4 (improved cover) − 2 (shaken) = 15 vs DC 15 – saved"),
        ("check rin will 12 12 +2", "12 + 2 (Will) − 2 (shaken) + 2 (typed) = 14 vs DC 12 – saved"),
        ("check rin will face 12", "12 + 2 (Will) − 2 (shaken) = 12"),
    ],
)
def test_saves_are_rolled_from_the_stat_block(line: str, sum_: str) -> None:
    fight = TrueSrd(rin()).play("apply rin shaken", 'apply rin cover+"improved cover"', line)
    assert fight.logs(sum_)


def test_a_save_missing_from_the_stat_block_is_not_offered() -> None:
    fight = TrueSrd(rin()).play("bonus rin +2 fortitude", "check rin fortitude 13", dice="7")
    assert fight.logs("7 + 4 (Fortitude) + 2 (bonus) = 13 vs DC 13 – saved")
    fight = TrueSrd(thug().replace("fortitude = 1, ", ""))
    assert "set thug defenses.fortitude N" in fight.refused("check thug fortitude 13")
    assert "leave the DC out" in fight.refused("check thug recovery 10 12")


def test_fatigue_and_bonds_lower_checks_by_the_abilities_they_lower() -> None:
    fight = TrueSrd(rin()).play("fatigue rin", "apply rin entangled", "check rin dex 10 13")
    assert fight.logs("13 + 2 (Dex) − 4 (entangled) − 1 (winded) = 10 vs DC 10")
    fight.play("check rin con 10 8")
    assert fight.logs("8 + 2 (Con) = 10 vs DC 10")


@pytest.mark.parametrize(
    ("before", "line", "said"),
    [
        ("set guard track.dying true", "check guard dying 5", "5 + 1 (Con) + 3 (bonus) + 2 (1d4 bonus) = 11 vs DC 10"),
        (
            "set guard track.disabled true",
            "check guard recovery 5",
            "5 + 1 (Con) + 3 (bonus) + 2 (1d4 bonus) = 11 vs DC 10",
        ),
        ("fatigue guard", "check guard fatigue 5", "5 + 1 (Con) + 3 (bonus) + 2 (1d4 bonus) = 11 vs DC 10"),
    ],
)
def test_a_constitution_check_counts_and_uses_up_bonuses_for_one_check(before: str, line: str, said: str) -> None:
    fight = TrueSrd(guard()).play(before, "bonus guard +3 checks once", "bonus guard +1d4 checks once", line, dice="2")
    assert fight.logs(said)
    assert "checks" not in fight.names("guard")


def test_the_save_after_a_coup_de_grace_counts_and_uses_up_bonuses_for_one_save() -> None:
    fight = turns().play("apply guard helpless", "bonus guard +2 fortitude once", "bonus guard +1d4 fortitude once")
    fight.play("attack sword guard coup face 16", dice="8 3")
    assert fight.logs("8 + 3 (Fortitude) + 2 (bonus) + 3 (1d4 bonus) = 16 vs DC 16 – saved")
    assert "fortitude" not in fight.names("guard")


def test_asked_saves_and_checks_wait_for_their_dice() -> None:
    fight = TrueSrd(rin(WOUNDED), guard()).play("ask party", "check rin reflex 15 +1", "check rin recovery")
    assert [(each["kind"], each["about"]) for each in fight.state["questions"]] == [
        ("reflex save", "DC 15"),
        ("recovery check", "wounded"),
    ]
    fight.play("answer 13")
    assert fight.logs("13 + 3 (Reflex) − 2 (shaken) + 1 (typed) = 15 vs DC 15 – saved")
    fight.play("answer 10").shows("rin", track=track())


def test_a_minute_of_rest_takes_off_a_bruise_and_what_passes_and_allows_a_check() -> None:
    marks = "track = { bruised = 3, hurt = 2, dazed = true, staggered = true, unconscious = true, wounded = true }"
    fight = TrueSrd(rin(marks), guard()).play("rest minute", dice="10 9")
    assert marks_of(fight, "rin") == {"bruised": 2, "hurt": 2, "staggered": True, "wounded": True}
    fight.play("ask party", "rest minute", "answer 12")
    assert marks_of(fight, "rin") == {"bruised": 1, "hurt": 2, "wounded": True}


def test_an_unknown_rest_lists_the_rests() -> None:
    assert 'expected "short", "long" or "minute", got "week"' in TrueSrd(rin()).refused("rest week")


def test_the_dying_do_not_rest_a_minute() -> None:
    fight = TrueSrd(rin("track = { dying = true, unconscious = true, bruised = 1 }")).play("rest minute")
    assert fight["rin"]["track"]["bruised"] == 1


@pytest.mark.parametrize("length", ["minute", "short", "long"])
def test_every_rest_says_once_what_the_dying_need_before_they_can_rest(length: str) -> None:
    fight = TrueSrd(rin("track = { dying = true, unconscious = true, bruised = 1 }")).play(f"rest {length}")
    assert fight.log[1:] == ["Rin is dying: first `check rin dying` or `stabilize rin`"]


def test_a_rest_restores_no_resource_of_the_dying() -> None:
    ki = "[creature.resources]\nki = { max = 3, now = 1 }"
    fight = TrueSrd(thug(f"track = {{ dying = true, unconscious = true }}\n{ki}")).play("rest long")
    fight.shows("thug", counters={"ki": 1}).play("stabilize thug", "rest long", dice="3")
    assert fight["thug"]["counters"]["ki"] == 3


def test_ten_hours_ask_for_as_many_checks_until_one_succeeds() -> None:
    fight = TrueSrd(rin("track = { wounded = true, disabled = true }")).play("ask party", "rest long")
    assert [each["about"] for each in fight.state["questions"]] == ["wounded"] * 10 + ["disabled"]
    fight.play("answer 3", "answer 12")
    assert [each["about"] for each in fight.state["questions"]] == ["disabled"]
    fight.play("answer 8").shows("rin", track=track())


def test_fatigue_adds_up_whatever_its_cause() -> None:
    fight = TrueSrd(rin()).play("apply rin winded", "apply rin winded").shows("rin", conditions=["fatigued"])
    fight.play("apply rin winded").shows("rin", conditions=["exhausted"])
    fight.play("apply rin fatigued").shows("rin", state="down")
    fight = TrueSrd(rin()).play("fatigue rin", "apply rin exhausted").shows("rin", conditions=["exhausted"])
    fight = TrueSrd(rin()).play("apply rin winded enc", "apply rin winded 3r").shows("rin", conditions=["fatigued"])


def test_rounds_keep_their_count_after_readying() -> None:
    fight = turns().play("next", "apply rin dazzled 2r", 'ready "the thug moves"', "next", "act guard", "next")
    assert fight.state["order"] == ["rin", "guard", "thug"]
    fight.play("next").shows("rin", conditions=["dazzled"])
    fight.play("next", "next").shows("rin", conditions=["dazzled"])
    assert fight.state["active"] == "rin"
    fight.play("next").shows("rin", conditions=[])
    assert fight.state["active"] == "guard"
    fight = turns().play("next", "apply rin dazzled 1r", 'ready "the thug moves"', "next", "act guard", "next")
    fight.play("next").shows("rin", conditions=[])
    assert fight.state["active"] == "guard"


def test_the_best_cover_counts_and_attacks_it_stops_hit_it() -> None:
    fight = turns().play("next", 'apply rin cover+"improved cover"')
    fight.shows(
        "rin",
        defenses={"defense": 23, "dodge": 25, "parry": 24, "toughness": 5, "fortitude": 4, "reflex": 7, "will": 2},
    )
    fight.play("attack spear rin face 13")
    assert fight.logs("hits the cover")
    fight.play("attack spear rin face 11")
    assert not fight.logs("hits the cover")
    fight.play('remove rin "improved cover"').shows("rin", conditions=["cover"])
    fight.play("attack spear rin total 17")
    assert fight.logs("hits the cover")
    fight.play('apply rin "total cover"')
    assert "cannot be attacked" in fight.refused("attack spear rin face 20")


def test_an_aiming_creature_that_is_hit_without_damage_may_lose_its_aim_too() -> None:
    fight = turns().play("do aim", "next", "attack spear rin face 15", dice="20")
    assert fight.logs("a Concentration check keeps the aim")
    fight.play("damage rin 3 face 12")
    assert fight.logs("a Concentration check keeps the aim")


def test_damage_with_a_source_ends_fascination() -> None:
    fight = turns().play("apply rin fascinated", "damage rin 0 face 20").shows("rin", conditions=["fascinated"])
    fight.play("damage rin 0 face 20 by guard").shows("rin", conditions=[])
    fight.play("apply rin fascinated", "ask party", "damage rin 0 by guard").shows("rin", conditions=[])


def test_a_creature_that_cannot_move_has_no_dodge() -> None:
    fight = TrueSrd(rin()).play("apply rin immobile")
    assert fight["rin"]["defenses"]["dodge"] == 15
    assert fight["rin"]["defenses"]["parry"] == 16
