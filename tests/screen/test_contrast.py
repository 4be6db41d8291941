"""Every shipped theme is readable: the contrast of all texts and signs with their backgrounds is measured."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from rich.cells import cell_len
from rich.color import ColorType
from textual.color import Color
from textual.pilot import Pilot
from textual.screen import Screen

from orcus_tui.screen.app import Tracker
from orcus_tui.screen.builder.builder_screen import BuilderScreen
from orcus_tui.screen.dialogs.chooser import Chooser
from orcus_tui.screen.dialogs.importer import ImporterScreen
from orcus_tui.screen.dialogs.initiative_form import InitiativeForm
from orcus_tui.screen.dialogs.rest_form import RestForm
from orcus_tui.screen.dialogs.text_viewer import TextViewer
from orcus_tui.screen.fight.command_palette import FightPalette
from orcus_tui.screen.fight.earlier_state import EarlierState
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.screen.themes import OWN_THEMES, theme_names
from tests.helpers.casts.small_library import library
from tests.helpers.fights.played import Played, creature, hero, monster, power
from tests.helpers.project.exhaustive import only_exhaustive
from tests.helpers.screen.contrast import contrast_of
from tests.helpers.screen.driver import fight_tracker, play, press, settle, strips_of, tracker, until

TEXT, SIGNS = 4.5, 3.0
"""The minimum contrast of text and of signs with their background, from the web's guidelines."""
OUR_OWN = tuple(each.name for each in OWN_THEMES)
OTHERS = tuple(each for each in theme_names() if each not in OUR_OWN and not each.startswith("ansi"))
"""Textual's themes with their own colours; other themes use the terminal's colours, which cannot be measured."""


class Drawn(NamedTuple):
    """A piece of text on the screen, and its contrast."""

    text: str
    contrast: float

    @property
    def is_readable(self) -> bool:
        is_text = any(letter.isalnum() for letter in self.text)
        return self.contrast >= (TEXT if is_text else SIGNS)


def drawn(pilot: Pilot[Any]) -> Iterator[Drawn]:
    """Everything on the screen now, except blanks."""
    for strip in strips_of(pilot.app.screen):
        for text, style, _ in strip:
            if not text.strip() or style is None:
                continue
            over, under = style.color, style.bgcolor
            assert over is not None and under is not None, (text, style)
            assert ColorType.DEFAULT not in (over.type, under.type), (text, style)
            yield Drawn(text, contrast_of(Color.from_rich_color(over), Color.from_rich_color(under)))


def busy_fight() -> Tracker:
    """A fight with something in every role: sides, dangers, questions, offers, effects, undone log entries."""
    roar = power("Roar", 'trigger = "staggered"\ndamage = "4"\naction = "free"')
    longbow = power("Longbow", 'attack = "+8 vs AC"\ndamage = "1d10+5"')
    volley = power("Volley", 'use = "encounter"\nattack = "+8 vs AC"\ndamage = "2d6 fire"')
    heroes = hero("Ari", 20, "", longbow, volley), hero("Cor", 15)
    neutral = monster("Mage", 3, 'side = "neutral"')
    fight = Played(*heroes, monster("Ogre", 12), monster("Wolf", 9, "count = 2", roar), neutral).play(
        "ask party", "begin", "d ogre 45", "spend ari volley", "apply ogre prone save by ari", "apply ari dazed save",
        "kill wolf2", "d cor 41", "hide wolf1", "next", "next", "d wolf1 31", "d ogre 1", "undo",
    )  # fmt: skip
    fight.session.library = library()
    history = UserInput(history=["damage ogre 2d6+4 fire"])
    return tracker(fight.session, user_input=history)


def fight_to_begin() -> Tracker:
    """A fight in which no creature has an initiative yet."""
    foes = creature("Ogre", "max_hp = 60\ninitiative = -1"), creature("Rat", "max_hp = 5\ncount = 4")
    return tracker(Played(creature("Ari", 'kind = "pc"\nmax_hp = 30\ninitiative = 2'), *foes).session)


class Opened(NamedTuple):
    """The keys that lead to a measured screen, and the screen."""

    keys: tuple[str, ...]
    screen: type[Screen[Any]] = FightScreen
    is_begun: bool = True


SCREENS: dict[str, Opened] = {
    "message, selection, marks, completion and grey rest": Opened(("5", "j", "space", "j", ":", *"damage o")),
    "as it was": Opened(("L", "k", "k", "u"), EarlierState),
    "foes who are standing": Opened(("X",), Chooser),
    "rest": Opened(("X", "X", "r", "+"), RestForm),
    "palette": Opened(("ctrl+p",), FightPalette),
    "importer with a text": Opened(("P", *"Ogre", "enter", *"Orc", "shift+left"), ImporterScreen),
    "search of the log": Opened(("/", *"ogre")),
    "importer's list": Opened(("P", "tab"), ImporterScreen),
    "initiative": Opened(("I", *"17"), InitiativeForm, is_begun=False),
    "fight": Opened(()),
    "question": Opened(("r", "1")),
    "empty command line": Opened((":",)),
    "preview": Opened((":", *"damage ogre 2d6 fire")),
    "error": Opened((":", *"damage nobody 5", "enter")),
    "log": Opened(("L", "k")),
    "stat block": Opened(("c",), TextViewer),
    "help": Opened(("?",), Chooser),
    "help that is searched": Opened(("?", *"dam", "down"), Chooser),
    "importer": Opened(("P",), ImporterScreen),
    "importer's file name": Opened(("P", "shift+tab"), ImporterScreen),
    "menu of a creature": Opened(("m",), Chooser),
    "builder": Opened(("B",), BuilderScreen),
    "builder that is searched": Opened(("B", *"gob", "down"), BuilderScreen),
    "palette that is searched": Opened(("ctrl+p", *"dam"), FightPalette),
}
"""Screens, those with the most colours first: colours measured there need not be measured on the others."""


def colours(pilot: Pilot[Any]) -> list[tuple[object, ...]]:
    """For each cell on the screen except blanks, whether it is part of a text, and its colours."""
    found: list[tuple[object, ...]] = []
    for strip in strips_of(pilot.app.screen):
        for text, style, _ in strip:
            is_text = any(letter.isalnum() for letter in text)
            cell = (is_text, style.color, style.bgcolor) if style and text.strip() else ()
            found += [cell] * cell_len(text)
    return found


async def unreadable(pilot: Pilot[Any], opened: Opened, themes: tuple[str, ...], measured: set[object]) -> list[str]:
    """The texts of a screen that are unreadable in one of the themes.

    Texts with the same colours in both of our own themes have the same colours in the others too, and are measured
    once.
    """
    await press(pilot, *opened.keys)
    await until(pilot, lambda: type(pilot.app.screen) is opened.screen)
    in_our_own = []
    for theme in OUR_OWN:
        pilot.app.theme = theme
        await settle(pilot)
        in_our_own.append(colours(pilot))
    new = set(zip(*in_our_own, strict=True)) - measured
    measured |= new
    faint: list[str] = []
    for theme in themes if new else ():
        pilot.app.theme = theme
        await settle(pilot)
        found = {each for each in drawn(pilot) if not each.is_readable}
        faint.extend(f"{theme}: {each.text.strip()!r} {each.contrast:.2f}" for each in sorted(found))
    return faint


@pytest.mark.parametrize("themes", [OUR_OWN, only_exhaustive(OTHERS)], ids=["our own", "others"])
def test_every_shipped_theme_can_be_read(themes: tuple[str, ...]) -> None:
    faint: dict[str, list[str]] = {}
    measured: set[object] = set()
    for name, opened in SCREENS.items():

        async def script(pilot: Pilot[Any], name: str = name, opened: Opened = opened) -> None:
            faint[name] = await unreadable(pilot, opened, themes, measured)

        play(busy_fight() if opened.is_begun else fight_to_begin(), script, toasts=True)
    assert faint == {name: [] for name in SCREENS}


def test_the_light_theme_leaves_the_same_colours_unset_as_the_dark_one() -> None:
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
