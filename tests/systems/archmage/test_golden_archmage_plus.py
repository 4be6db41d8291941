"""The worked fights of the variant of the Archmage Engine, each numbered as its table and played with its dice."""

import pytest

from tests.helpers.casts.archmage import Plus, defenses, dov, escalation, hob, kell, mira, scum, turn
from tests.helpers.fights.played import Played, creature, power

VILLAIN = creature("Duke", f"max_hp = 90\nnamed_villain = true\n{turn(1)}\n{defenses(20, 18, 18)}")


def to_round(fight: Played, number: int) -> Played:
    while fight.state["round"] < number:
        fight.play("next")
    return fight


def three(*others: str, kell_hp: int = 42) -> Played:
    """Kell, Mira and Dov, and their opponents."""
    return Plus(kell(f"{turn(30)}\nhp = {kell_hp}"), mira(turn(29)), dov(turn(28)), *others).play("begin")


def test_v01_the_unhindered_schedule() -> None:
    fight = three(hob(turn(10)))
    seen = [escalation(to_round(fight, number)) for number in range(1, 21)]
    assert seen == [0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6, 5, 4, 3, 2, 1, 0, 1, 2]


def test_v02_the_die_pauses_while_a_hero_is_unconscious() -> None:
    fight = to_round(three(hob(turn(10))), 3)
    fight.play("ask all", "damage mira 28")
    assert (fight["mira"]["hp"], escalation(fight)) == (-1, 2)
    assert escalation(to_round(fight, 4)) == 2
    assert escalation(to_round(fight.play("heal mira 5"), 5)) == 3
    fight.play("damage mira 9", "damage dov 40", "heal dov 5")
    assert escalation(to_round(fight, 6)) == 3


def test_v03_a_death_lowers_the_die() -> None:
    fight = to_round(three(VILLAIN), 6)
    assert escalation(fight) == 5
    fight.play("damage dov 70").shows("dov", state="dead")
    assert escalation(fight) == 4
    assert escalation(to_round(fight, 7)) == 5
    fight.play("escalation reset", "damage mira 70").shows("mira", state="dead")
    assert escalation(fight) == 0


@pytest.mark.parametrize(
    ("mooks", "level", "expected"),
    [(8, 1, [0, 0, 0, 0]), (9, 1, [0, 1, 2, 3]), (8, 4, [0, 1, 2, 3])],
)
def test_v06_nothing_but_mooks(mooks: int, level: int, expected: list[int]) -> None:
    fight = three(scum(turn(10), count=mooks).replace("level = 1", f"level = {level}"))
    assert [escalation(to_round(fight, number)) for number in range(1, 5)] == expected


def test_v06_mooks_alone_stop_the_die_only_while_it_is_0() -> None:
    fight = to_round(three(scum(turn(10), count=8), hob(turn(9))), 3)
    assert escalation(fight) == 2
    fight.play("kill hob")
    assert escalation(to_round(fight, 4)) == 3


def test_v07_reinforcements_and_a_failed_challenge() -> None:
    fight = to_round(three(hob(turn(10))), 4).play("escalation reduce")
    assert escalation(fight) == 2
    assert escalation(to_round(fight, 5)) == 3
    fight.play("escalation reset")
    assert escalation(fight) == 0
    assert escalation(to_round(fight, 6)) == 1

    fight = to_round(three(hob(turn(10))), 5).play("escalation hold")
    assert [escalation(to_round(fight, number)) for number in (6, 7)] == [4, 5]


def test_v09_one_miss_a_turn_against_the_vulnerable_is_rerolled() -> None:
    fight = three(hob(turn(10))).play("vulnerable hob fire")
    fight.play("attack ray hob by mira", dice="5 12 3 3 3")
    assert fight.logs("= 20 vs 14 – hit")
    fight.shows("hob", hp=23)
    fight.play("attack ray hob by mira", dice="5").shows("hob", hp=23)
    fight.play("attack ray hob by mira", dice="18 3 3 3").shows("hob", hp=14)
    fight.play("next", "attack ray hob by mira", dice="5 6 1 1 1").shows("hob", hp=11)


def test_v10_a_shot_into_a_melee() -> None:
    bow = power("Bow", 'attack = "+8 vs AC"\nrange = "ranged"\ndamage = "12"')
    fight = Plus(kell(), mira(), dov("", bow), hob()).play("attack bow hob by dov", dice="1")
    fight.shows("hob", hp=32)
    assert fight.logs("takes half")
    fight.play("damage kell 12 half by dov").shows("kell", hp=36)


def test_v12_without_a_villain_a_hero_falls_into_a_coma_instead_of_dying() -> None:
    fight = Plus(dov("hp = -2\ndeath_failures = 3"), mira("hp = 5"), hob()).play("counter escalation 3")
    fight.play("deathsave dov 3").shows("dov", state="out", death_failures=4)
    assert "coma" in fight["dov"]["conditions"]
    assert escalation(fight) == 3
    fight.play("damage mira 16").shows("mira", max_hp=22, hp=-11, state="out")
    fight.play("finish", "revive dov").shows("dov", state="up", hp=1)

    fight = Plus(dov("hp = -2\ndeath_failures = 3"), VILLAIN).play("counter escalation 3")
    fight.play("deathsave dov 3").shows("dov", state="dead")
    assert escalation(fight) == 2


@pytest.mark.parametrize(("level", "dice", "rolled"), [(4, "5 5 5 5", 23), (6, "8 8 7 7", 36), (8, "10 10 10 10", 52)])
def test_v14_abilities_by_tier(level: int, dice: str, rolled: int) -> None:
    blow = power("Blow", 'attack = "+9 vs AC"\ndamage = "4d10"\nability = "str"')
    hero = creature("Hero", f'kind = "pc"\nlevel = {level}\nmax_hp = 60\nabilities = {{ str = 16 }}', blow)
    fight = Plus(hero, hob("hp = 32")).play("set hob max_hp 100", "set hob hp 100")
    fight.play("attack blow hob by hero face 15", dice=dice).shows("hob", hp=100 - rolled)


def test_v14_a_recovery_at_level_8() -> None:
    hero = creature("Hero", 'kind = "pc"\nlevel = 8\nmax_hp = 90\nhp = 1\nrecovery = "8d8"\nabilities = { con = 14 }')
    Plus(hero).play("recover hero 44").shows("hero", hp=51)


# Beyond the tables


def test_a_grab_hurts_as_the_turn_of_the_grabber_starts() -> None:
    claws = creature(
        "Troll", f"max_hp = 90\n{turn(20)}\n{defenses(17, 17, 13)}", power("Claw", 'attack = "+8 vs AC"\ndamage = "15"')
    )
    fight = Plus(claws, kell(turn(10))).play("begin", "attack claw kell", "grab kell by troll", dice="15")
    fight.shows("kell", hp=27, conditions=["grabbed"])
    fight.play("next", "next").shows("kell", hp=20)
    fight.play("attack claw kell", dice="10")
    assert fight.logs("= 18 vs AC 19")


def test_inspiration_is_for_the_next_attack_or_save() -> None:
    fight = Plus(kell("counters = { inspiration = 1 }"), hob())
    fight.play("inspire kell", "attack axe hob by kell", dice="10 3")
    assert fight.logs("= 19 vs AC 19 – hit")
    fight.shows("kell", effects=[], counters={"inspiration": 0})
    assert "no inspiration" in fight.refused("inspire kell")
    fight.play("counter kell.inspiration +1", "apply kell dazed save", "inspire kell", "save kell 9")
    fight.shows("kell", effects=[])


def test_the_variant_reads_holy_as_radiant_and_has_other_defaults() -> None:
    fight = Plus(hob())
    fight.play("damage hob 3 holy")
    assert fight.logs("radiant")
    options = fight.session.system.options
    assert options["lasting_wound"].default is options["meaningful_death"].default is True
