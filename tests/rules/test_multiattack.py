"""Powers that make several attacks for one action."""

from pathlib import Path

import pytest

from orcus_tui.commands.context import Context
from orcus_tui.storage.encounter.read import EncounterFaults
from orcus_tui.systems import view_of
from tests.helpers.casts.srd5 import Srd5, goblins, start_fight, turn, vara
from tests.helpers.fights.played import Played, creature, power
from tests.helpers.fights.readings import preview_line

BITE = power("Bite", 'attack = "+7 vs AC"\ndamage = "2d6+4 piercing"')
CLAW = power("Claw", 'attack = "+7 vs AC"\ndamage = "1d6+4 slashing"\neffects = ["apply prone"]')
GAZE = power("Gaze", 'save = "wis 12"\neffects = ["apply frightened save:12"]')


def drake(listed: str, *powers: str) -> str:
    every = power("Multiattack", f"multiattack = [{listed}]")
    return creature("Drake", f"max_hp = 80\ndefenses = {{ ac = 17 }}\n{turn(25)}", *powers, every)


def fight_with(listed: str) -> Played:
    return start_fight(vara(turn(20)), goblins(turn(15)), drake(listed, BITE, CLAW, GAZE))


def test_all_attacks_are_made_in_order_for_one_action() -> None:
    fight = fight_with('"Bite", "Claw x2"').play("attack multiattack vara", dice="9 1 1 12 3 1 2")
    fight.shows("vara", hp=11, conditions=["prone"])
    assert fight["drake"]["actions"]["open"] == 0
    assert not fight.logs("allowed anyway")


def test_each_attack_may_have_its_own_target_and_its_own_face() -> None:
    fight = fight_with('"Bite", "Claw x2"').play("attack multi vara,g1,g2 face 2,12,13", dice="3 3")
    fight.shows("vara", hp=24).shows("goblin1", state="dead").shows("goblin2", state="dead")
    fight = fight_with('"Bite", "Claw x2"').play("attack multi vara total 15,16,15", dice="3").shows("vara", hp=17)


def test_a_target_may_be_named_for_several_of_the_attacks() -> None:
    fight = fight_with('"Bite", "Claw x2"').play("attack multi vara,g1,vara face 2,12,13", dice="3 3")
    fight.shows("vara", hp=17).shows("goblin1", state="dead")
    fight = fight_with('"Bite", "Claw x2"').play("use multi @party,g1,vara,!vara,g1,g1 face 2,3,12", dice="3")
    assert [line.split(" with")[0] for line in fight.log if " attacks " in line] == ["Drake attacks Goblin 1"] * 3
    fight.play("attack! claw g1,g1 face 2")


def test_a_face_for_a_save_is_typed_in_the_order_of_the_attacks() -> None:
    fight = fight_with('"Gaze", "Bite"').play("attack multi vara face 3,2")
    fight.shows("vara", conditions=["frightened"], hp=24)


def test_a_rolled_number_of_attacks_is_rolled_first() -> None:
    fight = fight_with('"Claw x1d4"').play("attack multi vara", dice="2 12 3 3 4").shows("vara", hp=17)
    assert fight.logs("Drake – Claw, number of attacks: 1d4 (2) = 2")
    fight.refused("attack! multi vara face 12,13,14,15,16")
    fight_with('"Claw x1d4"').play("attack multi vara face 12,3,2", dice="3").shows("vara", hp=17)


def test_a_rolled_number_of_attacks_may_be_in_capitals_and_needs_dice() -> None:
    fight_with('"Claw x1D4"').play("attack multi vara", dice="1 12 3").shows("vara", hp=17)
    with pytest.raises(EncounterFaults, match='unknown power "Claw x0d6"'):
        fight_with('"Claw x0d6"')


def test_targets_beyond_a_rolled_number_of_attacks_are_not_attacked() -> None:
    fight = fight_with('"Claw x1d4"').play("attack multi g1,vara", dice="1 12 3").shows("vara", hp=24)
    fight.shows("goblin1", state="dead")


def test_a_multiattack_with_a_spent_attack_is_refused() -> None:
    fight = fight_with('"Bite", "Claw"').play("spend drake claw")
    assert "Claw" in fight.refused("attack multi vara face 2,3")


def test_using_a_multiattack_makes_its_attacks() -> None:
    fight_with('"Bite", "Claw"').play("use multi vara 15,2", dice="3 3").shows("vara", hp=14)


def test_the_remaining_attacks_are_not_made_on_the_dead() -> None:
    fight = fight_with('"Bite", "Claw x2"').play("attack multi g1 face 12,13,14", dice="4 4")
    assert fight.logs("Goblin 1 is already dead")


def test_another_number_of_targets_or_dice_is_refused() -> None:
    assert "more targets (2) than attacks (1); name fewer" in fight_with('"Claw"').refused("attack multi vara,g1")
    assert "faces: 2 for 3 attacks" in fight_with('"Claw x3"').refused("attack multi vara face 3,4")
    assert "each attack has its own damage" in fight_with('"Claw x3"').refused("attack multi vara hit 4")


@pytest.mark.parametrize(
    ("listed", "fault"),
    [
        ('"Bite", "Multiattack"', "power[4].multiattack[2]: Multiattack lists itself; list attacks"),
        ('"Bitte"', 'power[4].multiattack[1]: unknown power "Bitte" (did you mean "Bite"?)'),
        ("3", "power[4].multiattack[1]: expected a text, got 3"),
        ('"Bite"]\ndamage = "3"\ntags = ["x"', "power[4].multiattack: a multiattack makes other powers' attacks"),
    ],
)
def test_an_invalid_multiattack_entry_is_a_fault_of_its_line(listed: str, fault: str) -> None:
    with pytest.raises(EncounterFaults) as found:
        Srd5(drake(listed, BITE, CLAW, GAZE))
    assert f"creature[1].{fault}" in str(found.value)


def test_two_multiattacks_cannot_list_each_other() -> None:
    volley = power("Volley", 'multiattack = ["Multiattack"]')
    with pytest.raises(EncounterFaults, match="lists Volley, which is a multiattack too"):
        Srd5(drake('"Volley"', BITE, volley))


def test_the_preview_shows_what_may_come_and_changes_nothing() -> None:
    fight = fight_with('"Bite", "Claw x2"')
    before = fight.session.fight
    lines = preview_line("attack multi vara", Context(view_of(before)))
    assert any("Vara" in line for line in lines)
    assert fight.session.fight is before


def test_a_file_stores_multiattack_entries(tmp_path: Path) -> None:
    fight = fight_with('"Gaze", "Claw x2"')
    before = fight.session.fight.sheets["drake"].powers
    fight.play(f'write "{tmp_path}/f.toml"', f'open "{tmp_path}/f.toml"')
    assert fight.session.fight.sheets["drake"].powers == before
