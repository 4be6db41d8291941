"""Dice that show the faces a test gives them."""

from collections.abc import Iterable

from orcus_tui.dice import Face


def faces_of(faces: Iterable[int]) -> Face:
    """Dice that show these faces, one after the other."""
    left = iter(faces)
    return lambda _: next(left)
