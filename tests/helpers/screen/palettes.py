"""Palettes of a theme, without an app."""

from collections.abc import Mapping

from textual.theme import Theme

from orcus_tui.model.creature import Side
from orcus_tui.screen.widgets.styles import Palette


def palette_of(
    theme: Theme,
    sides: Mapping[Side, str] | None = None,
    *,
    hue: bool = True,
    ascii: bool = False,  # noqa: A002  # the name of the option
) -> Palette:
    """The palette of a theme, with given colours for the sides."""
    return Palette(theme, theme.to_color_system().generate(), sides or {}, hue=hue, ascii=ascii)
