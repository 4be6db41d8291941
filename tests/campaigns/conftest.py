"""A campaign of three fights in a folder, for the shell."""

from pathlib import Path

import pytest

from tests.helpers.disks.shell import Shell

PARTY = """
format = 1
system = "orcus"

[[creature]]
name = "Ari"
kind = "pc"
level = 3
max_hp = 40
recoveries = 8
initiative_total = 20

[[creature]]
name = "Bel"
kind = "pc"
level = 3
max_hp = 30
recoveries = 7
initiative_total = 15
"""
FORD = """
format = 1
name = "The ford"

[[creature]]
name = "Ogre"
max_hp = 80
xp = 450
initiative_total = 10

[[treasure]]
name = "Silver horn"
value = 120
"""
SALT = """
format = 1
name = "The salt steps"

[[creature]]
name = "Wolf"
count = 2
max_hp = 20
xp = 101
initiative_total = 5
"""
CAMPAIGN = """# A table of two years
format = 1
name = "The Salt Road"
system = "orcus"
party = "party.toml"
day = 12
clock = "18:40"                   # moved by rests

# the first
[[fight]]
file = "ford.toml"                # any encounter

[[fight]]
file = "salt.toml"
"""
FILES = {"party.toml": PARTY, "ford.toml": FORD, "salt.toml": SALT, "campaign.toml": CAMPAIGN}


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    shell = Shell(tmp_path)
    for name, text in FILES.items():
        shell.write(name, text)
    return shell
