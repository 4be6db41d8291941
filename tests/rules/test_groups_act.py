"""Powers used by several creatures at once: each uses it, and attacks may share their targets."""

from tests.helpers.casts.srd5 import Srd5
from tests.helpers.fights.played import Played, creature, hero, monster, power
from tests.helpers.fights.readings import preview_line

BITE = power("Bite", 'attack = "+4 vs AC"\ndamage = "1d6+2"\nrange = "melee"')
BREATH = power("Breath", 'save = "dex 13"\ndamage = "2d6 fire"\nsaved = "half"')
MIR = creature("Mir", 'kind = "pc"\nmax_hp = 30\ninitiative_total = 5')


def rats() -> Played:
    """Four rats at their turn, against two heroes."""
    return Played(hero("Mir", 5), hero("Ger", 4), monster("Rat", 13, "count = 4", BITE)).play("begin")


def test_attackers_share_the_targets_in_order_with_split() -> None:
    fight = rats().play("attack bite mir,ger split by rat* face 19,3,4,18 hit 5")
    fight.shows("mir", hp=35).shows("ger", hp=35)
    attacks = [each for each in fight.log if "attacks" in each]
    assert [each.split(" with")[0] for each in attacks] == [
        "Rat 1 attacks Mir", "Rat 2 attacks Ger", "Rat 3 attacks Mir", "Rat 4 attacks Ger",
    ]  # fmt: skip


def test_dice_of_shared_attacks_are_one_for_each_attacker() -> None:
    assert "2 for 4 attackers" in rats().refused("attack bite mir,ger split by rat* face 19,3")


def test_shared_attacks_are_previewed_by_target() -> None:
    lines = preview_line("attack bite mir,ger split by rat*", rats().session.context)
    assert [each.split(":")[0] for each in lines if each.startswith("one of")] == ["one of 2", "one of 2"]
    assert any("Ger" in each for each in lines)
    assert not any("opportunity" in each for each in lines), "it is the turn of all of them"


def test_one_target_is_attacked_by_all_with_or_without_split() -> None:
    fight = rats().play("attack bite mir split by rat* face 19,3,4,18 hit 5")
    fight.shows("mir", hp=30)


def test_a_power_without_an_attack_roll_is_used_by_each() -> None:
    fight = Srd5(MIR, creature("Hound", "count = 2\nmax_hp = 30\ninitiative_total = 13", BREATH)).play("begin")
    fight.play("use breath mir by hound* hit 6", dice="15 3").shows("mir", hp=21)
    assert preview_line("use breath mir by hound*", fight.session.context)[0].startswith("each of 2: ")
