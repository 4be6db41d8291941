"""What was typed in a dialog or a search that was left, by its place: `↑` brings it back."""

from collections.abc import MutableMapping
from typing import Protocol, cast

from textual.dom import DOMNode


class _App(Protocol):
    texts_left: MutableMapping[str, str]


def texts_left(node: DOMNode) -> MutableMapping[str, str]:
    """All of these texts of the app that a widget or a screen is in."""
    return cast("_App", node.app).texts_left


def with_hint(text: str, left: str) -> str:
    """A text that asks for something to be typed, and says what Up brings back, if there is anything."""
    return f"{text}; ↑ brings back {left}" if left else text
