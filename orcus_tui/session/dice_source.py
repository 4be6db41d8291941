"""Where the faces of dice come from: chance, a given list, or the dice a command rolled before."""

from collections.abc import Sequence
from typing import Protocol

from orcus_tui.rules.resolution import Impossible


class Chance(Protocol):
    """Random whole numbers, as from `random.Random`; passed in, so that tests and benchmarks choose the seed."""

    def randint(self, a: int, b: int) -> int:
        """A whole number from `a` to `b`, both included."""
        ...


class DiceSource(Protocol):
    """A source of faces that can be put back to an earlier mark, as after a command that failed."""

    def __call__(self, sides: int) -> int:
        """The next face, of a die with so many sides."""
        ...

    def mark(self) -> int:
        """How far the source has come."""
        ...

    def rewind(self, mark: int) -> None:
        """Puts the source back to a mark, as far as it can be."""
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
        """Does nothing: any next face is as random."""


class GivenDice:
    """The faces of all dice to come, in order, whatever their sides."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = tuple(faces)
        self._next = 0

    def __call__(self, sides: int) -> int:
        """The next face given. Raises Impossible if none is left, or if no such die shows it."""
        if self._next >= len(self._faces):
            raise Impossible(f"the dice given have run out: a d{sides} is needed")
        face = self._faces[self._next]
        if not 1 <= face <= sides:
            raise Impossible(f"the next die given shows {face}, which no d{sides} does")
        self._next += 1
        return face

    def mark(self) -> int:
        """How many faces are used up."""
        return self._next

    def rewind(self, mark: int) -> None:
        """Gives the faces after a mark again."""
        self._next = mark


class NewDiceNeeded(Exception):
    """A command executed again would need dice that were never rolled."""


class SameDice:
    """The dice a command rolled, again in the same order."""

    def __init__(self, rolled: Sequence[tuple[int, int]]) -> None:
        self._rolled = tuple(rolled)
        self._next = 0

    def __call__(self, sides: int) -> int:
        """The face rolled then. Raises NewDiceNeeded for a die that was not rolled then."""
        if self._next >= len(self._rolled) or self._rolled[self._next][0] != sides:
            raise NewDiceNeeded
        self._next += 1
        return self._rolled[self._next - 1][1]

    def check(self) -> None:
        """Raises NewDiceNeeded if a die of a kind that was used is left over: its face may belong to another roll."""
        used = {sides for sides, _ in self._rolled[: self._next]}
        if any(sides in used for sides, _ in self._rolled[self._next :]):
            raise NewDiceNeeded


class AmendedDice:
    """The dice a command rolled, as long as they fit its new words; then fresh ones."""

    def __init__(self, rolled: Sequence[tuple[int, int]], fresh: DiceSource) -> None:
        self._left = list(rolled)
        self._fresh = fresh

    def __call__(self, sides: int) -> int:
        """The first remaining face of such a die, else a fresh one."""
        for place, (had, face) in enumerate(self._left):
            if had == sides:
                del self._left[: place + 1]
                return face
        return self._fresh(sides)
