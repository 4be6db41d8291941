"""Bonuses that depend on facts, of dice and of advantage, once a turn or round, and their ends."""

from pathlib import Path

import pytest

from orcus_tui.session.stat_block_text import trait_line
from orcus_tui.storage.encounter.fight_tables import fight_text
from tests.helpers.casts.ford import fight_of
from tests.helpers.casts.srd5 import Srd5, vara
from tests.helpers.fights.played import Played, creature, hero, monster, power

STRIKE = power("Strike", 'range = "melee"\nattack = "+8 vs AC"\ndamage = "1d10+5 fire"\ntags = ["weapon"]')
BOW = power("Bow", 'range = "ranged"\nattack = "+8 vs AC"\ndamage = "1d10"')
BURST = power("Burst", 'range = "near"\nattack = "+8 vs AC"\ndamage = "1d10"')


def fight(*lines: str) -> Played:
    return Played(
        hero("Ari", 20, "", STRIKE, BOW, BURST),
        monster("Ogre", 10, 'type = "giant"'),
        monster("Ghoul", 5, 'type = "undead"'),
    ).play("begin", *lines)


@pytest.mark.parametrize(
    ("bonus", "attack", "counts"),
    [
        ("bonus ari +2 attack against giant", "attack strike ogre", True),
        ("bonus ari +2 attack against giant", "attack strike ghoul", False),
        ("bonus ari +2 attack against !ogre", "attack strike ghoul", True),
        ("bonus ari +2 attack with ranged", "attack bow ogre", True),
        ("bonus ari +2 attack with ranged", "attack strike ogre", False),
        ("bonus ari +2 attack with weapon+ca", "attack strike ogre ca", True),
        ("bonus ari +2 attack with weapon+ca", "attack strike ogre", False),
        ('bonus ari +2 attack with "Strike"', "attack strike ogre", True),
        ("bonus ari +2 attack with charge", "attack strike ogre charge", True),
        ("bonus ari +2 attack while staggered", "attack strike ogre", False),
        ("bonus ari +2 attack while round 1", "attack strike ogre", True),
        ("bonus ogre -2 ac against ari with melee", "attack strike ogre", True),
        ("bonus ogre -2 ac against ghoul", "attack strike ogre", False),
    ],
)
def test_a_bonus_counts_only_where_its_facts_are_true(bonus: str, attack: str, *, counts: bool) -> None:
    played = fight(bonus).play(f"{attack} face 3")
    assert (played.logs("2 (bonus)") or played.logs("vs AC 16")) == counts


def test_the_dice_of_a_bonus_come_right_after_the_die_they_join() -> None:
    played = fight("bonus ari +1d4 attack enc", "bonus ari +1d6 attack enc", "bonus ari +1d8 damage enc")
    played.play("attack strike ogre +1d10", dice="10 4 6 9 7 8")
    assert played.logs("10 + 8 + 4 (1d4 bonus) + 6 (1d6 bonus) + 9 (1d10 typed) = 37 vs AC 18")
    assert played.logs("1d10 (7) + 5 + 1d8 (8) = 20")


def test_a_natural_1_depends_on_the_die_alone() -> None:
    assert fight("bonus ari +1d20 attack").play("attack strike ogre face 1", dice="20").logs("miss")


def test_a_total_rolls_no_bonus_dice() -> None:
    assert fight("bonus ari +1d4 attack").play("attack strike ogre total 18 hit 5").logs("hit")


def test_a_critical_hit_maximizes_bonus_dice_too() -> None:
    played = fight("bonus ari +2d6 damage").play("attack strike ogre face 20")
    assert played.shows("ogre", hp=60 - 27).logs("maximum damage")


def test_dice_against_some_targets_are_rolled_once_and_added_for_those() -> None:
    played = fight("bonus ari +1d6 damage against undead").play("attack burst ogre,ghoul face 15,15", dice="7 4")
    played.shows("ogre", hp=53).shows("ghoul", hp=49)


def test_the_best_of_a_type_counts() -> None:
    played = fight("bonus ari +1 attack power", "bonus ari +3 attack power against giant", "bonus ari +2 attack feat")
    assert played.play("attack strike ogre face 2").logs("+ 3 (power bonus) + 2 (feat bonus) =")
    assert fight().play('bonus ari +1 attack type "luck"').logs("+1 attack (luck)")


def test_a_bonus_once_each_turn() -> None:
    played = fight("bonus ari +5 damage each turn enc").play("attack strike ogre face 15", dice="1")
    assert played.shows("ogre", hp=49)
    assert played.play("attack! strike ogre face 15", dice="1").shows("ogre", hp=43)
    assert played.play("next", "attack strike ogre face 15 by ari", dice="1").shows("ogre", hp=32)
    assert played.play("undo").shows("ogre", hp=43)


def test_each_of_a_creatures_turns_in_a_round_counts_a_bonus_once_each_turn() -> None:
    played = fight("bonus ari +5 damage each turn enc", "init ari 20,15").play("attack strike ogre face 15", dice="1")
    assert played.shows("ogre", hp=49)
    assert played.play("next", "attack strike ogre face 15", dice="1").shows("ogre", hp=38)
    assert played.play("attack! strike ogre face 15", dice="1").shows("ogre", hp=32)


def test_a_bonus_once_each_round() -> None:
    played = fight("bonus ari +5 damage each round enc").play("attack strike ogre face 15", "next", dice="1")
    assert played.play("attack strike ogre face 15 by ari", dice="1").shows("ogre", hp=43)


def test_combat_advantage_as_a_bonus() -> None:
    played = fight("bonus ari ca attack against giant", "bonus ari +1 attack with ca")
    assert played.play("attack strike ogre face 2").logs("+ 1 (bonus) + 2 (combat advantage)")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "bonus ari +2 attack undead",
            "it has power, feat, item, enhancement, armor, shield, ancestry. Use `against undead`",
        ),
        ("bonus ari adv attack", "Orcus has no advantage"),
        ("bonus ari ca saves", "combat advantage is for attack and attacked"),
        ("bonus ari +1 attacked", "attacked takes advantage, not a number; a defense takes one"),
        ("bonus ari +1d4 attacked", "attacked takes advantage, not a number; a defense takes one"),
        ("bonus ari +1d4 speed", "speed takes a number, not dice"),
        ("bonus ari +2 attack against undaed", 'unknown fact "undaed" (did you mean "undead"?)'),
        ("bonus ari +2 attack once each turn", "contradicts"),
        ("damage ogre 5 magic", 'unexpected "magic"'),
    ],
)
def test_an_invalid_bonus_is_refused(line: str, message: str) -> None:
    assert message in fight().refused(line)


def test_resistance_unless_a_word() -> None:
    played = fight("resist ogre fire 5 unless magic")
    played.play("damage ogre 10 fire").shows("ogre", hp=55).play("damage ogre 10 fire magic").shows("ogre", hp=45)
    assert fight("resist ogre fire 5 unless weapon").play("attack strike ogre face 15 hit 10").shows("ogre", hp=50)


def test_regeneration_unless_a_type() -> None:
    played = fight("regen ogre 5 unless fire,acid enc", "damage ogre 10 acid", "next")
    assert played.shows("ogre", hp=50).logs("does not regenerate")
    assert played.play("next", "next", "next").shows("ogre", hp=55)


def test_bonuses_to_saves_initiative_and_healing() -> None:
    played = fight("bonus ari +1d4 saves against poison", "persist ari 5 poison", "apply ari dazed save by ogre")
    assert played.play("save ari poison", dice="9 3").logs("9 + 3 (1d4 bonus)")
    assert played.play("save ari dazed", dice="9").logs("9 vs 10") or not played.logs("1d4")
    assert fight("bonus ari +5 healing", "damage ari 20").play("heal ari 5").shows("ari", hp=30)


def test_modifiers_of_traits_terrain_and_house_rules(tmp_path: Path) -> None:
    rage = '[[creature.trait]]\nname = "Rage"\nmodifiers = ["+2 attack while staggered", "resist fire 5"]'
    rain = '[[modifier]]\nwho = "@foes,!ghoul"\nmodifier = "-2 attack with ranged"\nname = "Rain"'
    troll = monster("Troll", 10, "", STRIKE, BOW, rage)
    played = Played(hero("Ari", 20), troll, monster("Ghoul", 5, "", BOW), rain).play("begin")
    played.play("damage troll 10 fire").shows("troll", hp=55)
    assert played.play("attack bow ari by troll face 2").logs("2 + 8 − 2 (Rain)")
    assert not played.play("attack bow ari by ghoul face 2").logs("Rain")
    assert played.play("damage troll 30", "attack strike ari by troll face 2").logs("2 + 8 + 2 (Rage)")
    before = played.state
    played.play(f'write "{tmp_path}/f.toml"', f'open "{tmp_path}/f.toml"')
    assert played.state == before


def test_advantage_as_a_bonus() -> None:
    hide = "defenses = { ac = 15 }"
    vara = creature("Vara", f'kind = "pc"\nmax_hp = 30\ninitiative_total = 20\n{hide}', STRIKE)
    ghoul = creature("Ghoul", f'type = "undead"\nmax_hp = 30\ninitiative_total = 10\n{hide}', BOW)
    played = Played(vara, ghoul, system="srd5").play(
        "begin", "bonus vara dis attack against undead", "bonus ghoul adv saves"
    )
    assert played.play("attack strike ghoul", dice="15 3").logs("3")
    played.play("bonus ghoul +1d4 checks").play("check ghoul dex 12", dice="5 14")


def test_advantage_in_attacks_on_a_creature() -> None:
    played = fight("bonus ogre ca attacked with melee once").play("attack bow ogre face 2")
    assert not played.logs("combat advantage")
    assert played.play("attack strike ogre face 2").logs("2 (combat advantage)")
    assert not played.play("attack! strike ogre face 2").logs("2 (combat advantage)")
    hide = "defenses = { ac = 15 }"
    reckless = '[[creature.trait]]\nname = "Reckless"\nmodifiers = ["adv attacked with melee"]\n'
    vara = creature("Vara", f'kind = "pc"\nmax_hp = 30\ninitiative_total = 20\n{hide}', STRIKE)
    ghoul = creature("Ghoul", f"max_hp = 30\ninitiative_total = 10\n{hide}", reckless)
    vara_attacks = Played(vara, ghoul, system="srd5").play("begin").play("attack strike ghoul", dice="3 15 3")
    assert vara_attacks.logs("Vara rolls with advantage (Reckless): 3 and 15 – 15 counts")


def test_a_typed_face_may_have_bonus_dice() -> None:
    played = fight("bonus ari +1d4 attack enc").play("attack strike ogre face 8+2 hit 5")
    assert played.logs("8 + 8 + 2 (1d4 bonus) = 18 vs AC 18 – hit")
    assert "a d4 and cannot show 5" in fight("bonus ari +1d4 attack enc").refused("attack strike ogre face 8+5 hit 5")
    assert "more bonus dice" in fight().refused("attack strike ogre face 8+2 hit 5")
    played = fight("bonus ari +1d4 attack enc").play("attack burst ogre,ghoul face 15+1,2+4 hit 5")
    assert played.logs("15 + 8 + 1 (1d4 bonus)") and played.logs("2 + 8 + 4 (1d4 bonus)")


def test_bonus_dice_of_initiative_are_rolled_for_each_creature_of_a_group() -> None:
    played = Played(hero("Ari", 20), monster("Rat", 10, "count = 2")).play('bonus @foes +1d4 initiative type "luck"')
    played.play("init @foes", dice="12 1 4")
    assert (played["rat1"]["initiative"], played["rat2"]["initiative"]) == (13, 16)


def test_facts_of_joined_effects_and_their_shared_words() -> None:
    played = fight(
        "apply ari dazed & bonus -2 will while staggered save by ogre", "bonus ogre +2 attack while staggered save"
    )
    assert [each["duration"] for each in played["ari"]["effects"]] == ["save ends", "save ends"]
    assert played["ogre"]["effects"][0]["duration"] == "save ends"
    assert played.play("damage ari 20").shows("ari", defenses={"ac": 18, "fortitude": 16, "reflex": 14, "will": 11})


FLOOD = power("Flood", 'range = "near"\ndamage = "1d10"')


def test_a_bonus_against_some_targets_of_a_power_counts_for_those() -> None:
    played = Played(hero("Ari", 20, "", FLOOD), monster("Ogre", 10), monster("Ghoul", 5, 'type = "undead"'))
    played.play("begin", "bonus ari +1d6 damage against undead once", "use flood ogre,ghoul", dice="7 4")
    played.shows("ogre", hp=53).shows("ghoul", hp=49)
    assert played.play("use flood ogre,ghoul", dice="1").shows("ghoul", hp=48)


def test_a_bonus_for_one_save_is_used_up_by_a_save_against_a_power() -> None:
    fire = power("Fire", 'save = "dex 13"\nsaved = "half"\ndamage = "2d6 fire"')
    vara = creature("Vara", 'kind = "pc"\nmax_hp = 30\ninitiative_total = 20\ndefenses = { ac = 15 }', fire)
    ghoul = creature("Ghoul", "max_hp = 30\ninitiative_total = 10\ndefenses = { ac = 15 }")
    played = Played(vara, ghoul, system="srd5").play("begin", "bonus ghoul +2 saves once", "bonus ghoul +1 saves")
    assert played.play("use fire ghoul face 10 hit 6").logs("10 + 2 (bonus) + 1 (bonus) = 13 vs DC 13 – saved")
    assert played.logs("Ghoul: +2 saves ends (used)")
    assert played.play("use! fire ghoul face 10 hit 6").logs("10 + 1 (bonus) = 11 vs DC 13 – failed")


def test_a_bonus_is_shown_without_the_quotes_that_a_file_needs() -> None:
    vow = """[[creature.trait]]
name = "Vow"
modifiers = ['+1 ac type "luck" against ogre', "+1 attack power with weapon+!fire,charge each turn"]
"""
    played = Played(hero("Ari", 20, "", STRIKE, vow), monster("Ogre", 10))
    played.play('bonus ari +2 attack type "holy wrath" against "Ogre"+!undead with "Strike" while staggered each turn')
    assert played.logs("+2 attack (holy wrath) against ogre+!undead with strike while staggered each turn")
    (trait,) = played.session.fight.sheets["ari"].traits
    assert [str(each) for each in trait.modifiers] == [
        "+1 ac luck against ogre",
        "+1 attack power with weapon+!fire,charge each turn",
    ]
    assert trait_line(trait) == f"Vow: {trait.modifiers[0]}; {trait.modifiers[1]}"
    text = fight_text(played.session.fight)
    assert '"+1 ac type \\"luck\\" against \\"ogre\\""' in text
    assert 'when = "against \\"ogre\\"+!\\"undead\\" with \\"strike\\" while \\"staggered\\""' in text
    assert fight_of(text) == played.session.fight


def test_bonus_dice_count_for_a_toughness_save() -> None:
    own = "defenses = { defense = 12, toughness = 5 }"
    played = Played(creature("Rin", f'kind = "pc"\n{own}'), system="true-srd")
    played.play("bonus rin +1d6 toughness once enc", "damage rin 3 lethal", dice="8 4")
    assert played.logs("8 + 5 + 4 (1d6 bonus)") and played.logs("+1d6 toughness ends (used)")


@pytest.mark.parametrize(
    "line", ["save ari face 8+2", "check ari str dc 10 face 8+2", "answer 8+2", "answer 1 8+2", "amend face 8+2"]
)
def test_a_typed_face_may_include_bonus_dice(line: str) -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10)).play("begin", "persist ari 3 fire save")
    fight.play("bonus ari +1d4 saves enc", "bonus ari +1d4 checks enc", "ask party")
    before = {"answer": "next", "amend": "save ari face 3+1"}.get(line.split()[0])
    fight.play(*([before] if before else []), line, dice="")
    assert fight.logs("8 + 2 (1d4 bonus) = 10")
    fight.play("undo")
    for wrong, why in (("8+5", "a d4 and cannot show 5"), ("8+2+1", "more bonus dice")):
        assert why in fight.refused(line.replace("8+2", wrong))


def test_bonus_dice_may_be_typed_for_initiative_and_a_death_save() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10)).play("bonus ari +1d4 initiative", "init ari face 8+2")
    assert fight.logs("+ 2 (1d4 bonus) = ")
    srd5 = Srd5(vara()).play("init vara 12", "begin", "bonus vara +1d4 saves", "damage vara 24")
    assert srd5.play("deathsave vara face 8+3").logs("Vara rolls a death save: 8 + 3 (1d4 bonus) = 11 – saved")
