"""Textual still has the private parts that are used of it; in the program only `textual_internals` uses any."""

import inspect
import re
from importlib import import_module
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Any

import on_screen
import pytest
from on_screen import fight_tracker, play, until
from textual.pilot import Pilot

import orcus_tui
from benchmarks.trust import screens
from orcus_tui.screen.textual_internals import PRIVATE_PARTS, PrivatePart, TerminalDecoder, call_surely_in

PACKAGE = Path(orcus_tui.__file__).parent
INTERNALS = PACKAGE / "screen" / "textual_internals.py"
PRIVATE_MODULE = re.compile(
    r"(from|import) textual\._|from textual[\w.]* import [^\n]*\b_[a-z]|textual\.(drivers|messages)"
)
PRIVATE_NAMES = re.compile(rf"\b({'|'.join(part.name for part in PRIVATE_PARTS if part.name.startswith('_'))})\b")


PLACES = {
    "orcus_tui/screen/textual_internals.py": PRIVATE_PARTS,
    "benchmarks/trust/screens.py": screens.PRIVATE_PARTS,
    "tests/on_screen.py": on_screen.PRIVATE_PARTS,
}


@pytest.mark.parametrize(
    ("place", "part"),
    [(place, part) for place, parts in PLACES.items() for part in parts],
    ids=lambda each: f"{each.owner}.{each.name}" if isinstance(each, PrivatePart) else each,
)
def test_textual_still_has_each_private_part(place: str, part: PrivatePart) -> None:
    module, _, owner = part.owner.partition(":")
    cls = getattr(import_module(module), owner, None)
    assert cls is not None, f"Textual {version('textual')} has no {part.owner} ({part.reason})"
    assert _has(cls, part.name), (
        f"Textual {version('textual')} has no {part.owner}.{part.name} any more, which {place} needs: {part.reason}. "
        "Change that module, or stay below this release in pyproject.toml"
    )


def _has(cls: type, name: str) -> bool:
    """Whether a class, or one of Textual's it inherits from, has a member of that name or sets it on itself."""
    sets = re.compile(rf"\bself\.{re.escape(name)}\b[^=\n]*=[^=]")
    bases = [each for each in cls.__mro__ if each.__module__.startswith("textual.")]
    return any(name in vars(each) or sets.search(inspect.getsource(each)) for each in bases)


def test_a_part_that_is_gone_is_noticed() -> None:
    cls = import_module("textual.app").App
    assert _has(cls, "_exit")
    assert not _has(cls, "_exit_of_another_time")


@pytest.mark.parametrize("at", range(14))
def test_a_paste_is_one_however_it_is_read_in_parts(at: int) -> None:
    sent = b"\x1b[200~a\xffb\x1b[201~"
    decoder = TerminalDecoder()
    assert decoder.decode(sent[:at]) + decoder.decode(sent[at:]) == "\x1b[200~a�b\x1b[201~"
    assert [decoder.decode(each) for each in (b"n\xff", b"\xc3", b"\xa4n")] == ["", "", "än"]


def test_what_must_be_called_is_called_on_a_busy_machine_too(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[int] = []

    async def script(pilot: Pilot[Any]) -> None:
        seconds = count()  # as if each look at the clock took a second
        with monkeypatch.context() as patch:
            patch.setattr("textual.timer._time.get_time", lambda: float(next(seconds)))
            call_surely_in(pilot.app, 0.02, lambda: called.append(1))
            await until(pilot, lambda: called)

    play(fight_tracker(), script)
    assert called == [1]


def test_no_other_module_touches_private_parts() -> None:
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path != INTERNALS and "textual" in text:
            found = PRIVATE_MODULE.search(text) or PRIVATE_NAMES.search(text.replace("self._app.", ""))
            assert not found, f"{path.relative_to(PACKAGE)}: {found[0]} belongs in textual_internals.py"
