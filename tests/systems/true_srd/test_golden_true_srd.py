"""The worked fights of the True SRD, each numbered as its table and played with its dice."""

import pytest

from tests.helpers.casts.true_srd import TrueSrd, grunts, guard, now, rin, thug, track, turn


def test_t01_initiative_and_a_tie_that_is_rolled_off() -> None:
    fight = TrueSrd(rin(), guard(), thug()).play("begin", dice="12 12 13 5 9")
    assert [fight[each]["initiative"] for each in ("rin", "guard", "thug")] == [14, 14, 14]
    assert fight.state["order"] == ["guard", "rin", "thug"]


def test_t02_a_surprise_round() -> None:
    fight = TrueSrd(rin(), guard(), thug())
    fight.play("surprise rin", "begin", dice="15 10")
    assert (fight.state["round"], fight.state["order"], fight.state["active"]) == (0, ["guard", "thug"], "guard")
    fight.shows("guard", actions={"standard": 1, "move": 0}).shows("rin", initiative=None)
    fight.shows("rin", conditions=["flat-footed", "surprised"])
    assert (now(fight, "rin"), now(fight, "rin", "parry")) == (13, 13)
    fight.play("attack spear rin", dice="8 20")
    assert fight.logs("= 13 vs Defense 13")
    fight.play("next").shows("thug", actions={"standard": 1, "move": 0}).play("spent thug move")
    fight.shows("thug", actions={"standard": 0, "move": 0})

    fight.play("next", dice="18")
    assert (fight.state["round"], fight.state["order"]) == (1, ["rin", "guard", "thug"])
    fight.shows("guard", conditions=[]).shows("thug", conditions=[])
    fight.shows("rin", conditions=[], initiative=20)
    assert (now(fight, "rin"), now(fight, "rin", "parry")) == (17, 16)


def test_t02_a_regular_turn_ends_being_flat_footed_by_option() -> None:
    fight = TrueSrd(rin(), guard(), thug(), options='flatfooted_until = "regular_turn"')
    fight.play("surprise rin", "begin", "next", "next", dice="15 10 18")
    fight.shows("rin", conditions=[]).shows("guard", conditions=["flat-footed"])
    fight.play("next").shows("guard", conditions=[])


T03 = (
    (13, {}),
    (12, {"hurt": 1, "bruised": 1}),
    (12, {"hurt": 2, "bruised": 2}),
    (9, {"hurt": 2, "bruised": 2, "wounded": True, "dazed": True}),
    (10, {"disabled": True, "staggered": True}),
    (8, {"dying": True, "unconscious": True}),
    (15, {"hurt": 3, "bruised": 3}),
    (2, {"dead": True}),
)


def test_t03_the_lethal_track_from_fresh_to_dead() -> None:
    fight = TrueSrd(rin())
    marks: dict[str, bool | int] = {}
    for face, more in T03:
        marks.update(more)
        fight.play("damage rin 3", dice=str(face)).shows("rin", track=track(**marks))
    fight.shows("rin", state="dead")


def test_t03_wounded_in_a_fight_loses_the_next_turn() -> None:
    fight = TrueSrd(guard(turn(20)), rin(turn(10))).play("begin", "next", "next")
    fight.play("set rin track.hurt 2", "set rin track.bruised 2", "damage rin 3 face 9")
    fight.shows("rin", conditions=["dazed", "shaken", "stunned", "wounded"], actions={"standard": 0, "move": 0})
    assert [now(fight, "rin", each) for each in ("dodge", "parry", "fortitude")] == [13, 14, 2]
    fight.play("next")
    assert fight.state["active"] == "rin"
    fight.shows("rin", actions={"standard": 0, "move": 0})
    fight.play("next").shows("rin", conditions=["shaken", "wounded"])
    fight.play("next", "attack sword guard", dice="10")
    assert fight.logs("10 + 6 − 2 (shaken) = 14")


@pytest.mark.parametrize(
    ("face", "marked"),
    [(14, "hurt"), (13, "wounded"), (9, "wounded"), (8, "disabled"), (4, "disabled"), (3, "dying")],
)
def test_t05_exact_margins(face: int, marked: str) -> None:
    fight = TrueSrd(rin()).play("set rin defenses.toughness 0", f"damage rin 3 face {face}")
    found = fight["rin"]["track"]
    assert [name for name in ("hurt", "wounded", "disabled", "dying") if found[name]] == [marked]


def test_t07_a_threat_is_confirmed_or_not() -> None:
    fight = TrueSrd(rin(), guard())
    fight.play("attack sword guard by rin", dice="20 9 14")
    assert fight.logs("9 + 6 = 15 vs 16 – no critical hit")
    assert fight.logs("14 + 4 = 18 vs DC 18 – unhurt")
    fight.play("attack sword guard by rin", dice="20 10 17")
    assert fight.logs("10 + 6 = 16 vs 16 – critical hit")
    assert fight.logs("17 + 4 = 21 vs DC 21 – unhurt")
    fight.play("attack sword guard by rin +23", dice="1")
    assert fight.logs("= 30 vs Defense 16")
    assert fight.logs("– miss")


def test_t08_dying() -> None:
    fight = TrueSrd(guard(turn(20)), rin(turn(10))).play("begin", "damage rin 20 face 3")
    fight.shows("rin", state="down", track=track(dying=True, unconscious=True))
    fight.play("next", dice="8").shows("rin", state="down")
    assert fight.logs("8 + 2 (Con) = 10 vs DC 10")
    fight.play("next", "next", dice="18")
    fight.shows("rin", track=track(disabled=True, unconscious=True), state="down")
    assert "stable" in fight["rin"]["conditions"]
    fight.play("next", "next").shows("rin", state="down")

    fight = TrueSrd(guard(turn(20)), rin(turn(10))).play("begin", "damage rin 20 face 3")
    fight.play("next", dice="7").shows("rin", state="dead")
    assert fight.logs("7 + 2 (Con) = 9 vs DC 10")


def test_t11_delay() -> None:
    fight = TrueSrd(guard(turn(17)), rin(turn(14)), thug(turn(11))).play("begin", "delay 5")
    assert fight.state["active"] == "rin"
    fight.play("next", "next")
    assert (fight.state["active"], fight.state["order"]) == ("guard", ["rin", "thug", "guard"])
    fight.shows("guard", initiative=5)
    fight.play("next", "next")
    assert "-11" in fight.refused("delay -12")
    fight.play("delay -11")
    assert fight.state["active"] == "guard"
    fight.play("next")
    assert fight.state["active"] == "thug"
    fight.shows("thug", initiative=-11)


def test_t11_two_that_wait_for_the_same_count() -> None:
    fight = TrueSrd(guard(turn(17)), rin(turn(14)), thug(turn(11))).play("begin", "delay 0", "delay 0", "next")
    assert fight.logs("you decide")
    first = fight.state["active"]
    fight.play("delay -1")
    assert {first, fight.state["active"]} == {"guard", "rin"}


def test_t13_charge_and_total_defense() -> None:
    fight = TrueSrd(guard(turn(20)), rin(turn(10))).play("begin", "next", "next")
    fight.play("attack spear rin charge", dice="10 20")
    assert fight.logs("10 + 5 + 2 (charge) = 17 vs Defense 17")
    assert now(fight, "guard") == 14
    fight.shows("guard", actions={"standard": 0, "move": 0})
    fight.play("next", "do totaldefense")
    assert now(fight, "rin") == 21
    fight.play("next")
    assert (now(fight, "guard"), now(fight, "rin")) == (16, 21)
    fight.play("next")
    assert now(fight, "rin") == 17


def test_t14_minions() -> None:
    fight = TrueSrd(rin(), grunts())
    fight.play("attack sword grunt1 by rin", dice="16 16")
    assert fight.logs("10 over its Defense: may hit 2 more minions")
    fight.play("damage grunt2 3", "damage grunt3 3", dice="17 16")
    states = [fight[each]["track"] for each in ("grunt1", "grunt2", "grunt3")]
    assert states == [track(dying=True, unconscious=True), track(), track(dying=True, unconscious=True)]
    fight.play("attack club rin by grunt2", dice="20 15")
    assert fight.logs("– hit")
    assert fight.logs("15 + 5 = 20 vs DC 17 – unhurt")


def test_t16_fatigue_by_extra_effort_and_conviction_against_it() -> None:
    fight = TrueSrd(rin(turn(20)), guard(turn(10))).play("begin", "next", "next")
    fight.play("do extraeffort", "next").shows("rin", conditions=[])
    fight.play("next").shows("rin", conditions=["winded"])
    assert (now(fight, "rin"), now(fight, "rin", "parry")) == (16, 15)
    fight.play("do extraeffort", "next", "next").shows("rin", conditions=["fatigued"])
    fight.play("counter rin.conviction -1").shows("rin", conditions=["winded"], counters={"conviction": 2})


def test_t16_the_exhausted_fall_unconscious() -> None:
    fight = TrueSrd(rin(turn(20)), guard(turn(10))).play("begin", "fatigue rin", "fatigue rin", "fatigue rin")
    fight.shows("rin", conditions=["exhausted"], state="up")
    fight.play("do extraeffort", "next", "next").shows("rin", state="down", track=track(unconscious=True))


def test_t16_recovery_checks() -> None:
    fight = TrueSrd(thug("track = { unconscious = true }"))
    fight.play("check thug recovery 4").shows("thug", track=track(unconscious=True))
    assert fight.logs("4 + 1 (Con) = 5 vs DC 10 – not yet")
    fight.play("check thug recovery", dice="9").shows("thug", track=track(), state="up")


def test_t16_conviction_after_the_fight() -> None:
    marks = "track = { bruised = 3, dazed = true, hurt = 2, wounded = true }"
    fight = TrueSrd(rin(f"{turn(20)}\n{marks}"), guard(turn(10)))
    fight.play("counter rin.conviction 2", "begin", "finish", "counter rin.conviction -1")
    fight.shows("rin", track=track(wounded=True), counters={"conviction": 1})
    fight.play("counter rin.conviction -1", "check rin recovery 3")
    assert fight.logs("3 + 10 (conviction) + 2 (Con) − 2 (shaken) = 13 vs DC 10 – recovered")
    fight.shows("rin", track=track(), counters={"conviction": 0})
