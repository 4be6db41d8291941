"""The dice of a fight played ahead: a stream for each creature, so that one creature's dice do not shift another's."""

from collections.abc import Callable
from random import Random


class DiceStreams:
    """The dice of one fight: the same seed, number and creature always give the same faces in the same order."""

    def __init__(self, seed: int, number: int) -> None:
        self._key = f"{seed}:{number}"
        self._faces: dict[str, Callable[[int], int]] = {}

    def of(self, whose: str) -> Callable[[int], int]:
        """The faces of one creature's dice, or of another purpose by any name, as a function of their sides."""
        found = self._faces.get(whose)
        if found is None:
            chance = Random(f"{self._key}:{whose}").random
            found = self._faces[whose] = lambda sides: int(chance() * sides) + 1
        return found
