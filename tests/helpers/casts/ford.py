"""The ford: an encounter of a hero and three goblins, as text and as a fight."""

from pathlib import Path

from orcus_tui.model.fight import Fight
from orcus_tui.storage.encounter.read import read_encounter_bytes

FIGHT = """
format = 1
name = "The ford"
[[creature]]
name = "Ari"
kind = "pc"
max_hp = 30
[[creature]]
name = "Mud Goblin"
level = 2
role = "Skirmisher"
max_hp = 12
count = 3
"""
PARTY = """\
format = 1
[[creature]]
name = "Ari"
kind = "pc"
max_hp = 44
"""
"""A party file."""
WITH_PARTY = """\
# by hand
format = 1
name = "The ford"
party = "party.toml"
[[creature]]
name = "Ogre"
max_hp = 60
"""
"""An encounter with a comment and that party."""


def fight_of(text: str = FIGHT) -> Fight:
    return read_encounter_bytes(text.encode(), Path("ford.toml"))
