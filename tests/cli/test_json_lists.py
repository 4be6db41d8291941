"""The option `--json` of commands that print a list."""

import json

from orcus_tui.systems import SYSTEMS
from tests.helpers.disks.shell import Shell


def test_the_systems_with_their_options(shell: Shell) -> None:
    found = json.loads(shell("systems", "--json").stdout)
    assert [each["id"] for each in found] == list(SYSTEMS)
    assert [each["id"] for each in found if each["default"]] == ["orcus"]
    options = {each["name"]: each for each in found[1]["options"]}
    assert options["auto_engage"]["default"] is True
    assert options["auto_engage"]["values"] == [True, False]


def test_the_creatures_of_a_query(shell: Shell) -> None:
    found = json.loads(shell("creatures", "goblin", "level", "1", "--system", "archmage", "--json").stdout)
    assert {each["level"] for each in found} == {1}
    assert all("goblin" in each["name"].casefold() for each in found)
    assert set(found[0]) >= {"name", "kind", "tags", "xp", "own"}
    both = shell("creatures", "goblin", "--json", "--toml")
    assert (both.returncode, both.stdout) == (2, "")


def test_the_unfinished_fights(shell: Shell) -> None:
    assert json.loads(shell("recover", "--list", "--json").stdout) == []
    shell.process("play", "ambush.toml", given=b"", TERM="x")
    shell.process("play", "--plain", "ambush.toml", given=b"begin\n")
    (fight,) = (each for each in json.loads(shell("recover", "--list", "--json").stdout) if each["name"])
    assert not fight["in_use"]
    assert fight["id"]


def test_the_faults_of_files_are_reported(shell: Shell) -> None:
    shell.write("bad.toml", "format = 1\n[[creature]]\nnmae = 3\n")
    done = shell("check", "ambush.toml", "bad.toml", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (2, "")
    assert list(found) == ["bad.toml"]
    assert any("nmae" in each for each in found["bad.toml"])
    assert json.loads(shell("check", "ambush.toml", "--json").stdout) == {}
