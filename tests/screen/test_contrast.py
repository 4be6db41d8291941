"""Every shipped theme can be read: all that is drawn is measured against its ground, texts and signs."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from on_screen import fight_tracker, play, press, settle, tracker
from playing_fights import Played, hero, monster, power
from rich.color import ColorType
from textual.color import Color
from textual.pilot import Pilot

from orcus_tui.screen.app import Tracker
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.screen.themes import OWN_THEMES, theme_names

TEXT, SIGNS = 4.5, 3.0
"""How much text and signs must differ from their ground in light, as the web's guidelines have it."""
THEMES = [each for each in theme_names() if not each.startswith("ansi")]
"""The themes with colours of their own; the others have those of the terminal, which nobody can measure."""


class Drawn(NamedTuple):
    """A piece of text on the screen, and how it differs from its ground."""

    text: str
    contrast: float

    @property
    def is_readable(self) -> bool:
        is_text = any(letter.isalnum() for letter in self.text)
        return self.contrast >= (TEXT if is_text else SIGNS)


def drawn(pilot: Pilot[Any]) -> Iterator[Drawn]:
    """All that is on the screen now, but blanks."""
    for strip in pilot.app.screen._compositor.render_strips():
        for text, style, _ in strip:
            if not text.strip() or style is None:
                continue
            over, under = style.color, style.bgcolor
            assert over is not None and under is not None, (text, style)
            assert ColorType.DEFAULT not in (over.type, under.type), (text, style)
            yield Drawn(text, contrast_of(Color.from_rich_color(over), Color.from_rich_color(under)))


@cache
def contrast_of(one: Color, other: Color) -> float:
    """How much two colours differ in light, from 1 to 21: measured here apart from what the program goes by."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: Color) -> float:
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def busy_fight() -> Tracker:
    """A fight with something in every role: sides, dangers, questions, effects, what is undone in the log."""
    longbow = power("Longbow", 'attack = "+8 vs AC"\ndamage = "1d10+5"')
    volley = power("Volley", 'use = "encounter"\nattack = "+8 vs AC"\ndamage = "2d6 fire"')
    heroes = hero("Ari", 20, "", longbow, volley), hero("Cor", 15)
    neutral = monster("Mage", 3, 'side = "neutral"')
    fight = Played(*heroes, monster("Ogre", 12), monster("Wolf", 9, "count = 2"), neutral).play(
        "ask party", "begin", "d ogre 45", "spend ari volley", "apply ogre prone save by ari", "apply ari dazed save",
        "kill wolf2", "d cor 41", "hide wolf1", "next", "next", "d ogre 1", "undo",
    )  # fmt: skip
    history = UserInput(history=["damage ogre 2d6+4 fire"])
    return tracker(fight.session, user_input=history)


SCREENS: dict[str, tuple[str, ...]] = {
    "fight": (),
    "selection and marks": ("j", "space", "j"),
    "question": ("r", "1"),
    "empty command line": (":",),
    "completion and grey rest": (":", *"damage o"),
    "preview": (":", *"damage ogre 2d6 fire"),
    "error": (":", *"damage nobody 5", "enter"),
    "log": ("L", "k"),
    "search of the log": ("/", *"ogre"),
    "stat block": ("c",),
    "help": ("?",),
    "help that is searched": ("?", *"dam", "down"),
    "importer": ("P",),
    "initiative": ("I",),
    "menu of a creature": ("m",),
    "builder": ("B",),
    "palette": ("ctrl+p",),
    "palette that is searched": ("ctrl+p", *"dam"),
    "message": ("5",),
}


@pytest.mark.parametrize(("name", "keys"), SCREENS.items(), ids=list(SCREENS))
def test_every_shipped_theme_can_be_read(name: str, keys: tuple[str, ...]) -> None:
    faint: list[str] = []

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, *keys)
        for theme in THEMES:
            pilot.app.theme = theme
            await settle(pilot)
            found = {each for each in drawn(pilot) if not each.is_readable}
            faint.extend(f"{theme}: {each.text.strip()!r} {each.contrast:.2f}" for each in sorted(found))

    play(busy_fight(), script, toasts=True)
    assert not faint, f"{name}:\n" + "\n".join(faint)


def test_our_own_light_theme_has_what_the_dark_one_has() -> None:
    dark, light = OWN_THEMES
    assert (dark.dark, light.dark) == (True, False)
    assert {each for each in dir(dark) if getattr(dark, each) is None} == {
        each for each in dir(light) if getattr(light, each) is None
    }


def test_a_theme_can_be_changed_while_something_is_typed() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, ":", *"d ogre")
        pilot.app.theme = "orcus-light"
        await settle(pilot)
        assert all(each.is_readable for each in drawn(pilot))

    play(fight_tracker(), script)
