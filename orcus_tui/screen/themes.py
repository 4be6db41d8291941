"""The colours: two themes of our own, and which theme suits a terminal.

Sides and states of health differ in ours for the colour-blind too.
"""

from collections.abc import Iterable, Mapping

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from orcus_tui.screen.widgets.contrast import SIGNS, TEXT, readable

DARK = Theme(
    name="orcus-dark",
    primary="#7aa2d6",
    secondary="#8f87c9",
    accent="#d9a441",
    success="#80be8e",
    warning="#e1b047",
    error="#e06c5f",
    foreground="#d8d4cb",
    background="#16181c",
    surface="#1c1f24",
    panel="#23272e",
    dark=True,
)
LIGHT = Theme(
    name="orcus-light",
    primary="#22589c",
    secondary="#5a4fa3",
    accent="#8a5a00",
    success="#0e6345",
    warning="#986304",
    error="#a21b15",
    foreground="#1f2328",
    background="#faf7f0",
    surface="#f2eee4",
    panel="#e8e2d4",
    dark=False,
)
OWN_THEMES = (DARK, LIGHT)
FEW_COLOURS = ("standard", "windows")
"""The colour systems of terminals with sixteen colours or fewer."""


def theme_for(name: str, color_system: str | None, *, sparing: bool) -> str:
    """The name of the theme to use: the one of the config, else ours.

    With few colours it is the terminal's own, and over a slow line too: their codes are a third as long.
    """
    if name:
        return name
    return "ansi-dark" if sparing or color_system in FEW_COLOURS else DARK.name


def theme_names() -> list[str]:
    """The names a config may give."""
    return [*(theme.name for theme in OWN_THEMES), *BUILTIN_THEMES]


GROUNDS = ("background", "surface", "panel")
"""What the widgets of Textual draw their texts on."""
TEXTS: Mapping[str, float] = {"foreground": 1, "text-disabled": 0.6, "text-muted": 0.7}
"""The texts of Textual's widgets, and how much of the foreground is in each."""
SIGN_COLOURS = ("accent", "success", "warning", "error")
"""The colours of signs beside texts: of the frame with the focus, and of messages, by how grave they are."""


def readable_variables(variables: Mapping[str, str]) -> dict[str, str]:
    """The colours of Textual's widgets that would be too faint, so that they can be read on each of their grounds.

    A theme of the terminal's own colours has none: nobody knows these.
    """
    grounds = [Color.parse(variables[name]) for name in GROUNDS]
    plain = Color.parse(variables["foreground"])
    named = {name: Color.parse(variables[name]) for name in SIGN_COLOURS}
    if any(each.ansi is not None for each in (plain, *grounds)):
        return {f"sign-{name}": variables[name] for name in named}
    texts = {name: _on_all(grounds[0].blend(plain, share * plain.a, 1), grounds, TEXT) for name, share in TEXTS.items()}
    signs = {f"sign-{name}": _on_all(colour, grounds, SIGNS) for name, colour in named.items()}
    return {name: colour.hex for name, colour in (texts | signs).items()}


def _on_all(colour: Color, grounds: Iterable[Color], least: float) -> Color:
    for ground in grounds:
        colour = readable(colour, ground, least)
    return colour
