"""Lines for attack rolls, lines for creatures with an effect, and triggers for the damage of a turn."""

import pytest

from orcus_tui.commands.context import Context
from orcus_tui.rules.system import FightView
from orcus_tui.storage.encounter.read import EncounterFaults
from tests.helpers.fights.played import Played, hero, monster, power
from tests.helpers.fights.readings import preview_line


def table(*powers: str) -> Played:
    return Played(hero("Ari", 20), monster("Ogre", 10, 'kind = "standard"', *powers))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("roll d6: 1-6 use Gulp", "Gulp uses a power itself"),
        ("roll d6: 1-3 temp 1 | 4-6 use Nothing", 'unknown power "Nothing"'),
        ("roll d6: 1-6 attack Nothing", 'unknown power "Nothing"'),
        ("roll d6: 1-6 offer use Nothing", 'unknown power "Nothing"'),
        ("roll d6: 3-1 temp 5", "d6 never shows this"),
        ("roll d6: 7-9 temp 5", "d6 never shows this"),
        ("roll d6: 1-4 temp 5 | 4-6 temp 1", "another line is for one of these numbers"),
    ],
)
def test_the_rows_of_a_roll_are_checked_like_lines(line: str, fault: str) -> None:
    with pytest.raises(EncounterFaults, match=fault):
        table(power("Gulp", f'action = "free"\neffects = ["{line}"]'))


TABLE = "roll d6: 1-2 damage 3 | 3-4 apply dazed save | 5-6 self: temp 5"


def test_the_preview_and_the_card_show_the_line_of_each_number() -> None:
    played = table(power("Hex", f'action = "free"\neffects = ["{TABLE}"]')).play("begin")
    rows = "d6 1–2: 3 damage | 3–4: dazed, save ends | 5–6: itself: 5 temporary hit points"
    session = played.session
    ahead = preview_line("use hex ari by ogre", Context(FightView(session.system, session.fight)))
    assert ahead == (f"Ari 40 → 37..40; {rows}", "Ogre: temporary 0 → 0..5; uses Hex")
    assert played.play("show ogre").logs(rows)


def test_the_card_says_what_a_power_is_a_part_of_unless_its_name_does() -> None:
    powers = (
        power("Bite", 'action = "free"'),
        power("bite (save)", 'action = "free"'),
        power("Venom", 'part_of = "Bite"'),
    )
    played = table(*powers).play("show ogre")
    assert [line.split()[0] for line in played.log if "part of Bite" in line] == ["Venom"]


def test_the_die_of_a_row_is_typed_previewed_and_amended() -> None:
    played = table(power("Hex", f'action = "free"\neffects = ["{TABLE}"]')).play("begin")
    session = played.session
    ahead = preview_line("use hex ari by ogre face 2", Context(FightView(session.system, session.fight)))
    assert ahead == ("Ari 40 → 37", "Ogre: uses Hex")
    rolled = table(power("Hex", f'action = "free"\neffects = ["{TABLE}"]')).play("begin")
    rolled.play("use hex ari by ogre", dice="2")
    assert played.play("use hex ari by ogre face 2").state == rolled.state
    played.play("amend face 6").shows("ari", hp=40).shows("ogre", temp_hp=5)
    played.play("undo", "use hex ari by ogre 4").shows("ari", hp=37, conditions=["dazed"])
    played.play("use hex ari,ogre by ogre face 1,6").shows("ari", hp=34).shows("ogre", temp_hp=5)


def test_a_number_after_a_power_with_a_row_is_its_die_although_it_deals_damage() -> None:
    played = table(power("Hex", f'action = "free"\ndamage = "2d6"\neffects = ["{TABLE}"]')).play("begin")
    played.play("use hex ari by ogre face 3", dice="1 1").shows("ari", hp=38, conditions=["dazed"])
    played.play("use hex ari by ogre 2 9").shows("ari", hp=26)
    played.play("use hex ari by ogre hit 6", dice="6").shows("ari", hp=20).shows("ogre", temp_hp=5)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("use hex ari by ogre face 7", "d6 does not show 7"),
        ("use hex ari by ogre face 3,4", "Hex rolls 1 die here; 2 typed"),
        ("use hex ari,ogre by ogre face 3", "Hex rolls 2 dice here; 1 typed"),
        ("use plain ari by ogre face 3", "Plain calls for no saves"),
    ],
)
def test_dice_that_no_row_rolls_are_refused(line: str, fault: str) -> None:
    hex_, plain = (
        power(name, f'action = "free"\neffects = ["{effect}"]')
        for name, effect in (("Hex", TABLE), ("Plain", "apply dazed"))
    )
    assert fault in table(hex_, plain).play("begin").refused(line)


def test_each_typed_die_is_one_that_its_row_rolls() -> None:
    lines = f'effects = ["{TABLE}", "roll d4: 1-2 heal 2 | 3-4 damage 1"]'
    played = table(power("Hex", f'action = "free"\n{lines}')).play("begin")
    assert "d4 does not show 6" in played.refused("use hex ari by ogre face 2,6")
    played.play("use hex ari by ogre face 2,4").shows("ari", hp=36)


def test_lines_that_dice_choose_heal_the_targets_or_with_self_only_the_user() -> None:
    cure, rest = (
        power(name, f'action = "free"\neffects = ["{prefix}roll d6: 1-3 heal 5"]')
        for name, prefix in (("Cure", ""), ("Rest", "self: "))
    )
    powers = table(cure, rest).session.fight.sheets["ogre"].powers
    assert [each.heals for each in powers] == [True, False]


def test_a_line_for_creatures_with_an_effect_needs_no_target() -> None:
    gnaw = power("Gnaw", 'action = "free"\neffects = ["each swallowed: damage 2"]')
    played = table(gnaw).play("begin", 'apply ari "swallowed" enc by ogre', "use gnaw by ogre")
    assert not played.logs("no targets named")
    played.shows("ari", hp=38)


HURT = '[[creature.trait]]\nname = "Thick hide"\ntrigger = "hurt 10"\neffects = ["self: temp 3"]'


def hide() -> Played:
    return Played(hero("Ari", 20), monster("Ogre", 100, 'kind = "standard"', HURT))


def test_damage_before_the_first_turn_does_not_count_for_it() -> None:
    hide().play("damage ogre 6 by ari", "begin", "damage ogre 6 by ari", "next").shows("ogre", temp_hp=0)


def test_the_damage_of_a_turn_sets_off_what_waits_for_it() -> None:
    hide().play("begin", "damage ogre 4 by ari", "damage ogre 6 by ari", "next").shows("ogre", temp_hp=3)


def test_the_damage_of_a_turn_is_not_that_of_a_later_turn_in_the_same_form() -> None:
    form = f'[[creature.form]]\nname = "Bear"\n{HURT.replace("creature.trait", "creature.form.trait")}'
    played = Played(hero("Ari", 20), monster("Ogre", 100, 'kind = "standard"', form))
    played.play("begin", "become ogre bear", "damage ogre 6 by ari", "become ogre back", "next", "next")
    played.play("become ogre bear", "damage ogre 6 by ari", "next").shows("ogre", temp_hp=0)


def test_the_damage_of_a_turn_does_not_affect_the_dead() -> None:
    played = hide().play("begin", "damage ogre 200 by ari", "next")
    assert not played.logs("Thick hide")
    assert not played.logs("skipped")
