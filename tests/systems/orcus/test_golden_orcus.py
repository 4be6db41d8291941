"""The worked fights of Orcus, each numbered as its table and played with its dice."""

from tests.helpers.fights.played import Played, creature, defenses, effect, power

SWORD = power("Sword", 'attack = "+8 vs AC"\ndamage = "1d10+5"')


def ari(lines: str = "", *tables: str) -> str:
    own = f'kind = "pc"\nmax_hp = 44\nrecoveries = 9\ninitiative = 3\n{defenses(18, 16, 14, 13)}\n{lines}'
    return creature("Ari", own, SWORD, *tables)


def bel(lines: str = "", *tables: str) -> str:
    own = f'kind = "pc"\nmax_hp = 27\nrecoveries = 7\ninitiative = 1\n{defenses(15, 13, 12, 16)}\n{lines}'
    return creature("Bel", own, *tables)


def cor(lines: str = "", *, recoveries: int = 6) -> str:
    own = f'kind = "pc"\nmax_hp = 30\nrecoveries = {recoveries}\ninitiative = 5\n{defenses(16, 12, 16, 13)}\n{lines}'
    return creature("Cor", own, SWORD)


def thrall(lines: str = "") -> str:
    own = f"level = 8\nmax_hp = 75\ninitiative = 11\n{defenses(20, 21, 19, 20)}\n{lines}"
    resists = "resist = { radiant = 5 }\nvulnerable = { psychic = 5 }"
    return creature("Thrall", f"{own}\n{resists}", power("Slam", 'attack = "+13 vs AC"\ndamage = "2d6"'))


def ogre(lines: str = "", *tables: str) -> str:
    own = f"max_hp = 80\ninitiative = 2\n{defenses(18, 20, 14, 14)}\n{lines}"
    return creature("Ogre", own, power("Club", 'attack = "+9 vs AC"\ndamage = "1d8+4"'), *tables)


MITFLITS = creature("Mitflit", f'kind = "mook"\ncount = 3\ninitiative = 1\n{defenses(15, 12, 14, 13)}')


def test_o01_a_group_rolls_once_and_ties_go_by_modifier_then_by_a_die() -> None:
    fight = Played(ari(), bel(), cor(), thrall(), MITFLITS)
    assert (fight.state["round"], fight.state["order"], len(fight.state["creatures"])) == (0, [], 7)

    fight.play("begin", dice="12 14 10 4 14  15 6")
    assert {each["initiative"] for each in fight.state["creatures"].values()} == {15}
    assert fight.state["order"] == ["thrall", "cor", "ari", "bel", "mitflit1", "mitflit2", "mitflit3"]
    assert (fight.state["round"], fight.state["active"]) == (1, "thrall")


def test_o02_persistent_damage_kills_at_the_start_of_the_turn() -> None:
    fight = Played(
        ogre("hp = 4\ninitiative_total = 18", effect('persist = 5\ntype = "fire"')),
        ari("initiative_total = 10", effect('name = "slowed"\nduration = "eont"\nsource = "ogre"')),
    )
    fight.play("begin")
    fight.shows("ogre", hp=-1, state="dead")
    fight.shows("ari", conditions=[])
    assert fight.state["active"] == "ari"


def test_o03_a_save_of_exactly_10_and_one_of_9() -> None:
    fight = Played(ari("initiative_total = 1"))
    fight.play("apply ari slowed save", "persist ari 5 poison", "begin")
    fight.shows("ari", hp=39)

    fight.play("next", dice="10 9")
    fight.shows("ari", hp=34, conditions=[])
    assert fight.names("ari") == ["persistent"]

    fight.play("next", dice="10")
    fight.shows("ari", hp=34, effects=[])


def test_o04_three_persistent_damages_two_of_one_type() -> None:
    burning = ("persist bel 5 fire", "persist bel 10 fire", "persist bel 3 acid")
    fight = Played(bel("initiative_total = 1")).play(*burning, "begin")
    fight.shows("bel", hp=14, staggered=False)

    fight.play("next", dice="4 12 15")
    fight.shows("bel", hp=9, staggered=True)
    assert [each["amount"] for each in fight["bel"]["effects"]] == [5]

    fight = Played(bel("initiative_total = 1"), options='persistent_same_type = "sum"').play(*burning, "begin")
    fight.shows("bel", hp=9, staggered=True)


def test_o06_until_the_start_of_the_turn_of_a_source_that_has_died() -> None:
    bandit = creature("Bandit", "max_hp = 25\nhp = 10\ninitiative_total = 18")
    fight = Played(bandit, cor("initiative_total = 15"), ari("initiative_total = 12"), thrall("initiative_total = 1"))
    fight.play("begin", "bonus ari -2 attack sont", "next", "damage bandit 10 by cor", "next")
    fight.shows("bandit", hp=0, state="dead")
    assert fight.names("ari") == ["attack"]

    fight.play("attack sword thrall", dice="12")
    assert fight.logs("= 18 vs")

    fight.play("next", "next")
    assert (fight.state["round"], fight.state["active"]) == (2, "cor")
    fight.shows("ari", effects=[])

    fight.play("next", "attack sword thrall", dice="12 4")
    assert fight.logs("= 20 vs")


def test_o09_ready_in_the_same_round_moves_the_readier_ahead_of_the_trigger() -> None:
    fight = Played(cor("initiative_total = 20"), ogre("initiative_total = 15"), ari("initiative_total = 12"))
    fight.play("begin", "spent cor move", 'ready "the ogre attacks Ari"')
    fight.shows("cor", actions={"standard": 0, "move": 0, "swift": 1, "immediate": 1})
    assert fight.state["readied"] == {"cor": "the ogre attacks Ari"}

    fight.play("next", "act cor", "damage ogre 9 by cor")
    fight.shows("ogre", hp=71)
    assert fight.state["active"] == "ogre"
    assert (fight.state["order"], fight["cor"]["initiative"]) == (["cor", "ogre", "ari"], 15)


def test_o11_exactly_0_and_instant_death_at_exactly_the_staggered_value() -> None:
    fight = Played(ari("hp = 15")).play("damage ari 15")
    fight.shows("ari", hp=0, state="down", conditions=["dying", "helpless", "prone", "unconscious"])
    assert fight["ari"]["defenses"]["ac"] == 13

    fight.play("damage ari 21").shows("ari", hp=-21, state="down")
    fight.play("damage ari 1").shows("ari", hp=-22, state="dead")


def test_o12_healing_from_negative() -> None:
    fight = Played(bel("hp = -10\ndeath_failures = 1"))
    fight.play("heal bel 7").shows("bel", hp=7, conditions=["prone"], death_failures=1, staggered=True)
    fight.play("heal bel 40").shows("bel", hp=27)


def test_o14_a_natural_20_with_and_without_recoveries() -> None:
    fight = Played(cor("hp = -9", recoveries=1))
    fight.play("deathsave cor 20").shows("cor", hp=7, recoveries=0, conditions=["prone"])
    fight.play("damage cor 9").shows("cor", hp=-2)
    fight.play("deathsave cor 20").shows("cor", hp=-2, death_failures=0, state="down")
    fight.play("recover cor").shows("cor", hp=1, conditions=["prone"])


def test_o16_temporary_hit_points_replace_soak_and_do_not_wake() -> None:
    fight = Played(ari("temp_hp = 5"))
    fight.play("damage ari 7").shows("ari", temp_hp=0, hp=42)
    for gained, kept in ((10, 10), (12, 12), (6, 12)):
        fight.play(f"temp ari {gained}").shows("ari", temp_hp=kept)
    fight.play("damage ari 12").shows("ari", temp_hp=0, hp=42)
    fight.play("damage ari 42").shows("ari", hp=0, state="down")
    fight.play("temp ari 8").shows("ari", temp_hp=8, hp=0, state="down")
    fight.play("damage ari 6").shows("ari", temp_hp=2, hp=0)


def test_o17_resistance_vulnerability_both() -> None:
    fight = Played(thrall())
    for damage, left in (("12 radiant", 68), ("3 radiant", 68), ("4 psychic", 59)):
        fight.play(f"damage thrall {damage}").shows("thrall", hp=left)
    fight.play("resist thrall fire 5", "vulnerable thrall fire 5")
    for damage, left in (("10 fire", 49), ("3 fire", 46), ("0 fire", 46), ("9", 37)):
        fight.play(f"damage thrall {damage}").shows("thrall", hp=left)
    fight.shows("thrall", staggered=True)


def test_o19_a_natural_20_that_is_no_critical_and_a_natural_1() -> None:
    crit = power("Axe", 'attack = "+8 vs AC"\ndamage = "1d10+5"\ncrit = "1d6"')
    fight = Played(ari("", crit), ogre())
    fight.play("set ogre ac 30", "attack axe ogre by ari", dice="20 6").shows("ogre", hp=69)
    fight.play("set ogre ac 20", "attack axe ogre by ari", dice="20 3").shows("ogre", hp=51)
    assert fight.logs("rolls extra damage on a critical hit: 1d6 (3) = 3")
    fight.play("set ogre ac 15", "attack axe ogre by ari +16", dice="1").shows("ogre", hp=51)


def test_o20_marks() -> None:
    fight = Played(thrall("initiative_total = 30"), ari("initiative_total = 20"), cor("initiative_total = 10"))
    fight.play("begin", "mark thrall eont by ari", "mark thrall save by cor")
    (mark,) = fight["thrall"]["effects"]
    assert (mark["name"], mark["kind"], mark["source"]) == ("marked", "mark", "cor")

    fight.play("attack slam ari", dice="10 1 1")
    assert fight.logs("= 21 vs")
    fight.play("attack slam cor", dice="10 1 1")
    assert fight.logs("= 23 vs")

    fight.play("damage cor 28").shows("cor", state="down")
    fight.shows("thrall", effects=[])
    fight.play("next", "next", dice="12").shows("thrall", effects=[])


def test_o23_surprise() -> None:
    fight = Played(
        ogre("initiative_total = 18"), cor("initiative_total = 15\nsurprised = true"), ari("initiative_total = 10")
    )
    fight.play("begin", "attack club cor", dice="8 1")
    assert fight.logs("= 19 vs AC 16 – hit")
    assert "surprised" in fight.refused("spent cor opportunity")

    fight.play("next")
    assert not any(fight["cor"]["actions"].values())
    fight.play("next").shows("cor", conditions=[])
    assert fight["cor"]["actions"]["immediate"] == 1
    fight.play("spent cor opportunity")
    assert fight["cor"]["actions"]["immediate"] == 0


def test_o24_coup_de_grace() -> None:
    asleep = creature("Captain", f"max_hp = 40\nhp = 30\n{defenses(18, 14, 14, 14)}", effect('name = "unconscious"'))
    fight = Played(asleep, ari(), cor())
    assert fight["captain"]["defenses"]["ac"] == 13
    fight.play("attack sword captain by ari coup", dice="7")
    assert fight.logs("= 17 vs AC 13")
    fight.shows("captain", hp=15, state="up")
    fight.play("attack sword captain by cor coup face 7 hit 25").shows("captain", state="dead")
