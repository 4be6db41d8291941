"""Textual still has the private parts that are used of it, in one module of the program, the tests and the campaign."""

import asyncio
import inspect
import re
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from textual import events
from textual.geometry import Size
from textual.pilot import Pilot

import orcus_tui
from orcus_tui.screen import textual_internals
from orcus_tui.screen.textual_internals import CLOSED_PAUSE, PRIVATE_PARTS, PrivatePart, TerminalDecoder
from tests.campaign.instruments import screen as campaign_screen
from tests.helpers.project.files import ROOT
from tests.helpers.screen import driver
from tests.helpers.screen.driver import fight_tracker, play, until

PACKAGE = Path(orcus_tui.__file__).parent
INTERNALS = PACKAGE / "screen" / "textual_internals.py"
PRIVATE_MODULE = re.compile(
    r"(from|import) textual\._|from textual[\w.]* import [^\n]*\b_[a-z]|textual\.(drivers|messages)"
)
PRIVATE_NAMES = re.compile(rf"\b({'|'.join(part.name for part in PRIVATE_PARTS if part.name.startswith('_'))})\b")
PLACES = {
    "orcus_tui/screen/textual_internals.py": PRIVATE_PARTS,
    "tests/campaign/instruments/screen.py": campaign_screen.PRIVATE_PARTS,
    "tests/helpers/screen/driver.py": driver.PRIVATE_PARTS,
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


@pytest.mark.parametrize("at", range(33))
def test_escapes_in_a_paste_are_left_out_and_those_of_keys_are_not(at: int) -> None:
    sent = b"\x1b[A\x1b[200~a\x1b]n\x1b\x1b[201~\x1b[B\x1b[200~\x1b[201~"
    decoder = TerminalDecoder()
    read = decoder.decode(sent[:at]) + decoder.decode(sent[at:])
    assert read == "\x1b[A\x1b[200~a]n\x1b[201~\x1b[B\x1b[200~\x1b[201~"


def test_colours_in_a_paste_are_left_out_whole() -> None:
    assert TerminalDecoder().decode(b"\x1b[200~a \x1b[1;32mb\x1b[0m\x1b[201~") == "\x1b[200~a b\x1b[201~"


def test_a_closed_terminal_is_not_read_as_fast_as_the_processor_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads as empty at once, again and again; a closing decoder reads nothing more."""
    pauses: list[float] = []
    monkeypatch.setattr(textual_internals.time, "sleep", pauses.append)
    decoder = TerminalDecoder()
    assert [decoder.decode(b""), decoder.decode(b"n"), decoder.decode(b""), decoder.decode(b"", final=True)] == [
        *("", "n", "", "")
    ]
    assert pauses == [CLOSED_PAUSE] * 2


@pytest.fixture
def make_busy(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From the call on each timer is held up for a second after its first look at the clock."""
    looks = Counter[asyncio.Task[Any] | None]()

    def clock() -> float:
        timer = asyncio.current_task()
        looks[timer] += 1
        return monotonic() + min(looks[timer], 2)

    return lambda: monkeypatch.setattr("textual.timer._time.get_time", clock)


def test_what_is_to_be_called_once_is_called_on_a_busy_machine_too(make_busy: Callable[[], None]) -> None:
    called: list[int] = []

    async def script(pilot: Pilot[Any]) -> None:
        make_busy()
        pilot.app.set_timer(0.02, lambda: called.append(1))
        await until(pilot, lambda: called)

    play(fight_tracker(), script)
    assert called == [1]


def test_another_size_of_the_terminal_is_taken_on_a_busy_machine_too(make_busy: Callable[[], None]) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        make_busy()
        for size in (Size(40, 12), Size(120, 40)):
            pilot.app.post_message(events.Resize(size, size))
            await until(pilot, lambda size=size: pilot.app.screen.region.size == size)

    play(fight_tracker(), script)


def test_no_other_module_touches_private_parts() -> None:
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path != INTERNALS and "textual" in text:
            found = PRIVATE_MODULE.search(text) or PRIVATE_NAMES.search(text.replace("self._app.", ""))
            assert not found, f"{path.relative_to(PACKAGE)}: {found[0]} belongs in textual_internals.py"


def test_no_other_test_touches_private_parts() -> None:
    names = {part.name for part in (*campaign_screen.PRIVATE_PARTS, *driver.PRIVATE_PARTS)}
    of_an_app = re.compile(rf"\b(app|driver|pilot|screen)\.({'|'.join(names)})\b")
    for path in (ROOT / "tests").rglob("*.py"):
        if path not in map(Path, (driver.__file__, campaign_screen.__file__)):
            found = of_an_app.search(path.read_text(encoding="utf-8"))
            assert not found, f"{path.name}: {found[0]} belongs in helpers/screen/driver.py"
