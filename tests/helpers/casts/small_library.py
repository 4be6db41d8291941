"""A library of a few own creatures in a temporary folder."""

from pathlib import Path
from tempfile import TemporaryDirectory
from weakref import finalize

from orcus_tui.library.library import Library

OWN = """
format = 1

[[creature]]
name = "Marsh Goblin"
level = 1
kind = "mook"
role = "Skulker"
type = "Natural Humanoid"
defenses = { ac = 15, fortitude = 12, reflex = 14, will = 11 }

  [[creature.power]]
  name = "Knife"
  attack = "+6 vs AC"
  damage = "5"

[[creature]]
name = "Goblin Boss"
level = 3
kind = "elite"
role = "Wrecker"
max_hp = 90
initiative = 4
defenses = { ac = 15, fortitude = 16, reflex = 14, will = 15 }

  [[creature.power]]
  name = "Chop"
  attack = "+8 vs AC"
  damage = "1d12+7"

[[creature]]
name = "Cook"
level = 2
role = "Cook"
max_hp = 30

[[creature]]
name = "Half a Troll"
level = 5
"""


def library(text: str = OWN) -> Library:
    """A library with these creatures, of which `Half a Troll` has a fault, and without shipped ones."""
    temporary = TemporaryDirectory()
    folder = Path(temporary.name)
    (folder / "own.toml").write_text(text, encoding="utf-8")
    made = Library(folder, folder / "none")
    finalize(made, temporary.cleanup)
    return made
