"""The colours: two themes of our own, and which theme suits a terminal."""

from textual.theme import BUILTIN_THEMES, Theme

DARK = Theme(
    name="orcus-dark",
    primary="#7aa2d6",
    secondary="#8f87c9",
    accent="#d9a441",
    success="#7fb069",
    warning="#e0b04c",
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
    success="#2f6f2a",
    warning="#8f5b00",
    error="#b3261e",
    foreground="#1f2328",
    background="#faf7f0",
    surface="#f2eee4",
    panel="#e8e2d4",
    dark=False,
)
OWN_THEMES = (DARK, LIGHT)
FEW_COLOURS = ("standard", "windows")
"""The colour systems of terminals with sixteen colours or fewer."""


def theme_for(name: str, color_system: str | None) -> str:
    """The name of the theme to use: the one of the config, else ours; with few colours the terminal's own."""
    if name:
        return name
    return "ansi-dark" if color_system in FEW_COLOURS else DARK.name


def theme_names() -> list[str]:
    """The names a config may give."""
    return [*(theme.name for theme in OWN_THEMES), *BUILTIN_THEMES]
