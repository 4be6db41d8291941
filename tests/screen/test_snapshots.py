"""The whole screen as it is drawn, kept as text under `snapshots/`, and as pictures where colour matters.

After an intended change, renew them with `RENEW_SNAPSHOTS=1 pytest tests/screen/test_snapshots.py`; read
the difference like any other before committing it.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.session.session import Session
from tests.helpers.casts.small_library import library
from tests.helpers.fights.played import Played, creature, effect, hero, monster, power
from tests.helpers.imports.orcus_stat_blocks import BOG_WARDEN
from tests.helpers.project.snapshots import RENEWED, check_file
from tests.helpers.screen.driver import paste, play, press, seen, tracker

FOLDER = Path(__file__).with_name("snapshots")


def check_snapshot(name: str, shown: str) -> None:
    """Compares the screen with the snapshot of that name, or renews the snapshot."""
    check_file(FOLDER / name, shown)


def size_of(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


# The fights

ARI = hero(
    "Ari",
    20,
    'role = "Striker"\nlevel = 5\nnotes = "Owes the miller."',
    power("Longbow", 'attack = "+8 vs AC"\ndamage = "1d10+5"\nrange = "ranged 20"'),
    power("Volley", 'use = "encounter"\nattack = "+8 vs Reflex"\ndamage = "2d6 fire"\neffects = ["apply dazed save"]'),
    power("Last Breath", 'use = "daily"\naction = "swift"\neffects = ["recover"]'),
)
COR = hero("Cor", 15, 'role = "Blocker"\nlevel = 5\nresist = { fire = 5 }')
ELF = hero("Élodie 漢字", 17, "", effect('name = "slowed"\nduration = "save"'))
OGRE = monster("Ogre", 12, 'role = "Brute"\nlevel = 6', power("Club", 'attack = "+10 vs AC"\ndamage = "2d10+4"'))
GOBLINS = creature("Goblin", 'kind = "mook"\nmax_hp = 1\ninitiative_total = 8\ncount = 5')
WOLVES = monster("Wolf", 9, "count = 2\nregeneration = 3")
MAGE = monster("Old [b]Mage", 3, 'side = "neutral"\nreserve = "round 4"')


def at_setup() -> Session:
    return Played(ARI, COR, ELF, OGRE, WOLVES, GOBLINS, MAGE).session


def in_the_middle() -> Session:
    """Round 2, with something of everything."""
    fight = Played(ARI, COR, ELF, OGRE, WOLVES, GOBLINS, MAGE)
    fight.play("ask party", "begin", "d ogre 32", "spend ari volley", "mark ogre sont by ari")
    fight.play("apply ogre prone+dazed save by ari", "next", 'ready "the ogre moves"', "next", "delay")
    fight.play("persist ari 5 fire save by ogre", "bonus ari +2 ac sont by cor", "temp cor 6", "d elodie 19")
    fight.play("d wolf2 70", "kill goblin2,goblin4", "hide wolf1", 'remind cor start "the bridge creaks"')
    fight.play("next", "next", "next", "next", "next", dice="11")
    return fight.session


def over() -> Session:
    return Played(ARI, OGRE).play("begin", "kill ogre", "finish").session


SMALL = [(80, 24), (40, 12)]
DIALOG_SIZES = [*SMALL, (120, 40)]
SIZES = [*DIALOG_SIZES, (200, 50)]
THEMES = ("orcus-dark", "orcus-light", "ansi-dark")
SCREENS: dict[str, tuple[Callable[[], Session], tuple[str, ...], list[tuple[int, int]]]] = {
    # the fight, the keys pressed in it, and how large the terminal is
    "setup": (at_setup, (), SIZES),
    "middle": (in_the_middle, ("j", "space", "j", "j"), SIZES),
    "question": (in_the_middle, ("r", "1"), SMALL),
    "command": (in_the_middle, (":", *"apply ogre d", "tab"), SIZES),
    "preview": (in_the_middle, (":", *"damage ogre,cor 2d6 fire"), SMALL),
    "error": (in_the_middle, (":", *"damage orc 5 "), SMALL),
    "help": (in_the_middle, ("?",), SIZES),
    "over": (over, (), [(80, 24)]),
}
DRAWN = [(name, size) for name, (_, _, sizes) in SCREENS.items() for size in sizes]


@pytest.mark.parametrize(("name", "size"), DRAWN, ids=lambda each: each if isinstance(each, str) else size_of(each))
def test_the_screen_matches_its_snapshot(name: str, size: tuple[int, int]) -> None:
    begin, keys, _ = SCREENS[name]

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, *keys)
        check_snapshot(f"{name}-{size_of(size)}.txt", text_of(pilot))

    play(tracker(begin()), script, size)


def text_of(pilot: Pilot[Any]) -> str:
    return "".join(f"{row.rstrip()}\n" for row in seen(pilot))


@pytest.mark.parametrize("size", SMALL, ids=size_of)
def test_the_picture_in_ascii_matches_its_snapshot(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "j", "space", "j", "j")
        check_snapshot(f"ascii-{size_of(size)}.txt", text_of(pilot))

    play(tracker(in_the_middle(), ascii=True), script, size)


@pytest.mark.parametrize("size", DIALOG_SIZES, ids=size_of)
def test_the_builder_matches_its_snapshot(size: tuple[int, int]) -> None:
    app = tracker(at_setup())
    app.fight.session.library = library()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "B", *"goblin", "enter", "down", "enter", "tab", "plus", "h", *"4x2", "enter")
        check_snapshot(f"builder-{size_of(size)}.txt", text_of(pilot))

    play(app, script, size)


@pytest.mark.parametrize("size", DIALOG_SIZES, ids=size_of)
def test_the_importer_matches_its_snapshot(size: tuple[int, int]) -> None:
    app = tracker(at_setup())
    app.fight.session.library = library()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P")
        await paste(pilot, f"Frobs the mill.\n\n{BOG_WARDEN}")
        await press(pilot, "tab")
        check_snapshot(f"import-{size_of(size)}.txt", text_of(pilot))

    play(app, script, size)


# In colour


@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_in_colour_matches_its_snapshot(theme: str) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "j", "space", "j", "j")
        check_snapshot(f"middle-{theme}.svg", ours_of(pilot.app.export_screenshot()))

    play(tracker(in_the_middle(), theme=theme), script, (80, 24))


def ours_of(picture: str) -> str:
    """A picture without Textual's parts: generated names, and external fonts."""
    picture = re.sub(r"terminal-\d+", "terminal", picture)
    return re.sub(r"\s*@font-face \{.*?\}", "", picture, flags=re.DOTALL)


@pytest.mark.skipif(RENEWED in os.environ, reason="they are being renewed")
def test_no_unused_snapshot_remains() -> None:
    drawn = {f"{name}-{size_of(size)}.txt" for name, size in DRAWN}
    drawn |= {f"{dialog}-{size_of(size)}.txt" for dialog in ("builder", "import") for size in DIALOG_SIZES}
    drawn |= {f"ascii-{size_of(size)}.txt" for size in SMALL}
    drawn |= {f"middle-{theme}.svg" for theme in THEMES}
    assert {each.name for each in FOLDER.iterdir()} == drawn
