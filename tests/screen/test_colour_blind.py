"""For colour-blind people the colours of our themes differ too, and signs or words say the same."""

import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from rich.color import Color as RichColor
from textual.color import Color
from textual.pilot import Pilot
from textual.theme import Theme

import orcus_tui
from orcus_tui.screen.app import Tracker
from orcus_tui.screen.themes import OWN_THEMES
from orcus_tui.screen.widgets.styles import Palette
from tests.helpers.fights.played import Played, hero, monster
from tests.helpers.screen.driver import pane_text, play, press, row_of, say, tracker
from tests.helpers.screen.palettes import palette_of

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
VISIONS: dict[str, Matrix] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""The transformations of linear red, green and blue without one kind of cone (Machado, Oliveira and Fernandes 2009)."""

DIFFERENT = 0.07
"""The minimum distance in Oklab of colours with different meanings; 0.02 is just visible."""
MEANINGS: dict[str, Sequence[str]] = {
    "sides": ("party", "foes", "neutral"),
    "health": ("good", "warning", "danger", "muted"),
}
"""The roles that must look different."""


def in_oklab(colour: Color, vision: Matrix) -> tuple[float, float, float]:
    """A colour as seen with this vision, in Oklab: lightness, green to red, blue to yellow."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized]
    red, green, blue = (min(max(sum(map(float.__mul__, map(float, row), linear)), 0), 1) for row in vision)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def distance(one: Color, other: Color, vision: Matrix) -> float:
    """The visible difference of two colours."""
    return float(sum((a - b) ** 2 for a, b in zip(in_oklab(one, vision), in_oklab(other, vision), strict=True)) ** 0.5)


def colour_of(palette: Palette, role: str, background: str = "") -> Color:
    """The colour a role is drawn in."""
    colour = palette.style(role, background).color
    assert isinstance(colour, RichColor)
    return Color.from_rich_color(colour)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("meaning", MEANINGS)
@pytest.mark.parametrize("theme", OWN_THEMES, ids=lambda theme: theme.name)
def test_colours_with_different_meanings_differ_for_any_colour_vision(theme: Theme, meaning: str, vision: str) -> None:
    palette = palette_of(theme)
    alike = [
        f"{one} and {other}: {far:.3f}"
        for one, other in combinations(MEANINGS[meaning], 2)
        if (far := distance(colour_of(palette, one), colour_of(palette, other), VISIONS[vision])) < DIFFERENT
    ]
    assert not alike


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", OWN_THEMES, ids=lambda theme: theme.name)
def test_the_selected_row_is_visible_with_any_colour_vision(theme: Theme, vision: str) -> None:
    palette = palette_of(theme)
    backgrounds = []
    for background in ("", "cursor"):
        under = palette.style("", background).bgcolor
        assert under is not None
        backgrounds.append(Color.from_rich_color(under))
    assert distance(*backgrounds, VISIONS[vision]) >= DIFFERENT


PAGE = (Path(orcus_tui.__file__).parent / "players" / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("scheme", [0, 1], ids=["dark", "light"])
def test_sides_on_the_players_page_differ_for_any_colour_vision(scheme: int, vision: str) -> None:
    sides = [Color.parse(re.findall(rf"--{side}: (#\w+);", PAGE)[scheme]) for side in MEANINGS["sides"]]
    assert all(distance(*pair, VISIONS[vision]) >= DIFFERENT for pair in combinations(sides, 2))


def hurt_fight() -> Tracker:
    """A fight with every side and every state of health."""
    heroes = [hero(name, 30 - number) for number, name in enumerate(("Ari", "Bea", "Cor", "Dan", "Eli"))]
    mage = monster("Mage", 3, 'side = "neutral"')
    fight = Played(*heroes, monster("Ogre", 12), monster("Wolf", 9), mage).play(
        "begin", "damage bea 25", "damage cor 45", "damage dan 45", "stabilize dan", "kill wolf",
    )  # fmt: skip
    return tracker(fight.session, environment={"NO_COLOR": "1"})


def test_signs_say_what_the_colours_of_the_order_say() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        rows = {name: row_of(pilot, name) for name in ("Ari", "Bea", "Cor", "Dan", "Ogre", "Wolf", "Mage")}
        sides = {name: row[row.index(name) - 1] for name, row in rows.items()}
        assert sides == {**dict.fromkeys(("Ari", "Bea", "Cor", "Dan"), "@"), "Ogre": " ", "Wolf": " ", "Mage": "~"}
        states = {name: rows[name][-3:].strip() for name in ("Ari", "Bea", "Cor", "Dan", "Wolf")}
        assert states == {"Ari": "", "Bea": "◐", "Cor": "▾", "Dan": "▿", "Wolf": "†"}

    play(hurt_fight(), script)


def test_a_sign_says_that_a_defense_is_not_as_printed() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "bonus ari +2 ac", "bonus bea -2 ac")
        printed = 18
        assert f"AC {printed + 2}↑ " in pane_text(pilot, "cards")
        await press(pilot, "j")
        assert f"AC {printed - 2}↓ " in pane_text(pilot, "cards")

    play(hurt_fight(), script)
