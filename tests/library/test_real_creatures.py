"""Every creature that ships, in fights: it attacks with all its powers in its first turn and is attacked, and turns
pass.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from orcus_tui.library.library import Library
from orcus_tui.model.fight import Fight
from orcus_tui.model.power import Line, Power
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session
from orcus_tui.simulation.play_out import DiceStreams, Pair, SimulatedFight
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from orcus_tui.systems import SYSTEMS
from tests.helpers.project.exhaustive import some_of

TOGETHER = 6
"""Creatures in one fight."""
ROUNDS = 2
"""In the first round each has its turn; in the second its effects end or are saved against, and its powers recharge."""
PLAIN_FACES = (20, 11)
"""A critical hit, and a hit on one hero and a miss on the other."""
FUMBLE, FUMBLES = 1, ("archmage", "archmage-plus")
"""The face of a fumble, and the systems that have fumbles; elsewhere it is an ordinary miss."""
HEROES = ("soft", "hard")
LIBRARY = Library(Path("nowhere"))


def names_of(system: str) -> list[str]:
    """The names of all creatures of a system's library."""
    return [each.facts.name for each in LIBRARY.creatures(system)]


def split_names(names: list[str], count: int) -> list[list[str]]:
    """The names, in groups of a given size."""
    return [names[start : start + count] for start in range(0, len(names), count)]


SHARES = [(system, names) for system in SYSTEMS for names in split_names(names_of(system), 6 * TOGETHER)]


class Fought:
    """Random creatures of the library against two heroes: one that all attacks hit, and one that all attacks miss."""

    def __init__(self, system: str, seed: int) -> None:
        self.chance = Random(seed)
        self.system = SYSTEMS[system]
        heroes = [self._hero("Soft", 1), self._hero("Hard", 60)]
        table = {"format": 1, "name": "At random", "system": system, "creature": heroes}
        self.session = Session(fight_from_table(table), RandomDice(Random(seed)))
        self.session.library = LIBRARY

    def _hero(self, name: str, defense: int) -> dict[str, Any]:
        attacked = self.system.words.attackable or self.system.words.defenses
        power = {"name": "Blow", "attack": f"+9 vs {attacked[0]}", "damage": "9"}
        return {
            "name": name,
            "kind": "pc",
            **({"max_hp": 1_000_000} if "hp" in self.system.health.fields else {}),
            "defenses": dict.fromkeys(self.system.words.defenses, defense),
            "power": [power],
        }

    @property
    def fight(self) -> Fight:
        """The current fight."""
        return self.session.fight

    def does(self, line: str) -> Result:
        """Carries out a line, which must not fail."""
        result = self.session.run(line)
        assert result is not None
        assert not result.error, f"{self.system.id}: {line}: {result.error}"
        return result

    def fights(self, id_: str) -> None:
        """A creature does everything it can, and is attacked."""
        faces = (*PLAIN_FACES, FUMBLE) if self.system.id in FUMBLES else PLAIN_FACES
        for power in self.fight.sheets[id_].powers:
            for line in _uses(power, id_, faces):
                self.does(line)
                self.mend()
        if self.fight.sheets[id_].kind == "trap" and not self.fight.sheets[id_].defenses:
            return
        self.does(f"attack! blow {id_} by {self.chance.choice(('soft', 'hard'))} face {self.chance.randint(2, 20)}")

    def mend(self) -> None:
        """Restores the heroes."""
        for each in HEROES:
            if self.fight.states[each].life == "dead":
                self.does(f"revive! {each}")


def _uses(power: Power, id_: str, plain_faces: Iterable[int]) -> Iterator[str]:
    """Lines that use a power: with plain faces, and with faces that trigger all of its lines."""
    name = '"' + power.name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if power.bonus is None:
        yield f"use! {name} soft by {id_}"
        return
    for face in sorted({*plain_faces, *(_face(line) for line in (*power.effects, *power.always))}):
        yield f"attack! {name} soft,hard by {id_} face {face},{face}"


def _face(line: Line) -> int:
    faces = line.outcome.faces
    return faces[len(faces) // 2] if faces else 11


@pytest.mark.parametrize(
    ("system", "names"), some_of(SHARES, one_in=3), ids=lambda each: each if isinstance(each, str) else each[0]
)
def test_every_creature_attacks_is_attacked_and_has_its_turns(system: str, names: list[str]) -> None:
    for seed, together in enumerate(split_names(names, TOGETHER)):
        fought = Fought(system, seed)
        for name in together:
            fought.does(f'add "{name}"')
        fought.does("begin")
        waiting = {each for each in fought.fight.sheets if each not in HEROES}
        assert len(waiting) == len(together)
        for _ in range(ROUNDS * len(fought.fight.states)):
            active = fought.fight.active
            if active in waiting and fought.fight.states[active].life != "dead":
                fought.fights(active)
                waiting.discard(active)
            fought.does("next")
            fought.mend()
        assert not waiting, f"{waiting} had no turn"
        fought.does("finish")


# Simulated

LONG_FIGHT = 10
"""The rounds for which every creature fights."""
PLAYED_TOGETHER = 3


@pytest.mark.parametrize(
    ("system", "names"),
    some_of([(system, names) for system in SYSTEMS for names in split_names(names_of(system), 24)], one_in=9),
    ids=lambda each: each if isinstance(each, str) else each[0],
)
def test_every_creature_fights_ten_rounds_by_every_habit(system: str, names: list[str]) -> None:
    habits = SYSTEMS[system].habits
    for seed, together in enumerate(split_names(names, PLAYED_TOGETHER)):
        fought = Fought(system, seed)
        for name in together:
            fought.does(f'add "{name}"')
        for party, foes in ((habits.party[seed % len(habits.party)], each) for each in habits.foes):
            playing = SimulatedFight(fought.fight, Pair(party, foes), DiceStreams(seed, 0))
            playing.begin()
            while playing.fight.round < LONG_FIGHT and playing.end is None:
                playing.take_turn()
