"""Powers without an attack roll, and the saving throws they call for."""

from pathlib import Path

import pytest

from orcus_tui.commands.context import Context
from orcus_tui.storage.encounter.read import EncounterFaults, read_encounter_bytes
from tests.helpers.casts.srd5 import Srd5, ilen, start_fight, turn, vara
from tests.helpers.casts.true_srd import TrueSrd, guard, rin
from tests.helpers.fights.played import Played, creature, hero, power
from tests.helpers.fights.readings import preview_line

BREATH = power("Fire Breath", 'damage = "8d6 fire"\nsave = "dex 13"\nsaved = "half"\nrange = "near"')
GAZE = power("Gaze", 'save = "wis 12"\neffects = ["self: temp 5", "apply frightened save:12"]\naction = "free"')
STING = power(
    "Sting", 'damage = "2d4 poison"\nsave = "con 11"\neffects = ["apply poisoned save:11"]\nalways = ["temp 1"]'
)


def drake(*powers: str) -> str:
    return creature("Drake", f"max_hp = 80\ndefenses = {{ ac = 17 }}\n{turn(25)}", *powers)


def lair() -> Played:
    """It is the turn of the drake, against two heroes."""
    return start_fight(vara(turn(20)), ilen(turn(15)), drake(BREATH, GAZE, STING))


def test_damage_is_rolled_once_then_each_target_saves_for_half() -> None:
    fight = lair().play("use fire-breath ilen,vara", dice="1 1 1 1 1 1 1 4 12 13")
    assert fight.logs("Ilen rolls a Dex save against Fire Breath: 12 vs DC 13 – failed")
    assert fight.logs("Vara takes 5 fire (11, half): 24 → 19")
    fight.shows("ilen", hp=4)


def test_the_preview_says_how_much_is_at_stake() -> None:
    context = Context(lair().session.view)
    vara_, ilen_, *_ = [each for each in preview_line("use fire-breath vara,ilen", context) if "Drake" not in each]
    assert vara_.startswith("Vara: saves on 13+ (40 %): 24 → 20..0")
    assert "otherwise 24 → 16..0, may die" in vara_
    assert "otherwise 15 → 7..0, may die" in ilen_


def test_saves_and_damage_may_be_typed() -> None:
    fight = lair().play("use fire-breath ilen,vara face 13,12 hit 9")
    fight.shows("ilen", hp=11).shows("vara", hp=15)


def test_asked_saves_carry_the_damage_and_the_file_stores_it(tmp_path: Path) -> None:
    fight = lair().play("ask party", "use sting vara,ilen", dice="3 4")
    assert fight.logs("Vara: Con save DC 11 (Sting, 7 poison)? d20 [question 1]")
    fight.play(f'write "{tmp_path}/f.toml"', f'open "{tmp_path}/f.toml"', "save ilen 11", "answer 8")
    fight.shows("ilen", hp=15, conditions=[], temp_hp=1).shows("vara", hp=18, conditions=["poisoned"])
    assert fight["vara"]["effects"][0]["source"] == "drake"


KIND_WORD = power("Kind Word", 'effects = ["heal 2d8+5"]')


def test_a_bare_number_is_the_healing_of_a_power_even_above_20() -> None:
    start_fight(vara(turn(20), KIND_WORD)).play("damage vara 22", "use kind-word vara 21").shows("vara", hp=23)


def test_a_bare_number_is_the_damage_of_a_power_without_a_save_even_above_20() -> None:
    shards = power("Shards", 'damage = "8d6 fire"')
    start_fight(vara(turn(20)), drake(shards)).play("use shards vara 21").shows("vara", hp=3)


@pytest.mark.parametrize("faces", ["21", "0", "face 21", "12,21"])
def test_a_bare_number_for_a_save_is_a_face(faces: str) -> None:
    targets = "vara,ilen" if "," in faces else "vara"
    wrong = "0" if faces == "0" else "21"
    assert f"a d20 shows 1 to 20, not {wrong}" in lair().refused(f"use sting {targets} {faces}")


def test_lines_for_a_miss_are_for_those_who_save() -> None:
    burst = power("Burst", 'save = "dex 13"\neffects = ["damage 3 fire"]\nalways = ["miss: damage 2 fire", "temp 1"]')
    fight = start_fight(vara(turn(20)), ilen(turn(15)), drake(burst))
    fight.play("use burst vara,ilen face 13,12")
    fight.shows("vara", hp=22, temp_hp=1).shows("ilen", hp=12, temp_hp=1)
    asked = start_fight(vara(turn(20)), ilen(turn(15)), drake(burst)).play("ask all", "use burst vara", "answer 13")
    asked.shows("vara", hp=23)


def test_a_success_leaves_nothing_unless_the_power_says_half() -> None:
    lair().play("use sting vara", dice="4 4 9").shows("vara", hp=24, conditions=[])


def test_lines_for_the_user_apply_once_and_others_to_failed_saves() -> None:
    fight = lair().play("use gaze vara,ilen face 3,12").shows("drake", temp_hp=5)
    fight.shows("vara", conditions=["frightened"]).shows("ilen", conditions=[])


def test_later_saves_use_the_same_ability() -> None:
    fight = start_fight(vara(turn(20)), drake(power("Shriek", 'save = "cha 12"\neffects = ["apply stunned save:12"]')))
    fight.play("use shriek vara", dice="3")
    assert fight.logs("stunned, Cha save DC 12 ends")


def test_a_creature_that_cannot_save_fails_without_a_die() -> None:
    fight = lair().play("apply vara paralyzed", "use fire-breath vara hit 8").shows("vara", hp=16)
    assert fight.logs("Vara fails the Dex save against Fire Breath: paralyzed fails Dex saves")


def test_modifiers_of_the_save_count() -> None:
    fight = lair().play("apply vara half-cover+restrained", "bonus ilen +3 saves by vara")
    fight.play("use fire-breath vara,ilen hit 8", dice="15 10 10").shows("vara", hp=16).shows("ilen", hp=11)
    assert fight.logs("10 + 2 (half cover) = 12 vs DC 13 – failed")


def test_only_the_living_save_and_a_face_is_typed_for_each() -> None:
    fight = lair().play("kill ilen")
    assert "dead" in fight.refused("use sting ilen")
    assert "faces: 1 for 2 targets" in lair().refused("use sting vara,ilen face 4")
    assert "a d20 shows 1 to 20" in lair().refused("use sting vara face 21")
    assert "Gaze deals no damage" in lair().refused("use gaze vara hit 4")
    roar = lair().play("remove vara all").refused("attack gaze vara +2")
    assert "Gaze has no attack roll: `use gaze vara`" in roar


def test_a_face_needs_a_save() -> None:
    fight = start_fight(vara(turn(20), power("Cheer", 'effects = ["temp 3"]')))
    assert "Cheer calls for no saves" in fight.refused("use cheer vara face 4")


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ('save = "reflex 15"', 'save: unknown save "reflex"; SRD 5.1 has str, dex, con, int, wis, cha, mana'),
        ('save = "dex13"', 'save: expected a save as "str 13", got "dex13"'),
        ('save = "dex 13"\nattack = "+4 vs AC"', "save: a power has an attack or a save, not both"),
        ('saved = "half"', "saved: this is for a save, and the power calls for none"),
        ('save = "dex 13"\nsaved = "hlaf"', 'saved: unknown damage after a save "hlaf" (did you mean "half"?)'),
        ('save = "dex 13"\neffects = ["crit: apply prone"]', "effects[1]: this is for an attack roll"),
    ],
)
def test_a_save_of_another_form_is_a_fault_of_its_line(lines: str, fault: str) -> None:
    with pytest.raises(EncounterFaults) as found:
        Srd5(drake(power("Roar", lines)))
    assert f"creature[1].power[1].{fault}" in str(found.value)


def test_a_system_without_such_saves_says_so() -> None:
    text = 'format = 1\nname = "F"\n' + hero("Ari", 12, "", power("Roar", 'save = "will 13"'))
    with pytest.raises(EncounterFaults, match="in Orcus no power calls for a save"):
        read_encounter_bytes(text.encode(), Path("f.toml"))


def test_a_save_of_the_true_srd_is_rolled_from_the_stat_block() -> None:
    gas = power("Gas", 'save = "reflex 15"\neffects = ["apply stunned"]')
    fight = TrueSrd(rin(turn(20), gas), guard(turn(15))).play("begin", "use gas guard", dice="3")
    assert fight.logs("Guard rolls a Reflex save against Gas: 3 + ")
    assert "stunned" in fight["guard"]["conditions"]


# Without a named target


PLAIN = (
    power("Stance", 'range = "self"\neffects = ["bonus +2 attack enc"]\naction = "free"'),
    power("Flash", 'range = "near burst 1"\neffects = ["apply dazed", "remind push 2"]\naction = "free"'),
    power("Shout", 'range = "near burst 1"\neffects = ["remind push 2"]\naction = "free"'),
)


def test_a_power_for_its_user_needs_no_name() -> None:
    fight = Played(hero("Ari", 20, "", *PLAIN)).play("begin", "use stance")
    assert fight.names("ari") == ["attack"]


@pytest.mark.parametrize("amount", ["9", "hit 9"])
def test_a_power_that_heals_its_user_needs_no_name(amount: str) -> None:
    wind = power("Second Wind", 'range = "self"\neffects = ["self: heal 1d10+5"]')
    start_fight(drake(wind)).play("damage drake 20", f"use second-wind {amount}").shows("drake", hp=69)


@pytest.mark.parametrize("dice", ["12", "face 12", "hit 9"])
def test_dice_without_a_target_are_refused_where_the_power_needs_one(dice: str) -> None:
    assert "Fire Breath needs a target: name it before the dice" in lair().refused(f"use fire-breath {dice}")


def test_a_power_without_targets_says_so_and_logs_its_reminders() -> None:
    fight = Played(hero("Ari", 20, "", *PLAIN)).play("begin").play("use flash")
    assert fight.log[1:] == ["no targets named: Flash affects nobody", "push 2"]
    assert fight.play("use shout").log[1:] == ["push 2"]


def test_the_healing_of_a_power_may_be_typed() -> None:
    word, breath = power("Kind Word", 'effects = ["heal 1d4+3"]'), power("Breath", 'effects = ["self: heal 1d10+3"]')
    hurt = start_fight(vara(turn(20), word, breath), ilen(turn(15))).play("damage vara,ilen 10")
    hurt.play("use kind-word ilen 6").shows("ilen", hp=hurt.session.fight.sheets["ilen"].max_hp - 4)
    hurt.play("use breath vara hit 8").shows("vara", hp=hurt.session.fight.sheets["vara"].max_hp - 2)


def test_the_recovery_of_a_power_may_be_typed() -> None:
    fight = Played(hero("Ari", 20, "", power("Clean Water", 'effects = ["recover"]')), hero("Cor", 15)).play("begin")
    fight.play("damage cor 20", "use clean-water cor 13").shows("cor", hp=33, recoveries=5)


def test_a_number_for_several_rolls_is_refused() -> None:
    song = power("Song", 'effects = ["heal 1d4", "temp 1d6"]')
    fight = start_fight(vara(turn(20), song))
    assert "Song heals with 2 rolls: one typed number is not enough" in fight.refused("use song vara hit 6")
    assert "calls for no saves" in fight.refused("use song vara 6")


def test_damage_without_a_save_may_be_typed_as_a_bare_number() -> None:
    dart = power("Dart", 'damage = "1d4+1 force"')
    fight = start_fight(vara(turn(20), dart), ilen(turn(15))).play("use dart ilen 4")
    assert fight.logs("Ilen takes 4 force")


def test_a_save_that_a_power_gives_is_asked_for_if_its_dice_are_asked_for() -> None:
    water = power("Clean Water", 'effects = ["save +2"]')
    fight = Played(hero("Ari", 20, "", water), hero("Cor", 15), creature("Ogre", "max_hp = 30\ninitiative_total = 9"))
    fight.play("begin", "ask party", "apply cor dazed save by ogre", "use clean-water cor")
    assert [each.creature for each in fight.session.fight.questions] == ["cor"]
    fight.play("answer 1 8")
    assert not fight.names("cor")
    fight.play("ask none", "apply cor slowed save by ogre").play("use clean-water cor", dice="2")
    assert fight.names("cor") == ["slowed"]
