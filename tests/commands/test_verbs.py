"""Verbs: the step of each form, errors with their columns, aliases."""

import pytest
from msgspec.structs import replace

from orcus_tui.commands.grammar import verbs_by_name
from orcus_tui.commands.parse import parse
from orcus_tui.commands.power_verbs import power_verbs_of
from orcus_tui.commands.verbs import TABLE
from orcus_tui.dice import parse as dice
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.duration import SAVE_ENDS
from orcus_tui.model.steps import Step
from orcus_tui.systems import SYSTEMS
from tests.helpers.casts.language import BEFORE, CONTEXT, IN_OTHER, fault, parse_words, step
from tests.helpers.fights.language_forms import EONT, FORMS, OGRE


@pytest.mark.parametrize(("line", "meant"), FORMS)
def test_every_form_is_read_as_its_step(line: str, meant: Step) -> None:
    assert step(line) == meant


def test_every_verb_is_among_the_forms() -> None:
    verbs = {verb.name for group in TABLE.values() for verb in group}
    missing = sorted(verbs - {parse_words(line).verb for line, _ in FORMS})
    assert not missing, f"add a form of {', '.join(missing)} to FORMS in tests/helpers/fights/language_forms.py"


def test_a_word_is_the_same_verb_in_a_power_and_in_a_typed_line() -> None:
    for system in SYSTEMS.values():
        typed = verbs_by_name(system)
        assert {name: typed[name] for name in power_verbs_of(system)} == power_verbs_of(system)


def test_words_of_other_systems_are_accepted_in_their_fights() -> None:
    assert step("counter escalation +1", IN_OTHER) == typed_steps.SetCounter("escalation", 1, relative=True)
    assert step("counter esc 0", IN_OTHER) == typed_steps.SetCounter("escalation", 0)
    assert step("attack l ogre adv", IN_OTHER) == typed_steps.Attack("Longsword", OGRE, advantage="adv")


def test_a_command_says_how_it_was_typed() -> None:
    command = parse_words("  ATTACK! longsword OGRE  # at last")
    assert (command.text, command.verb, command.overrule) == ("ATTACK! longsword OGRE  # at last", "attack", True)
    assert not parse_words("next").overrule


@pytest.mark.parametrize("line", ["", "   ", "# what follows is a comment", "#2"])
def test_an_empty_line_is_not_a_command(line: str) -> None:
    assert parse(line, CONTEXT) is None


@pytest.mark.parametrize(
    ("typed", "verb"),
    [("da ogre 7", "damage"), ("ATT l ogre", "attack"), ("fin", "finish"), ("nex", "next"), ("ong ogre 5", "persist")],
)
def test_an_unambiguous_prefix_is_a_verb(typed: str, verb: str) -> None:
    assert parse_words(typed).verb == verb


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("apply ogre dazed save after prone teo", "apply ogre dazed save after prone teont"),
        ("apply ogre dazed save after prone t stunned", "apply ogre dazed save after prone then stunned"),
        ("regen ogre 3 unless fi,col enc", "regen ogre 3 unless fire,cold enc"),
        ("bonus ogre -2 attack while rou 2+ + stag teo", "bonus ogre -2 attack while round 2+ + staggered teont"),
    ],
)
def test_words_after_another_word_may_be_shortened(short: str, full: str) -> None:
    assert step(short) == step(full)


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("dmage ogre 7", 1, '(did you mean "damage"?)'),
        ("re ogre", 1, '"re" could be'),
        ("!", 1, "unknown command"),
        ("damage", 7, "expected a target"),
        ("damage ogre", 12, "expected an amount, e.g. 7 or 2d6+4"),
        ("damage ogre fire", 13, "expected an amount"),
        ("damage ogre -5", 13, "expected an amount"),
        ("damage ogre 2d", 15, ""),
        ("damage ogre 9999d6", 13, ""),
        ("damage orgre 7", 8, 'did you mean "ogre"?'),
        ("damage ogre 7 fier", 15, 'did you mean "fire"?'),
        ("damage ogre 7 fire+clod", 20, 'did you mean "cold"?'),
        ("damage ogre 7 fire cold", 20, "given twice"),
        ("damage ogre 7 half half", 20, "given twice"),
        ("damage ogre 7 miss crit", 20, '"crit" contradicts "miss"'),
        ("damage ogre 7 face 21", 20, "a d20 shows 1 to 20"),
        ("damage ogre 7 face", 19, "expected what the die shows"),
        ("damage ogre 7 by", 17, "expected a creature"),
        ("damage ogre 7 by @party", 18, "expected one creature"),
        ("damage ogre 7 (2d6", 15, "unexpected"),
        ("apply ogre dazd", 12, 'did you mean "dazed"?'),
        ("apply ogre dazed+slowd", 18, 'did you mean "slowed"?'),
        ("apply ogre dazed+", 18, "expected a condition"),
        ("apply ogre s", 12, "could be"),
        ('apply ogre ""', 12, "expected a condition"),
        ("bonus ari 2 attack", 11, "expected a bonus or penalty"),
        ("bonus ari +2 attck", 14, 'did you mean "attack"?'),
        ("resist ogre fier 5", 13, 'did you mean "fire"?'),
        ("attack longswrd ogre", 8, 'Ari has no power "longswrd" (did you mean "longsword"?)'),
        ("attack club cor", 8, 'Ari has no power "club"; ogre has one: add `by NAME`'),
        ("attack bash cor", 8, 'Ari has no power "bash" (did you mean "shield-bash"?)'),
        ("attack dash cor", 8, 'Ari has no power "dash"; it has Longsword, '),
        ("attack sh ogre", 8, '"sh" could be shield-bash or shining-path'),
        ("attack l ogre adv", 15, "Orcus has no advantage; it has ca"),
        ("attack l ogre face 12 total 25", 23, '"total" contradicts "face"'),
        ("attack l ogre face 12,21", 23, "a d20 shows"),
        ("attack l ogre 25 9", 15, "a d20 shows 1 to 20, not 25; an attack also takes `total 25`"),
        ("attack l ogre 12 9 3", 20, "given twice; write several with commas: 12,9,3"),
        ("attack l ogre 12,9 3 4", 22, "given twice"),
        ('ready cor "it moves"', 7, 'write ready "it moves"'),
        ('ready "it moves" cor', 18, 'unexpected "cor"'),
        ("attack l ogre c", 15, '"c" could be ca, coup or charge'),
        ("damage ogre 7 f", 15, '"f" could be fire, force, far or face'),
        ("damage ogre 7 fi+fo+f", 21, '"f" could be fire or force'),
        ("apply ogre dazed e", 18, '"e" could be eont, eot, enc'),
        ("bonus ari +1 attack e", 21, '"e" could be each, eont'),
        ("apply ogre dazed eon:", 22, "something is missing after the colon"),
        ("attack l ogre fce 12", 15, 'did you mean "face"?'),
        ("attack club ari by nobody", 20, "no creature"),
        ("init 15", 6, '"15" needs a target'),
        ("init face 12", 6, '"face" needs a target'),
        ("init ari 12 face 12", 13, "contradicts"),
        ("recover ari x0", 13, "a count of 1 or more"),
        ("save ogre 21", 11, "a d20 shows"),
        ("deathsave cor 0", 15, "a d20 shows"),
        ("rest", 5, 'expected "short" or "long"'),
        ("rest medium", 6, "expected"),
        ("do dashh", 4, 'did you mean "dash"?'),
        ("spent ogre standrad", 12, 'did you mean "standard"?'),
        ("option death_save_timng end", 8, 'did you mean "death_save_timing"?'),
        ("timer Torch 5", 13, "expected a time such as 10m"),
        ("pass 99999d", 6, "expected a time"),
        ('success "Fee them"', 9, 'did you mean "free-them"?'),
        ("challenge Door 6 befroe 3", 18, 'expected "before"'),
        ("outcome ogre flet", 14, 'did you mean "fled"?'),
        ("set ogre max_hpp 3", 10, 'did you mean "max_hp"?'),
        ("add Bandit ach=3", 12, "no field"),
        ("add Bandit hp=3 hp=4", 17, "hp is given twice"),
        ("undo 0", 6, "1 or more"),
        ("undo x", 6, 'unexpected "x"; usage: undo [N|turn]'),
        ("undo 2 turn", 8, '"turn" contradicts "2"'),
        ("remind round x y", 14, "expected the number of a round"),
        ("remind round 0 y", 14, "1 or more"),
        ("remind round 4", 15, "expected a text in quotes"),
        ("shove ogre", 1, 'unknown command "shove"; use `do shove`'),
        ("next ogre now", 11, 'unexpected "now"; usage: next'),
        ("finish ogre", 8, 'unexpected "ogre"; usage: finish'),
        ("help dmage", 6, 'did you mean "damage"?'),
        ('alias damage "next"', 7, "is a command already"),
        ('alias foo! "next"', 7, "an alias is one plain word"),
        ('alias "" "next"', 7, "an alias is one plain word"),
        ('alias burn "d ogre 3; d g1 3"', 12, "one line"),
        ("answer 0", 8, "1 or more"),
        ("answer", 7, "expected "),
        ("amend", 6, "expected "),
        ("damage ogre,,g1 7", 13, "expected a target"),
    ],
)
def test_a_wrong_word_is_pointed_at(line: str, column: int, message: str) -> None:
    at, text = fault(line)
    assert at == column
    assert message in text


def test_the_user_of_a_power_must_be_known() -> None:
    assert fault("attack longsword ogre", BEFORE) == (8, "whose power? it is nobody's turn; add `by NAME`")
    assert step("attack longsword ogre by ari", BEFORE) == typed_steps.Attack("Longsword", OGRE, "ari")


ALIASES = replace(
    CONTEXT, aliases={"burn": "persist ogre 5 fire", "b2": "burn save", "loop": "pool", "pool": "loop", "next": "quit"}
)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("burn", steps.Persist(OGRE, dice("5"), ("fire",))),
        ("BURN eont", steps.Persist(OGRE, dice("5"), ("fire",), EONT)),
        ("b2 by ari", steps.Persist(OGRE, dice("5"), ("fire",), SAVE_ENDS, "ari")),
        ("next", typed_steps.Next()),
    ],
)
def test_an_alias_is_replaced_by_its_line(line: str, meant: Step) -> None:
    assert step(line, ALIASES) == meant


def test_an_alias_may_override() -> None:
    assert parse_words("burn!", ALIASES).overrule


@pytest.mark.parametrize(("line", "column"), [("burn fier", 6), ("burn cold", 6), (" loop", 2)])
def test_an_error_next_to_an_alias_is_at_its_typed_column(line: str, column: int) -> None:
    assert fault(line, ALIASES)[0] == column


@pytest.mark.parametrize("alias", ["damage orgre 7", 'note ari "open', "", "damage ogre 2d"])
def test_an_error_in_an_alias_is_at_the_column_of_the_alias(alias: str) -> None:
    assert fault("  x", replace(CONTEXT, aliases={"x": alias}))[0] == 3


# The speaker of a line


@pytest.mark.parametrize(
    "prefix", ["from Ari: ", 'from "Ari\'s phone": ', "from Ari's phone:", "FROM ari :", 'from "a: b":', "fr Ari: "]
)
def test_the_speaker_of_a_line_changes_nothing_else(prefix: str) -> None:
    plain, said = parse_words("attack! longsword ogre face 15"), parse_words(f"{prefix}attack! longsword ogre face 15")
    assert said == replace(plain, text=said.text, columns=said.columns)
    assert said.text.startswith(prefix)
    assert said.columns["faces"] == plain.columns["faces"] + len(prefix)


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("from ari next", 14, "a colon is missing after the name: from Ari: LINE"),
        ("from : next", 5, "who says it? from Ari: LINE"),
        ("from ari:", 10, "expected a line"),
        ("from ari: from bel: next", 11, "a line has one speaker"),
        ("from a:b: next", 7, 'a colon in a name needs quotes: from "A: B": LINE'),
        ("f ari: next", 3, 'unexpected "ari:"; usage: finish'),
        ("fr ari next", 1, 'unknown command "fr"'),
        ("from ari: nxt", 11, 'unknown command "nxt" (did you mean "next"?)'),
    ],
)
def test_a_line_without_the_name_or_the_colon(line: str, column: int, message: str) -> None:
    assert fault(line) == (column, message)
