"""Every form of the contract's tables of verbs, and the step it comes to."""

import pytest
from msgspec.structs import replace
from test_language_cast import BEFORE, CONTEXT, IN_OTHER, fault, said, step

from orcus_tui.commands.verbs import TABLE
from orcus_tui.dice import parse as dice
from orcus_tui.model import requests, steps
from orcus_tui.model.duration import SAVE_ENDS, SOURCE, Duration
from orcus_tui.model.steps import Step

OGRE = ("ogre",)
EONT = Duration("end", SOURCE)

FORMS: list[tuple[str, Step]] = [
    ("init", steps.Init()),
    ("i", steps.Init()),
    ("init g1-2", steps.Init(("goblin1", "goblin2"))),
    ("init ari 17", steps.Init(("ari",), total=17)),
    ("init ari -1", steps.Init(("ari",), total=-1)),
    ("init ari face 12", steps.Init(("ari",), face=12)),
    ("begin", steps.Begin()),
    ("begin first ogre", steps.Begin("ogre")),
    ("next", steps.Next()),
    ("n", steps.Next()),
    ("preview", requests.Preview()),
    ("next?", requests.Preview()),
    ("surprise @party", steps.Surprise(("ari", "cor"))),
    ("delay", steps.Delay()),
    ("delay 12", steps.Delay(12)),
    ('ready "the ogre moves"', steps.Ready("the ogre moves")),
    ("ready the ogre moves", steps.Ready("the ogre moves")),
    ("act cor", steps.Act("cor")),
    ("finish", steps.Finish()),
    ("rest short", steps.Rest("short")),
    ("rest LONG", steps.Rest("long")),
    ("damage ogre 7", steps.Damage(OGRE, dice("7"))),
    ("d ogre 2d6+4 fire", steps.Damage(OGRE, dice("2d6+4"), ("fire",))),
    ("dmg ogre (1d8+2)*2 fire+cold", steps.Damage(OGRE, dice("(1d8+2)*2"), ("cold", "fire"))),
    ("damage ogre d8", steps.Damage(OGRE, dice("d8"))),
    ("damage ogre 7 half", steps.Damage(OGRE, dice("7"), half=True)),
    (
        "damage ogre 7 by ari crit face 20 ranged fire missed g1,g2",
        steps.Damage(
            OGRE,
            dice("7"),
            ("fire",),
            crit=True,
            range="ranged",
            face=20,
            source="ari",
            missed=("goblin1", "goblin2"),
        ),
    ),
    ("damage ogre 7 miss melee", steps.Damage(OGRE, dice("7"), miss=True, range="melee")),
    ("heal ari 2d8", steps.Heal(("ari",), dice("2d8"))),
    ("h cor 5", steps.Heal(("cor",), dice("5"))),
    ("temp ari 5", steps.Temp(("ari",), dice("5"))),
    ("recover ari", steps.Recover(("ari",))),
    ("recover ari x2", steps.Recover(("ari",), 2)),
    ("recover ari x2 9", steps.Recover(("ari",), 2, dice("9"))),
    ("recover ari 9", steps.Recover(("ari",), 1, dice("9"))),
    ("rally", steps.Rally()),
    ("rally cor", steps.Rally(("cor",))),
    ("kill g1,g2", steps.Kill(("goblin1", "goblin2"))),
    ("knockout ogre", steps.Knockout(OGRE)),
    ("revive goblin3", steps.Revive(("goblin3",))),
    ("revive goblin3 5", steps.Revive(("goblin3",), 5)),
    ("stabilize cor", steps.Stabilize(("cor",))),
    ("apply ogre dazed", steps.Apply(OGRE, ("dazed",))),
    ("a ogre daz", steps.Apply(OGRE, ("dazed",))),
    ("apply ogre DAZED+slowed save", steps.Apply(OGRE, ("dazed", "slowed"), SAVE_ENDS)),
    ('apply ogre "on fire"', steps.Apply(OGRE, ("on fire",))),
    ('apply ogre "Dazed"', steps.Apply(OGRE, ("dazed",))),
    ('apply ogre prone+"on fire" eont', steps.Apply(OGRE, ("prone", "on fire"), EONT)),
    ("apply ogre dazed by cor eont", steps.Apply(OGRE, ("dazed",), EONT, "cor")),
    (
        "apply ogre slowed save by cor then immobile",
        steps.Apply(OGRE, ("slowed",), SAVE_ENDS, "cor", ("immobile",)),
    ),
    ("apply ogre dominated", steps.Apply(OGRE, ("controlled",))),
    ("persist ogre 5", steps.Persist(OGRE, dice("5"))),
    ("p ogre 5 fire", steps.Persist(OGRE, dice("5"), ("fire",))),
    (
        'ongoing ogre 1d6 cold+fire eont by ari "Frostbrand"',
        steps.Persist(OGRE, dice("1d6"), ("cold", "fire"), EONT, "ari", "Frostbrand"),
    ),
    ("regen ogre 5 enc", steps.Regen(OGRE, dice("5"), Duration("encounter"))),
    ("regen ogre 3 3 rounds", steps.Regen(OGRE, dice("3"), Duration("rounds", number=3))),
    ("mark ogre", steps.Mark(OGRE)),
    ("mark ogre eont by cor", steps.Mark(OGRE, EONT, "cor")),
    ("bonus ari +2 attack", steps.Bonus(("ari",), 2, "attack")),
    ("b ari −2 ac power eont", steps.Bonus(("ari",), -2, "ac", "power", EONT)),
    ("bonus ari +1 fort eont feat by cor", steps.Bonus(("ari",), 1, "fortitude", "feat", EONT, "cor")),
    ("bonus ari +5 saves", steps.Bonus(("ari",), 5, "saves")),
    ("bonus ari +5 save", steps.Bonus(("ari",), 5, "saves")),
    ("resist ogre fire 5", steps.Withstand(OGRE, "resist", "fire", 5)),
    ("resist ogre all 2 eont", steps.Withstand(OGRE, "resist", "all", 2, EONT)),
    ("resist ogre near 3 rounds", steps.Withstand(OGRE, "resist", "near", None, Duration("rounds", number=3))),
    ("vulnerable ogre radiant 10", steps.Withstand(OGRE, "vulnerable", "radiant", 10)),
    ("immune ogre poison", steps.Withstand(OGRE, "immune", "poison")),
    ("immune ogre dazed save", steps.Withstand(OGRE, "immune", "dazed", None, SAVE_ENDS)),
    ('immune ogre "charm"', steps.Withstand(OGRE, "immune", "charm")),
    ("remove ogre prone", steps.Remove(OGRE, "prone")),
    ("rm ogre all", steps.Remove(OGRE)),
    ('remove ogre "all"', steps.Remove(OGRE, "all")),
    ('remove ogre "5 fire"', steps.Remove(OGRE, "5 fire")),
    ("remove ogre #2", steps.Remove(OGRE, "#2")),
    (
        'remind @foes start "the wall burns"',
        steps.Remind(("goblin4", "ogre", "goblin1", "goblin2"), "start", "the wall burns"),
    ),
    ('remind ogre end "slide" eont by ari', steps.Remind(OGRE, "end", "slide", EONT, "ari")),
    ("maintain", steps.Maintain()),
    ("maintain shining-path", steps.Maintain("Shining Path")),
    ("save ogre", steps.Save(OGRE)),
    ("s ogre 12", steps.Save(OGRE, face=12)),
    ("save ogre fire 12 +2", steps.Save(OGRE, "fire", 12, 2)),
    ("save ogre +2 12 fire", steps.Save(OGRE, "fire", 12, 2)),
    ('save ogre "5 fire" 9', steps.Save(OGRE, "5 fire", 9)),
    ("save ogre #2", steps.Save(OGRE, "#2")),
    ("deathsave cor", steps.DeathSave(("cor",))),
    ("deathsave cor 20", steps.DeathSave(("cor",), 20)),
    ("attack longsword ogre", steps.Attack("Longsword", OGRE)),
    ("atk shield-bash g2,g1", steps.Attack("Shield Bash", ("goblin2", "goblin1"))),
    ('attack "shield bash" ogre ca', steps.Attack("Shield Bash", OGRE, edge="ca")),
    ("attack l ogre -2 charge", steps.Attack("Longsword", OGRE, bonus=-2, manner="charge")),
    ("attack club ari by ogre coup", steps.Attack("Club", ("ari",), "ogre", manner="coup")),
    ("attack l g1,g2 face 12,5 hit 9", steps.Attack("Longsword", ("goblin1", "goblin2"), faces=(12, 5), hit=dice("9"))),
    ("attack l g1,g2 total 25,-1", steps.Attack("Longsword", ("goblin1", "goblin2"), totals=(25, -1))),
    ("use shining-path", steps.UsePower("Shining Path")),
    ("u slimy ari,cor by ogre", steps.UsePower("Slimy Spew", ("ari", "cor"), "ogre")),
    ("do dash", steps.Do("dash")),
    ("do stand by cor", steps.Do("stand", source="cor")),
    ("do helpattack cor ogre", steps.Do("helpattack", ("cor", "ogre"))),
    ("do helpattack cor,ogre by ari", steps.Do("helpattack", ("cor", "ogre"), "ari")),
    ("do shove ogre", steps.Do("shove", OGRE)),
    ("spend ogre slimy-spew", steps.Spend(OGRE, "Slimy Spew")),
    ("recharge ogre sl", steps.Recharge(OGRE, "Slimy Spew")),
    ("ap", steps.ActionPoint()),
    ("ap cor", steps.ActionPoint(("cor",))),
    ("spent ogre standard", steps.SpendAction(OGRE, "standard")),
    ("spent ogre opportunity", steps.SpendAction(OGRE, "opportunity")),
    ("roll 3d6", steps.RollDice(dice("3d6"))),
    ('r d20+5 "to spot it"', steps.RollDice(dice("d20+5"), "to spot it")),
    ("add Bandit", steps.Add("Bandit")),
    (
        'add "Bandit Lord" x3 hp=20 init=2 ac=15',
        steps.Add("Bandit Lord", 3, (("hp", "20"), ("init", "2"), ("ac", "15"))),
    ),
    ('add Bandit hp=20 x3 notes="a b"', steps.Add("Bandit", 3, (("hp", "20"), ("notes", "a b")))),
    ("drop g1", steps.Drop(("goblin1",))),
    ("reserve g1", steps.Reserve(("goblin1",))),
    ("enter wolf", steps.Enter(("wolf",))),
    ("set ogre hp 12", steps.SetField(OGRE, "hp", "12")),
    ("set ogre ac 18", steps.SetField(OGRE, "defenses.ac", "18")),
    ("set ogre defenses.ac 18", steps.SetField(OGRE, "defenses.ac", "18")),
    ("set ogre init 3", steps.SetField(OGRE, "initiative", "3")),
    ('set ogre name "Big Ogre"', steps.SetField(OGRE, "name", "Big Ogre")),
    ('set ogre immune ["charm", "fire"]', steps.SetField(OGRE, "immune", '["charm", "fire"]')),
    ('note ari "two words"', steps.Note(("ari",), "two words")),
    ("hide g1", steps.Hide(("goblin1",))),
    ("reveal g1", steps.Reveal(("goblin1",))),
    ("side ogre party", steps.ChangeSide(OGRE, "party")),
    ('rename ogre "Big Ogre"', steps.Rename(OGRE, "Big Ogre")),
    ("move ogre before ari", steps.Move(OGRE, "before", "ari")),
    ("move ogre after cor", steps.Move(OGRE, "after", "cor")),
    ("option death_save_timing end", steps.SetOption("death_save_timing", "end")),
    ("option death_save_t E", steps.SetOption("death_save_timing", "end")),
    ("option min_half f", steps.SetOption("min_half", "false")),
    ("option min_half no", steps.SetOption("min_half", "no")),
    ("set ogre id x", steps.SetField(OGRE, "id", "x")),
    ("counter ari.conviction -1", steps.SetCounter("conviction", -1, relative=True, creature="ari")),
    ("counter ari.conviction 2", steps.SetCounter("conviction", 2, creature="ari")),
    ("show", requests.Show()),
    ("show ogre", requests.Show("ogre")),
    ("why ogre", requests.Why("ogre")),
    ("why ogre prone", requests.Why("ogre", "prone")),
    ("why ogre #2", requests.Why("ogre", "#2")),
    ("log", requests.ShowLog()),
    ("log 5", requests.ShowLog(5)),
    ("help", requests.Help()),
    ("help dmg", requests.Help("damage")),
    ("undo", requests.Undo()),
    ("z 3", requests.Undo(3)),
    ("redo", requests.Redo()),
    ("y 2", requests.Redo(2)),
    ("amend -4", requests.Amend(1, "-4")),
    ("amend face 17", requests.Amend(1, "face 17")),
    ("amend 3 face 17", requests.Amend(3, "face 17")),
    ("amend 9", requests.Amend(1, "9")),
    ('amend 2 "on fire" save', requests.Amend(2, '"on fire" save')),
    ("ask none", steps.Ask("none")),
    ("ask party", steps.Ask("party")),
    ("answer 12", steps.Answer(12)),
    ("answer 3 12", steps.Answer(12, 3)),
    ("answer all", steps.AnswerAll()),
    ("write", requests.Write()),
    ("w my-fight.toml", requests.Write("my-fight.toml")),
    ("keep", requests.Keep()),
    ("keep my-party.toml", requests.Keep("my-party.toml")),
    ("open ford.toml", requests.Open("ford.toml")),
    ('run "my script.txt"', requests.Run("my script.txt")),
    ("export log.md", requests.Export("log.md")),
    ('alias burn "persist . 5 fire"', requests.Alias("burn", "persist . 5 fire")),
    ("quit", requests.Quit()),
    ("q", requests.Quit()),
]


@pytest.mark.parametrize(("line", "meant"), FORMS)
def test_every_form_of_the_contract(line: str, meant: Step) -> None:
    assert step(line) == meant


def test_every_verb_is_among_the_forms() -> None:
    verbs = {verb.name for group in TABLE.values() for verb in group}
    assert verbs == {said(line).verb for line, _ in FORMS}


def test_what_other_systems_have() -> None:
    assert step("counter escalation +1", IN_OTHER) == steps.SetCounter("escalation", 1, relative=True)
    assert step("counter esc 0", IN_OTHER) == steps.SetCounter("escalation", 0)
    assert step("attack l ogre adv", IN_OTHER) == steps.Attack("Longsword", OGRE, edge="adv")


def test_a_command_says_how_it_was_typed() -> None:
    command = said("  ATTACK! longsword OGRE  # at last")
    assert (command.text, command.verb, command.overrule) == ("ATTACK! longsword OGRE  # at last", "attack", True)
    assert not said("next").overrule


@pytest.mark.parametrize("line", ["", "   ", "# what follows is a comment", "#2"])
def test_nothing_said_is_no_command(line: str) -> None:
    from orcus_tui.commands.parse import parse

    assert parse(line, CONTEXT) is None


@pytest.mark.parametrize(
    ("typed", "verb"),
    [("da ogre 7", "damage"), ("ATT l ogre", "attack"), ("fin", "finish"), ("nex", "next"), ("ong ogre 5", "persist")],
)
def test_an_unambiguous_prefix_is_a_verb(typed: str, verb: str) -> None:
    assert said(typed).verb == verb


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("dmage ogre 7", 1, '(did you mean "damage"?)'),
        ("re ogre", 1, '"re" could be'),
        ("!", 1, "there is no verb"),
        ("damage", 7, "who (a target) is missing"),
        ("damage ogre", 12, "an amount, as 7 or 2d6+4 is missing"),
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
        ("damage ogre 7 face", 19, "what the die shows is missing"),
        ("damage ogre 7 by", 17, "a creature is missing"),
        ("damage ogre 7 by @party", 18, "one creature is meant"),
        ("damage ogre 7 (2d6", 15, "is not for damage"),
        ("apply ogre dazd", 12, 'did you mean "dazed"?'),
        ("apply ogre dazed+slowd", 18, 'did you mean "slowed"?'),
        ("apply ogre dazed+", 18, "a condition is missing"),
        ("apply ogre s", 12, "could be"),
        ('apply ogre ""', 12, "a condition is missing"),
        ("bonus ari 2 attack", 11, "expected a bonus or penalty"),
        ("bonus ari +2 attck", 14, 'did you mean "attack"?'),
        ("resist ogre fier 5", 13, 'did you mean "fire"?'),
        ("attack longswrd ogre", 8, 'Ari has no power "longswrd" (did you mean "longsword"?)'),
        ("attack club cor", 8, 'Ari has no power "club"; ogre has: say by NAME'),
        ("attack bash cor", 8, 'Ari has no power "bash"; it has Longsword, '),
        ("attack sh ogre", 8, '"sh" could be shield-bash or shining-path'),
        ("attack l ogre adv", 15, "Orcus has no adv; it has ca"),
        ("attack l ogre face 12 total 25", 23, '"total" contradicts "face"'),
        ("attack l ogre face 12,21", 23, "a d20 shows"),
        ("attack l ogre fce 12", 15, 'did you mean "face"?'),
        ("attack club ari by nobody", 20, "nobody here"),
        ("init 15", 6, '"15" needs who'),
        ("init face 12", 6, '"face" needs who'),
        ("init ari 12 face 12", 13, "contradicts"),
        ("recover ari x0", 13, "x1 or more"),
        ("save ogre 21", 11, "a d20 shows"),
        ("deathsave cor 0", 15, "a d20 shows"),
        ("rest", 5, '"short" or "long" is missing'),
        ("rest medium", 6, "expected"),
        ("do dashh", 4, 'did you mean "dash"?'),
        ("spent ogre standrad", 12, 'did you mean "standard"?'),
        ("option death_save_timng end", 8, 'did you mean "death_save_timing"?'),
        ("counter escalation 1", 9, "NAME.RESOURCE"),
        ("set ogre max_hpp 3", 10, 'did you mean "max_hp"?'),
        ("add Bandit ach=3", 12, "no field"),
        ("add Bandit hp=3 hp=4", 17, "hp is given twice"),
        ("undo 0", 6, "1 or more"),
        ("undo x", 6, "is not for undo"),
        ("next ogre", 6, "is not for next: next"),
        ("help dmage", 6, 'did you mean "damage"?'),
        ('alias damage "next"', 7, "is a verb already"),
        ("answer 0", 8, "1 or more"),
        ("answer", 7, "missing"),
        ("amend", 6, "missing"),
        ("damage ogre,,g1 7", 13, "a target is missing"),
    ],
)
def test_a_wrong_word_is_pointed_at(line: str, column: int, message: str) -> None:
    at, text = fault(line)
    assert at == column
    assert message in text


def test_whose_power_must_be_known() -> None:
    assert fault("attack longsword ogre", BEFORE) == (8, "whose power? it is nobody's turn: say by NAME")
    assert step("attack longsword ogre by ari", BEFORE) == steps.Attack("Longsword", OGRE, "ari")


ALIASES = replace(
    CONTEXT, aliases={"burn": "persist ogre 5 fire", "b2": "burn save", "loop": "pool", "pool": "loop", "next": "quit"}
)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("burn", steps.Persist(OGRE, dice("5"), ("fire",))),
        ("BURN eont", steps.Persist(OGRE, dice("5"), ("fire",), EONT)),
        ("b2 by ari", steps.Persist(OGRE, dice("5"), ("fire",), SAVE_ENDS, "ari")),
        ("next", steps.Next()),
    ],
)
def test_an_alias_stands_for_its_line(line: str, meant: Step) -> None:
    assert step(line, ALIASES) == meant


def test_an_alias_may_overrule() -> None:
    assert said("burn!", ALIASES).overrule


@pytest.mark.parametrize(("line", "column"), [("burn fier", 6), ("burn cold", 6), (" loop", 2)])
def test_a_fault_beside_an_alias_is_where_it_is_typed(line: str, column: int) -> None:
    assert fault(line, ALIASES)[0] == column


@pytest.mark.parametrize("told", ["damage orgre 7", 'note ari "open', "", "damage ogre 2d"])
def test_a_fault_within_an_alias_is_where_the_alias_stands(told: str) -> None:
    assert fault("  x", replace(CONTEXT, aliases={"x": told}))[0] == 3
