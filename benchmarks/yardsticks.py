"""Minimal Textual apps to compare the tracker with: `python -m benchmarks.yardsticks NAME`."""

import sys
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, Header, Input, Static


class Empty(App[None]):
    """One line."""

    def compose(self) -> ComposeResult:
        yield Static("READY")


class Counter(App[None]):
    """Counts presses of `j`."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("j", "count", "count")]
    counted = 0

    def compose(self) -> ComposeResult:
        yield Static("READY")
        yield Static("0", id="count")

    def action_count(self) -> None:
        self.counted += 1
        self.query_one("#count", Static).update(f"count {self.counted}")


class Furnished(App[None]):
    """A header, an input and a footer, and one line."""

    def compose(self) -> ComposeResult:
        yield Header()
        yield Static("READY")
        yield Input()
        yield Footer()


APPS = {"empty": Empty, "counter": Counter, "furnished": Furnished}

if __name__ == "__main__":
    APPS[sys.argv[1]]().run()
