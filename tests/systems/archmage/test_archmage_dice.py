"""Dice of the Archmage Engine that are rolled here, typed, or asked for."""

import pytest

from orcus_tui.screen.fight.log_entry import log_rows
from tests.helpers.casts.archmage import Archmage, actions, hob, kell, mira, turn
from tests.helpers.fights.played import Played, power
from tests.helpers.fights.readings import preview_line

LINES = ("begin", "damage mira 30")


def with_mira_dying() -> Played:
    """Kell's turn, with Mira at −3."""
    return Archmage(kell(turn(20), "[creature.abilities]\nwis = 14"), mira(turn(10)), hob(turn(5))).play(*LINES)


@pytest.mark.parametrize("line", ["recover kell", "rally kell"])
def test_the_dice_of_a_recovery_are_rolled_typed_or_asked(line: str) -> None:
    def hurt() -> Played:
        return Archmage(kell(turn(20))).play("begin", "damage kell 30")

    for fight in (
        hurt().play(line, dice="4 5 5"),
        hurt().play(f"{line} 14"),
        hurt().play("ask party", line).play("answer 14"),
        hurt().play("ask party", line).play("answer all", dice="4 5 5"),
    ):
        fight.shows("kell", hp=29, recoveries=8)
        assert not fight.state["questions"]


def test_an_asked_recovery_is_halved_without_recoveries_left_and_its_total_must_fit_the_dice() -> None:
    fight = Archmage(kell()).play("damage kell 30", "set kell recoveries 0", "ask party", "recover kell")
    assert fight.state["questions"][0] | {"id": 1} == {
        "id": 1, "kind": "recovery", "creature": "kell", "about": "recovery", "die": 30
    }  # fmt: skip
    assert "3 to 30" in fight.refused("answer 2")
    fight.play("answer 14").shows("kell", hp=20, recoveries=0, defenses={"ac": 18, "pd": 15, "md": 12})


def test_the_recovery_of_a_death_save_is_asked_after_it() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(5))).play("begin first hob", "damage kell 45", "ask party", "next")
    fight.play("answer 18").shows("kell", state="down", recoveries=8)
    fight.play("answer 9").shows("kell", state="up", hp=12)
    assert actions(fight, "kell") == (0, 0, 0, 1)


@pytest.mark.parametrize(
    ("face", "life", "left"),
    [(4, "unconscious", (0, 1, 1, 1)), (5, "stable", (0, 1, 1, 1)), (20, "stable", (1, 1, 0, 1))],
)
def test_to_stabilize_takes_a_check_rolled_typed_or_asked(face: int, life: str, left: tuple[int, ...]) -> None:
    for fight in (
        with_mira_dying().play("do stabilize mira", dice=f"{face}"),
        with_mira_dying().play(f"do stabilize mira {face}"),
        with_mira_dying().play("ask party", "do stabilize mira").play(f"answer {face}"),
    ):
        assert life in fight["mira"]["conditions"]
        assert actions(fight, "kell") == left


def test_a_creature_that_is_not_dying_cannot_be_stabilized() -> None:
    fight = with_mira_dying()
    assert "not dying" in fight.refused("do stabilize kell")
    assert "1 to 20" in fight.refused("do stabilize mira 21")
    assert "stunned" in fight.play("apply kell stunned").refused("do stabilize mira 12")


def test_the_confused_are_reminded_and_a_die_picks_an_ally() -> None:
    cast = (kell(turn(20)), mira(turn(15)), hob(turn(10)), hob(turn(5)).replace("Hob", "Bugbear"))
    fight = Archmage(*cast).play("begin", "apply mira confused", "next")
    assert fight.logs("Mira is confused: its next attack")
    assert fight.play("lashout 1").logs("attacks Kell")
    assert fight.play("apply hob confused", "lashout hob").logs("Hob is confused and attacks Bugbear")
    fight.play('add "Rat" x2 hp=5 init=1', dice="4")
    assert fight.play("lashout hob", dice="2").logs("attacks Rat 1")
    assert fight.play("ask all", "lashout hob").play("answer 3").logs("attacks Rat 2")
    assert "1 to 3" in fight.refused("lashout hob 4")


def test_only_the_confused_who_are_up_lash_out() -> None:
    fight = Archmage(kell(turn(20)), mira(turn(15)), hob(turn(10))).play("begin")
    assert "Mira is not confused" in fight.refused("lashout mira")
    fight.play("apply mira confused", "kill mira")
    assert "Mira is dead" in fight.refused("lashout mira")
    fight.play("apply hob confused", "reserve hob")
    assert "Hob is out of the fight" in fight.refused("lashout hob")
    fight.play("apply kell confused", "knockout kell")
    assert "Kell is down" in fight.refused("lashout kell")


def test_latecomers_act_with_their_group() -> None:
    fight = Archmage(kell(turn(12)), hob("count = 2\nreserve = false")).play("begin", dice="15")
    fight.play("add hob x2 hp=2d6", dice="3 4 5 6")
    assert fight.state["order"] == ["hob1", "hob2", "hob3", "hob4", "kell"]
    fight.play("reserve hob2", "next", "enter hob2")
    assert fight["hob2"]["initiative"] == 18


def test_fled_heroes_rest_and_the_foes_left_behind_do_not() -> None:
    fight = Archmage(kell(turn(20)), mira(turn(10)), hob(turn(5))).play("begin", "damage @all 35", "revive hob 5")
    fight.play("do flee", "finish", "rest long").shows("kell", hp=42).shows("mira", hp=27).shows("hob", hp=5)
    fight.play("damage kell 12", "rest long").shows("kell", hp=42).shows("hob", hp=5)


def test_the_question_of_a_recovery_names_its_dice_and_what_is_added() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(5))).play("begin", "damage kell 30", "ask party", "recover kell")
    assert fight.logs("recovery? 3d10 (+3) [question 1]")
    assert fight.play("show").logs("question 1: Kell, recovery, 3d10 (+3)")


def test_the_preview_shows_what_is_added_to_typed_recovery_dice() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(5))).play("begin", "damage kell 30")
    (seen,) = preview_line("recover kell 9", fight.session.context_for(fight.session.fight))
    assert seen == "Kell 12 → 24, no longer staggered; rolls a recovery: 9 + 3 = 12; has 8 recoveries left"


def test_a_number_typed_for_a_recovery_power_is_its_whole_healing() -> None:
    hands = power("Warm Hands", 'effects = ["recover x2"]')
    fight = Archmage(kell(turn(20), hands), hob(turn(5))).play("begin", "damage kell 30")
    fight.play("use warm-hands kell 20").shows("kell", hp=32, recoveries=7)
    assert fight.logs("rolls a recovery: 7 + 3 = 10")


def with_warm_hands(times: str = "") -> Played:
    """Kell's turn, at 1 hit point, with a power that spends recoveries."""
    hands = power("Warm Hands", f'effects = ["recover{times}"]')
    return Archmage(kell(turn(20), hands), hob(turn(5))).play("begin", "damage kell 41")


@pytest.mark.parametrize("amount", [6, 33])
def test_every_total_that_the_dice_of_a_recovery_can_show_is_accepted(amount: int) -> None:
    with_warm_hands().play(f"use warm-hands kell {amount}").shows("kell", hp=1 + amount)


@pytest.mark.parametrize(
    ("times", "amount", "refusal"),
    [
        ("", "5", "a recovery heals Kell 6 to 33, not 5"),
        ("", "34", "a recovery heals Kell 6 to 33, not 34"),
        (" x2", "11", "2 recoveries heal Kell 12 to 66, not 11"),
        (" x2", "hit 2d6", "2 recoveries heal Kell 12 to 66, not 2"),
    ],
)
def test_a_total_that_no_dice_of_the_recovery_give_is_refused(times: str, amount: str, refusal: str) -> None:
    fight = with_warm_hands(times)
    assert refusal in fight.refused(f"use warm-hands kell {amount}")
    result = fight.session.run(f"use warm-hands kell {amount}")
    assert result is not None
    assert result.column == len("use warm-hands kell ") + 1


def test_an_amount_without_a_target_is_pointed_at() -> None:
    result = with_warm_hands().session.run("use warm-hands 20")
    assert result is not None
    assert (result.error, result.column) == ("Warm Hands needs a target: name it before the dice", 16)


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("recover kell 2", "the dice of 3d10+3 give 3 to 30, not 2"),
        ("recover kell 31", "the dice of 3d10+3 give 3 to 30, not 31"),
        ("recover kell x2 61", "the dice of 2 × 3d10+3 give 6 to 60, not 61"),
        ("rally kell 31", "the dice of 3d10+3 give 3 to 30, not 31"),
        ("deathsave kell 18 31", "the dice of 3d10+3 give 3 to 30, not 31"),
    ],
)
def test_a_total_that_the_dice_of_a_recovery_cannot_show_is_refused_at_its_column(line: str, refusal: str) -> None:
    hurt = "damage kell 43" if line.startswith("deathsave") else "damage kell 30"
    fight = Archmage(kell(turn(20)), hob(turn(5))).play("begin", hurt)
    result = fight.session.run(line)
    assert result is not None
    assert (result.error, result.column) == (refusal, line.rindex(" ") + 2)


def test_dice_of_another_kind_may_be_typed_for_those_of_a_recovery() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(5))).play("begin", "damage kell 30")
    fight.play("recover kell 1d2", dice="1").shows("kell", hp=16)


def test_a_row_of_the_log_shows_what_is_added_to_typed_recovery_dice() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(5))).play("begin", "damage kell 30")
    fight.play("recover kell 9")
    execution = fight.session.timeline.executions[-1]
    remarks = [each.text for row in log_rows(execution.events, execution.after) for each in row.remarks]
    assert "rolls a recovery: 9 + 3 = 12" in remarks
