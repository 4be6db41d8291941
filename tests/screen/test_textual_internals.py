"""Textual still has the private parts that the program uses, and the program uses no others."""

import asyncio
import inspect
import pkgutil
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from textual import events
from textual.geometry import Size
from textual.pilot import Pilot

import orcus_tui.screen
from orcus_tui.screen.terminal_driver import TerminalDecoder
from orcus_tui.screen.textual_internals import PRIVATE_PARTS, PrivatePart
from tests.campaign.instruments import screen as campaign_screen
from tests.helpers.project.files import ROOT
from tests.helpers.screen import driver
from tests.helpers.screen.driver import fight_tracker, play, until

PACKAGE = Path(orcus_tui.__file__).parent
IMPORTS = re.compile(
    r"from (textual(?:\._\w+|\.messages|\.drivers)[\w.]*) import ([\w, ]+)|from (textual[\w.]*) import (_\w+)"
)
OTHERS_PART = re.compile(r"\b(?!self\b|cls\b|other\b|textual\b)\w+\.(_[a-z]\w*)")
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
    module_name, _, class_name = part.owner.partition(":")
    module = import_module(module_name)
    owner = getattr(module, class_name, None) if class_name else module
    assert owner is not None, f"Textual {version('textual')} has no {part.owner} ({part.reason})"
    assert part.name in _names(owner) if isinstance(owner, type) else hasattr(owner, part.name), (
        f"Textual {version('textual')} has no {part.owner}.{part.name} any more, which {place} needs: {part.reason}. "
        "Change that module, or stay below this release in pyproject.toml"
    )


def _names(cls: type) -> set[str]:
    """The private members of Textual that a class inherits or has, and those that their methods set."""
    bases = [each for each in cls.__mro__ if each.__module__.startswith("textual.")]
    return {name for each in bases for name in (*vars(each), *_set_by(each)) if not name.startswith("__")}


@cache
def _set_by(cls: type) -> set[str]:
    return set(re.findall(r"\bself\.(\w+)\b[^=\n]*=[^=]", inspect.getsource(cls)))


def test_a_removed_private_part_is_noticed() -> None:
    cls = import_module("textual.app").App
    assert "_exit" in _names(cls)
    assert "_exit_of_another_time" not in _names(cls)


def _own_classes() -> Iterator[type]:
    """The program's classes that inherit from a class of Textual."""
    for found in pkgutil.walk_packages(orcus_tui.screen.__path__, "orcus_tui.screen."):
        for each in vars(import_module(found.name)).values():
            if isinstance(each, type) and each.__module__ == found.name and _names(each):
                yield each


def test_the_program_overrides_and_uses_no_other_private_member() -> None:
    used = set[str]()
    for cls in _own_classes():
        words = set(re.findall(r"\b_[a-z]\w*", inspect.getsource(cls)))
        used |= words & _names(cls)
    assert used == {part.name for part in PRIVATE_PARTS if ":" in part.owner}


def test_the_program_imports_no_other_private_part() -> None:
    imported = set()
    for path in PACKAGE.rglob("*.py"):
        for owner, names, public_owner, name in IMPORTS.findall(path.read_text(encoding="utf-8")):
            imported |= {(owner or public_owner, each.strip()) for each in (names or name).split(",")}
    assert imported == {(part.owner, part.name) for part in PRIVATE_PARTS if ":" not in part.owner}


def test_the_program_takes_no_private_member_of_another_object() -> None:
    of_textual = {name for cls in _own_classes() for name in _names(cls) if name.startswith("_")}
    for path in (PACKAGE / "screen").rglob("*.py"):
        lines = path.read_text(encoding="utf-8").splitlines()
        used = {name for line in lines if not IMPORTS.match(line) for name in OTHERS_PART.findall(line)}
        found = of_textual & used
        assert not found, f"{path.relative_to(PACKAGE)}: {found}"


@pytest.mark.parametrize("at", range(14))
def test_a_paste_read_in_parts_is_one_paste(at: int) -> None:
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


@pytest.fixture
def make_busy(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A function that delays each timer by a second after it first reads the clock."""
    looks = Counter[asyncio.Task[Any] | None]()

    def clock() -> float:
        timer = asyncio.current_task()
        looks[timer] += 1
        return monotonic() + min(looks[timer], 2)

    return lambda: monkeypatch.setattr("textual.timer._time.get_time", clock)


def test_a_one_time_callback_runs_on_a_busy_machine_too(make_busy: Callable[[], None]) -> None:
    called: list[int] = []

    async def script(pilot: Pilot[Any]) -> None:
        make_busy()
        pilot.app.set_timer(0.02, lambda: called.append(1))
        await until(pilot, lambda: called)

    play(fight_tracker(), script)
    assert called == [1]


def test_a_one_time_callback_is_not_repeated_by_a_late_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[int] = []
    late = iter(range(3))

    async def sleep_unless_late(seconds: float) -> None:
        if next(late, None) is None:
            await asyncio.sleep(seconds)

    async def script(pilot: Pilot[Any]) -> None:
        monkeypatch.setattr("textual.timer.sleep", sleep_unless_late)
        pilot.app.set_timer(0.02, lambda: called.append(1))
        await until(pilot, lambda: called)
        await pilot.pause(0.1)

    play(fight_tracker(), script)
    assert called == [1]


def test_a_resize_is_handled_on_a_busy_machine_too(make_busy: Callable[[], None]) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        make_busy()
        for size in (Size(40, 12), Size(120, 40)):
            pilot.app.post_message(events.Resize(size, size))
            await until(pilot, lambda size=size: pilot.app.screen.region.size == size)

    play(fight_tracker(), script)


def test_no_other_test_touches_private_parts() -> None:
    names = {part.name for part in (*campaign_screen.PRIVATE_PARTS, *driver.PRIVATE_PARTS)}
    of_an_app = re.compile(rf"\b(app|driver|pilot|screen)\.({'|'.join(names)})\b")
    for path in (ROOT / "tests").rglob("*.py"):
        if path not in map(Path, (driver.__file__, campaign_screen.__file__)):
            found = of_an_app.search(path.read_text(encoding="utf-8"))
            assert not found, f"{path.name}: {found[0]} belongs in helpers/screen/driver.py"
