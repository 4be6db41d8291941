"""Fights played in the command language, for tests that read like tables: a line, its dice, and the expected result."""

from pathlib import Path
from typing import Any

from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter_bytes


class Played:
    """A fight that is played with given dice, all of which must be used."""

    def __init__(self, *creatures: str, options: str = "", system: str = "orcus") -> None:
        text = f'format = 1\nname = "Golden"\nsystem = "{system}"\n[options]\n{options}\n' + "\n".join(creatures)
        fight = read_encounter_bytes(text.encode(), Path("golden.toml"))
        self.session = Session(fight, GivenDice([]))
        self.log: list[str] = []

    def play(self, *lines: str, dice: str = "") -> "Played":
        """Executes lines with these dice, and checks that they use all of them."""
        faces = GivenDice([int(face) for face in dice.split()])
        self.session.dice_source = faces
        self.log = []
        for line in lines:
            result = self.session.run(line)
            assert result is not None
            assert not result.error, f"{line}: {result.error}"
            self.log.extend(result.log)
        assert faces.mark() == len(dice.split()), f"{lines} used {faces.mark()} of the dice {dice}"
        return self

    def __repr__(self) -> str:
        """The log of the last `play`, for the message of a failing test."""
        return f"log {self.log}"

    def logs(self, words: str) -> bool:
        """Whether the log of the last `play` has these words."""
        return any(words in line for line in self.log)

    def refused(self, line: str) -> str:
        """The error of a line, which must fail without a change."""
        before = self.session.fight
        result = self.session.run(line)
        assert result is not None
        assert result.error, f"{line} was carried out"
        assert self.session.fight is before
        return result.error

    @property
    def state(self) -> dict[str, Any]:
        """The current STATE."""
        return self.session.state()

    def __getitem__(self, creature: str) -> dict[str, Any]:
        return self.state["creatures"][creature]

    def shows(self, creature: str, **expected: object) -> "Played":
        """Checks values of a creature in STATE."""
        seen = self[creature]
        found = {name: seen[name] for name in expected}
        assert found == expected, f"{creature} shows {found}, not {expected}"
        return self

    def names(self, creature: str) -> list[str]:
        """The names of a creature's effects, oldest first."""
        return [effect["name"] for effect in self[creature]["effects"]]


def creature(name: str, lines: str, *tables: str) -> str:
    """A `[[creature]]` with these lines, and the tables after them."""
    return "\n".join(("[[creature]]", f'name = "{name}"', lines, *tables))


def defenses(ac: int, fortitude: int, reflex: int, will: int) -> str:
    """The line for four defenses."""
    return f"defenses = {{ ac = {ac}, fortitude = {fortitude}, reflex = {reflex}, will = {will} }}"


def power(name: str, lines: str) -> str:
    """A power of the creature before it."""
    return f'[[creature.power]]\nname = "{name}"\n{lines}'


def effect(lines: str) -> str:
    """An effect that the creature already has."""
    return f"[[creature.effect]]\n{lines}"


def turn(total: int) -> str:
    """The field that gives a creature this initiative total, and so its place in the order."""
    return f"initiative_total = {total}"


DEFENSES = defenses(18, 16, 14, 13)


def hero(name: str, count: int, lines: str = "", *tables: str) -> str:
    """A hero of 40 hit points, with this initiative total."""
    own = f'kind = "pc"\nmax_hp = 40\nrecoveries = 6\ninitiative_total = {count}\n{DEFENSES}\n{lines}'
    return creature(name, own, *tables)


def monster(name: str, count: int, lines: str = "", *tables: str) -> str:
    """A monster of 60 hit points, with this initiative total."""
    return creature(name, f"max_hp = 60\ninitiative_total = {count}\n{DEFENSES}\n{lines}", *tables)
