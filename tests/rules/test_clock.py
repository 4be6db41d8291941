"""Time: the clock, timers, durations in minutes and hours; and challenges."""

import pytest

from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.systems import SYSTEMS
from tests.helpers.casts.ford import fight_of
from tests.helpers.fights.played import Played, hero, monster

ROUND = ("next", "next")


def fight(*lines: str) -> Played:
    return Played(hero("Ari", 20), monster("Ogre", 10)).play(*lines)


def begun(*lines: str) -> Played:
    return fight("init ari 20", "init ogre 10", "begin", *lines)


def test_rounds_move_the_clock_and_the_timers() -> None:
    played = begun('timer "Torch" 1h')
    assert (played.state["clock"], played.state["timers"]) == (0, {"Torch": 3600})
    played.play(*ROUND)
    assert (played.state["clock"], played.state["timers"]) == (6, {"Torch": 3594})
    played.play("finish", "pass 10m")
    assert (played.state["clock"], played.state["timers"]) == (606, {"Torch": 2994})


def test_a_timer_says_when_it_is_over() -> None:
    played = begun('timer "Torch" 2r', *ROUND)
    assert played.state["timers"] == {"Torch": 6}
    played.play(*ROUND)
    assert "timer Torch is over" in played.log
    assert played.state["timers"] == {}


def test_a_timer_is_set_again_or_ended() -> None:
    assert fight('timer "Torch" 1h', "timer torch 2h").state["timers"] == {"Torch": 7200}
    assert fight('timer "Torch" 1h', "timer torch off").state["timers"] == {}
    assert "no timer" in fight().refused("timer torch off")


def test_there_are_at_most_a_hundred_timers_and_challenges() -> None:
    played = fight(*(f"timer t{number} 1h" for number in range(100)), "timer t5 2h")
    assert "at most 100 timers" in played.refused("timer other 1h")
    played = fight(*(f"challenge c{number} 1 before 1" for number in range(100)))
    assert "at most 100 challenges" in played.refused("challenge other 1 before 1")


def test_pass_is_refused_between_begin_and_finish() -> None:
    played = begun()
    assert "the fight is on" in played.refused("pass 10m")
    assert fight("pass 10m").state["clock"] == 600
    assert played.play("finish", "pass 1d").state["clock"] == 86400


@pytest.mark.parametrize(("typed", "rounds"), [("5m", 50), ("1h", 600), ("8h", 4800), ("1d", 14400), ("10s", 2)])
def test_minutes_and_hours_count_rounds(typed: str, rounds: int) -> None:
    played = begun(f"apply ari blinded {typed}")
    assert played["ari"]["effects"][0]["duration"] == f"{rounds} rounds"
    played.play(*ROUND)
    assert played["ari"]["effects"][0]["duration"] == ("1 round" if rounds == 2 else f"{rounds - 1} rounds")


def test_the_log_shows_a_long_duration_as_a_time_too() -> None:
    assert begun("apply ari blinded 5m").log[-1] == "Ari: blinded, 50 rounds (5 minutes)"
    assert begun("apply ari blinded 49r").log[-1] == "Ari: blinded, 49 rounds"


def test_effects_counted_in_rounds_continue_after_the_fight_and_those_of_the_encounter_end() -> None:
    played = begun("apply ari blinded 5m", "apply ari slowed 100r", "apply ari weakened enc", "finish")
    assert [each["name"] for each in played["ari"]["effects"]] == ["blinded", "slowed"]
    played.play("pass 5m")
    assert [(each["name"], each["duration"]) for each in played["ari"]["effects"]] == [("slowed", "50 rounds")]
    played.play("rest short").shows("ari", effects=[])


def lasting(played: Played) -> list[str]:
    return [each["duration"] for each in played["ogre"]["effects"]]


def test_an_effect_that_a_save_ends_lasts_for_its_limit_at_most() -> None:
    played = begun("apply ogre dazed save 2r")
    assert played.logs("Ogre: dazed, save ends, at most 2 rounds")
    assert lasting(played) == ["save ends, at most 2 rounds"]
    played.play(*ROUND, dice="2")
    assert lasting(played) == ["save ends, at most 1 round"]
    assert played.play("next", "preview").logs("expire")
    assert lasting(played.play("next", dice="2")) == []
    assert lasting(played.play("undo")) == ["save ends, at most 1 round"]


def test_a_save_ends_an_effect_before_its_limit() -> None:
    assert lasting(begun("apply ogre dazed save 9r").play(*ROUND, dice="15")) == []


def test_the_limit_of_an_effect_counts_before_and_after_a_fight() -> None:
    assert lasting(fight("apply ogre dazed save 2m", "pass 1m")) == ["save ends, at most 10 rounds"]
    assert lasting(begun("apply ogre dazed save 2m", "finish", "pass 2m")) == []


def test_a_zone_that_lasts_until_words_may_have_a_limit() -> None:
    played = begun('zone fog ari until "the wind" at most 1r', *ROUND)
    assert played.state["zones"] == {}


def test_time_before_a_fight_counts_effects_down() -> None:
    fight("apply ari blinded 2m", "pass 2m").shows("ari", effects=[])


def test_zones_continue_after_the_fight_too() -> None:
    played = begun("zone fog ari 1m", "finish")
    assert "fog" in played.state["zones"]
    assert played.play("pass 1m").state["zones"] == {}


def test_part_of_a_round_is_not_lost() -> None:
    played = begun("apply ari blinded 2r", "finish", "pass 4s")
    assert played["ari"]["effects"][0]["duration"] == "2 rounds"
    assert played.play("pass 4s")["ari"]["effects"][0]["duration"] == "1 round"


BELL = '[[timer]]\nname = "Bell"\nleft = "1r"\nline = "kill ogre"\n'

RESTS = {
    "orcus": {"short": 300, "long": 6 * 3600},
    "archmage": {"short": 300, "long": 8 * 3600},
    "srd5": {"short": 3600, "long": 8 * 3600},
    "true-srd": {"minute": 60, "short": 3600, "long": 10 * 3600},
}


@pytest.mark.parametrize("system", RESTS)
def test_a_rest_passes_its_own_time(system: str) -> None:
    for length, seconds in RESTS[system].items():
        assert SYSTEMS[system].rest.seconds[length] == seconds


def test_only_one_long_rest_is_possible_a_day() -> None:
    played = fight("rest long")
    assert not any("another long rest" in line for line in played.log)
    played.play("pass 10h", "rest long")
    assert "Ari takes another long rest after 10 hours, not a day; allowed anyway" in played.log
    log = played.play("pass 1d", "rest long").log
    assert not any("another long rest" in line for line in log)


def test_the_line_of_a_timer_is_offered() -> None:
    played = Played(hero("Ari", 20), monster("Ogre", 10), BELL)
    played.play("init ari 20", "init ogre 10", "begin", *ROUND)
    assert [each["line"] for each in played.state["offers"]] == ["kill ogre"]
    played.play("accept").shows("ogre", state="dead")


def test_a_line_may_be_typed_with_a_timer() -> None:
    played = begun('timer "Poison" 1r "damage ogre 7 poison"', *ROUND)
    assert "Ogre – offer 1 (Poison): `damage ogre 7 poison`" in played.log
    played.play("accept").shows("ogre", hp=53)


# Challenges


def test_a_challenge_is_won_or_lost() -> None:
    played = fight('challenge "Free them" 2 before 2', "success")
    shown = {"successes": 1, "needs": 2, "failures": 0, "limit": 2, "result": None}
    assert played.state["challenges"] == {"Free them": shown}
    played.play("failure", 'success "free them"')
    assert played.state["challenges"]["Free them"]["result"] == "won"
    assert played.log[-1] == "challenge Free them is won: 2 of 2 successes, 1 of 2 failures"
    played = fight('challenge "Free them" 6 before 3', "failure 3")
    assert played.state["challenges"]["Free them"]["result"] == "lost"


def test_a_decided_challenge_is_no_longer_counted() -> None:
    played = fight("challenge Door 1 before 1", "success")
    assert "already won" in played.refused("success")
    assert "already won" in played.refused("failure Door 2")
    assert played.play("success! Door").state["challenges"]["Door"]["successes"] == 2


def test_several_open_challenges_are_named() -> None:
    assert "there is no challenge" in fight().refused("success")
    played = fight("challenge Door 3 before 3", "challenge Wall 3 before 3")
    assert "which challenge? Door, Wall" in played.refused("success")
    assert "open already" in played.refused("challenge Door 2 before 2")
    assert played.play("failure Wall 3", "success").state["challenges"]["Door"]["successes"] == 1


# Counters of the fight


def test_a_counter_of_the_fight_may_have_any_name() -> None:
    played = fight("counter Alarm +2", "counter alarm -1")
    assert played.state["counters"] == {"Alarm": 1}


def test_a_fight_in_progress_is_written_with_its_time() -> None:
    played = begun(
        'timer "Torch" 1h', "challenge Door 6 before 3", "success 2", *ROUND, "outcome ogre fled", "counter x 3"
    )
    again = Played()
    again.session.timeline.start = fight_of(fight_text(played.session.fight))
    assert again.state == played.state


def test_a_summoned_monster_disappears_after_five_minutes() -> None:
    played = fight("apply ogre summoned by ari", "pass 4m").shows("ogre", state="up")
    played.play("pass 5m").shows("ogre", state="out")
