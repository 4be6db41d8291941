"""Lines of powers, checked once for each system; and the words that amend a line."""

import pytest
from msgspec.structs import replace

from orcus_tui.commands.amend import amend_line
from orcus_tui.commands.line_compiler import compile_line
from orcus_tui.commands.parse import parse
from orcus_tui.dice import parse as dice
from orcus_tui.model import steps
from orcus_tui.model.duration import SAVE_ENDS, SOURCE, TARGET, Duration
from orcus_tui.model.power import Line
from orcus_tui.model.steps import Step
from orcus_tui.model.trigger import RollOutcome
from tests.helpers.casts.language import CONTEXT, FIGHT, ORCUS, OTHER, fault


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("persist 5 fire save", steps.Persist((), dice("5"), ("fire",), SAVE_ENDS)),
        ("apply dazed eont", steps.Apply((), ("dazed",), Duration("end", SOURCE))),
        ("apply dazed teont", steps.Apply((), ("dazed",), Duration("end", TARGET))),
        (
            "apply dazed+slowed save then stunned",
            steps.Apply((), ("dazed", "slowed"), SAVE_ENDS, then=(("stunned",),)),
        ),
        ('apply "on fire"', steps.Apply((), ("on fire",))),
        ("bonus -2 attack eont", steps.Bonus((), -2, "attack", duration=Duration("end", SOURCE))),
        ("damage 5 fire", steps.DealDamage((), dice("5"), ("fire",))),
        ("temp 5", steps.Temp((), dice("5"))),
        ("heal 2d6", steps.Heal((), dice("2d6"))),
        ("mark eont", steps.Mark((), Duration("end", SOURCE))),
        ("rally", steps.Rally()),
        ("save", steps.Save(())),
        ("vulnerable fire 5 eont", steps.Withstand((), "vulnerable", "fire", 5, Duration("end", SOURCE))),
        ("hide", steps.Hide(())),
        ("reveal", steps.Reveal(())),
        ("recharge Fire Breath", steps.Recharge((), "Fire Breath")),
        ("remind slide 3", steps.Say("slide 3")),
        ('remind "slide 3"', steps.Say("slide 3")),
        ('remind start "it burns"', steps.Remind((), "start", "it burns")),
    ],
)
def test_a_line_of_a_power_is_the_same_language_without_a_target(text: str, meant: Step) -> None:
    assert replace(compile_line(text, ORCUS), offered=None) == Line(text, meant)
    for prefix in ("self: ", "self:", "SELF:  "):
        assert replace(compile_line(prefix + text, ORCUS), offered=None) == Line(prefix + text, meant, to_self=True)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "needs a command"),
        ("self:", 6, "needs a command"),
        ("next", 1, "next cannot be used in a power"),
        ("undo 2", 1, "undo cannot be used in a power"),
        ("init 3", 1, "init cannot be used in a power"),
        ("if prone damage 3", 18, "a colon is missing after the facts"),
        ("if proen: damage 3", 4, 'unknown fact "proen"'),
        ("if prone: if bogus: damage 1", 14, 'unknown fact "bogus"'),
        ("else: begin", 7, "begin cannot be used in a power"),
        ("offer", 6, "expected a line to offer"),
        ("choose damage 5", 16, "a choice needs two lines"),
        ("choose damage 5 |", 18, "expected a line to offer"),
        ("self: begin", 7, "begin cannot be used in a power"),
        ("aply dazed", 1, 'did you mean "apply"?'),
        ("apply dazd eont", 7, 'did you mean "dazed"?'),
        ("self:apply dazd", 12, 'did you mean "dazed"?'),
        ("persist fire", 9, "expected an amount"),
        ("persist 5 fire svae", 16, 'did you mean "save"?'),
        ("damage 5 missed ogre", 10, "unexpected"),
        ("apply dazed eont:ogre", 18, "no creature"),
        ("remind", 7, "expected "),
        ("natural 16+ apply dazed", 24, "a colon is missing"),
        ("natural: apply dazed", 8, "natural needs numbers"),
        ("natural 21: apply dazed", 9, "a d20 shows 1 to 20"),
        ("natural 5-2: apply dazed", 9, "a d20 shows 1 to 20"),
        ("natural high: apply dazed", 9, "expected numbers of a d20"),
        ("crit miss: apply dazed", 1, "never a miss"),
        ("hit hard: apply dazed", 5, "not a kind of attack roll"),
        ("natural 16+: apply dazd", 20, 'did you mean "dazed"?'),
        ("natural 16+:", 13, "needs a command"),
    ],
)
def test_a_wrong_line_of_a_power_is_an_error_with_its_column(text: str, column: int, message: str) -> None:
    at, error = fault(text, of=lambda line, _: compile_line(line, ORCUS))
    assert at == column
    assert message in error


@pytest.mark.parametrize(
    ("prefix", "outcome"),
    [
        ("natural 16+:", RollOutcome((16, 17, 18, 19, 20))),
        ("Natural 2-4:", RollOutcome((2, 3, 4))),
        ("natural 20:", RollOutcome((20,))),
        ("natural 2,16+:", RollOutcome((2, 16, 17, 18, 19, 20))),
        ("natural even:", RollOutcome(tuple(range(2, 21, 2)))),
        ("crit:", RollOutcome(crit=True)),
        ("miss:", RollOutcome(hits=False)),
        ("natural odd miss:", RollOutcome(tuple(range(1, 21, 2)), hits=False)),
    ],
)
def test_a_line_may_begin_with_its_attack_rolls(prefix: str, outcome: RollOutcome) -> None:
    plain = compile_line("temp 5", ORCUS).step
    for text in (f"{prefix} temp 5", f"{prefix}temp 5"):
        assert replace(compile_line(text, ORCUS), offered=None) == Line(text, plain, outcome=outcome)
    both = f"{prefix} self: temp 5"
    assert replace(compile_line(both, ORCUS), offered=None) == Line(both, plain, to_self=True, outcome=outcome)


def test_a_line_may_name_creatures_in_its_duration() -> None:
    line = compile_line("apply dazed eont:ogre", ORCUS, FIGHT.states)
    assert line.step == steps.Apply((), ("dazed",), Duration("end", "ogre"))


def test_a_line_is_compiled_once_for_each_system() -> None:
    assert compile_line("persist 5 save:10", ORCUS) is compile_line("persist 5 save:10", ORCUS)
    assert compile_line("persist 5 save:10", ORCUS) != compile_line("persist 5 save:10", OTHER)


@pytest.mark.parametrize(
    ("line", "words", "meant"),
    [
        ("attack longsword ogre face 12", "face 17", "attack longsword ogre face 17"),
        ("attack longsword ogre face 12 ca", "total 25", "attack longsword ogre total 25 ca"),
        ("attack longsword ogre", "-4", "attack longsword ogre -4"),
        ("attack longsword ogre +2 ca", "-4", "attack longsword ogre -4 ca"),
        ("attack longsword ogre", "ca hit 9", "attack longsword ogre ca hit 9"),
        ("attack longsword ogre", "shield-bash", "attack shield-bash ogre"),
        ("attack longsword ogre", "g1,g2", "attack longsword g1,g2"),
        ("attack club cor by ogre", "slimy", "attack slimy cor by ogre"),
        ("damage ogre 7 fire", "9", "damage ogre 9 fire"),
        ("damage ogre 7 fire", "cold", "damage ogre 7 cold"),
        ("damage ogre 7", "half by ari", "damage ogre 7 half by ari"),
        ("damage ogre 7 miss", "crit", "damage ogre 7 crit"),
        ("d  ogre  7", "9", "d ogre 9"),
        ("apply ogre dazed until the end of cor's next turn by ari", "save", "apply ogre dazed save by ari"),
        ("apply ogre dazed", "slowed+prone eont", "apply ogre slowed+prone eont"),
        ('apply ogre "on fire"', '"burning hair"', 'apply ogre "burning hair"'),
        ("bonus ari +2 attack", "+4", "bonus ari +4 attack"),
        ("save ogre", "12", "save ogre 12"),
        ("init ari", "15", "init ari 15"),
        ("answer 12", "14", "answer 14"),
        ("add Bandit hp=20 ac=15", "hp=30 x2", "add Bandit hp=30 ac=15 x2"),
        ("attack! longsword ogre", "ca", "attack! longsword ogre ca"),
    ],
)
def test_words_are_added_or_replace_those_in_their_slot(line: str, words: str, meant: str) -> None:
    assert amend_line(line, words, CONTEXT) == meant
    assert parse(meant, CONTEXT)


def test_an_alias_is_amended_as_its_line() -> None:
    context = replace(CONTEXT, aliases={"burn": "persist ogre 5 fire", "persist": "quit"})
    assert amend_line("burn save", "9", context) == "persist ogre 9 fire save"


@pytest.mark.parametrize(
    ("line", "words", "column", "message"),
    [
        ("damage ogre 7", "", 1, "which words?"),
        ("", "half", 1, "no command"),
        ("damage ogre 7", "fier", 1, 'did you mean "fire"?'),
        ("damage ogre 7", "half fier", 6, 'did you mean "fire"?'),
        ("damage ogre 7", "half half", 6, "given twice"),
        ("damage ogre 7", "face 30", 6, "a d20 shows"),
        ("damage ogre 7", "half orgre", 6, 'did you mean "ogre"?'),
        ("finish", "half", 1, "unexpected"),
    ],
)
def test_words_that_fit_nowhere_are_an_error_within_them(line: str, words: str, column: int, message: str) -> None:
    at, error = fault(words, of=lambda text, context: amend_line(line, text, context))
    assert at == column
    assert message in error
