"""Every die of the True SRD: the same result whether it is rolled, typed, or asked for."""

import pytest

from tests.helpers.casts.true_srd import TrueSrd, guard, rin, thug, turn
from tests.helpers.fights.every_die import OneFaceFight, TypedDie
from tests.helpers.fights.played import power

FLAME = power("Flame", 'save = "reflex 15"\nsaved = "half"\ndamage = "-9 lethal"')
DICE = (
    TypedDie("attack", (), "attack sword guard hit -20", "attack sword guard face 12 hit -20", asked=False),
    TypedDie("confirmation", (), "attack sword guard face 20 hit -20", "attack sword guard face 20,12 hit -20",
        asked=False),
    TypedDie("initiative", (), "init guard", "init guard face 12"),
    TypedDie("Toughness save", (), "damage guard 4", "damage guard 4 face 12"),
    TypedDie("dying check", ("set guard track.dying true",), "deathsave guard", "deathsave guard 12", asked=False),
    TypedDie("dying check, as checked", ("set guard track.dying true",), "check guard dying", "check guard dying 12"),
    TypedDie("dying check, as a turn starts", ("set guard track.dying true",), "next", ""),
    TypedDie("recovery check", ("set guard track.wounded true",), "check guard recovery", "check guard recovery 12"),
    TypedDie("fatigue check", ("fatigue guard",), "check guard fatigue", "check guard fatigue face 12"),
    TypedDie("recovery check, in a rest", ("set guard track.staggered true",), "rest minute", ""),
    TypedDie("save", ("apply guard shaken",), "check guard reflex 15", "check guard reflex 15 12"),
    TypedDie("ability check", ("apply guard sickened",), "check guard con 12", "check guard con 12 face 12"),
    TypedDie("save against a power", (), "use flame guard", "use flame guard 12"),
    TypedDie("save against fire", ("apply guard burning",), "do smother guard", ""),
    TypedDie("check for breath", ('apply guard "holding breath"', "counter guard.breath 0"), "next", ""),
    TypedDie("concealment", ("apply guard concealed", "set guard defenses.toughness 90"), "attack sword guard face 15",
        "attack sword guard face 15,12"),
    TypedDie("Fortitude save after a coup de grace", ("apply guard helpless",), "attack sword guard coup", ""),
    TypedDie("saddle", ("do mount thug by guard",), "knockout guard", ""),
)  # fmt: skip
FIGHT = OneFaceFight(lambda: TrueSrd(rin(turn(20), FLAME), guard(turn(15)), thug(turn(10))), 12)


@pytest.mark.parametrize("die", DICE, ids=lambda die: die.name)
def test_every_die_is_rolled_typed_and_asked_for_with_one_result(die: TypedDie) -> None:
    FIGHT.check_same_result(die)


@pytest.mark.parametrize("die", DICE, ids=lambda die: die.name)
def test_a_die_that_is_asked_for_is_a_question(die: TypedDie) -> None:
    FIGHT.check_asked_is_a_question(die)
