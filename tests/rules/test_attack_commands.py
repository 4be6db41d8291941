"""Attacks by several creatures, and the results for the targets of the last attack."""

from orcus_tui.commands.targets import resolve
from orcus_tui.storage.encounter.fight_tables import fight_text
from tests.helpers.casts.ford import fight_of
from tests.helpers.casts.srd5 import start_fight, turn, vara
from tests.helpers.fights.played import Played, creature, hero, monster, power
from tests.helpers.fights.readings import preview_line
from tests.helpers.project.call_counts import calls_of

STRIKE = power("Strike", 'attack = "+8 vs AC"\ndamage = "1d10"\neffects = ["apply dazed save"]')
BITE = power("Bite", 'attack = "+5 vs AC"\ndamage = "1d4"')
BURST = power("Burst", 'damage = "6"')


def fight() -> Played:
    rats = monster("Rat", 10, "count = 3", BITE)
    return Played(hero("Ari", 20, "", STRIKE, BURST), hero("Cor", 15), rats, monster("Ogre", 5)).play("begin")


# The last targets


def test_before_any_attack_nobody_was_hit() -> None:
    for word in ("@hit", "@missed", "@failed", "@saved"):
        assert fight().refused(f"damage {word} 5") == f'"{word}": nobody has attacked or used a power yet'


def test_hits_and_misses_of_the_last_attack() -> None:
    played = fight().play("attack strike rat1,rat2,ogre 15,2,16 9", "damage @hit 5", "apply @missed prone")
    assert [played[each]["hp"] for each in ("rat1", "rat2", "ogre")] == [46, 60, 46]
    assert (played.names("rat1"), played.names("rat2")) == (["dazed"], ["prone"])
    played.play("attack strike rat2 2")
    assert played.refused("damage @hit 5") == '"@hit" matches no living creature in the fight'


def test_an_undone_attack_is_not_the_last_one() -> None:
    played = fight().play("attack strike rat1 15 9", "attack strike rat2 15 9", "undo", "damage @hit 5")
    assert (played["rat1"]["hp"], played["rat2"]["hp"]) == (46, 60)


def test_a_use_without_a_roll_hits_no_creature() -> None:
    played = fight().play("attack strike rat1 15 9", "use burst rat2")
    assert "matches no living creature" in played.refused("damage @hit 5")


def test_the_dead_are_left_out() -> None:
    played = fight().play("attack strike rat1,rat2 15,15 9", "kill rat1", "damage @hit,!ogre 5")
    assert (played["rat1"]["hp"], played["rat2"]["hp"]) == (51, 46)


def test_the_file_knows_the_last_targets() -> None:
    played = fight().play("attack strike rat1,rat2 15,2 9")
    again = Played()
    again.session.timeline.start = fight_of(fight_text(played.session.fight))
    assert again.session.fight == played.session.fight
    assert again.play("damage @missed 5")["rat2"]["hp"] == 55


# Several attackers


def test_each_attacks_in_initiative_order() -> None:
    played = fight().play("attack bite ari by rat3,rat1,rat2", dice="18 3 2 19 4")
    assert [line.split(" attacks")[0] for line in played.log if "attacks Ari" in line] == ["Rat 1", "Rat 2", "Rat 3"]
    assert played["ari"]["hp"] == 33
    assert played.play("damage @hit 1")["ari"]["hp"] == 32


def test_each_of_several_attackers_on_several_targets_is_noted() -> None:
    played = fight().play("attack bite ari,cor by rat* face 2,2,2,2,2,2")
    assert played.logs("each of 3 attacks Ari and Cor: 6 attacks")
    assert not fight().play("attack bite ari by rat* face 2,2,2").logs("each of 3")


def test_typed_dice_are_used_in_order() -> None:
    played = fight().play("attack bite ari,cor by rat1-2 18,2,2,18 7")
    assert (played["ari"]["hp"], played["cor"]["hp"]) == (33, 33)
    assert "faces: 3 for 2 attackers and 2 targets; give 4" in played.refused("attack bite ari,cor by rat1-2 18,2,2")
    assert "totals: 1 for 3 attackers and 1 target; give 3" in played.refused("attack bite ari by rat* total 25")


def test_the_dead_are_no_longer_attacked() -> None:
    played = fight().play("attack bite rat3 by rat* 18,18,18 60")
    assert played.log[-2:] == ["Rat 2 has nobody left to attack", "Rat 3 is dead"]
    assert played["rat3"]["state"] == "dead"


def test_an_error_of_one_attacker_stops_all() -> None:
    played = fight()
    assert played.refused("attack bite ari by rat1,ogre 18,18 3") == 'Ogre has no power "Bite"'
    assert "expected one creature" in played.refused("damage ari 3 by rat*")


# Too many


def crowd() -> Played:
    rats = monster("Rat", 10, "count = 34", BITE, power("Gnaw", 'multiattack = ["Bite x30"]'))
    return Played(hero("Ari", 20), rats).play("begin")


def test_several_attackers_make_at_most_a_thousand_attacks() -> None:
    played = crowd()
    too_many = "a command makes at most 1,000 attacks; this would make {}; name fewer attackers or targets"
    assert played.refused("attack bite rat* by rat*") == too_many.format("1,156")
    assert played.refused("attack gnaw ari by rat*") == too_many.format("1,020")
    assert sees(played, "attack bite rat* by rat*") == (too_many.format("1,156"),)
    assert sees(played, "attack bite ari by rat*")[0].startswith("one of 34: Ari: hits on")


def test_a_multiattack_searches_for_each_set_once() -> None:
    played = crowd()
    with calls_of(resolve) as calls:
        wrong = played.refused(f"attack gnaw {','.join(['@foes', '@party'] * 50)} by rat1")
    assert wrong == "a command makes at most 1,000 attacks; this would make 1,750"
    assert calls[resolve] < 10
    wrong = played.refused(f"attack gnaw {','.join(['rat2', 'rat3'] * 16)} by rat1")
    assert wrong == "more targets (32) than attacks (30); name fewer"


def sees(played: Played, line: str) -> tuple[str, ...]:
    return tuple(preview_line(line, played.session.context))


def group_with(duration: str) -> Played:
    """In its turn, rat 1 has attacked Ari together with rat 2: both hit, with an effect of this duration."""
    strike = power("Strike", f'attack = "+8 vs AC"\ndamage = "1"\neffects = ["apply dazed {duration}"]')
    rats = monster("Rat", 10, "count = 2", strike)
    return Played(hero("Ari", 20), rats).play("begin", "next", "attack strike ari by rat1-2 15,15")


def test_effects_of_a_group_last_until_its_next_turns_not_those_just_taken() -> None:
    for duration, lasting in (("sont", ("next rat*", "next")), ("eont", ("next rat*", "next", "next"))):
        played = group_with(duration)
        for line in lasting:
            assert played.play(line).names("ari").count("dazed") >= 1, f"{duration} after {line}"
        assert "dazed" not in played.play("next rat*").names("ari"), duration


def rats_with_a_save() -> Played:
    """Rats of SRD 5.1 with a poisonous bite; Vara has acted."""
    bite = power("Bite", 'attack = "+5 vs AC"\neffects = ["use bite (save)"]')
    after = power("Bite (save)", 'save = "con 15"\neffects = ["apply poisoned sont"]')
    return start_fight(vara(turn(20)), creature("Rat", f"{turn(10)}\ncount = 2\nmax_hp = 9", bite, after)).play("next")


def test_an_answered_save_gives_the_same_durations_as_a_rolled_one() -> None:
    rolled = rats_with_a_save().play("attack bite vara by rat1-2 15,15", dice="3 3")
    asked = rats_with_a_save().play("ask all", "attack bite vara by rat1-2 15,15", "answer 1 3", "answer 2 3")
    assert rolled.session.fight.states["vara"].effects == asked.session.fight.states["vara"].effects
    assert "poisoned" in rolled.play("next rat*").names("vara")
    assert "poisoned" not in rolled.play("next", "next rat*").names("vara")


def test_an_attacker_in_another_sides_turn_has_its_turn_still_to_come() -> None:
    strike = power("Strike", 'attack = "+8 vs AC"\ndamage = "1"\neffects = ["apply dazed sont"]')
    played = Played(hero("Ari", 20), monster("Rat", 10, "count = 2", strike)).play("begin")
    played.play("attack strike ari by rat1-2 15,15", "next", "next")
    assert "dazed" not in played.names("ari")


def test_an_attack_on_itself_is_noted() -> None:
    played = fight()
    (seen,) = preview_line("attack strike ari", played.session.context_for(played.session.fight))
    assert "attacks itself; allowed anyway" in seen
    assert played.play("attack strike ari 5").logs("Ari attacks itself; allowed anyway")
    assert not played.play("attack strike cor 5").logs("attacks itself")


def test_without_targets_their_number_is_rolled_and_nothing_else_happens() -> None:
    sweep = power("Sweep", 'attack = "+8 vs AC"\ntargets = "1d3"')
    played = Played(hero("Ari", 20, "", sweep), monster("Ogre", 5)).play("begin")
    said = played.play("attack sweep", dice="2").log
    assert said == ["Ari – Sweep, number of targets: 1d3 (2) = 2"]


def test_the_number_of_targets_is_not_rolled_for_a_power_that_cannot_be_used() -> None:
    sweep = power("Sweep", 'use = "encounter"\nattack = "+8 vs AC"\ntargets = "1d3"')
    played = Played(hero("Ari", 20, "", sweep), monster("Ogre", 5)).play("begin", "spend ari sweep")
    assert "spent" in played.refused("attack sweep")
