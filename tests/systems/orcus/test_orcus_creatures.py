"""Creatures of every kind, played as in real stat blocks: a boss, a swarm, mooks, villains."""

import pytest

from tests.helpers.fights.played import DEFENSES, Played, creature, defenses, effect, hero, monster, power

HALF_ABOLETH = creature(
    "Half-Aboleth",
    f'kind = "boss"\nlevel = 6\nxp = 1250\nmax_hp = 252\ninitiative_total = 15\nimmune = ["charm"]\n'
    f"{defenses(18, 22, 18, 15)}",
    power("Falchion", 'attack = "+11 vs AC"\ndamage = "2d4+6"\ncrit = "8"\neffects = ["mark eont"]'),
    power(
        "Tentacle Rake", 'action = "swift"\nattack = "+11 vs AC"\ndamage = "1d4+2"\neffects = ["apply blinded eont"]'
    ),
    power(
        "Slimy Spew",
        'use = "refresh 5, 6"\nrange = "ranged 5"\nattack = "+9 vs Reflex"\ndamage = "1d8+2 acid"\n'
        'effects = ["apply slowed save"]',
    ),
)
QUIPPERS = creature(
    "Quipper Swarm",
    f"level = 6\nxp = 250\nmax_hp = 54\ninitiative_total = 19\n{defenses(20, 18, 20, 16)}\n"
    'half = ["melee", "ranged"]\nvulnerable = { near = 10, far = 10 }\n'
    'aura = "1: enemies that begin their turn in it suffer a bite"',
    power("Razor Storm", 'attack = "+11 vs AC"\ndamage = "1d8+4"\neffects = ["persist 5 save"]'),
)
MITFLITS = creature(
    "Mitflit",
    f'kind = "mook"\nxp = 25\ncount = 3\ninitiative_total = 11\n{defenses(15, 12, 14, 13)}',
    power("Shortsword", 'attack = "+6 vs AC"\ndamage = "5"'),
)
FLAMES = power("Flames", 'range = "near burst 1"\nattack = "+6 vs Reflex"\ndamage = "2d6+4 fire"\nmiss = "half"')
SWORD = power("Sword", 'attack = "+8 vs AC"\ndamage = "1d10+5"')
BEL = hero("Bel", 20, "", FLAMES, SWORD)


# The half-aboleth


def test_a_boss_has_its_saves_and_action_points_and_a_monster_recoveries_by_level() -> None:
    fight = Played(HALF_ABOLETH, BEL)
    fight.shows("half-aboleth", action_points=2, recoveries=1, staggered=False)
    fight.play("apply half-aboleth dazed save", "save half-aboleth 5").shows("half-aboleth", effects=[])
    fight.play("damage half-aboleth 126").shows("half-aboleth", hp=126, staggered=True)


def test_the_half_aboleths_spew_is_spent_on_a_miss_too_and_comes_back_on_a_5_or_a_6() -> None:
    fight = Played(HALF_ABOLETH, hero("Ari", 10)).play("begin", 'attack "Slimy Spew" ari', dice="2")
    fight.shows("half-aboleth", spent=["Slimy Spew"], actions={"standard": 0, "move": 1, "swift": 1, "immediate": 1})
    fight.play("next", "next", dice="4").shows("half-aboleth", spent=["Slimy Spew"])
    fight.play("next", "next", dice="6").shows("half-aboleth", spent=[])
    fight.play('attack "slimy" ari', dice="9 3").shows("ari", hp=35, conditions=["slowed"])


def test_each_spent_power_rolls_a_refresh_die_in_the_order_of_the_stat_block() -> None:
    lion = monster(
        "Lion",
        20,
        "",
        power("Roar", 'use = "refresh 6"\neffects = ["apply dazed eont"]'),
        power("Pounce", 'use = "refresh 4-6"\neffects = ["apply prone"]'),
    )
    fight = Played(lion, hero("Ari", 10)).play("begin", "use pounce ari", "use roar ari", "next", "next", dice="5 5")
    fight.shows("lion", spent=["Roar"])
    fight.play("damage lion 70", "next", "next")  # no dice: the dead roll for none


def test_refresh_dice_that_are_asked_for_are_each_about_one_power() -> None:
    lion = monster("Lion", 20, "", power("Roar", 'use = "refresh 6"'), power("Pounce", 'use = "refresh 5,6"'))
    fight = Played(lion, hero("Ari", 10)).play("begin", "use pounce", "use roar", "ask all", "next", "next")
    assert [(each["about"], each["die"]) for each in fight.state["questions"]] == [("Roar", 6), ("Pounce", 6)]
    fight.play("next", "next", "answer 2 5").shows("lion", spent=["Roar"])
    assert [(each["id"], each["about"]) for each in fight.state["questions"]] == [(1, "Roar"), (3, "Roar")]
    fight.play("recharge lion roar")
    assert fight.state["questions"] == []


def test_the_half_aboleths_falchion_marks_until_the_end_of_its_next_turn_and_a_critical_adds_8() -> None:
    fight = Played(HALF_ABOLETH, hero("Ari", 10)).play("begin", "attack falchion ari", dice="20")
    fight.shows("ari", hp=40 - 14 - 8)
    assert (fight["ari"]["effects"][0]["name"], fight["ari"]["effects"][0]["source"]) == ("marked", "half-aboleth")
    fight.play("next", "next").shows("ari", conditions=["marked"])
    fight.play("next").shows("ari", conditions=[])


# Quippers


@pytest.mark.parametrize(
    ("blow", "taken"),
    [("9 melee", 4), ("9 ranged", 4), ("9 near", 19), ("9 far", 19), ("9", 9), ("1 melee", 1), ("10 melee half", 2)],
)
def test_quippers_take_half_from_single_attacks_and_10_more_from_areas(blow: str, taken: int) -> None:
    Played(QUIPPERS, BEL).play(f"damage quip {blow}").shows("quipper-swarm", hp=54 - taken)


def test_the_range_of_a_power_decides_how_quippers_halve_damage() -> None:
    Played(QUIPPERS, BEL).play("attack sword quip by bel", dice="12 4").shows("quipper-swarm", hp=50)
    fight = Played(QUIPPERS, BEL).play("attack flames quip by bel", dice="15 1 2")
    fight.shows("quipper-swarm", hp=54 - 17)
    fight = Played(QUIPPERS, BEL).play("attack flames quip by bel", dice="2 1 2")
    fight.shows("quipper-swarm", hp=54 - 13)


def test_persistent_damage_is_not_an_attack_and_a_swarm_takes_all_of_it() -> None:
    Played(QUIPPERS, BEL).play("persist quip 6 fire", "begin first quip").shows("quipper-swarm", hp=48)


def test_an_aura_is_remembered_as_its_enemies_turns_start_while_it_lives() -> None:
    fight = Played(QUIPPERS, BEL).play("begin")
    assert fight.logs("aura 1: enemies that begin")
    fight.play("next")
    assert not fight.logs("aura")
    fight.play("kill quip", "next")
    assert not fight.logs("aura")


def test_an_aura_for_the_end_of_a_turn_is_remembered_there() -> None:
    defended = f"max_hp = 30\ninitiative_total = 5\n{defenses(15, 12, 14, 13)}"
    smog = creature("Smog", f'{defended}\naura = "1: enemies that end their turn in it choke"')
    fight = Played(smog, BEL).play("begin first bel")
    assert not fight.logs("aura")
    fight.play("next")
    assert fight.logs("aura 1: enemies that end their turn")


# Mooks


def test_mooks_roll_initiative_once_attack_separately_and_die_of_any_hit() -> None:
    fight = Played(MITFLITS, BEL).play("begin", "damage mitflit1 1")
    fight.shows("mitflit1", state="dead", max_hp=1, hp=0)
    fight.play("next")
    assert fight.state["active"] == "mitflit2"
    fight.play("attack shortsword bel", dice="12").shows("bel", hp=35)


def test_a_burst_that_misses_leaves_mooks_alone_and_hurts_others_by_half() -> None:
    fight = Played(MITFLITS, BEL, monster("Ogre", 5)).play("begin", "attack flames mit1,mit2,ogre", dice="19 3 2  6 1")
    fight.shows("mitflit1", state="dead")
    fight.shows("mitflit2", state="up")
    fight.shows("ogre", hp=55)


# Kinds


def test_an_elite_saves_at_plus_2_and_has_one_action_point() -> None:
    fight = Played(monster("Captain", 10, 'kind = "elite"'), BEL).play("apply captain dazed save")
    fight.play("save captain 7").shows("captain", conditions=["dazed"], action_points=1)
    fight.play("save captain 8").shows("captain", conditions=[])


@pytest.mark.parametrize(("level", "recoveries"), [(10, 1), (11, 2), (20, 2), (21, 3)])
def test_monsters_have_more_recoveries_at_higher_levels(level: int, recoveries: int) -> None:
    fight = Played(monster("Drake", 10, f"level = {level}\nhp = 20")).play("recover drake")
    fight.shows("drake", hp=35, recoveries=recoveries - 1)


def test_a_villain_with_death_rules_falls_and_saves_as_heroes_do() -> None:
    fight = Played(BEL, monster("Witch", 10, "uses_death_rules = true")).play("begin", "damage witch 65")
    fight.shows("witch", hp=-5, state="down", conditions=["dying", "helpless", "prone", "unconscious"])
    fight.play("next", dice="20").shows("witch", hp=15, recoveries=0, conditions=["prone"])
    fight.play("damage witch 45").shows("witch", hp=-30, state="dead")


def test_a_printed_staggered_value_replaces_half_the_maximum() -> None:
    Played(hero("Ari", 10, "staggered = 12")).play("damage ari 27").shows("ari", hp=13, staggered=False)
    fight = Played(hero("Ari", 10, "staggered = 12")).play("damage ari 28")
    fight.shows("ari", hp=12, staggered=True)
    fight.play("damage ari 23").shows("ari", hp=-11, state="down")
    fight.play("damage ari 1").shows("ari", hp=-12, state="dead")


def test_an_odd_maximum_halves_and_quarters_down() -> None:
    fight = Played(creature("Ari", f'kind = "pc"\nmax_hp = 45\nrecoveries = 2\nhp = 0\n{DEFENSES}'))
    fight.play("recover ari").shows("ari", hp=11, staggered=True)
    fight.play("damage ari 32").shows("ari", hp=-21, state="down")
    fight.play("damage ari 1").shows("ari", state="dead")


def test_effects_of_a_new_creature_are_on_it_from_the_start() -> None:
    brought = (effect('persist = 5\ntype = "cold"\nduration = "save ends"'), effect("regen = 3"))
    Played(monster("Ogre", 20, "hp = 30", *brought)).play("begin").shows("ogre", hp=28)
