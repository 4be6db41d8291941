"""Every die of the True SRD: rolled, typed where it is rolled, and asked for, with the same result."""

from typing import NamedTuple

import pytest
from msgspec.structs import replace
from playing_fights import power
from true_srd_cast import TrueSrd, guard, rin, thug, turn

from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.door import execute_line

FLAME = power("Flame", 'save = "reflex 15"\nsaved = "half"\ndamage = "-9 lethal"')


class Die(NamedTuple):
    """A line that rolls one die, what shows 12 on it, and the line with that die typed, or both.

    `typed` is empty where the die comes with a turn, a rest or other damage, and is typed as the answer. Attack dice
    are not asked for, nor is what comes with them unless it is the defender's.
    """

    name: str
    before: tuple[str, ...]
    line: str
    typed: str
    asked: bool = True


DICE = (
    Die("attack", (), "attack sword guard hit -20", "attack sword guard face 12 hit -20", asked=False),
    Die("confirmation", (), "attack sword guard face 20 hit -20", "attack sword guard face 20,12 hit -20", asked=False),
    Die("initiative", (), "init guard", "init guard face 12"),
    Die("Toughness save", (), "damage guard 4", "damage guard 4 face 12"),
    Die("dying check", ("set guard track.dying true",), "deathsave guard", "deathsave guard 12", asked=False),
    Die("dying check, as checked", ("set guard track.dying true",), "check guard dying", "check guard dying 12"),
    Die("dying check, as a turn starts", ("set guard track.dying true",), "next", ""),
    Die("recovery check", ("set guard track.wounded true",), "check guard recovery", "check guard recovery 12"),
    Die("fatigue check", ("fatigue guard",), "check guard fatigue", "check guard fatigue face 12"),
    Die("recovery check, in a rest", ("set guard track.staggered true",), "rest minute", ""),
    Die("save", ("apply guard shaken",), "check guard reflex 15", "check guard reflex 15 12"),
    Die("ability check", ("apply guard sickened",), "check guard con 12", "check guard con 12 face 12"),
    Die("save against a power", (), "use flame guard", "use flame guard 12"),
    Die("save against fire", ("apply guard burning",), "do smother guard", ""),
    Die("check for breath", ('apply guard "holding breath"', "counter guard.breath 0"), "next", ""),
    Die("concealment", ("apply guard concealed", "set guard defenses.toughness 90"), "attack sword guard face 15",
        "attack sword guard face 15,12"),
    Die("Fortitude save after a coup de grace", ("apply guard helpless",), "attack sword guard coup", ""),
    Die("saddle", ("do mount thug by guard",), "knockout guard", ""),
)  # fmt: skip
FACE = 12


def after(*lines: str) -> Fight:
    """The fight after these lines in Rin's turn, every die showing 12, all questions answered so."""
    session = TrueSrd(rin(turn(20), FLAME), guard(turn(15)), thug(turn(10))).session
    session.dice_source = GivenDice([FACE] * 60)
    for line in ("begin", *lines):
        result = execute_line(session, line)
        assert result
        assert not result.error, f"{line}: {result.error}"
    while session.fight.questions:
        assert not execute_line(session, f"answer {FACE}").error
    return replace(session.fight, questions=(), next_question=1, asking="none")


@pytest.mark.parametrize("die", DICE, ids=lambda die: die.name)
def test_every_die_is_rolled_typed_and_asked_for_with_one_result(die: Die) -> None:
    rolled = after(*die.before, die.line)
    if die.typed:
        assert after(*die.before, die.typed) == rolled
    if die.asked:
        assert after(*die.before, "ask all", die.line) == rolled


def test_dice_that_are_asked_for_are_questions() -> None:
    for die in (each for each in DICE if each.asked):
        fight = TrueSrd(rin(turn(20), FLAME), guard(turn(15)), thug(turn(10))).session
        fight.dice_source = GivenDice([FACE] * 60)
        for line in ("begin", *die.before, "ask all", die.line):
            assert not execute_line(fight, line).error, line
        assert fight.fight.questions, die.name
