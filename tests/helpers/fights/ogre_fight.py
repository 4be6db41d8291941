"""A hero and an ogre who fight with random dice, for tests of triggers and offers."""

from pathlib import Path
from random import Random
from typing import Any

from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter

HEAD = """format = 1
system = "orcus"
[[creature]]
name = "Ari"
kind = "pc"
max_hp = 44
defenses = { ac = 18, fortitude = 16, reflex = 14, will = 13 }
power = [{ name = "Strike", attack = "+8 vs AC", damage = "10", effects = ["if prone: damage 3", "else: apply prone"] }]
[[creature]]
name = "Ogre"
max_hp = 40
defenses = { ac = 12, fortitude = 16, reflex = 14, will = 13 }
"""
ROAR = 'power = [{ name = "Roar", action = "free", range = "self", trigger = "staggered", effects = ["temp 5"] }]\n'
BITE = 'power = [{ name = "Bite", action = "immediate", trigger = "hit", attack = "+5 vs AC", damage = "4" }]\n'
BEGIN = ("init ari 20", "init ogre 10", "begin")
HIT = "attack strike ogre face 15"


class Fought:
    """A fight with lines and random dice."""

    def __init__(self, path: Path) -> None:
        self.session = Session(read_encounter(path), RandomDice(Random(1)))

    def log(self, line: str) -> list[str]:
        """Runs a line; returns its log."""
        result = self.session.run(line)
        assert result is not None
        assert not result.error, f"{line}: {result.error}"
        return list(result.log)

    def run(self, *lines: str) -> None:
        for line in lines:
            self.log(line)

    def error(self, line: str) -> str:
        """The error of a line, which must fail without a change."""
        before = self.session.fight
        result = self.session.run(line)
        assert result is not None
        assert self.session.fight is before
        return result.error

    @property
    def state(self) -> dict[str, Any]:
        return self.session.state()

    def creature(self, creature: str) -> dict[str, Any]:
        found: dict[str, Any] = self.state["creatures"][creature]
        return found

    def conditions(self, creature: str) -> set[str]:
        return set(self.creature(creature)["conditions"])


def fight(tmp_path: Path, ogre: str = "", *lines: str, head: str = HEAD, begin: tuple[str, ...] = BEGIN) -> Fought:
    path = tmp_path / "fight.toml"
    path.write_text(head + ogre, encoding="utf-8")
    fought = Fought(path)
    fought.run(*begin, *lines)
    return fought


def trait(trigger: str, *effects: str, name: str = "Spikes", more: str = "") -> str:
    lines = ", ".join(f"'{each}'" for each in effects)
    return f'[[creature.trait]]\nname = "{name}"\ntrigger = {trigger}\neffects = [{lines}]\n{more}\n'
