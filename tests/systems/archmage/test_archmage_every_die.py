"""Every die of the Archmage Engine and its variant: the same result whether it is rolled, typed, or asked for."""

from functools import partial

import pytest

from tests.helpers.casts.archmage import elemental, hob, kell, mira, turn
from tests.helpers.fights.every_die import OneFaceFight, TypedDie
from tests.helpers.fights.played import Played, power

VULNERABLE = TypedDie(
    "second roll, the foe vulnerable",
    ("apply hob vulnerable",),
    "attack axe hob 3 5",
    "attack axe hob 3,9 5",
    asked=False,
)
RALLIED = ("damage kell 30", "rally kell 5")
DICE = (
    TypedDie("attack", (), "attack axe hob hit 5", "attack axe hob 9 5", asked=False),
    TypedDie("damage", (), "attack axe hob face 15 hit 1d10", "attack axe hob 15 9", asked=False),
    TypedDie("second roll with two weapons", (), "attack knives hob 2 4", "attack knives hob 2,9 4", asked=False),
    TypedDie("search for the invisible", ("apply hob invisible",), "attack axe hob 15 5", "attack axe hob 9,15 5",
        asked=False),
    TypedDie("resistance", (), "damage fire-el 8 fire by mira", "damage fire-el 8 fire face 9 by mira", asked=False),
    TypedDie("initiative", (), "init mira", "init mira face 9"),
    TypedDie("save", ("apply kell dazed save",), "save kell", "save kell 9", asked=False),
    TypedDie("save, as a turn ends", ("apply kell dazed save",), "next", ""),
    TypedDie("death save", ("set mira hp -1",), "deathsave mira", "deathsave mira 9", asked=False),
    TypedDie("death save, as a turn starts", ("set mira hp -1",), "next", ""),
    TypedDie("recovery", ("damage kell 30",), "recover kell", "recover kell 9"),
    TypedDie("recovery in a rally", ("damage kell 30",), "rally kell", "rally kell 9"),
    TypedDie("recovery in a death save", ("set mira hp -1",), "deathsave mira 18", "deathsave mira 18 9"),
    TypedDie("recovery in a rest", ("damage kell 30", "finish"), "rest quick", ""),
    TypedDie("save to rally", RALLIED, "rally kell", "rally kell face 9"),
    TypedDie("recharge", ("spend kell song", "finish"), "rest quick", ""),
    TypedDie("disengaging", (), "disengage kell", "disengage kell 9"),
    TypedDie("check to stabilize", ("set mira hp -1",), "do stabilize mira", "do stabilize mira 9"),
    TypedDie("ally of the confused", ('add "Rat" x9 hp=5', "apply hob confused"), "lashout hob", "lashout hob 9"),
)  # fmt: skip


def fight_in(system: str) -> Played:
    knives = power("Knives", 'attack = "+9 vs AC"\ndamage = "4"\ntags = ["two-weapon"]')
    song = power("Song", 'use = "recharge 11"')
    cast = (kell(turn(20), knives, song), mira(turn(15)), hob(turn(10)), elemental(turn(5)))
    one_die = [each.replace("3d10+3", "1d10+3").replace("3d6+1", "1d12+1") for each in cast]
    return Played(*one_die, system=system)


FIGHTS = {system: OneFaceFight(partial(fight_in, system), 9) for system in ("archmage", "archmage-plus")}
CASES = [*((system, die) for die in DICE for system in FIGHTS), ("archmage-plus", VULNERABLE)]


@pytest.mark.parametrize(("system", "die"), CASES, ids=lambda each: getattr(each, "name", each))
def test_every_die_is_rolled_typed_and_asked_for_with_one_result(system: str, die: TypedDie) -> None:
    FIGHTS[system].check_same_result(die)


@pytest.mark.parametrize(("system", "die"), CASES, ids=lambda each: getattr(each, "name", each))
def test_a_typed_die_is_not_rolled_and_an_asked_one_is_a_question(system: str, die: TypedDie) -> None:
    FIGHTS[system].check_typed_is_not_rolled(die)
    FIGHTS[system].check_asked_is_a_question(die)
