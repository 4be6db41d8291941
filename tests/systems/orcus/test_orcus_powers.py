"""Powers of Orcus by their tags and actions: creatures they cannot reach, when they are not spent, and when they are
refused.
"""

import pytest

from tests.helpers.fights.played import Played, hero, monster, power

TAUNT = power("Taunt", 'use = "encounter"\ntags = ["psyche"]\nattack = "+8 vs Will"\neffects = ["apply dazed eont"]')
PLEA = power("Plea", 'use = "encounter"\ntags = ["psyche"]\neffects = ["apply slowed save"]')
SWORD = power("Sword", 'attack = "+8 vs AC"\ndamage = "3"')


def four(*powers: str, options: str = "") -> Played:
    """Ari on 20, Bel on 15, the ogre on 10, a wolf on 5; Ari's turn runs."""
    ari, bel = hero("Ari", 20, "", *powers), hero("Bel", 15)
    return Played(ari, bel, monster("Ogre", 10), monster("Wolf", 5), options=options).play("begin")


# Psyche


@pytest.mark.parametrize("condition", ["deafened", "petrified", "unconscious"])
def test_a_psyche_power_does_not_affect_the_deaf_and_is_not_spent(condition: str) -> None:
    fight = four(TAUNT, PLEA).play(f"apply ogre {condition}", "attack taunt ogre face 19")
    assert fight.logs("cannot hear")
    assert fight.names("ogre") == [condition]
    fight.shows("ari", spent=[], actions={"standard": 0, "move": 1, "swift": 1, "immediate": 1})
    fight.play("use! plea ogre").shows("ari", spent=[])
    assert fight.names("ogre") == [condition]


def test_a_psyche_power_that_reaches_one_of_several_is_spent() -> None:
    fight = four(TAUNT, PLEA).play("apply ogre deafened", "attack taunt ogre,wolf", dice="14")
    assert (fight.names("ogre"), fight.names("wolf")) == (["deafened"], ["dazed"])
    fight.shows("ari", spent=["Taunt"])
    fight.play("use! plea ogre,wolf").shows("ari", spent=["Taunt", "Plea"])
    assert fight.names("wolf") == ["dazed", "slowed"]


def test_other_powers_reach_the_deaf() -> None:
    four(SWORD).play("apply ogre deafened", "attack sword ogre face 12").shows("ogre", hp=57)


# Boosters


def test_only_one_booster_counts_for_each_attack() -> None:
    flare = power("Flare", 'action = "free"\ntags = ["booster"]\ndamage = "4 fire"')
    chill = power("Chill", 'action = "free"\ntags = ["booster"]\ndamage = "2 cold"')
    fight = four(SWORD, flare, chill).play("attack sword ogre face 12", "use flare ogre").shows("ogre", hp=53)
    assert "already used a booster" in fight.refused("use chill ogre")
    fight.play("use! chill ogre").shows("ogre", hp=51)
    fight.play(*("next",) * 4, "attack sword ogre face 12", "use chill ogre").shows("ogre", hp=46)


# Actions


def test_an_immediate_power_is_not_used_in_the_users_own_turn() -> None:
    parry = power("Parry", 'action = "counter"\nattack = "+5 vs AC"\ndamage = "1"')
    ward = power("Ward", 'action = "react"\neffects = ["self: temp 5"]')
    fight = four(parry, ward)
    for line in ("attack parry ogre face 15", "use ward"):
        assert "in its own turn" in fight.refused(line)
    fight.play("use! ward").shows("ari", temp_hp=5)
    fight.play("next", "attack parry ogre by ari face 15").shows("ogre", hp=59)


def test_a_readied_action_is_not_taken_in_the_creatures_own_turn() -> None:
    fight = four().play('ready "it moves"')
    assert "not in its own" in fight.refused("act ari")
    fight.play("act! ari", "next")
    assert fight.state["readied"] == {}


def test_monsters_rally_unless_the_option_says_otherwise() -> None:
    four().play("next", "next", "damage ogre 30", "rally").shows("ogre", hp=45, recoveries=0)
    fight = four(options="monsters_rally = false").play("next", "next", "damage ogre 30")
    assert "only heroes can rally" in fight.refused("rally")
    fight.play("rally!").shows("ogre", hp=45)
    fight.play("next", "next", "damage ari 20", "rally").shows("ari", hp=30)


@pytest.mark.parametrize(
    ("reach", "provokes"), [("ranged 10", True), ("far burst 1", True), ("melee", False), ("near burst 1", False)]
)
def test_ranged_and_far_powers_give_adjacent_enemies_an_opportunity(reach: str, provokes: bool) -> None:
    bolt = power("Bolt", f'range = "{reach}"\nattack = "+8 vs AC"\ndamage = "3"')
    song = power("Song", f'range = "{reach}"\neffects = ["temp 3"]')
    fight = four(bolt, song).play("attack bolt ogre face 12")
    assert fight.logs("gives adjacent enemies an opportunity attack") == provokes
    fight.play("use! song bel")
    assert fight.logs("gives adjacent enemies an opportunity attack") == provokes


# Triggers


def test_powers_triggered_by_staggered_hit_miss_or_death_are_named_when_triggered() -> None:
    burst = power("Burst", 'action = "free"\nuse = "encounter"\ntrigger = "dies"\ndamage = "5"')
    rage = power("Rage", 'action = "free"\nuse = "refresh staggered"\ntrigger = "staggered"\ndamage = "5"')
    parry = power("Parry", 'action = "counter"\ntrigger = "hit"\neffects = ["self: temp 2"]')
    laugh = power("Laugh", 'action = "react"\ntrigger = "missed"\neffects = ["self: temp 2"]')
    fight = Played(hero("Ari", 20, "", SWORD), monster("Ogre", 10, "", burst, rage, parry, laugh)).play("begin")
    fight.play("attack sword ogre face 12")
    assert fight.logs("Ogre – hit: Parry")
    fight.play("attack! sword ogre face 2")
    assert fight.logs("Ogre – missed: Laugh")
    fight.play("damage ogre 20", "spend ogre rage", "next", "next")
    assert fight["ogre"]["spent"] == ["Rage"]
    fight.play("damage ogre 7").shows("ogre", spent=[])
    assert fight.logs("Ogre – staggered: Rage")
    fight.play("damage ogre 1")
    assert not fight.logs("Rage")
    fight.play("damage ogre 40")
    assert fight.logs("Ogre – dies: Burst")


def test_a_hero_who_drops_is_staggered_and_a_monster_that_dies_is_not() -> None:
    wind = power("Wind", 'action = "free"\nuse = "encounter"\ntrigger = "staggered"\neffects = ["temp 2"]')
    fight = Played(hero("Ari", 20, "", wind), monster("Ogre", 10, "", wind)).play("begin", "damage ari 41")
    assert fight.logs("Ari – staggered: Wind")
    fight.play("damage ogre 61")
    assert not fight.logs("Wind")


def test_a_trait_with_a_trigger_is_a_reminder_when_triggered() -> None:
    fortitude = '[[creature.trait]]\nname = "Bony"\ntext = "Rises again."\ntrigger = "dies"'
    fight = Played(hero("Ari", 20), monster("Ogre", 10, "", fortitude)).play("begin", "damage ogre 10")
    assert not fight.logs("Bony")
    fight.play("damage ogre 60")
    assert fight.log[-2:] == ["Ogre – dies: Bony", "Bony: Rises again."]


def test_other_words_of_a_trigger_are_shown() -> None:
    ward = power("Ward", 'action = "react"\ntrigger = "an ally is hit"\neffects = ["temp 5"]')
    assert "trigger: an ally is hit" in " ".join(four(ward).play("show ari").log)


# Zones, conjurations, stances


@pytest.mark.parametrize("tag", ["zone", "conjuration"])
def test_a_zone_or_conjuration_ends_with_its_maker_and_effects_of_its_attacks_stay(tag: str) -> None:
    own = power("Haze", f'tags = ["{tag}"]\neffects = ["bonus +1 ac enc"]')
    bite = power(
        "Bite", f'tags = ["{tag}"]\nattack = "+8 vs AC"\neffects = ["apply dazed save", "apply slowed enc", "regen 5"]'
    )
    fight = four(own, bite).play("use haze bel", "attack! bite ogre face 12", "persist ogre 5 fire by ari")
    assert (fight.names("bel"), fight.names("ogre")) == (["ac"], ["dazed", "slowed", "regeneration", "persistent"])
    fight.play("apply ari unconscious")
    assert fight.names("bel") == ["ac"]
    fight.play("kill ari")
    assert (fight.names("bel"), fight.names("ogre")) == ([], ["dazed", "slowed", "persistent"])


def test_a_new_stance_ends_the_effects_of_the_old_one_on_all_creatures() -> None:
    ward = power("Ward", 'action = "swift"\ntags = ["stance"]\neffects = ["bonus +1 ac", "self: bonus +2 attack"]')
    storm = power("Storm", 'action = "swift"\ntags = ["stance"]\neffects = ["persist 5 cold", "apply slowed teont"]')
    fight = four(ward, storm).play("use ward bel", "use storm ogre")
    assert (fight.names("ari"), fight.names("bel")) == ([], [])
    fight.play("next", *("next",) * 3, "use ward bel", dice="3")
    assert fight.names("ogre") == ["persistent"]
    assert (fight.names("ari"), fight.names("bel")) == (["attack"], ["ac"])
    fight.play("apply ari helpless").shows("bel", effects=[])


# Summons


def with_summoned_wolf(recoveries: int = 6, wolf: str = "max_hp = 20\nlevel = 2") -> Played:
    """Ari has summoned a wolf, which uses Ari's defenses."""
    wolf = f'[[creature]]\nname = "Wolf"\nside = "party"\ninitiative_total = 15\n{wolf}'
    wolf += '\n[[creature.effect]]\nname = "summoned"\nsource = "ari"'
    claw = power("Claw", 'attack = "+8 vs AC"\ndamage = "5"')
    ari = hero("Ari", 20).replace("recoveries = 6", f"recoveries = {recoveries}")
    return Played(ari, wolf, monster("Ogre", 10, "", claw)).play("begin")


def test_a_summoned_monster_has_its_creators_defenses_and_recoveries() -> None:
    fight = with_summoned_wolf().shows(
        "wolf", recoveries=0, defenses={"ac": 18, "fortitude": 16, "reflex": 14, "will": 13}
    )
    fight.play("attack claw wolf by ogre face 9").shows("wolf", hp=20).play("apply wolf clumsy")
    fight.play("attack claw wolf by ogre face 9").shows("wolf", hp=15)
    fight.play("recover wolf").shows("wolf", hp=20, recoveries=0).shows("ari", recoveries=5)
    assert "ac 14 (18 printed)" in " ".join(fight.play("show wolf").log)


def test_a_summoned_monster_vanishes_at_0_and_costs_its_creator_a_recovery_or_damage() -> None:
    with_summoned_wolf().play("damage wolf 20").shows("wolf", state="out").shows("ari", recoveries=5, hp=40)
    with_summoned_wolf(0).play("damage wolf 25").shows("wolf", state="out").shows("ari", recoveries=0, hp=30)


def test_a_summoned_monster_outlives_its_creator_until_the_encounter_ends_or_it_is_dismissed() -> None:
    fight = with_summoned_wolf().play("kill ari").shows("wolf", state="up")
    fight.play("finish").shows("wolf", state="out")
    fight = with_summoned_wolf().play("do dismiss wolf").shows("wolf", state="out")
    fight.shows("ari", recoveries=6, actions={"standard": 1, "move": 1, "swift": 0, "immediate": 1})
    assert "has not summoned" in with_summoned_wolf().refused("do dismiss ogre")


def test_two_creatures_that_summoned_each_other_leave_together() -> None:
    fight = with_summoned_wolf(0, "max_hp = 4\nrecoveries = 0").play("apply ari summoned by wolf", "damage wolf 4")
    fight.play("damage ari 40").shows("wolf", state="out").shows("ari", state="out")


def test_a_creature_becomes_a_summoned_one_by_the_condition() -> None:
    fight = four().play('add "Wolf Spirit" hp=8 side=party initiative_total=3', "apply wolf-spirit summoned by ari")
    fight.shows("wolf-spirit", recoveries=0, conditions=["summoned"])
    assert fight["wolf-spirit"]["defenses"]["ac"] == 18


# Conjurations


def conjured(maker: str, *lines: str) -> Played:
    """It is Ari's turn; the maker has conjured a wall, to which no condition except `summoned` applies."""
    fight = four().play('add "Wall" hp=8 side=neutral initiative_total=3 tags=conjuration')
    return fight.play(f"apply wall summoned by {maker}", "apply wall dazed", *lines)


def test_a_conjuration_vanishes_when_its_creator_is_killed() -> None:
    fight = conjured("ari").shows("wall", conditions=["summoned"], state="up")
    fight.play("damage ari 40").shows("wall", state="up").play("kill bel").shows("wall", state="up")
    assert fight.play("kill ari").shows("wall", state="out").logs("Wall vanishes")


def test_a_conjuration_that_is_destroyed_costs_its_creator_nothing() -> None:
    conjured("ari", "damage wall 8").shows("wall", state="dead").shows("ari", hp=40, recoveries=6)


def test_a_creator_who_is_knocked_out_instead_keeps_its_conjuration() -> None:
    fight = conjured("ogre", "damage ogre 80").shows("wall", state="out")
    fight.play("knockout ogre").shows("wall", state="up", conditions=["summoned"])


# Maintained powers


def test_an_effect_maintained_until_the_end_of_the_next_turn_lasts_a_turn_longer() -> None:
    wall = power("Wall", 'effects = ["bonus +1 ac eont"]\nmaintain = "swift"')
    fight = four(wall).play("use wall bel", *("next",) * 4)
    assert fight.names("bel") == ["ac"]
    fight.play("maintain", *("next",) * 4)
    assert fight.names("bel") == ["ac"]
    fight.play("next").shows("bel", effects=[])


# Free actions


@pytest.mark.parametrize(("option", "noted"), [("any", False), ("one", True)])
def test_by_option_a_second_free_action_in_a_turn_is_noted(option: str, noted: bool) -> None:
    shout = power("Shout", 'action = "free"\neffects = ["self: temp 1"]')
    fight = four(shout, options=f'free_actions = "{option}"').play("use shout", "use shout by ari")
    assert fight.logs("has already taken a free action this turn") == noted
    fight.play("next", "use shout by ari")
    assert not fight.logs("free action")
    fight.play("use shout by ari")
    assert fight.logs("has already taken a free action this turn") == noted
