"""Interrupts: reactions that change what triggers them are offered if they help, and are carried out before it."""

import pytest

from tests.helpers.fights.played import Played

WIZARD = """[[creature]]
name = "Mer"
kind = "pc"
max_hp = 40
initiative_total = 5
defenses = { ac = 15 }
abilities = { int = 20 }
casting = { dc = 15, attack = 7, modifier = 5 }
resources = { slot1 = { max = 1 }, slot2 = { max = 1 }, slot3 = { max = 1 }, slot4 = { max = 1 } }
powers = ["Wizard: Shield", "Wizard: Counterspell"]
"""
LICH = """[[creature]]
name = "Lich"
max_hp = 90
initiative_total = 20
defenses = { ac = 12 }
casting = { dc = 20, attack = 12, modifier = 5 }
powers = ["Wizard: Magic Missile", "Wizard: Fireball", "Wizard: Finger of Death", "Wizard: Shield"]
power = [{ name = "Touch", range = "melee", attack = "+5 vs AC", damage = "4" }]
"""
ROGUE = """[[creature]]
name = "Vesk"
kind = "pc"
max_hp = 40
initiative_total = 4
defenses = { ac = 15 }
[[creature.power]]
name = "Uncanny Dodge"
action = "reaction"
trigger = "hit"
range = "self"
effects = ["resist all eot"]
[[creature.power]]
name = "Parry"
action = "reaction"
trigger = "hit"
range = "self"
effects = ["bonus +2 ac with ranged eot"]
"""


def fight(*lines: str, dice: str = "") -> Played:
    return Played(WIZARD, LICH, ROGUE, system="srd5-plain").play("begin", *lines, dice=dice)


def offered(played: Played) -> list[str]:
    return [each["line"] for each in played.state["offers"]]


def test_shield_is_offered_where_it_turns_a_hit_into_a_miss_and_undone_exactly() -> None:
    played = fight("attack touch mer face 10")
    assert offered(played) == ["before use Shield by mer"]
    before = played.state
    played.play("accept")
    assert played.logs("15 vs AC 15 hit → vs AC 20 missed")
    mer = played.state["creatures"]["mer"]
    assert (mer["hp"], mer["counters"]["slot1"]) == (40, 0)
    assert offered(played) == []
    assert played.play("undo").state == before
    assert played.play("redo").state["creatures"]["mer"] == mer


@pytest.mark.parametrize(
    "lines",
    [
        ("attack touch mer face 9",),
        ("attack touch mer face 15",),
        ("attack touch mer face 20",),
        ("spent mer reaction", "attack touch mer face 10"),
        (*(f"counter mer.slot{level} 0" for level in (1, 2, 3, 4)), "attack touch mer face 10"),
        ("damage mer 5 fire",),
        ("use fireball vesk face 1 hit 8",),
    ],
    ids=["a miss", "still a hit", "a 20", "no reaction", "no slots", "other damage", "of another target"],
)
def test_shield_is_not_offered_where_it_does_not_help(lines: tuple[str, ...]) -> None:
    assert not [each for each in offered(fight(*lines)) if "Shield" in each]


def test_a_higher_slot_is_named_where_the_lowest_are_spent() -> None:
    played = fight("counter mer.slot1 0", "attack touch mer face 10")
    assert offered(played) == ["before use Shield slot 2 by mer"]
    assert played.play("accept").state["creatures"]["mer"]["counters"]["slot2"] == 0


def test_shield_is_offered_to_a_creature_that_the_hit_has_felled() -> None:
    played = fight("attack touch mer face 10 hit 60")
    assert played.state["creatures"]["mer"]["hp"] == 0
    assert played.play("accept").state["creatures"]["mer"]["hp"] == 40


def test_shield_stops_magic_missile() -> None:
    played = fight('use "magic missile" mer', dice="1 2 3")
    assert [each for each in offered(played) if "Shield" in each] == ["before use Shield by mer"]
    number = next(each["id"] for each in played.state["offers"] if "Shield" in each["line"])
    assert played.play(f"accept {number}").state["creatures"]["mer"]["hp"] == 40


def test_a_resistance_halves_the_hit_that_triggers_it() -> None:
    played = fight("attack touch vesk face 12 hit 13")
    assert offered(played) == ['before use "Uncanny Dodge" by vesk']
    assert played.play("accept").state["creatures"]["vesk"]["hp"] == 34


def test_counterspell_stops_a_spell_and_both_slots_are_spent() -> None:
    played = fight("use fireball mer,vesk face 5,5", dice="6 6 6 6 6 6 6 6")
    assert offered(played) == ["before use Counterspell lich by mer"]
    before = played.state
    played.play("accept")
    assert played.logs("Mer counters Fireball, which has no effect")
    creatures = played.state["creatures"]
    assert (creatures["mer"]["hp"], creatures["vesk"]["hp"]) == (40, 40)
    assert creatures["mer"]["counters"]["slot3"] == 0
    assert played.play("undo").state == before


@pytest.mark.parametrize(("face", "hp"), [("12", 40), ("11", 0)])
def test_counterspell_needs_a_check_against_a_spell_of_a_higher_level(face: str, hp: int) -> None:
    played = fight('use "finger of death" mer face 1', dice="8 8 8 8 8 8 8")
    assert offered(played) == ["before use Counterspell lich slot 4 by mer"]
    played.play("accept", dice=face)
    assert played.logs(f"Mer rolls an Int check to counter Finger of Death: {face} + 5 (int)")
    assert played.state["creatures"]["mer"]["hp"] == hp


def test_two_counterspells_against_one_spell_are_both_used_up() -> None:
    played = Played(WIZARD, WIZARD.replace('"Mer"', '"Ilen"'), LICH, ROGUE, system="srd5-plain").play("begin")
    played.play("use counterspell lich by mer", "use counterspell lich by ilen", "use fireball vesk")
    assert played.logs("Mer counters Fireball, which has no effect") and not played.logs("Ilen counters")
    played.play('use! "magic missile" vesk', dice="1 2 3")
    assert played.state["creatures"]["vesk"]["hp"] < 40


@pytest.mark.parametrize("trigger", ["hurt", "hit", "staggered", "hp 50%"])
def test_a_counterspell_that_waits_for_something_else_is_offered_afterwards(trigger: str) -> None:
    odd = f'power = [{{ name = "Odd", action = "reaction", trigger = "{trigger}", tags = ["counters spells"] }}]\n'
    played = Played(f"{ROGUE.partition('[[creature.power]]')[0]}{odd}", LICH, system="srd5-plain").play("begin")
    assert offered(played.play("damage vesk 30 fire by lich")) == ["use Odd by vesk"]
    assert played.logs(f"Vesk – offer 1 ({trigger}): `use Odd by vesk`")


def test_counterspell_stops_a_spell_of_several_darts() -> None:
    played = fight('use "magic missile" vesk', dice="1 2 3")
    assert played.play("accept").state["creatures"]["vesk"]["hp"] == 40


def test_no_counterspell_is_offered_against_an_interrupting_spell() -> None:
    played = fight("next", "attack touch mer face 10 by lich", "accept")
    assert offered(played) == []


def test_the_offer_of_an_earlier_command_is_carried_out_before_that_command() -> None:
    played = fight("attack touch mer face 10", "damage vesk 3", "accept")
    creatures = played.state["creatures"]
    assert (creatures["mer"]["hp"], creatures["vesk"]["hp"]) == (40, 37)


def test_declining_another_offer_in_between_does_not_stop_later_commands() -> None:
    played = fight('use "magic missile" mer', "decline 1", "damage vesk 3", dice="1 2 3").play("accept")
    assert played.state["creatures"]["vesk"]["hp"] == 37


def test_a_later_hit_replaces_the_offer_of_an_earlier_one() -> None:
    played = fight("attack touch mer face 10", "attack touch mer face 11")
    assert offered(played) == ["before use Shield by mer"]
    assert played.play("accept").state["creatures"]["mer"]["hp"] == 36


def test_earlier_offers_lapse_with_the_reaction() -> None:
    assert offered(fight("attack touch mer face 10", "use counterspell lich by mer")) == []


KNIGHT = '[[creature]]\nname = "Kay"\nmax_hp = 50\ninitiative_total = 3\ndefenses = { ac = 18 }\n'
PARRY = 'power = [{ name = "Parry", action = "reaction", range = "self", trigger = "hit", effects = ["PARRIED"] }]\n'


def test_a_parry_is_offered_only_against_melee_attacks() -> None:
    knight = KNIGHT + PARRY.replace("PARRIED", "self: bonus +2 ac with melee once eot")
    bow = LICH.replace('name = "Touch", range = "melee"', 'name = "Ray", range = "ranged 30"')
    melee = Played(LICH, knight, system="srd5-plain").play("begin", "attack touch kay face 14")
    assert offered(melee) == ["before use Parry by kay"]
    assert melee.play("accept").state["creatures"]["kay"]["hp"] == 50
    assert offered(Played(bow, knight, system="srd5-plain").play("begin", "attack ray kay face 14")) == []
