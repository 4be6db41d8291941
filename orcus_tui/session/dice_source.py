"""Sources of dice faces: chance, a given list, or the dice that a command rolled before."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Protocol

from orcus_tui.dice import Face, JoinedDice
from orcus_tui.errors import OrcusError


class Chance(Protocol):
    """Random whole numbers, as from `random.Random`; tests and benchmarks pass one with a seed."""

    def randint(self, a: int, b: int) -> int:
        """A whole number from `a` to `b`, both included."""
        ...


class DiceSource(Protocol):
    """A source of faces that can be rewound to an earlier mark, for example after a failed command."""

    def __call__(self, sides: int) -> int:
        """The next face, for a die with this number of sides."""
        ...

    def mark(self) -> int:
        """The position of the source."""
        ...

    def rewind(self, mark: int) -> None:
        """Rewinds the source to a mark, if it has positions."""
        ...


class RandomDice:
    """Random faces; a roll cannot be undone."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def __call__(self, sides: int) -> int:
        """A face, each equally likely."""
        return self._chance.randint(1, sides)

    def mark(self) -> int:
        """0: random dice have no position."""
        return 0

    def rewind(self, mark: int) -> None:
        """Does nothing: random dice have no position."""


class NoDieGiven(OrcusError):
    """The given dice have run out, or the next die does not fit. Not an `Impossible`, which would skip a target."""


class GivenDice:
    """The faces of the next dice, in order, for any number of sides; endless faces are read as they are needed."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._further = iter(faces)
        self._read: list[int] = []
        self._next = 0

    def __call__(self, sides: int) -> int:
        """The next face. Raises NoDieGiven if no face is left, or the die does not have it."""
        if self._next == len(self._read):
            self._read.extend(islice(self._further, 1))
        if self._next == len(self._read):
            raise NoDieGiven(f"the dice given have run out: a d{sides} is needed")
        face = self._read[self._next]
        if not 1 <= face <= sides:
            raise NoDieGiven(f"the next die given shows {face}, which is impossible on a d{sides}")
        self._next += 1
        return face

    def mark(self) -> int:
        """The number of faces used so far."""
        return self._next

    def rewind(self, mark: int) -> None:
        """Rewinds to a mark; the faces after it are used again."""
        self._next = mark


class NewDiceNeeded(Exception):
    """A command executed again would need dice that were never rolled."""


class SameDice:
    """Repeats the dice that a command rolled, in the same order."""

    def __init__(self, rolled: Sequence[tuple[int, int]]) -> None:
        self._rolled = tuple(rolled)
        self._next = 0

    def __call__(self, sides: int) -> int:
        """The face that was rolled. Raises NewDiceNeeded for a die that was not rolled."""
        if self._next >= len(self._rolled) or self._rolled[self._next][0] != sides:
            raise NewDiceNeeded
        self._next += 1
        return self._rolled[self._next - 1][1]

    def check(self) -> None:
        """Raises NewDiceNeeded if an unused die has the sides of a used one: its face may belong to another roll."""
        used = {sides for sides, _ in self._rolled[: self._next]}
        if any(sides in used for sides, _ in self._rolled[self._next :]):
            raise NewDiceNeeded


class LabelledDice(JoinedDice):
    """Repeats the dice that a command rolled, and notes in `are_joined` which of them are second dice of a roll."""

    def __init__(self, rolled: Sequence[tuple[int, int]]) -> None:
        self._same = SameDice(rolled)
        self.are_joined: list[bool] = []

    def __call__(self, sides: int) -> int:
        """The face that was rolled. Raises NewDiceNeeded for a die that was not rolled."""
        self.are_joined.append(False)
        return self._same(sides)

    def joined(self, sides: int) -> int:
        """The face of a second die of a roll. Raises NewDiceNeeded for a die that was not rolled."""
        self.are_joined.append(True)
        return self._same(sides)


class AmendedDice(JoinedDice):
    """Repeats the dice that a command rolled as far as they fit its corrected line; other dice are rolled.

    `are_joined` tells for each old die whether it is a second die of a roll; it is empty if that is unknown.
    """

    def __init__(self, rolled: Sequence[tuple[int, int]], fresh: Face, are_joined: Sequence[bool] = ()) -> None:
        self._is_known = len(are_joined) == len(rolled)
        labels = are_joined if self._is_known else [False] * len(rolled)
        self._left = [(sides, face, joins) for (sides, face), joins in zip(rolled, labels, strict=True)]
        self._fresh = fresh

    def __call__(self, sides: int) -> int:
        """The next old face of a die with these sides, or a new one."""
        for place, (old_sides, face, joins) in enumerate(self._left):
            if old_sides == sides and not joins:
                del self._left[: place + 1]
                return face
        return self._fresh(sides)

    def joined(self, sides: int) -> int:
        """The next old face of a second die with these sides, or a new one."""
        if not self._is_known:
            return self(sides)
        for place, (old_sides, face, joins) in enumerate(self._left):
            if not joins:
                break
            if old_sides == sides:
                del self._left[: place + 1]
                return face
        return self._fresh(sides)
