"""Every die of the Archmage Engine and its variant: rolled, typed where it is rolled, asked for, with one result."""

from typing import NamedTuple

import pytest
from archmage_cast import Archmage, elemental, hob, kell, mira, turn
from msgspec.structs import replace
from playing_fights import Played, power

from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.door import execute_line
from orcus_tui.session.session import Session

SYSTEMS = ("archmage", "archmage-plus")


class Die(NamedTuple):
    """A line in Kell's turn that rolls one die, and the line with that die typed, or both.

    `typed` is empty where the die comes with a turn or a rest, and is typed as the answer. Attack dice and what comes
    with them are not asked for.
    """

    name: str
    before: tuple[str, ...]
    line: str
    typed: str
    asked: bool = True
    face: int = 9
    systems: tuple[str, ...] = SYSTEMS


RALLIED = ("damage kell 30", "rally kell 5")
DICE = (
    Die("attack", (), "attack axe hob hit 5", "attack axe hob 9 5", asked=False),
    Die("damage", (), "attack axe hob face 15 hit 1d10", "attack axe hob 15 9", asked=False),
    Die("second roll with two weapons", (), "attack knives hob 2 4", "attack knives hob 2,9 4", asked=False),
    Die("second roll against the vulnerable", ("apply hob vulnerable",), "attack axe hob 3 5", "attack axe hob 3,9 5",
        asked=False, systems=("archmage-plus",)),
    Die("search for the invisible", ("apply hob invisible",), "attack axe hob 15 5", "attack axe hob 9,15 5",
        asked=False),
    Die("resistance", (), "damage fire-el 8 fire by mira", "damage fire-el 8 fire face 9 by mira", asked=False),
    Die("initiative", (), "init mira", "init mira face 9"),
    Die("save", ("apply kell dazed save",), "save kell", "save kell 9", asked=False),
    Die("save, as a turn ends", ("apply kell dazed save",), "next", ""),
    Die("death save", ("set mira hp -1",), "deathsave mira", "deathsave mira 9", asked=False),
    Die("death save, as a turn starts", ("set mira hp -1",), "next", ""),
    Die("recovery", ("damage kell 30",), "recover kell", "recover kell 9"),
    Die("recovery in a rally", ("damage kell 30",), "rally kell", "rally kell 9"),
    Die("recovery in a death save", ("set mira hp -1",), "deathsave mira 18", "deathsave mira 18 9"),
    Die("recovery in a rest", ("damage kell 30", "finish"), "rest quick", ""),
    Die("save to rally", RALLIED, "rally kell", "rally kell face 9"),
    Die("recharge", ("spend kell song", "finish"), "rest quick", ""),
    Die("disengaging", (), "disengage kell", "disengage kell 9"),
    Die("check to stabilize", ("set mira hp -1",), "do stabilize mira", "do stabilize mira 9"),
    Die("ally of the confused", ('add "Rat" x9 hp=5',), "lashout hob", "lashout hob 9"),
)  # fmt: skip


def fight_in(system: str) -> Played:
    knives = power("Knives", 'attack = "+9 vs AC"\ndamage = "4"\ntags = ["two-weapon"]')
    song = power("Song", 'use = "recharge 11"')
    cast = (kell(turn(20), knives, song), mira(turn(15)), hob(turn(10)), elemental(turn(5)))
    one_die = [each.replace("3d10+3", "1d10+3").replace("3d6+1", "1d12+1") for each in cast]
    return Archmage(*one_die) if system == "archmage" else Played(*one_die, system=system)


def play_with(die: Die, system: str, *lines: str) -> Session:
    """The fight after these lines in Kell's turn, every die showing the same face."""
    session = fight_in(system).session
    session.dice_source = GivenDice([die.face] * 60)
    for line in ("begin", *lines):
        result = execute_line(session, line)
        assert result
        assert not result.error, f"{line}: {result.error}"
    return session


def after(die: Die, system: str, *lines: str) -> Fight:
    """The fight after these lines, all questions answered with the same face."""
    session = play_with(die, system, *lines)
    while session.fight.questions:
        assert not execute_line(session, f"answer {die.face}").error
    return replace(session.fight, questions=(), next_question=1, asking="none")


CASES = [(system, die) for die in DICE for system in die.systems]


@pytest.mark.parametrize(("system", "die"), CASES, ids=lambda each: getattr(each, "name", each))
def test_every_die_is_rolled_typed_and_asked_for_with_one_result(system: str, die: Die) -> None:
    rolled = after(die, system, *die.before, die.line)
    if die.typed:
        assert after(die, system, *die.before, die.typed) == rolled
    if die.asked:
        assert after(die, system, *die.before, "ask all", die.line) == rolled


@pytest.mark.parametrize(("system", "die"), CASES, ids=lambda each: getattr(each, "name", each))
def test_a_typed_die_is_not_rolled_and_an_asked_one_is_a_question(system: str, die: Die) -> None:
    used = play_with(die, system, *die.before).dice_source.mark()
    if die.typed:
        assert play_with(die, system, *die.before, die.typed).dice_source.mark() == used
    if die.asked:
        asked = play_with(die, system, *die.before, "ask all", die.line)
        assert asked.fight.questions
        assert asked.dice_source.mark() == used
