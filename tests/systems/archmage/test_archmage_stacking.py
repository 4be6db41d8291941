"""Nothing stacks with itself: a repeated effect is one effect, and the worse one remains."""

import pytest

from tests.helpers.casts.archmage import Archmage, hob, kell, mira, turn
from tests.helpers.fights.played import Played, power


def effects(fight: Played, who: str) -> list[tuple[str, int | None, str]]:
    """The name, amount and duration of each effect."""
    return [(each["name"], each["amount"], each["duration"]) for each in fight[who]["effects"]]


def fight_of(*lines: str, options: str = "") -> Played:
    """Kell's turn, with these lines carried out in it."""
    return Archmage(kell(turn(20)), hob(turn(10)), options=options).play("begin", *lines)


@pytest.mark.parametrize(("first", "second"), [("5", "10"), ("10", "5")])
def test_ongoing_damage_of_one_power_is_the_larger_with_one_save(first: str, second: str) -> None:
    fight = fight_of(f'ongoing kell {first} fire "Torch"', f'ongoing kell {second} fire "Torch"')
    assert effects(fight, "kell") == [("Torch", 10, "save ends")]
    fight.play("next", dice="11").shows("kell", hp=32, effects=[])


def test_equal_ongoing_damage_keeps_the_harder_save() -> None:
    fight = fight_of('ongoing kell 5 fire hard "Torch"', 'ongoing kell 5 fire "Torch"')
    assert effects(fight, "kell") == [("Torch", 5, "save ends (16+)")]
    assert fight.logs("Kell has Torch already, as bad or worse")


def test_ongoing_damage_without_a_name_and_of_other_powers_adds_up() -> None:
    fight = fight_of("ongoing kell 5 fire", "ongoing kell 5 fire", 'ongoing kell 5 fire "Torch"')
    assert len(effects(fight, "kell")) == 3
    fight.play("next", dice="11 11 11").shows("kell", hp=27, effects=[])


@pytest.mark.parametrize(("stack", "left"), [("type", 1), ("all", 2)])
def test_an_option_decides_which_ongoing_damage_is_identical(stack: str, left: int) -> None:
    lines = (
        'ongoing kell 5 fire "Torch"',
        'ongoing kell 4 fire "Pitch"' if stack == "type" else 'ongoing kell 4 "Torch"',
    )
    assert len(effects(fight_of(*lines, options=f'ongoing_stack = "{stack}"'), "kell")) == left


def test_under_a_resistance_the_worse_is_what_deals_more() -> None:
    torch = power("Torch", 'attack = "+9 vs PD"\nrange = "ranged"\neffects = ["persist 9 fire"]')
    coal = power("Torch", 'attack = "+9 vs PD"\nrange = "ranged"\neffects = ["persist 6 fire"]')
    fight = Archmage(kell("resist = { fire = 16 }"), hob("", torch), mira("", coal))
    fight.play("attack torch kell by hob face 12", "attack torch kell by mira face 17")
    assert effects(fight, "kell") == [("Torch", 6, "save ends")]
    fight.play("attack torch kell by hob face 15")
    assert effects(fight, "kell") == [("Torch", 6, "save ends")]
    fight.play("attack torch kell by hob face 18")
    assert effects(fight, "kell") == [("Torch", 9, "save ends")]


@pytest.mark.parametrize(
    "lines", [("dazed save", "dazed hard"), ("dazed hard", "dazed save"), ("dazed hard", "dazed hard")]
)
def test_a_condition_has_one_save_the_harder(lines: tuple[str, str]) -> None:
    fight = fight_of(*(f"apply kell {line} by hob" for line in lines))
    assert effects(fight, "kell") == [("dazed", None, "save ends (16+)")]


def test_a_condition_with_a_save_and_until_a_time_run_side_by_side() -> None:
    fight = fight_of("apply kell dazed save by hob", "apply kell dazed eont by hob", "apply kell dazed eont by hob")
    assert [each[2] for each in effects(fight, "kell")] == ["save ends", "until the end of hob's next turn"]


def test_the_worse_condition_does_not_change_the_rest_of_its_bundle() -> None:
    fight = fight_of("apply kell dazed+stuck save by hob", "apply kell dazed hard by hob")
    assert effects(fight, "kell") == [("stuck", None, "save ends"), ("dazed", None, "save ends (16+)")]
    fight.play("next", dice="12 12").shows("kell", conditions=["dazed"])


def test_two_grabbers_hold_one_creature() -> None:
    fight = Archmage(kell(), hob(), mira()).play("grab kell by hob", "grab kell by mira", "grab kell by hob")
    assert len(fight["kell"]["effects"]) == 2


def test_bonuses_of_one_power_are_one_effect() -> None:
    fight = fight_of('bonus kell +1 attack "Bless" enc', 'bonus kell +2 attack "Bless" enc', "bonus kell +1 attack enc")
    assert effects(fight, "kell") == [
        ("attack", 2, "until the end of the encounter"),
        ("attack", 1, "until the end of the encounter"),
    ]


def test_fighting_in_spirit_does_not_add_up_over_rounds_or_heroes() -> None:
    fight = Archmage(kell(turn(20)), mira(f"{turn(5)}\nhp = -1"), hob(turn(10))).play("begin", "spirit kell ac by mira")
    fight.shows("kell", defenses={"ac": 20, "pd": 16, "md": 13}).refused("spirit kell ac by mira")
    fight.play("next", "next", dice="5").play("next", "spirit kell ac by mira", dice="")
    fight.shows("kell", defenses={"ac": 20, "pd": 16, "md": 13})


def test_each_recovery_with_none_left_gives_a_penalty_of_one_even_if_a_power_grants_it() -> None:
    fight = Archmage(kell("", power("Tonic", 'effects = ["recover"]')), hob())
    fight.play("set kell recoveries 0", "set kell hp 10")
    fight.play("use tonic kell by kell", "use tonic kell by kell", "rally kell", dice="4 4 4 4 4 4 4 4 4")
    fight.play("recover kell 9").shows("kell", defenses={"ac": 15, "pd": 12, "md": 9})
    assert fight.play("attack axe hob by kell face 15 hit 5").logs("= 18")
