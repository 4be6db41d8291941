"""The themes: the two of Orcus TUI, the choice of a theme for a terminal, and readable colours.

In the program's own themes, colour-blind users can tell sides and states of health apart, too.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

TEXT, SIGNS = 4.5, 3.0
"""The minimum contrast of text, and of signs and frames, by the Web Content Accessibility Guidelines."""

BLACK, WHITE = Color(0, 0, 0), Color(255, 255, 255)
STEP = 0.05
"""The step of a colour towards black or white."""


def contrast(one: Color, other: Color) -> float:
    """The contrast of two colours, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def readable(colour: Color, background: Color, least: float = TEXT) -> Color:
    """The colour, made lighter or darker until its contrast with the background is high enough."""
    towards = max((BLACK, WHITE), key=lambda end: contrast(end, background))
    changed, share = colour, 0.0
    while contrast(changed, background) < least and share < 1:
        share += STEP
        changed = colour.blend(towards, min(share, 1), 1)
    return changed


@lru_cache(maxsize=1024)
def _luminance(colour: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


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
    """The name of the theme to use: the theme of the config, or the program's own.

    On a terminal with few colours, and over a slow line, it is the theme with the terminal's own colours, whose codes
    are a third as long.
    """
    if name:
        return name
    return "ansi-dark" if sparing or color_system in FEW_COLOURS else DARK.name


def theme_names() -> list[str]:
    """The names of themes that a config can use."""
    return [*(theme.name for theme in OWN_THEMES), *BUILTIN_THEMES]


BACKGROUNDS = ("background", "surface", "panel")
"""The backgrounds of texts in Textual's widgets."""
TEXTS: Mapping[str, float] = {"foreground": 1, "text-disabled": 0.6, "text-muted": 0.7}
"""The texts of Textual's widgets, and the share of the foreground in each."""
SIGN_COLOURS = ("accent", "success", "warning", "error")
"""The colours of signs next to texts: the focused frame, and messages by their severity."""


def readable_variables(variables: Mapping[str, str]) -> dict[str, str]:
    """The colours of Textual's widgets, readable on all their backgrounds.

    It is empty for a theme of the terminal's own colours, which are unknown.
    """
    backgrounds = [Color.parse(variables[name]) for name in BACKGROUNDS]
    plain = Color.parse(variables["foreground"])
    named = {name: Color.parse(variables[name]) for name in SIGN_COLOURS}
    if any(each.ansi is not None for each in (plain, *backgrounds)):
        return {f"sign-{name}": variables[name] for name in named}
    texts = {
        name: _on_all(backgrounds[0].blend(plain, share * plain.a, 1), backgrounds, TEXT)
        for name, share in TEXTS.items()
    }
    signs = {f"sign-{name}": _on_all(colour, backgrounds, SIGNS) for name, colour in named.items()}
    return {name: colour.hex for name, colour in (texts | signs).items()}


def _on_all(colour: Color, backgrounds: Iterable[Color], least: float) -> Color:
    for background in backgrounds:
        colour = readable(colour, background, least)
    return colour
