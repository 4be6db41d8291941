"""A fight of three rounds typed with its dice, and its figures, computed by hand."""

import json
from typing import Any

import pytest

from orcus_tui.report.journal_report import report_journal
from orcus_tui.report.report_text import report_lines
from tests.helpers.disks.shell import Shell

BRIDGE = """
format = 1
name = "The narrow bridge"

[[creature]]
name = "Ari"
kind = "pc"
max_hp = 30
initiative_total = 20
defenses = { ac = 16 }
power = [
  { name = "Blade", attack = "+5 vs AC", damage = "1d8+3" },
  { name = "Mend", action = "swift", use = "encounter", range = "near 5", effects = ["heal 6"] },
]

[[creature]]
name = "Cor"
kind = "pc"
max_hp = 24
initiative_total = 15
defenses = { ac = 14 }
power = [{ name = "Bow", range = "ranged 20", attack = "+6 vs AC", damage = "1d10+2" }]

[[creature]]
name = "Ogre"
max_hp = 40
initiative_total = 12
resist = { fire = 5 }
defenses = { ac = 15 }
power = [{ name = "Club", attack = "+7 vs AC", damage = "2d6+4", effects = ["apply prone"] }]

[[creature]]
name = "Rat"
kind = "mook"
count = 2
max_hp = 1
initiative_total = 5
defenses = { ac = 13 }
power = [{ name = "Bite", attack = "+4 vs AC", damage = "3" }]
"""

# Each line with the faces rolled for it, and its result.
LINES = (
    ("begin", "", "Ari 20, Cor 15, Ogre 12, the rats 5"),
    # round 1
    ("attack blade ogre", "12 6", "17 hits AC 15: 6 + 3 = 9, Ogre 40 → 31"),
    ("next", "", ""),
    ("attack bow rat1", "3", "9 misses AC 13"),
    ("next", "", ""),
    ("attack club cor", "20", "critical hit: 12 + 4 = 16, Cor 24 → 8, prone"),
    ("next", "", ""),
    ("attack bite cor", "15", "21 with combat advantage hits AC 14: Cor 8 → 5"),
    ("next", "", ""),
    ("attack bite ari", "2", "6 misses AC 16"),
    ("next", "", ""),
    # round 2
    ("use mend cor", "", "Cor 5 → 11"),
    ("attack blade rat1", "10 4", "15 hits AC 13: 4 + 3 = 7, Rat 1 1 → −6, 6 too many"),
    ("next", "", ""),
    ("do stand", "", "Cor is not prone any more"),
    ("attack bow ogre", "19 8", "25 hits AC 15: 8 + 2 = 10, Ogre 31 → 21"),
    ("next", "", ""),
    ("attack club cor", "9 5 4", "16 hits AC 14: 5 + 4 + 4 = 13, Cor 11 → −2, 2 too many; Cor goes down, prone"),
    ("next", "", ""),
    ("attack bite ari", "17", "21 hits AC 16: Ari 30 → 27"),
    ("next", "", ""),
    # round 3
    ("attack blade ogre", "1", "a 1 misses"),
    ("temp ari 4", "", ""),
    ("next", "", ""),
    ("next", "11", "Cor's death save"),
    ("attack club ari", "14 3 3", "21 hits AC 16: 3 + 3 + 4 = 10, of which 4 temporary, Ari 27 → 21, prone"),
    ("damage rat2 3", "", "nobody's: Rat 2 1 → −2"),
    ("damage ogre 8 fire by cor", "", "resist 5: Ogre 21 → 18"),
    ("finish", "", ""),
)

# The figures of each creature, and the events behind them.
FIGURES = """
           ari      cor       ogre        rat1  rat2
dealt      16       13        35          3     3
           9+7      10+3      16+13+6     3     3
taken      9        32        22          7     3
           3+6      16+3+13   9+10+3      7     3
healed     6        0         0           0     0
overkill   6        0         2           0     0
absorbed   4        0         5           0     0
hits       2        1         3           1     1
misses     1        1         0           0     1
criticals  0        0         1           0     0
kills      1        0         0           0     0
falls      0        1         0           1     1
conditions 0        0         3           0     0
limited_powers 1    0         0           0     0
turns      3        3         3           1     2
turns_lost 0        1         0           0     0
rolls      3        2         3           1     2
rolls_made 2        1         3           1     1
"""

# By the number that each d20 needed: Ari 10, 8 and 10; Cor 7 and 9; the ogre 7, 7 and 9; the rats 8, 12 and 12.
EXPECTED = {"ari": 0.55 + 0.65 + 0.55, "cor": 0.7 + 0.6, "ogre": 0.7 + 0.7 + 0.6, "rat1": 0.65, "rat2": 0.45 + 0.45}

PRINTED = """\
The narrow bridge: 3 rounds

Party: 29 dealt, 41 taken, 6 healed
                     dealt             taken healed    hits kills falls  time
  Ari                  16 █████            9      6     2/3     1
  Cor                  13 ████            32            1/2           1
  1 turn without an action, 4 damage absorbed, 6 damage beyond the last hit
  point, 1 limited power used

Foes: 41 dealt, 32 taken, 0 healed
                     dealt             taken healed    hits kills falls  time
  Ogre                 35 ████████████    22            3/3
  Rat 1                 3 █                7            1/1           1
  Rat 2                 3 █                3            1/2           1
  1 critical hit, 3 conditions caused, 5 damage absorbed, 2 damage beyond the
  last hit point

3 damage without a named source.

Damage dealt   by the party       by the foes
  round 1         9 ██████           19 ████████████
  round 2        17 ███████████      16 ██████████
  round 3         3 ██                6 ████

Turn by turn (each column a turn)
  round                             1   2   3
  Party, hit points left           ███▆▆▆▇▇▅▅▅▅▄ 39 %
  Party, falls                     ········†····
  Foes, hit points left            █▇▇▇▇▇▇▅▅▅▅▅▄ 43 %
  Foes, falls                      ······†·····†
  Cor: prone                       ···━━━━━━━━━━
  Ari: prone                       ············━
  round 1, Ari's turn: 21 % to the party
  round 1, Ogre's turn: 30 % to the foes
  round 2, Cor's turn: 24 % to the party

Round 2: Rat 1 dies, after 7 from Ari (Blade)
Round 2: Cor goes down, after 16 from Ogre (Club), 3 from Rat 1 (Bite), 13
  from Ogre (Club)
Round 3: Rat 2 dies, after 3
"""


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A shell whose folder has the journal of the fight."""
    shell = Shell(tmp_path_factory.mktemp("bridge"))
    shell.write("bridge.toml", BRIDGE)
    shell.write("bridge.txt", "\n".join(line for line, _, _ in LINES))
    faces = " ".join(faces for _, faces, _ in LINES if faces)
    done = shell("play", "bridge.toml", "--script", "bridge.txt", "--dice", faces)
    assert (done.returncode, done.stderr) == (0, "")
    return shell


@pytest.fixture(scope="module")
def found(shell: Shell) -> dict[str, Any]:
    shell("report", "-o", "bridge.json")
    document = json.loads((shell.folder / "bridge.json").read_text(encoding="utf-8"))
    assert isinstance(document, dict)
    return document


def worked_by_hand() -> list[tuple[str, str, int]]:
    """Each figure of the table: creature, name and value; a row without a name continues the one above."""
    heading, *rows = (line.split() for line in FIGURES.strip().splitlines())
    return [
        (creature, figure, int(amount))
        for figure, *amounts in rows
        if figure[0].isalpha()
        for creature, amount in zip(heading, amounts, strict=True)
    ]


@pytest.mark.parametrize(("creature", "figure", "amount"), worked_by_hand())
def test_a_figure_equals_the_total_of_the_dice(found: dict[str, Any], creature: str, figure: str, amount: int) -> None:
    assert found["creatures"][creature][figure] == amount


def test_the_expectation_of_the_dice_is_exact(found: dict[str, Any]) -> None:
    expected = {each: figures["rolls_expected"] for each, figures in found["creatures"].items()}
    assert expected == pytest.approx(EXPECTED)


def test_the_figures_of_the_fight(found: dict[str, Any]) -> None:
    assert (found["rounds"], found["unattributed"], found["healed_by_nobody"]) == (3, 3, 0)
    assert found["damage_by_round"] == {
        "1": {"party": 9, "foes": 16 + 3},
        "2": {"party": 7 + 10, "foes": 13 + 3},
        "3": {"party": 3, "foes": 6},
    }
    assert [(each["creature"], each["round"], each["dead"]) for each in found["falls"]] == [
        ("rat1", 2, True),
        ("cor", 2, False),
        ("rat2", 3, True),
    ]
    assert found["course"][-1]["party"] == pytest.approx(21 / 54)
    assert found["course"][-1]["foes"] == pytest.approx(18 / 42)


def test_conditions_last_from_turn_to_turn(found: dict[str, Any]) -> None:
    whose = [each["creature"] for each in found["course"]]
    conditions = [
        (each["creature"], each["condition"], each["by"], whose[each["first"]], each["first"], each["last"])
        for each in found["conditions"]
    ]
    assert conditions == [
        ("cor", "prone", "ogre", "ogre", 3, 7),  # until Cor's own turn in round 2
        ("cor", "prone", "ogre", "ogre", 8, 12),  # to the end
        ("ari", "prone", "ogre", "ogre", 12, 12),
    ]


def test_the_report_is_printed_as_shown_here(shell: Shell) -> None:
    (journal,) = shell.state.rglob("*.jsonl")
    figures = report_journal(journal).figures
    for each in figures.creatures.values():
        each.seconds = 0.0  # the time that the computer took for its turns
    assert [*report_lines(figures)] == PRINTED.splitlines()
