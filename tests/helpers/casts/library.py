"""A small library in a temporary folder, with shipped creatures and space for the user's own."""

from pathlib import Path
from typing import Any

from orcus_tui.library.library import Library
from tools.shipped_creatures import library_files

Table = dict[str, Any]


def defenses(ac: int) -> dict[str, int]:
    return {"ac": ac, "fortitude": ac - 2, "reflex": ac - 3, "will": ac - 4}


SHIPPED: tuple[Table, ...] = (
    {"name": "Barrow Wight", "level": 5, "role": "Wrecker", "size": "Medium", "type": "Natural Humanoid"}
    | {"tags": ["Undead"], "xp": 200, "max_hp": 62, "initiative": 5, "defenses": defenses(18)}
    | {"power": [{"name": "Cold Hand", "attack": "+8 vs Fortitude", "damage": "1d8+4 necrotic"}]},
    {"name": "Bone Dog", "kind": "mook", "level": 3, "role": "Striker", "size": "Small", "type": "Natural Beast"}
    | {"tags": ["Undead"], "xp": 38, "initiative": 6, "defenses": defenses(17)},
    {"name": "Bone Pile", "kind": "mook", "level": 5, "role": "Blocker", "size": "Large", "type": "Natural Beast"}
    | {"tags": ["Undead", "Ooze"], "xp": 50, "defenses": defenses(19), "resist": {"necrotic": 5, "poison": 5}},
    {"name": "Fen Ghost", "kind": "elite", "level": 4, "role": "Spoiler", "size": "Medium", "type": "Shadow Humanoid"}
    | {"tags": ["Undead"], "xp": 350, "max_hp": 70, "action_points": 3, "effect": [{"name": "incorporeal"}]},
    {"name": "Mud Goblin", "level": 1, "role": "Striker", "size": "Small", "type": "Natural Humanoid", "xp": 100}
    | {"max_hp": 25, "initiative": 4, "defenses": defenses(15), "speed": "6"},
    {"name": "Mud Goblin Chief", "kind": "boss", "level": 4, "role": "Blocker", "size": "Small"}
    | {"type": "Natural Humanoid", "tags": ["leader"], "xp": 875, "max_hp": 140, "defenses": defenses(20)},
    {"name": "Wolf-of-9 Moons", "level": 9, "type": "Fey Beast", "size": "Large", "xp": 400, "max_hp": 95},
)

OWN = """
format = 1
system = "orcus"

[[creature]]
name = "Mud Goblin"
level = 2
max_hp = 31

[[creature]]
name = "Tame Owlet"
level = 1
kind = "mook"
"""


def shipped_at(folder: Path, system: str = "orcus", tables: tuple[Table, ...] = SHIPPED) -> Path:
    """A folder like the shipped one, with creatures of one system."""
    place = folder / "open" / system
    place.mkdir(parents=True)
    for name, content in library_files(system, "no licence", tables):
        (place / name).write_bytes(content)
    return place.parent


def library_at(folder: Path, own: str = "") -> Library:
    """The small library, with the user's own files."""
    shipped = shipped_at(folder)
    if own:
        write_own(folder, "mine.toml", own)
    return Library(folder / "creatures", shipped)


def write_own(folder: Path, name: str, content: str | bytes) -> Path:
    """Writes a file of the user's own creatures."""
    path = folder / "creatures" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path
