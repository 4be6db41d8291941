"""Powers of heroes of the Archmage Engine, played: the effects in each text happen in the fight."""

import pytest

from tests.helpers.fights.played import Played, creature, power

SWORD = power("Sword", 'attack = "+8 vs AC"\ndamage = "10"\nmiss = "5"\ntags = ["basic"]')
CLUB = power("Club", 'attack = "+10 vs AC"\ndamage = "12"')
DEFENSES = "defenses = { ac = 16, pd = 15, md = 15 }"
ABILITIES = "abilities = { str = 16, dex = 14, con = 12, int = 10, wis = 14, cha = 18 }"


def fight(*powers: str, level: int = 5) -> Played:
    """A hero with these powers, a hurt ally, and two ogres of which one is staggered; it is the hero's turn."""
    named = ", ".join(f'"{each}"' for each in powers)
    own = f'recovery = "3d6"\nrecoveries = 8\n{DEFENSES}\nkind = "pc"\nmax_hp = 40'
    return Played(
        creature(
            "Kell",
            f"level = {level}\ninitiative_total = 20\n{own}\n{ABILITIES}\npowers = [{named}]",
            '[creature.casting]\nweapon = "1d8"',
            SWORD,
        ),
        creature("Mira", f"initiative_total = 15\nhp = 15\n{own}", SWORD),
        creature("Ogre", f"max_hp = 200\ninitiative_total = 10\n{DEFENSES}", CLUB),
        creature("Troll", f"max_hp = 60\nhp = 30\ninitiative_total = 5\n{DEFENSES}", CLUB),
        system="archmage",
    ).play("begin")


@pytest.mark.parametrize(
    ("level", "name", "line", "dice", "hit_points", "effects"),
    [
        # A line, a number of targets, and words that depend on the level.
        (1, "Barkskin", "use barkskin mira", "", {}, {"mira": ["ac"]}),
        (9, "Barkskin", "use barkskin mira,kell", "", {}, {"mira": ["ac", "pd"], "kell": ["ac", "pd"]}),
        (
            5,
            "Entangle",
            "attack entangle ogre,troll",
            "15 15 1 1 1 1 1",
            {"ogre": 187, "troll": 17},
            {"troll": ["stuck"]},
        ),
        (5, "Cause Fear", "attack cause ogre", "15", {}, {"ogre": []}),
        (5, "Cause Fear", "attack cause troll", "15", {}, {"troll": ["weakened"]}),
        (5, "Wild Heal (Bard)", "use wild mira", "1 2 3", {"mira": 26}, {}),
        (1, "Strength of the Gods", 'use "strength of the gods (power)" mira', "", {}, {"mira": ["damage"]}),
        # Effects that dice decide: for each target, or for the user.
        (
            1,
            "Blarrrrgh!",
            "attack bla ogre,troll",
            "15 15 1 1 1 2 4",
            {},
            {"ogre": ["weakened"], "troll": ["confused"]},
        ),
        (1, "Chaos Blessing", "use chaos-blessing mira", "4", {"mira": 15}, {"kell": []}),
        (1, "Chaos Blessing", "use chaos-blessing mira", "9", {}, {"kell": ["tentacles"]}),
        # Only against foes, against some hit points, or against the staggered.
        (1, "Shadow Dance", "use shadow mira,troll", "3", {"mira": 15, "troll": 23}, {}),
        (5, "No Mercy (Iron Crusader Form)", "attack no-mercy troll", "3 1 1 1 1 1", {"troll": 19}, {}),
        # Further damage for the escalation die, and what a damage roll halves.
        (5, "Red Fury (Three Evil Dragons)", "attack red ogre", "15 1 1 1 1 1 6 6", {"ogre": 177}, {}),
        (1, "Thief's Strike", "attack thief ogre", "15 4 13", {"ogre": 196}, {}),
    ],
)
def test_a_power_does_what_its_text_says(
    level: int, name: str, line: str, dice: str, hit_points: dict[str, int], effects: dict[str, list[str]]
) -> None:
    played = fight(name, level=level).play("counter escalation 2").play(line, dice=dice)
    assert {each: played[each]["hp"] for each in hit_points} == hit_points
    assert {each: [one for one in played.names(each) if one != "form"] for each in effects} == effects


def test_an_occultist_spends_the_focus_and_keeps_it_on_a_low_die() -> None:
    played = fight("Focus and Spellcasting", "Moment of Karma")
    assert "focus" in played.refused("attack moment ogre")
    played.play("use focus", "attack moment ogre", dice="5")
    assert played["kell"]["counters"] == {"focus": 1}
    played.play("attack! moment ogre hit 9", dice="12")
    assert played["kell"]["counters"] == {"focus": 0}
    assert played["ogre"]["hp"] == 200 - 5 - 9
    played.play("undo")
    assert played["kell"]["counters"] == {"focus": 1}


def test_command_points_come_from_melee_hits_and_pay_for_commands() -> None:
    played = fight("Fight from the Front", "Weigh the Odds", "Save Now!")
    assert played["kell"]["counters"] == {"command point": 1}
    played.play("attack sword ogre", dice="15 3").play("use! weigh", dice="4")
    assert played["kell"]["counters"] == {"command point": 8}
    played.play("apply mira dazed save", 'use "Save Now!" mira', dice="15")
    assert played["kell"]["counters"] == {"command point": 7}
    assert played.names("mira") == []


def test_unspent_command_points_are_lost_when_the_next_fight_begins() -> None:
    left = f'kind = "pc"\nlevel = 1\nmax_hp = 30\n{DEFENSES}\ncounters = {{ "command point" = 6 }}'
    played = Played(creature("Kell", f'{left}\npowers = ["Strategist"]'), system="archmage")
    assert played["kell"]["counters"] == {"command point": 6}
    played.play("begin", dice="10")
    assert played["kell"]["counters"] == {"command point": 2}


def test_a_song_is_sustained_and_ends_with_its_final_verse() -> None:
    played = fight("Song of Heroes").play("use song-of-heroes mira")
    assert played.names("mira") == ["attack", "saves"]
    played.play(*["next"] * 4).play("maintain song", dice="9").play("accept 1 mira")
    assert played.names("mira") == ["attack", "saves"]
    played.play(*["next"] * 4).play("maintain song", dice="8")
    assert [each["line"] for each in played.state["offers"]] == ['use "Song of Heroes (final verse)" by kell']
    played.play("accept 2 mira")
    assert played.names("mira") == ["attack"]
    assert played.names("kell") == []


def test_a_breath_may_recur_in_the_battle_only_in_the_turn_of_its_die() -> None:
    played = fight("Breath of the White", level=1).play("attack breath troll hit 1", dice="15")
    around = ["next"] * 4
    played.play(*around, dice="15")
    assert "spent" in played.refused("attack breath troll")
    played.play(*around, dice="16")
    assert played["kell"]["spent"] == []
    played.play(*around, dice="2")
    assert played["kell"]["spent"] == ["Breath of the White"]
    played.play(*around, dice="20").play("finish", "rest quick", dice="1 1 1")
    assert played["kell"]["spent"] == ["Breath of the White"]


def test_an_attack_on_a_shielded_hero_hurts_the_attacker_for_some_faces_only() -> None:
    played = fight("Ice Shield", level=1).play("next", "next")
    played.play("attack club kell face 15")
    assert played["ogre"]["hp"] == 200
    played.play("use! ice by kell", "attack! club kell face 16")
    assert played["ogre"]["hp"] == 200
    played.play("attack! club kell face 15", dice="7").play("attack! club kell face 2", dice="3")
    assert played["ogre"]["hp"] == 190


def test_a_flexible_attack_is_offered_for_the_roll_that_it_is_for() -> None:
    played = fight("Precision Attack", "Make 'em Flinch")
    played.play("attack sword ogre face 15")
    assert played.state["offers"] == []
    played.play("attack! sword ogre face 16").play("accept 1 ogre")
    assert played["ogre"]["hp"] == 200 - 10 - 10 - 4
    played.play("attack! sword ogre face 4").play("accept 2 ogre")
    assert played["ogre"]["hp"] == 176 - 5 - 8


def test_a_talent_that_always_counts_is_a_trait() -> None:
    played = fight("First Strike")
    played.play("attack sword ogre face 18")
    assert played.logs("critical hit")
    played.play("attack! sword ogre face 18")
    assert not played.logs("critical hit")


def test_an_element_of_a_monk_form_protects_until_the_next_turn() -> None:
    played = fight("Red Fury (Three Evil Dragons)").play("attack red ogre face 2", dice="3")
    assert played.names("kell") == ["ac"]
    played.play(*["next"] * 4)
    assert played.names("kell") == []
