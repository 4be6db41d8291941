"""`orcus-tui odds` from a shell: its output and its refusals."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from orcus_tui.cli import odds
from orcus_tui.simulation import calibration, forecast
from orcus_tui.simulation.day import Day
from tests.helpers.disks.shell import Shell

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
def shell(tmp_path: Path) -> Shell:
    shell = Shell(tmp_path)
    shell.write("fight.toml", FIGHT)
    shell.write("foes.toml", FOES)
    shell.write("heroes.toml", HEROES)
    shell.write("later.toml", FIGHT.replace("max_hp = 30", "max_hp = 31"))
    shell.write("other.toml", FIGHT.replace("orcus", "archmage").replace("ac = 14", "ac = 14, pd = 14, md = 14"))
    return shell


def test_the_document_has_the_requested_fights_of_one_pair(shell: Shell) -> None:
    done = shell(
        "odds", "fight.toml", "--fights", "30", "--habit", "focused,wild", "--seed", "4", "--json", "--processes", "1"
    )
    found = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert [(each["party"], each["foes"], each["fights"]) for each in found["habits"]] == [("focused", "wild", 30)]
    assert found["seed"] == 4
    assert found["range"] == pytest.approx([found["habits"][0]["won"] / 30] * 2, abs=1e-4)


def test_heroes_come_from_another_file(shell: Shell) -> None:
    alone = shell("odds", "foes.toml", "--fights", "5", "--processes", "1")
    assert (alone.returncode, alone.stderr) == (
        2,
        "there are no heroes to play the fight with: a party file brings them\n",
    )
    done = shell("odds", "foes.toml", "--party", "heroes.toml", "--fights", "5", "--processes", "1")
    assert done.returncode == 0
    assert "The party won " in done.stdout
    assert "Cor" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("heroes.toml",), "there are no foes to play the fight with\n"),
        (("fight.toml", "--json", "--middle"), "--middle and --open do not go with --json\n"),
        (
            ("fight.toml", "--what-if", "drop rat"),
            "drop rat: then there are no foes to play the fight with\n",
        ),
        ((), "name an encounter file, or a folder of journals with --journals\n"),
        (("missing.toml",), "missing.toml: there is no such file\n"),
        (("fight.toml", "--fights", "0"), "--fights takes a number from 1\n"),
        (("fight.toml", "missing.toml"), "missing.toml: there is no such file\n"),
        (("fight.toml", "other.toml"), "other is for archmage; the day began in orcus\n"),
        (("fight.toml", "later.toml"), "later has other heroes than fight: a day has one party\n"),
        (("fight.toml", "fight.toml", "--rest", "nap"), "--rest takes short, long or none\n"),
        (
            ("fight.toml", "fight.toml", "--middle"),
            "--middle, --open and --what-if are for one fight, not for a day\n",
        ),
        (("fight.toml", "--offers", "some"), "--offers takes all or none\n"),
        (
            ("fight.toml", "--habit", "focused"),
            "expected two habits, such as focused,hunting: the party's, then the foes'; or mirror\n",
        ),
    ],
)
def test_bad_input_is_refused_with_one_line(shell: Shell, words: tuple[str, ...], message: str) -> None:
    done = shell("odds", *words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_a_change_is_shown_below_the_odds_and_in_the_document(shell: Shell) -> None:
    asked = ("odds", "fight.toml", "--fights", "10", "--processes", "1", "--what-if", "damage cor 28")
    lines = shell(*asked).stdout.splitlines()
    assert lines[-1].startswith("With `damage cor 28`: ")
    assert lines[-1].endswith("90 pairs with the same dice)")
    (found,) = json.loads(shell(*asked, "--json").stdout)["what_if"]
    assert (found["lines"], found["pairs"]) == (["damage cor 28"], 90)
    assert found["low"] <= found["difference"] <= found["high"]
    assert found["difference"] < 0


def test_the_odds_of_a_day_list_each_fight(shell: Shell) -> None:
    asked = ("odds", "fight.toml", "fight.toml", "--fights", "6", "--processes", "1", "--rest", "long")
    lines = shell(*asked).stdout.splitlines()
    assert lines[0] == "fight, then fight, Orcus"
    assert "54 days" in lines[2]
    assert [each[:8] for each in lines if each.startswith(("1. ", "2. "))] == ["1. fight", "2. fight"]
    document = json.loads(shell(*asked, "--json").stdout)
    assert (document["rest"], [each["name"] for each in document["fights"]]) == ("long", ["fight", "fight"])
    assert document["fights"][0]["reached"] == 54
    assert document["fights"][1]["reached"] == document["fights"][0]["won"]


def stop_after_a_look(days: Sequence[Day], plan: forecast.Plan) -> Iterator[tuple[forecast.Forecast, ...]]:
    yield next(forecast.forecast_days(days, plan))
    raise KeyboardInterrupt


def test_ctrl_c_prints_the_odds_so_far(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "forecast_days", stop_after_a_look)
    done = shell("odds", "fight.toml", "--processes", "1", "--what-if", "damage cor 28")
    assert (done.returncode, done.stderr) == (130, "")
    assert "of 9 fights, too few for a range (seed 1; stopped before the end)" in done.stdout
    assert "With `" not in done.stdout


def test_ctrl_c_before_the_first_result_prints_that_there_are_no_odds(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(odds, "forecast_days", stop)
    done = shell("odds", "fight.toml")
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == ("stopped before the first fights ended: no odds yet\n")


def test_ctrl_c_prints_the_journals_compared_so_far(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        shell("play", "fight.toml", "-c", "begin; kill rat; finish")
    whole = shell("odds", "--journals", str(shell.state), "--processes", "1")
    assert (whole.returncode, whole.stdout.splitlines()[0]) == (0, "2 fights compared, 0 left out")

    def stop_after_a_journal(*given: Any) -> Iterator[Any]:
        yield next(calibration.calibrate(*given))
        raise KeyboardInterrupt

    monkeypatch.setattr(odds, "calibrate", stop_after_a_journal)
    done = shell("odds", "--journals", str(shell.state), "--processes", "1")
    assert done.returncode == 130
    assert done.stdout.splitlines()[0] == "1 fight compared, 0 left out; stopped after 1 of 2 journals"
