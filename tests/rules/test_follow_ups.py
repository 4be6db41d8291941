"""Follow-up powers, which a power uses on the targets that it hits."""

from pathlib import Path

import pytest

from orcus_tui.storage.encounter.read import EncounterFaults
from tests.helpers.casts.srd5 import Srd5, ilen, start_fight, turn, vara
from tests.helpers.fights.played import Played, creature, power

BITE = power("Bite", 'attack = "+7 vs AC"\ndamage = "4 piercing"\neffects = ["use Bite (poison)"]')
POISON = power(
    "Bite (poison)",
    'action = "free"\ndamage = "2d6 poison"\nsave = "con 11"\nsaved = "half"\neffects = ["apply poisoned save:11"]',
)
PAIR = power("Multiattack", 'multiattack = ["Bite x2"]')


def snake(*powers: str) -> str:
    return creature("Snake", f"max_hp = 30\ndefenses = {{ ac = 13 }}\n{turn(25)}", *powers)


def pit() -> Played:
    return start_fight(vara(turn(20)), ilen(turn(15)), snake(BITE, POISON, PAIR))


def test_those_hit_by_an_attack_save_against_what_follows() -> None:
    fight = pit().play("attack bite ilen face 15", dice="2 3 4").shows("ilen", hp=6, conditions=["poisoned"])
    assert fight.logs("Ilen rolls a Con save against Bite (poison): 4")
    fight = pit().play("attack bite ilen face 15", dice="2 3 18").shows("ilen", hp=9, conditions=[])


def test_a_miss_has_no_effect_and_needs_no_dice() -> None:
    pit().play("attack bite ilen face 2", dice="").shows("ilen", hp=15, conditions=[])


def test_a_follow_up_costs_no_action_and_comes_with_each_attack_of_several() -> None:
    fight = pit().play("attack multi vara face 15,15", dice="1 1 18 1 1 2")
    fight.shows("vara", hp=13, conditions=["poisoned"])
    assert fight["snake"]["actions"]["open"] == 0
    assert not fight.logs("allowed anyway")


def test_an_asked_save_carries_the_damage_and_the_attack_stays_the_last_command() -> None:
    fight = pit().play("ask party", "attack bite ilen face 15", dice="2 3").shows("ilen", hp=11)
    assert fight.logs("Ilen: Con save DC 11 (Bite (poison), 5 poison)? d20")
    fight.play("damage @hit 1", "save ilen 3").shows("ilen", hp=5, conditions=["poisoned"])


@pytest.mark.parametrize(
    ("powers", "fault"),
    [
        ((BITE,), 'power[1].effects[1]: unknown power "Bite (poison)"'),
        (
            (BITE, power("Bite (poison)", 'attack = "+7 vs AC"')),
            "power[1].effects[1]: Bite (poison) has an attack roll; use a power without one",
        ),
        (
            (power("Howl", 'effects = ["use Howl"]'),),
            "power[1].effects[1]: Howl uses a power itself; name that one here",
        ),
    ],
)
def test_an_invalid_follow_up_is_a_fault_of_its_line(powers: tuple[str, ...], fault: str) -> None:
    with pytest.raises(EncounterFaults) as found:
        Srd5(snake(*powers))
    assert f"creature[1].{fault}" in str(found.value)


def test_a_file_stores_the_follow_ups_of_an_attack(tmp_path: Path) -> None:
    fight = pit()
    before = fight.session.fight.sheets["snake"].powers
    fight.play(f'write "{tmp_path}/f.toml"', f'open "{tmp_path}/f.toml"')
    assert fight.session.fight.sheets["snake"].powers == before


def test_a_prefix_of_a_name_with_bracketed_variants_means_the_plain_name() -> None:
    pit().play("attack bi ilen face 2")
    assert pit().play("attack bi ilen face 15", dice="2 3 18").logs("Bite (poison)")
