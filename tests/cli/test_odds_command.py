"""`orcus-tui odds` from a shell: what it prints, and how it refuses."""

import json

import pytest
from shell import Shell

HEROES = """format = 1
system = "orcus"
[[creature]]
name = "Cor"
kind = "pc"
level = 1
max_hp = 30
defenses = { ac = 14 }
[[creature.power]]
name = "Club"
attack = "+5 vs AC"
damage = "1d8+2"
"""
FOES = HEROES.replace("Cor", "Rat").replace('"pc"', '"standard"').replace("30", "9")
FIGHT = HEROES + FOES.split('system = "orcus"\n')[1]


@pytest.fixture
def shell(tmp_path):
    shell = Shell(tmp_path)
    shell.write("fight.toml", FIGHT)
    shell.write("foes.toml", FOES)
    shell.write("heroes.toml", HEROES)
    return shell


def test_the_document_plays_exactly_so_many_of_one_pair(shell):
    done = shell(
        "odds", "fight.toml", "--fights", "30", "--habit", "focused,wild", "--seed", "4", "--json", "--processes", "1"
    )
    found = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert [(each["party"], each["foes"], each["fights"]) for each in found["habits"]] == [("focused", "wild", 30)]
    assert found["seed"] == 4
    assert found["range"] == pytest.approx([found["habits"][0]["won"] / 30] * 2, abs=1e-4)


def test_heroes_come_from_another_file(shell):
    alone = shell("odds", "foes.toml", "--fights", "5", "--processes", "1")
    assert (alone.returncode, alone.stderr) == (2, "there are no heroes to play the fight with\n")
    done = shell("odds", "foes.toml", "--party", "heroes.toml", "--fights", "5", "--processes", "1")
    assert done.returncode == 0
    assert "The party won " in done.stdout
    assert "Cor" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("heroes.toml",), "there are no foes to play the fight with\n"),
        (("missing.toml",), "missing.toml: there is no such file\n"),
        (("fight.toml", "--fights", "0"), "--fights takes a number from 1\n"),
        (
            ("fight.toml", "--habit", "focused"),
            "expected two habits, such as focused,hunting: the party's, then the foes'\n",
        ),
    ],
)
def test_bad_input_is_refused_in_a_line(shell, words, message):
    done = shell("odds", *words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)
